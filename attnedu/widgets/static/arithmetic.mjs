// The arithmetic of every widget, and nothing else: no page, no state. A test holds it to the numbers of attnedu.core.
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

/** Hide scores: a hidden one becomes -Infinity, and e^-Infinity is 0. */
export function maskScores(scores, mask) {
  return scores.map((s, j) => (mask[j] ? s : -Infinity));
}

/** Set hidden weights to 0 after softmax: the row now sums to less than 1. */
export function zeroWeights(weights, mask) {
  return weights.map((w, j) => (mask[j] ? w : 0));
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

/** Talent show: every sheet turned into weights, with some acts struck out "before" softmax or "after" it. */
export function talentShow({ scores, struck, level }) {
  const mask = scores[0].map((_, j) => !struck.includes(j));
  const weights = scores.map((row) =>
    level === "before" ? softmax(maskScores(row, mask)) : zeroWeights(softmax(row), mask),
  );
  return { mask, weights, sums: weights.map(sum) };
}

/** Softmax bridge: what softmax receives is (scale * score + shift) / temperature. */
export function bridge({ scores, temperature, shift, scale }) {
  const received = scores.map((s) => (scale * s + shift) / temperature);
  const weights = softmax(received);
  return { received, weights, entropy: entropy(weights), most: Math.log(scores.length) };
}

/** The score that gives `received` under the present temperature, shift and scale. */
export function scoreBehind(received, { temperature, shift, scale }) {
  return (received * temperature - shift) / scale;
}

/** Mask lab: one mask at the score level and at the weight level, with `push` added to the last key's scores. */
export function maskLab({ scores, mask, renormalise: again, push }) {
  const last = scores[0].length - 1;
  const pushed = scores.map((row) => row.map((s, j) => (j === last ? s + push : s)));
  const onScores = (table) => table.map((row, i) => softmax(maskScores(row, mask[i])));
  const onWeights = (table) =>
    table.map((row, i) => {
      const kept = zeroWeights(softmax(row), mask[i]);
      return again ? renormalise(kept) : kept;
    });
  const side = (make) => {
    const [before, weights] = [make(scores), make(pushed)];
    return {
      weights,
      sums: weights.map(sum),
      sumsBefore: before.map(sum),
      moved: weights.map((row, i) => largestDifference(row, before[i])),
    };
  };
  const empty = mask.map((row) => !row.includes(true));
  const hidesLast = mask.map((row) => !row[last]);
  const weightSide = side(onWeights);
  return {
    pushed,
    empty,
    hidesLast,
    scoreSide: side(onScores),
    weightSide,
    // A key may be looked at, yet every share underflowed to 0: dividing by the sum is 0/0.
    broken: weightSide.sums.map((total, i) => again && !empty[i] && total === 0),
  };
}
