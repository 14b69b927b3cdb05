// The online player's arithmetic against attnedu.core, and its goals: met when they should be, and not before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blockBelow, empty, expBelow, logSumExpOf, merge, outputOf, update } from "../../attnedu/widgets/static/arithmetic/online.mjs";
import { mix, softmax } from "../../attnedu/widgets/static/arithmetic/softmax.mjs";
import { blocksOf, endings, goals, moved, namedOrders, reading, remembered } from "../../attnedu/widgets/static/logic/online_player.mjs";
import { ending, factor, given, overflow, power, stateRows, story, tiny, trace, vector } from "../../attnedu/widgets/static/logic/online_player_words.mjs";
import { core, near, skip } from "./numbers.mjs";

const parts = (state) => [state.max, state.sum, state.acc];

test("every state, factor and exponential agrees with core, in every block size and order", { skip }, () => {
  assert.ok(core.readings.length > 200);
  for (const { scores, values, block, order, states, factors, exponentials, outputs, log_sum_exp } of core.readings) {
    const blocks = blocksOf(scores.length, block);
    let state = empty(values[0].length);
    near(parts(state), states[0], "empty");
    order.forEach((b, i) => {
      const [own, brought] = [blocks[b].map((j) => scores[j]), blocks[b].map((j) => values[j])];
      const before = state;
      state = update(before, own, brought);
      near(parts(state), states[i + 1], `state ${i + 1}`, 1e-11);
      near(expBelow(before.max, state.max), factors[i], "factor");
      near(blockBelow(own, brought, state.max).exponentials, exponentials[i], "exponentials");
      near(outputOf(state), outputs[i + 1], "output", 1e-11);
      near(logSumExpOf(state), log_sum_exp[i + 1], "log-sum-exp");
    });
  }
});

test("the reading of the traits is the same, and ends where core's softmax over the whole row does", { skip }, () => {
  for (const { scores, values, block, order, states, factors, full } of core.readings) {
    const mask = scores.map((s) => s !== -Infinity);
    const now = reading({ scores: scores.map((s, j) => (mask[j] ? s : 7)), mask, values, block, order, step: order.length });
    near(parts(now.state), states.at(-1), "last state", 1e-11);
    near(now.steps.map((s) => s.shrink), factors, "factors");
    near(now.output, full, "output", 1e-11);
    near(now.whole, full, "whole row", 1e-11);
    assert.ok(now.difference <= 1e-11 * Math.max(1, ...full.map(Math.abs)));
  }
});

test("merging agrees with core, whichever comes first, also with an empty state", { skip }, () => {
  for (const { a, b, merged } of core.merges) {
    const [one, two] = [a, b].map(([max, sum, acc]) => ({ max, sum, acc }));
    near(parts(merge(one, two)), merged, "merged");
    near(parts(merge(two, one)), merged, "merged the other way round");
  }
});

test("a score of plus infinity takes everything, as in core", { skip }, () => {
  const { scores, values, state } = core.infinite;
  near(parts(update(update(empty(1), scores.slice(0, 2), values.slice(0, 2)), scores.slice(2), values.slice(2))), state);
});

test("worked by hand: scores 1, 1 and then 3, 3", () => {
  const first = update(empty(1), [1, 1], [[2], [4]]);
  assert.deepEqual(first, { max: 1, sum: 2, acc: [6] });
  const second = update(first, [3, 3], [[6], [8]]);
  near(parts(second), [3, 2 + 2 * Math.exp(-2), [14 + 6 * Math.exp(-2)]]);
  near(logSumExpOf(second), Math.log(2 * Math.E + 2 * Math.exp(3)));
});

test("a hidden block changes nothing, and a hidden row ends with sum 0 and output 0, never NaN", () => {
  const state = update(empty(2), [0.5], [[1, 2]]);
  assert.deepEqual(update(state, [-Infinity, -Infinity], [[9, 9], [9, 9]]), state);
  const none = update(empty(2), [-Infinity], [[1, 2]]);
  assert.deepEqual(none, empty(2));
  assert.deepEqual(outputOf(none), [0, 0]);
  assert.equal(logSumExpOf(none), -Infinity);
  assert.deepEqual(merge(none, empty(2)), empty(2));
  assert.deepEqual(update(none, [3], [[1, 2]]), { max: 3, sum: 1, acc: [1, 2] });
});

test("adding 700 to every score leaves the output as it was, though e^711 overflows", () => {
  const [scores, values] = [[10, 9.5, 11, 8], [[1], [2], [3], [4]]];
  const at = (by) => reading({ scores: scores.map((s) => s + by), mask: scores.map(() => true), values, block: 3, order: [1, 0], step: 2 }).output;
  near(at(700), at(0), "", 1e-10);
  assert.equal(Math.exp(711), Infinity);
});

