// The arithmetic of the browser against numbers that attnedu.core wrote (see test_browser_arithmetic.py).
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskScores } from "../../attnedu/widgets/static/arithmetic/masks.mjs";
import * as softmax from "../../attnedu/widgets/static/arithmetic/softmax.mjs";
import { maskLab } from "../../attnedu/widgets/static/logic/mask_lab.mjs";
import { bridge, scoreBehind } from "../../attnedu/widgets/static/logic/softmax_bridge.mjs";
import { talentShow } from "../../attnedu/widgets/static/logic/talent_show.mjs";
import { core, near, skip } from "./numbers.mjs";

const here = { ...softmax, maskScores, maskLab, bridge, scoreBehind, talentShow };

test("softmax, entropy and row sums agree with core, also at ten thousand", { skip }, () => {
  for (const { scores, weights, entropy, sums } of core.rows) {
    const made = scores.map(here.softmax);
    near(made, weights, "weights");
    near(made.map(here.entropy), entropy, "entropy");
    near(made.map(here.sum), sums, "sums");
  }
});

test("the talent show agrees with core, struck out before and after", { skip }, () => {
  for (const { traits, weights, sums, verdicts } of core.shows) {
    const made = here.talentShow(traits);
    near(made.weights, weights, "weights");
    near(made.sums, sums, "sums");
    near(made.weights.map((row) => here.mix(row, traits.values)), verdicts, "verdicts");
  }
});

test("the bridge agrees with core at every temperature, shift and scale", { skip }, () => {
  for (const { traits, received, weights, entropy } of core.bridges) {
    const made = here.bridge(traits);
    near(made.received, received, "received");
    near(made.weights, weights, "weights");
    near(made.entropy, entropy, "entropy");
    near(made.received.map((x) => here.scoreBehind(x, traits)), traits.scores, "scores behind");
  }
});

test("both sides of the mask lab agree with core, and so do leaks and empty rows", { skip }, () => {
  for (const { traits, wanted } of core.labs) {
    const made = here.maskLab(traits);
    near(made.pushed, wanted.scores, "scores");
    near(made.scoreSide.weights, wanted.mask_on_scores, "mask on scores");
    near(made.weightSide.weights, wanted.mask_on_weights, "mask on weights");
    near(made.scoreSide.sums, wanted.row_sums_on_scores, "sums on scores");
    near(made.weightSide.sums, wanted.row_sums_on_weights, "sums on weights");
    near(made.scoreSide.moved, wanted.moved_on_scores, "moved on scores");
    near(made.weightSide.moved, wanted.moved_on_weights, "moved on weights");
    assert.deepEqual(made.empty, wanted.empty_rows);
  }
});

test("a row of hidden scores gets zero weights, not NaN", () => {
  assert.deepEqual(here.softmax([-Infinity, -Infinity]), [0, 0]);
  assert.deepEqual(here.renormalise([0, 0]), [0, 0]);
});

test("worked by hand: equal scores share equally, and ln 3 more is three times as much", () => {
  near(here.softmax([5, 5]), [0.5, 0.5]);
  near(here.softmax([Math.log(3), 0]), [0.75, 0.25]);
});

test("renormalising equals hiding the scores, until the hidden score takes every digit", () => {
  const scores = [[1, 0, 2], [0, 1, 0.5], [0.5, 2, 1]];
  const mask = [[true, true, false], [true, true, false], [true, true, true]];
  const fine = here.maskLab({ scores, mask, renormalise: true, push: 30, future: 2 });
  near(fine.weightSide.weights, fine.scoreSide.weights);
  assert.deepEqual(fine.broken, [false, false, false]);
  const lost = here.maskLab({ scores, mask, renormalise: true, push: 800, future: 2 });
  assert.deepEqual(lost.broken, [true, true, false]);
  near(lost.scoreSide.sums, [1, 1, 1]);
  assert.deepEqual(lost.weightSide.sums.slice(0, 2), [0, 0]);
});

test("without renormalising, the hidden future moves the past on the weight side alone", () => {
  const scores = [[1, 0], [0, 1]];
  const mask = [[true, false], [true, true]];
  const { scoreSide, weightSide } = here.maskLab({ scores, mask, renormalise: false, push: 2, future: 1 });
  assert.equal(scoreSide.moved[0], 0);
  near(weightSide.moved[0], 1 / (1 + Math.exp(-1)) - 1 / (1 + Math.exp(1)));
});
