// BiasLab's arithmetic and numbers against attnedu.core; its questions: met when they should be, and not before.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as biases from "../../attnedu/widgets/static/arithmetic/biases.mjs";
import { BUCKETS, NEAR, biasLab, headOf, slopeOf, toggled, wrongly } from "../../attnedu/widgets/static/logic/bias_lab.mjs";
import { goals, path, verdict, wrongWords } from "../../attnedu/widgets/static/logic/bias_lab_words.mjs";
import { core, near, skip } from "./numbers.mjs";

test("temperature, soft-cap and sink agree with core, infinities and large scores too", { skip }, () => {
  for (const { scores, temperature, cap, sink, cooled, capped, sunk } of core.rows) {
    near(scores.map((row) => biases.cool(row, temperature)), cooled, "cooled");
    near(scores.map((row) => biases.softCap(row, cap)), capped, "capped");
    near(scores.map((row) => biases.sinkSoftmax(row, sink)), sunk, "with a sink");
  }
});

test("ALiBi's slopes and biases agree with core", { skip }, () => {
  for (const { heads, queries, keys, slopes, bias } of core.alibi) {
    near(biases.alibiSlopes(heads), slopes, "slopes");
    slopes.forEach((slope, h) => near(biases.alibiBias(slope, queries, keys), bias[h], `bias ${h}`));
  }
});

test("T5's buckets and biases agree with core", { skip }, () => {
  for (const { queries, keys, numbers, maxDistance, buckets, bias } of core.relative) {
    near(biases.relativeBuckets(queries, keys, numbers.length, maxDistance), buckets, "buckets", 0);
    near(biases.relativeBias(numbers, queries, keys, maxDistance), bias, "bias", 0);
  }
});

test("the lab's numbers and words are those of the Python twin", { skip }, () => {
  for (const { traits, wanted, path: told } of core.labs) {
    const now = biasLab(traits);
    const where = JSON.stringify(traits.on) + traits.order;
    assert.deepEqual(now.stages.map(({ id }) => id), Object.keys(wanted.stages), where);
    for (const { id, scores } of now.stages) near(scores, wanted.stages[id], `${where} ${id}`);
    near(now.scores, wanted.received, `${where} received`);
    near(now.weights, wanted.weights, `${where} weights`);
    near(now.sums, wanted.row_sums, `${where} sums`);
    near(now.toSink, wanted.to_sink, `${where} to the sink`);
    assert.deepEqual(now.leaks, wanted.leaks, where);
    const out = wrongly(traits, now, traits.cell[0]);
    assert.deepEqual(out.map(({ id }) => id), Object.keys(wanted.comes_out_stages), where);
    for (const { id, row } of out) near(row, wanted.comes_out_stages[id], `${where} comes out ${id}`);
    assert.equal(path(traits, now, ...traits.cell), told);
  }
});

test("each bucket's name says which distances it holds", () => {
  const bucket = (ahead) => BUCKETS[biases.relativeBucket(ahead, 8, 8)];
  const names = [[0, "itself"], [-1, "1 back"], [-2, "2–3 back"], [-3, "2–3 back"], [-4, "4+ back"], [-11, "4+ back"],
    [1, "1 ahead"], [2, "2–3 ahead"], [3, "2–3 ahead"], [4, "4+ ahead"], [11, "4+ ahead"]];
  for (const [ahead, name] of names) assert.equal(bucket(ahead), name, String(ahead));
});

test("a head is known by its slope, and a slope of one's own is no head's", () => {
  for (const heads of [2, 4, 8, 16]) {
    for (let h = 1; h <= heads; h++) assert.equal(headOf(slopeOf(h, heads), heads), h);
  }
  assert.equal(headOf(0.3, 8), 0);
  assert.equal(slopeOf(1, 8), 0.5);
});

test("switches stay in the order in which they act", () => {
  assert.deepEqual(toggled(["causal"], "cap"), ["cap", "causal"]);
  assert.deepEqual(toggled(["cap", "causal"], "cap"), ["causal"]);
  assert.deepEqual(toggled(["cap"], "cap", true), ["cap"]);
});

// Rows 1 and 2 look most at an earlier key: by 0.4 for one step back, and by 0.6 for two.
const SCORES = [[1, 0.5, -1], [0.9, 0.5, 2], [1.2, -1, 0.6]];
const START = { on: ["causal"], order: "cap first", temperature: 2, cap: 5, slope: 0.25, n_heads: 8, buckets: NEAR, window: 3, sink: 0, wrong: false };
const lab = (changes) => ({
  ...START, tokens: ["x", "y", "z"], scores: SCORES, cell: [2, 0], reached: [], ...changes,
});
const met = (changes) => goals(lab(changes)).filter((goal) => goal.met).map((goal) => goal.id);
const asked = (id, changes) => goals(lab(changes)).find((goal) => goal.id === id).question;
const because = (id, changes) => goals(lab(changes)).find((goal) => goal.id === id).because;

test("the bias lab opens with no question answered", () => assert.deepEqual(met({}), []));

test("only the mask in front of a small cap leaks", () => {
  const on = ["cap", "causal"];
  assert.deepEqual(met({ on, cap: 2, order: "mask first" }), ["leak"]);
  assert.match(because("leak", { on, cap: 2, order: "mask first" }), /made −2 out of −∞/);
  assert.deepEqual(met({ on, cap: 2 }), []);
  assert.deepEqual(met({ on, cap: 50, order: "mask first" }), [], "a weight of e^−50 is no leak to see");
  assert.deepEqual(met({ on: ["cap"], cap: 2, order: "mask first" }), [], "nothing is hidden");
  assert.deepEqual(met({ on: ["causal"], cap: 2, order: "mask first" }), [], "no cap, no leak");
  assert.deepEqual(met({ on: ["cap", "window"], cap: 2, order: "mask first" }), ["leak"]);
});

