// Many heads in the browser, against numbers that attnedu.core wrote (see test_head_grid.py), and the goals of the head grid.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as heads from "../../attnedu/widgets/static/arithmetic/heads.mjs";
import * as logic from "../../attnedu/widgets/static/logic/head_grid.mjs";
import { tableOf } from "../../attnedu/widgets/static/logic/head_table.mjs";
import { scorePixels, weightPixels } from "../../attnedu/widgets/static/head_grid/palette.mjs";
import { fitting, textWidth, tokenNames } from "../../attnedu/widgets/static/parts/tokens.mjs";
import { core, near, skip } from "./numbers.mjs";

const same = (got, wanted, where) => (wanted === null ? assert.equal(got, null, where) : near(got, wanted, where));

test("weights, row sums and measures of a head agree with core", { skip }, () => {
  for (const { name, rows, columns, offset, scores, wanted } of core.cases) {
    const size = { rows, columns, offset };
    const given = Float32Array.from(scores.flat());
    const weights = heads.headWeights(given, size);
    near([...weights], wanted.weights.flat(), `${name}: weights`);
    near(heads.rowSums(weights, size), wanted.row_sums, `${name}: row sums`);
    same(heads.meanOnPrevious(weights, size), wanted.previous, `${name}: previous`);
    same(heads.meanOnFirst(weights, size), wanted.first, `${name}: first`);
    same(heads.lowestMaximum(given, size), wanted.low, `${name}: lowest row maximum`);
    same(heads.entropyShare(weights, given, size), wanted.entropy, `${name}: entropy`);
    near(heads.oneWeight(given, size, rows - 1, 1), wanted.weights[rows - 1][1], `${name}: one weight`);
    near(heads.largestSize(given), wanted.largest, `${name}: largest size`);
  }
});

test("the questions that Python offers are those that the browser finds answered somewhere", { skip }, () => {
  for (const { traits, scores, answers } of core.grids) {
    const t = { ...traits, scores: viewOf(scores.flat(3)) };
    const found = new Set();
    for (let layer = 0; layer < t.n_layers; layer++) {
      for (let head = 0; head < t.n_heads; head++) {
        const looked = [{ claim: "previous" }, { claim: "first" }, { pinned: t.pair[0], key: t.pair[1] },
          ...t.queries.map((_, pinned) => ({ pinned, key: -1 }))];
        for (const look of looked) {
          for (const goal of logic.goals({ ...t, layer, head, ...look })) if (goal.met) found.add(goal.id);
        }
      }
    }
    assert.deepEqual([...found].sort(), [...answers].sort());
    assert.deepEqual(logic.goals(t).map((goal) => goal.id), answers);
  }
});

function viewOf(numbers, from = 3) {
  const buffer = new ArrayBuffer(from + 4 * numbers.length + 2);
  const view = new DataView(buffer, from, 4 * numbers.length);
  numbers.forEach((x, k) => view.setFloat32(4 * k, x, true));
  return view;
}

test("floats are read wherever they begin in their buffer, and no byte beyond them", () => {
  const numbers = [1.5, -2, -Infinity, 3.25e5];
  for (const from of [0, 1, 2, 3, 4, 8]) assert.deepEqual([...heads.readFloats(viewOf(numbers, from))], numbers);
  assert.deepEqual([...heads.readFloats(new Uint8Array(viewOf(numbers, 4).buffer, 4, 16))], numbers);
});

test("a tie shares equally, a row of nothing stays zero, and a million overflows nothing", () => {
  const size = { rows: 3, columns: 2, offset: 0 };
  const weights = heads.headWeights(Float32Array.from([7, 7, -Infinity, -Infinity, 1e6, -1e6]), size);
  assert.deepEqual([...weights], [0.5, 0.5, 0, 0, 1, 0]);
  assert.deepEqual(heads.rowSums(weights, size), [1, 0, 1]);
  assert.deepEqual(heads.rowMaxima(Float32Array.from([-3, -2, 4, -Infinity, -Infinity, -Infinity]), size), [-2, null, null]);
});

test("the means leave out the first two tokens, which have hardly a choice", () => {
  const eye = Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.25, 0, 0.75, 0]);
  const size = { rows: 4, columns: 4, offset: 0 };
  assert.equal(heads.meanOnPrevious(eye, size), (1 + 0.75) / 2);
  assert.equal(heads.meanOnFirst(eye, size), 0.125);
  assert.equal(heads.meanOnPrevious(eye, { ...size, offset: null }), null);
  assert.equal(heads.meanOnFirst(eye, { ...size, offset: null }), (1 + 0 + 0 + 0.25) / 4);
  assert.equal(heads.meanOnFirst(Float64Array.from([1, 0]), { rows: 1, columns: 2, offset: 1 }), null);
});

