// A grid of coloured cells on a canvas, for more cells than numbers fit into: queries down, keys across.
// The canvas is the picture. One cell, the current one, is an element above it: it takes the focus, arrow keys move it, and
// a screen reader hears its name and where it stands. Hidden cells stay clear, and the hatching of the ground shows.
import { html, say, set, svg } from "./dom.mjs";
import { fitting, textWidth } from "./tokens.mjs";

const ROOM_ABOVE = 75; // px of a name above a column, which is turned, and beside a row
const ROOM_BESIDE = 90;

/**
 * rows, columns: names along the sides, as shown      label: what the whole grid is called
 * colour(i, j): { rgb: [r, g, b] }, or null for a hidden cell
 * name(i, j): what the current cell is called, with its numbers
 * move(i, j): the current cell changed, by pointer or key; act(i, j): a click, Space or Enter, or null for a picture to read
 * notes: headings of columns of text at the right, [heading, width] each
 * size: width of a cell in px; cells are square unless `high` is given
 * pixels(into): instead of `colour`, write all colours at once, row after row, 0 for a hidden cell (see palette.mjs)
 * every: [rows, columns] a name and a note for every k-th only, where cells are smaller than letters
 * bare: no names at the left, beside another grid with the same rows
 */
export function heatmap(view, options) {
  const { rows, columns, label, colour, name, move, act = null, notes = [], size = 24, high = size } = options;
  const { pixels = null, every = [1, 1], bare = false } = options;
  const [n, m] = [rows.length, columns.length];
  const left = bare ? 4 : 8 + Math.ceil(Math.min(ROOM_BESIDE, Math.max(...rows.map(textWidth), 21)));
  const top = 10 + Math.ceil(0.7 * Math.min(ROOM_ABOVE, Math.max(...columns.map(textWidth), 21)));
  const [wide, tall] = [m * size, n * high];
  const starts = notes.map((_, k) => left + wide + 10 + notes.slice(0, k).reduce((total, [, w]) => total + w, 0));
  const right = notes.reduce((total, [, w]) => total + w, notes.length ? 10 : 16);

  const canvas = html("canvas", { class: "at-canvas", "aria-hidden": "true" });
  canvas.width = pixels ? m : m * Math.min(size, 24) * 2; // sharp also on fine screens and at 200 % zoom
  canvas.height = pixels ? n : n * Math.min(high, 24) * 2;
  const [across, down] = [canvas.width / m, canvas.height / n];
  const ink = canvas.getContext("2d");

  const text = (x, y, words, kind, turn = "") => {
    const node = svg("text", { x, y, class: kind, ...(turn ? { transform: turn } : {}) });
    node.textContent = words;
    return node;
  };
  const shown = (word, k, each) => (k % each === 0 ? word : "");
  const rowNames = rows.map((word, i) =>
    text(left - 6, (i + 0.5) * high + top + 4, bare ? "" : shown(fitting(word, ROOM_BESIDE), i, every[0]), "at-query"));
  const columnNames = columns.map((word, j) => {
    const x = left + (j + 0.5) * size;
    return text(x + 3, top - 5, shown(fitting(word, ROOM_ABOVE), j, every[1]), "at-slanted", `rotate(-50 ${x + 3} ${top - 5})`);
  });
  const noted = rows.map((_, i) => notes.map((_, k) => text(starts[k], (i + 0.5) * high + top + 4, "", "at-note")));
  const labels = svg("svg", { width: left + wide + right, height: top + tall + 2, class: "at-heatlabels", "aria-hidden": "true" },
    ...rowNames, ...columnNames, ...notes.map(([head], k) => text(starts[k], top - 8, head, "at-notehead")), ...noted.flat());

  const cell = html("div", { role: "gridcell", tabindex: 0, class: "at-heatcell" });
  const row = html("div", { role: "row", "aria-rowindex": 1 }, cell);
  const over = html("div", { class: "at-over", role: "grid", "aria-label": label, "aria-rowcount": n, "aria-colcount": m }, canvas, row);
  const band = html("div", { class: "at-heatband", "aria-hidden": "true", hidden: "" });
  const node = html("div", { class: "at-heatmap" }, labels, over, band);
  Object.assign(over.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${tall}px` });
  Object.assign(cell.style, { width: `${size}px`, height: `${high}px`, scrollMargin: `${top}px 8px 8px ${left}px` }); // with its names
  Object.assign(band.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
  Object.assign(node.style, { width: `${left + wide + right}px`, height: `${top + tall + 2}px` });

  let [i, j] = [0, 0];
  const stand = () => {
    cell.style.transform = `translate(${j * size}px, ${i * high}px)`;
    set(row, "aria-rowindex", i + 1);
    set(cell, "aria-colindex", j + 1);
    set(cell, "aria-label", name(i, j));
  };
  const go = (a, b, focus = false) => {
    const to = [Math.min(n - 1, Math.max(0, a)), Math.min(m - 1, Math.max(0, b))];
    if (to[0] !== i || to[1] !== j) {
      [i, j] = to;
      move?.(i, j);
      stand();
    }
    if (focus) view.focusSoon(cell);
  };
  const at = (event) => {
    const frame = over.getBoundingClientRect();
    return [Math.floor(((event.clientY - frame.top) / frame.height) * n), Math.floor(((event.clientX - frame.left) / frame.width) * m)];
  };
  view.listen(over, "pointermove", (event) => event.pointerType !== "touch" && go(...at(event)));
  view.listen(over, "click", (event) => {
    if (event.detail !== 0) go(...at(event), true);
    act?.(i, j);
  });
  const step = (a, b) => { // a cell that has the focus already is not brought into view by focus()
    go(a, b);
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const keys = {
    ArrowUp: () => step(i - 1, j), ArrowDown: () => step(i + 1, j), ArrowLeft: () => step(i, j - 1), ArrowRight: () => step(i, j + 1),
    Home: () => step(i, 0), End: () => step(i, m - 1), PageUp: () => step(0, j), PageDown: () => step(n - 1, j),
    " ": () => act?.(i, j), Enter: () => act?.(i, j),
  };
  view.listen(over, "keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });

  const drawn = Array.from({ length: n }, () => Array(m).fill(undefined)); // what stands on the canvas, to leave equal cells alone
  const image = pixels ? new ImageData(m, n) : null;
  stand();
  return {
    node,
    wide: left + wide + right,
    current: () => [i, j],
    go,
    /** Bring canvas and current cell up to date: only cells whose colour changed are drawn. */
    paint() {
      if (pixels) {
        pixels(new Uint32Array(image.data.buffer));
        ink.putImageData(image, 0, 0);
        return stand();
      }
      for (let a = 0; a < n; a++) {
        for (let b = 0; b < m; b++) {
          const found = colour(a, b);
          const key = found ? (found.rgb[0] << 16) | (found.rgb[1] << 8) | found.rgb[2] : null;
          if (drawn[a][b] === key) continue;
          drawn[a][b] = key;
          if (key === null) ink.clearRect(b * across, a * down, across, down);
          else {
            ink.fillStyle = `rgb(${found.rgb.join(" ")})`;
            ink.fillRect(b * across, a * down, across, down);
          }
        }
      }
      return stand();
    },
    note(a, k, words, loud = false) {
      if (a % every[0]) return;
      say(noted[a][k], words);
      set(noted[a][k], "class", loud ? "at-note at-loud" : "at-note");
    },
    rename: (words) => set(over, "aria-label", words),
    /** Mark one row by name, or none with -1. */
    mark: (a) => rowNames.forEach((one, b) => set(one, "data-marked", a === b)),
    /** Frame one row from end to end, or none with -1. */
    frame(a) {
      set(band, "hidden", a < 0 ? "" : false);
      band.style.transform = `translate(0, ${a * high}px)`;
    },
  };
}
