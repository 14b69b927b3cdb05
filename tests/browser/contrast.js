// How far each text and each mark of the first widget stands out from what lies behind it, as WCAG counts it.
// Text in a cell is measured against the cell's own rectangle; hatched cells against the halo around the letters.
() => {
  const channel = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const ratio = (a, b) => {
    const [x, y] = [light(a) + 0.05, light(b) + 0.05];
    return Math.max(x, y) / Math.min(x, y);
  };
  const over = (front, back) => front.slice(0, 3).map((c, k) => (c * front[3] + back[k] * (255 - front[3])) / 255);
  const ground = (e) => {
    const stack = [];
    for (let at = e; at; at = at.parentElement) stack.push(rgba(getComputedStyle(at).backgroundColor));
    return stack.reverse().reduce((back, front) => over(front, back), [255, 255, 255]);
  };
  const found = [];
  const root = document.querySelector("#one .at-widget");
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1.5;
  for (const e of root.querySelectorAll("*")) {
    if (!shown(e) || e.closest(".at-status")) continue;
    const style = getComputedStyle(e);
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (own && !(e instanceof SVGElement)) {
      if (e.matches("option, [disabled]") || style.clipPath === "inset(50%)") continue;
      found.push({ what: "text", need: 4.5, is: ratio(over(rgba(style.color), ground(e)), ground(e)), html: e.outerHTML.slice(0, 90) });
    } else if (own && e.localName === "text") {
      const box = e.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const below = [...e.ownerSVGElement.querySelectorAll("rect")].filter((r) => {
        const b = r.getBoundingClientRect();
        return shown(r) && b.left <= x && x <= b.right && b.top <= y && y <= b.bottom && getComputedStyle(r).fill !== "none"
          && !(r.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING);
      }).at(-1);
      const fill = below ? getComputedStyle(below).fill : null;
      const halo = style.stroke !== "none" ? rgba(style.stroke) : null;
      const back = halo ?? (fill && !fill.startsWith("url") ? over(rgba(fill), ground(e)) : ground(e));
      found.push({ what: "text", need: 4.5, is: ratio(rgba(style.fill), back), html: e.outerHTML.slice(0, 90) });
    } else if (e.matches("button, input:not([type=range]), select")) {
      const edge = ratio(rgba(style.borderTopColor), ground(e.parentElement));
      const body = ratio(ground(e), ground(e.parentElement));
      found.push({ what: "edge of a control", need: 3, is: Math.max(edge, body), html: e.outerHTML.slice(0, 90) });
    } else if (e.matches(".at-score, .at-grip, .at-zero, .at-weight, .at-track, .at-mark")) {
      const parts = [style.fill, style.stroke].filter((c) => c !== "none" && !c.startsWith("url")).map(rgba).filter((c) => c[3] > 0);
      const best = Math.max(...parts.map((c) => ratio(over(c, ground(e)), ground(e))));
      found.push({ what: "mark", need: 3, is: best, html: e.outerHTML.slice(0, 90) });
    }
  }
  return { count: found.length, poor: found.filter((one) => !(one.is >= one.need)) };
}
