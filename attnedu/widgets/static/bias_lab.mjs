// Bias lab: everything else that lives on the score side, each with a switch; the scores left, the weights right.
import { BUCKETS, NEAR, biasLab, headOf, slopeOf, stageName, toggled, wrongly } from "./logic/bias_lab.mjs";
import { goals, path, scoreText, verdict, weightText, wrongWords } from "./logic/bias_lab_words.mjs";
import { sum } from "./arithmetic/softmax.mjs";
import { bank, sideBySide } from "./bias_lab/banks.mjs";
import { numberControl } from "./parts/controls.mjs";
import { button, choice, html, openView, picker, say, scroller, set } from "./parts/dom.mjs";
import { hatching, scoreColour, spanOf, weightColour } from "./parts/draw.mjs";
import { fixed } from "./parts/format.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { stagesTable } from "./bias_lab/stages.mjs";
import { fitting, quoted, tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["tokens", "scores", "on", "order", "temperature", "cap", "slope", "n_heads", "buckets", "window", "sink", "cell", "wrong", "start", "reached"];
const HEADS = [2, 4, 8, 16];
const STAGES = 8; // lines that one half of the stage table may need

/** A switch and its controls. */
function modification(view, what, label, ...controls) {
  const toggle = button(view, label, () => view.put({ on: toggled(view.traits().on, what) }), { "aria-pressed": "false", "data-switch": what });
  return {
    node: html("div", { class: "at-mod" }, toggle, ...controls),
    show: (on) => set(toggle, "aria-pressed", String(on.includes(what))),
  };
}

/** The controls, in the order in which the modifications act. Moving a control switches its modification on. */
function controls(view) {
  const write = (what, changes, done = true) => view.put({ ...changes, on: toggled(view.traits().on, what, true) }, done);
  const control = (what, name, options) =>
    numberControl(view, { ...options, change: (x, done) => write(what, { [name]: x }, done) });
  const temperature = control("temperature", "temperature",
    { label: "Temperature, divides every score", min: 0.05, max: 100, slider: [0.05, 100], log: true });
  const cap = control("cap", "cap", { label: "Cap, bends every score to below it", min: 0.5, max: 100, slider: [0.5, 100], log: true });
  const slope = control("alibi", "slope", { label: "ALiBi slope, taken off for each step back", min: 0, max: 1, step: 0.01, slider: [0, 1] });
  const sink = control("sink", "sink", { label: "Sink’s score", min: -1000, max: 1000, step: 0.5, slider: [-5, 10] });
  const windowed = numberControl(view, {
    label: "Window, keys counted back from the query itself", min: 1, max: 12, step: 1,
    change: (x, done) => write("window", { window: Math.round(x) }, done),
  });
  const which = choice(view, "Order", [["cap first", "cap, then mask"], ["mask first", "mask, then cap"]], (key) => view.put({ order: key }));
  const { n_heads: first } = view.traits();
  const heads = picker(view, "of", HEADS.map((n) => [n, `${n} heads`]), (n) => {
    const { slope: now, n_heads: before } = view.traits();
    const head = Math.min(headOf(now, before), n);
    view.put({ n_heads: n, ...(head ? { slope: slopeOf(head, n) } : {}) });
  });
  const head = picker(view, "head", [[0, "own slope"], ...Array.from({ length: Math.max(...HEADS, first) }, (_, h) => [h + 1, String(h + 1)])],
    (h) => h && write("alibi", { slope: slopeOf(h, view.traits().n_heads) }));
  set(head.node.querySelector("select"), "aria-label", "ALiBi head whose slope to take");
  set(heads.node.querySelector("select"), "aria-label", "Slopes of how many ALiBi heads");
  const options = [...head.node.querySelectorAll("option")];
  const presets = choice(view, "Biases", [["near", "near is favoured"], ["zero", "all 0"]], (key) =>
    write("relative", { buckets: NEAR.map((x) => (key === "near" ? x : 0)) }));
  const buckets = BUCKETS.map((name, b) => name && numberControl(view, {
    label: `T5 bias of the keys ${name}`, visible: name, min: -1000, max: 1000, step: 0.5,
    change: (x, done) => view.put({ buckets: view.traits().buckets.map((y, k) => (k === b ? x : y)) }, done),
  }));
  const table = html("div", { class: "at-buckets", role: "group", "aria-label": "T5 biases, one number for each bucket" },
    ...buckets.filter(Boolean).map((one) => one.node));
  const all = [
    modification(view, "temperature", "Temperature ÷", temperature.node),
    modification(view, "cap", "Soft-cap", cap.node, which.node),
    modification(view, "alibi", "ALiBi +", slope.node, head.node, heads.node),
    modification(view, "relative", "T5 bias +", presets.node, table),
    modification(view, "causal", "Causal mask", html("span", { class: "at-label" }, "hides the future")),
    modification(view, "window", "Window", windowed.node, html("span", { class: "at-label" }, "latest keys, the query’s own included")),
    modification(view, "sink", "Sink", sink.node, html("span", { class: "at-label" }, "one more score in the denominator")),
  ];
  return {
    node: html("section", { class: "at-mods", "aria-label": "What acts on the scores" }, ...all.map((one) => one.node)),
    show(t) {
      for (const one of all) one.show(t.on);
      temperature.show(t.temperature);
      cap.show(t.cap);
      slope.show(t.slope);
      sink.show(t.sink);
      windowed.show(t.window);
      which.show([t.order]);
      heads.show(t.n_heads);
      options.forEach((option, h) => set(option, "hidden", h > t.n_heads ? "" : false));
      options.forEach((option, h) => set(option, "disabled", h > t.n_heads ? "" : false));
      head.show(headOf(t.slope, t.n_heads));
      presets.show([["near", NEAR], ["zero", NEAR.map(() => 0)]].filter(([, row]) => row.every((x, b) => x === t.buckets[b])).map(([key]) => key));
      buckets.forEach((one, b) => one && one.show(t.buckets[b]));
      set(table, "hidden", t.on.includes("relative") ? false : "");
    },
  };
}

/** The chosen row, stage by stage: the scores, the weights, and if asked for what the same does after softmax. */
function groups(t, now) {
  const [i] = t.cell;
  const scoreRow = (id, row) => ({ head: stageName(id, t), numbers: row.map((s) => scoreText(s)) });
  const out = t.wrong ? wrongly(t, now, i) : [];
  return [
    { title: "On the scores, and softmax last", rows: [
      scoreRow("given", t.scores[i]), ...now.stages.map(({ id, scores }) => scoreRow(id, scores[i])),
      { head: t.on.includes("sink") ? "softmax, sink: weights" : "softmax: weights",
        numbers: now.weights[i].map((w) => weightText(w)), total: fixed(now.sums[i], 3), loud: now.leaks[i] },
    ] },
    { title: "The same, wrongly: softmax first, then on the weights. What comes out:", rows: out.map(({ id, row }, k) => ({
      head: stageName(id, t, true),
      numbers: row.map((x) => (k ? scoreText(x, 3) : weightText(x))), total: scoreText(sum(row), 3), loud: row.map((x) => x < 0),
    })) },
  ];
}

/** What fits into a cell. */
function cellText(s, large) {
  if (Math.abs(s) >= 1e4 && s > -Infinity) return `${fixed(s / 1000, 0)}k`;
  return scoreText(s, large || Math.abs(s) >= 10 ? 1 : 2);
}

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const { tokens } = view.traits();
  const names = tokenNames(tokens);
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Scores and weights, cell by cell");
  const mods = controls(view);
  const left = bank(view, { tokens, choose: (i, j) => view.put({ cell: [i, j] }), label: "Scores that softmax receives. Arrow keys choose a cell." });
  const right = bank(view, { tokens, notes: [["row sum", 58], ["to the sink", 64]], label: "" });
  const stages = stagesTable({ heads: names.map((name) => fitting(name, tokens.length > 8 ? 46 : 55)), groups: 2, lines: STAGES });
  const wrong = button(view, "The same, wrongly, on the weights", () => view.put({ wrong: !view.traits().wrong }), { "aria-pressed": "false" });
  const again = button(view, "Start again", () => view.put({ ...view.traits().start, reached: [] }));
  const [said, held, comes] = ["at-fact at-path", "at-fact at-sum at-verdict", "at-fact at-comes"].map((kind) => html("p", { class: kind }));
  const title = (text) => html("p", { class: "at-head" }, text);
  view.root.append(
    hatching(view), mods.node,
    sideBySide(
      { head: title("Scores that softmax receives"), frame: scroller(view, "Scores", left.node), wide: left.wide },
      { head: title("Weights, 0 to 1"), frame: scroller(view, "Weights", right.node), wide: right.wide }),
    held, said,
    html("div", { class: "at-bar" }, wrong, again),
    scroller(view, "One row, stage by stage", stages.node), comes,
    status.node, questions.node, html("div", { class: "at-panel" }, table.toggle, table.place),
  );

  function paint() {
    const t = view.traits();
    const now = biasLab(t);
    const [i, j] = t.cell;
    const large = tokens.length > 8;
    const span = Math.min(10, spanOf(now.scores.flat().filter((s) => s > -Infinity))); // beyond 10 the number tells, not the colour
    now.scores.forEach((row, a) => row.forEach((s, b) => {
      const [hidden, leak, w] = [s === -Infinity, now.leaks[a][b], now.weights[a][b]];
      const state = hidden ? "hidden, score −∞" : `score ${scoreText(s)}${leak ? ", should be hidden" : ""}`;
      left.cell(a, b, { ...(hidden ? {} : scoreColour(s, span)), words: cellText(s, large), hidden, leak,
        name: `query ${names[a]}, key ${names[b]}: ${state}; weight ${weightText(w)}` });
      right.cell(a, b, { ...weightColour(w), words: hidden ? "0" : fixed(w, 2), hidden, leak });
    }));
    now.sums.forEach((total, a) => {
      right.note(a, 0, fixed(total, 3), Math.abs(total - 1) > 5e-4);
      right.note(a, 1, t.on.includes("sink") ? fixed(now.toSink[a], 3) : "–");
    });
    right.rename(`Weights. Row sums: ${names.map((name, a) => `${name} ${fixed(now.sums[a], 3)}`).join(", ")}.`);
    left.mark(i, j);
    right.mark(i, j);
    mods.show(t);
    set(wrong, "aria-pressed", String(t.wrong));
    stages.show(`The row of ${quoted(names[i])}, stage by stage`, groups(t, now), j);
    const [whole, one] = [verdict(t, now), path(t, now, i, j)];
    const out = t.wrong ? wrongWords(wrongly(t, now, i)) : "";
    say(held, whole);
    say(said, one);
    say(comes, out);
    set(comes, "hidden", out ? false : "");
    const short_ = `${quoted(names[i])} looks at ${quoted(names[j])}: score ${scoreText(now.scores[i][j])}, weight ${weightText(now.weights[i][j])}.`;
    status.tell([short_, whole, out].filter(Boolean).join(" "), questions.show(goals(t), t.reached));
    table.show(() => ({
      columns: ["query", "key", "score as given", "score that softmax receives", "weight", "row sum", "to the sink"],
      rows: names.flatMap((query, a) => names.map((key, b) => [query, key, scoreText(t.scores[a][b]), scoreText(now.scores[a][b]),
        weightText(now.weights[a][b]), fixed(now.sums[a], 3), fixed(now.toSink[a], 3)])),
    }));
  }

  paint();
  return view.close;
}

export default { render };