test("the top of a list comes in order, ties as they stand, and what is missing never counts", () => {
  assert.deepEqual(heads.topOf([0.1, 0.5, null, 0.5, 0.9], 3), [4, 1, 3]);
  assert.deepEqual(heads.topOf([0.1, 0.5, null, -4, 0.9], 2, true), [3, 0]);
  assert.deepEqual(heads.topOf([null], 5), []);
});

test("hidden cells are clear pixels, zero is the middle of the score scale, and too much is its end", () => {
  const [into, other] = [new Uint32Array(4), new Uint32Array(4)];
  scorePixels(Float32Array.from([0, -Infinity, 900, -5]), 5, into);
  const bytes = new Uint8Array(into.buffer);
  assert.deepEqual([...bytes.slice(0, 4)], [247, 247, 247, 255]);
  assert.deepEqual([...bytes.slice(4, 8)], [0, 0, 0, 0]);
  assert.deepEqual([...bytes.slice(8, 11)], [0xb3, 0x58, 0x06]);
  assert.deepEqual([...bytes.slice(12, 15)], [0x54, 0x27, 0x88]);
  weightPixels(Float64Array.from([0, 0, 1, 0.5]), Float32Array.from([1, -Infinity, 2, 0]), other);
  assert.deepEqual([...new Uint8Array(other.buffer).slice(0, 8)], [0x00, 0x22, 0x4e, 255, 0, 0, 0, 0]);
});

// Two heads of three tokens. Head 0 looks at oneself; in head 1 the third token looks at the second, with negative scores only.
const LOW = -Infinity;
const PLAIN = [4, LOW, LOW, 0, 4, LOW, 0, 0, 4];
const OTHER = [1, LOW, LOW, 3, 1, LOW, -9, -1, -9];
const grid = (changes = {}, scores = [...PLAIN, ...OTHER]) => ({
  scores: viewOf(scores), n_layers: 1, n_heads: 2, tokens: ["a", "b", "c"], queries: ["a", "b", "c"], layer: 0, head: 0, pinned: -1, key: -1,
  thumbnails: "weights", span: "head", find: "", claim: "", pair: [2, 1], start: [0, 0, -1, -1], reached: [],
  questions: ["pair", "previous", "first", "negative"], ...changes,
});
const met = (changes, scores) => logic.goals(grid(changes, scores)).filter((goal) => goal.met).map((goal) => goal.id);

test("the head grid opens with no question answered", () => assert.deepEqual(met(), []));
test("a question that the data cannot answer is not asked", () =>
  assert.deepEqual(logic.goals(grid({ questions: ["first"] })).map((goal) => goal.id), ["first"]));
test("the cell counts if its head is chosen and it is pinned, not its row alone", () => {
  assert.deepEqual(met({ head: 1 }), []);
  assert.ok(!met({ head: 1, pinned: 2, key: -1 }).includes("pair"));
  assert.ok(!met({ head: 0, pinned: 2, key: 1 }).includes("pair"));
  assert.ok(met({ head: 1, pinned: 2, key: 1 }).includes("pair"));
});
test("a state in which the widget opened answers no question about a pinned cell", () =>
  assert.deepEqual(met({ head: 1, pinned: 2, key: 1, start: [0, 1, 2, 1] }), []));
test("what a head looks at has to be said, and has to be so", () => {
  assert.deepEqual(met({ head: 1, claim: "previous" }), ["previous"]);
  assert.deepEqual(met({ head: 0, claim: "previous" }), []);
  assert.deepEqual(met({ head: 1, claim: "first" }), []);
  assert.deepEqual(met({ head: 1, claim: "first" }, [...PLAIN, 1, LOW, LOW, 3, 1, LOW, 9, 1, 1]), ["first"]);
});
test("a row of negative scores counts, one with a single visible key does not", () => {
  assert.deepEqual(met({ head: 1, pinned: 2 }), ["negative"]);
  assert.deepEqual(met({ head: 1, pinned: 1 }), []);
  assert.deepEqual(met({ head: 1, pinned: 2 }, [...PLAIN, 1, LOW, LOW, 3, 1, LOW, -9, 0, -9]), []);
  assert.deepEqual(met({ head: 1, pinned: 0 }, [...PLAIN, -1, LOW, LOW, 3, 1, LOW, 9, 1, 1]), []);
  assert.match(logic.goals(grid({ head: 1, pinned: 2 })).at(-1).because, /Largest score −1\.00, and the weights add up to 1\.000/);
});
test("a claim is answered with the numbers, right or wrong", () => {
  assert.equal(logic.claimReply(grid()), "");
  assert.match(logic.claimReply(grid({ head: 1, claim: "previous" })), /^Yes: L0H1 puts 99\.9 % of its weight on the previous token/);
  const half = [...PLAIN, 1, LOW, LOW, 3, 1, LOW, 0, Math.log(3), LOW];
  assert.match(logic.claimReply(grid({ head: 1, claim: "previous" }, half)), /^Yes: L0H1 puts 75\.0 %/);
  assert.match(logic.claimReply(grid({ claim: "first" })), /^Not here: L0H0 puts 1\.8 % .* Look for more than half/);
});
test("the reason says what was hidden, and how many heads there were to choose from", () => {
  const because = (t) => logic.goals(t)[0].because;
  assert.match(because(grid({ head: 1, pinned: 1, key: 0, pair: [1, 0] })), /chose it among 2 heads\. Later words are hidden/);
  const open = [...PLAIN, 1, 0, 0, 3, 1, 0, -9, -1, -9];
  assert.match(because(grid({ head: 1, pinned: 1, key: 0, pair: [1, 0] }, open)), /One sentence does not show/);
});

