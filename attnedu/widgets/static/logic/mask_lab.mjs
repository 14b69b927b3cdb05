// Mask lab: the numbers, the goals and the replies, as pure functions of the traits.
import { maskScores } from "../arithmetic/masks.mjs";
import { largestDifference, renormalise, softmax, sum, zeroWeights } from "../arithmetic/softmax.mjs";
import { fixed } from "../parts/format.mjs";
import { quoted, tokenNames } from "../parts/tokens.mjs";

const EXACT = 1e-9;
const SEEN = 0.005; // a change that a reader can see in the printed numbers
const PRINTED = 0.0005; // row sums that print alike tie

/** Mask lab: one mask at the score level and at the weight level, with `push` added to every score of the key `future`. */
export function maskLab({ scores, mask, renormalise: again, push, future }) {
  const pushed = scores.map((row) => row.map((s, j) => (j === future ? s + push : s)));
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
  const hidesFuture = mask.map((row) => !row[future]);
  const weightSide = side(onWeights);
  return {
    pushed,
    empty,
    hidesFuture,
    scoreSide: side(onScores),
    weightSide,
    // A key may be looked at, yet every share underflowed to 0: dividing by the sum is 0/0.
    broken: weightSide.sums.map((total, i) => again && !empty[i] && total === 0),
  };
}

// How far the sum of each row fell when the hidden key was pushed; a row that may look at that key does not count.
function rowFalls({ weightSide: { sums, sumsBefore }, hidesFuture }) {
  const falls = sums.map((total, i) => (hidesFuture[i] ? sumsBefore[i] - total : 0));
  return { falls, most: Math.max(...falls) };
}

export function goals(traits, now = maskLab(traits)) {
  const { tokens, mask, renormalise, suspect, future } = traits;
  const names = tokenNames(tokens);
  const row = (i) => quoted(names[i] ?? ""); // what is not met has no row
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
      question: `Hide ${quoted(names[future])} from some rows, push its scores up, and name the row whose sum falls most when you push.`,
      met: !renormalise && most > SEEN && suspect >= 0 && falls[suspect] >= most - PRINTED,
      because: `Row ${row(answer)}: its sum went from ${fixed(sumsBefore[answer], 2)} to ${fixed(sums[answer], 2)}. The key it may not see still stands in its denominator.`,
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
      because: `Row ${row(hole)} may look at nothing: its weights are zero here. Other libraries return NaN or equal weights.`,
    },
    {
      id: "broken",
      question: "Break the renormalised side: find a push at which it divides 0 by 0 while the score side stands. (This page computes in double precision, which holds numbers down to about e^−745: think of hundreds.)",
      met: broken >= 0 && sum(now.scoreSide.weights[Math.max(broken, 0)]) > 1 - SEEN,
      because: `Row ${row(broken)}: the hidden score took everything, each visible weight rounded to 0, and 0/0 brings nothing back.`,
    },
  ];
}

// Which answer to "which row?" is right, in words, so that a wrong choice is answered too.
export function leakReply(traits, now = maskLab(traits)) {
  const { tokens, suspect, push, renormalise, future } = traits;
  if (suspect < 0) return "";
  const { sums, sumsBefore } = now.weightSide;
  const names = tokenNames(tokens);
  const row = `Row ${quoted(names[suspect])}`;
  const pushed = quoted(names[future]);
  if (!now.hidesFuture[suspect]) return `${row} may look at ${pushed}: what changes there is no leak.`;
  if (push === 0) return `${row}: push the scores of ${pushed} first, then watch the sums.`;
  if (now.broken[suspect]) return `${row}: 0/0. Its visible weights were rounded to 0 before they could be renormalised.`;
  if (renormalise) return `${row} sums to ${fixed(sums[suspect], 2)}: renormalised, no sum can fall. Leave the weights as they are to look.`;
  const { falls, most } = rowFalls(now);
  const went = `its sum went from ${fixed(sumsBefore[suspect], 3)} to ${fixed(sums[suspect], 3)}`;
  if (most <= 0) return `${row}: ${went}. No sum falls under this push: push up, with a number above 0.`;
  if (falls[suspect] < most - PRINTED) return `${row}: ${went}. It fell by ${fixed(falls[suspect], 3)}; another row’s sum fell by more.`;
  return `${row}: ${went}. No sum fell by more.`;
}

/** By how much the push lowered the sum of row i on the weight side, in words. */
export function sumFell(now, i) {
  const by = now.weightSide.sumsBefore[i] - now.weightSide.sums[i];
  return Math.abs(by) < PRINTED ? "0" : fixed(by, 3);
}

/** What the weights of row i add up to on one side, in words. */
export function rowSum(now, side, i) {
  if (now.empty[i]) return "0 (empty)";
  if (side === now.weightSide && now.broken[i]) return "0/0";
  return fixed(side.sums[i], 3);
}

/** What both sides show, in sentences. */
export function verdictOf({ tokens, push, future }, now) {
  const names = tokenNames(tokens);
  const list = (chosen) => names.filter((_, i) => chosen[i]).map((name) => quoted(name)).join(", ");
  const pushed = quoted(names[future]);
  const leaks = names.map((_, i) => now.hidesFuture[i] && now.weightSide.moved[i] > EXACT);
  const most = Math.max(...now.weightSide.moved.map((m, i) => (now.hidesFuture[i] ? m : 0)));
  const parts = [];
  if (now.empty.includes(true)) parts.push(`Empty row: ${list(now.empty)}; nothing to look at, zero weights on both sides.`);
  if (now.broken.includes(true)) {
    parts.push(`0/0 in row ${list(now.broken)}: the hidden score took all, each visible weight rounded to 0 before it could be renormalised.`);
  }
  if (push !== 0 && leaks.includes(true)) {
    parts.push(`▲ Leak: ${pushed} is hidden from ${list(leaks)}, yet their shares changed by up to ${fixed(most, 3)} with the mask on the weights.`);
  } else if (push !== 0 && now.hidesFuture.includes(true)) {
    parts.push(`No leak: rows that may not see ${pushed} kept what they had on both sides.`);
  }
  const apart = Math.max(...now.scoreSide.weights.map((row, i) => largestDifference(row, now.weightSide.weights[i])));
  parts.push(apart < EXACT ? "Both sides hold the same weights." : `The sides differ by up to ${fixed(apart, 3)}.`);
  return parts.join(" ");
}
