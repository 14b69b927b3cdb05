// Many small pictures in a table, all on one canvas. One of them, the current one, is an element above the canvas: it takes
// the focus, arrow keys move it, and a screen reader hears its name and where it stands. Hidden cells are hatched.
import { html, set, svg } from "../parts/dom.mjs";

const GAP = 4; // px between two pictures
const [LEFT, TOP] = [34, 20];
const STRIPE = [4.2, 1.3]; // distance and width of the lines of the hatching, in px
const GREY = new Uint32Array(new Uint8ClampedArray([128, 134, 145, 190]).buffer)[0]; // 3:1 on a light and on a dark ground

/** Where a picture stands and how many pixels of the canvas it takes; `side` is its width and height on the page. */
export function thumbnailSize({ cells: [rows, columns], side }) {
  const scale = (n) => Math.ceil((2 * side) / n); // whole pixels for a cell, sharp also at 200 %
  const [wide, high] = [columns * scale(columns), rows * scale(rows)];
  const gap = [Math.round((GAP * wide) / side), Math.round((GAP * high) / side)];
  const pitch = [side + (gap[0] * side) / wide, side + (gap[1] * side) / high];
  return { wide, high, gap, pitch, block: [scale(columns), scale(rows)] };
}

// The hatching as one picture: grey stripes on nothing, so that the ground of either theme shows between them.
function stripes({ wide, high }, side) {
  return Uint32Array.from({ length: wide * high }, (_, at) => {
    const [x, y] = [((at % wide) * side) / wide, (Math.floor(at / wide) * side) / high];
    return (x + y) % STRIPE[0] < STRIPE[1] ? GREY : 0;
  });
}

/**
 * down, across: names of the rows and columns of pictures       label: what the whole is called
 * cells: [rows, columns] of each picture                         side: px of a picture on the page, at least 24
 * pixels(a, b, into): write the colours of picture (a, b), one for each cell, 0 for a hidden one
 * name(a, b): what a screen reader calls it                      choose(a, b): by click or key
 * hover(a, b): the pointer is on it, or hover(null): on none
 */
