// Bias lab: what the numbers say in words, and the questions.
import { largestDifference, logSumExp, sum } from "../arithmetic/softmax.mjs";
import { fixed, trim } from "../parts/format.mjs";
import { quoted, tokenNames } from "../parts/tokens.mjs";
import { biasLab, toggled, wrongly } from "./bias_lab.mjs";

const EXACT = 1e-9;
const SEEN = 0.005; // a change that a reader can see in the printed numbers

/** A score in print: −∞ if hidden. */
export function scoreText(s, digits = 2) {
  if (s === -Infinity) return "−∞";
  return fixed(s, Math.abs(s) >= 100 ? 0 : digits);
}

/** A weight in print: one that rounds to 0 and is not 0 is called tiny. */
export function weightText(w, digits = 3) {
  return w > 0 && w < 0.5 * 10 ** -digits ? "tiny" : fixed(w, digits);
}

/** One cell on its way: from the score as given to its weight. */
export function path(t, now, i, j) {
  const names = tokenNames(t.tokens);
  const parts = [`score as given ${scoreText(t.scores[i][j])}`];
  for (const { id, scores } of now.stages) {
    const s = scoreText(scores[i][j]);
    const bias = id in now.biases ? scoreText(now.biases[id][i][j]) : "";
    parts.push({
      temperature: `÷ ${trim(t.temperature)} = ${s}`,
      cap: `soft-cap ${trim(t.cap)}: ${s}`,
      alibi: `+ ALiBi ${bias} = ${s}`,
      relative: `+ T5 bias ${bias} = ${s}`,
      mask: now.mask[i][j] ? "visible" : "hidden: −∞",
    }[id]);
  }
  const softmax = t.on.includes("sink") ? `softmax with the sink’s score ${trim(t.sink).replace("-", "−")}` : "softmax";
  parts.push(`${softmax}: weight ${weightText(now.weights[i][j])}`);
  return `${quoted(names[i])} looks at ${quoted(names[j])}: ${parts.join(" → ")}${now.leaks[i][j] ? " ▲ a leak: this cell should be hidden" : ""}.`;
}

// The hidden cell with the largest weight: [weight, query, key], or null if none leaks.
function worstLeak({ leaks, weights }) {
  let worst = null;
  leaks.forEach((row, i) => row.forEach((leak, j) => {
    if (leak && (!worst || weights[i][j] > worst[0])) worst = [weights[i][j], i, j];
  }));
  return worst;
}

/** What holds for the whole of the two banks. */
export function verdict(t, now) {
  const names = tokenNames(t.tokens);
  const parts = [];
  const worst = worstLeak(now);
  if (worst) {
    const [w, i, j] = worst;
    parts.push(`▲ The mask leaks at the dashed cells: ${quoted(names[j])} should be hidden from ${quoted(names[i])}, and has a weight of ${weightText(w)} there.`);
  }
  if (t.on.includes("sink")) {
    const [least, most] = [Math.min(...now.sums), Math.max(...now.sums)].map((x) => weightText(x));
    parts.push(`What the keys get sums to ${least === most ? least : `${least} to ${most}`} of each row: the rest of its 1 goes to the sink, on purpose.`);
  } else parts.push("Every row of weights sums to 1.");
  const future = t.on.includes("causal") || t.on.includes("window");
  if (t.on.includes("alibi") && !future) parts.push("Nothing hides the future, and there ALiBi adds a reward instead of a penalty.");
  if (t.on.includes("window") && !t.on.includes("causal")) parts.push("The window hides the future too: it is causal.");
  return parts.join(" ");
}

/** What the same did after softmax, for the chosen row. */
export function wrongWords(out) {
  if (out.length === 1) return "Switch something on: so far these are the weights of the scores as given.";
  const row = out.at(-1).row;
  const [total, least] = [sum(row), Math.min(...row)];
  if (Math.abs(total - 1) < EXACT && least >= 0) return "What comes out still adds up to 1, this time.";
  const below = least < 0 ? ` and goes down to ${fixed(least, 3)}` : "";
  return `What comes out adds up to ${fixed(total, 3)}${below}. Shares of one whole add up to 1 and are never below 0: these are no shares.`;
}

const toItself = ({ weights }) => weights.every((row, i) => row.every((w, j) => j === i || w < row[i]));
const ALONE = ["alibi", "causal"];
const possible = new WeakMap(); // the scores stand fixed while the hand moves

/** Why ALiBi alone cannot make every row of these scores look most at itself, or "". */
export function whyNotItself(t) {
  if (!possible.has(t.scores)) {
    const causal = biasLab({ ...t, on: ["causal"] });
    const steepest = biasLab({ ...t, on: ALONE, slope: 1 });
    possible.set(t.scores, toItself(causal) ? "every row does without ALiBi"
      : toItself(steepest) ? "" : "a key scores too far ahead for any slope up to 1");
  }
  return possible.get(t.scores);
}

export function goals(t) {
  const now = biasLab(t);
  const names = tokenNames(t.tokens);
  const on = (what) => t.on.includes(what);
  const [leak, from, to] = worstLeak(now) ?? [0, 0, 0];
  const never = whyNotItself(t);
  const itself = t.on.length === 2 && ALONE.every(on) && t.slope > 0 && !never && toItself(now);
  const most = Math.max(...now.scores.map(logSumExp));
  const plain = biasLab({ ...t, on: toggled(t.on, "relative", false) });
  const unmoved = now.weights.every((row, i) => largestDifference(row, plain.weights[i]) < EXACT);
  const allMoved = now.biases.relative.every((row, i) => row.every((bias, j) => !now.mask[i][j] || Math.abs(bias) > SEEN));
  const wrong = sum(wrongly(t, now, t.cell[0]).at(-1).row);
  return [
    {
      id: "leak",
      question: "Hide the future, and let it leak all the same: a hidden cell with a weight above 0.005. Which order of mask and cap does that?",
      met: leak > SEEN,
      because: `Mask first: the cap of ${trim(t.cap)} then made −${trim(t.cap)} out of −∞, and ${quoted(names[to])} has a weight of ${fixed(leak, 3)} ` +
        `in the row of ${quoted(names[from])}. Capped first, −∞ stays −∞.`,
    },
    {
      id: "itself",
      question: "By ALiBi alone, with the causal mask and nothing else on, make every row look most at itself. Is that an early head or a late one?" +
        (never ? ` (Not possible here: ${never}.)` : ""),
      met: itself,
      because: `A slope of ${trim(t.slope)}: each step back costs that much, more than any earlier key was ahead. Early heads have the steep slopes.`,
    },
    {
      id: "half",
      question: "Let the keys of every row get less than one half between them, on purpose. What must the sink’s score exceed?",
      met: on("sink") && now.sums.every((total) => total < 0.5),
      because: `The sink’s score ${trim(t.sink).replace("-", "−")} is above log Σ e^score of every row (${fixed(most, 2)} at most), so it takes more than half of each.`,
    },
    {
      id: "shift",
      question: "Find T5 biases that move every visible score and no weight; then see what they do when the same is done, wrongly, on the weights.",
      met: on("relative") && t.wrong && allMoved && unmoved,
      because: "Within a row every visible score moved by the same number, and weights depend on gaps alone. " +
        `Done after softmax, what comes out of the row of ${quoted(names[t.cell[0]])} adds up to ${fixed(wrong, 3)}.`,
    },
  ];
}
