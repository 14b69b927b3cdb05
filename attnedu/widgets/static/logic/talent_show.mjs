// Talent show: the numbers and the goals, as pure functions of the traits.
import { maskScores } from "../arithmetic/masks.mjs";
import { softmax, spread, sum, zeroWeights } from "../arithmetic/softmax.mjs";
import { percent } from "../parts/format.mjs";
import { tokenNames } from "../parts/tokens.mjs";

const EXACT = 1e-9;
const SEEN = 0.005; // a change that a reader can see in the printed numbers

/** Talent show: every sheet turned into weights, with some acts struck out "before" softmax or "after" it. */
export function talentShow({ scores, struck, level }) {
  const mask = scores[0].map((_, j) => !struck.includes(j));
  const weights = scores.map((row) =>
    level === "before" ? softmax(maskScores(row, mask)) : zeroWeights(softmax(row), mask),
  );
  return { mask, weights, sums: weights.map(sum) };
}

export function goals(traits) {
  const { scores, start, struck, level, calculated, favourite, reached = [] } = traits;
  const { weights, sums } = talentShow(traits);
  const [acts, judges] = [tokenNames(traits.acts), tokenNames(traits.judges)];
  const act = acts[favourite];
  const bribed = weights.findIndex(
    (row, i) => row[favourite] >= 0.9 && scores[i][favourite] === start[i][favourite] && softmax(start[i])[favourite] < 0.9,
  );
  const easy = start.every((row) => softmax(row)[favourite] >= 0.9);
  const shifted = scores.findIndex((row, i) => {
    const changes = row.map((s, j) => s - start[i][j]);
    return changes.every((c) => Math.abs(c) > SEEN) && spread(changes) < EXACT;
  });
  const short = sums.findIndex((total) => total < 1 - SEEN);
  return [
    {
      id: "ninety",
      question: `Get the ${act} 90 % from one judge, without touching a score of the ${act} or striking anyone out.` +
        (easy ? ` (Not possible here: every judge gave the ${act} that much from the start.)` : ""),
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
      question: "Now strike an act out and make the percentages add up to 100 % all the same.",
      // "Now" means after the percentages have been short.
      met: reached.includes("short") && calculated && level === "before" && struck.length > 0 && struck.length < acts.length,
      because: "Struck out before the host calculates, the act leaves its share to the others.",
    },
  ];
}
