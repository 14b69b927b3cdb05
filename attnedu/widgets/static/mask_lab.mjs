// Mask lab: one mask, on the scores before softmax and on the weights after it, side by side.
import { largestDifference, maskLab } from "./arithmetic.mjs";
import { numberControl } from "./controls.mjs";
import { button, choice, html, openView, say, withCell } from "./dom.mjs";
import { hatching, scoreColour, spanOf, weightColour } from "./draw.mjs";
import { fixed } from "./format.mjs";
import { leakReply, maskGoals } from "./goals.mjs";
import { grid } from "./grid.mjs";
import { goalsPanel, numbersTable, statusLine } from "./panels.mjs";

const TRAITS = ["tokens", "scores", "mask", "renormalise", "push", "suspect", "reached"];
const EXACT = 1e-9;
const quoted = (words) => words.map((word) => `“${word}”`).join(", ");

const PRESETS = {
  clear: () => true,
  causal: (i, j) => j <= i,
  padding: (i, j, n) => j < n - 1,
};

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const { tokens } = view.traits();
  const last = tokens[tokens.length - 1];
  const status = statusLine(view);
  const goals = goalsPanel(view);
  const table = numbersTable(view, "Scores, mask and weights, row by row");

  const flip = (i, j) => {
    const { mask } = view.traits();
    view.put({ mask: withCell(mask, i, j, !mask[i][j]) });
  };
  const left = grid(view, { names: tokens, flip, label: "Scores. Arrow keys move, Space hides a score or shows it again." });
  const [rowSums, fell, changed] = [["row sum", 84], ["fell by", 56], ["changed", 68]];
  const onScores = grid(view, { names: tokens, notes: [rowSums, changed], label: "" });
  const onWeights = grid(view, { names: tokens, notes: [rowSums, fell, changed], label: "" });

  const all = (make) => tokens.map((_, i) => tokens.map((_, j) => make(i, j, tokens.length)));
  const presets = choice(view, "Mask", [["clear", "nothing hidden"], ["causal", "causal: hide the future"],
    ["padding", `padding: hide ${last}`]], (key) => view.put({ mask: all(PRESETS[key]) }));
  const push = numberControl(view, {
    label: `Push: add to all scores of “${last}”`, visible: `Push: add to all scores of “${last}”`,
    min: -1000, max: 1000, step: 0.5, slider: [-10, 10], tenfold: true, change: (x, done) => view.put({ push: x }, done),
  });
  const again = choice(view, "After masking the weights", [[false, "leave as they are"], [true, "renormalise"]],
    (key) => view.put({ renormalise: key }));
  const suspect = choice(view, "The row whose sum falls most", tokens.map((token, i) => [i, token]),
    (i) => view.put({ suspect: i === view.traits().suspect ? -1 : i }));
  const reply = html("p", { class: "at-fact", role: "status" });
  const reset = button(view, "Start again", () =>
    view.put({ mask: all(PRESETS.clear), renormalise: false, push: 0, suspect: -1, reached: [] }));
  const verdict = html("p", { class: "at-fact at-sum at-verdict" });

  // Side by side where the pictures stay readable, below each other elsewhere.
  const figure = (head, picture) => html("div", { style: `flex-basis:${Math.round(0.8 * picture.wide)}px` },
    head, html("div", { class: "at-scroll" }, picture.node));
  const title = (text) => html("p", { class: "at-head" }, text);
  const right = title("");
  view.root.append(
    hatching(view),
    html("div", { class: "at-pair" },
      figure(title("Scores: click a cell to hide it"), left),
      html("div", { class: "at-stack" }, presets.node, push.node, again.node, reset)),
    html("div", { class: "at-pair" },
      figure(title("Mask on the scores, then softmax: weights"), onScores),
      figure(right, onWeights)),
    verdict, suspect.node, reply, status.node, goals.node,
    html("div", { class: "at-panel" }, table.toggle, table.place),
  );

  // What the push did to row i: a leak if the row may not look at the pushed key and changed all the same.
  function change(now, side, i, pushed) {
    if (!pushed) return ["–", false];
    const moved = side.moved[i];
    if (now.hidesLast[i] && moved > EXACT) return [`▲ ${moved < 5e-4 ? "tiny" : fixed(moved, 3)}`, true];
    return [moved > EXACT ? fixed(moved, 3) : "0", false];
  }

  function fall(now, i) {
    const by = now.weightSide.sumsBefore[i] - now.weightSide.sums[i];
    return Math.abs(by) < 5e-4 ? "0" : fixed(by, 3);
  }

  function rowSum(now, side, i) {
    if (now.empty[i]) return "0 (empty)";
    if (side === now.weightSide && now.broken[i]) return "0/0";
    return fixed(side.sums[i], 3);
  }

  function draw(picture, what, side, now, t) {
    side.weights.forEach((row, i) => {
      row.forEach((w, j) => picture.cell(i, j, { ...weightColour(w), words: t.mask[i][j] ? fixed(w, 2) : "0", hidden: !t.mask[i][j] }));
      const total = rowSum(now, side, i);
      picture.note(i, 0, total, total !== "1.000");
      if (side === now.weightSide) picture.note(i, 1, t.push === 0 ? "–" : fall(now, i));
      picture.note(i, side === now.weightSide ? 2 : 1, ...change(now, side, i, t.push !== 0));
    });
    picture.name(`${what}. Row sums: ${tokens.map((token, i) => `${token} ${rowSum(now, side, i)}`).join(", ")}.` +
      (side === now.weightSide && t.push !== 0 ? ` Each sum fell by: ${tokens.map((token, i) => `${token} ${fall(now, i)}`).join(", ")}.` : ""));
  }

  function inWords(now, t) {
    const leaks = tokens.filter((_, i) => now.hidesLast[i] && now.weightSide.moved[i] > EXACT);
    const most = Math.max(...now.weightSide.moved.map((m, i) => (now.hidesLast[i] ? m : 0)));
    const parts = [];
    const named = (list) => quoted(tokens.filter((_, i) => list[i]));
    if (now.empty.includes(true)) parts.push(`Empty row: ${named(now.empty)}; nothing to look at, zero weights on both sides.`);
    if (now.broken.includes(true)) {
      parts.push(`0/0 in row ${named(now.broken)}: the hidden score took all, each visible weight rounded to 0 before it could be renormalised.`);
    }
    if (t.push !== 0 && leaks.length) {
      parts.push(`▲ Leak: “${last}” is hidden from ${quoted(leaks)}, yet their weights changed by up to ${fixed(most, 3)} on the right.`);
    } else if (t.push !== 0 && now.hidesLast.includes(true)) {
      parts.push(`No leak: rows that may not see “${last}” kept their weights on both sides.`);
    }
    const apart = Math.max(...now.scoreSide.weights.map((row, i) => largestDifference(row, now.weightSide.weights[i])));
    parts.push(apart < EXACT ? "Both sides hold the same weights." : `The sides differ by up to ${fixed(apart, 3)}.`);
    return parts.join(" ");
  }

  function paint() {
    const t = view.traits();
    const now = maskLab(t);
    const span = Math.min(10, spanOf(now.pushed.flat())); // beyond 10 the number tells, not the colour
    now.pushed.forEach((row, i) => row.forEach((s, j) => {
      const hidden = !t.mask[i][j];
      const words = Math.abs(s) >= 100 ? fixed(s, 0) : fixed(s, 1);
      left.cell(i, j, { ...scoreColour(s, span), words: hidden ? "−∞" : words, hidden,
        name: `query ${tokens[i]}, key ${tokens[j]}: ${hidden ? "hidden, score −∞" : `score ${words}`}` });
    }));
    draw(onScores, "Weights with the mask on the scores", now.scoreSide, now, t);
    draw(onWeights, "Weights with the mask on the weights", now.weightSide, now, t);
    const same = (make) => t.mask.every((row, i) => row.every((seen, j) => seen === make(i, j, tokens.length)));
    presets.show(Object.keys(PRESETS).filter((key) => same(PRESETS[key])));
    say(right, `Softmax, then mask on the weights${t.renormalise ? ", renormalised" : ""}`);
    push.show(t.push);
    again.show([t.renormalise]);
    suspect.show([t.suspect]);
    say(reply, leakReply(t));
    const words = inWords(now, t);
    say(verdict, words);
    const reached = goals.show(maskGoals(t), t.reached);
    status.tell(words, reached);
    table.show(() => ({
      columns: ["query", "key", "score", "mask on scores: weight", "row sum", "mask on weights: weight", "row sum", "sum fell by"],
      rows: tokens.flatMap((query, i) => tokens.map((key, j) => [query, key, t.mask[i][j] ? fixed(now.pushed[i][j], 2) : "−∞",
        fixed(now.scoreSide.weights[i][j], 3), rowSum(now, now.scoreSide, i),
        fixed(now.weightSide.weights[i][j], 3), rowSum(now, now.weightSide, i), fall(now, i)])),
    }));
  }

  paint();
  return view.close;
}

export default { render };