export function thumbnails(view, { down, across, label, cells, side, pixels, name, choose, hover }) {
  const size = thumbnailSize({ cells, side });
  const [n, m] = [down.length, across.length];
  const { wide, high, gap, pitch } = size;
  const canvas = html("canvas", { class: "at-thumbs-canvas", "aria-hidden": "true" });
  [canvas.width, canvas.height] = [m * (wide + gap[0]), n * (high + gap[1])];
  const ink = canvas.getContext("2d");
  const picture = new ImageData(wide, high);
  const dots = new Uint32Array(picture.data.buffer);
  const hatch = stripes(size, side);
  const colours = new Uint32Array(cells[0] * cells[1]);

  const text = (x, y, words, anchor) => {
    const node = svg("text", { x, y, class: "at-thumbs-name", "text-anchor": anchor });
    node.textContent = words;
    return node;
  };
  const names = svg("svg", { width: LEFT + m * pitch[0], height: TOP + n * pitch[1], class: "at-thumbs-names", "aria-hidden": "true" },
    ...across.map((word, b) => text(LEFT + b * pitch[0] + side / 2, TOP - 6, word, "middle")),
    ...down.map((word, a) => text(LEFT - 8, TOP + a * pitch[1] + side / 2 + 4, word, "end")));

  const frame = (kind) => {
    const node = html("div", { class: `at-thumb ${kind}`, "aria-hidden": "true", hidden: "" });
    Object.assign(node.style, { width: `${side}px`, height: `${side}px` });
    return node;
  };
  const place = (node, a, b) => {
    node.style.transform = `translate(${b * pitch[0]}px, ${a * pitch[1]}px)`;
    set(node, "hidden", false);
  };
  const cell = html("div", { role: "gridcell", tabindex: 0, class: "at-thumb at-thumb-current" });
  Object.assign(cell.style, { width: `${side}px`, height: `${side}px` });
  const row = html("div", { role: "row" }, cell);
  const under = frame("at-thumb-hover");
  const marks = [];
  const over = html("div", { class: "at-thumbs-over", role: "grid", "aria-label": label, "aria-rowcount": n, "aria-colcount": m }, canvas, row);
  Object.assign(over.style, { left: `${LEFT}px`, top: `${TOP}px`, width: `${m * pitch[0]}px`, height: `${n * pitch[1]}px` });
  // The frames stand beside the grid, not in it: a grid holds rows and nothing else.
  const frames = html("div", { class: "at-thumbs-frames", "aria-hidden": "true" }, under);
  Object.assign(frames.style, { left: `${LEFT}px`, top: `${TOP}px` });
  const node = html("div", { class: "at-thumbs" }, names, over, frames);
  Object.assign(node.style, { width: `${LEFT + m * pitch[0]}px`, height: `${TOP + n * pitch[1]}px` });

  let [i, j] = [0, 0];
  let hovered = -1;
  const at = (event) => {
    const box = over.getBoundingClientRect();
    const [a, b] = [Math.floor(((event.clientY - box.top) / box.height) * n), Math.floor(((event.clientX - box.left) / box.width) * m)];
    return [Math.min(n - 1, Math.max(0, a)), Math.min(m - 1, Math.max(0, b))];
  };
  const leave = () => {
    hovered = -1;
    set(under, "hidden", "");
    hover(null);
  };
  view.listen(over, "pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const [a, b] = at(event);
    if (a * m + b === hovered) return;
    hovered = a * m + b;
    place(under, a, b);
    hover(a, b);
  });
  view.listen(over, "pointerleave", leave);
  view.listen(over, "click", (event) => {
    if (event.detail !== 0) choose(...at(event));
    view.focusSoon(cell);
  });
  const move = (a, b) => {
    choose(Math.min(n - 1, Math.max(0, a)), Math.min(m - 1, Math.max(0, b)));
    show(Math.min(n - 1, Math.max(0, a)), Math.min(m - 1, Math.max(0, b)));
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const keys = {
    ArrowUp: () => move(i - 1, j), ArrowDown: () => move(i + 1, j), ArrowLeft: () => move(i, j - 1), ArrowRight: () => move(i, j + 1),
    Home: () => move(i, 0), End: () => move(i, m - 1), PageUp: () => move(0, j), PageDown: () => move(n - 1, j),
    " ": () => choose(i, j), Enter: () => choose(i, j),
  };
  view.listen(over, "keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });

  // Scroll the frame around the pictures, and nothing else, until the current one is in it. Only after a move: it costs a layout.
  let revealed = -1;
  function reveal(again = false) {
    const frame = node.parentElement;
    if (!frame || (revealed === i * m + j && !again)) return;
    revealed = i * m + j;
    const [from, to] = [TOP + i * pitch[1], LEFT + j * pitch[0]];
    const within = (at, start, length) => Math.max(at + side + 8 - length, Math.min(start, at - 40));
    if (frame.scrollHeight > frame.clientHeight) frame.scrollTop = within(from, frame.scrollTop, frame.clientHeight);
    if (frame.scrollWidth > frame.clientWidth) frame.scrollLeft = within(to, frame.scrollLeft, frame.clientWidth);
  }

  function show(a, b) {
    [i, j] = [a, b];
    place(cell, i, j);
    set(row, "aria-rowindex", i + 1);
    set(cell, "aria-colindex", j + 1);
    set(cell, "aria-label", name(i, j));
  }

  show(0, 0);
  return {
    node,
    wide: LEFT + m * pitch[0],
    /** Make (a, b) the current picture. */
    show,
    reveal,
    /** Draw picture number k, counted row after row. */
    draw(k) {
      const [a, b] = [Math.floor(k / m), k % m];
      pixels(a, b, colours);
      fill(dots, colours, cells, size, hatch);
      ink.putImageData(picture, b * (wide + gap[0]), a * (high + gap[1]));
    },
    /** Put a dashed frame on each picture of the list. */
    mark(list) {
      while (marks.length < list.length) {
        marks.push(frame("at-thumb-mark"));
        frames.append(marks.at(-1));
      }
      marks.forEach((mark, k) => (k < list.length ? place(mark, Math.floor(list[k] / m), list[k] % m) : set(mark, "hidden", "")));
    },
  };
}

// One block of equal pixels for each cell: the first line of a row of cells is written, the others are copies of it.
function fill(dots, colours, [rows, columns], { wide, block: [across, down] }, hatch) {
  for (let r = 0; r < rows; r++) {
    const first = r * down * wide;
    let clear = false;
    for (let c = 0; c < columns; c++) {
      const colour = colours[r * columns + c];
      if (colour === 0) clear = true;
      dots.fill(colour, first + c * across, first + (c + 1) * across);
    }
    for (let y = 1; y < down; y++) dots.copyWithin(first + y * wide, first, first + wide);
    if (!clear) continue;
    for (let c = 0; c < columns; c++) {
      if (colours[r * columns + c] !== 0) continue;
      for (let y = 0; y < down; y++) {
        const at = first + y * wide + c * across;
        for (let x = 0; x < across; x++) dots[at + x] = hatch[at + x];
      }
    }
  }
}
