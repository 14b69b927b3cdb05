// Softmax one block of keys at a time: the state of one query while blocks go by. A test holds it to attnedu.core.online.
// A state is { max, sum, acc }: the largest score so far, Σ e^(score - max), and Σ e^(score - max) · value, not yet divided.
import { sum } from "./softmax.mjs";

/** The state before any key. */
export function empty(width) {
  return { max: -Infinity, sum: 0, acc: Array(width).fill(0) };
}

/** e^(x - largest): 0 at -Infinity, whatever the largest is, and 1 at the largest, were it infinite. Never NaN. */
export function expBelow(x, largest) {
  if (x === -Infinity) return 0;
  return x === largest ? 1 : Math.exp(x - largest);
}

/** What one block holds relative to `max`: its exponentials, their sum, and their sum with the values. */
export function blockBelow(scores, values, max) {
  const exponentials = scores.map((s) => expBelow(s, max));
  const acc = values[0].map((_, d) => sum(exponentials.map((e, j) => e * values[j][d])));
  return { exponentials, sum: sum(exponentials), acc };
}

/** Take in one block: sum and acc shrink by e^(max - new max) before the block is added. */
export function update(state, scores, values) {
  const max = Math.max(state.max, ...scores);
  const shrink = expBelow(state.max, max);
  const block = blockBelow(scores, values, max);
  return { max, sum: shrink * state.sum + block.sum, acc: state.acc.map((a, d) => shrink * a + block.acc[d]) };
}

/** Join two states of one query over different keys: in any order and any grouping, up to rounding. */
export function merge(a, b) {
  const max = Math.max(a.max, b.max);
  const [left, right] = [expBelow(a.max, max), expBelow(b.max, max)];
  return { max, sum: left * a.sum + right * b.sum, acc: a.acc.map((x, d) => left * x + right * b.acc[d]) };
}

/** acc / sum; zeros for a query that saw no key. */
export function outputOf(state) {
  return state.acc.map((a) => a / (state.sum === 0 ? 1 : state.sum));
}

/** max + log(sum); -Infinity for a query that saw no key. */
export function logSumExpOf(state) {
  return state.max + Math.log(state.sum);
}
