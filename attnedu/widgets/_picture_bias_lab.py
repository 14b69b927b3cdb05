"""BiasLab as a still picture and as a table: for places where no widget can run."""

import numpy as np

from ._bias_lab import score_text, weight_text
from ._picture import fixed, grids_picture, score_colour, weight_colour
from ._traits import token_names

WORDS = {
    "temperature": "temperature", "cap": "soft-cap", "alibi": "ALiBi", "relative": "T5 bias",
    "causal": "causal mask", "window": "sliding window", "sink": "sink",
}  # fmt: skip


def bias_lab_picture(t, now):
    """(alt text, SVG): the scores that softmax receives, and the weights with their row sums."""
    names = token_names(t["tokens"])
    seen = now["received"][~np.isneginf(now["received"])]
    span = 5.0 if np.abs(seen).max() <= 5 else 10.0
    scores, weights = [], []
    for received, shares, leaks in zip(now["received"], now["weights"], now["leaks"], strict=True):
        marks = ["▲" if leak else "" for leak in leaks]
        scores.append([_score(s, mark, span) for s, mark in zip(received, marks, strict=True)])
        cells = zip(shares, marks, np.isneginf(received), strict=True)
        weights.append([_weight(w, mark, hidden) for w, mark, hidden in cells])
    sums = [fixed(total, 3) for total in now["row_sums"]]
    said = ", ".join(f"{name} {total}" for name, total in zip(names, sums, strict=True))
    on = ", ".join(WORDS[name] for name in t["on"]) or "nothing"
    leak = ""
    if now["leaks"].any():
        worst = np.where(now["leaks"], now["weights"], -1)
        i, j = np.unravel_index(worst.argmax(), worst.shape)
        leak = (
            f" The mask came before the cap and leaks: {names[j]} should be hidden from {names[i]} and has a "
            f"weight of {weight_text(worst[i, j])}, marked ▲."
        )
    alt = (
        f"Bias lab, switched on: {on}. A grid of {len(names)} × {len(names)} scores, hidden ones hatched, "
        f"and the grid of weights that softmax makes of it. The rows of weights sum to: {said}.{leak}"
    )
    grids = [("Scores that softmax receives", scores, None), ("Weights", weights, sums)]
    return alt, grids_picture(alt, grids, names)


def _score(s, mark, span):
    if np.isneginf(s):
        return "−∞", None, None
    return f"{mark}{score_text(s, 1)}", *score_colour(s, span)


def _weight(w, mark, hidden):
    return ("0", None, None) if hidden else (f"{mark}{fixed(w, 2)}", *weight_colour(w))


def bias_lab_table(t, now):
    """(caption, column heads, rows): scores, weight, row sum and the sink's share of every cell."""
    names, rows = token_names(t["tokens"]), []
    for i, query in enumerate(names):
        ends = [fixed(now["row_sums"][i], 3), fixed(now["to_sink"][i], 3)]
        for j, key in enumerate(names):
            given, received = (score_text(now[name][i, j]) for name in ("scores", "received"))
            rows.append([query, key, given, received, weight_text(now["weights"][i, j]), *ends])
    heads = [
        "query",
        "key",
        "score as given",
        "score that softmax receives",
        "weight",
        "row sum",
        "to the sink",
    ]
    return "Scores and weights, cell by cell", heads, rows