test("a slope too gentle for the lead of one step is not enough", () => {
  const on = ["alibi", "causal"];
  assert.deepEqual(met({ on, slope: 0.39 }), []);
  assert.deepEqual(met({ on, slope: 0.41 }), ["itself"]);
  const tie = [[0, 0, 0], [0.5, 0, 0], [0, 0, 0]];
  assert.deepEqual(met({ on, scores: tie, slope: 0.5 }), [], "a tie is not the most");
  assert.deepEqual(met({ on: ["alibi"], slope: 0.41 }), [], "without a mask the future is rewarded");
  assert.deepEqual(met({ on: ["window", "causal"], window: 1 }), [], "a window of one key is not ALiBi");
  assert.deepEqual(met({ on: [...on, "window"], slope: 0.5, window: 1 }), []);
  assert.deepEqual(met({ on: [...on, "relative"], slope: 0.5 }), []);
  for (const other of ["temperature", "cap", "sink"]) {
    assert.ok(!met({ on: [...on, other], slope: 0.5 }).includes("itself"), `${other} is not ALiBi alone`);
  }
});

test("scores that look most at themselves without ALiBi answer nothing, whatever the slope", () => {
  const own = [[5, 0, 0], [0, 5, 0], [0, 0, 5]];
  for (const slope of [0, 0.5, 1]) assert.deepEqual(met({ on: ["alibi", "causal"], scores: own, slope }), []);
  assert.match(asked("itself", { scores: own }), /Not possible here: every row does without ALiBi/);
  assert.deepEqual(met({ on: ["alibi", "causal"], scores: SCORES, slope: 0 }), []);
});

test("a lead that no slope makes up for is said to be too large; one just below it is not", () => {
  const ahead = (lead, back) => (back === 1 ? [[0, 0], [lead, 0]] : [[0, 0, 0], [0, 0, 0], [lead, 0, 0]]);
  for (const [lead, back] of [[5, 1], [1, 1], [2, 2]]) { // a slope of 1 takes off one for each step back
    assert.match(asked("itself", { scores: ahead(lead, back), cell: [0, 0] }), /Not possible here: a key scores too far ahead/);
  }
  for (const [lead, back] of [[0.99, 1], [1.99, 2], [0, 1]]) {
    const scores = ahead(lead, back);
    assert.doesNotMatch(asked("itself", { scores, cell: [0, 0] }), /Not possible/);
    assert.deepEqual(met({ on: ["alibi", "causal"], scores, slope: 1, cell: [0, 0] }), ["itself"]);
  }
});

test("a sink takes half of each row once its score is above log Σ e^score of every row", () => {
  const most = Math.log(Math.exp(1.2) + Math.exp(-1) + Math.exp(0.6));
  const on = ["causal", "sink"];
  assert.deepEqual(met({ on, sink: most - 1e-6 }), []);
  assert.deepEqual(met({ on, sink: most + 1e-6 }), ["half"]);
  assert.deepEqual(met({ on: ["causal"], sink: 9 }), []);
});

test("equal T5 biases move every visible score and no weight, but not beside a sink", () => {
  const [on, buckets] = [["relative", "causal"], NEAR.map(() => 0.5)];
  assert.deepEqual(met({ on, buckets, wrong: true }), ["shift"]);
  assert.deepEqual(met({ on, buckets }), [], "the same after softmax was not looked at");
  assert.deepEqual(met({ on, buckets: NEAR.map(() => 0), wrong: true }), []);
  assert.deepEqual(met({ on, wrong: true }), []);
  assert.deepEqual(met({ on: [...on, "sink"], buckets, wrong: true }), [], "the sink's score does not move along");
  assert.match(because("shift", { on, buckets, wrong: true }), /“z” adds up to 2\.500/);
});

test("what comes out is said to be no shares, unless it happens to add up", () => {
  const told = (changes) => {
    const t = lab(changes);
    return wrongWords(wrongly(t, biasLab(t), 2));
  };
  assert.match(told({ on: [] }), /so far these are the weights/);
  assert.match(told({ on: ["temperature"], temperature: 4 }), /adds up to 0\.250\. Shares/);
  assert.match(told({ on: ["alibi"], slope: 1 }), /goes down to −1\./);
  assert.match(told({ on: ["causal"] }), /still adds up to 1/); // the last row hides nothing
  assert.match(told({ on: ["sink"], sink: 0 }), /adds up to 0\.500/);
});

test("the verdict names a leak, the sink's part and a rewarded future", () => {
  const told = (changes) => verdict(lab(changes), biasLab(lab(changes)));
  assert.equal(told({}), "Every row of weights sums to 1.");
  assert.match(told({ on: ["cap", "causal"], cap: 2, order: "mask first" }), /▲ The mask leaks/);
  assert.match(told({ on: ["alibi"] }), /adds a reward/);
  assert.match(told({ on: ["sink"], sink: 0 }), /What the keys get sums to 0\.\d+ to 0\.\d+ of each row: the rest of its 1 goes to the sink, on purpose/);
  assert.match(told({ on: ["window"] }), /it is causal/);
});

test("scores of ten thousand and a sink of a thousand give weights, not NaN", () => {
  const t = lab({ scores: [[1000, -1000, 0], [0, 1000, 0], [-1000, -1000, -1000]], on: ["temperature", "sink"], temperature: 0.05, sink: 1000 });
  const now = biasLab(t);
  assert.ok(now.weights.flat().every((w) => w >= 0 && w <= 1));
  assert.equal(now.sums[2], 0);
  assert.ok(wrongly(t, now, 0).at(-1).row.every((x) => x === 0));
});
