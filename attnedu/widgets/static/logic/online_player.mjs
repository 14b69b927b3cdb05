// Online player: what one reading of the blocks does, step by step, and the goals, as pure functions of the traits.
import { maskScores } from "../arithmetic/masks.mjs";
import { blockBelow, empty, expBelow, outputOf, update } from "../arithmetic/online.mjs";
import { largestDifference, mix, softmax } from "../arithmetic/softmax.mjs";
import { fixed } from "../parts/format.mjs";
import { inOrder, power, score, tiny } from "./online_player_words.mjs";

const EXACT = 1e-9;
const REMEMBERED = 6; // readings to the end that are kept for comparison

/** Positions of the keys of each block; the last block may be short. */
export function blocksOf(keys, block) {
  const count = Math.ceil(keys / block);
  const size = (b) => Math.min(block, keys - b * block);
  return Array.from({ length: count }, (_, b) => Array.from({ length: size(b) }, (_, j) => b * block + j));
}

const isOrder = (order, count) => order.length === count && Array.from({ length: count }, (_, b) => b).every((b) => order.includes(b));

/** The whole reading, whatever the present step: a step reads one block. `order` falls back to forwards if it does not fit. */
export function reading(traits) {
  const { scores, mask, values, block } = traits;
  const blocks = blocksOf(scores.length, block);
  const order = isOrder(traits.order, blocks.length) ? traits.order : blocks.map((_, b) => b);
  const seen = maskScores(scores, mask);
  let state = empty(values[0].length);
  const steps = order.map((b) => {
    const keys = blocks[b];
    const [own, brought] = [keys.map((j) => seen[j]), keys.map((j) => values[j])];
    const before = state;
    state = update(before, own, brought);
    const shrink = expBelow(before.max, state.max);
    const rescales = before.sum > 0 && state.max > before.max;
    return { block: b, keys, scores: own, before, after: state, shrink, rescales, adds: blockBelow(own, brought, state.max) };
  });
  const at = Math.min(Math.max(0, Math.round(traits.step)), steps.length);
  const weights = softmax(seen);
  const whole = mix(weights, values);
  const output = outputOf(state);
  return {
    blocks, order, seen, steps, at, weights, whole, output, state: at ? steps[at - 1].after : empty(values[0].length),
    difference: largestDifference(output, whole), rescalings: steps.filter((s) => s.rescales).length,
  };
}

/** The orders that have a name. Equal blocks stay in the order of their keys. */
export function namedOrders(traits) {
  const { blocks, seen } = reading(traits);
  const forwards = blocks.map((_, b) => b);
  const most = blocks.map((keys) => Math.max(...keys.map((j) => seen[j])));
  const by = (sign) => forwards.slice().sort((a, b) => sign * ((most[a] > most[b]) - (most[a] < most[b])));
  return { forwards, backwards: forwards.slice().reverse(), largest: by(-1), smallest: by(1) };
}

/** The order with the block at `place` read one place earlier (by = -1) or later (by = 1). */
export function moved(order, place, by) {
  const next = order.slice();
  const to = place + by;
  if (to < 0 || to >= next.length) return next;
  [next[place], next[to]] = [next[to], next[place]];
  return next;
}

/** The readings to the end, with this one as the latest; the same one is kept once. */
export function remembered(finished, block, order) {
  const others = finished.filter((one) => one.block !== block || one.order.join() !== order.join());
  return [...others, { block, order }].slice(-REMEMBERED);
}

/** What each remembered reading ends with, under the present scores. */
export function endings(traits) {
  return traits.finished.map(({ block, order }) => {
    const { blocks, output, rescalings } = reading({ ...traits, block, order, step: 0 });
    return { block, order, output, rescalings, keys: order.flatMap((b) => blocks[b] ?? []).join() };
  });
}

export function goals(traits) {
  const now = reading(traits);
  const step = now.at ? now.steps[now.at - 1] : null;
  const full = now.steps.filter((s) => s.scores.some((x) => x > -Infinity));
  const ends = endings(traits);
  const other = ends.find((end) => end.keys !== ends[0].keys);
  const apart = other ? largestDifference(other.output, ends[0].output) : 0;
  const scale = Math.max(1, ...now.whole.map(Math.abs));
  return [
    {
      id: "shrink",
      question: "Find a step at which all that was kept so far shrinks to less than a tenth.",
      met: Boolean(step && step.rescales && step.shrink < 0.1),
      because: step && step.rescales
        ? `Block ${step.block + 1} raised the max by ${fixed(step.after.max - step.before.max, 2)}, more than ln 10 = 2.30: ` +
          `${power(step.before.max, step.after.max)}.`
        : "",
    },
    {
      id: "calm",
      question: "Choose an order of three or more blocks that never rescales, and read it to the end.",
      met: now.at === now.steps.length && now.rescalings === 0 && full.length >= 3,
      because: full.length
        ? `Block ${full[0].block + 1} holds the largest score, ${score(now.state.max)}, and came first: the max never rose again.`
        : "",
    },
    {
      id: "orders",
      question: "Read the row to the end in two different orders. Does the output change?",
      met: Boolean(other) && full.length >= 2 && apart < EXACT * scale,
      because: other
        ? `Blocks in the order ${inOrder(ends[0].order)} and ${inOrder(other.order)}: the outputs differ by ${tiny(apart)}. ` +
          "At most the rounding depends on the order."
        : "",
    },
    {
      id: "hide",
      question: "Hide every score of one block, then read it when something is already kept. What changes?",
      met: Boolean(step && step.before.sum > 0 && step.scores.every((s) => s === -Infinity)),
      because: step
        ? `Nothing: e^(−∞) = 0, the max stays ${score(step.after.max)} and the factor is 1. ` +
          `So a kernel may skip block ${step.block + 1}, as it does with the future under a causal mask.`
        : "",
    },
  ];
}
