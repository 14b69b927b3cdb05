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
