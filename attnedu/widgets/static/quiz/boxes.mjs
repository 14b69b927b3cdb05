// One box for each quantity: a number, a word, yes or no, a list.
import { html, say, set } from "../parts/dom.mjs";
import { percent, readGuess, show } from "../logic/guesses.mjs";
import { compare, same } from "../logic/quiz.mjs";

const HELP = "A number, a word, yes or no, or a list such as 0.7, 0.3. A percent sign, a decimal comma and 1/3 are understood.";

/** How a typed text is understood, where that is not plain: "0,67" is 0.67, and "67 %" too. */
export function understood(typed) {
  return asRead(typed).replaceAll("-", "−");
}

function asRead(typed) {
  const value = readGuess(typed);
  if (Array.isArray(value)) return `read as a list of ${value.length}: ${value.map(show).join(" · ")}`;
  const share = percent(value);
  if (share !== null) return `read as ${show(share)} %, which is ${show(share / 100)}`;
  if (typeof value !== "number" || typed.trim() === String(value)) return "";
  return show(value) === typed.trim() || /^[+\-−]?[\d.]+$/u.test(typed.trim()) ? "" : `read as ${show(value)}`;
}

export function boxes(view, question, submit) {
  const rows = question.quantities.map(({ name, label, actual }, i) => {
    const id = `${view.id}-box-${i}`;
    const box = html("input", {
      type: "text", id, class: "at-box at-guess", autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-note`,
    });
    const note = html("span", { class: "at-hint", id: `${id}-note`, dir: "auto" });
    const write = (done) => view.put({ answer: { ...view.traits().answer, [name]: box.value } }, done);
    view.listen(box, "input", () => write(false));
    view.listen(box, "change", () => write(true));
    view.listen(box, "keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      submit();
    });
    return { name, actual, box, note, parts: [html("label", { for: id, class: "at-quantity", dir: "auto" }, label), box, note] };
  });
  return {
    node: html("div", {},
      html("div", { class: "at-boxes" }, ...rows.flatMap((row) => row.parts)),
      html("p", { class: "at-help" }, HELP)),
    focus: (name) => (rows.find((row) => row.name === name) ?? rows[0]).box.focus(),
    show({ answer, given }) {
      const results = question.judged && same(given.answer, answer) ? compare(question, answer) : null;
      rows.forEach(({ name, actual, box, note }, i) => {
        const typed = answer[name] ?? "";
        if (box.value !== typed) box.value = typed;
        const judged = results ? (results[i].agree ? "right" : "wrong") : "";
        set(note, "data-judged", judged || false);
        say(note, judged ? `${judged === "right" ? "✓ agrees" : "✗ differs"}: the outcome is ${show(actual)}` : understood(typed));
      });
    },
  };
}
