// A plane with points to drag or to move with the arrow keys, their hull, and an output among them.
import { axes, path } from "./axes.mjs";
import { html, say, set, svg } from "../parts/dom.mjs";
import { markLabel, markLabels } from "./marklabels.mjs";
import { short } from "../parts/tokens.mjs";

const lettersFor = (count) => (count > 5 ? 10 : 14); // of a name beside its mark
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const FURTHEST = 1000;

const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
const between = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const round = (x, step) => Math.min(FURTHEST, Math.max(-FURTHEST, Number((Math.round(x / step) * step).toPrecision(12)))) + 0;
const plus = ([x, y], r) => path([[x - r, y], [x + r, y]]) + path([[x, y - r], [x, y + r]]);

function arrowPath(a, b) {
  const [x, y] = minus(b, a);
  const long = Math.hypot(x, y);
  if (long < 1) return "";
  const head = Math.min(9, long);
  const wing = (side) => [b[0] - (head * (x - side * 0.45 * y)) / long, b[1] - (head * (y + side * 0.45 * x)) / long];
  return path([a, b]) + path([wing(1), b, wing(-1)]);
}

// The direction that leads away from the hull at one of its corners; null for a point that is none.
function outwards(spots, corners, j) {
  const place = corners.indexOf(j);
  if (place < 0 || corners.length < 3) return null;
  const sides = [corners.at(place - 1), corners[(place + 1) % corners.length]].map((i) => minus(spots[j], spots[i]));
  const [a, b] = sides.map(([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)]);
  return [a[0] + b[0], a[1] + b[1]];
}

/**
 * names: of the points, one each      over: names of the two axes      label: what the picture is called
 * steps: of an arrow key along each axis, Shift makes it ten      fine: what a dragged number is rounded to
 * change(j, point, done): a point was moved; done is false while it is in the hand
 */
