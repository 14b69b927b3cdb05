"""ConvexHull as a picture: values as points, their hull, the output among them, and the row beside it."""

import math
from itertools import combinations, product

import numpy as np

from ._picture import _box, _frame, _short, _text, fixed, weight_colour
from ._traits import token_names

SIDE, LEFT, TOP = 330, 46, 34  # px: of the square plane, and what stands to the left of it and above
SOFT, LINE, OUTPUT, LOUD = "#50545c", "#6d727b", "#00539c", "#9c2a00"
HALO = {"stroke": "#fff", "stroke_width": 4, "paint_order": "stroke", "stroke_linejoin": "round"}
WAYS = [(1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1)]


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _to_segment(point, a, b):
    along = b - a
    length = along @ along
    part = np.clip((point - a) @ along / length, 0, 1) if length else 0.0
    return float(np.linalg.norm(point - a - part * along))


def distance_to_hull(values, point):
    """How far a point lies outside the convex hull of some values: 0 inside and on the edge.

    A point of the hull is a mix of at most three values, so every triangle and every segment is tried.

    values: (n, 2), n ≥ 2     point: (2,)

    >>> distance_to_hull([[0, 0], [4, 0], [0, 4]], [5, 0]), distance_to_hull([[0, 0], [4, 0], [0, 4]], [1, 1])
    (1.0, 0.0)
    """
    values, point = np.asarray(values, dtype=float), np.asarray(point, dtype=float)
    for a, b, c in combinations(values, 3):
        sides = [_turn(a, b, point), _turn(b, c, point), _turn(c, a, point)]
        if _turn(a, b, c) != 0 and (min(sides) >= 0 or max(sides) <= 0):
            return 0.0
    return min(_to_segment(point, a, b) for a, b in combinations(values, 2))


def _edges(values):
    """The pairs of values that have every value on one side."""
    pairs = []
    for i, j in combinations(range(len(values)), 2):
        turns = [_turn(values[i], values[j], other) for other in values]
        if min(turns) >= 0 or max(turns) <= 0:
            pairs.append((values[i], values[j]))
    return pairs


def _round_step(x):
    power = 10.0 ** math.floor(math.log10(x))
    return min((m * power for m in (1, 2, 5, 10)), key=lambda step: abs(math.log(step / x)))


def _ticks(low, high, least):
    """Round numbers from below `low` to above `high`, with room at both ends."""
    length = max(high - low, least)
    step = _round_step(length / 5)
    ends = math.floor((low - 0.09 * length) / step), math.ceil((high + 0.09 * length) / step)
    return [k * step for k in range(ends[0], ends[1] + 1)], step


def _axes(points, values):
    """Ticks of both axes; on one scale unless the values extend over four times as far along one axis."""
    # An extent that is rounding beside the values themselves, or beside any number one would write, is none.
    size = np.abs(values).max(axis=0)
    sides = np.ptp(values, axis=0)
    sides = np.where(sides > np.maximum(1e-12, 1e-9 * size), sides, 0.0)
    largest = sides.max() or (size.max() if size.max() > 1e-12 else 1.0)
    shared = sides.min() == 0 or largest / sides.min() <= 4
    ends = [(points[:, d].min(), points[:, d].max()) for d in (0, 1)]
    least = max([b - a for a, b in ends] + [largest]) if shared else 0.0
    axes = [_ticks(*end, max(least, sides[d])) for d, end in enumerate(ends)]
    most = max(len(ticks) for ticks, _ in axes)
    for (ticks, step), (low, high) in zip(axes, ends, strict=True):
        while shared and len(ticks) < most:
            if low + high > ticks[0] + ticks[-1]:
                ticks.append(ticks[-1] + step)
            else:
                ticks.insert(0, ticks[0] - step)
    return axes


def _place(spot, wide, away, taken, reach):
    """The place of a name (left, top) beside a mark, where it covers little of what is taken."""

    def shared(box, other):
        sides = [min(box[d + 2], other[d + 2]) - max(box[d], other[d]) for d in (0, 1)]
        return max(sides[0], 0) * max(sides[1], 0)

    best = None
    for further, (dx, dy) in product((0, 14), WAYS):
        gap = further + (0.7 if dx and dy else 1) * reach
        left = spot[0] + (dx * gap if dx > 0 else -wide / 2 if dx == 0 else -gap - wide)
        top = spot[1] + (dy * gap if dy > 0 else -8 if dy == 0 else -gap - 16)
        left = min(max(left, LEFT), LEFT + SIDE - wide)
        top = min(max(top, TOP), TOP + SIDE - 16)
        box = (left, top, left + wide, top + 16)
        length = math.hypot(dx, dy) * math.hypot(*away) or 1
        cost = sum(shared(box, other) for other in taken) + 2 * further
        cost -= 12 * (dx * away[0] + dy * away[1]) / length
        if best is None or cost < best[0]:
            best = cost, box
    taken.append(best[1])
    return best[1]


