// Convex hull: values as points, a row of weights or of free shares, and the output as their mix.
import { frameOf, written } from "./arithmetic/frame.mjs";
import { goals, target } from "./logic/convex_hull.mjs";
import { hullState, moveShare, place, scaleOf, scoresBehind, whyNoKeeping, whyNoScores, writersOf } from "./logic/hull_state.mjs";
import { button, choice, html, openView, say, set } from "./parts/dom.mjs";
import { hatching, spanOf } from "./parts/draw.mjs";
import { fixed } from "./parts/format.mjs";
import { hullRow, valueRow } from "./convex_hull/rows.mjs";
import { goalsPanel, numbersTable, statusLine } from "./parts/panels.mjs";
import { plane } from "./convex_hull/plane.mjs";
import { short, tokenNames } from "./parts/tokens.mjs";

const TRAITS = ["names", "brings", "values", "mode", "scores", "shares", "keep", "chain", "start", "reached"];
const HINTS = {
  scores: "Softmax turns the scores into the weights: the row sums to 1 whatever you write. To set the row by hand, choose “shares”.",
  keep: "Move one share, and the others are rescaled in proportion, so that the row keeps its sum of 1.",
  free: "Each share moves by itself, from −1 to 2.",
};

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const begin = view.traits();
  const names = tokenNames(begin.names);
  const brings = tokenNames(begin.brings);
  const scale = scaleOf(begin.start.values);
  const write = writersOf(begin.start.values);
  const length = (x, digits) => written(x, Math.max(...scale.steps), digits);
  const point = (v) => v.map((x, d) => `${short(brings[d], 24)} ${write[d](x)}`).join(", ");
  const status = statusLine(view);
  const questions = goalsPanel(view);
  const table = numbersTable(view, "Values, shares and what each key contributes");
  let before = null; // the row as it was when a share was taken into the hand, or typing began: its proportions last through 0 and 1
  let frame = null;

  // What is put while something is in the hand; at the end the picture may take a new frame.
  const put = (changes, done) => {
    view.put(changes, done);
    if (done) paint();
  };
  const moveTo = (j, v, done) => put({ values: view.traits().values.map((old, k) => (k === j ? v : old)) }, done);
  const score = (j, x, done) => put({ scores: view.traits().scores.map((s, k) => (k === j ? x : s)) }, done);
  const share = (j, x, done) => {
    const { shares, keep } = view.traits();
    if (!done) before ??= shares;
    put({ shares: keep ? moveShare(before ?? shares, j, x) : shares.map((s, k) => (k === j ? x : s)) }, done);
    if (done) before = null;
  };

  const picture = plane(view, {
    names, over: brings, steps: scale.steps, fine: scale.fine, change: moveTo,
    label: `Values as points, ${short(brings[0], 24)} to the right and ${short(brings[1], 24)} upwards, with their hull and the output`,
  });
  const rows = names.map((name, j) => hullRow(view, name, (x, done) => score(j, x, done), (x, done) => share(j, x, done)));
  const boxes = names.map((name, j) => valueRow(view, name, brings, scale.steps, (d, x, done) =>
    moveTo(j, view.traits().values[j].map((old, e) => (e === d ? x : old)), done)));

  const refuse = (words) => {
    say(hint, words);
    set(hint, "data-refused", "true");
    status.tell(words);
  };
  const by = choice(view, "Set the row by", [["scores", "scores"], ["shares", "shares"]], (mode) => {
    const t = view.traits();
    if (mode === t.mode) return;
    const no = mode === "scores" ? whyNoScores(t) : "";
    if (no) refuse(no);
    else if (mode === "scores") put({ mode, scores: scoresBehind(t.shares, t.scores) }, true);
    else put({ mode, shares: hullState(t).row }, true);
  });
  const switches = choice(view, "", [["keep", "keep the sum at 1"], ["chain", "contributions tip to tail"]], (key) => {
    const t = view.traits();
    const no = key === "keep" && !t.keep ? whyNoKeeping(t) : "";
    if (no) return refuse(no);
    const sums = hullState(t).total;
    put(key === "chain" ? { chain: !t.chain } : t.keep ? { keep: false } : { keep: true, shares: t.shares.map((s) => s / sums) }, true);
  });
  const [keepButton] = switches.node.querySelectorAll("button");
  set(switches.node, "aria-label", "Switches");
  const again = button(view, "Start again", () => put({ ...view.traits().start, reached: [] }, true));

  const heads = ["", "", "scores, about 0", "", ""].map((words) => html("span", {}, words));
  const loose = html("span", { class: "at-total" });
  const sums = html("span", { class: "at-total at-sum" });
  const output = html("p", { class: "at-fact at-sum" });
  const where = html("p", { class: "at-fact at-hullplace" });
  const hint = html("p", { class: "at-fact at-hullhint", id: `${view.id}-hint` });
  const valueHeads = ["Values", ...brings.map((name) => short(name, 18)), ""].map((words) => html("span", {}, words));
  const bank = html("section", { "aria-label": "The row", class: "at-rowbank" },
    html("div", { class: "at-row at-banks", "aria-hidden": "true" }, ...heads), ...rows.map((row) => row.node),
    html("div", { class: "at-foot" }, loose, sums));
  view.root.append(
    hatching(view),
    html("div", { class: "at-bar at-hullbar" }, by.node, switches.node, again),
    html("div", { class: "at-hullpair" },
      html("div", { class: "at-hullside" }, picture.node, output, where),
      html("div", { class: "at-hullside" }, bank, hint,
        html("section", { "aria-label": "The values", class: "at-valuebank" },
          html("div", { class: "at-valuerow at-valueheads", "aria-hidden": "true" }, ...valueHeads), ...boxes.map((box) => box.node)))),
    status.node, questions.node, html("div", { class: "at-panel at-hulltable" }, table.toggle, table.place),
  );

  function frameFor(t, now, cross) {
    const joints = t.chain ? now.joints : [];
    const free = t.mode === "shares" && !t.keep ? [[0, 0]] : [];
    const crosses = cross ? [cross.at, cross.reach] : [];
    const points = [...t.start.values, ...t.values, now.output, ...joints, ...free, ...crosses];
    return frameOf(points, scale.shared, scale.unit);
  }

  function paint() {
    const t = view.traits();
    const now = hullState(t);
    const cross = target(t);
    const spans = rows.map((row) => row.score.held());
    const held = picture.held() || rows.some((row) => row.share.held()) || spans.some((one) => one !== null);
    if (!held || !frame) frame = frameFor(t, now, cross);
    const byScores = t.mode === "scores";
    const range = byScores || t.keep ? [0, 1] : [-1, 2];
    const span = spans.find((one) => one !== null) ?? spanOf(t.scores);
    const word = now.weighs ? "weights" : "shares";

    picture.show({ frame, values: t.values, corners: now.corners, output: now.output, outside: now.outside, target: cross,
      joints: t.chain ? now.joints : null, spoken: t.values.map(point) });
    rows.forEach((row, j) => row.show({
      mode: t.mode, keep: t.keep, score: t.scores[j], span, share: now.row[j], range, weighs: now.weighs,
    }));
    boxes.forEach((box, j) => box.show(t.values[j], t.chain
      ? `${fixed(now.row[j], 3)} × ${length(now.lengths[j], 2)} = ${length(now.row[j] * now.lengths[j], 2)}` : ""));
    set(view.root, "data-mode", t.mode);
    set(view.root, "data-chain", t.chain);
    by.show([t.mode]);
    switches.show([...(byScores || t.keep ? ["keep"] : []), ...(t.chain ? ["chain"] : [])]);
    set(keepButton, "disabled", byScores ? "" : false);
    say(heads[3], byScores || t.keep ? `${word} · 0 to 1` : `${word} · −1 to 2`);
    say(valueHeads[3], t.chain ? `${now.weighs ? "weight" : "share"} × length` : "");
    say(loose, byScores ? `scores add up to ${fixed(t.scores.reduce((a, b) => a + b, 0), 2)}: any number will do` : "");
    const negative = now.row.some((w) => w < 0) ? " with a share below 0" : "";
    say(sums, `${now.weighs ? "" : "▲ "}row sum ${fixed(now.total, 3)}${now.weighs ? "" : `${negative}: shares, not weights`}`);
    set(sums, "data-loud", !now.weighs);
    say(output, `Output: ${point(now.output)}`);
    say(where, place(t, now));
    set(where, "data-loud", now.outside);
    say(hint, [byScores ? HINTS.scores : t.keep ? HINTS.keep : HINTS.free, byScores ? "" : whyNoScores(t)].filter(Boolean).join(" "));
    set(hint, "data-refused", false);
    const reached = questions.show(goals(t), t.reached);
    status.tell(`Output: ${point(now.output)}. ${place(t, now)} Row set by ${t.mode}, sum ${fixed(now.total, 3)}.`, reached);
    table.show(() => contents(t, now, word));
  }

  function contents(t, now, word) {
    const one = word.slice(0, -1);
    const ifScores = (words) => (t.mode === "scores" ? [words] : []);
    const numbers = (v) => v.map((x, d) => write[d](x));
    const each = names.map((name, j) => [name, ...numbers(t.values[j]), ...ifScores(fixed(t.scores[j], 2)), fixed(now.row[j], 4),
      ...numbers(t.values[j].map((x) => now.row[j] * x)), length(now.contributions[j], 3)]);
    const last = ["sum, the output", "", "", ...ifScores("any number"), fixed(now.total, 4), ...numbers(now.output), ""];
    const products = brings.map((bring) => `${one} × ${bring}`);
    return {
      columns: ["key", ...brings, ...ifScores("score"), one, ...products, "length of the contribution"],
      rows: [...each, last],
    };
  }

  paint();
  return view.close;
}

export default { render };
