// One row of a head as a table: for every key its score, a bar from 0, and its weight, a bar from 0 to 1.
import { html, say, scroller, set } from "../parts/dom.mjs";
import { weightColour } from "../parts/draw.mjs";

const FEW = 16; // keys; more of them scroll in a frame of their own

/** names: of the keys, as shown. `show` takes what each key has: { score, words, weight, printed, hidden, marked }. */
export function barTable(view, names) {
  const caption = html("span", { class: "at-keybars-title" });
  const rows = names.map((name) => {
    const number = html("span", { class: "at-keybars-number at-keybars-any" });
    const score = html("span", { class: "at-keybars-score" });
    const hatch = html("span", { class: "at-keybars-hidden" });
    const weight = html("span", { class: "at-keybars-weight" });
    const printed = html("span", { class: "at-keybars-number" });
    const node = html("tr", {}, html("th", { scope: "row" }, html("bdi", {}, name)),
      html("td", {}, html("div", {}, number, html("span", { class: "at-keybars-zero", "aria-hidden": "true" }, score, hatch))),
      html("td", {}, html("div", {}, html("span", { class: "at-keybars-track", "aria-hidden": "true" }, weight), printed)));
    return { node, number, score, hatch, weight, printed };
  });
  const head = (...words) => words.map((word) => html("th", { scope: "col" }, word));
  const sum = html("span", { class: "at-keybars-number" });
  const table = html("table", { class: "at-keybars" }, html("caption", {}, caption),
    html("thead", {}, html("tr", {}, ...head("key", "score, about 0", "weight, 0 to 1"))),
    html("tbody", {}, ...rows.map((row) => row.node)),
    html("tfoot", {}, html("tr", {}, html("th", { scope: "row" }, "sum"), html("td", {}, "any number"),
      html("td", {}, html("div", {}, html("span", { class: "at-keybars-fill" }), sum)))));
  const frame = scroller(view, "The pinned row, key by key", table);
  const node = names.length <= FEW ? frame
    : html("div", { class: "at-keybars-long", role: "group", tabindex: 0, "aria-label": "The pinned row, from the first key to the last" }, frame);
  return {
    node,
    show(title, span, cells, total) {
      say(caption, title);
      table.style.setProperty("--at-digits", `${Math.max(5, ...cells.map(({ words }) => words.length))}ch`);
      cells.forEach(({ score, words, weight, printed, hidden, marked }, j) => {
        const row = rows[j];
        const reach = hidden ? 0 : 50 * Math.min(1, Math.abs(score) / span);
        row.score.style.left = `${score < 0 ? 50 - reach : 50}%`;
        row.score.style.width = `${reach}%`;
        set(row.score, "data-sign", score < 0 ? "minus" : "plus");
        set(row.hatch, "hidden", hidden ? false : "");
        set(row.weight, "hidden", weight === 0 ? "" : false);
        row.weight.style.width = `${100 * weight}%`;
        row.weight.style.background = weightColour(weight).fill;
        say(row.number, words);
        say(row.printed, printed);
        set(row.node, "data-marked", marked ? "true" : false);
      });
      say(sum, total);
    },
  };
}
