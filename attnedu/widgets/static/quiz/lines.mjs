// Lines to bring into order, by drag, by button and by key; of a pair one is chosen.
import { html, say, set } from "../parts/dom.mjs";
import { judge, moved, same } from "../logic/quiz.mjs";

export function lines(view, question, tell) {
  const list = html("ol", { class: "at-lines", "aria-labelledby": `${view.id}-stem` });
  const order = () => view.traits().answer;
  const placeOf = (label) => order().findIndex((word) => word[0] === label);
  const put = (answer, done = true) => view.put({ answer }, done);
  const move = (label, to, done = true) => {
    const last = order().length - 1;
    const target = Math.max(0, Math.min(last, to));
    if (target !== placeOf(label)) put(moved(order(), placeOf(label), target), done);
    if (done) tell(`Line ${label} is at place ${target + 1} of ${last + 1}.`);
  };

  const rows = new Map(question.lines.map((line) => [line.label, row(line)]));

  function row(line) {
    const { label, texts } = line;
    const grip = html("button", { type: "button", class: "at-grab" }, html("span", { "aria-hidden": "true" }, `⠿ ${label}`));
    const up = html("button", { type: "button", class: "at-step", tabindex: -1, "aria-label": `Line ${label}: up` }, "↑");
    const down = html("button", { type: "button", class: "at-step", tabindex: -1, "aria-label": `Line ${label}: down` }, "↓");
    const mark = html("span", { class: "at-word" });
    view.listen(up, "click", () => move(label, placeOf(label) - 1));
    view.listen(down, "click", () => move(label, placeOf(label) + 1));
    view.listen(grip, "keydown", (event) => {
      const places = { ArrowUp: placeOf(label) - 1, ArrowDown: placeOf(label) + 1, Home: 0, End: order().length };
      if (!(event.key in places) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move(label, places[event.key]);
    });
    view.listen(grip, "pointerdown", (event) => take(event, label));
    const radios = texts.length < 2 ? [] : texts.map((_, i) => html("input", { type: "radio", name: `${view.id}-${label}`, value: i + 1 }));
    radios.forEach((radio, i) => view.listen(radio, "change", () =>
      put(order().map((word) => (word[0] === label ? label + (i + 1) : word)))));
    const code = (text) => html("code", { class: "at-code" }, text);
    const body = radios.length
      ? html("div", { class: "at-pair", role: "radiogroup", "aria-label": `Line ${label}: choose one` },
        ...texts.map((text, i) => html("label", { class: "at-option" }, radios[i], code(text))))
      : html("div", { class: "at-single" }, code(texts[0]));
    const node = html("li", { class: "at-line" },
      grip, html("div", { class: "at-line-body" }, body, mark), html("span", { class: "at-moves" }, up, down));
    return { line, node, grip, up, down, radios, mark };
  }

  // The list holds the pointer, because a line that moves in the page would let go of it.
  let held = null;
  function take(event, label) {
    if (event.button !== 0) return;
    held = { label, before: order() };
    list.setPointerCapture(event.pointerId);
  }
  view.listen(list, "pointermove", (event) => {
    if (!held) return;
    const others = order().filter((word) => word[0] !== held.label).map((word) => rows.get(word[0]).node.getBoundingClientRect());
    const from = placeOf(held.label);
    // A line is passed when the pointer crosses the middle of it.
    move(held.label, others.filter((box) => event.clientY > (box.top + box.bottom) / 2).length, false);
    if (from !== placeOf(held.label)) event.preventDefault();
  });
  const release = (keep) => {
    if (!held) return;
    const { label, before } = held;
    held = null;
    if (!keep) put(before);
    else if (!same(before, order())) {
      put(order());
      tell(`Line ${label} is at place ${placeOf(label) + 1} of ${before.length}.`);
    }
    set(rows.get(label).node, "data-held", false);
  };
  view.listen(list, "pointerup", () => release(true));
  view.listen(list, "pointercancel", () => release(false));
  view.listen(list, "keydown", (event) => event.key === "Escape" && held && release(false));

  return {
    node: list,
    focus: (label) => (rows.get(label)?.radios[0] ?? list.querySelector("button")).focus(),
    show({ answer, given }) {
      const active = list.getRootNode().activeElement;
      const verdict = "answer" in given && same(given.answer, answer) ? judge(question, answer) : null;
      answer.forEach((word, i) => {
        const { line, node, grip, up, down, radios, mark } = rows.get(word[0]);
        if (list.children[i] !== node) list.insertBefore(node, list.children[i] ?? null);
        const chosen = Number(word[1] ?? 1) - 1;
        radios.forEach((radio, k) => { radio.checked = word.length > 1 && k === chosen; });
        const text = line.texts.length > 1 && word.length < 2 ? "one of a pair, not chosen yet" : line.texts[chosen];
        set(grip, "aria-label", `Line ${word[0]}, place ${i + 1} of ${answer.length}: ${text}. Arrow keys move it.`);
        set(up, "aria-disabled", i === 0 ? "true" : false);
        set(down, "aria-disabled", i === answer.length - 1 ? "true" : false);
        set(node, "data-held", held?.label === word[0]);
        const wrong = verdict?.place === i;
        set(node, "data-judged", wrong ? "wrong" : verdict?.right ? "right" : false);
        say(mark, wrong ? "✗ the first wrong line" : "");
      });
      // A line that is moved lets go of the focus.
      if (active && active !== list.getRootNode().activeElement && list.contains(active)) active.focus();
    },
  };
}
