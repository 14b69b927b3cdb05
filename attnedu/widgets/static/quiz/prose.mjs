// Text as nodes: what stands between backticks is set as code. Nothing is ever read as HTML.
import { html } from "../parts/dom.mjs";

export function prose(text) {
  return text.split(/`([^`]+)`/u).map((part, i) => (i % 2 ? html("code", { class: "at-code" }, part) : part)).filter((part) => part !== "");
}

/** A paragraph with its code; replaced only when the text differs. */
export function paragraph(attributes = {}) {
  const node = html("p", { dir: "auto", ...attributes });
  let shown = null;
  return {
    node,
    show(text) {
      if (text !== shown) node.replaceChildren(...prose(text));
      shown = text;
    },
  };
}

/** Lines of code or numbers as they are; long ones scroll inside. */
export function block(text) {
  return html("pre", { class: "at-scroll at-pre", tabindex: 0, role: "group", "aria-label": "What the question is about" }, text);
}
