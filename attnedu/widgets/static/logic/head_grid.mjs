// Head grid: the numbers, the words and the goals, as pure functions of the traits.
import {
  entropyShare, headWeights, largestSize, lowestMaximum, meanOnFirst, meanOnPrevious, oneWeight, readFloats, rowMaxima, rowSums, topOf,
} from "../arithmetic/heads.mjs";
import { spanOf } from "../parts/draw.mjs";
import { fixed, percent } from "../parts/format.mjs";
import { quoted, tokenNames } from "../parts/tokens.mjs";

const HALF = 0.5;
const KEPT = 256; // heads whose weights are kept; the others are calculated again, 0.1 ms each
export const MARKED = 5;

const known = new WeakMap(); // the bytes of the scores -> what has been read from them
let numbers = 0;

/** All heads of the traits: size, count, and for head number k its scores, weights and summary, calculated when asked for. */
export function readHeads({ scores, n_layers, n_heads, tokens, queries }) {
  if (known.has(scores)) return known.get(scores);
  const all = readFloats(scores);
  const [rows, columns] = [queries.length, tokens.length];
  const same = rows <= columns && queries.every((word, i) => word === tokens[columns - rows + i]);
  const size = { rows, columns, offset: same ? columns - rows : null };
  const count = n_layers * n_heads;
  const [kept, told] = [new Map(), Array(count).fill(null)];
  let largest = null;
  const scoresOf = (k) => all.subarray(k * rows * columns, (k + 1) * rows * columns);
  const weightsOf = (k) => {
    if (!kept.has(k)) {
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value);
      kept.set(k, headWeights(scoresOf(k), size));
    }
    return kept.get(k);
  };
  const heads = {
    number: ++numbers, // tells these scores from others, whose bytes are too many to compare
    size, count, scores: scoresOf, weights: weightsOf,
    summary(k) {
      const [s, w] = [scoresOf(k), told[k] ? null : weightsOf(k)];
      return (told[k] ??= {
        previous: meanOnPrevious(w, size), first: meanOnFirst(w, size), low: lowestMaximum(s, size),
        entropy: entropyShare(w, s, size), largest: largestSize(s),
      });
    },
    read: () => told.every(Boolean),
    largest: () => (largest ??= largestSize(all)),
  };
  known.set(scores, heads);
  return heads;
}

export const headNumber = ({ layer, head, n_heads }, l = layer, h = head) => l * n_heads + h;
export const headName = (k, { n_heads }) => `L${Math.floor(k / n_heads)}H${k % n_heads}`;
export const headWords = (k, { n_heads }) => `layer ${Math.floor(k / n_heads)}, head ${k % n_heads}`;

/** The distance from 0 to either end of the score scale: of one head, or common to all. */
export function spanFor(heads, k, span) {
  return spanOf([span === "all" ? heads.largest() : largestSize(heads.scores(k))]);
}

export function scoreText(score) {
  const size = Math.abs(score);
  return score === -Infinity ? "−∞" : fixed(score, size >= 1e4 ? 0 : size >= 100 ? 1 : 2);
}

/** One cell in words. */
export function cellText(heads, k, i, j, names) {
  const at = i * heads.size.columns + j;
  const [score, weight] = [heads.scores(k)[at], heads.weights(k)[at]];
  const where = `query ${quoted(names.queries[i])}, key ${quoted(names.tokens[j])}`;
  return score === -Infinity ? `${where}: hidden, score −∞ → weight 0` : `${where}: score ${scoreText(score)} → weight ${fixed(weight, 3)}`;
}

/** What each row of head k sums to, as printed beside it. */
export function sumTexts(heads, k) {
  return rowSums(heads.weights(k), heads.size).map((total) => (total === 0 ? "0 (empty)" : fixed(total, 3)));
}

/** What a head does, in one line: for the pointer, and for a screen reader when the head is chosen. */
export function headSummary(heads, k, traits) {
  const { entropy, first, previous } = heads.summary(k);
  const parts = [];
  const share = (x) => percent(x).replace(" ", "\u00a0");
  if (entropy !== null) parts.push(`entropy ${share(entropy)} of the most possible`);
  if (first !== null) parts.push(`${share(first)} of the weight on the first token`);
  if (previous !== null) parts.push(`${share(previous)} on the previous one`);
  const words = headWords(k, traits);
  return `${words[0].toUpperCase()}${words.slice(1)}: ${parts.length ? `on average ${parts.join(", ")}` : "one key in each row"}.`;
}

/**
 * The heads in which the chosen property is strongest: { list: [head number, …], words: […], note }.
 * pair: the weight of one cell · previous, first: a mean weight · low: a score
 */
