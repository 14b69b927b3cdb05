// Quiz: a question with options, boxes or lines; how sure somebody is; then what is said about the answer.
import { boxes } from "./quiz/boxes.mjs";
import { lines } from "./quiz/lines.mjs";
import { options } from "./quiz/options.mjs";
import { block, paragraph } from "./quiz/prose.mjs";
import { sure } from "./quiz/sure.mjs";
import { goals, judge, missing, same, untouched } from "./logic/quiz.mjs";
import { button, html, openView, say, set } from "./parts/dom.mjs";
import { statusLine } from "./parts/panels.mjs";

const TRAITS = ["question", "answer", "confidence", "given", "reply", "on_record", "reached"];
const KINDS = { choice: options, prediction: boxes, ordering: lines };
const PATIENCE = 1500; // ms for a kernel to answer before the page says that none has

function render({ model, el }) {
  const view = openView(model, el, TRAITS, paint);
  const { question } = view.traits();
  const alone = model.alone === true; // on a page that was made to work without a kernel
  const status = statusLine(view);
  const asked = KINDS[question.kind](view, question, question.kind === "ordering" ? (text) => status.tell(text) : submit);
  const confidence = sure(view, submit);
  const lack = html("span", { class: "at-lack", role: "alert" });
  const stem = paragraph({ class: "at-stem", id: `${view.id}-stem` });
  const reply = html("div", { class: "at-reply" });
  const note = html("p", { class: "at-kept" });
  const record = html("p", { class: "at-record" }); // earlier answers, while nothing is handed in
  const open = question.kind === "prediction" && !question.judged; // the outcome comes later
  const act = button(view, open ? "Keep my prediction" : "Answer", submit, { "data-role": "answer" });
  const again = button(view, "Start again", startAgain);
  stem.show(question.stem);
  view.root.append(html("div", { role: "group", "aria-label": "A question to answer", class: "at-question" },
    stem.node, record, ...(question.shown ? [block(question.shown)] : []), asked.node, confidence.node,
    html("div", { class: "at-bar at-acts" }, act, again, lack), reply, note, status.node));

  function submit() {
    const { answer, confidence: given, given: before, reached } = view.traits();
    const gap = missing(question, answer, given);
    if (gap) {
      say(lack, gap.text);
      if (gap.where === "sure") confidence.focus();
      else asked.focus(gap.where);
      return;
    }
    const now = { answer, confidence: given };
    if (same(now, before)) return say(lack, "This answer is given. Change it to answer again.");
    const met = goals({ question, given: now }).filter((goal) => goal.met && !reached.includes(goal.id));
    view.put({ given: now, reply: [], reached: [...reached, ...met.map((goal) => goal.id)] });
  }

  function startAgain() {
    view.put({ answer: untouched(question), confidence: question.confidence ?? null, given: {}, reply: [], reached: [] });
    status.tell("The answer is taken back.");
  }

  // The kernel has a moment to answer; if none does, the page says so.
  let timer = 0;
  let last = view.traits(); // an answer that stands there when the view opens is not waited for
  let waiting = false;
  view.ended.addEventListener("abort", () => clearTimeout(timer), { once: true });
  function wait() {
    clearTimeout(timer);
    waiting = true;
    timer = setTimeout(() => {
      waiting = false;
      paint();
      if (note.textContent) status.tell(note.textContent);
    }, PATIENCE);
  }

  function kept({ given, reply: said }) {
    if (!("answer" in given)) return "";
    if (question.name && said.length) return "Your answer is kept with your progress.";
    if (alone) return "Kept on this page only, until it is closed or loaded again.";
    if (!question.name) return "This answer is kept here and nowhere else.";
    return waiting ? "" : "No kernel has answered: your answer is kept on this page only.";
  }

  function paint() {
    const t = view.traits();
    const answered = "answer" in t.given;
    if (answered && !alone && !same(t.given, last.given)) wait();
    if (!same([t.answer, t.confidence, t.given], [last.answer, last.confidence, last.given])) say(lack, "");
    asked.show(t);
    confidence.show(t.confidence);
    const verdict = answered ? judge(question, t.given.answer) : { said: [] };
    const said = t.reply.length ? t.reply : verdict.said;
    set(reply, "data-judged", verdict.right === true ? "right" : verdict.right === false ? "wrong" : false);
    while (reply.children.length > said.length) reply.lastChild.remove();
    said.forEach((text, i) => {
      const old = reply.children[i];
      if (old?.dataset.text === text) return;
      const line = paragraph({ "data-text": text });
      line.show(text);
      if (old) old.replaceWith(line.node);
      else reply.append(line.node);
    });
    say(note, kept(t));
    say(record, (!answered && t.on_record) || "");
    if (answered && !same([t.given, t.reply], [last.given, last.reply])) {
      status.tell([...said, ...(alone ? [kept(t)] : [])].join(" "));
    }
    last = t;
  }

  paint();
  return view.close;
}

export default { render };
