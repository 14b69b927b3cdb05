// The parts that are pure functions: names of tokens, colours and the ink on them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inkOn, scoreColour, weightColour } from "../../attnedu/widgets/static/parts/draw.mjs";
import { quoted, short, tokenNames } from "../../attnedu/widgets/static/parts/tokens.mjs";

const channel = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b) + 0.05;
const contrast = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
const INK = { "#000": [0, 0, 0], "#fff": [255, 255, 255] };

test("every colour of either scale carries its ink at 4.5 to 1 or better", () => {
  for (let k = 0; k <= 1000; k++) {
    for (const { rgb, ink } of [scoreColour(k / 50 - 10, 10), weightColour(k / 1000)]) {
      assert.ok(contrast(rgb, INK[ink]) >= 4.5, `${rgb} with ${ink}`);
      assert.equal(inkOn(rgb), ink);
    }
  }
});

test("scores diverge about 0: purple below, orange above, and equally far from the middle", () => {
  const [[r0, , b0], [r1, , b1]] = [scoreColour(-5, 5).rgb, scoreColour(5, 5).rgb];
  assert.ok(b0 > r0 && r1 > b1);
  assert.deepEqual(scoreColour(0, 5).rgb, [247, 247, 247]);
  assert.deepEqual(scoreColour(50, 5).rgb, scoreColour(5, 5).rgb);
});

test("weights grow lighter from 0 to 1", () => {
  const lights = Array.from({ length: 11 }, (_, k) => light(weightColour(k / 10).rgb));
  assert.deepEqual(lights, [...lights].sort((a, b) => a - b));
});

test("each token has a name of its own, none of them empty", () => {
  assert.deepEqual(tokenNames(["the", "", "the", " "]), ["the (1)", "(empty)", "the (3)", "(space)"]);
  assert.deepEqual(tokenNames(["a", "a", "a (1)"]), ["a (1)′", "a (2)", "a (1)"]);
  const long = tokenNames(["x".repeat(200), "x".repeat(199)]);
  assert.equal(new Set(long).size, 2);
  assert.ok(long.every((name) => name.length < 30));
});

test("a name is cut between letters as a reader counts them, never inside one", () => {
  const family = "👩‍👩‍👧";
  assert.equal(short(family, 3), family);
  assert.equal(short(family + family + family, 2), `${family}…`);
  assert.equal(short("e\u0301e\u0301e\u0301e\u0301", 3), "e\u0301e\u0301…");
});

test("a token that turns the direction is kept to itself", () => {
  assert.equal(quoted("ball"), "“ball”");
  assert.equal(quoted("شجرة"), "“\u2068شجرة\u2069”");
  assert.equal(quoted("\u202Eevil"), "“\u2068\u202Eevil\u2069”");
});