export function plane(view, { names, over, label, steps, fine, change }) {
  const ground = axes(over);
  const hull = svg("polygon", { class: "at-hull" });
  const ring = svg("ellipse", { class: "at-ring" });
  const cross = svg("path", { class: "at-cross" });
  const origin = svg("path", { class: "at-cross" });
  const arrows = names.map(() => svg("path", { class: "at-arrow" }));
  const output = svg("path", { class: "at-outmark", d: "M0 -12L12 0L0 12L-12 0Z" });
  const points = names.map((name, j) => svg("g", {
    class: "at-point", role: "slider", tabindex: 0, "aria-roledescription": "point", "aria-label": `${name}: value`,
    "aria-valuemin": -FURTHEST, "aria-valuemax": FURTHEST, "data-key": j,
  }, svg("circle", { r: 14, class: "at-hit" }), svg("circle", { r: 6, class: "at-dot" })));
  const letters = lettersFor(names.length);
  const keyLabels = names.map((name) => markLabel("at-keylabel", short(name, letters)));
  const chainLabels = names.map((name) => markLabel("at-chainlabel", short(name, letters)));
  const [outputLabel, crossLabel, zeroLabel] = ["output", "cross", "0"].map((words) => markLabel("", words));
  const labels = markLabels([...chainLabels, zeroLabel, crossLabel, ...keyLabels, outputLabel]);
  const picture = svg("svg", { class: "at-plane", role: "group", "aria-label": label }, ground.node, hull,
    svg("g", { "aria-hidden": "true" }, ring, cross, origin, output, ...arrows), ...points, labels.node);
  const node = html("div", { class: "at-planebox" }, picture);

  let wide = 410; // px, until the page says how wide the picture is
  let now = null; // what was last shown
  let held = null; // { j, grip, last }: the point in the hand, where the pointer took it, and where it is

  const pointer = (event) => {
    const place = picture.getBoundingClientRect();
    return [event.clientX - place.left, event.clientY - place.top];
  };
  const underPointer = (event) => ground.toPlane(minus(pointer(event), held.grip)).map((x, d) => round(x, fine[d]));
  const drop = () => {
    if (!held) return;
    const { j, last } = held;
    held = null;
    if (last) change(j, last, true);
  };
  const follow = (event) => {
    if (held && picture.getBoundingClientRect().width) held.last = underPointer(event);
  };
  points.forEach((point, j) => {
    view.listen(point, "pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      point.focus({ preventScroll: true });
      held = { j, grip: minus(pointer(event), ground.toPage(now.values[j])), last: null };
      point.setPointerCapture(event.pointerId);
    });
    view.listen(point, "pointermove", (event) => {
      follow(event);
      if (held?.last) change(held.j, held.last, false);
    });
    view.listen(point, "pointerup", (event) => {
      follow(event);
      drop();
    });
    // The browser took the pointer away, and says (0, 0): the point stays where it is.
    for (const end of ["pointercancel", "lostpointercapture"]) view.listen(point, end, drop);
    view.listen(point, "keydown", (event) => {
      const way = ARROWS[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const times = event.shiftKey ? 10 : 1;
      change(j, now.values[j].map((x, d) =>
        (way[d] ? round(x + way[d] * times * steps[d], steps[d]) : x)), true);
    });
  });

  function name(spots, mark, joints) {
    const middle = spots.reduce((a, b) => [a[0] + b[0] / spots.length, a[1] + b[1] / spots.length], [0, 0]);
    const away = (j) => outwards(spots, now.corners, j) ?? minus(spots[j], middle);
    const wanted = [{ text: outputLabel, at: mark, reach: 13, away: now.beyond ? minus(middle, mark) : [1, -1] }];
    keyLabels.forEach((text, j) => wanted.push({ text, at: spots[j], reach: 9, away: away(j) }));
    if (now.target) wanted.push({ text: crossLabel, at: ground.toPage(now.target.at), reach: 9, away: [-1, 1] });
    if (joints) wanted.push({ text: zeroLabel, at: joints[0], reach: 6, away: [-1, 1] });
    chainLabels.forEach((text, j) => {
      const [a, b] = joints ? [joints[j], joints[j + 1]] : [[0, 0], [0, 0]];
      if (Math.hypot(...minus(a, b)) > 24) wanted.push({ text, at: between(a, b), reach: 4, away: [b[1] - a[1], a[0] - b[0]], may: true });
    });
    const marks = [...spots.map((p) => [...p, 6]), [...mark, 9], ...(now.target ? [[...ground.toPage(now.target.at), 7]] : [])];
    labels.show(wanted, marks, ground.edges());
  }

  function draw() {
    ground.show(now.frame, wide);
    const spots = now.values.map(ground.toPage);
    const mark = ground.toPage(now.output.map((x, d) => Math.min(now.frame.high[d], Math.max(now.frame.low[d], x))));
    const joints = now.joints?.map(ground.toPage);
    const at = (place) => `translate(${place.map((x) => x.toFixed(1)).join(" ")})`;
    set(hull, "points", now.corners.map((i) => spots[i].map((x) => x.toFixed(1)).join(",")).join(" "));
    for (const part of [ring, cross]) set(part, "visibility", now.target ? false : "hidden");
    if (now.target) {
      const centre = ground.toPage(now.target.at);
      const edge = ground.toPage(now.target.at.map((x, d) => x + now.target.radius[d]));
      set(cross, "d", plus(centre, 6));
      set(ring, "transform", at(centre));
      set(ring, "rx", (edge[0] - centre[0]).toFixed(1));
      set(ring, "ry", (centre[1] - edge[1]).toFixed(1));
    }
    set(origin, "d", joints ? plus(joints[0], 5) : "");
    arrows.forEach((arrow, j) => set(arrow, "d", joints ? arrowPath(joints[j], joints[j + 1]) : ""));
    set(output, "transform", at(mark));
    set(output, "data-outside", now.outside);
    set(output, "data-beyond", now.beyond);
    say(outputLabel, now.beyond ? "output, beyond the frame" : "output");
    points.forEach((point, j) => {
      set(point, "transform", at(spots[j]));
      set(point, "aria-valuenow", now.values[j][0]);
      set(point, "aria-valuetext", now.spoken[j]);
    });
    name(spots, mark, joints);
  }

  let seen = false;
  const watch = new ResizeObserver(([{ contentRect }]) => {
    const found = Math.round(contentRect.width);
    if (!found || (seen && found === wide)) return;
    [seen, wide] = [true, found];
    if (now) draw();
  });
  watch.observe(node);
  view.ended.addEventListener("abort", () => watch.disconnect(), { once: true });

  return {
    node,
    held: () => held !== null,
    /** frame, values, corners, output, outside, target or null, joints or null, spoken: the value of each point in words */
    show(state) {
      const { low, high } = state.frame;
      now = { ...state, beyond: state.output.some((x, d) => x < low[d] || x > high[d]) };
      draw();
    },
  };
}
