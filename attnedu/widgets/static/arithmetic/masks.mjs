// What hides scores, before softmax. `mask` is an array of booleans, true = may look.

/** Hide scores: a hidden one becomes -Infinity, and e^-Infinity is 0. */
export function maskScores(scores, mask) {
  return scores.map((s, j) => (mask[j] ? s : -Infinity));
}

/** Which keys each query may look at: itself and the past. The ends are aligned: the last query sees the last key. */
export function causalMask(queries, keys) {
  return tableOf(queries, keys, (i, j) => j <= i + keys - queries);
}

/** Causal, and only the `window` latest keys, oneself included. */
export function windowMask(queries, keys, window) {
  return tableOf(queries, keys, (i, j) => j <= i + keys - queries && j > i + keys - queries - window);
}

/** Padding on the right: only the first `length` keys, for every query. */
export function paddingMask(queries, keys, length) {
  return tableOf(queries, keys, (_, j) => j < length);
}

export function tableOf(rows, columns, make) {
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => make(i, j)));
}
