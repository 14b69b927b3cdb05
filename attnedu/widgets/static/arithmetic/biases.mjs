// What else acts on scores, before softmax: temperature, soft-cap, ALiBi, T5 buckets; and the sink, which softmax meets.
// A row is an array of scores, -Infinity for a hidden one; a table is an array of rows.
import { tableOf } from "./masks.mjs";
import { softmax } from "./softmax.mjs";

/** Divide scores by a temperature: below 1 sharpens the weights, above 1 flattens them. */
export function cool(row, temperature) {
  return row.map((s) => s / temperature);
}

/** Bend scores into (-cap, cap). It belongs before the mask: -Infinity becomes -cap. */
export function softCap(row, cap) {
  return row.map((s) => cap * Math.tanh(s / cap));
}

/** One slope for each head: 2^(-8h/heads), h from 1. */
export function alibiSlopes(heads) {
  return Array.from({ length: heads }, (_, h) => 2 ** ((-8 * (h + 1)) / heads));
}

/** ALiBi: minus the slope times how far back the key lies. In future cells the formula gives a reward. The ends are aligned. */
export function alibiBias(slope, queries, keys) {
  return tableOf(queries, keys, (i, j) => -slope * (i + keys - queries - j) + 0);
}

/** T5: which bucket a distance falls into, near ones alone, far ones together; `ahead` is key minus query. */
export function relativeBucket(ahead, buckets, maxDistance) {
  const each = buckets / 2; // half of them for the keys up to the query, half for those after it
  const exact = Math.floor(each / 2);
  const distance = Math.abs(ahead);
  const side = ahead > 0 ? each : 0;
  if (distance < exact) return side + distance;
  const share = Math.log(distance / exact) / Math.log(maxDistance / exact);
  return side + Math.min(each - 1, exact + Math.floor(share * (each - exact) + 1e-9)); // a quotient of logarithms rounds
}

export function relativeBuckets(queries, keys, buckets, maxDistance) {
  return tableOf(queries, keys, (i, j) => relativeBucket(j - (i + keys - queries), buckets, maxDistance));
}

/** T5's relative bias for one head: the number of the bucket of each distance. */
export function relativeBias(numbers, queries, keys, maxDistance) {
  return relativeBuckets(queries, keys, numbers.length, maxDistance).map((row) => row.map((bucket) => numbers[bucket]));
}

export function add(row, bias) {
  return row.map((s, j) => s + bias[j]);
}

/** Weights with one more score in the denominator, which brings no value: a row sums to less than 1. */
export function sinkSoftmax(row, sink) {
  return softmax([...row, sink]).slice(0, -1);
}
