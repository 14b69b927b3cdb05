// The convex hull: geometry against loops in Python, mixing against attnedu.core, moves and goals by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalsFor, frameOf, placeLabels, roundNumber, ticksOf, written } from "../../attnedu/widgets/static/arithmetic/frame.mjs";
import { distanceToHull, distanceToSegment, hullCorners, tipToTail } from "../../attnedu/widgets/static/arithmetic/hull.mjs";
import { softmax } from "../../attnedu/widgets/static/arithmetic/softmax.mjs";
import { goals, target } from "../../attnedu/widgets/static/logic/convex_hull.mjs";
import * as state from "../../attnedu/widgets/static/logic/hull_state.mjs";
import { core, near, skip } from "./numbers.mjs";

const { hullState, isWeights, moveShare, place, scaleOf, scoresBehind, whyNoKeeping, whyNoScores } = state;
const NAMES = ["juggler", "singer", "magician", "dancer"];
const VALUES = [[8, 0], [1, 9], [5, 1], [2, 6]];
const SCORES = [2, 1, 0, -1];
const ROW = softmax(SCORES);
const START = { values: VALUES, mode: "scores", scores: SCORES, shares: ROW, keep: true };
const TRAITS = { names: NAMES, brings: ["laughter", "music"], ...START, chain: false, start: START, reached: [] };
const byHand = (shares, changes = {}) => ({ ...TRAITS, mode: "shares", shares, ...changes });
const met = (traits) => goals(traits).filter((goal) => goal.met).map((goal) => goal.id);
const said = (traits, id) => goals(traits).find((goal) => goal.id === id).because;

test("the corners of a hull are those that a loop over all triangles finds", { skip }, () => {
  for (const { points, corners } of core.hulls) {
    const made = hullCorners(points).map((i) => points[i].join()).sort();
    assert.deepEqual(made, corners.map((p) => p.join()).sort());
    assert.equal(new Set(made).size, made.length);
  }
});

test("the corners go round to the left", { skip }, () => {
  for (const { points } of core.hulls) {
    const around = hullCorners(points).map((i) => points[i]);
    const area = around.reduce((all, [x, y], i) => {
      const [u, v] = around[(i + 1) % around.length];
      return all + x * v - u * y;
    }, 0);
    assert.ok(around.length < 3 ? Math.abs(area) < 1e-9 : area > 0);
  }
});

test("the distance to a hull is the largest that any of many directions shows", { skip }, () => {
  for (const { points, probes } of core.hulls) {
    for (const { point, distance } of probes) near(distanceToHull(point, points), distance, JSON.stringify(point), 1e-9);
  }
});

test("worked by hand: a square, a line, two points, one point, and points that stand twice", () => {
  const square = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0], [2, 2]];
  assert.deepEqual(hullCorners(square).map((i) => square[i]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
  near([[3, 1], [3, 3], [1, 1], [1, 0], [2, 2]].map((p) => distanceToHull(p, square)), [1, Math.SQRT2, 0, 0, 0]);
  const line = [[1, 1], [3, 3], [2, 2], [2, 2]];
  assert.deepEqual(hullCorners(line).map((i) => line[i]), [[1, 1], [3, 3]]);
  near([[2, 2], [4, 4], [1, 3]].map((p) => distanceToHull(p, line)), [0, Math.SQRT2, Math.SQRT2]);
  const upright = [[1, 4], [1, 1], [1, 1], [1, 4]];
  assert.deepEqual(hullCorners(upright).map((i) => upright[i]), [[1, 1], [1, 4]]);
  const one = [[5, 5], [5, 5], [5, 5]];
  assert.equal(hullCorners(one).length, 1);
  near([[5, 5], [8, 9]].map((p) => distanceToHull(p, one)), [0, 5]);
  near(distanceToSegment([3, 4], [0, 0], [0, 0]), 5);
});

