// How sure: a slider and a box, from 0 to 100; nothing is chosen until somebody chooses.
import { html, say, set } from "../parts/dom.mjs";
import { percent, readGuess } from "../logic/guesses.mjs";

const MIDDLE = "50"; // where the slider waits

function read(typed) {
  const guess = readGuess(typed);
  return percent(guess) ?? guess; // "80 %" is 80
}

export function sure(view, submit) {
  const write = (value, done) => view.put({ confidence: value }, done);
  const range = html("input", {
    type: "range", class: "at-range", min: 0, max: 100, step: 5, "aria-label": "How sure are you? 0 is a guess, 100 is certain",
  });
  const box = html("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", class: "at-box", placeholder: "0–100",
    "aria-label": "How sure are you, from 0 to 100",
  });
  const wrong = html("span", { class: "at-unsure", role: "alert" });
  const problem = (x) => {
    if (x === null) return "";
    if (typeof x === "number" && x > 0 && x < 1) return `from 0 to 100: did you mean ${Number((100 * x).toPrecision(4))}?`;
    return typeof x === "number" && x >= 0 && x <= 100 ? "" : "a number from 0 to 100";
  };
  view.listen(range, "input", () => write(Number(range.value), false));
  view.listen(range, "change", () => write(Number(range.value), true));
  view.listen(range, "pointerup", (event) => event.button === 0 && write(Number(range.value), true)); // a click in the middle is no change
  let typing = false;
  let before = null; // what stood there before the typing began: an entry that is never finished changes nothing
  const typed = (done) => {
    if (!typing) before = view.traits().confidence;
    typing = true;
    const x = read(box.value);
    const wanting = problem(x);
    say(wrong, wanting);
    set(box, "aria-invalid", wanting ? "true" : false);
    write(wanting ? before : x, done);
    return !wanting;
  };
  view.listen(box, "input", () => typed(false));
  view.listen(box, "keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (!typed(true)) return;
    typing = false;
    submit();
  });
  view.listen(box, "change", () => {
    const finished = typed(true);
    typing = false;
    if (finished) return;
    say(wrong, "");
    set(box, "aria-invalid", false);
    box.value = before ?? "";
  });
  return {
    node: html("div", { class: "at-sure", role: "group", "aria-label": "How sure are you?" },
      html("span", { class: "at-sure-label" }, "How sure are you?"),
      html("span", { class: "at-sure-slide" },
        html("span", { class: "at-label" }, "a guess"), range, html("span", { class: "at-label" }, "certain")),
      html("span", { class: "at-sure-box" }, box, html("span", { class: "at-label" }, "of 100")), wrong),
    focus: () => box.focus(),
    show(value) {
      const place = value === null ? MIDDLE : String(value);
      if (range.value !== place) range.value = place;
      set(range, "data-open", value === null);
      set(range, "aria-valuetext", value === null ? "nothing chosen yet" : `${value} of 100`);
      const mine = box.getRootNode().activeElement === box;
      if (read(box.value) !== value && !(mine && problem(read(box.value)))) box.value = value ?? "";
    },
  };
}
