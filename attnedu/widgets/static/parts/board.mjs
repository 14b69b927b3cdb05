// One table of cells, however large: with printed numbers while they fit, as a map of colours beyond that.
import { withInk } from "./draw.mjs";
import { grid } from "./grid.mjs";
import { heatmap } from "./heatmap.mjs";

const PRINTED = 8; // rows and columns whose numbers still fit into their cells
const sizeOf = (n) => (n > 20 ? 12 : n > 12 ? 14 : 22); // px of a cell, so that scores and weights fit side by side

/**
 * The board's show takes { hidden(i, j), rgb(i, j), words(i, j) }; words are asked for only where they are printed.
 * tokens: of rows and columns        label: what the board is called
 * name(i, j): what a screen reader calls a cell, with its numbers
 * notes: columns of text at the right, [heading, width] each
 * flip(i, j): a click or Space on a cell, or null        visit(i, j): the pointer or the focus reached a cell of a large board
 */
export function board(view, { tokens, label, name, notes = [], flip = null, visit = null }) {
  if (tokens.length <= PRINTED) return withNumbers(view, { tokens, label, name, notes, flip });
  let shown = { hidden: () => true };
  const map = heatmap(view, {
    rows: tokens, columns: tokens, label, notes, size: sizeOf(tokens.length), act: flip,
    name,
    colour: (i, j) => (shown.hidden(i, j) ? null : { rgb: shown.rgb(i, j) }),
    move: visit,
  });
  return {
    node: map.node,
    wide: map.wide,
    large: true,
    show(cells) {
      shown = cells;
      map.paint();
    },
    note: map.note,
    rename: map.rename,
    go: map.go,
    current: map.current,
  };
}

function withNumbers(view, { tokens, label, name, notes, flip }) {
  const picture = grid(view, { names: tokens, label, notes, flip });
  return {
    node: picture.node,
    wide: picture.wide,
    large: false,
    show(cells) {
      tokens.forEach((_, i) => tokens.forEach((_, j) => picture.cell(i, j, {
        ...withInk(cells.rgb(i, j)), words: cells.words(i, j), hidden: cells.hidden(i, j), name: flip ? name(i, j) : null,
      })));
    },
    note: picture.note,
    rename: picture.name,
  };
}
