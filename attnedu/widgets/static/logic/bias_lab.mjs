// Bias lab: what each modification does to the scores, stage by stage, and what the same does after softmax.
import { add, alibiBias, alibiSlopes, cool, relativeBias, sinkSoftmax, softCap } from "../arithmetic/biases.mjs";
import { causalMask, maskScores, windowMask } from "../arithmetic/masks.mjs";
import { softmax, sum, zeroWeights } from "../arithmetic/softmax.mjs";
import { trim } from "../parts/format.mjs";

export const MAX_DISTANCE = 8; // T5's last bucket holds every distance from half of this on: see BUCKETS
// The eight buckets up to that distance, by the number of the bucket; the one for "0 ahead" exists in T5 and stays empty.
export const BUCKETS = ["itself", "1 back", "2–3 back", "4+ back", null, "1 ahead", "2–3 ahead", "4+ ahead"];
export const NEAR = [1, 0.5, 0, -1, 0, 0.5, 0, -1];
export const SWITCHES = ["temperature", "cap", "alibi", "relative", "causal", "window", "sink"];

export function toggled(on, what, to = !on.includes(what)) {
  return SWITCHES.filter((one) => (one === what ? to : on.includes(one)));
}

function maskOf({ on, window }, n) {
  if (on.includes("window")) return windowMask(n, n, window); // causal by its definition
  return on.includes("causal") ? causalMask(n, n) : causalMask(n, n).map((row) => row.map(() => true));
}

// The names of the stages that are switched on, in the order in which they act.
function order({ on, order: which }) {
  const hides = on.includes("causal") || on.includes("window") ? ["mask"] : [];
  const [early, late] = which === "mask first" ? [hides, []] : [[], hides];
  const kept = (names) => names.filter((name) => on.includes(name));
  return [...kept(["temperature"]), ...early, ...kept(["cap", "alibi", "relative"]), ...late];
}

/** Every stage as a table of scores, then the weights, their row sums, what went to the sink, and which hidden cells leak. */
export function biasLab(traits) {
  const { scores: given, on, temperature, cap, slope, buckets, sink } = traits;
  const n = given.length;
  const mask = maskOf(traits, n);
  const biases = { alibi: alibiBias(slope, n, n), relative: relativeBias(buckets, n, n, MAX_DISTANCE) };
  const acts = {
    temperature: (row) => cool(row, temperature),
    cap: (row) => softCap(row, cap),
    alibi: (row, i) => add(row, biases.alibi[i]),
    relative: (row, i) => add(row, biases.relative[i]),
    mask: (row, i) => maskScores(row, mask[i]),
  };
  let scores = given;
  const stages = order(traits).map((id) => {
    scores = scores.map(acts[id]);
    return { id, scores };
  });
  const weights = scores.map((row) => (on.includes("sink") ? sinkSoftmax(row, sink) : softmax(row)));
  const sums = weights.map(sum);
  return {
    mask, biases, stages, scores, weights, sums,
    toSink: sums.map((total) => (on.includes("sink") ? 1 - total : 0)),
    leaks: scores.map((row, i) => row.map((s, j) => !mask[i][j] && s > -Infinity)),
    acts,
  };
}

/** The same modifications, wrongly, on what softmax gave for one row. Nothing after the first entry is a share of anything. */
export function wrongly(traits, now, i) {
  let row = softmax(traits.scores[i]);
  const out = [{ id: "start", row }];
  for (const id of order(traits)) {
    row = id === "mask" ? zeroWeights(row, now.mask[i]) : now.acts[id](row, i);
    out.push({ id, row });
  }
  if (traits.on.includes("sink")) {
    row = row.map((x) => x / (1 + Math.exp(traits.sink)));
    out.push({ id: "sink", row });
  }
  return out;
}

/** Which head has this slope, counted from 1; 0 if none has. */
export function headOf(slope, heads) {
  return alibiSlopes(heads).findIndex((one) => Math.abs(one - slope) < 1e-9) + 1;
}

export function slopeOf(head, heads) {
  return alibiSlopes(heads)[head - 1];
}

/** The heading of a stage. */
export function stageName(id, { temperature, cap, slope, sink }, wrong = false) {
  return {
    given: "as given",
    start: "softmax: weights",
    temperature: `÷ ${trim(temperature)}`,
    cap: `soft-cap ${trim(cap)}`,
    alibi: `+ ALiBi, slope ${trim(slope)}`,
    relative: "+ T5 bias",
    mask: wrong ? "hidden set to 0" : "mask",
    sink: `÷ (1 + e^${trim(sink)})`,
  }[id];
}
