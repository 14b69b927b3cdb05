// The goal states: met when they should be, and not before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed, percent, roundValues, trim } from "../../attnedu/widgets/static/parts/format.mjs";
import { goals as maskGoals, leakReply } from "../../attnedu/widgets/static/logic/mask_lab.mjs";
import { goals as bridgeGoals } from "../../attnedu/widgets/static/logic/softmax_bridge.mjs";
import { goals as talentGoals } from "../../attnedu/widgets/static/logic/talent_show.mjs";

const met = (goals) => goals.filter((goal) => goal.met).map((goal) => goal.id);

const SHEETS = [[2, 1, 0], [-3, -1, -2]];
const show = (changes) => met(talentGoals({
  judges: ["Ada", "Blaise"], acts: ["juggler", "singer", "dancer"], values: [[1], [0], [0]], brings: ["fun"],
  scores: SHEETS, start: SHEETS, struck: [], level: "before", calculated: true, favourite: 0, ...changes,
}));

test("the talent show opens with no question answered", () => assert.deepEqual(show({}), []));
test("ninety per cent counts if the rivals were lowered", () =>
  assert.deepEqual(show({ scores: [[2, -2, -2], SHEETS[1]] }), ["ninety"]));
test("ninety per cent does not count if the juggler's score was raised", () =>
  assert.deepEqual(show({ scores: [[9, 1, 0], SHEETS[1]] }), []));
test("ninety per cent does not count if the rivals were struck out", () =>
  assert.deepEqual(show({ struck: [1, 2] }), []));
test("full again means after having been short", () => {
  assert.deepEqual(show({ struck: [1] }), []);
  assert.deepEqual(show({ struck: [1], reached: ["short"] }), ["full"]);
});
test("adding the same to a whole sheet leaves its percentages", () =>
  assert.deepEqual(show({ scores: [SHEETS[0], [-1.5, 0.5, -0.5]] }), ["same"]));
test("a sheet with one number left as it was does not count", () =>
  assert.deepEqual(show({ scores: [SHEETS[0], [-3, 0.5, -0.5]] }), []));
test("scratching a percentage out leaves a short row", () =>
  assert.deepEqual(show({ struck: [1], level: "after" }), ["short"]));
test("nothing counts before the host has calculated", () =>
  assert.deepEqual(show({ struck: [1], calculated: false }), []));

const START = [2, 1, -1];
const row = (changes) => met(bridgeGoals({
  names: ["a", "b", "c"], scores: START, temperature: 1, shift: 0, scale: 1, ...changes,
  start: { scores: START, temperature: 1, shift: 0, scale: 1, ...changes.start },
}));

test("the bridge opens with no question answered", () => assert.deepEqual(row({}), []));
test("a low temperature alone sharpens", () => assert.deepEqual(row({ temperature: 0.3 }), ["sharp"]));
test("a large scale does as much, but is not temperature", () => assert.deepEqual(row({ scale: 4 }), []));
test("a row shift changes every score and no weight", () => assert.deepEqual(row({ shift: -2 }), ["shift"]));
test("the same shift made by hand counts too", () => assert.deepEqual(row({ scores: [2.5, 1.5, -0.5] }), ["shift"]));
test("a shift counts whatever the temperature and scale", () => {
  assert.ok(row({ temperature: 2, scale: 3, shift: 1 }).includes("shift"));
  assert.ok(row({ temperature: 2, scores: [2.5, 1.5, -0.5] }).includes("shift"));
  assert.ok(row({ scores: [5, 1, 0], shift: 1 }).includes("shift"));
  assert.ok(!row({ temperature: 2 }).includes("shift"));
});
test("a high temperature flattens", () => assert.deepEqual(row({ temperature: 50 }), ["flat"]));
test("equal scores made by hand do not count as flat", () => assert.deepEqual(row({ scores: [1, 1, 1] }), []));
test("a goal that no action reaches says so", () => {
  const questions = (scores) => {
    const start = { scores, temperature: 1, shift: 0, scale: 1 };
    return bridgeGoals({ names: scores.map(String), start, ...start }).map((goal) => goal.question);
  };
  assert.match(questions([1, 1])[0], /Not possible here: the two largest scores are equal/);
  assert.match(questions([1, 0.9])[0], /too close/); // softmax([20, 18]) = .88
  assert.match(questions([1000, -1000])[2], /too far apart/); // softmax([10, -10]) is all but 1
  assert.match(questions([1, 1])[2], /the scores are equal/);
  assert.ok(questions([2, 1, 0]).every((question) => !question.includes("Not possible")));
});
test("a row shift that was given is no answer, but another shift is", () => {
  assert.deepEqual(row({ shift: 3, start: { shift: 3 } }), []);
  assert.deepEqual(row({ shift: 4, start: { shift: 3 } }), ["shift"]);
});
test("ninety per cent that a judge gave from the start does not count", () => {
  const sheet = { judges: ["j"], acts: ["a", "b"], values: [[1], [2]], brings: ["z"], struck: [], level: "before", calculated: true, favourite: 0 };
  assert.deepEqual(met(talentGoals({ ...sheet, scores: [[10, 0]], start: [[10, 0]] })), []);
  assert.match(talentGoals({ ...sheet, scores: [[10, 0]], start: [[10, 0]] })[0].question, /Not possible here/);
});

