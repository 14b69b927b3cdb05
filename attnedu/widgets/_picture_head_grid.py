"""The static picture of a HeadGrid: one head's scores and weights side by side, on shared rows."""

import math

import numpy as np

from ._picture import _frame, _hatched, _short, _text, fixed, score_colour, weight_colour
from ._traits import token_names

PRINTED = 12  # tokens up to which a cell has room for its number
LEVELS = 40  # shades of a larger picture: equal neighbours become one shape, and the text stays small
SPANS = (5, 10, 20, 50, 100, 200, 500, 1000)


def head_picture(grid, numbers):
    """(alt text, SVG) of the chosen head of `grid`; the pinned row is named in bold."""
    tokens, queries = token_names(grid.tokens), token_names(grid.queries)
    few = max(len(tokens), len(queries)) <= PRINTED
    wide, high = (40, 26) if few else (max(6, min(20, 420 // len(tokens))),) * 2
    left, top = 96, 92
    size = (len(tokens) * wide, len(queries) * high)
    second = left + size[0] + 24
    body = [
        _text(left, 18, "Scores · any number", font_weight="600"),
        _text(second, 18, "Weights · shares of 1", font_weight="600"),
        _text(second + size[0] + 14, top - 8, "row sum", fill="#50545c"),
    ]
    every = max(1, math.ceil(14 / high))
    for i in range(0, len(queries), every):
        y, bold = top + (i + 0.5) * high + 4, "700" if i == grid.pinned else "400"
        body.append(_text(left - 8, y, _short(queries[i], 12), "end", font_weight=bold))
        total = numbers["row_sums"][i]
        body.append(_text(second + size[0] + 14, y, fixed(total, 3) if total else "0 (empty)"))
    every = max(1, math.ceil(15 / wide))
    for start in (left, second):
        for j in range(0, len(tokens), every):
            x = start + (j + 0.5) * wide + 3
            turn = f"rotate(-50 {x:g} {top - 6})"
            body.append(_text(x, top - 6, _short(tokens[j], 10), transform=turn))
    largest = np.abs(numbers["scores"][numbers["mask"]]).max(initial=0)
    span = next((s for s in SPANS if largest <= s), largest)

    def scores_in(levels=None):
        # `levels` rounds to so many steps, so that equal neighbours become one shape
        def look(i, j):
            score = numbers["scores"][i, j]
            shown = score if levels is None else round(score / span * levels) / levels * span
            return fixed(score, 1 if abs(score) < 100 else 0), *score_colour(shown, span)

        return look

    def weights_in(levels=None):
        def look(i, j):
            weight = numbers["weights"][i, j]
            shown = weight if levels is None else round(weight * levels) / levels
            return fixed(weight, 2), *weight_colour(shown)

        return look

    for start, looks in ((left, scores_in), (second, weights_in)):
        if few:
            body += _printed_cells(numbers["mask"], looks(), start, top, wide, high)
        else:
            body += _shapes(numbers["mask"], looks(LEVELS), start, top, wide, high)
    foot = top + size[1] + 18
    body.append(_text(left, foot, f"colours from −{span:g} over 0 to {span:g}", fill="#50545c"))
    body.append(_text(second, foot, "colours from 0 to 1", fill="#50545c"))
    alt = _alt(grid, numbers, tokens, queries)
    return alt, _frame(alt, second + size[0] + 144, foot + 10, body)


def _printed_cells(mask, look, left, top, wide, high):
    for (i, j), seen in np.ndenumerate(mask):
        x, y = left + j * wide, top + i * high
        if not seen:
            yield _hatched(x, y, wide - 1, high - 1)
            continue
        words, fill, ink = look(i, j)
        yield f'<rect x="{x}" y="{y}" width="{wide - 1}" height="{high - 1}" fill="{fill}"/>'
        yield _text(x + wide / 2, y + high / 2 + 4, words, "middle", fill=ink, font_size="11")


def _shapes(mask, look, left, top, wide, high):
    """One path for each shade, of runs of equal cells; what is hidden shows the hatching under all."""
    rows, columns = mask.shape
    if not mask.all():
        yield _hatched(left, top, columns * wide, rows * high)
    shapes = {}
    for i in range(rows):
        fills = [look(i, j)[1] if mask[i, j] else None for j in range(columns)]
        j = 0
        while j < columns:
            end = next((b for b in range(j, columns) if fills[b] != fills[j]), columns)
            if fills[j]:
                shapes.setdefault(fills[j], []).append(f"M{j} {i}h{end - j}v1h-{end - j}")
            j = end
    paths = "".join(f'<path fill="{fill}" d="{"".join(runs)}"/>' for fill, runs in shapes.items())
    place = f"translate({left} {top}) scale({wide} {high})"
    yield f'<g transform="{place}" shape-rendering="crispEdges">{paths}</g>'


def _alt(grid, numbers, tokens, queries):
    layers, heads = grid.n_layers, grid.n_heads
    said = []
    for i, query in enumerate(queries):
        if (grid.pinned >= 0 and i != grid.pinned) or not numbers["mask"][i].any():
            continue
        j = int(numbers["weights"][i].argmax())
        score, weight = fixed(numbers["scores"][i, j], 2), fixed(numbers["weights"][i, j], 3)
        said.append(f"{query} to {_short(tokens[j], 24)}, score {score}, weight {weight}")
    more = f"; and {len(said) - PRINTED} rows more" if len(said) > PRINTED else ""
    hidden = int((~numbers["mask"]).sum())
    return (
        f"Head grid: layer {grid.layer}, head {grid.head} of {layers} layers and {heads} heads; "
        f"{len(queries)} queries down, {len(tokens)} keys across. Left the scores, on a scale that diverges "
        f"about 0, {hidden} of {numbers['mask'].size} hidden and hatched; right the weights, from 0 to 1, "
        f"with what each row sums to. Largest weight of a row: {'; '.join(said[:PRINTED])}{more}."
    )