test("the five heads are listed by the property asked for, with its numbers", () => {
  assert.deepEqual(logic.topHeads(grid()).list, []);
  assert.match(logic.topHeads(grid({ find: "pair" })).note, /Which cell\?/);
  const pair = logic.topHeads(grid({ find: "pair", pinned: 2, key: 1 }));
  assert.deepEqual([pair.list, pair.words], [[1, 0], ["0.999", "0.018"]]);
  assert.equal(pair.note, "Weight of key “b” in the row of “c”.");
  const low = grid({ find: "low" });
  assert.match(logic.topHeads(low).note, /Reading/);
  const read = logic.readHeads(low);
  read.summary(0);
  read.summary(1);
  assert.deepEqual([logic.topHeads(low).list, logic.topHeads(low).words], [[1, 0], ["−1.00", "4.00"]]);
});

test("a cell is told in words, hidden ones too", () => {
  const t = grid({ head: 1, tokens: ["", "b", "b"], queries: ["", "b", "b"] });
  const names = { queries: tokenNames(t.queries), tokens: tokenNames(t.tokens) };
  const read = logic.readHeads(t);
  assert.equal(logic.cellText(read, 1, 2, 1, names), "query “b (3)”, key “b (2)”: score −1.00 → weight 0.999");
  assert.equal(logic.cellText(read, 1, 0, 1, names), "query “(empty)”, key “b (2)”: hidden, score −∞ → weight 0");
  assert.match(logic.headSummary(read, 0, t), /^Layer 0, head 0: on average entropy \d/);
});

test("the span is one head's or common to all, and hidden scores do not stretch it", () => {
  const t = grid({}, [...PLAIN, ...OTHER.map((x) => 100 * x)]);
  assert.equal(logic.spanFor(logic.readHeads(t), 0, "head"), 5);
  assert.equal(logic.spanFor(logic.readHeads(t), 0, "all"), 1000);
});

test("the table has every cell of a small head, the pinned row, or the largest of each row", () => {
  const names = { queries: ["a", "b", "c"], tokens: ["a", "b", "c"] };
  const all = tableOf(grid(), logic.readHeads(grid()), 0, names);
  assert.equal(all.rows.length, 9);
  assert.deepEqual(all.rows[1], ["a", "b", "−∞", "0", "1.000"]);
  assert.equal(tableOf(grid({ pinned: 1 }), logic.readHeads(grid()), 0, names).rows.length, 3);
  const words = Array.from({ length: 13 }, (_, k) => `t${k}`);
  const wide = grid({ n_heads: 1, tokens: words, queries: words }, Array.from({ length: 169 }, (_, k) => (k % 14 === 0 ? 2 : 0)));
  const long = tableOf(wide, logic.readHeads(wide), 0, { queries: words, tokens: words });
  assert.deepEqual([long.rows.length, long.rows[3].slice(0, 3)], [13, ["t3", "t3", "2.00"]]);
});

test("a name is cut to the room it has, wide letters sooner", () => {
  assert.equal(fitting("because", 90), "because");
  for (const name of ["a".repeat(200), "W".repeat(200), "猫".repeat(30), "👩‍👩‍👧".repeat(9)]) {
    assert.ok(textWidth(fitting(name, 90)) <= 90 && fitting(name, 90).endsWith("…"), name);
  }
  assert.ok(fitting("W".repeat(20), 90).length < fitting("a".repeat(20), 90).length);
});
