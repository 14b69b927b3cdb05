// A grid of cells, queries down and keys across: the scores (to click), or weights with what each row sums to.
import { say, set, svg } from "./dom.mjs";
import { fitting, tokenNames } from "./tokens.mjs";

const HIGH = 34;
const widthOf = (n) => (n > 6 ? 38 : 42);
const LEFT = 62;
const TOP = 26;

/**
 * names: of rows and columns        notes: columns of text at the right, [heading, width] each, [] for none
 * flip(i, j): makes the grid one for keys and pointer; null makes it a picture
 */
export function grid(view, { names, label, notes = [], flip = null }) {
  const n = names.length;
  const CELL = { wide: widthOf(n), high: HIGH };
  const said = tokenNames(names);
  const shown = names.map((name, i) => (name.trim() === "" ? said[i] : name));
  const starts = notes.map((_, k) => LEFT + n * CELL.wide + 8 + notes.slice(0, k).reduce((total, [, w]) => total + w, 0));
  const [wide, high] = [LEFT + n * CELL.wide + (notes.length ? 8 : 2) + notes.reduce((total, [, w]) => total + w, 0), TOP + n * CELL.high + 2];
  const text = (x, y, words, kind) => {
    const node = svg("text", { x, y, class: kind });
    node.textContent = words;
    return node;
  };
  const cells = names.map((query, i) => names.map((key, j) => {
    const back = svg("rect", { width: CELL.wide - 2, height: CELL.high - 2, rx: 2, class: "at-cellback" });
    const words = text(CELL.wide / 2 - 1, CELL.high / 2 + 4, "", "at-celltext");
    const node = svg("g", {
      transform: `translate(${LEFT + j * CELL.wide} ${TOP + i * CELL.high})`,
      ...(flip ? { role: "gridcell", tabindex: i + j === 0 ? 0 : -1, class: "at-cell" } : {}),
    }, back, words);
    return { node, back, words };
  }));
  const noted = names.map((_, i) => notes.map((_, k) =>
    text(starts[k], TOP + i * CELL.high + CELL.high / 2 + 4, "", "at-note")));
  const heads = shown.map((name, j) => text(LEFT + (j + 0.5) * CELL.wide - 1, TOP - 8, fitting(name, CELL.wide + 4), "at-key"));
  const node = svg("svg", {
    viewBox: `0 0 ${wide} ${high}`, class: "at-grid", style: `max-width:${wide}px;min-width:${Math.min(310, Math.round(0.75 * wide))}px`,
    role: flip ? "grid" : "img", "aria-label": label,
  },
  svg("g", { "aria-hidden": "true" }, ...heads, ...notes.map(([head], k) => text(starts[k], TOP - 8, head, "at-notehead"))),
  ...names.map((query, i) => svg("g", flip ? { role: "row", "aria-label": `query ${said[i]}` } : {},
    text(LEFT - 8, TOP + i * CELL.high + CELL.high / 2 + 4, fitting(shown[i], LEFT - 6), "at-query"), ...cells[i].map((cell) => cell.node), ...noted[i])));

  if (flip) listen(view, node, cells, flip);
  return {
    node,
    wide,
    /** colours, words and hatching of one cell; `name` is what a screen reader says */
    cell(i, j, { fill, ink, words, hidden = false, name = null }) {
      const { node: group, back, words: label_ } = cells[i][j];
      set(back, "fill", hidden ? `url(#${view.id}-hatch)` : fill);
      set(label_, "fill", hidden ? null : ink);
      set(label_, "class", hidden ? "at-celltext at-onhatch" : "at-celltext");
      say(label_, words);
      if (name) set(group, "aria-label", name);
    },
    note(i, k, words, loud = false) {
      say(noted[i][k], words);
      set(noted[i][k], "class", loud ? "at-note at-loud" : "at-note");
    },
    name: (words) => set(node, "aria-label", words),
  };
}

// One cell is in the tab order; arrows move it, Home and End run along the row, Space and Enter flip the cell.
function listen(view, node, cells, flip) {
  const last = cells.length - 1;
  let [row, column] = [0, 0];
  const move = (i, j) => {
    set(cells[row][column].node, "tabindex", -1);
    [row, column] = [Math.min(last, Math.max(0, i)), Math.min(last, Math.max(0, j))];
    set(cells[row][column].node, "tabindex", 0);
    cells[row][column].node.focus();
  };
  const keys = {
    ArrowUp: () => move(row - 1, column),
    ArrowDown: () => move(row + 1, column),
    ArrowLeft: () => move(row, column - 1),
    ArrowRight: () => move(row, column + 1),
    Home: () => move(row, 0),
    End: () => move(row, last),
    " ": () => flip(row, column),
    Enter: () => flip(row, column),
  };
  view.listen(node, "keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  cells.forEach((line, i) => line.forEach((cell, j) => view.listen(cell.node, "click", () => {
    move(i, j);
    flip(i, j);
  })));
}
