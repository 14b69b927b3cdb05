// The numbers of the chosen head as a table: the pinned row, or every cell of a small head, or the largest of each row.
import { fixed } from "../parts/format.mjs";
import { scoreText, sumTexts } from "./head_grid.mjs";

const CELLS = 12; // tokens up to which every cell gets a line

export function tableOf({ pinned }, data, k, names) {
  const { rows, columns } = data.size;
  const [s, w, sums] = [data.scores(k), data.weights(k), sumTexts(data, k)];
  const weightText = (at) => (s[at] === -Infinity ? "0" : fixed(w[at], 3));
  const line = (i, j) => [names.queries[i], names.tokens[j], scoreText(s[i * columns + j]), weightText(i * columns + j), sums[i]];
  if (pinned >= 0 || Math.max(rows, columns) <= CELLS) {
    const shown = names.queries.map((_, i) => i).filter((i) => pinned < 0 || i === pinned);
    return { columns: ["query", "key", "score", "weight", "row sum"], rows: shown.flatMap((i) => names.tokens.map((_, j) => line(i, j))) };
  }
  const largest = (i) => names.tokens.reduce((best, _, j) => (s[i * columns + j] > s[i * columns + best] ? j : best), 0);
  return { columns: ["query", "key of the largest score", "its score", "its weight", "row sum"], rows: names.queries.map((_, i) => line(i, largest(i))) };
}
