// A table of stages: one line for each, one number for each key, and what they add up to. Lines are made once and filled anew.
import { html, say, set } from "../parts/dom.mjs";

/**
 * heads: of the columns        groups, lines: how many groups of lines there are, and how many lines one of them may need
 * show(caption, filled, chosen): each group is { title, rows }; a row is { head, numbers, total, loud }: texts, and `loud`
 * says of each number whether it stands out. No total: what these add up to means nothing. `chosen` is the column to mark. A group without rows is away.
 */
export function stagesTable({ heads, groups, lines }) {
  const marked = heads.map((name) => html("th", { scope: "col" }, name));
  const caption = html("caption");
  const parts = Array.from({ length: groups }, () => {
    const title = html("th", { scope: "rowgroup", colspan: heads.length + 2, class: "at-stagehead" });
    const made = Array.from({ length: lines }, () => {
      const [head, total, cells] = [html("th", { scope: "row" }), html("td", { class: "at-stagetotal" }), heads.map(() => html("td"))];
      return { head, total, cells, node: html("tr", {}, head, ...cells, total) };
    });
    return { title, made, node: html("tbody", {}, html("tr", {}, title), ...made.map((line) => line.node)) };
  });
  const flag = (yes) => (yes ? "true" : false); // false takes the attribute away
  return {
    // Columns of fixed width: the browser need not measure every number whenever one changes.
    node: html("table", { class: "at-table at-stages", "data-many": heads.length > 8, style: `--at-keys:${heads.length}` }, caption,
      html("colgroup", {}, html("col", { class: "at-stagecol" }), ...heads.map(() => html("col", { class: "at-keycol" })), html("col")),
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "stage"), ...marked, html("th", { scope: "col" }, "adds up to"))),
      ...parts.map((part) => part.node)),
    show(words, filled, chosen) {
      say(caption, words);
      marked.forEach((one, j) => set(one, "data-marked", flag(j === chosen)));
      parts.forEach(({ title, made, node }, g) => {
        const { title: heading, rows } = filled[g];
        set(node, "hidden", rows.length ? false : "");
        say(title, heading);
        made.forEach((line, k) => {
          set(line.node, "hidden", k < rows.length ? false : "");
          if (k >= rows.length) return;
          const { head, numbers, total = "", loud = [] } = rows[k];
          say(line.head, head);
          say(line.total, total || "any number");
          set(line.total, "data-any", flag(!total));
          numbers.forEach((x, j) => {
            say(line.cells[j], x);
            set(line.cells[j], "data-marked", flag(j === chosen));
            set(line.cells[j], "data-loud", flag(loud[j]));
          });
        });
      });
    },
  };
}
