// Numbers as people read them: a true minus sign, and no minus zero.

export function fixed(x, digits) {
  return (Object.is(Number(x.toFixed(digits)), -0) ? 0 : x).toFixed(digits).replace("-", "−");
}

export function trim(x) {
  return String(Number(x.toFixed(3)));
}

export function percent(w) {
  return `${fixed(100 * w, 1)} %`;
}

const MARKS = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9];

/** Round numbers from low to high, about equally far apart on a scale of powers of ten; both ends are among them. */
export function roundValues(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    found.push(...MARKS.map((mark) => Number((mark * 10 ** power).toPrecision(3))));
  }
  return found.filter((x) => x >= low && x <= high);
}
