// A share of a row as a bar to drag. It wears the colour of a weight while the row is weights; below 0 and above 1 it is loud.
import { weightColour } from "../parts/draw.mjs";
import { set, svg } from "../parts/dom.mjs";

/** `drag(share, done)` while the pointer moves; the number box beside it is the keyboard's way. */
export function shareBar(view, drag) {
  const track = svg("rect", { y: 6, height: 16, class: "at-track" });
  const bar = svg("rect", { y: 6, height: 16, class: "at-weight" });
  const beyond = svg("rect", { y: 6, height: 16, class: "at-beyond" });
  const zero = svg("line", { y1: 0, y2: 28, class: "at-zero" });
  const grip = svg("circle", { cy: 14, r: 7, class: "at-grip" });
  const node = svg("svg", { class: "at-sharebar", width: "100%", height: 28, "aria-hidden": "true" }, track, bar, beyond, zero, grip);
  let [low, high] = [0, 1];
  let locked = false;
  let held = false;
  let last = null; // the share under the pointer; a bar without width has none
  const at = (x) => (100 * (x - low)) / (high - low);
  const stretch = (part, from, to) => {
    set(part, "x", `${at(from)}%`);
    set(part, "width", `${Math.max(0, at(to) - at(from))}%`);
  };
  const follow = (event) => {
    const frame = node.getBoundingClientRect();
    if (locked || !frame.width) return false; // softmax took the row over under the hand, or the bar is hidden
    last = Math.min(high, Math.max(low, low + ((event.clientX - frame.left) / frame.width) * (high - low)));
    return true;
  };
  const release = () => {
    if (!held) return;
    held = false;
    if (last !== null) drag(last, true);
  };
  view.listen(node, "pointerdown", (event) => {
    if (locked || event.button !== 0) return;
    event.preventDefault();
    [held, last] = [true, null];
    node.setPointerCapture(event.pointerId);
    if (follow(event)) drag(last, false);
  });
  view.listen(node, "pointermove", (event) => held && follow(event) && drag(last, false));
  view.listen(node, "pointerup", (event) => {
    if (held) follow(event);
    release();
  });
  // The browser took the pointer away, and says (0, 0): the last share stays.
  for (const end of ["pointercancel", "lostpointercapture"]) view.listen(node, end, release);
  return {
    node,
    held: () => held,
    /** `range`: the ends of the axis; `weighs`: the row is weights; `fixed`: nothing to drag, softmax makes the weight */
    show(share, range, weighs, fixed) {
      [low, high] = range;
      locked = fixed;
      stretch(track, 0, 1);
      stretch(bar, 0, Math.min(share, 1));
      set(bar, "fill", weighs ? weightColour(share).fill : "var(--at-line)");
      stretch(beyond, share < 0 ? Math.max(share, low) : 1, share < 0 ? 0 : Math.min(share, high));
      for (const end of ["x1", "x2"]) set(zero, end, `${at(0)}%`);
      set(grip, "cx", `${at(Math.min(high, Math.max(low, share)))}%`);
      set(grip, "visibility", locked ? "hidden" : false);
      set(node, "data-locked", locked);
    },
  };
}