test("the chain of arrows ends at the output, and each arrow is a share of its value", { skip }, () => {
  for (const { traits, row, output, lengths, weighs } of core.mixes) {
    const now = hullState(traits);
    near(now.row, row, "row");
    near(now.output, output, "output");
    near(now.joints.at(-1), output, "end of the chain", 1e-9);
    near(now.contributions, lengths, "lengths");
    assert.deepEqual(now.joints[0], [0, 0]);
    assert.equal(now.weighs, weighs);
    assert.ok(!(weighs && now.outside), "weights keep the output in the hull");
  }
});

test("a row is weights exactly where core says so", { skip }, () => {
  for (const { row, weighs } of core.rows) assert.equal(isWeights(row), weighs, JSON.stringify(row));
});

test("tip to tail, by hand", () => near(tipToTail([0.5, -1], [[2, 4], [1, 0]]), [[0, 0], [1, 2], [0, 2]]));

test("scores from weights give those weights back, with the mean of the scores before", { skip }, () => {
  for (const { scores, weights } of core.behind) {
    const made = scoresBehind(weights, scores);
    near(softmax(made), weights, "weights", 1e-9);
    assert.ok(Math.max(...made.map(Math.abs)) <= 1000);
  }
  assert.deepEqual(scoresBehind(ROW, SCORES), SCORES); // nothing was moved: nothing changes
  near(scoresBehind([0.25, 0.25, 0.25, 0.25], SCORES), [0.5, 0.5, 0.5, 0.5]);
});

test("moving one share rescales the others in proportion and keeps the sum", () => {
  near(moveShare([0.5, 0.3, 0.2], 0, 0.75), [0.75, 0.15, 0.1]);
  near(moveShare([1, 0, 0], 0, 0.4), [0.4, 0.3, 0.3]); // all others are 0: equally
  near(moveShare([0.5, 0.5, 0], 2, 1), [0, 0, 1]);
  near(moveShare([1.2, -0.2, 0.5], 2, 0.4), [0.6, 0, 0.4]); // what was no weight becomes one
  for (const share of [0, 1e-9, 0.3, 1]) assert.ok(isWeights(moveShare(ROW, 2, share)));
});

test("a row that is not weights is refused on the way to scores, in words", () => {
  assert.match(whyNoScores(byHand([1.3, 0, 0, 0])), /the shares sum to 1\.30/);
  assert.match(whyNoScores(byHand([1.2, -0.2, 0, 0])), /“singer” has −0\.20/);
  assert.match(whyNoScores(byHand([0.5, 0.5, 0, 0])), /the weight of “magician” is 0, and that would need a score of −∞/);
  assert.equal(whyNoScores(byHand([0.25, 0.25, 0.25, 0.25])), "");
  assert.match(whyNoKeeping(byHand([1.2, -0.2, 0, 0])), /“singer” has −0\.20/);
  assert.match(whyNoKeeping(byHand([0, 0, 0, 0])), /nothing to divide/);
  assert.equal(whyNoKeeping(byHand([2, 0.5, 0, 0])), "");
});

test("the place of the output is said with its reason", () => {
  const say = (traits) => place(traits, hullState(traits));
  assert.equal(say(byHand(ROW.map((w) => 1.3 * w))), "Outside the hull: the shares sum to 1.30.");
  assert.equal(say(byHand([1.2, -0.2, 0, 0])), "Outside the hull: “singer” has −0.20.");
  assert.match(say(byHand([1.2, -0.3, 0, 0])), /the shares sum to 0\.90, and “singer” has −0\.30/);
  assert.match(say(byHand([0.4, 0.2, 0.3, 0.2])), /Inside the hull, though nothing holds it there: the shares sum to 1\.10/);
  assert.match(say(TRAITS), /Inside the hull: the weights are not negative and sum to 1/);
  assert.match(say(byHand([0, 1, 0, 0])), /On the point of “singer”/);
  const flat = { values: [[1, 1], [2, 2], [3, 3], [2, 2]] };
  assert.match(say({ ...TRAITS, ...flat }), /here a segment/);
  assert.match(say({ ...TRAITS, values: VALUES.map(() => [4, 4]) }), /here one point/);
  assert.match(say(byHand([1, 1, 0, 0], { values: VALUES.map(() => [4, 4]) })), /Outside the hull, here one point: the shares sum to 2\.00/);
});

