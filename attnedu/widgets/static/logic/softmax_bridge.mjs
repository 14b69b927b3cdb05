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

const COLDEST = 0.05; // the temperatures of this page
const HOTTEST = 100;

export function goals(traits) {
  const { scores, temperature, shift, scale, start } = traits;
  const names = tokenNames(traits.names);
  const now = bridge(traits);
  const untouched = scores.every((s, j) => s === start.scores[j]);
  const alone = untouched && shift === start.shift && scale === start.scale && temperature !== start.temperature;
  const [cold, hot] = [COLDEST, HOTTEST].map((extreme) => bridge({ ...start, temperature: extreme }));
  const top = now.weights.indexOf(Math.max(...now.weights));
  const tie = start.scores.filter((s) => s === Math.max(...start.scores)).length > 1;
  const why = tie ? "the two largest scores are equal" : Math.max(...cold.weights) < 0.9
    ? "even at 0.05 the two largest scores are too close" : Math.max(...hot.weights) >= 0.9 ? "at 100 it has more still" : "";
  const even = spread(start.scores) <= SEEN ? "the scores are equal" : hot.entropy <= 0.95 * hot.most ? "even at 100 the scores are too far apart" : "";
  const note = (reason) => (reason ? ` (Not possible here: ${reason}.)` : "");
  // What moved, apart from temperature and scale: the row shift, or the same number added to every score by hand.
  const by = (shift - start.shift) / temperature;
  const shifted = Math.abs(by) > SEEN ? scores.map(() => by) : scores.map((s, j) => (scale * (s - start.scores[j])) / temperature);
  return [
    {
      id: "sharp",
      question: `Give one key a weight of 0.9 by temperature alone.${note(why)}`,
      met: alone && now.weights[top] >= 0.9,
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
      question: `Unequal scores, almost equal weights: entropy above 95 % of ln n, with the scores as they came.${note(even)}`,
      met: untouched && spread(start.scores) > SEEN && now.entropy > 0.95 * now.most,
      because: `Largest and smallest weight still differ by ${spread(now.weights).toPrecision(2)}: only equal scores give equal weights.`,
    },
  ];
}
