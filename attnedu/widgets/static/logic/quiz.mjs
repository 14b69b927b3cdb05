// Quiz: what an answer lacks, what is said about it, and which goals it meets; pure functions of the traits.
import { RULE, agrees, readGuess, remark } from "./guesses.mjs";

export const LETTERS = "abcdefgh";

/** The answer before anyone has touched it: no letter, boxes with what a cell held, or the lines as they are shown. */
export function untouched(question) {
  if (question.kind === "choice") return "";
  if (question.kind === "ordering") return question.lines.map((line) => line.label);
  return Object.fromEntries(question.quantities.map(({ name, filled }) => [name, filled ?? ""]));
}

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** What is still to be done before the answer can be judged: {where, text}, or null. */
export function missing(question, answer, confidence) {
  const sure = "say how sure you are, from 0 to 100";
  const also = confidence === null ? ` Then ${sure}.` : "";
  if (question.kind === "choice" && !answer) return { where: "answer", text: `Choose an option first.${also}` };
  if (question.kind === "ordering") {
    const open = question.lines.filter((line) => line.texts.length > 1 && answer.includes(line.label));
    if (open.length) {
      const which = open.map((line) => line.label).join(", ");
      return { where: open[0].label, text: `Choose one of each pair first: still open in ${which}.${also}` };
    }
  }
  if (question.kind === "prediction") {
    const empty = question.quantities.filter(({ name }) => readGuess(answer[name] ?? "") === null);
    if (empty.length) return { where: empty[0].name, text: `Still empty: ${empty.map((one) => one.label).join(", ")}.${also}` };
  }
  return confidence === null ? { where: "sure", text: `First ${sure}.` } : null;
}

/** What is said about an answer: {right: true, false or null, said: sentences, place: of the first wrong line}. */
export function judge(question, answer) {
  return { choice: judgeChoice, ordering: judgeOrder, prediction: judgeGuesses }[question.kind](question, answer);
}

const trapOf = ({ trap, refutation }) => (trap ? `A known trap, “${trap}”. ${refutation}` : refutation);

function judgeChoice(question, letter) {
  const option = question.options[LETTERS.indexOf(letter)];
  if (option.refutation === null) return { right: true, said: [`Right: ${letter}. ${option.text}`, question.why].filter(Boolean) };
  return { right: false, said: [`Not so: ${letter}. ${option.text}`, trapOf(option), question.after] };
}

function judgeOrder(question, answer) {
  const wrong = (place, text, because) => ({
    right: false, place, said: [`Not yet. The first line that is wrong is line ${place + 1}: \`${text}\``, because, question.after],
  });
  for (const [place, word] of answer.entries()) {
    const line = question.lines.find(({ label }) => label === word[0]);
    const chosen = Number(word[1] ?? 1) - 1;
    if (chosen !== line.right) return wrong(place, line.texts[chosen], trapOf(line));
    const above = answer.slice(0, place).map((other) => other[0]);
    const early = [...line.needs].some((need) => !above.includes(need));
    if (early) return wrong(place, line.texts[chosen], `It stands too early. ${line.reason}`);
  }
  return { right: true, said: [`Right: ${answer.join(" ")}.`, question.why].filter(Boolean) };
}

function judgeGuesses(question, answer) {
  if (!question.judged) return { right: null, said: ["Your prediction stands.", "Then go on, and compare it with what happens."] };
  const results = compare(question, answer);
  const right = results.filter((one) => one.agree).length;
  const remarks = question.quantities.map(({ name, label, actual }, i) =>
    (results[i].agree ? "" : remark(label, readGuess(answer[name]), actual)));
  return {
    right: right === results.length,
    said: [`${right} of ${results.length} agree.`, ...remarks, question.why, RULE].filter(Boolean),
  };
}

/** For each quantity whether the guess agrees. */
export function compare(question, answer) {
  return question.quantities.map(({ name, actual }) => ({ agree: agrees(readGuess(answer[name]), actual) }));
}

/** The question itself is the goal: to have answered, and to have answered rightly. */
export function goals({ question, given }) {
  const answered = "answer" in given;
  const { right = false, said = [] } = answered ? judge(question, given.answer) : {};
  const because = said[1] ?? "";
  return [
    { id: "answered", question: question.stem, met: answered, because },
    ...(right === null ? [] : [{ id: "right", question: question.stem, met: right, because }]),
  ];
}

/** The order with one line taken from its place to another. */
export function moved(order, from, to) {
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), order[from], ...rest.slice(to)];
}
