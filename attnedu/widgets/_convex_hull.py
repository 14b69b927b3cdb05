"""ConvexHull: its arguments checked, its numbers from core, and the same as text."""

import numpy as np

from .. import core
from ._html_table import table_text
from ._picture import fixed
from ._picture_convex_hull import distance_to_hull
from ._traits import number_row, number_table, same_count, texts, token_names

LOWEST, HIGHEST = -1.0, 2.0  # of a share that is set by hand


def share_row(value, name, owner=None):
    """A row of shares, which need not be weights: a share may be negative, and the sum may be anything."""
    row = number_row(value, name, owner)
    if min(row) < LOWEST or max(row) > HIGHEST:
        far = min(row) if min(row) < LOWEST else max(row)
        raise ValueError(f"{name} holds {far:g}: a share that is set by hand lies between -1 and 2")
    return row


def must_keep(keep, shares):
    """Raise ValueError where a row that should keep its sum of 1 is not weights."""
    if keep and not core.is_weights(np.array(shares)):
        least = "" if min(shares) >= 0 else f" and the least is {min(shares):g}"
        raise ValueError(
            f"keep=True goes with shares that are not negative and sum to 1, but they sum to "
            f"{sum(shares):.6g}{least}: give such a row, or set keep=False"
        )


def numbers_of(values, mode, scores, shares):
    """The row, the output that it makes of the values, what each key contributes, and where the output is."""
    values = np.asarray(values)
    row = core.softmax(np.asarray(scores)) if mode == "scores" else np.asarray(shares)
    output = core.attention_output(row[None], values)[0]
    contributions = row[:, None] * values
    return {
        "values": values,
        "scores": np.asarray(scores) if mode == "scores" else None,
        "shares": row,
        "weights": row if core.is_weights(row) else None,
        "row_sum": float(core.row_sums(row)),
        "output": output,
        "contributions": contributions,
        "lengths": np.linalg.norm(contributions, axis=1),
        "distance": distance_to_hull(values, output),
    }


def written(x, values, digits=2):
    """A number among values: with some decimals, or with three digits where all are too small for that."""
    if np.abs(values).max() >= 0.05 or x == 0:
        return fixed(x, digits)
    return f"{x:.3g}".replace("-", "−")


def where(numbers, names):
    """Where the output is, and what is wrong with a row that is not weights, in words."""
    outside = numbers["distance"] > 1e-9 * max(1.0, np.abs(numbers["values"]).max())
    if numbers["weights"] is not None:
        return "inside the hull: the row is weights, so the output is an average of the values"
    wrong = []
    if abs(numbers["row_sum"] - 1) > 0.0005:
        wrong.append(f"the shares sum to {fixed(numbers['row_sum'], 2)}")
    for name, share in zip(token_names(names), numbers["shares"], strict=True):
        if share < 0:
            wrong.append(f"“{name}” has {fixed(share, 2)}")
    wrong = ", and ".join(wrong) or f"the shares sum to {fixed(numbers['row_sum'], 6)}"
    return f"{'outside the hull' if outside else 'inside the hull, though nothing holds it there'}: {wrong}"


def key_rows(numbers, names):
    """What every key has: its value, its score if there are scores, its share, and what it contributes."""
    scores = numbers["scores"]
    return [
        [
            name,
            *(written(x, numbers["values"]) for x in numbers["values"][j]),
            *([] if scores is None else [fixed(scores[j], 2)]),
            fixed(numbers["shares"][j], 4),
            written(numbers["lengths"][j], numbers["values"], 3),
        ]
        for j, name in enumerate(token_names(names))
    ]


def heads(numbers, brings):
    word = "share" if numbers["weights"] is None else "weight"
    scores = [] if numbers["scores"] is None else ["score"]
    return ["key", *token_names(brings), *scores, word, f"|{word} · value|"]


def point_words(point, brings, values):
    named = zip(token_names(brings), point, strict=True)
    return ", ".join(f"{name} {written(x, values)}" for name, x in named)


def text_of(numbers, names, brings):
    lines = [table_text(heads(numbers, brings), key_rows(numbers, names))]
    lines.append(f"row sum {fixed(numbers['row_sum'], 3)}")
    lines.append(f"output: {point_words(numbers['output'], brings, numbers['values'])}")
    lines.append(where(numbers, names))
    return "\n".join(lines)


def _checked_row(count, given):
    """The row as traits, from the one of scores, weights and shares that was given."""
    named = {name: row for name, row in given.items() if row is not None}
    if len(named) > 1:
        raise ValueError(f"{' and '.join(named)} were given: one row mixes the values, so give one of them")
    if not named:
        # from 2 down to -1 in equal steps: for 4 keys this is the first row of the talent show
        named = {"scores": np.linspace(2, -1, count)}
    [(name, row)] = named.items()
    row = number_row(row, "scores") if name == "scores" else share_row(row, name)
    if len(row) != count:
        raise ValueError(f"{name} has {len(row)} numbers for {count} rows of values: give one each")
    if name == "scores":
        return {"mode": "scores", "scores": row, "shares": core.softmax(np.array(row)).tolist(), "keep": True}
    if name == "weights" and not core.is_weights(np.array(row)):
        raise ValueError(
            f"weights={row} are not weights: none may be negative, and they sum to 1, not {sum(row):.4g}; "
            "pass scores=, or shares= for a row that need not be weights"
        )
    scores = np.log(row).tolist() if min(row) > 0 else [0.0] * count
    return {"mode": "shares", "scores": scores, "shares": row, "keep": core.is_weights(np.array(row))}


def checked(values, names, brings, given):
    """The arguments in plain Python, with `core.talent_show()` for values that were left out."""
    show = core.talent_show()
    own = values is None
    values = number_table(show.values if own else values, "values")
    count, wide = np.shape(values)
    if wide != 2 or count < 3:
        raise ValueError(
            f"values has shape {(count, wide)}: this widget draws 3 to 8 points of a plane, so give (n, 2)"
        )
    if names is None:
        names = show.acts if own else [f"key {j + 1}" for j in range(count)]
    if brings is None:
        brings = show.brings if own else ["first component", "second component"]
    names, brings = texts(names, "names"), texts(brings, "brings")
    same_count(names, "names", count, "rows of values")
    same_count(brings, "brings", 2, "columns of values")
    return {"names": names, "brings": brings, "values": values, **_checked_row(count, given)}
