// The bridge and what acts on weights: no page, no state. A test holds it to the numbers of attnedu.core.
// A score is a real number before softmax; a weight is a share of a row that sums to 1.
// A row is an array of numbers; `mask` is an array of booleans, true = may look.

export function sum(row) {
  return row.reduce((total, x) => total + x, 0);
}

/** Weights of one row of scores. A score of -Infinity gets weight 0; a row of nothing else gets zero weights. */
export function softmax(scores) {
  const largest = Math.max(...scores);
  if (largest === -Infinity) return scores.map(() => 0);
  const powers = scores.map((s) => Math.exp(s - largest)); // the shift is exact, and no power overflows
  const total = sum(powers);
  return powers.map((p) => p / total);
}

/** Set hidden weights to 0 after softmax: the row now sums to less than 1. */
export function zeroWeights(weights, mask) {
  return weights.map((w, j) => (mask[j] ? w : 0));
}

/** log Σ e^score of one row: what turns a score into the logarithm of a weight. -Infinity for a row of nothing else. */
export function logSumExp(scores) {
  const largest = Math.max(...scores);
  if (largest === -Infinity) return -Infinity;
  return largest + Math.log(sum(scores.map((s) => Math.exp(s - largest))));
}

/** Divide a row by its own sum. A row of zeros stays zero: 0/0 is not a share of anything. */
export function renormalise(weights) {
  const total = sum(weights);
  return total === 0 ? weights.slice() : weights.map((w) => w / total);
}

/** Entropy in nats, with 0 log 0 = 0. */
export function entropy(weights) {
  return -sum(weights.map((w) => (w > 0 ? w * Math.log(w) : 0))) + 0;
}

/** The mix of the values: one number for each thing that the values measure. */
export function mix(weights, values) {
  return values[0].map((_, d) => sum(weights.map((w, j) => w * values[j][d])));
}

export function largestDifference(a, b) {
  return Math.max(0, ...a.map((x, j) => Math.abs(x - b[j])));
}

/** How far apart the largest and the smallest of a row are. */
export function spread(row) {
  return Math.max(...row) - Math.min(...row);
}
