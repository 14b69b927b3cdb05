// Names beside marks, where they cover neither marks nor one another, and never leave the picture.
import { placeLabels } from "../arithmetic/frame.mjs";
import { set, svg } from "../parts/dom.mjs";

const LINE = 16; // px

/** A text for `marklabels().show`. */
export function markLabel(kind, words = "") {
  const node = svg("text", { class: `at-marklabel ${kind}`, visibility: "hidden" });
  node.textContent = words;
  return node;
}

export function markLabels(texts) {
  const node = svg("g", { "aria-hidden": "true" }, ...texts);
  const widths = new Map();
  const places = new Map();
  // How wide a text is drawn: asked once for each, for the answer costs a layout.
  const widthOf = (text) => {
    const words = text.textContent;
    if (!widths.has(words)) {
      const found = text.getComputedTextLength();
      if (!found) return 8 * words.length; // not on the page yet
      widths.set(words, found + 4);
    }
    return widths.get(words);
  };
  return {
    node,
    /** wanted: { text, at, reach, away, may } each, as in `placeLabels`; a text that is not wanted is hidden */
    show(wanted, marks, [left, top, right, bottom]) {
      const shift = ([x, y, ...rest]) => [x - left - 1, y - top - 1, ...rest];
      const labels = wanted.map((one) => ({
        ...one, at: shift(one.at), wide: widthOf(one.text), high: LINE, before: places.get(one.text),
      }));
      const made = placeLabels(labels, marks.map(shift), { wide: right - left - 2, high: bottom - top - 2 });
      const seen = new Map(wanted.map((one, i) => [one.text, made[i]]));
      for (const text of texts) {
        const spot = seen.get(text);
        set(text, "visibility", spot ? false : "hidden");
        places.set(text, spot?.place);
        if (!spot) continue;
        set(text, "x", (left + spot.left + 3).toFixed(1));
        set(text, "y", (top + spot.top + LINE - 3).toFixed(1));
      }
    },
  };
}