test("a convex hull opens with no question answered", { skip }, () => {
  assert.deepEqual(met(TRAITS), []);
  for (const { traits } of core.mixes) assert.deepEqual(met({ ...traits, ...traits.start }), []);
});

test("the corner is reached by the row that gives one key everything, and by no moved value", () => {
  assert.deepEqual(met(byHand([1, 0, 0, 0])), ["corner"]);
  assert.deepEqual(met(byHand([0, 1, 0, 0])), []);
  assert.deepEqual(met(byHand([1, 0.001, 0, 0])), []); // not weights, and outside by less than one can see
  assert.deepEqual(met(byHand([1, 0.1, 0, 0])), ["leave"]);
  assert.deepEqual(met({ ...TRAITS, scores: [23, 0, 0, 0] }), ["corner"]);
  // As soon as it prints as 1.000: 1/(1 + 3/e^8) = 0.9990, 1/(1 + 3/e^9) = 0.9996. What is left is said.
  assert.deepEqual(met({ ...TRAITS, scores: [8, 0, 0, 0] }), []);
  assert.deepEqual(met({ ...TRAITS, scores: [9, 0, 0, 0] }), ["corner"]);
  assert.match(said({ ...TRAITS, scores: [9, 0, 0, 0] }, "corner"), /all of the row but 4e−4: .*Only a score of −∞/);
  assert.match(said({ ...TRAITS, scores: [23, 0, 0, 0] }, "corner"), /all of the row but 3e−10/);
  assert.match(said(byHand([0.9996, 0.0004, 0, 0]), "corner"), /all of the row but 4e−4: .* With a share of exactly 1/);
  const output = hullState(TRAITS).output;
  const onto = [[(output[0] - ROW[0] * 8) / (1 - ROW[0]), output[1] / (1 - ROW[0])], ...VALUES.slice(1)];
  near(hullState({ ...TRAITS, values: onto }).output, onto[0]); // the point lies on the output, and no row did that
  assert.ok(!met({ ...TRAITS, values: onto }).includes("corner"));
});

test("the cross is reached by moving values, and not by the row", () => {
  const { at, radius, reach } = target(TRAITS);
  near(at, [4, 4]);
  near(radius, [0.3, 0.3]);
  near(reach, [8 - (hullState(TRAITS).output[0] - 4) / ROW[0], (4 - hullState(TRAITS).output[1]) / ROW[0]]);
  assert.deepEqual(met({ ...TRAITS, scores: [1, 1, 1, 1] }), []);
  assert.deepEqual(met({ ...TRAITS, values: [reach, ...VALUES.slice(1)] }), ["cross"]);
  assert.deepEqual(met({ ...TRAITS, values: [VALUES[0], reach, ...VALUES.slice(2)] }), []);
  assert.match(said({ ...TRAITS, values: [reach, ...VALUES.slice(1)] }, "cross"), /“juggler” by 0\.644 of it, “dancer” by 0\.032/);
});

test("leaving the hull and leaving it with a sum of 1 are told apart", () => {
  assert.deepEqual(met(byHand(ROW.map((w) => 1.3 * w))), ["leave"]);
  assert.deepEqual(met(byHand([0, ...ROW.slice(1)])), ["leave"]);
  assert.deepEqual(met(byHand([1.2, -0.2, 0, 0])), ["leave", "negative"]);
  assert.deepEqual(met(byHand([0.4, 0.2, 0.3, 0.2])), []); // too much, but still inside
  assert.match(said(byHand([0, ...ROW.slice(1)]), "leave"), /sum to 0\.36; too little moves towards zero/);
  assert.match(said(byHand([1.2, -0.2, 0, 0]), "negative"), /“singer” has −0\.20/);
});