export function topHeads(traits) {
  const { find, pinned, key } = traits;
  if (!find) return { list: [], words: [], note: "Choose a property: the five heads in which it is strongest are framed, and listed here." };
  const heads = readHeads(traits);
  if (find === "pair" && (pinned < 0 || key < 0)) {
    return { list: [], words: [], note: "Which cell? Click one in the two large grids, or choose query and key below them." };
  }
  if (find !== "pair" && !heads.read()) return { list: [], words: [], note: "Reading the heads …" };
  const values = Array.from({ length: heads.count }, (_, k) =>
    (find === "pair" ? oneWeight(heads.scores(k), heads.size, pinned, key) : heads.summary(k)[find]));
  const list = topOf(values, MARKED, find === "low");
  const names = { queries: tokenNames(traits.queries), tokens: tokenNames(traits.tokens) };
  const notes = {
    pair: pinned < 0 ? "" : `Weight of key ${quoted(names.tokens[Math.max(key, 0)])} in the row of ${quoted(names.queries[pinned])}.`,
    previous: "Mean weight, over the rows from the third token on.",
    first: heads.size.offset === null ? "Mean weight, over all rows." : "Mean weight, over the rows from the third token on.",
    low: "The largest score of the head’s lowest row: below 0, every score of that row is negative. Rows with one visible key are left out.",
  };
  return { list, words: list.map((k) => (find === "low" ? scoreText(values[k]) : fixed(values[k], 3))), note: notes[find] };
}

const CLAIMS = { previous: "the previous token", first: "the first token" };

/** The answer to what the learner has said about the chosen head; "" if nothing was said. */
export function claimReply(traits) {
  const { claim } = traits;
  if (!claim) return "";
  const heads = readHeads(traits);
  const k = headNumber(traits);
  const share = heads.summary(k)[claim];
  if (share === null) return "There is no row from the third token on, so this cannot be said of any head here.";
  const found = `${headName(k, traits)} puts ${percent(share)} of its weight on ${CLAIMS[claim]}, on average`;
  return share > HALF ? `Yes: ${found}.` : `Not here: ${found}. Look for more than half.`;
}

export function goals(traits) {
  const { layer, head, pinned, key, pair, claim, start, questions } = traits;
  const heads = readHeads(traits);
  const k = headNumber(traits);
  const names = { queries: tokenNames(traits.queries), tokens: tokenNames(traits.tokens) };
  const moved = [layer, head, pinned, key].some((x, a) => x !== start[a]);
  const here = heads.summary(k);
  const name = headName(k, traits);
  const found = [];
  const ask = (id, question, met, because) => questions.includes(id) && found.push({ id, question, met, because: met ? because() : "" });
  if (pair.length) {
    const [i, j] = pair;
    const at = i * heads.size.columns + j;
    const [query, other] = [quoted(names.queries[i]), quoted(names.tokens[j])];
    const weight = heads.weights(k)[at];
    const later = heads.size.offset !== null && Array.from(heads.scores(k).subarray(at - j, at - j + heads.size.columns))
      .every((s, b) => b <= i + heads.size.offset || s === -Infinity);
    const limit = later
      ? `Later words are hidden from the row of ${query}, so they had no part in it.`
      : "One sentence does not show what a head is for.";
    ask("pair", `Find a head in which the row of ${query} puts more than half its weight on ${other}, and pin that cell.`,
      moved && weight > HALF && pinned === i && key === j,
      () => `${name}: score ${scoreText(heads.scores(k)[at])}, weight ${fixed(weight, 3)}. You chose it among ${heads.count} heads. ${limit}`);
  }
  ask("previous", "Which head looks at the previous token, with more than half its weight on average? Choose it and say so.",
    claim === "previous" && here.previous > HALF,
    () => `${name}: mean weight ${fixed(here.previous, 3)} on the previous token, a line beside the diagonal.`);
  ask("first", "Which head sends more than half its weight to the first token? Choose it and say so. What does it need a sink for?",
    claim === "first" && here.first > HALF,
    () => `${name}: mean weight ${fixed(here.first, 3)} on the first token. Each row must spend 1, also where there is little to fetch; the usual account is that a sink takes what is left.`);
  const maxima = pinned < 0 ? null : rowMaxima(heads.scores(k).subarray(pinned * heads.size.columns, (pinned + 1) * heads.size.columns),
    { rows: 1, columns: heads.size.columns })[0];
  ask("negative", "Pin a row of two or more visible scores, all of them negative. What do its weights add up to?",
    moved && maxima !== null && maxima < 0,
    () => `Largest score ${scoreText(maxima)}, and the weights add up to ${sumTexts(heads, k)[pinned]}: softmax reads gaps between scores, not their signs.`);
  return found;
}
