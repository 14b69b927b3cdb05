// The numbers that attnedu.core wrote (see node_tests.py), and how near a result must come to them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const WORDS = { inf: Infinity, "-inf": -Infinity };

function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, revive(v)]));
  return value in WORDS ? WORDS[value] : value;
}

const file = process.env.ATTNEDU_NUMBERS;

export const core = file ? revive(JSON.parse(readFileSync(file, "utf8"))) : null;
export const skip = core ? false : "run by pytest tests/widgets, which writes the numbers of attnedu.core";

/** Equal up to `within` of the larger of 1 and the wanted number; infinities and the lengths of arrays exactly. */
export function near(got, wanted, where = "", within = 1e-12) {
  if (Array.isArray(wanted)) {
    assert.equal(got.length, wanted.length, where);
    wanted.forEach((x, i) => near(got[i], x, `${where}[${i}]`, within));
  } else {
    const same = got === wanted || Math.abs(got - wanted) <= within * Math.max(1, Math.abs(wanted));
    assert.ok(same, `${where}: ${got} is not ${wanted}`);
  }
}