test("far from the origin a sum that prints as 1 moves the output visibly, and still is not a negative share", () => {
  const values = VALUES.map(([x, y]) => [900 + x / 10, y / 10]);
  const far = { ...TRAITS, values, start: { ...START, values } };
  assert.deepEqual(met({ ...far, mode: "shares", shares: ROW.map((w) => 1.0004 * w) }), ["leave"]);
  const rounded = { ...far, mode: "shares", shares: ROW.map((w) => w * (1 + 9e-7)) };
  assert.equal(hullState(rounded).weighs, true);
  assert.match(place(rounded, hullState(rounded)), /^Inside/);
});

test("a widget that opens outside the hull asks for the way back, and never a question that it answers itself", () => {
  const open = (shares) => ({ ...byHand(shares), start: { ...START, mode: "shares", keep: false, shares } });
  assert.deepEqual(goals(open([1.3, 0, 0, 0])).map((goal) => goal.id), ["corner", "cross", "return", "negative"]);
  assert.deepEqual(goals(open([1.2, -0.2, 0, 0])).map((goal) => goal.id), ["corner", "cross", "return"]);
  assert.deepEqual(met(open([1.3, 0, 0, 0])), []);
  assert.deepEqual(met({ ...open([1.3, 0, 0, 0]), shares: [0.5, 0.5, 0, 0] }), ["return"]);
});

test("values that are all one point leave no cross, and a row that has a corner already gets another", () => {
  const values = [[4, 4], [4, 4], [4, 4]];
  const begun = { ...START, values, scores: [2, 1, 0], shares: softmax([2, 1, 0]) };
  const same = { ...TRAITS, ...begun, names: ["a", "b", "c"], start: begun };
  assert.deepEqual(goals(same).map((goal) => goal.id), ["corner", "leave", "negative"]);
  assert.deepEqual(met(same), []);
  const oneHot = { ...byHand([1, 0, 0, 0]), start: { ...START, mode: "shares", shares: [1, 0, 0, 0] } };
  assert.match(goals(oneHot)[0].question, /“singer”/);
});

test("the cross can be reached with the heaviest key, whatever the values", { skip }, () => {
  for (const { traits } of core.mixes) {
    const cross = target({ ...traits });
    if (!cross || !isWeights(traits.start.shares)) continue;
    const { values, shares } = traits.start;
    const heaviest = shares.indexOf(Math.max(...shares));
    const moved = values.map((v, j) => (j === heaviest ? cross.reach : v));
    assert.ok(met({ ...traits, ...traits.start, values: moved }).includes("cross"));
    near(distanceToHull(cross.at, values), 0, "the cross is in the hull", 1e-9);
  }
});

test("odd names stand in the sentences, quoted and told apart", () => {
  const odd = { ...TRAITS, names: ["", "a", "a", "<script>"] };
  assert.match(goals(odd)[0].question, /“\(empty\)”/);
  assert.match(whyNoScores({ ...odd, shares: [0.7, 0.5, -0.2, 0] }), /“a \(3\)” has −0\.20/);
});

test("a scale is shared unless one extent is far larger", () => {
  assert.equal(scaleOf(VALUES).shared, true);
  assert.equal(scaleOf([[0, 0], [100, 1], [50, 0.5]]).shared, false);
  assert.equal(scaleOf([[0, 0], [100, 0], [50, 0]]).shared, true);
  assert.deepEqual(scaleOf([[0, 0], [0, 0], [0, 0]]).unit, [1, 1]);
});

