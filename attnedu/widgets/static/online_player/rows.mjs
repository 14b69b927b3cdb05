// The two banks and the state of the online player: a row for each key, and the table of what is kept.
import { expBelow } from "../arithmetic/online.mjs";
import { factor, given, power, stateRows } from "../logic/online_player_words.mjs";
import { numberControl } from "../parts/controls.mjs";
import { button, html, say, scroller, set, svg } from "../parts/dom.mjs";
import { scoreBar, weightBar } from "../parts/draw.mjs";
import { fixed } from "../parts/format.mjs";

export const MARKS = { read: "✓", now: "▶", unread: "○" };
export const SPOKEN = { read: "read", now: "being read", unread: "not read yet" };

/** One key: its block, score and hide button, the exponential relative to the max so far, its value, and the weight on request. */
export function keyRow(view, name, { write, hide }) {
  const control = numberControl(view, { label: `${name}: score`, min: -1000, max: 1000, step: 0.5, change: write });
  const bar = scoreBar(view, (x, done) => write(Math.round(10 * x) / 10, done));
  const top = svg("line", { y1: 0, y2: 28, class: "at-op-max" });
  bar.node.append(top);
  const mark = html("span", { class: "at-op-block" });
  const hidden = button(view, "−∞", hide, { class: "at-button at-op-hide", "aria-label": `${name}: hide the score (−∞)` });
  const length = html("div", { class: "at-op-length" });
  const words = html("span", { class: "at-op-words" });
  const value = html("span", { class: "at-op-value" });
  const weight = weightBar();
  const printed = html("span", { class: "at-printed" });
  const node = html("div", { class: "at-op-row", role: "group" },
    mark, html("span", { class: "at-name", title: name }, name), hidden, control.node, bar.node,
    html("div", { class: "at-op-track", "aria-hidden": "true" }, length), words,
    value,
    html("div", { class: "at-op-weight", "aria-hidden": "true" }, weight.node), printed);
  return {
    node, bar,
    /** state: "read", "now" or "unread"; `first`: of its block */
    show({ state, block, first, brought, own, s, max, span, w }) {
      const seen = s > -Infinity;
      set(node, "data-state", state);
      set(node, "data-first", first);
      set(node, "aria-label", `${name}, block ${block + 1}, ${SPOKEN[state]}`);
      say(mark, first ? `${MARKS[state]} ${block + 1}` : "");
      say(value, given(brought));
      control.show(own, !seen);
      set(hidden, "aria-pressed", String(!seen));
      bar.show(own, span, !seen);
      set(top, "visibility", max > -Infinity && seen && state !== "unread" ? null : "hidden");
      const at = `${50 + 50 * Math.max(-1, Math.min(1, max === -Infinity ? 0 : max / span))}%`;
      set(top, "x1", at);
      set(top, "x2", at);
      const e = state === "unread" ? 0 : expBelow(s, max);
      const wide = `${100 * e}%`;
      set(length, "hidden", e === 0 ? "" : false);
      if (length.style.width !== wide) length.style.width = wide;
      say(words, state === "now" ? power(s, max) : state === "read" ? factor(e) : "");
      weight.show(w);
      say(printed, fixed(w, 3));
    },
  };
}

/** The running state before and after the step. The heads and first cells stay; the numbers change. */
export function stateTable(view) {
  const heads = ["before", "", "+ this block", "= after"].map((text) => html("th", { scope: "col" }, text));
  const body = html("tbody");
  const table = html("table", { class: "at-table at-op-state" },
    html("caption", {}, "What is kept"), html("thead", {}, html("tr", {}, html("td"), ...heads)), body);
  return {
    node: scroller(view, "What is kept, before and after this step", table),
    show(now) {
      const step = now.at ? now.steps[now.at - 1] : null;
      say(heads[1], step && step.before.sum > 0 ? `× ${factor(step.shrink)}` : "× factor");
      stateRows(now).forEach((cells, i) => {
        const line = () => html("tr", {}, html("th", { scope: "row" }, cells[0]), ...cells.slice(1).map(() => html("td")));
        if (!body.children[i]) body.append(line());
        cells.slice(1).forEach((text, c) => say(body.children[i].children[c + 1], text));
      });
    },
  };
}
