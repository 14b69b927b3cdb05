// Online player: the numbers and the steps of a reading in words. `reading` is what logic/online_player.mjs makes of the traits.
import { expBelow, logSumExpOf, outputOf } from "../arithmetic/online.mjs";
import { fixed } from "../parts/format.mjs";

const LISTED = 4; // scores of a block that a sentence still lists one by one
export const LARGEST_POWER = 709.78; // e^score overflows in double precision above this

export const number = (x) => (Number.isFinite(x) ? fixed(x, Math.abs(x) >= 1000 ? 1 : 3) : x < 0 ? "−∞" : "∞");
export const score = (s) => (s === -Infinity ? "−∞" : fixed(s, 2));
export const vector = (v) => (v.length === 1 ? number(v[0]) : `(${v.map(number).join(", ")})`);
const plain = (x) => fixed(x, 2).replace(/\.?0+$/, "");
/** A value as it was given, without needless zeros. */
export const given = (v) => (v.length === 1 ? plain(v[0]) : `(${v.map(plain).join(", ")})`);
export const inOrder = (order) => order.map((b) => b + 1).join(", ");
const spoken = (x, digits) => x.toExponential(digits).replace("-", "−");
export const tiny = (x) => (x === 0 ? "0" : spoken(x, 1));
export const factor = (x) => (x === 0 || x >= 0.001 ? number(x) : spoken(x, 1));

/** e^(a - b) as it is written, with its value. */
export function power(a, b) {
  if (a === -Infinity) return "e^(−∞) = 0";
  return `e^(${score(a)} − ${b < 0 ? `(${score(b)})` : score(b)}) = ${factor(expBelow(a, b))}`;
}

function listed(scores) {
  if (scores.length > LISTED) return `${scores.length} scores`;
  const [rest, latest] = [scores.slice(0, -1).map(score).join(", "), score(scores.at(-1))];
  return rest ? `scores ${rest} and ${latest}` : `score ${latest}`;
}

/** What this step does: which block, and what happens to the sum and acc so far. */
export function story({ at, steps }) {
  if (at === 0) return [`Step 0 of ${steps.length}: nothing is read yet.`, "The state is empty: max −∞, sum 0, acc 0."];
  const { block, scores, before, after, rescales } = steps[at - 1];
  const title = `Step ${at} of ${steps.length} reads block ${block + 1}: ${listed(scores)}.`;
  const hidden = scores.every((s) => s === -Infinity);
  const said = hidden ? "All of it is hidden: each exponential is 0, and max, sum and acc stay as they were."
    : before.sum === 0 ? `Nothing was kept, so nothing shrinks. The max goes from −∞ to ${score(after.max)}.`
      : rescales ? `The max rises: the sum and acc so far shrink by ${power(before.max, after.max)}. Then the block is added.`
        : `The max stays ${score(after.max)}: the factor is e^0 = 1 and nothing is rescaled. The block is added.`;
  return [title, said];
}

/** What stands at the end of the reading, or why it is not yet the end. */
export function ending({ at, steps, seen, output, whole, difference }) {
  const left = `${steps.length - at} ${steps.length - at === 1 ? "block is" : "blocks are"} unread.`;
  if (at === 0) return left;
  if (at < steps.length) return `${left} The output so far is what softmax over the keys read so far would give.`;
  const empty = seen.every((s) => s === -Infinity);
  if (empty) return "Every score is −∞: the sum ends at 0 and so does the output, as for an empty row of softmax.";
  return `Block by block the output is ${vector(output)}. Softmax over the whole row gives ${vector(whole)}. ` +
    `Largest difference: ${tiny(difference)}.`;
}

/** What would happen to e^score without the max, in words; nothing if it would go well. */
export function overflow({ seen }) {
  const largest = Math.max(...seen);
  if (largest <= LARGEST_POWER) return "";
  return `Without the max, e^${score(largest)} is too large for double precision: sum ∞, acc ∞, and ∞/∞ is no output.`;
}

/** The running state as a table: name, kept before, the same after shrinking, what the block adds, kept after. */
export function stateRows({ at, steps, state }) {
  const step = at ? steps[at - 1] : null;
  const { before, after, shrink, adds } = step ?? {};
  const row = (name, write, ...numbers) => [name, ...numbers.map((x) => (x === null ? "" : write(x)))];
  const line = (name, write, of) => row(name, write, step && of(before), null, null, of(step ? after : state));
  return [
    row("max", score, step && before.max, null, step && Math.max(...step.scores), state.max),
    row("sum", number, step && before.sum, step && shrink * before.sum, step && adds.sum, state.sum),
    row("acc", vector, step && before.acc, step && before.acc.map((a) => shrink * a), step && adds.acc, state.acc),
    line("output = acc / sum", vector, outputOf),
    line("log-sum-exp = max + log(sum)", number, logSumExpOf),
  ];
}

export const TRACE_HEADS = [
  "step", "block", "scores read", "max before", "max after", "factor", "sum", "acc", "output", "log-sum-exp",
];

/** A line for every step up to the present one. */
export function trace({ at, steps }) {
  return steps.slice(0, at).map((step, i) => [String(i + 1), String(step.block + 1), step.scores.map(score).join(", "),
    score(step.before.max), score(step.after.max), step.before.sum > 0 ? factor(step.shrink) : "nothing kept",
    number(step.after.sum), vector(step.after.acc), vector(outputOf(step.after)), number(logSumExpOf(step.after))]);
}