def _plane(values, output, names, brings):
    outside = distance_to_hull(values, output) > 1e-9 * (np.ptp(values, axis=0).max() or 1)
    axes = _axes(np.vstack([values, output]), values)

    def spot(point):
        parts = [(x - axes[d][0][0]) / (axes[d][0][-1] - axes[d][0][0]) for d, x in enumerate(point)]
        return LEFT + SIDE * parts[0], TOP + SIDE * (1 - parts[1])

    body = []
    for d, (ticks, step) in enumerate(axes):
        for tick in ticks:
            x, y = spot((tick, axes[1][0][0]) if d == 0 else (axes[0][0][0], tick))
            ends = f"M{x:.1f} {TOP}V{TOP + SIDE}" if d == 0 else f"M{LEFT} {y:.1f}H{LEFT + SIDE}"
            body.append(f'<path d="{ends}" stroke="{LINE}" stroke-opacity="{1 if tick == 0 else 0.28}"/>')
            words = fixed(tick, max(0, -math.floor(math.log10(step) + 1e-9)))
            if step < 1e-5:
                words = f"{tick:.4g}".replace("-", "−")
            place = (x, TOP + SIDE + 16, words, "middle") if d == 0 else (LEFT - 6, y + 4, words, "end")
            body.append(_text(*place, fill=SOFT, font_size=12))
    body.append(_text(LEFT, 24, f"↑ {_short(brings[1], 28)}", font_weight="600"))
    body.append(_text(LEFT + SIDE, TOP + SIDE + 34, f"{_short(brings[0], 28)} →", "end", font_weight="600"))
    spots = [spot(v) for v in values]
    for three in combinations(spots, 3):
        body.append(f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in three)}Z" fill="#dceef6"/>')
    for (ax, ay), (bx, by) in (map(spot, pair) for pair in _edges(values)):
        body.append(f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="{LINE}" stroke-width="1.5"/>')
    x, y = spot(output)
    body.append(
        f'<path d="M{x:.1f} {y - 12:.1f}l12 12l-12 12l-12 -12Z" fill="{LOUD if outside else OUTPUT}"/>'
    )
    body += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="6" stroke="#fff"/>' for a, b in spots]
    middle = np.mean(spots, axis=0)
    taken = [(a - 7, b - 7, a + 7, b + 7) for a, b in spots] + [(x - 10, y - 10, x + 10, y + 10)]
    letters = 14 if len(names) <= 5 else 10
    shown = [
        (_short(name, letters), at, np.subtract(at, middle)) for name, at in zip(names, spots, strict=True)
    ]
    for name, at, away in [("output", (x, y), np.array([1.0, -1.0])), *shown]:
        left, top, *_ = _place(at, 7.6 * len(name) + 4, away, taken, 15 if at == (x, y) else 11)
        body.append(_text(left + 2, top + 13, name, font_weight="600", **HALO))
    return body


def _bars(now, names):
    """The row at the right: score bars about 0 where there are scores, and shares with their sum."""
    word = "shares" if now["weights"] is None else "weights"
    low, high = (0, 1) if word == "weights" else (-1, 2)
    scores = now["scores"]
    left, wide = (540, 240) if scores is None else (660, 130)
    body, y = [], TOP + 20
    zero = left - low / (high - low) * wide
    per = wide / (high - low)
    span = 1 if scores is None else max(5.0, np.abs(scores).max())
    if scores is not None:
        body.append(_text(560, TOP + 8, "scores", "middle", fill=SOFT))
    body.append(_text(left, TOP + 8, f"{word}, {fixed(low, 0)} to {high}", fill=SOFT))
    for j, name in enumerate(names):
        body.append(_text(400, y + 18, _short(name, 12)))
        if scores is not None:
            reach = abs(scores[j]) / span * 60
            fill = "#542788" if scores[j] < 0 else "#b35806"
            body.append(_box(560 - reach if scores[j] < 0 else 560, y + 6, reach, 16, fill, "none"))
            side = (566, "start") if scores[j] < 0 else (554, "end")
            body.append(_text(side[0], y + 18, fixed(scores[j], 2), side[1]))
            body.append(f'<path d="M560 {y}v28" stroke="{LINE}"/>')
        share = now["shares"][j]
        start, end = sorted((0.0, float(share)))
        body.append(_box(zero, y + 6, per, 16, "none"))
        fill = weight_colour(share)[0] if word == "weights" else LINE if share > 0 else LOUD
        body.append(_box(zero + start * per, y + 6, (end - start) * per, 16, fill, "#1b1c1f"))
        if share > 1:
            body.append(_box(zero + per, y + 6, (share - 1) * per, 16, LOUD, "#1b1c1f"))
        body.append(_text(850, y + 18, fixed(share, 3), "end"))
        y += 28
    loud = {} if word == "weights" else {"fill": LOUD}
    note = "" if word == "weights" else ": not weights"
    body.append(
        _text(850, y + 18, f"row sum {fixed(now['row_sum'], 3)}{note}", "end", font_weight="600", **loud)
    )
    return body


def hull_picture(alt, now, names, brings):
    """The whole picture as SVG text; `now` is what ConvexHull.numbers() returns."""
    names, brings = token_names(names), token_names(brings)
    high = max(TOP + SIDE + 46, TOP + 60 + 28 * len(names))
    return _frame(alt, 860, high, [*_plane(now["values"], now["output"], names, brings), *_bars(now, names)])
