// What a picture of a plane needs: round steps, a frame around points, and places for names beside marks.
// A point is [x, y]; a frame is { low: [x, y], high: [x, y], step: [x, y] }. No page, no state.
import { fixed } from "../parts/format.mjs";

/** The round number, 1, 2 or 5 times a power of ten, that is nearest to x on a scale of ratios; x must be above 0. */
export function roundNumber(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const choices = [1, 2, 5, 10].map((mark) => mark * power);
  const best = choices.reduce((a, b) => (Math.abs(Math.log(b / x)) < Math.abs(Math.log(a / x)) ? b : a));
  return Number(best.toPrecision(1));
}

const TICKS = 6;

/**
 * A frame around points with room at its sides, whose ends are ticks. `shared`: one scale for both axes, so that lengths
 * and circles look as they are. `least`: no axis is shorter than this; one number for each axis, or one for both.
 */
export function frameOf(points, shared, least = 1) {
  const ends = [0, 1].map((d) => {
    const all = points.map((p) => p[d]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const more = Math.max(0, [least].flat().at(d % [least].flat().length) - (high - low)) / 2;
    return [low - more, high + more];
  });
  const lengths = ends.map(([low, high]) => high - low);
  const wanted = shared ? [Math.max(...lengths), Math.max(...lengths)] : lengths;
  const made = ends.map(([low, high], d) => {
    const step = roundNumber((1.2 * wanted[d]) / TICKS);
    const room = 0.09 * wanted[d];
    return { step, from: Math.floor((low - room) / step + 1e-9), to: Math.ceil((high + room) / step - 1e-9), middle: (low + high) / 2 };
  });
  const most = shared ? Math.max(...made.map(({ from, to }) => to - from)) : 0;
  for (const axis of made) {
    while (axis.to - axis.from < most) {
      if (axis.middle / axis.step > (axis.from + axis.to) / 2) axis.to += 1;
      else axis.from -= 1;
    }
  }
  return { low: made.map((a) => tidy(a.from * a.step)), high: made.map((a) => tidy(a.to * a.step)), step: made.map((a) => a.step) };
}

function tidy(x) {
  return Number(x.toPrecision(12));
}

/** The ticks of one axis of a frame, both ends among them. */
export function ticksOf({ low, high, step }, d) {
  const count = Math.round((high[d] - low[d]) / step[d]);
  return Array.from({ length: count + 1 }, (_, k) => tidy(low[d] + k * step[d]));
}

/** How many decimals tell numbers apart that differ by `step`. */
export function decimalsFor(step) {
  return Math.min(6, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

const FINEST = 1e-5; // a step below which decimals would be too many to read

/** A number among others that differ by `step`, with so many decimals; with a power of ten where the step is tiny. */
export function written(x, step, digits = decimalsFor(step)) {
  if (step >= FINEST) return fixed(x, digits);
  if (Math.abs(x) < step / 100) return "0";
  const places = Math.floor(Math.log10(Math.abs(x))) - Math.floor(Math.log10(step) + 1e-9) + 1;
  return String(Number(x.toExponential(Math.min(8, Math.max(0, places)))).toExponential()).replace("e+", "e").replaceAll("-", "−");
}

// Where a name may stand, as seen from its mark: beside it, at its corners, above and below; and the same further off.
const WAYS = [[1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1], [0, -1], [0, 1]];
const FURTHER = 14; // px
const SWEEPS = 2; // after the first round, each name looks again for a better place among the others

/**
 * Places for names, in px, y downwards: { left, top, place } for each, or null where it `may` be left out and has no room.
 * labels: { at: [x, y] of the mark, wide, high, reach: how far the mark reaches, away: [x, y] a direction to prefer, may,
 *   before: the number of the place it had, to stay there if it can }, the most important first
 * marks: [x, y, reach], which names should not cover      box: { wide, high } that they must not leave
 */
export function placeLabels(labels, marks, box) {
  const boxes = marks.map(([x, y, r]) => ({ left: x - r, top: y - r, right: x + r, bottom: y + r }));
  const choices = labels.map((label) => choicesOf(label, boxes, box));
  const taken = labels.map(() => null);
  for (let sweep = 0; sweep <= SWEEPS; sweep++) {
    labels.forEach((label, i) => {
      const others = taken.filter((spot, k) => spot && k !== i);
      let best = null;
      for (const spot of choices[i]) {
        const covered = spot.covered + others.reduce((total, other) => total + overlap(spot, other), 0);
        const cost = covered + spot.cost - (label.before === spot.place ? 15 : 0);
        if (!best || cost < best.cost) best = { spot, cost, covered };
      }
      taken[i] = label.may && best.covered > 0 ? null : best.spot;
    });
  }
  return taken.map((spot) => spot && { left: spot.left, top: spot.top, place: spot.place });
}

function choicesOf(label, marks, box) {
  const made = [];
  const near = label.reach + 2;
  for (const gap of label.may ? [near] : [near, near + FURTHER]) {
    for (const [dx, dy] of WAYS) {
      const far = dx && dy ? 0.7 * gap : gap;
      const along = (d, at, size) => at + (d === 0 ? -size / 2 : d > 0 ? far : -far - size);
      const [x, y] = [along(dx, label.at[0], label.wide), along(dy, label.at[1], label.high)];
      const left = Math.min(Math.max(x, 0), Math.max(box.wide - label.wide, 0));
      const top = Math.min(Math.max(y, 0), box.high - label.high);
      const spot = { left, top, right: left + label.wide, bottom: top + label.high, place: made.length };
      const length = Math.hypot(...label.away) * Math.hypot(dx, dy) || 1;
      const against = 1 - (dx * label.away[0] + dy * label.away[1]) / length;
      const moved = Math.abs(left - x) + Math.abs(top - y);
      spot.cost = 4 * moved + 12 * against + (dx ? 0 : 4) + (gap > near ? 30 : 0);
      spot.covered = marks.reduce((total, mark) => total + 1.5 * overlap(spot, mark), 0);
      made.push(spot);
    }
  }
  return made;
}

function overlap(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
