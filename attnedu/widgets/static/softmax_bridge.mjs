// Softmax bridge: score bars about zero on the left, weight bars on the right, on shared rows.
import { bridge, goals, scoreBehind } from "./logic/softmax_bridge.mjs";
import { numberControl } from "./parts/controls.mjs";
import { button, html, openView, say } from "./parts/dom.mjs";
import { hatching, scoreBar, sharedRow, spanOf, weightBar } from "./parts/draw.mjs";
import { fixed, trim } from "./parts/format.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["names", "scores", "start", "temperature", "shift", "scale", "reached"];
const LARGEST_POWERS = [["half", 11.09], ["single", 88.72], ["double", 709.78]]; // e^x overflows above these

const LARGEST = 1000; // a score on this page, as in Python
const within = (score) => Math.min(LARGEST, Math.max(-LARGEST, score));

// e^gap, as far as a double holds it.
function times(gap) {
  if (gap > 700) return "more than 10^300 times as large";
  const ratio = Math.exp(gap);
  return `e^${fixed(gap, 2)} = ${ratio < 1e4 ? fixed(ratio, 2) : ratio.toExponential(1)} times as large`;
}

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const names = tokenNames(view.traits().names);
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Scores, what softmax receives, and weights");

  const rows = names.map((name, j) => {
    const write = (x, done) => view.put({ scores: view.traits().scores.map((s, k) => (k === j ? x : s)) }, done);
    const control = numberControl(view, { label: `${name}: score`, min: -LARGEST, max: LARGEST, step: 0.5, change: write });
    const score = scoreBar(view, (x, done) => write(within(Math.round(10 * scoreBehind(x, view.traits())) / 10), done), true);
    const weight = weightBar();
    const printed = html("span", { class: "at-printed" });
    return { control, score, weight, printed, node: sharedRow(name, control, score, weight, printed) };
  });
  const scale = numberControl(view, {
    label: "Scale, multiplies every score", visible: "× scale", min: 0.1, max: 10, slider: [0.1, 10], log: true,
    change: (x, done) => view.put({ scale: x }, done),
  });
  const shift = numberControl(view, {
    label: "Row shift, added to every score", visible: "+ shift", min: -1000, max: 1000, step: 0.5, slider: [-10, 10],
    change: (x, done) => view.put({ shift: x }, done),
  });
  const temperature = numberControl(view, {
    label: "Temperature, divides every score", visible: "÷ temperature", min: 0.05, max: 100, slider: [0.05, 100], log: true,
    change: (x, done) => view.put({ temperature: x }, done),
  });
  const again = button(view, "Start again", () =>
    view.put({ ...view.traits().start, reached: [] }));
  const sums = html("span", { class: "at-total at-sum" });
  const total = html("span", { class: "at-total" });
  const gap = html("p", { class: "at-fact" });
  const naive = html("p", { class: "at-fact" });
  view.root.append(
    hatching(view),
    html("div", { class: "at-bar" }, scale.node, shift.node, temperature.node, again),
    html("div", { class: "at-row at-banks", "aria-hidden": "true" }, html("span"), html("span", {}, "score"),
      html("span", {}, "what softmax receives"), html("span", {}, "weights · 0 to 1"), html("span")),
    ...rows.map((row) => row.node),
    html("div", { class: "at-foot" }, total, sums), gap, naive,
    status.node, questions.node, html("div", { class: "at-panel" }, table.toggle, table.place),
  );

  function gapSentence(now) {
    const order = names.map((_, j) => j).sort((a, b) => now.received[b] - now.received[a]);
    const [a, b] = order;
    const apart = now.received[a] - now.received[b];
    return `Top two: ${names[a]} is ${fixed(apart, 2)} ahead of ${names[b]}, so its weight is ${times(apart)}.`;
  }

  function naiveSentence(now) {
    const largest = Math.max(...now.received);
    const over = LARGEST_POWERS.filter(([, limit]) => largest > limit).map(([name]) => name);
    if (!over.length) return "";
    return `Without taking the row maximum off first, e^${fixed(largest, 1)} would overflow in ${over.join(" and ")} precision. ` +
      "Taking it off is exact: it is a row shift.";
  }

  function paint() {
    const t = view.traits();
    const now = bridge(t);
    const span = rows.map((row) => row.score.held()).find((held) => held !== null) ?? spanOf(now.received);
    rows.forEach((row, j) => {
      row.control.show(t.scores[j]);
      row.score.show(now.received[j], span);
      row.weight.show(now.weights[j]);
      say(row.printed, fixed(now.weights[j], 3));
    });
    temperature.show(t.temperature);
    shift.show(t.shift);
    scale.show(t.scale);
    const share = now.most ? (100 * now.entropy) / now.most : 0;
    say(total, `(score × ${trim(t.scale)} + ${trim(t.shift)}) ÷ ${trim(t.temperature)}`.replace("+ -", "− "));
    say(sums, `weights add up to ${fixed(now.weights.reduce((a, b) => a + b, 0), 3)} · entropy ${fixed(now.entropy, 3)} ` +
      `of ${fixed(now.most, 3)} (${fixed(share, 1)} % of ln n)`);
    say(gap, gapSentence(now));
    say(naive, naiveSentence(now));
    const best = now.weights.indexOf(Math.max(...now.weights));
    const reached = questions.show(goals(t), t.reached);
    status.tell(`Largest weight: ${names[best]}, ${fixed(now.weights[best], 3)}. Entropy ${fixed(share, 1)} % of ln n.`, reached);
    table.show(() => ({
      columns: ["key", "score", "softmax receives", "weight"],
      rows: [...names.map((name, j) => [name, fixed(t.scores[j], 2), fixed(now.received[j], 3), fixed(now.weights[j], 4)]),
        ["sum", "any number", "any number", fixed(now.weights.reduce((a, b) => a + b, 0), 4)]],
    }));
  }

  paint();
  return view.close;
}

export default { render };
