"""Static pictures as SVG text: scores diverge about 0, weights run from 0 to 1, hidden is hatched."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

from ._html_table import escape
from ._number_tables import LARGEST

# ColorBrewer PuOr, reversed as in attnedu.plots: purple below 0, orange above.
PURPLE_ORANGE = ("542788", "998ec3", "d8daeb", "f7f7f7", "fee0b6", "f1a340", "b35806")
CIVIDIS = ("00224e", "123570", "3b496c", "575d6d", "707173", "8a8678", "a59c74", "c3b369", "e1cc55", "fee838")
_WIDE = Context(prec=400)  # digits enough for any float
CELL = (46, 34)
SMALL_CELL = (16, 16)  # too small for numbers: colours and hatching alone


def fixed(x, digits):
    """A number with a true minus sign and no minus zero; a tie is rounded away from 0, as the page does it.

    >>> fixed(-1.25, 2), fixed(-0.001, 2), fixed(0.125, 2)
    ('−1.25', '0.00', '0.13')
    """
    if not math.isfinite(x):
        return str(x).replace("-", "−")
    rounded = Decimal(float(x)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP, _WIDE)
    return f"{abs(rounded) if rounded == 0 else rounded:f}".replace("-", "−")


def _colour(stops, t):
    at = min(max(t, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(at), len(stops) - 2)
    ends = [[int(stop[k : k + 2], 16) for k in (0, 2, 4)] for stop in stops[low : low + 2]]
    rgb = [round(a + (b - a) * (at - low)) for a, b in zip(*ends, strict=True)]
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    bright = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.18
    return "#" + "".join(f"{c:02x}" for c in rgb), "#000" if bright else "#fff"


def score_colour(score, span):
    """(fill, ink) of a score; `span` is the distance from 0 to either end of the scale."""
    return _colour(PURPLE_ORANGE, 0.5 + score / (2 * span))


def weight_colour(weight):
    """(fill, ink) of a weight between 0 and 1."""
    return _colour(CIVIDIS, weight)


def _text(x, y, words, anchor="start", **style):
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def _box(x, y, wide, high, fill, stroke="#6d727b"):
    return f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{high}" fill="{fill}" stroke="{stroke}"/>'


def _hatched(x, y, wide, high):
    """A hidden cell. Plain lines, no pattern: the id of a pattern would have to be unique on a page."""
    lines = []
    for c in range(8, int(wide + high), 8):  # the line u + v = c, cut to the box
        u0, u1 = max(0, c - high), min(c, wide)
        lines.append(f"M{x + u0:g} {y + c - u0:g}L{x + u1:g} {y + c - u1:g}")
    path = f'<path d="{"".join(lines)}" stroke="#8a8f98" stroke-width="2"/>'
    return f'<g data-hidden="true">{_box(x, y, wide, high, "#fff")}{path}</g>'


def _short(name, most):
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _frame(alt, wide, high, body):
    box = f'viewBox="0 0 {wide:g} {high:g}" width="{wide:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" font-family="sans-serif" font-size="13" '
        f'fill="#1b1c1f" style="max-width:100%;height:auto"><title>{escape(alt)}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>'
    )


def bars_picture(alt, groups, right="weights"):
    """Score bars left, weight bars right, on shared rows; `right` is what stands above the right ones.

    groups: (title, rows, foot); a row is (name, score or None if hidden, weight, printed weight)
    """
    body, y = [], 8
    largest = max((abs(row[1]) for _, rows, _ in groups for row in rows if row[1] is not None), default=1)
    span = next((s for s in (5, 10, 20, 50, 100, 200, 500, 1000) if largest <= s), largest)
    for title, rows, foot in groups:
        body.append(_text(10, y + 14, title, font_weight="600"))
        body.append(_text(210, y + 14, "scores", "middle", fill="#50545c"))
        body.append(_text(330, y + 14, right, fill="#50545c"))
        y += 20
        for name, score, weight, printed in rows:
            body.append(_text(10, y + 18, name))
            if score is None:
                body.append(_hatched(100, y + 4, 220, 20))
            else:
                reach = min(abs(score) / span, 1) * 100
                left = 210 - reach if score < 0 else 210
                fill = "#542788" if score < 0 else "#b35806"
                body.append(_box(left, y + 6, reach, 16, fill, "none"))
                side, anchor = (216, "start") if score < 0 else (204, "end")
                body.append(_text(side, y + 18, fixed(score, 2), anchor))
            body.append(f'<line x1="210" x2="210" y1="{y}" y2="{y + 28}" stroke="#6d727b"/>')
            body.append(_box(330, y + 6, 200, 16, "none"))
            fill = weight_colour(weight)[0]
            body.append(_box(330, y + 6, 200 * weight, 16, fill, "#1b1c1f"))
            body.append(_text(610, y + 18, printed, "end"))
            y += 28
        body.append(_text(610, y + 14, foot, "end", font_weight="600"))
        y += 28
    return _frame(alt, 620, y, body)


def grids_picture(alt, grids, names):
    """Grids side by side, queries down and keys across.

    Beyond 8 × 8 the cells have no numbers.

    grids: (title, cells, notes); a cell is (words, fill, ink) or (words, None, None) if hidden;
    notes are the row sums to print at the right, or None
    """
    n = len(names)
    w, h = CELL if n <= LARGEST else SMALL_CELL
    body, x = [], 8
    for title, cells, notes in grids:
        body.append(_text(x, 18, title, font_weight="600"))
        for j, key in enumerate(names):
            if w >= CELL[0]:
                body.append(_text(x + 66 + (j + 0.5) * w, 42, _short(key, 6), "middle"))
        for i, query in enumerate(names):
            top = 50 + i * h
            body.append(_text(x + 58, top + h / 2 + 4, _short(query, 8), "end"))
            for j, (words, fill, ink) in enumerate(cells[i]):
                left = x + 66 + j * w
                body.append(
                    _box(left, top, w - 2, h - 2, fill) if fill else _hatched(left, top, w - 2, h - 2)
                )
                if w < CELL[0]:
                    continue
                halo = (
                    {"fill": ink} if fill else {"stroke": "#fff", "stroke_width": 4, "paint_order": "stroke"}
                )
                body.append(_text(left + w / 2 - 1, top + h / 2 + 4, words, "middle", **halo))
            if notes:
                body.append(_text(x + 74 + n * w, top + h / 2 + 4, notes[i], font_weight="600"))
        if notes:
            body.append(_text(x + 74 + n * w, 42, "row sum", fill="#50545c"))
        x += 66 + n * w + (100 if notes else 24)
    return _frame(alt, x, 58 + n * h, body)