test("a frame has round ticks, holds every point, and two axes on one scale are equally long", () => {
  const points = [...VALUES, [11.7, -1.5]];
  const frame = frameOf(points, true);
  for (const d of [0, 1]) {
    const ticks = ticksOf(frame, d);
    assert.deepEqual([ticks[0], ticks.at(-1)], [frame.low[d], frame.high[d]]);
    assert.ok(ticks.length >= 4 && ticks.length <= 12);
    for (const p of points) assert.ok(p[d] > frame.low[d] && p[d] < frame.high[d]);
  }
  assert.equal(frame.high[0] - frame.low[0], frame.high[1] - frame.low[1]);
  assert.deepEqual([0.9, 1.8, 3.4, 0.04, 700].map(roundNumber), [1, 2, 5, 0.05, 500]);
  assert.deepEqual([2, 0.5, 0.02, 100].map(decimalsFor), [0, 1, 2, 0]);
  const one = frameOf([[4, 4], [4, 4]], true, 4);
  assert.ok(one.high[0] - one.low[0] >= 4);
});

test("names beside marks cover neither marks nor one another, stay in the picture, and keep their place", () => {
  const spots = [[20, 20], [36, 34], [150, 150], [158, 140], [290, 10], [5, 295], [150, 20], [100, 100]];
  const labels = spots.map((at) => ({ at, wide: 70, high: 16, reach: 9, away: [1, 0], may: false }));
  const marks = spots.map((at) => [...at, 6]);
  const made = placeLabels(labels, marks, { wide: 300, high: 300 });
  const boxes = made.map(({ left, top }) => [left, top, left + 70, top + 16]);
  const cover = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  boxes.forEach((box, i) => {
    assert.ok(box[0] >= 0 && box[1] >= 0 && box[2] <= 300 && box[3] <= 300);
    boxes.forEach((other, k) => assert.ok(k === i || !cover(box, other), `${i} and ${k}`));
    marks.forEach(([x, y, r], k) => assert.ok(!cover(box, [x - r, y - r, x + r, y + r]), `${i} over mark ${k}`));
  });
  const again = placeLabels(labels.map((label, i) => ({ ...label, before: made[i].place })), marks, { wide: 300, high: 300 });
  assert.deepEqual(again.map(({ place: number }) => number), made.map(({ place: number }) => number));
  const crowded = { at: [20, 20], wide: 400, high: 16, reach: 4, away: [0, 0], may: true };
  assert.deepEqual(placeLabels([crowded], [[20, 20, 40]], { wide: 60, high: 40 }), [null]);
});


test("numbers with tiny steps are written with a power of ten, others with decimals", () => {
  assert.deepEqual([0, 2, -1.25].map((x) => written(x, 0.5, 2)), ["0.00", "2.00", "−1.25"]);
  assert.deepEqual([0, 2e-8, -1.2e-7, 1, 1e-20].map((x) => written(x, 2e-9)), ["0", "2e−8", "−1.2e−7", "1e0", "0"]);
});

test("values of any smallness and any place have a scale, a frame and goals without NaN", () => {
  const shapes = [[[0, 0], [1, 2], [2, 1], [1, 1]]];
  const sets = [1e-7, 1e-300, 5e-324].flatMap((size) => shapes.map((all) => all.map((v) => v.map((x) => x * size))));
  sets.push([[1000, 0], [1000 - 1e-12, 1], [1000, 0.5], [1000, 0]], [[999 + 1e-7, 0], [999, 1e-9], [999, 0], [999, 0]]);
  for (const values of sets) {
    const start = { ...START, values };
    const { unit, shared, steps, fine } = scaleOf(values);
    for (const x of [...unit, ...steps, ...fine]) assert.ok(x > 0 && Number.isFinite(x), `${values}`);
    const frame = frameOf(values, shared, unit);
    for (const d of [0, 1]) {
      assert.ok(frame.high[d] > frame.low[d], `${values}`);
      assert.ok(ticksOf(frame, d).length > 2);
    }
    assert.doesNotMatch(JSON.stringify(goals({ ...TRAITS, values, start })), /NaN|Infinity/);
    const cross = target({ ...TRAITS, values, start });
    if (cross) for (const x of [...cross.at, ...cross.radius, ...cross.reach]) assert.ok(Number.isFinite(x));
  }
  assert.deepEqual(scaleOf(sets[0]).steps, [5e-9, 5e-9]);
});
