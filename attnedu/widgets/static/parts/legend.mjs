// What the colours mean, written at the ends of a strip of them.
import { html, say } from "./dom.mjs";
import { scoreColour, weightColour } from "./draw.mjs";

const STOPS = 9;

/** kind: "scores", from −span over 0 to +span, or "weights", from 0 to 1. */
export function legend(kind) {
  const stops = Array.from({ length: STOPS }, (_, k) => k / (STOPS - 1));
  const colour = kind === "scores" ? (t) => scoreColour(2 * t - 1, 1).fill : (t) => weightColour(t).fill;
  const strip = html("span", { class: "at-legend-strip" });
  strip.style.background = `linear-gradient(to right, ${stops.map(colour).join(", ")})`;
  const ends = html("span", { class: "at-legend-ends" }, ...["", "", ""].map((word) => html("span", {}, word)));
  const swatch = html("span", { class: "at-legend-hatch" });
  return {
    node: html("div", { class: "at-legend", "aria-hidden": "true" }, html("div", {}, strip, ends), swatch, html("span", {}, "hidden")),
    show: (words) => words.forEach((word, k) => say(ends.children[k], word)),
  };
}
