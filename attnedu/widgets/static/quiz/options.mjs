// One of several options.
import { html, say, set } from "../parts/dom.mjs";
import { LETTERS, judge } from "../logic/quiz.mjs";
import { prose } from "./prose.mjs";

export function options(view, question) {
  const rows = question.options.map((option, i) => {
    const letter = LETTERS[i];
    const radio = html("input", { type: "radio", name: `${view.id}-option`, value: letter });
    const mark = html("span", { class: "at-word" });
    view.listen(radio, "change", () => view.put({ answer: letter }));
    const label = html("label", { class: "at-option" }, radio, html("span", { class: "at-letter" }, `${letter}.`),
      html("span", { class: "at-answer", dir: "auto" }, ...prose(option.text), " ", mark));
    return { letter, radio, mark, label };
  });
  return {
    node: html("div", { class: "at-options", role: "radiogroup", "aria-labelledby": `${view.id}-stem` }, ...rows.map((row) => row.label)),
    focus: () => rows[0].radio.focus(),
    show({ answer, given }) {
      for (const { letter, radio, mark, label } of rows) {
        radio.checked = letter === answer;
        const judged = given.answer === letter ? (judge(question, letter).right ? "right" : "wrong") : "";
        set(label, "data-judged", judged || false);
        say(mark, { right: "✓ right", wrong: "✗ not so" }[judged] ?? "");
      }
    },
  };
}