const T = {
  scores: [1, -0.5, 2, 3, 0.5, -1.5, 2.2, 0.3], mask: Array(8).fill(true), block: 2, order: [0, 1, 2, 3], step: 0, finished: [],
  values: [[1, 0], [0, 1], [2, 1], [4, 0], [0, 3], [1, 1], [3, 2], [-1, 2]],
};
const hidden = (...keys) => T.mask.map((_, j) => !keys.includes(j));
const met = (changes) => goals({ ...T, ...changes }).filter((goal) => goal.met).map((goal) => goal.id);
const because = (id, changes) => goals({ ...T, ...changes }).find((goal) => goal.id === id).because;

test("nothing is reached at the start, nor by playing the opening order through", () => {
  for (const step of [0, 1, 2, 3, 4]) assert.deepEqual(met({ step }), []);
  assert.deepEqual(met({ step: 4, finished: [{ block: 2, order: T.order }] }), []);
});

test("a step that takes the max from 0.5 to 3 shrinks to less than a tenth", () => {
  const order = [2, 1, 0, 3];
  assert.deepEqual(met({ order, step: 1 }), []);
  assert.deepEqual(met({ order, step: 2 }), ["shrink"]);
  assert.deepEqual(met({ order, step: 3 }), []);
  assert.match(because("shrink", { order, step: 2 }), /Block 2 raised the max by 2\.50.*e\^\(0\.50 − 3\.00\) = 0\.082/);
});

test("a first step shrinks nothing, however large its score, nor does one after hidden blocks alone", () => {
  assert.deepEqual(met({ scores: T.scores.map((s, j) => (j ? s : 900)), step: 1 }), []);
  assert.deepEqual(met({ mask: hidden(0, 1), scores: T.scores.map((s, j) => (j === 2 ? 900 : s)), step: 2 }), []);
});

test("a rise of the max by ln 10 is a tenth, and less than a tenth is more", () => {
  const scores = [0, 0, Math.log(10) - 1e-9, 0, 0, 0, 0, 0];
  assert.deepEqual(met({ scores, step: 2 }), []);
  assert.deepEqual(met({ scores: scores.map((s) => s * 1.01), step: 2 }), ["shrink"]);
});

test("an order that never rescales begins with the block of the largest score, and is read to the end", () => {
  for (const rest of [[0, 2, 3], [3, 2, 0]]) {
    assert.deepEqual(met({ order: [1, ...rest], step: 3 }), []);
    assert.deepEqual(met({ order: [1, ...rest], step: 4 }), ["calm"]);
  }
  assert.match(because("calm", { order: [1, 0, 2, 3], step: 4 }), /Block 2 holds the largest score, 3\.00, and came first/);
});

test("two blocks, or hidden ones, are too few to show that an order never rescales", () => {
  assert.deepEqual(met({ block: 4, order: [0, 1], step: 2 }), []);
  assert.deepEqual(met({ mask: hidden(0, 1, 4, 5), order: [1, 0, 2, 3], step: 4 }), []);
});

test("equal largest scores never rescale, whichever is read first", () => {
  const scores = T.scores.map(() => 2);
  assert.deepEqual(met({ scores, step: 4 }), ["calm"]);
});

test("two orders read to the end count, one order twice or the same keys in other blocks do not", () => {
  const [one, two] = [{ block: 2, order: [0, 1, 2, 3] }, { block: 2, order: [3, 1, 0, 2] }];
  assert.deepEqual(met({ finished: [one, two] }), ["orders"]);
  assert.deepEqual(met({ finished: [one, one] }), []);
  assert.deepEqual(met({ finished: [one, { block: 8, order: [0] }] }), []);
  assert.deepEqual(met({ finished: [one, { block: 1, order: [7, 6, 5, 4, 3, 2, 1, 0] }] }), ["orders"]);
  assert.deepEqual(met({ finished: [one, two], mask: hidden(0, 1, 2, 3, 4, 5) }), []);
  const ends = endings({ ...T, finished: [one, two] });
  const whole = mix(softmax(T.scores), T.values);
  ends.forEach((end) => near(end.output, whole));
});

test("a hidden block counts when something is kept before it", () => {
  assert.deepEqual(met({ mask: hidden(2, 3), step: 2 }), ["hide"]);
  assert.deepEqual(met({ mask: hidden(2), step: 2 }), []);
  assert.deepEqual(met({ mask: hidden(0, 1), step: 1 }), []);
  assert.deepEqual(met({ mask: hidden(2, 3), step: 1 }), []);
  assert.match(because("hide", { mask: hidden(2, 3), step: 2 }), /the max stays 1\.00 .* skip block 2/);
});

