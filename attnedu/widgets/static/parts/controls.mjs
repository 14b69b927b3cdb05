// A number with every way to change it: a slider, − and + buttons, a box to type in.
import { html, say, set } from "./dom.mjs";
import { roundValues, trim } from "./format.mjs";

const minus = (x) => trim(x).replace("-", "−");
const TEN = 10; // Page Up and Page Down are ten steps
const READ = 4000; // ms that a refusal stays, for somebody to read it

/** What was typed, as a number: a comma is a decimal point, a true minus sign is a minus, 1/2 a half. NaN for anything else. */
export function read(text) {
  const [above, ...below] = text.split("/").map((part) => {
    const plain = part.trim().replace(",", ".").replace("−", "-");
    return plain === "" ? NaN : Number(plain);
  });
  return below.length > 1 ? NaN : above / (below[0] ?? 1);
}

/**
 * label: what a screen reader calls it     visible: text shown in front, if any
 * min, max, step                           slider: [low, high] of a range input, or null
 * log: slider, buttons and keys go through round values from min to max
 * tenfold: one more button, which multiplies by ten
 * change(value, done): done is false while a slider is still being dragged
 */
export function numberControl(view, options) {
  const { label, visible = "", min, max, step, slider = null, log = false, tenfold = false, change } = options;
  let current = NaN;
  const inside = (x) => Math.min(max, Math.max(min, x));
  const tidy = (x) => inside(Number((Math.round(x / step) * step).toPrecision(12)));
  // Where steps are finer than what `trim` leaves, the number is written with more.
  const written = (x) => (step < 0.001 ? String(Number(x.toPrecision(8))) : trim(x));
  const round = log ? roundValues(min, max) : [];
  const nearest = (x) => round.reduce((best, r, i) => (Math.abs(Math.log(r / x)) < Math.abs(Math.log(round[best] / x)) ? i : best), 0);

  // − and + are for the pointer: arrow keys in the box do the same, so that Tab goes from number to number.
  const box = html("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", role: "spinbutton", class: "at-box",
    "aria-label": `${label} (arrow keys change it)`, "aria-valuemin": min, "aria-valuemax": max,
    title: "Arrow up and down: one step. Page Up and Page Down: ten steps.",
  });
  const less = html("button", { type: "button", class: "at-step", tabindex: -1, "aria-label": `${label}: less` }, "−");
  const more = html("button", { type: "button", class: "at-step", tabindex: -1, "aria-label": `${label}: more` }, "+");
  const wrong = html("span", { class: "at-wrong", role: "alert" });
  const steps = html("span", { class: "at-box-and-steps" }, less, box, more);
  const parts = [steps];

  const next = (up) => {
    const beyond = up ? round.find((r) => r > current * 1.0001) : round.findLast((r) => r < current * 0.9999);
    return beyond ?? current;
  };
  let dirty = false; // something was typed that Python has not heard of yet
  let before = NaN; // the number that stood there before the typing began
  const nudge = (by) => {
    dirty = false;
    if (!log) return change(tidy(current + by * step), true);
    const start = current;
    for (let k = 0; k < Math.abs(by); k++) current = next(by > 0);
    const target = current;
    current = start;
    return change(target, true);
  };
  view.listen(less, "click", () => nudge(-1));
  view.listen(more, "click", () => nudge(1));
  if (tenfold) {
    const ten = html("button", { type: "button", class: "at-step at-ten", "aria-label": `×10, ten times as much: ${label}` }, "×10");
    view.listen(ten, "click", () => change(inside(current === 0 ? TEN : current * TEN), true));
    steps.append(ten);
  }

  const typed = () => read(box.value);
  const rule = `a number from ${minus(min)} to ${minus(max)}`;
  const allowed = (x) => Number.isFinite(x) && x >= min && x <= max;
  const keys = { ArrowUp: 1, ArrowDown: -1, PageUp: TEN, PageDown: -TEN };
  const begun = () => ["", "-", "−"].includes(box.value.trim()); // the first sign of a number is no mistake
  let reading = 0;
  view.ended.addEventListener("abort", () => clearTimeout(reading), { once: true });
  const object = (words) => {
    clearTimeout(reading);
    say(wrong, words);
  };
  const commit = () => {
    if (!dirty) return;
    dirty = false;
    set(box, "aria-invalid", false);
    const finished = allowed(typed());
    object(finished || begun() ? "" : `kept ${minus(before)}: ${rule}`);
    if (wrong.textContent) reading = setTimeout(object, READ, "");
    const x = finished ? typed() : before; // an entry that was never finished changes nothing
    box.value = finished ? String(x) : written(x); // a comma becomes a point
    change(x, true);
  };
  view.listen(box, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") commit(); // a notebook may keep the key from ending the typing
    if (!(event.key in keys)) return;
    event.preventDefault();
    nudge(keys[event.key]);
  });
  view.listen(box, "input", () => {
    if (!dirty) before = current;
    dirty = true;
    const fine = allowed(typed()) || begun();
    set(box, "aria-invalid", fine ? false : "true");
    object(fine ? "" : rule);
    if (allowed(typed())) change(typed(), false);
  });
  view.listen(box, "change", commit);
  view.listen(box, "blur", commit); // a text that was changed and changed back is no "change"

  let range = null;
  if (slider) {
    const [low, high] = log ? [0, round.length - 1] : slider;
    range = html("input", { type: "range", class: "at-range", min: low, max: high, step: log ? 1 : step / 5, "aria-label": label });
    const value = () => (log ? round[Number(range.value)] : inside(Number(range.value)));
    view.listen(range, "input", () => change(value(), false));
    view.listen(range, "change", () => change(value(), true));
    // The message lies over this number's own slider, never over another box.
    parts.unshift(html("span", { class: "at-slide" }, range, wrong));
  } else parts.push(wrong);
  if (visible) parts.unshift(html("span", { class: "at-label", "aria-hidden": "true" }, visible));

  return {
    node: html("div", { class: "at-number", role: "group", "aria-label": label }, ...parts),
    show(value, locked = false) {
      current = value;
      for (const part of [box, less, more]) set(part, "disabled", locked ? "" : false);
      set(box, "aria-valuenow", written(value));
      // Leave a box alone while it holds the same number in other letters, or something not yet a number.
      const typing = box.getRootNode().activeElement === box;
      if (typed() !== value && !(typing && !allowed(typed()))) box.value = written(value);
      if (!range) return;
      const place = String(log ? nearest(value) : value);
      if (range.value !== place) range.value = place;
      set(range, "aria-valuetext", written(value));
    },
  };
}
