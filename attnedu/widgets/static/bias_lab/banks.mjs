// A bank of cells with printed numbers, up to 12 × 12, of which one is chosen: scores (to choose in) or weights (to read).
// Two banks of the same tokens have the same heights, so that their rows stand in line when they stand side by side.
import { html, say, set, svg } from "../parts/dom.mjs";
import { fitting, tokenNames } from "../parts/tokens.mjs";

const LEFT = 66;
const TOP = 26;
const sizeOf = (n) => (n > 8 ? { wide: 36, high: 33 } : { wide: 42, high: 34 });

/**
 * tokens: of rows and columns        label: what the bank is called
 * notes: columns of text at the right, [heading, width] each
 * choose(i, j): a click, Space, Enter or an arrow key reached a cell; null makes the bank a picture
 */
export function bank(view, { tokens, label, notes = [], choose = null }) {
  const n = tokens.length;
  const size = sizeOf(n);
  const said = tokenNames(tokens);
  const shown = tokens.map((token, i) => (token.trim() === "" ? said[i] : token));
  const width = notes.reduce((total, [, w]) => total + w, 0);
  const starts = notes.map((_, k) => LEFT + n * size.wide + 8 + notes.slice(0, k).reduce((total, [, w]) => total + w, 0));
  const [wide, high] = [LEFT + n * size.wide + (width ? 8 + width : 2), TOP + n * size.high + 2];
  const place = (i, j) => `translate(${LEFT + j * size.wide} ${TOP + i * size.high})`;
  const middle = (i) => TOP + i * size.high + size.high / 2 + 4;
  const text = (x, y, words, kind) => {
    const node = svg("text", { x, y, class: kind, "aria-hidden": "true" });
    node.textContent = words;
    return node;
  };
  const cells = tokens.map((_, i) => tokens.map((_, j) => {
    const back = svg("rect", { width: size.wide - 2, height: size.high - 2, rx: 2, class: "at-cellback" });
    const words = text(size.wide / 2 - 1, size.high / 2 + 4, "", "at-celltext");
    const node = svg("g", {
      transform: place(i, j),
      ...(choose ? { role: "gridcell", tabindex: i + j === 0 ? 0 : -1, class: "at-cell", "aria-selected": "false" } : {}),
    }, back, words);
    return { node, back, words };
  }));
  const noted = tokens.map((_, i) => starts.map((x) => text(x, middle(i), "", "at-note")));
  const rowNames = shown.map((token, i) => text(LEFT - 8, middle(i), fitting(token, LEFT - 6), "at-query"));
  const columnNames = shown.map((token, j) => text(LEFT + (j + 0.5) * size.wide - 1, TOP - 8, fitting(token, size.wide + 4), "at-key"));
  const outline = { width: size.wide - 2, height: size.high - 2, rx: 2 };
  const frame = svg("g", { class: "at-frame", "aria-hidden": "true" },
    svg("rect", { ...outline, class: "at-framehalo" }), svg("rect", { ...outline, class: "at-frameline" }));
  const node = svg("svg", {
    viewBox: `0 0 ${wide} ${high}`, class: "at-bank", role: choose ? "grid" : "img", "aria-label": label,
    style: `max-width:${wide}px;min-width:${Math.round(0.78 * wide)}px`,
  }, ...columnNames, ...notes.map(([head], k) => text(starts[k], TOP - 8, head, "at-notehead")),
  ...tokens.map((_, i) => svg("g", choose ? { role: "row", "aria-label": `query ${said[i]}` } : {},
    rowNames[i], ...cells[i].map((cell) => cell.node), ...noted[i])), frame);

  let [row, column] = [0, 0];
  let marked = "";
  // The chosen cell is the one in the tab order.
  const stand = (i, j, focus = false) => {
    if (choose) {
      set(cells[row][column].node, "tabindex", -1);
      set(cells[i][j].node, "tabindex", 0);
      if (focus) cells[i][j].node.focus();
    }
    [row, column] = [i, j];
  };
  const go = (i, j) => {
    stand(Math.min(n - 1, Math.max(0, i)), Math.min(n - 1, Math.max(0, j)), true);
    choose(row, column);
  };
  const keys = {
    ArrowUp: () => go(row - 1, column), ArrowDown: () => go(row + 1, column), ArrowLeft: () => go(row, column - 1),
    ArrowRight: () => go(row, column + 1), Home: () => go(row, 0), End: () => go(row, n - 1),
    PageUp: () => go(0, column), PageDown: () => go(n - 1, column), " ": () => go(row, column), Enter: () => go(row, column),
  };
  if (choose) {
    view.listen(node, "keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
    cells.forEach((line, i) => line.forEach((cell, j) => view.listen(cell.node, "click", () => go(i, j))));
  }
  return {
    node,
    wide,
    /** colours, words and hatching of one cell; `leak`: a cell that should be hidden and is not; `name`: for a screen reader */
    cell(i, j, { fill, ink, words, hidden = false, leak = false, name = null }) {
      const cell = cells[i][j];
      const look = `${hidden}${leak}${fill}`;
      if (cell.look !== look) {
        cell.look = look;
        set(cell.back, "fill", hidden ? `url(#${view.id}-hatch)` : fill);
        set(cell.back, "data-leak", leak ? "true" : false);
        cell.back.style.stroke = leak ? ink : ""; // the frame is as easy to see on its ground as the number
        set(cell.words, "fill", hidden ? null : ink);
        set(cell.words, "class", hidden ? "at-celltext at-onhatch" : "at-celltext");
      }
      say(cell.words, words);
      if (name) set(cell.node, "aria-label", name);
    },
    note(i, k, words, loud = false) {
      say(noted[i][k], words);
      set(noted[i][k], "class", loud ? "at-note at-loud" : "at-note");
    },
    /** Mark the chosen cell, and its row and column by name. */
    mark(i, j) {
      if (marked === `${i} ${j}`) return;
      marked = `${i} ${j}`;
      for (const line of choose ? cells : []) for (const { node: one } of line) set(one, "aria-selected", "false");
      stand(i, j);
      if (choose) set(cells[i][j].node, "aria-selected", "true");
      set(frame, "transform", place(i, j));
      rowNames.forEach((one, a) => set(one, "data-marked", a === i ? "true" : false));
      columnNames.forEach((one, b) => set(one, "data-marked", b === j ? "true" : false));
    },
    rename: (words) => set(node, "aria-label", words),
  };
}

/** Two figures side by side at one scale, so that their rows stand in line; below each other where that would be too small. */
export function sideBySide(...figures) {
  return html("div", { class: "at-banksides" }, ...figures.map(({ head, frame, wide }) =>
    html("div", { style: `flex:${wide} 1 0` }, head, frame)));
}
