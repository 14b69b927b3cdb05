// Head grid: all heads as thumbnails, one head large with its scores left and its weights right, one row of it as bars.
import {
  cellText, claimReply, goals, headName, headNumber, headSummary, MARKED, readHeads, scoreText, spanFor, sumTexts, topHeads,
} from "./logic/head_grid.mjs";
import { tableOf } from "./logic/head_table.mjs";
import { barTable } from "./head_grid/bar_table.mjs";
import { button, choice, html, openView, picker, say, scroller, set } from "./parts/dom.mjs";
import { fixed } from "./parts/format.mjs";
import { heatmap } from "./parts/heatmap.mjs";
import { legend } from "./parts/legend.mjs";
import { scorePixels, weightPixels } from "./head_grid/palette.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { slices } from "./head_grid/slices.mjs";
import { thumbnails } from "./head_grid/thumbnails.mjs";
import { quoted, short, textWidth, tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["scores", "n_layers", "n_heads", "tokens", "queries", "layer", "head", "pinned", "key", "thumbnails", "span", "find",
  "claim", "pair", "questions", "start", "reached"];
const [LEAST, ROOM] = [700, 944]; // px that two grids side by side may take: what the page has, between these
const OPENING = 16; // ms of drawing before the first paint
const FINDS = [["", "nothing"], ["pair", "the most weight in the pinned cell"], ["previous", "the most weight on the previous token"],
  ["first", "the most weight on the first token"], ["low", "a row of low scores only"]];
const sign = (span) => fixed(span, Number.isInteger(span) ? 0 : 1);
const between = (low, x, high) => Math.max(low, Math.min(x, high));

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const opening = view.traits();
  const { n_layers, n_heads } = opening;
  const names = { queries: tokenNames(opening.queries), tokens: tokenNames(opening.tokens) };
  const [rows, columns] = [names.queries.length, names.tokens.length];
  const heads = () => readHeads(view.traits());
  const now = () => headNumber(view.traits());
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Scores and weights of the chosen head");
  const numbered = (count) => Array.from({ length: count }, (_, k) => k);

  // All heads
  const choose = (layer, head) => view.put({ layer, head, claim: "" });
  const caption = html("p", { class: "at-thumbs-caption" });
  const captionOf = (k) => say(caption, headSummary(heads(), k, view.traits()));
  const small = thumbnails(view, {
    down: numbered(n_layers).map((l) => `L${l}`), across: numbered(n_heads).map((h) => `H${h}`), cells: [rows, columns],
    label: "All heads: layers down, heads across. Arrow keys choose.",
    side: between(24, Math.floor(Math.min(890 / n_heads, 460 / n_layers)) - 4, 40),
    pixels(l, h, into) {
      const [data, t] = [heads(), view.traits()];
      const k = headNumber(t, l, h);
      if (t.thumbnails === "weights") weightPixels(data.weights(k), data.scores(k), into);
      else scorePixels(data.scores(k), spanFor(data, k, t.span), into);
    },
    name: (l, h) => `layer ${l}, head ${h}`, choose,
    hover: (l, h) => captionOf(l === null ? now() : headNumber(view.traits(), l, h)),
  });
  caption.style.minHeight = `${1.4 * Math.ceil(900 / Math.max(small.wide, 240))}em`;
  const drawAll = slices(view);
  let drawn = ""; // which scores the thumbnails show, and in which colours

  // Which heads do one thing most
  const find = picker(view, "Mark the five heads with", FINDS, (key) => view.put({ find: key }));
  let listed = [];
  const top = numbered(MARKED).map((place) => button(view, "", () => choose(Math.floor(listed[place] / n_heads), listed[place] % n_heads)));
  const note = html("p", { class: "at-fact" });
  const claim = choice(view, "This head puts more than half its weight on", [["previous", "the previous token"], ["first", "the first token"]],
    (key) => view.put({ claim: view.traits().claim === key ? "" : key }));
  const reply = html("p", { class: "at-fact", role: "status" });

  // One head, large
  const beside = Math.min(90, Math.max(21, ...names.queries.map(textWidth)));
  const room = between(LEAST, (el.clientWidth || ROOM + 40) - 40, ROOM);
  const size = between(6, Math.floor((room - beside - 8 - 16 - 24 - 4 - 78) / (2 * columns)), 24);
  const every = [Math.ceil(11.5 / size), Math.ceil(17 / size)];
  const pin = (i, j) => {
    const { pinned, key } = view.traits();
    view.put(pinned === i && key === j ? { pinned: -1, key: -1 } : { pinned: i, key: j });
  };
  const readout = html("p", { class: "at-heads-readout", "data-long": [...names.tokens, ...names.queries].some((name) => name.length > 16) });
  const read = (i, j) => say(readout, cellText(heads(), now(), i, j, names));
  const large = (other, options) => heatmap(view, {
    rows: names.queries, columns: names.tokens, size, every, act: pin, name: (i, j) => cellText(heads(), now(), i, j, names),
    move: (i, j) => { other().go(i, j); read(i, j); }, ...options,
  });
  const left = large(() => right, { label: "Scores. Arrow keys move, Enter pins a cell.",
    pixels: (into) => scorePixels(heads().scores(now()), spanFor(heads(), now(), view.traits().span), into) });
  const right = large(() => left, { label: "Weights. Arrow keys move, Enter pins a cell.", bare: true, notes: [["row sum", 68]],
    pixels: (into) => weightPixels(heads().weights(now()), heads().scores(now()), into) });
  const [scale, share] = [legend("scores"), legend("weights")];
  share.show(["0", "0.5", "1"]);
  const title = html("p", { class: "at-head" });
  const figure = (words, picture, key) => html("div", {}, html("p", { class: "at-label" }, words), picture.node, key.node);
  const twin = html("div", { class: "at-heads-twin" }, figure("Scores · any number", left, scale), figure("Weights · shares of 1", right, share));
  const listOf = (words) => [[-1, "none"], ...words.map((word, k) => [k, short(word, 24)])];
  const query = picker(view, "Pinned query:", listOf(names.queries), (i) => view.put(i < 0 ? { pinned: -1, key: -1 } : { pinned: i }));
  const key = picker(view, "key:", listOf(names.tokens), (j) => view.put({ key: j }));
  const bars = barTable(view, names.tokens);
  const hint = html("p", { class: "at-fact" }, "Pin a row to see it as bars: click a cell, press Enter on it, or choose a query.");

  const kind = choice(view, "Thumbnails", [["weights", "weights"], ["scores", "scores"]], (chosen) => view.put({ thumbnails: chosen }));
  const span = choice(view, "Score scale", [["head", "of each head"], ["all", "common to all"]], (chosen) => view.put({ span: chosen }));
  const again = button(view, "Start again", () => {
    const [layer, head, pinned, at, shown, reach] = view.traits().start;
    view.put({ layer, head, pinned, key: at, thumbnails: shown, span: reach, find: "", claim: "", reached: [] });
  });
  const part = (style, ...content) => html("div", { class: "at-heads-part", style }, ...content);
  const single = n_layers * n_heads === 1 ? "" : false;
  const side = html("div", { class: "at-thumbs-side", hidden: single }, scroller(view, "All heads", small.node), caption);
  const needed = Math.max(left.wide, 240) + 24 + Math.max(right.wide, 240);
  // Where one head finds no room beside all heads it stands below them, and they scroll in a frame that is not too high.
  const watch = new ResizeObserver(() => {
    set(side, "data-stacked", String(view.root.clientWidth - 48 < small.wide + needed));
    small.reveal(true);
  });
  watch.observe(view.root);
  view.ended.addEventListener("abort", () => watch.disconnect(), { once: true });
  set(view.root, "class", "at-widget at-heads");
  view.root.append(
    html("div", { class: "at-bar" }, kind.node, span.node, again),
    side,
    html("div", { class: "at-heads-part at-heads-find", hidden: single }, find.node,
      html("div", { class: "at-heads-found" }, html("div", { class: "at-heads-top" }, ...top), note)),
    part(`width:min(100%, ${needed}px)`, title, scroller(view, "The chosen head", twin), readout,
      html("div", { class: "at-bar" }, query.node, key.node), claim.node, reply),
    part("width:min(100%, 640px)", hint, bars.node),
    status.node, questions.node, html("div", { class: "at-panel" }, table.toggle, table.place));
  set(questions.node, "hidden", opening.questions.length ? false : "");

  function paintAll(t, data) {
    const wanted = [t.thumbnails, t.thumbnails === "scores" ? t.span : "", data.number].join();
    if (wanted === drawn) return;
    drawAll(data.count, (k) => [small.draw(k), data.summary(k)], () => paintTop(view.traits()), drawn === "" ? OPENING : undefined);
    drawn = wanted;
  }

  function paintTop(t) {
    const found = topHeads(t);
    listed = found.list;
    top.forEach((one, place) => {
      const k = listed[place];
      set(one, "hidden", k === undefined ? "" : false);
      if (k === undefined) return;
      say(one, `${headName(k, t)} ${found.words[place]}`);
      set(one, "aria-pressed", String(k === now()));
    });
    small.mark(listed);
    say(note, found.note);
  }

  let stood = ""; // the pinned cell becomes the current one, once
  function paintRow(t, data, k) {
    const cell = [t.pinned, Math.max(t.key, 0)];
    if (t.pinned >= 0 && stood !== cell.join()) left.go(...cell);
    stood = cell.join();
    set(hint, "hidden", t.pinned < 0 ? false : "");
    set(bars.node, "hidden", t.pinned < 0 ? "" : false);
    left.frame(t.pinned);
    right.frame(t.pinned);
    left.mark(t.pinned);
    query.show(t.pinned);
    key.show(t.key);
    if (t.pinned < 0) return;
    const [s, w] = [data.scores(k), data.weights(k)];
    bars.show(`${headName(k, t)}, row of ${quoted(names.queries[t.pinned])}`, spanFor(data, k, t.span), names.tokens.map((_, j) => {
      const at = t.pinned * columns + j;
      const hidden = s[at] === -Infinity;
      return { score: s[at], words: scoreText(s[at]), weight: w[at], printed: hidden ? "0" : fixed(w[at], 3), hidden, marked: j === t.key };
    }), sumTexts(data, k)[t.pinned]);
  }

  function paint() {
    const t = view.traits();
    const [data, k] = [heads(), now()];
    small.show(t.layer, t.head);
    captionOf(k);
    kind.show([t.thumbnails]);
    span.show([t.span]);
    find.show(t.find);
    claim.show([t.claim]);
    say(reply, claimReply(t));
    say(title, `Layer ${t.layer}, head ${t.head}`);
    left.paint();
    right.paint();
    const reach = spanFor(data, k, t.span);
    scale.show([`−${sign(reach)}`, "0", `+${sign(reach)}`]);
    sumTexts(data, k).forEach((total, i) => right.note(i, 0, total, total !== "1.000"));
    paintRow(t, data, k);
    read(...left.current());
    paintAll(t, data);
    paintTop(t);
    const reached = questions.show(goals(t), t.reached);
    small.reveal();
    status.tell(headSummary(data, k, t), reached);
    table.show(() => tableOf(t, data, k, names));
  }

  paint();
  return view.close;
}

export default { render };
