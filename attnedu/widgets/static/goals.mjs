// The goal states: pure functions from a widget's traits to questions and whether they are met.
import { bridge, largestDifference, maskLab, sum, talentShow } from "./arithmetic.mjs";
import { fixed, percent, trim } from "./format.mjs";

const EXACT = 1e-9;
const SEEN = 0.005; // a change that a reader can see in the printed numbers
const PRINTED = 0.0005; // row sums that print alike tie

function spread(row) {
  return Math.max(...row) - Math.min(...row);
}

export function talentGoals(traits) {
  const { scores, start, acts, judges, struck, level, calculated, favourite, reached = [] } = traits;
  const { weights, sums } = talentShow(traits);
  const act = acts[favourite];
  const bribed = weights.findIndex(
    (row, i) => row[favourite] >= 0.9 && scores[i][favourite] === start[i][favourite],
  );
  const shifted = scores.findIndex((row, i) => {
    const changes = row.map((s, j) => s - start[i][j]);
    return changes.every((c) => Math.abs(c) > SEEN) && spread(changes) < EXACT;
  });
  const short = sums.findIndex((total) => total < 1 - SEEN);
  return [
    {
      id: "ninety",
      question: `Get the ${act} 90 % from one judge, without touching a score of the ${act} or striking anyone out.`,
      met: calculated && !struck.length && bribed >= 0,
      because: `${judges[bribed]}: the ${act}’s score stayed, its percentage rose. Only the gaps to the other scores count.`,
    },
    {
      id: "same",
      question: "Change every number on one sheet and leave its percentages as they were at the start.",
      met: calculated && !struck.length && shifted >= 0,
      because: `${judges[shifted]}: every score moved by the same amount, so no gap changed and no percentage did.`,
    },
    {
      id: "short",
      question: "Strike an act out so that a judge’s percentages add up to less than 100 %.",
      met: calculated && level === "after" && short >= 0,
      because: `${judges[short]} hands out ${percent(sums[short])}: the share was scratched out and given to no one.`,
    },
    {
      id: "full",
      question: "Keep that act out and make the percentages add up to 100 % again.",
      // "Again" means after the percentages have been short.
      met: reached.includes("short") && calculated && level === "before" && struck.length > 0 && struck.length < acts.length,
      because: "Struck out before the host calculates, the act leaves its share to the others.",
    },
  ];
}

export function bridgeGoals(traits) {
  const { scores, start, names, temperature, shift, scale } = traits;
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

// How far the sum of each row fell when the hidden last key was pushed; a row that may look at that key does not count.
function rowFalls({ weightSide: { sums, sumsBefore }, hidesLast }) {
  const falls = sums.map((total, i) => (hidesLast[i] ? sumsBefore[i] - total : 0));
  return { falls, most: Math.max(...falls) };
}

export function maskGoals(traits) {
  const { tokens, mask, renormalise, push, suspect } = traits;
  const now = maskLab(traits);
  const { weights, sums, sumsBefore } = now.weightSide;
  const { falls, most } = rowFalls(now);
  const answer = falls[suspect] >= most - PRINTED ? suspect : falls.indexOf(most);
  const apart = Math.max(...weights.map((row, i) => largestDifference(row, now.scoreSide.weights[i])));
  const hides = mask.some((row) => row.includes(false));
  const hole = now.empty.indexOf(true);
  const broken = now.broken.indexOf(true);
  return [
    {
      id: "leak",
      question: `Hide the last token, push its scores up, and name the row whose sum falls most when you push.`,
      met: !renormalise && most > SEEN && suspect >= 0 && falls[suspect] >= most - PRINTED,
      because: `Row “${tokens[answer]}”: its sum went from ${fixed(sumsBefore[answer], 2)} to ${fixed(sums[answer], 2)}. The key it may not see still stands in its denominator.`,
    },
    {
      id: "switch",
      question: "With something hidden, make both sides equal by one switch.",
      met: renormalise && hides && apart < EXACT && !now.empty.includes(true),
      because: "Dividing each row by its own sum cancels the shared denominator: the two sides agree in exact arithmetic.",
    },
    {
      id: "empty",
      question: "Make a row empty, and read what each side says about it.",
      met: hole >= 0,
      because: `Row “${tokens[hole]}” may look at nothing: its weights are zero here. Other libraries return NaN or equal weights.`,
    },
    {
      id: "broken",
      question: "Break the renormalised side: find a push at which it divides 0 by 0 while the score side stands. (This page computes in double precision, which holds numbers down to about e^−745: think of hundreds.)",
      met: broken >= 0 && sum(now.scoreSide.weights[Math.max(broken, 0)]) > 1 - SEEN,
      because: `Row “${tokens[broken]}”: the hidden score took everything, each visible weight rounded to 0, and 0/0 brings nothing back.`,
    },
  ];
}

// Which answer to "which row?" is right, in words, so that a wrong choice is answered too.
export function leakReply(traits) {
  const { tokens, suspect, push, renormalise } = traits;
  if (suspect < 0) return "";
  const now = maskLab(traits);
  const { sums, sumsBefore } = now.weightSide;
  const row = `Row “${tokens[suspect]}”`;
  if (!now.hidesLast[suspect]) return `${row} may look at “${tokens[tokens.length - 1]}”: what changes there is no leak.`;
  if (push === 0) return `${row}: push the scores of “${tokens[tokens.length - 1]}” first, then watch the sums.`;
  if (renormalise) return `${row} sums to ${fixed(sums[suspect], 2)}: renormalising hides the leak from the sum. Switch it off to look.`;
  const { falls, most } = rowFalls(now);
  const went = `its sum went from ${fixed(sumsBefore[suspect], 3)} to ${fixed(sums[suspect], 3)}`;
  if (most <= 0) return `${row}: ${went}. No sum falls under this push: push up, with a number above 0.`;
  if (falls[suspect] < most - PRINTED) return `${row}: ${went}. It fell by ${fixed(falls[suspect], 3)}; another row’s sum fell by more.`;
  return `${row}: ${went}. No sum fell by more.`;
}
