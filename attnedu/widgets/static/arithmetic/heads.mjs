// Many heads: their scores as one run of numbers, the weights of one head, and what a head does with them.
// A head's scores and weights are typed arrays, row after row: one row for each query, one number for each key.
// size: { rows, columns, offset }; query i stands at position i + offset of the keys, or nowhere if offset is null.

const LITTLE = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const FROM = 2; // the first token has one key to look at, the second two: neither says what a head prefers

/** The numbers in a view of little-endian float32. A view may begin anywhere in its buffer: what is not aligned is copied. */
export function readFloats(data) {
  const [buffer, from, count] = [data.buffer, data.byteOffset, data.byteLength >> 2];
  if (!LITTLE) {
    const view = new DataView(buffer, from);
    return Float32Array.from({ length: count }, (_, k) => view.getFloat32(4 * k, true));
  }
  return from % 4 === 0 ? new Float32Array(buffer, from, count) : new Float32Array(buffer.slice(from, from + 4 * count));
}

/** Softmax of every row, in double precision. -Infinity is hidden and gets 0; a row of nothing else stays zero. */
export function headWeights(scores, { columns }) {
  const weights = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at += columns) {
    const end = at + columns;
    let largest = -Infinity;
    for (let k = at; k < end; k++) if (scores[k] > largest) largest = scores[k];
    if (largest === -Infinity) continue;
    let total = 0;
    for (let k = at; k < end; k++) total += weights[k] = Math.exp(scores[k] - largest);
    for (let k = at; k < end; k++) weights[k] /= total;
  }
  return weights;
}

/** The weight of one key in the row of one query, without the other rows of the head. */
export function oneWeight(scores, { columns }, i, j) {
  return headWeights(scores.subarray(i * columns, (i + 1) * columns), { columns })[j];
}

export function rowSums(weights, { rows, columns }) {
  return Array.from({ length: rows }, (_, i) => weights.subarray(i * columns, (i + 1) * columns).reduce((a, b) => a + b, 0));
}

// The mean, over the rows that have a choice, of the weight on key(i).
function meanOn(weights, { rows, columns, offset }, key) {
  let [total, count] = [0, 0];
  for (let i = 0; i < rows; i++) {
    if (offset !== null && i + offset < FROM) continue;
    total += weights[i * columns + key(i)];
    count += 1;
  }
  return count ? total / count : null;
}

/** Mean weight on the token before the query, from the third token on; null if no query stands there. */
export function meanOnPrevious(weights, size) {
  return size.offset === null ? null : meanOn(weights, size, (i) => i + size.offset - 1);
}

/** Mean weight on the first key, from the third token on; over all rows if the queries are another text. */
export function meanOnFirst(weights, size) {
  return meanOn(weights, size, () => 0);
}

/** Entropy of each row as a share of the most that its visible keys allow, averaged; null if no row has two visible keys. */
export function entropyShare(weights, scores, { rows, columns }) {
  let [total, count] = [0, 0];
  for (let i = 0; i < rows; i++) {
    let [spread, visible] = [0, 0];
    for (let k = i * columns; k < (i + 1) * columns; k++) {
      if (scores[k] > -Infinity) visible += 1;
      if (weights[k] > 0) spread -= weights[k] * Math.log(weights[k]);
    }
    if (visible < 2) continue;
    total += spread / Math.log(visible);
    count += 1;
  }
  return count ? total / count : null;
}

/** The largest visible score of every row; null for a row with fewer than two visible keys, which has nothing to compare. */
export function rowMaxima(scores, { rows, columns }) {
  return Array.from({ length: rows }, (_, i) => {
    let [largest, visible] = [-Infinity, 0];
    for (let k = i * columns; k < (i + 1) * columns; k++) {
      if (scores[k] > -Infinity) visible += 1;
      if (scores[k] > largest) largest = scores[k];
    }
    return visible < 2 ? null : largest;
  });
}

/** The lowest of the row maxima: below 0, a row of negative scores only. null if there is no row to compare. */
export function lowestMaximum(scores, size) {
  const found = rowMaxima(scores, size).filter((x) => x !== null);
  return found.length ? Math.min(...found) : null;
}

/** The largest size of a visible score, whatever its sign; 0 if all are hidden. */
export function largestSize(scores) {
  let largest = 0;
  for (let k = 0; k < scores.length; k++) {
    const s = Math.abs(scores[k]);
    if (s > largest && s < Infinity) largest = s;
  }
  return largest;
}

/** The positions of the `count` largest values, largest first, ties in order; of the smallest if `lowest`. null never counts. */
export function topOf(values, count, lowest = false) {
  const order = Array.from(values, (_, k) => k).filter((k) => values[k] !== null);
  order.sort((a, b) => (lowest ? values[a] - values[b] : values[b] - values[a]) || a - b);
  return order.slice(0, count);
}
