// Colours and bars. Scores: a diverging scale about 0. Weights: a sequential scale from 0 to 1. Hidden: hatched.
import { html, set, svg } from "./dom.mjs";
import { fixed } from "./format.mjs";

// ColorBrewer PuOr, reversed as in attnedu.plots: purple below 0, orange above.
const PURPLE_ORANGE = stops("#542788", "#998ec3", "#d8daeb", "#f7f7f7", "#fee0b6", "#f1a340", "#b35806");
const CIVIDIS = stops("#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838");

function stops(...colours) {
  return colours.map((hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)));
}

function between(colours, t) {
  const at = Math.min(Math.max(t, 0), 1) * (colours.length - 1);
  const low = Math.min(Math.floor(at), colours.length - 2);
  return [0, 1, 2].map((k) => Math.round(colours[low][k] + (colours[low + 1][k] - colours[low][k]) * (at - low)));
}

const css = (rgb) => `rgb(${rgb.join(" ")})`;

/** Relative luminance decides between black and white text. */
export function inkOn(rgb) {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#000" : "#fff";
}

/** [red, green, blue] of a score; `span` is the distance from 0 to either end of the scale. */
export function scoreRgb(score, span) {
  return between(PURPLE_ORANGE, 0.5 + score / (2 * span));
}

/** [red, green, blue] of a weight from 0 to 1. */
export function weightRgb(weight) {
  return between(CIVIDIS, weight);
}

/** A colour as CSS, and the ink that can be read on it. */
export function withInk(rgb) {
  return { fill: css(rgb), ink: inkOn(rgb), rgb };
}

export function scoreColour(score, span) {
  return withInk(scoreRgb(score, span));
}

export function weightColour(weight) {
  return withInk(weightRgb(weight));
}

/** The span of a score axis: at least 5, in steps, so that it does not breathe while a bar moves. */
export function spanOf(scores) {
  const largest = Math.max(...scores.map(Math.abs));
  return [5, 10, 20, 50, 100, 200, 500, 1000].find((span) => largest <= span) ?? largest;
}

/** The hatching that means "hidden", under an id of this view. */
export function hatching(view) {
  return svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "at-defs" }, svg("defs", {},
    svg("pattern", { id: `${view.id}-hatch`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 7, height: 7, class: "at-hatch-ground" }),
      svg("line", { x1: 0, x2: 0, y1: 0, y2: 7, class: "at-hatch-line" }))));
}

/**
 * A score as a bar from 0, to the left or to the right; drag it to change the score.
 * `printed` writes the number beside it. The pointer only: the number box and the buttons beside it are the keyboard's way.
 */
export function scoreBar(view, drag, printed = false) {
  const bar = svg("rect", { y: 6, height: 16, class: "at-score" });
  const hidden = svg("rect", { x: "2%", y: 4, width: "96%", height: 20, fill: `url(#${view.id}-hatch)`, class: "at-hidden" });
  const zero = svg("line", { x1: "50%", x2: "50%", y1: 0, y2: 28, class: "at-zero" });
  const grip = svg("circle", { cy: 14, r: 7, class: "at-grip" });
  const text = svg("text", { x: "50%", y: 18, class: "at-number-text" });
  const node = svg("svg", { class: "at-scorebar", width: "100%", height: 28, "aria-hidden": "true" }, hidden, bar, zero, grip, text);
  let span = 5;
  let locked = false;
  let held = null; // the span is frozen while the bar is in the hand
  let last = null; // the score under the pointer; a bar without width has none, it was hidden under the hand
  const follow = (event) => {
    const frame = node.getBoundingClientRect();
    if (!frame.width) return false;
    const score = ((event.clientX - frame.left) / frame.width - 0.5) * 2 * held;
    last = Math.min(held, Math.max(-held, score));
    return true;
  };
  const release = () => {
    if (held === null) return;
    held = null;
    if (last !== null) drag(last, true);
  };
  view.listen(node, "pointerdown", (event) => {
    if (locked || event.button !== 0) return;
    event.preventDefault();
    [held, last] = [span, null];
    node.setPointerCapture(event.pointerId);
    if (follow(event)) drag(last, false);
  });
  view.listen(node, "pointermove", (event) => held !== null && follow(event) && drag(last, false));
  view.listen(node, "pointerup", (event) => {
    if (held !== null) follow(event);
    release();
  });
  // The browser took the pointer away, and says (0, 0): the last score stays.
  for (const end of ["pointercancel", "lostpointercapture"]) view.listen(node, end, release);
  return {
    node,
    held: () => held,
    show(score, newSpan, isHidden = false, isLocked = isHidden) {
      span = newSpan;
      locked = isLocked;
      const reach = Math.min(Math.abs(score) / span, 1) * 50;
      set(bar, "x", `${score < 0 ? 50 - reach : 50}%`);
      set(bar, "width", `${reach}%`);
      set(bar, "data-sign", score < 0 ? "minus" : "plus");
      set(grip, "cx", `${50 + Math.sign(score) * reach}%`);
      set(text, "dx", score < 0 ? 12 : -12);
      set(text, "text-anchor", score < 0 ? "start" : "end");
      text.textContent = isHidden || !printed ? "" : fixed(score, Math.abs(score) >= 100 ? 0 : 2);
      for (const [part, shown] of [[hidden, isHidden], [bar, !isHidden], [grip, !isHidden && !locked]]) {
        set(part, "visibility", shown ? false : "hidden");
      }
    },
  };
}

/** A weight as the filled part of a track that stands for the whole of one row. */
export function weightBar() {
  const bar = svg("rect", { y: 6, height: 16, class: "at-weight" });
  const track = svg("rect", { x: 0, y: 6, width: "100%", height: 16, class: "at-track" });
  const node = svg("svg", { width: "100%", height: 28, "aria-hidden": "true", class: "at-weightbar" }, track, bar);
  return {
    node,
    show(weight) {
      set(bar, "width", `${100 * weight}%`);
      set(bar, "fill", weightColour(weight).fill);
    },
  };
}

/** One row that both banks share: name · number · score bar | weight bar · number. */
export function sharedRow(name, control, score, weight, printed) {
  return html("div", { class: "at-row" }, html("span", { class: "at-name" }, name), control.node, score.node, weight.node, printed);
}
