// Convex hull: the row, its output, the moves, and what is said of them, as pure functions of the traits.
// A row of shares is called weights only while it is weights: no share below 0, and the sum is 1.
import { decimalsFor, roundNumber, written } from "../arithmetic/frame.mjs";
import { distanceToHull, extents, hullCorners, tipToTail } from "../arithmetic/hull.mjs";
import { largestDifference, mix, softmax, sum } from "../arithmetic/softmax.mjs";
import { fixed } from "../parts/format.mjs";
import { quoted, tokenNames } from "../parts/tokens.mjs";

export const EXACT = 1e-9;
export const PRINTED = 0.0005; // sums that print as 1.000
const SUM = 1e-6; // how far from 1 a row of weights may sum, as in core.is_weights
const UNEQUAL = 4; // the axes share one scale unless one extent is more than so many times the other
const LARGEST = 1000; // of a score
const NARROWEST = 1e-12; // extent of values that the picture still tells apart
const RESOLVED = 1e-9; // and as a part of the largest of them

export function isWeights(shares) {
  return shares.every((s) => s >= 0) && Math.abs(sum(shares) - 1) <= SUM;
}

/** The row that mixes the values, what it makes of them, and whether the output is still in their hull. */
export function hullState({ values, mode, scores, shares, start }) {
  const row = mode === "scores" ? softmax(scores) : shares;
  const { unit } = scaleOf(start.values);
  const flat = (p) => [p[0] / unit[0], p[1] / unit[1]];
  const output = mix(row, values);
  const away = distanceToHull(flat(output), values.map(flat)); // in extents of the values, so that both axes count
  const weighs = isWeights(row);
  const lengths = values.map((v) => Math.hypot(...v));
  return {
    row,
    total: sum(row),
    weighs,
    output,
    away,
    outside: !weighs && away > EXACT, // of weights, what is left is rounding
    corners: hullCorners(values),
    joints: tipToTail(row, values),
    lengths,
    contributions: lengths.map((length, j) => Math.abs(row[j]) * length),
  };
}

/** What the values as they came decide for good: whether all are one point, one scale or two, its unit, and the steps of a move. */
export function scaleOf(values) {
  // An extent that is rounding beside the values themselves, or beside any number one would write, counts as none.
  const size = [0, 1].map((d) => Math.max(...values.map((v) => Math.abs(v[d]))));
  const sides = extents(values).map((side, d) => (side > Math.max(NARROWEST, RESOLVED * size[d]) ? side : 0));
  const furthest = Math.max(...size);
  const largest = Math.max(...sides) || (furthest > NARROWEST ? furthest : 1);
  const smallest = Math.min(...sides);
  const shared = smallest === 0 || largest / smallest <= UNEQUAL;
  const unit = shared ? [largest, largest] : sides;
  return { one: Math.max(...sides) === 0, shared, unit, steps: unit.map((u) => roundNumber(u / 40)), fine: unit.map((u) => roundNumber(u / 200)) };
}

/** How each axis writes its numbers: with one decimal more than a step of a move has, tiny ones with a power of ten. */
export function writersOf(values) {
  return scaleOf(values).steps.map((step) => (x) => written(x, step, decimalsFor(step) + 1));
}

/** Move one share of a row that keeps its sum at 1: the others are rescaled in proportion, equally if all are 0. */
export function moveShare(shares, j, share) {
  const others = sum(shares.map((s, k) => (k === j ? 0 : Math.max(0, s))));
  const rest = 1 - share;
  return shares.map((s, k) => {
    if (k === j) return share;
    return others > 1e-12 ? (Math.max(0, s) / others) * rest : rest / (shares.length - 1);
  });
}

/** Scores that softmax turns into these weights: log w, and a constant that gives them the mean of the scores before. */
export function scoresBehind(weights, before) {
  if (largestDifference(softmax(before), weights) < 1e-12) return before;
  const logs = weights.map(Math.log);
  const shift = (sum(before) - sum(logs)) / weights.length;
  const made = logs.map((x) => x + shift);
  return Math.max(...made.map(Math.abs)) <= LARGEST ? made : logs;
}

/** A share as it stands in a sentence. */
export function shareWords(x) {
  return fixed(x, Math.abs(x) < 0.1 ? 3 : 2);
}

function sumWords(x) {
  return fixed(x, Math.abs(x - 1) < 0.005 ? 3 : 2);
}

/** The position of the smallest share. */
export function lowest(row) {
  return row.indexOf(Math.min(...row));
}

/** Why no scores give this row, in words; "" where some do. */
export function whyNoScores({ names, shares }) {
  const least = lowest(shares);
  const name = quoted(tokenNames(names)[least]);
  const no = "No scores give this row:";
  if (shares[least] < 0) return `${no} softmax makes no share below 0, and ${name} has ${shareWords(shares[least])}.`;
  if (!isWeights(shares)) return `${no} softmax makes rows that sum to 1, and the shares sum to ${sumWords(sum(shares))}.`;
  return shares[least] === 0 ? `${no} the weight of ${name} is 0, and that would need a score of −∞.` : "";
}

/** Why the row cannot be brought to a sum of 1 by dividing it by its sum; "" where it can. */
export function whyNoKeeping({ names, shares }) {
  const least = lowest(shares);
  if (shares[least] < 0) {
    const name = quoted(tokenNames(names)[least]);
    return `A row that keeps its sum at 1 here has no share below 0, and ${name} has ${shareWords(shares[least])}: raise it first.`;
  }
  return sum(shares) > 0 ? "" : "The shares sum to 0: there is nothing to divide them by. Give a key a share first.";
}

/** What is wrong with a row that is not weights. */
export function broken(names, { row, total }) {
  const found = Math.abs(total - 1) > PRINTED ? [`the shares sum to ${sumWords(total)}`] : [];
  tokenNames(names).forEach((name, j) => row[j] < 0 && found.push(`${quoted(name)} has ${shareWords(row[j])}`));
  return found.join(", and ") || `the shares sum to ${fixed(total, 6)}`;
}

/** Where the output is, in words. */
export function place({ names }, now) {
  const kinds = now.corners.length;
  const hull = kinds > 2 ? "the hull" : kinds === 2 ? "the hull, here a segment" : "the hull, here one point";
  if (now.outside) return `Outside ${hull}: ${broken(names, now)}.`;
  if (!now.weighs) return `Inside ${hull}, though nothing holds it there: ${broken(names, now)}.`;
  const whole = now.row.findIndex((w) => w >= 1 - EXACT);
  if (whole < 0) return `Inside ${hull}: the weights are not negative and sum to 1, so the output is an average of the values.`;
  return `On the point of ${quoted(tokenNames(names)[whole])}, which has the whole row: an average of one value is that value.`;
}
