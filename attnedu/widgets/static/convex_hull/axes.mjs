// Two axes with round ticks and their names, and the way between a point of the plane and a place on the page.
import { ticksOf, written } from "../arithmetic/frame.mjs";
import { svg } from "../parts/dom.mjs";
import { short } from "../parts/tokens.mjs";

const ROOM = { left: 46, right: 14, top: 22, bottom: 38 }; // px around the square of the plane
const LETTERS = 28;

/** "M1 2L3 4": a path through places on the page. */
export function path(places) {
  return places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The axes of a square picture; names: of the horizontal and of the vertical axis. */
export function axes(names) {
  const node = svg("g", { "aria-hidden": "true" });
  const [across, upwards] = names.map((name) => `\u2068${short(name, LETTERS)}\u2069`);
  let frame = null;
  let wide = 0;
  let drawn = "";
  const size = () => [wide - ROOM.left - ROOM.right, wide - ROOM.top - ROOM.bottom];
  const toPage = ([x, y]) => {
    const { low, high } = frame;
    const [w, h] = size();
    return [ROOM.left + (w * (x - low[0])) / (high[0] - low[0]), ROOM.top + h - (h * (y - low[1])) / (high[1] - low[1])];
  };

  function draw() {
    const [left, bottom] = toPage(frame.low);
    const [right, top] = toPage(frame.high);
    const parts = [];
    const say = (x, y, anchor, kind, words) => {
      const text = svg("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, class: kind });
      text.textContent = words;
      parts.push(text);
    };
    for (const d of [0, 1]) {
      for (const tick of ticksOf(frame, d)) {
        const [x, y] = toPage(d ? [frame.low[0], tick] : [tick, frame.low[1]]);
        const line = d ? [[left, y], [right, y]] : [[x, top], [x, bottom]];
        parts.push(svg("path", { d: path(line), class: tick === 0 ? "at-zeroline" : "at-gridline" }));
        const words = written(tick, frame.step[d]);
        if (d) say(left - 6, y + 4, "end", "at-tickmark", words);
        else say(x, bottom + 16, "middle", "at-tickmark", words);
      }
    }
    say(right, bottom + 33, "end", "at-axisname", `${across} →`);
    say(left, 13, "start", "at-axisname", `↑ ${upwards}`);
    node.replaceChildren(...parts);
  }

  return {
    node,
    toPage,
    /** The point of the plane at a place on the page, kept inside the frame. */
    toPlane([px, py]) {
      const { low, high } = frame;
      const [w, h] = size();
      const free = [low[0] + ((px - ROOM.left) / w) * (high[0] - low[0]), low[1] + ((ROOM.top + h - py) / h) * (high[1] - low[1])];
      return free.map((x, d) => Math.min(high[d], Math.max(low[d], x)));
    },
    /** The left, top, right and bottom of the plane on the page. */
    edges: () => [...toPage([frame.low[0], frame.high[1]]), ...toPage([frame.high[0], frame.low[1]])],
    show(newFrame, newWide) {
      [frame, wide] = [newFrame, newWide];
      const key = JSON.stringify([frame, wide]);
      if (key === drawn) return; // ticks change with the frame, not with a point
      drawn = key;
      draw();
    },
  };
}