test("orders by name: equal blocks keep their order, and hidden ones come where the smallest belong", () => {
  const all = namedOrders({ ...T, mask: hidden(0, 1) });
  assert.deepEqual(all, { forwards: [0, 1, 2, 3], backwards: [3, 2, 1, 0], largest: [1, 3, 2, 0], smallest: [0, 2, 3, 1] });
  assert.deepEqual(namedOrders({ ...T, scores: T.scores.map(() => 1) }).largest, [0, 1, 2, 3]);
  assert.deepEqual(namedOrders({ ...T, mask: hidden(0, 1, 2, 3, 4, 5, 6, 7) }).largest, [0, 1, 2, 3]);
});

test("the last block may be short, an order that does not fit is read forwards, and a step stays within the blocks", () => {
  assert.deepEqual(blocksOf(7, 3), [[0, 1, 2], [3, 4, 5], [6]]);
  for (const order of [[0, 1], [0, 0, 1, 2], [1, 2, 3, 4], []]) assert.deepEqual(reading({ ...T, order }).order, [0, 1, 2, 3]);
  assert.equal(reading({ ...T, step: 99 }).at, 4);
  assert.equal(reading({ ...T, step: -3 }).at, 0);
});

test("moving a block swaps it with its neighbour and stops at the ends", () => {
  assert.deepEqual(moved([0, 1, 2], 1, -1), [1, 0, 2]);
  assert.deepEqual(moved([0, 1, 2], 1, 1), [0, 2, 1]);
  assert.deepEqual(moved([0, 1, 2], 0, -1), [0, 1, 2]);
  assert.deepEqual(moved([0, 1, 2], 2, 1), [0, 1, 2]);
});

test("a reading is remembered once, the latest last, and six at most", () => {
  let kept = [];
  for (const first of [0, 1, 0, 2, 3, 4, 5, 6]) kept = remembered(kept, 1, [first, 9]);
  assert.deepEqual(kept.map(({ order }) => order[0]), [0, 2, 3, 4, 5, 6]);
});

test("numbers are written with a true minus sign, brackets around what is negative, and no false zeros", () => {
  assert.equal(power(1, 3), "e^(1.00 − 3.00) = 0.135");
  assert.equal(power(-3, -1), "e^(−3.00 − (−1.00)) = 0.135");
  assert.equal(power(-Infinity, 3), "e^(−∞) = 0");
  assert.equal(factor(1e-5), "1.0e−5");
  assert.equal(tiny(0), "0");
  assert.equal(vector([1.5]), "1.500");
  assert.equal(vector([-1, 0]), "(−1.000, 0.000)");
  assert.equal(given([10, -0.5, 100]), "(10, −0.5, 100)");
});

test("the story says what shrinks, what stays, and what is hidden", () => {
  const at = (step, changes = {}) => story(reading({ ...T, step, ...changes })).join(" ");
  assert.match(at(0), /nothing is read yet/);
  assert.match(at(1), /reads block 1: scores 1\.00 and −0\.50\. Nothing was kept/);
  assert.match(at(2), /shrink by e\^\(1\.00 − 3\.00\) = 0\.135/);
  assert.match(at(3), /The max stays 3\.00: the factor is e\^0 = 1/);
  assert.match(at(2, { mask: hidden(2, 3) }), /All of it is hidden/);
  assert.match(at(1, { block: 8, order: [0] }), /8 scores/);
});

test("the end compares with the whole row, and the overflow is named only where there is one", () => {
  const at = (step, changes = {}) => reading({ ...T, step, ...changes });
  assert.match(ending(at(0)), /^4 blocks are unread\.$/);
  assert.match(ending(at(3)), /^1 block is unread\. /);
  const [x, y] = mix(softmax(T.scores), T.values).map((v) => v.toFixed(3));
  assert.ok(ending(at(4)).includes(`Softmax over the whole row gives (${x}, ${y}).`));
  assert.match(ending(at(4, { mask: T.mask.map(() => false) })), /Every score is −∞/);
  assert.equal(overflow(at(0)), "");
  assert.equal(overflow(at(0, { scores: T.scores.map(() => 709.5) })), "");
  assert.match(overflow(at(0, { scores: T.scores.map((s) => s + 710) })), /e\^713\.00/);
});

test("the table of the state adds up: what is left and what the block adds is what is kept", () => {
  const now = reading({ ...T, step: 2 });
  const rows = Object.fromEntries(stateRows(now).map(([name, ...cells]) => [name, cells]));
  assert.deepEqual(rows.max, ["1.00", "", "3.00", "3.00"]);
  const [, shrunk, added, after] = rows.sum.map(Number);
  assert.ok(Math.abs(shrunk + added - after) < 0.0011);
  near(Math.exp(-2) * (1 + Math.exp(-1.5)), shrunk, "", 1e-3);
  assert.equal(stateRows(reading(T))[0].join("|"), "max||||−∞");
  assert.equal(trace(now).length, 2);
  assert.equal(trace(now)[0][5], "nothing kept");
});
