// An order of things: choose one among them, then move it one place earlier or later. No drag is needed.
import { button, html, say, set } from "../parts/dom.mjs";

/**
 * label: what the list is called     what: what one of them is called, such as "block"
 * move(place, by): asked to move the one at `place` by -1 or 1
 * One of the list is in the tab order; arrow keys choose another. What is chosen is a matter of this view alone.
 */
export function orderControl(view, { label, what, move }) {
  const list = html("div", { class: "at-order", role: "radiogroup", "aria-label": `${label}: choose a ${what} to move` });
  let order = [];
  let chosen = null; // the thing, not its place: it stays chosen while it moves
  const place = () => Math.max(0, order.indexOf(chosen));
  const choose = (to) => {
    const at = Math.min(order.length - 1, Math.max(0, to));
    chosen = order[at];
    mark();
    list.children[at].focus();
  };
  const keys = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };
  view.listen(list, "keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(place() + keys[event.key]);
  });
  const earlier = button(view, "◀ earlier", () => move(place(), -1));
  const later = button(view, "later ▶", () => move(place(), 1));
  function mark() {
    const at = place();
    [...list.children].forEach((chip, i) => {
      set(chip, "aria-checked", String(i === at));
      set(chip, "tabindex", i === at ? 0 : -1);
    });
    // Not `disabled`, which would take the focus away when the end is reached.
    set(earlier, "aria-disabled", String(at === 0));
    set(later, "aria-disabled", String(at === order.length - 1));
    set(earlier, "aria-label", `earlier: ${what} ${order[at] + 1}`);
    set(later, "aria-label", `later: ${what} ${order[at] + 1}`);
  }
  return {
    node: html("div", { class: "at-ordering" }, html("span", { class: "at-label" }, label), list, earlier, later),
    /** order: positions; `words` and `names` of each place, seen and spoken; `state` marks a place for the style sheet */
    show(newOrder, words, names, state) {
      order = newOrder;
      if (!order.includes(chosen)) [chosen] = order;
      while (list.children.length > order.length) list.lastChild.remove();
      while (list.children.length < order.length) {
        const at = list.children.length;
        const chip = html("button", { type: "button", role: "radio", class: "at-button at-chip" });
        view.listen(chip, "click", () => choose(at));
        list.append(chip);
      }
      order.forEach((_, i) => {
        const chip = list.children[i];
        say(chip, words[i]);
        set(chip, "aria-label", names[i]);
        set(chip, "data-state", state[i]);
      });
      mark();
    },
  };
}
