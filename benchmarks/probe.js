// What the page notes down about itself while it is measured. It runs before every script of the page.
//
// A change belongs to the frame that shows it: the next one to begin, or the one under way if the change was made
// by a callback of requestAnimationFrame. Changes are of two kinds: of the document, and drawing on a canvas in it.
(() => {
  const STATUS = ".at-status"; // read aloud and never seen
  const PICTURE = ".jp-RenderedImage img"; // what matplotlib inline puts into an output
  const DRAWING = ["drawImage", "putImageData", "fillRect", "fill"];
  const starts = []; // when each frame began; its index is the number of the frame
  const watchers = new Set(); // who wants to hear of drawing
  let stamp = -1, frame = 0, underWay = false, latest = null;

  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => ask((time) => {
    if (time !== stamp) { stamp = time; frame += 1; starts[frame] = performance.now(); }
    underWay = true;
    try { act(time); } finally { queueMicrotask(() => { underWay = false; }); }
  });
  for (const name of DRAWING) {
    const act = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...all) {
      act.apply(this, all);
      if (!watchers.size || latest === this.canvas) return; // a picture takes many strokes: the first tells
      latest = this.canvas;
      queueMicrotask(() => { latest = null; });
      watchers.forEach((drawn) => drawn(this.canvas));
    };
  }
  const current = () => (underWay ? frame : frame + 1);
  const panel = () => window.jupyterapp.shell.currentWidget;
  const busy = () => panel().sessionContext.session.kernel.status !== "idle";
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  /** The output of a cell, the element in it that is acted on, and what belongs to that element and does not count. */
  function find({ cell, control, own }) {
    const root = document.querySelectorAll(".jp-NotebookPanel .jp-CodeCell")[cell].querySelector(".jp-Cell-outputWrapper");
    const target = root.querySelector(control);
    if (!target) throw new Error(`the output of cell ${cell} has no ${control}`);
    return { root, target, mine: own ? target.closest(own) : null };
  }

  /**
   * Call show(frame, time of the change) at each change that can be seen. A picture can be seen once it is decoded;
   * with `picture` nothing but another picture counts, since an output may be cleared, and filled again with the same.
   */
  function watch(place, show) {
    const { root, mine } = find(place);
    let picture = root.querySelector(PICTURE)?.src;
    const within = (node) => node.querySelectorAll ? [node, ...node.querySelectorAll("img")] : [];
    const pictures = ({ type, target, addedNodes }) =>
      (type === "attributes" ? [target] : [...addedNodes].flatMap(within)).filter((node) => node.matches?.(PICTURE));
    const observer = new MutationObserver(async (changes) => {
      const others = changes.filter(({ target }) =>
        !mine?.contains(target) && !(target.closest ? target : target.parentElement)?.closest(STATUS));
      const images = others.flatMap(pictures);
      if (!others.length || (place.picture && images.every(({ src }) => src === picture))) return;
      picture = images.at(-1)?.src;
      const now = performance.now();
      if (images.length) await Promise.all(images.map((image) => image.decode().catch(() => {})));
      show(current(), now);
    });
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    const drawn = (canvas) => { if (root.contains(canvas) && !mine?.contains(canvas)) show(current(), performance.now()); };
    watchers.add(drawn);
    return () => { observer.disconnect(); watchers.delete(drawn); };
  }

  /** Wait until the kernel has been idle, and nothing has changed, for so many milliseconds; 10 s at most. */
  async function quiet(place, ms) {
    const begun = performance.now();
    let last = begun;
    const stop = watch(place, () => { last = performance.now(); });
    while (performance.now() < Math.min(last + ms, begun + 10000)) {
      await pause(5);
      if (busy()) last = performance.now();
    }
    stop();
  }

  const spotOf = (element, [across, down] = [0.5, 0.5]) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width * across, top + height * down];
  };
  let result = null, followed = null;

  window.probe = {
    /** Bring an output into view. */
    async front(place) {
      find(place).root.scrollIntoView({ block: "start" });
      await quiet(place, 150);
    },

    /** Arm one measurement; returns where a mouse would have to go. */
    async arm(place) {
      await quiet(place, 50);
      const { target } = find(place);
      if (place.focus) target.focus({ preventScroll: true });
      result = new Promise((resolve) => {
        let start = null, seen = false;
        const since = () => performance.now() - start;
        const hear = () => { start ??= performance.now(); };
        for (const type of place.starts) window.addEventListener(type, hear, { capture: true });
        const stop = watch(place, (number, changedAt) => {
          if (start === null || seen) return;
          seen = true;
          const end = () => {
            const reached = since(), after = new MessageChannel(); // its message comes when the frame has been painted
            after.port1.onmessage = () => finish([changedAt - start, reached, since()]);
            after.port2.postMessage(0);
          };
          if (number === frame) end();
          else ask(end);
        });
        const finish = (answer) => {
          stop();
          for (const type of place.starts) window.removeEventListener(type, hear, { capture: true });
          resolve(answer);
        };
        window.setTimeout(finish, 5000, null);
      });
      return spotOf(target, place.spot);
    },

    /** Milliseconds from the act until the change, the frame that shows it, its end; null if nothing changed in 5 s. */
    sample: () => result,

    /** Where a mouse takes hold, and the rail along which it moves: [x, y, left, width]. */
    rail(place) {
      const { root, target } = find(place);
      const rail = root.querySelector(place.rail), { left, width } = rail.getBoundingClientRect();
      return [...spotOf(rail.contains(target) ? target : rail), left, width];
    },

    /** Note down each frame in which a move arrives, and each that shows a change. */
    async follow(place) {
      await quiet(place, 400);
      if (place.focus) find(place).target.focus({ preventScroll: true });
      const moved = new Set(), shown = new Set();
      let moves = 0, running = true;
      const loop = () => running && window.requestAnimationFrame(loop);
      loop(); // so that frames are counted, whoever else asks for one
      const move = () => { moves += 1; moved.add(current()); };
      window.addEventListener(place.move, move, { capture: true });
      const stop = watch(place, (number) => { if (moves) shown.add(number); });
      followed = async () => {
        window.removeEventListener(place.move, move, { capture: true });
        await quiet(place, 500);
        stop();
        running = false;
        const [lastMove, lastShown] = [Math.max(...moved), Math.max(...shown)];
        return {
          moves, frames: moved.size, repaints: shown.size,
          missed: [...moved].filter((number) => !shown.has(number)).length,
          lag: lastShown < lastMove ? null : starts[lastShown] - starts[lastMove],
        };
      };
    },
    followed: () => followed(),

    /** Run a cell again and wait for the time that its widget leaves behind (see timed in stacks.py). */
    async rerun(cell) {
      panel().content.activeCellIndex = cell;
      window.firstPaint = null;
      await window.jupyterapp.commands.execute("notebook:run-cell");
      for (let k = 0; k < 1000 && window.firstPaint === null; k++) await pause(10);
      if (window.firstPaint === null) throw new Error(`the widget of cell ${cell} was not painted within 10 s`);
      return window.firstPaint;
    },
  };
})();
