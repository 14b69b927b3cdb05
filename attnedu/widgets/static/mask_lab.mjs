// Mask lab: one mask, on the scores before softmax and on the weights after it, side by side.
import { causalMask, paddingMask, tableOf } from "./arithmetic/masks.mjs";
import { goals, leakReply, maskLab, rowSum, sumFell, verdictOf } from "./logic/mask_lab.mjs";
import { board } from "./parts/board.mjs";
import { numberControl } from "./parts/controls.mjs";
import { button, choice, html, openView, picker, say, scroller, withCell } from "./parts/dom.mjs";
import { hatching, scoreRgb, spanOf, weightRgb } from "./parts/draw.mjs";
import { fixed } from "./parts/format.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { quoted, tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["tokens", "scores", "mask", "renormalise", "push", "future", "suspect", "start", "reached"];
const EXACT = 1e-9;
const LARGEST_SPAN = 10; // beyond it the number tells, not the colour
const FEW = 8; // as many buttons in a row; more become a list

// A score in a cell: as exactly as four letters allow.
const shortest = (score) =>
  [fixed(score, 1), fixed(score, 0)].find((text) => text.length <= 4) ?? `${fixed(score / 1000, 0)}k`;

const presets = (n) => ({
  clear: tableOf(n, n, () => true),
  causal: causalMask(n, n),
  padding: paddingMask(n, n, n - 1),
});

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const { tokens } = view.traits();
  const n = tokens.length;
  const names = tokenNames(tokens);
  const ready = presets(n);
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Scores, mask and weights, row by row");
  let latest = null; // what paint has computed last

  const flip = (i, j) => {
    const { mask } = view.traits();
    view.put({ mask: withCell(mask, i, j, !mask[i][j]) });
  };
  const cell = (i, j) => `query ${quoted(names[i])}, key ${quoted(names[j])}`;
  const score = (i, j) => `${latest.t.mask[i][j] ? "" : "hidden, "}score ${fixed(latest.now.pushed[i][j], 1)}`;
  const weight = (side, i, j) => fixed(latest.now[side].weights[i][j], 3);
  // What is left of a weight after the mask is a share: its row need not sum to 1.
  const kind = (side, { renormalise }) => (side === "weightSide" && !renormalise ? "share" : "weight");
  const readout = html("p", { class: "at-fact at-readout" });
  const together = (i, j) => { // the three boards point at the same cell
    if (!latest) return;
    for (const one of [left, onScores, onWeights]) one.go(i, j);
    say(readout, `${cell(i, j)}: ${score(i, j)}; mask on the scores: weight ${weight("scoreSide", i, j)}; ` +
      `mask on the weights: ${kind("weightSide", latest.t)} ${weight("weightSide", i, j)}`);
  };

  const left = board(view, { tokens, flip, visit: together, label: "Scores. Arrow keys move, Space hides a score or shows it again.",
    name: (i, j) => (latest ? `${cell(i, j)}: ${score(i, j)}` : cell(i, j)) });
  const [sums, fell, changed] = [["row sum", 80], ["fell by", 52], ["changed", 62]];
  const side = (key, notes) => board(view, { tokens, notes, visit: together, label: "Weights",
    name: (i, j) => (latest ? `${cell(i, j)}: ${kind(key, latest.t)} ${weight(key, i, j)}` : cell(i, j)) });
  const onScores = side("scoreSide", [sums, ["", fell[1]], changed]); // as wide as the board below it
  const onWeights = side("weightSide", [sums, fell, changed]);

  const masks = choice(view, "Mask", [["clear", "nothing hidden"], ["causal", "causal: hide the future"],
    ["padding", `padding: hide ${names[n - 1]}`]], (key) => view.put({ mask: ready[key] }));
  const future = picker(view, "Token to push", names.map((name, j) => [j, name]), (j) => view.put({ future: j }));
  const push = numberControl(view, {
    label: "Push: added to every score of that token", visible: "Push: add to all its scores",
    min: -1000, max: 1000, step: 0.5, slider: [-10, 10], tenfold: true, change: (x, done) => view.put({ push: x }, done),
  });
  const again = choice(view, "After masking the weights", [[false, "leave as they are"], [true, "renormalise"]],
    (key) => view.put({ renormalise: key }));
  const suspectLabel = "Which row’s sum falls most?";
  const suspect = n <= FEW
    ? choice(view, suspectLabel, names.map((name, i) => [i, name]), (i) => view.put({ suspect: i === view.traits().suspect ? -1 : i }))
    : picker(view, suspectLabel, [[-1, "none yet"], ...names.map((name, i) => [i, name])], (i) => view.put({ suspect: i }));
  const reply = html("p", { class: "at-fact", role: "status" });
  const reset = button(view, "Start again", () =>
    view.put({ ...view.traits().start, suspect: -1, reached: [] }));
  const verdict = html("p", { class: "at-fact at-sum at-verdict" });

  // Scores left, weights right, their rows aligned, where both fit; below each other elsewhere.
  const title = (text) => html("p", { class: "at-head" }, text);
  const column = (wide, ...content) => html("div", { class: "at-column", style: `flex-basis:${wide}px` }, ...content);
  const figure = (head, picture) => html("div", {}, head, scroller(view, "grid", picture.node));
  const right = title("");
  view.root.append(
    hatching(view),
    html("div", { class: "at-bar" }, masks.node, future.node, push.node, again.node, reset),
    html("div", { class: "at-pair", "data-printed": String(!left.large) },
      column(left.wide, figure(title("Scores: click a cell to hide it"), left),
        html("p", { class: "at-label" }, "A hidden score becomes −∞ where the mask is on the scores. Where it is on the weights, softmax still reads the number."),
        ...(left.large ? [readout] : []), verdict, suspect.node, reply),
      column(onWeights.wide, figure(title("Mask on the scores, then softmax: weights"), onScores), figure(right, onWeights))),
    status.node, questions.node,
    html("div", { class: "at-panel" }, table.toggle, table.place),
  );

  // What the push did to row i: a leak if the row may not look at the pushed key and changed all the same.
  function change(now, part, i, pushed) {
    if (!pushed) return ["–", false];
    const moved = part.moved[i];
    if (now.hidesFuture[i] && moved > EXACT) return [`▲ ${moved < 5e-4 ? "tiny" : fixed(moved, 3)}`, true];
    return [moved > EXACT ? fixed(moved, 3) : "0", false];
  }

  function draw(picture, what, part, now, t) {
    const onWeightSide = part === now.weightSide;
    picture.show({
      hidden: (i, j) => !t.mask[i][j],
      rgb: (i, j) => weightRgb(part.weights[i][j]),
      words: (i, j) => (t.mask[i][j] ? fixed(part.weights[i][j], 2) : "0"),
    });
    for (let i = 0; i < n; i++) {
      const total = rowSum(now, part, i);
      picture.note(i, 0, total, total !== "1.000");
      if (onWeightSide) picture.note(i, 1, t.push === 0 ? "–" : sumFell(now, i));
      picture.note(i, 2, ...change(now, part, i, t.push !== 0));
    }
    picture.rename(`${what}. Row sums: ${names.map((name, i) => `${name} ${rowSum(now, part, i)}`).join(", ")}.` +
      (onWeightSide && t.push !== 0 ? ` Each sum fell by: ${names.map((name, i) => `${name} ${sumFell(now, i)}`).join(", ")}.` : ""));
  }

  function paint() {
    const t = view.traits();
    const now = maskLab(t);
    latest = { t, now };
    const span = Math.min(LARGEST_SPAN, spanOf(now.pushed.flat()));
    left.show({
      hidden: (i, j) => !t.mask[i][j],
      rgb: (i, j) => scoreRgb(now.pushed[i][j], span),
      words: (i, j) => shortest(now.pushed[i][j]),
    });
    draw(onScores, "Weights with the mask on the scores", now.scoreSide, now, t);
    draw(onWeights, t.renormalise ? "Weights masked and renormalised" : "Shares left by the mask on the weights", now.weightSide, now, t);
    if (left.large) together(...left.current());
    const same = (mask) => t.mask.every((row, i) => row.every((seen, j) => seen === mask[i][j]));
    masks.show(Object.keys(ready).filter((key) => same(ready[key])));
    say(right, `Softmax, then mask on the weights${t.renormalise ? ", renormalised" : ""}`);
    future.show(t.future);
    push.show(t.push);
    again.show([t.renormalise]);
    suspect.show(n <= FEW ? [t.suspect] : t.suspect);
    say(reply, leakReply(t, now));
    const words = verdictOf(t, now);
    say(verdict, words);
    status.tell(words, questions.show(goals(t, now), t.reached));
    table.show(() => ({
      columns: ["query", "key", "score", "mask on scores: weight", "row sum", `mask on weights: ${kind("weightSide", t)}`, "row sum", "sum fell by"],
      rows: names.flatMap((query, i) => names.map((key, j) => [query, key, `${fixed(now.pushed[i][j], 2)}${t.mask[i][j] ? "" : " (hidden)"}`,
        weight("scoreSide", i, j), rowSum(now, now.scoreSide, i), weight("weightSide", i, j), rowSum(now, now.weightSide, i), sumFell(now, i)])),
    }));
  }

  paint();
  return view.close;
}

export default { render };
