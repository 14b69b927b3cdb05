// Elements, and the life of one view: what it listens to, when it paints, how it ends.

// The name of the SVG vocabulary; a name only, nothing is fetched.
const SHAPES = "http://www.w3.org/2000/svg";
const FOCUSABLE = ["input", "button", "select"];

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  // JupyterLab takes arrow keys and Enter for itself unless the focused element carries this mark.
  if (FOCUSABLE.includes(element.localName) || "tabindex" in attributes) {
    element.setAttribute("data-lm-suppress-shortcuts", "true");
  }
  element.append(...children);
  return element;
}

export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SHAPES, tag), attributes, children);
}

/** Set an attribute, only if it changes; false and null take it away. */
export function set(element, name, value) {
  if (value === false || value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

const said = new WeakMap(); // what `say` wrote last: asking the page costs more than remembering

/** Set the text, only if it changes: a live region speaks at every change of its nodes. */
export function say(element, text) {
  if (said.get(element) === text) return;
  said.set(element, text);
  if (element.textContent !== text) element.textContent = text;
}

let views = 0;
let hand = null; // the view that was worked last
// Every widget runs its own copy of this file, and url(#id) finds the first such id of the whole page, which may stand
// in a tab that is not shown. Hence a random part. (crypto.randomUUID is missing on plain http pages.)
const copy = Math.random().toString(36).slice(2, 12);

/**
 * Open a view of `model` in `el`. Traits are the only state: `paint` runs once for all traits that change together,
 * before the browser draws its next frame. `close` leaves no listener and no timer behind.
 */
export function openView(model, el, names, paint) {
  const end = new AbortController();
  let asked = false;
  let moving = false; // between the first and the last move of a hand
  const ask = () => {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      if (!end.signal.aborted) paint();
    });
  };
  // What this view has changed and Python has not been told. Meanwhile a kernel may answer to what it was told before:
  // that answer is older than the hand, which keeps what it holds.
  let held = {};
  let keeping = false;
  const keep = (name) => {
    if (hand === held && Object.hasOwn(held, name) && !keeping && model.get(name) !== held[name]) {
      keeping = true;
      model.set(name, held[name]);
      keeping = false;
    }
    ask();
  };
  // A notebook takes some milliseconds to pack a message: it is sent after the frame that shows the change.
  let saving = 0;
  const send = () => {
    held = {};
    model.save_changes();
  };
  const save = () => {
    if (!saving) return;
    clearTimeout(saving);
    saving = 0;
    send();
  };
  const saveSoon = () => {
    if (saving) return;
    saving = setTimeout(save, 100); // a page in the background draws no frames
    requestAnimationFrame(() => setTimeout(save));
  };
  const hearers = names.map((name) => [`change:${name}`, () => keep(name)]);
  for (const [event, hear] of hearers) model.on(event, hear);
  const root = html("div", { class: "at-widget" });
  el.append(root);
  // Whoever goes elsewhere has finished, also where the browser says nothing because all is as it was.
  root.addEventListener("focusout", () => {
    if (!moving) return;
    moving = false;
    saveSoon();
  }, { signal: end.signal });
  // Shift+Enter and its kin run cells: they belong to the notebook, also while a part of the widget has the focus. That
  // part carries a mark which keeps keys from the notebook, so the key is sent again from outside of it.
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)) return;
    event.preventDefault(); // or the button would be pressed
    event.stopPropagation();
    const { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey } = event;
    event.target.blur(); // what is being typed is finished
    const again = { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true };
    el.dispatchEvent(new KeyboardEvent("keydown", again));
  }, { capture: true, signal: end.signal });
  return {
    root,
    id: `at-${copy}-${++views}`, // no two views on a page share an id
    ended: end.signal,
    traits: () => Object.fromEntries(names.map((name) => [name, model.get(name)])),
    listen: (target, type, act) => target.addEventListener(type, act, { signal: end.signal }),
    /** Change traits here and now; tell Python when the movement is done and the picture stands. */
    put(changes, done = true) {
      moving = !done;
      Object.assign(held, changes);
      hand = held;
      for (const [name, value] of Object.entries(changes)) model.set(name, value);
      if (done) saveSoon();
    },
    /** Change traits that follow from the others, such as the goals reached: Python hears of them with the rest. */
    follow(changes) {
      this.put(changes, !moving);
    },
    /** Give a clicked part the focus, after the frame that shows the click: taking it costs the page a layout. */
    focusSoon(part) {
      requestAnimationFrame(() => end.signal.aborted || part.focus({ preventScroll: true }));
    },
    close() {
      if (moving) send(); // closed in the middle of a drag: Python hears of where it stood
      save();
      end.abort();
      for (const [event, hear] of hearers) model.off(event, hear);
      root.remove();
    },
  };
}

/** A copy of a table with one cell changed: traits are replaced, never edited in place. */
export function withCell(table, i, j, value) {
  return table.map((row, a) => (a === i ? row.map((x, b) => (b === j ? value : x)) : row));
}

/** A group of buttons of which one is pressed. `choose(key)` is called; `show(key)` marks. */
export function choice(view, label, options, choose) {
  const buttons = options.map(([key, text]) => {
    const button = html("button", { type: "button", class: "at-button", "aria-pressed": "false" }, text);
    view.listen(button, "click", () => choose(key));
    return [key, button];
  });
  const node = html(
    "div",
    { class: "at-choice", role: "group", "aria-label": label },
    html("span", { class: "at-label" }, label),
    ...buttons.map(([, button]) => button),
  );
  return { node, show: (chosen) => buttons.forEach(([key, b]) => set(b, "aria-pressed", String(chosen.includes(key)))) };
}

/** One of many, as a list that opens: `options` are [key, text]; keys are numbers or words. */
export function picker(view, label, options, choose) {
  const list = html("select", { class: "at-select", "aria-label": label }, ...options.map(([key, text]) => html("option", { value: key }, text)));
  view.listen(list, "change", () => choose(options[list.selectedIndex][0]));
  const node = html("label", { class: "at-choice" }, html("span", { class: "at-label" }, label), list);
  return { node, show: (key) => { list.value = String(key); } };
}

/** A frame that scrolls sideways where its content is too wide; only then does it take the focus. */
export function scroller(view, label, ...content) {
  const node = html("div", { class: "at-scroll", role: "group", "aria-label": label }, ...content);
  const watch = new ResizeObserver(() => {
    const over = node.scrollWidth > node.clientWidth + 1;
    set(node, "tabindex", over ? 0 : null);
    set(node, "data-lm-suppress-shortcuts", over ? "true" : null);
  });
  watch.observe(node);
  for (const one of content) watch.observe(one);
  view.ended.addEventListener("abort", () => watch.disconnect(), { once: true });
  return node;
}

export function button(view, text, act, attributes = {}) {
  const node = html("button", { type: "button", class: "at-button", ...attributes }, text);
  view.listen(node, "click", act);
  return node;
}