const SCORES = [[1, 0, 0.5], [0, 2, 1], [0.5, 1, 0]];
const ALL = [[true, true, true], [true, true, true], [true, true, true]];
const CAUSAL = [[true, false, false], [true, true, false], [true, true, true]];
const LAB = { tokens: ["x", "y", "z"], scores: SCORES, mask: ALL, renormalise: false, push: 0, suspect: -1, future: 2 };
const lab = (changes) => met(maskGoals({ ...LAB, ...changes }));

test("the mask lab opens with no question answered", () => assert.deepEqual(lab({}), []));
test("the leak is caught by naming the row that lost most", () => {
  const losses = [0, 1].map((suspect) => lab({ mask: CAUSAL, push: 3, suspect }));
  assert.equal(losses.filter((found) => found.includes("leak")).length, 1);
});
test("a row that may look at the last token is not the leak", () =>
  assert.deepEqual(lab({ mask: CAUSAL, push: 3, suspect: 2 }), []));
test("renormalising makes both sides equal", () =>
  assert.deepEqual(lab({ mask: CAUSAL, renormalise: true }), ["switch"]));
test("equal sides with nothing hidden answer nothing", () => assert.deepEqual(lab({ renormalise: true }), []));
test("a row that may look at nothing is empty", () =>
  assert.deepEqual(lab({ mask: [[false, false, false], ...ALL.slice(1)] }), ["empty"]));
test("a push that swallows the row breaks the renormalised side", () =>
  assert.deepEqual(lab({ mask: CAUSAL, renormalise: true, push: 900 }), ["broken"]));
test("a wrong choice of row is answered in words", () => {
  assert.match(leakReply({ ...LAB, suspect: 2, mask: CAUSAL, push: 3 }), /no leak/);
  assert.match(leakReply({ ...LAB, suspect: 0, mask: CAUSAL }), /push the scores/);
  assert.match(leakReply({ ...LAB, suspect: 0, mask: CAUSAL, push: 3, renormalise: true }), /no sum can fall/);
  const replies = [0, 1].map((suspect) => leakReply({ ...LAB, suspect, mask: CAUSAL, push: 3 }));
  assert.equal(replies.filter((reply) => /another row’s sum fell by more/.test(reply)).length, 1);
  assert.equal(replies.filter((reply) => /No sum fell by more/.test(reply)).length, 1);
  assert.match(leakReply({ ...LAB, suspect: 0, mask: CAUSAL, push: -3 }), /push up/);
});

test("numbers are written with a true minus sign and without a minus zero", () => {
  assert.equal(fixed(-1.25, 1).slice(0, 1), "−");
  assert.equal(fixed(-0.001, 2), "0.00");
  assert.equal(percent(0.1234), "12.3 %");
  assert.equal(trim(2.5), "2.5");
});

test("rows whose sums fall alike are all right", () => {
  const scores = [[1, 0, 0.5], [0, 1, 0.5], [0.5, 1, 0]];
  const mask = [[true, true, false], [true, true, false], [true, true, true]];
  for (const suspect of [0, 1]) assert.ok(lab({ scores, mask, push: 3, suspect }).includes("leak"));
});
test("a push downwards makes no sum fall", () => {
  for (const suspect of [0, 1, 2]) assert.deepEqual(lab({ mask: CAUSAL, push: -3, suspect }), []);
});
test("the round values hold both ends, 1, 2 and a half, each greater than the one before", () => {
  const values = roundValues(0.05, 100);
  for (const x of [0.05, 0.5, 1, 2, 10, 100]) assert.ok(values.includes(x), String(x));
  assert.deepEqual([values[0], values.at(-1)], [0.05, 100]);
  values.slice(1).forEach((x, i) => assert.ok(x > values[i]));
});
