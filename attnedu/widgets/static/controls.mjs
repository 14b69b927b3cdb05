// A number with every way to change it: a slider, − and + buttons, a box to type in.
import { html, say, set } from "./dom.mjs";
import { trim } from "./format.mjs";

/**
 * label: what a screen reader calls it     visible: text shown in front, if any
 * min, max, step                           slider: [low, high] of a range input, or null
 * log: the slider and the buttons work on powers of ten and factors of `step`
 * change(value, done): done is false while a slider is still being dragged
 */
export function numberControl(view, options) {
  const { label, visible = "", min, max, step, slider = null, log = false, change } = options;
  let current = NaN;
  const inside = (x) => Math.min(max, Math.max(min, x));
  const tidy = (x) => inside(log ? Number(x.toPrecision(3)) : Number((Math.round(x / step) * step).toFixed(6)));

  const box = html("input", { type: "number", class: "at-box", min, max, step: "any", "aria-label": label });
  const less = html("button", { type: "button", class: "at-step", "aria-label": `${label}: less` }, "−");
  const more = html("button", { type: "button", class: "at-step", "aria-label": `${label}: more` }, "+");
  const wrong = html("span", { class: "at-wrong", role: "alert" });
  const parts = [html("span", { class: "at-box-and-steps" }, less, box, more), wrong];

  const nudge = (direction) => change(log ? tidy(current * step ** direction) : tidy(current + direction * step), true);
  view.listen(less, "click", () => nudge(-1));
  view.listen(more, "click", () => nudge(1));

  const typed = () => (box.value.trim() === "" ? NaN : Number(box.value));
  const allowed = (x) => Number.isFinite(x) && x >= min && x <= max;
  view.listen(box, "keydown", (event) => {
    // With step "any" a browser steps by 1; here the arrow keys do what the buttons do.
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    nudge(event.key === "ArrowUp" ? 1 : -1);
  });
  view.listen(box, "input", () => {
    const fine = allowed(typed());
    set(box, "aria-invalid", fine ? false : "true");
    say(wrong, fine ? "" : `a number from ${trim(min).replace("-", "−")} to ${trim(max)}`);
    if (fine) change(typed(), false);
  });
  view.listen(box, "change", () => {
    set(box, "aria-invalid", false);
    say(wrong, "");
    if (allowed(typed())) change(typed(), true);
    else box.value = trim(current);
  });

  let range = null;
  if (slider) {
    const [low, high] = log ? slider.map(Math.log10) : slider;
    range = html("input", {
      type: "range", class: "at-range", min: low, max: high, step: log ? 0.01 : step / 5, "aria-label": label,
    });
    const value = () => (log ? tidy(10 ** Number(range.value)) : inside(Number(range.value)));
    view.listen(range, "input", () => change(value(), false));
    view.listen(range, "change", () => change(value(), true));
    parts.unshift(range);
  }
  if (visible) parts.unshift(html("span", { class: "at-label", "aria-hidden": "true" }, visible));

  return {
    node: html("div", { class: "at-number", role: "group", "aria-label": label }, ...parts),
    show(value, locked = false) {
      current = value;
      for (const part of [box, less, more]) set(part, "disabled", locked ? "" : false);
      // Leave a box alone while it holds the same number in other letters, or something not yet a number.
      const typing = box.getRootNode().activeElement === box;
      if (typed() !== value && !(typing && !allowed(typed()))) box.value = trim(value);
      if (!range) return;
      const place = String(log ? Math.log10(value) : value);
      // A slider that already stands for this value keeps its finer position.
      if ((log ? tidy(10 ** Number(range.value)) : Number(range.value)) !== value) range.value = place;
      set(range, "aria-valuetext", trim(value));
    },
  };
}
