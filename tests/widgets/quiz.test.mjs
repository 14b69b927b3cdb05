// Quiz: what is typed is read, and every answer judged, as attnedu.practice does it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { understood } from "../../attnedu/widgets/static/quiz/boxes.mjs";
import { agrees, readGuess, remark, show } from "../../attnedu/widgets/static/logic/guesses.mjs";
import { goals, judge, missing, moved, untouched } from "../../attnedu/widgets/static/logic/quiz.mjs";
import { core, skip } from "./numbers.mjs";

test("a typed text is read as Python reads it", { skip }, () => {
  for (const [typed, meant] of core.typed) assert.deepEqual(readGuess(typed), meant, typed);
});
test("a guess agrees with an outcome exactly when Python says so, with the same remark", { skip }, () => {
  const agreements = JSON.parse(core.agreements);
  assert.ok(agreements.some(([, , agree]) => agree) && agreements.some(([, , agree]) => !agree));
  for (const [guess, actual, agree, said] of agreements) {
    assert.equal(agrees(guess, actual), agree, JSON.stringify([guess, actual]));
    if (!agree) assert.equal(remark("a", guess, actual), said, JSON.stringify([guess, actual]));
  }
});
test("every answer to every question gets the words of Python's card", { skip }, () => {
  for (const { question, answers } of JSON.parse(core.judged)) {
    for (const [answer, right, said] of answers) {
      const verdict = judge(question, answer);
      assert.equal(verdict.right, right, question.name);
      assert.deepEqual(verdict.said, said, question.name);
      // The line that is marked is the one that the words name.
      if (question.kind === "ordering" && !right) assert.equal(verdict.place + 1, Number(/is line (\d)/.exec(said[0])[1]));
    }
  }
});

test("infinity may be written as a sign, and nan is a word that agrees with itself", () => {
  assert.equal(readGuess("−∞"), "-inf");
  assert.equal(readGuess("∞"), "inf");
  assert.ok(agrees("-inf", "-inf"));
  assert.ok(!agrees("inf", "-inf"));
  assert.ok(agrees("nan", "NaN"));
  assert.ok(!agrees(1e9, "inf"));
});
test("a value is written with four digits", () => {
  assert.equal(show(0.66524), "0.6652");
  assert.equal(show([1, 0.25]), "[1, 0.25]");
  assert.equal(show(true), "True");
});
test("a number has ASCII digits alone, and brackets may be deep", () => {
  for (const word of ["٣", "３", "1_000", "constructor"]) assert.equal(readGuess(word), word);
  assert.ok(!agrees("٣", 3));
  assert.ok(!agrees("1_000", 1000));
  assert.ok(!agrees("constructor", true));
  assert.equal(readGuess("[".repeat(50_000) + "]".repeat(50_000)), null);
  assert.ok(readGuess(`${"[".repeat(50_000)}x${"]".repeat(50_000)}`));
});
test("start again gives back what the cell held", () => {
  const question = { ...BOXES, quantities: [{ ...BOXES.quantities[0], filled: "0.5" }, { ...BOXES.quantities[1], filled: "" }] };
  assert.deepEqual(untouched(question), { a_b: "0.5", c: "" });
});
test("how a text was read is said only where that is not plain", () => {
  for (const plain of ["", "rows", "0.67", "0.50", "−2", "3", "yes"]) assert.equal(understood(plain), "", plain);
  assert.equal(understood("0,67"), "read as 0.67");
  assert.equal(understood("−1,5"), "read as −1.5");
  assert.equal(understood("67 %"), "read as 67 %, which is 0.67");
  assert.equal(understood(" −0,5percent"), "read as −0.5 %, which is −0.005");
  assert.equal(understood("70 %, 30 %"), "read as a list of 2: 70 % · 30 %");
  assert.equal(understood("1/3"), "read as 0.3333");
  assert.equal(understood("1, 2"), "read as a list of 2: 1 · 2");
});

