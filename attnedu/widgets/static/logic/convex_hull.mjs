// Convex hull: the goals, as pure functions of the traits. What they speak of is in hull_state.mjs.
import { hullCorners } from "../arithmetic/hull.mjs";
import { mix, sum } from "../arithmetic/softmax.mjs";
import { fixed } from "../parts/format.mjs";
import { quoted, tokenNames } from "../parts/tokens.mjs";
import { EXACT, PRINTED, broken, hullState, isWeights, lowest, scaleOf, shareWords, writersOf } from "./hull_state.mjs";

const SEEN = 0.005; // of the extent of the values: a distance that a reader can see
const RING = 30; // the ring around the cross has this part of the extent of the values as its radius

/** The cross that the output is to reach, and the ring around it; null where all values are one point. */
export function target({ start: { values, shares } }) {
  const { one, unit } = scaleOf(values);
  if (one) return null;
  const size = (p, q) => Math.hypot((p[0] - q[0]) / unit[0], (p[1] - q[1]) / unit[1]);
  const radius = unit.map((u) => Number((u / RING).toPrecision(1)));
  const equal = values.map(() => 1 / values.length);
  const row = isWeights(shares) ? shares : equal;
  const [from, middle] = [mix(row, values), mix(equal, values)];
  const far = values.reduce((a, b) => (size(b, from) > size(a, from) ? b : a));
  // The mean of the values, or half of the way to the furthest value where the output opens near the mean.
  const [to, most] = size(middle, from) > 4 / RING ? [middle, 1] : [far, 0.5];
  // And near enough for the value with the heaviest weight to bring the output there within one extent of the values.
  const heaviest = row.indexOf(Math.max(...row));
  const part = most * Math.min(1, row[heaviest] / size(to, from));
  const at = [0, 1].map((d) => from[d] + part * (to[d] - from[d]));
  return {
    at,
    radius,
    reach: [0, 1].map((d) => values[heaviest][d] + (at[d] - from[d]) / row[heaviest]),
    inside: (p) => Math.hypot((p[0] - at[0]) / radius[0], (p[1] - at[1]) / radius[1]) <= 1,
  };
}

// The key whose point is asked for: a corner that the opening row does not already hand everything to.
function asked({ values, shares }) {
  const free = (j) => !isWeights(shares) || shares[j] < 0.999;
  return hullCorners(values).filter(free).sort((a, b) => a - b)[0] ?? shares.findIndex((_, j) => free(j));
}

const tiny = (x) => (x > 0 ? x.toExponential(0).replace("-", "−") : "what this page rounds to 0");

function cornerGoal({ start, mode }, { row, weighs }, names) {
  const key = asked(start);
  const rest = tiny(sum(row) - row[key]);
  return {
    id: "corner",
    question: `Put the output on the point of ${names[key]}, so that it stays there wherever the point goes. Which row does that, and is it exactly there?`,
    met: weighs && row[key] >= 1 - PRINTED,
    because: row[key] < 1 && mode === "shares"
      ? `${names[key]} has all of the row but ${rest}: the output is ${rest} of the way from its point. With a share of exactly 1 it is that one value.`
      : mode === "scores"
      ? `${names[key]} has all of the row but ${rest}: large gaps bring the other weights near 0. Only a score of −∞ would make them 0.`
      : `${names[key]} has 1 and every other key 0: the output is that one value, and moves with it.`,
  };
}

function crossGoal({ start }, { row, weighs, output }, names, cross) {
  const write = writersOf(start.values);
  const where = `the cross at (${cross.at.map((x, d) => write[d](x)).join(", ")})`;
  const into = scaleOf(start.values).shared ? `within ${cross.radius[0]} of` : "into the ring around";
  const order = row.map((_, j) => j).sort((a, b) => row[b] - row[a]);
  const [first, last] = [order[0], order.at(-1)].map((j) => `${names[j]} by ${fixed(row[j], 3)}`);
  return {
    id: "cross",
    question: `Bring the output ${into} ${where} by moving values. Whose value moves it most?`,
    // The values did it: with the values as they came, this row would not.
    met: weighs && cross.inside(output) && !cross.inside(mix(row, start.values)),
    because: `A value moves the output by its weight times its own step: ${first} of it, ${last}.`,
  };
}

function effect({ row, total }) {
  if (Math.min(...row) < 0) return "a negative share pushes away from its value";
  return total > 1 ? "too much moves away from zero" : "too little moves towards zero";
}

export function goals(traits) {
  const { start } = traits;
  const now = hullState(traits);
  const began = hullState({ ...traits, values: start.values, mode: "shares", shares: start.shares });
  const names = tokenNames(traits.names).map((name) => quoted(name));
  const cross = target(traits);
  const seenOutside = now.outside && now.away > SEEN;
  const least = lowest(now.row);
  const list = [cornerGoal(traits, now, names)];
  if (cross) list.push(crossGoal(traits, now, names, cross));
  // No question is one that the opening state answers.
  list.push(began.outside ? {
    id: "return",
    question: "Bring the output back into the hull, and keep it there whatever the values. What must the row be?",
    met: now.weighs,
    because: "No share is below 0 and together they make 1: an average of the values cannot leave their hull.",
  } : {
    id: "leave",
    question: "Make the output leave the hull. What did you have to break?",
    met: seenOutside,
    because: `Outside: ${broken(traits.names, now)}; ${effect(now)}. Such a row is not weights.`,
  });
  if (!began.outside || Math.abs(began.total - 1) > PRINTED) list.push({
    id: "negative",
    question: "Leave the hull with a row that sums to 1. What does that take?",
    met: seenOutside && Math.abs(now.total - 1) <= PRINTED && now.row[least] < 0,
    because: `The row sums to ${fixed(now.total, 3)}, and ${names[least]} has ${shareWords(now.row[least])}: ` +
      "it pushes the output away from its value.",
  });
  return list;
}
