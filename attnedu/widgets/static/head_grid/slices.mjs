// Work that is too long for one frame, in slices that leave room for the hand.

const FIRST = 8; // ms of the first slice, which runs at once
const LATER = 5; // ms of each later one, one in a frame

/** `start(count, work, done, first)` calls work(0) … work(count − 1), then done(); a new start, or the view's end, gives the old one up. */
export function slices(view) {
  let frame = 0;
  view.ended.addEventListener("abort", () => cancelAnimationFrame(frame), { once: true });
  return function start(count, work, done, first = FIRST) {
    cancelAnimationFrame(frame);
    let next = 0;
    const slice = (limit) => {
      const end = performance.now() + limit;
      while (next < count && performance.now() < end) work(next++);
      if (next < count) frame = requestAnimationFrame(() => slice(LATER));
      else done();
    };
    slice(first);
  };
}