test("a percent sign may mean a share or a number in percent, a bare number may not", () => {
  for (const typed of ["66 %", "66%", "66 percent"]) {
    assert.ok(agrees(readGuess(typed), 0.664), typed);
    assert.ok(agrees(readGuess(typed), 66.4), typed);
    assert.ok(!agrees(readGuess(typed), 0.8), typed);
  }
  assert.ok(!agrees(readGuess("66"), 0.664));
});
test("a sentence that begins with yes or no answers a question of True or False, another does not", () => {
  for (const [typed, actual] of [["Yes, they do", true], ["No. Never", false], ["true.", true]]) {
    assert.ok(agrees(readGuess(typed), actual), typed);
    assert.equal(agrees(readGuess(typed), !actual), false, typed);
  }
  assert.ok(agrees("no, never", "no") && !agrees("no, never", "yes"));
  for (const typed of ["no idea", "yes and no", "nothing.", "no?"]) assert.ok(!agrees(typed, false) && !agrees(typed, true), typed);
});
test("a natural word is taken as it is meant: a sentence, an article, letters with and, a number after about", () => {
  for (const [typed, actual] of [
    ["no it can't", false], ["yes — always", true], ["yes (all)", "yes"], ["the dancer", "dancer"], ["Dancer.", "dancer"],
    ["A and C", "AC"], ["A & C", "AC"], ["only B", "B"], ["B.", "B"], ["a", "A"],
    ["about 36 %", 0.355], ["~0,66", 0.664], ["≈ 0.66", 0.664], ["roughly 2", 2], ["ca. 3", 3], ["~0.7, ~0.3", [0.7, 0.3]],
  ]) assert.ok(agrees(readGuess(typed), actual), typed);
  for (const [typed, actual] of [
    ["no clue", false], ["yes or no", true], ["not sure", false], ["the", "a"], ["an", "a"], ["cat", "the"], ["A B", "B"],
    ["only B", "AB"], ["about 66", 0.664], ["about about 3", 3], ["5!", 5], [".", "!"],
  ]) assert.ok(!agrees(readGuess(typed), actual), typed);
});

const CHOICE = {
  kind: "choice", name: "", stem: "s", shown: "", why: "because", after: "Again.",
  options: [{ text: "x", trap: "", refutation: "No." }, { text: "y", trap: "", refutation: null }],
};
const BOXES = {
  kind: "prediction", name: "", stem: "s", shown: "", why: "", judged: true,
  quantities: [{ name: "a_b", label: "a b", actual: 2 }, { name: "c", label: "c", actual: "rows" }],
};
const LINES = {
  kind: "ordering", name: "", stem: "s", shown: "", why: "", after: "Again.",
  lines: [
    { label: "A", texts: ["two"], right: 0, needs: "B", reason: "It needs one.", trap: "", refutation: "" },
    { label: "B", texts: ["uno", "one"], right: 1, needs: "", reason: "", trap: "a trap", refutation: "No." },
  ],
};

test("nothing is answered at first", () => {
  for (const question of [CHOICE, BOXES, LINES]) {
    assert.ok(missing(question, untouched(question), 50));
    assert.deepEqual(goals({ question, given: {} }).filter((goal) => goal.met), []);
  }
});
test("what is missing is named, the answer first and then how sure one is", () => {
  assert.match(missing(CHOICE, "", null).text, /Choose an option first. Then say how sure you are/);
  assert.deepEqual(missing(CHOICE, "a", null).where, "sure");
  assert.equal(missing(CHOICE, "a", 0), null);
  assert.equal(missing(BOXES, { a_b: " ", c: "" }, 50).text, "Still empty: a b, c.");
  assert.equal(missing(BOXES, { a_b: "1", c: "" }, 50).where, "c");
  assert.equal(missing(BOXES, { a_b: "1", c: "x" }, 50), null);
  assert.match(missing(LINES, ["B", "A"], 50).text, /still open in B/);
  assert.equal(missing(LINES, ["B1", "A"], 50), null);
});
test("goals follow the answer that was handed in", () => {
  const met = (question, answer) => goals({ question, given: { answer, confidence: 1 } }).filter((g) => g.met).map((g) => g.id);
  assert.deepEqual(met(CHOICE, "a"), ["answered"]);
  assert.deepEqual(met(CHOICE, "b"), ["answered", "right"]);
  assert.deepEqual(met(BOXES, { a_b: "2,0", c: "Rows" }), ["answered", "right"]);
  assert.deepEqual(met(BOXES, { a_b: "3", c: "Rows" }), ["answered"]);
  assert.deepEqual(met({ ...BOXES, judged: false }, { a_b: "3", c: "x" }), ["answered"]);
  assert.deepEqual(met(LINES, ["A", "B2"]), ["answered"]);
  assert.deepEqual(met(LINES, ["B2", "A"]), ["answered", "right"]);
});
test("a wrong twin is called by the name of its trap, and a line too early by what it needs", () => {
  assert.deepEqual(judge(LINES, ["B1", "A"]).said.slice(1), ["A known trap, “a trap”. No.", "Again."]);
  assert.equal(judge(LINES, ["A", "B2"]).said[1], "It stands too early. It needs one.");
});
test("a line moves to its place and the others keep their order", () => {
  const order = Object.freeze(["A", "B", "C", "D"]);
  assert.deepEqual(moved(order, 0, 2), ["B", "C", "A", "D"]);
  assert.deepEqual(moved(order, 3, 0), ["D", "A", "B", "C"]);
  assert.deepEqual(moved(order, 1, 1), order);
});
