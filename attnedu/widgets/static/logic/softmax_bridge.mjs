// Softmax bridge: the numbers and the goals, as pure functions of the traits.
import { entropy, softmax, spread } from "../arithmetic/softmax.mjs";
import { fixed, trim } from "../parts/format.mjs";
import { tokenNames } from "../parts/tokens.mjs";

const EXACT = 1e-9;
const SEEN = 0.005; // a change that a reader can see in the printed numbers

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

export function goals(traits) {
  const { scores, start, temperature, shift, scale } = traits;
  const names = tokenNames(traits.names);
  const now = bridge(traits);
  const untouched = scores.every((s, j) => s === start[j]);
  const first = Math.max(...start);
  const top = start.indexOf(first);
  const tie = start.filter((s) => s === first).length > 1;
  // What moved, apart from temperature and scale: the row shift, or the same number added to every score by hand.
  const shifted = Math.abs(shift / temperature) > SEEN ? scores.map(() => shift / temperature) : now.received.map((s, j) => s - (scale * start[j]) / temperature);
  return [
    {
      id: "sharp",
      question: tie
        ? "Give one key a weight of 0.9 by temperature alone. (Not possible here: the two largest scores are equal.)"
        : "Give one key a weight of 0.9 by temperature alone.",
      met: untouched && shift === 0 && scale === 1 && temperature !== 1 && Math.max(...now.weights) >= 0.9,
      because: `Dividing by ${trim(temperature)} stretched the gaps, and ${names[top]} has ${fixed(now.weights[top], 2)}. Below 1 sharpens.`,
    },
    {
      id: "shift",
      question: "Change every score that softmax receives, and no weight.",
      met: shifted.every((c) => Math.abs(c) > SEEN) && spread(shifted) < EXACT,
      because: `Every score moved by ${fixed(shifted[0], 2)}; the gaps did not, and weights depend on gaps alone.`,
    },
    {
      id: "flat",
      question: "Unequal scores, almost equal weights: entropy above 95 % of ln n, with the scores as they came.",
      met: untouched && spread(start) > SEEN && now.entropy > 0.95 * now.most,
      because: `Largest and smallest weight still differ by ${spread(now.weights).toPrecision(2)}: only equal scores give equal weights.`,
    },
  ];
}
