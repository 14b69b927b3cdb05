// The rows of the convex hull: a key's score and its share of the row, and the numbers of its value.
import { numberControl } from "../parts/controls.mjs";
import { html, say, set } from "../parts/dom.mjs";
import { scoreBar } from "../parts/draw.mjs";
import { fixed } from "../parts/format.mjs";
import { shareBar } from "./shares.mjs";

const nameOf = (name) => html("span", { class: "at-name", title: name }, html("bdi", {}, name));

/** One row that both banks share: scores left, weights right. Where the row is set by hand, a share takes the place of the score. */
export function hullRow(view, name, writeScore, writeShare) {
  const byScore = numberControl(view, { label: `${name}: score`, min: -1000, max: 1000, step: 0.5, change: writeScore });
  const kept = numberControl(view, { label: `${name}: share, the sum stays 1`, min: 0, max: 1, step: 0.05, change: writeShare });
  const free = numberControl(view, { label: `${name}: share`, min: -1, max: 2, step: 0.05, change: writeShare });
  const score = scoreBar(view, (x, done) => writeScore(Math.round(x * 10) / 10, done), true);
  let grid = 0.01;
  const share = shareBar(view, (x, done) => writeShare(Number((Math.round(x / grid) * grid).toFixed(2)), done));
  const printed = html("span", { class: "at-printed" });
  const number = html("div", { class: "at-rownumber" });
  const node = html("div", { class: "at-row" }, nameOf(name), number, score.node, share.node, printed);
  return {
    node,
    score,
    share,
    show({ mode, keep, score: s, span, share: w, range, weighs }) {
      const scored = mode === "scores";
      grid = keep ? 0.01 : 0.05; // round enough that a sum of 1 can be met by hand
      const control = scored ? byScore : keep ? kept : free;
      control.show(scored ? s : w);
      if (number.firstChild !== control.node) number.replaceChildren(control.node);
      score.show(s, span);
      set(score.node, "data-hidden", scored ? false : "true");
      share.show(w, range, weighs, scored);
      say(printed, fixed(w, 3));
    },
  };
}

/** The two numbers of one value, and what the key contributes. */
export function valueRow(view, name, brings, steps, change) {
  const controls = brings.map((bring, d) => numberControl(view, {
    label: `${name}: ${bring}`, min: -1000, max: 1000, step: steps[d], change: (x, done) => change(d, x, done),
  }));
  const given = html("span", { class: "at-printed" });
  const node = html("div", { class: "at-valuerow" }, nameOf(name), ...controls.map((one) => one.node), given);
  return {
    node,
    show(value, words) {
      controls.forEach((one, d) => one.show(value[d]));
      say(given, words);
    },
  };
}
