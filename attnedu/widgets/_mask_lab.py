"""MaskLab's numbers, from `attnedu.core`, and the same as text."""

import numpy as np

from .. import core
from ._picture import fixed
from ._traits import token_names

TOKENS = ("the", "dog", "chased", "a", "ball")
# Both signs, and a last key that several earlier queries score high: there the leak is easy to see.
SCORES = (
    (1.0, 0.2, -0.5, 0.3, 0.8),
    (0.5, 1.5, -0.2, -1.0, 1.2),
    (-0.4, 2.0, 0.6, 0.1, 2.4),
    (0.9, -0.3, 0.4, 1.1, 1.6),
    (0.2, 1.0, 1.8, -0.6, 0.7),
)


def mask_lab_numbers(scores, mask, renormalise, push, future):
    """Both sides with `push` added to the scores of key `future`, and how far the push moved each row."""
    scores, mask = np.asarray(scores, dtype=float), np.asarray(mask, dtype=bool)
    pushed = scores.copy()
    pushed[:, future] += push

    def on_weights(table):
        kept = core.zero_weights(core.softmax(table), mask)
        return core.renormalise(kept) if renormalise else kept

    masked_before, zeroed_before = core.masked_softmax(scores, mask), on_weights(scores)
    masked, zeroed = core.masked_softmax(pushed, mask), on_weights(pushed)
    return {
        "scores": pushed,
        "mask": mask,
        "mask_on_scores": masked,
        "mask_on_weights": zeroed,
        "row_sums_on_scores": core.row_sums(masked),
        "row_sums_on_weights": core.row_sums(zeroed),
        "fell_on_weights": core.row_sums(zeroed_before) - core.row_sums(zeroed),
        "moved_on_scores": np.abs(masked - masked_before).max(axis=-1),
        "moved_on_weights": np.abs(zeroed - zeroed_before).max(axis=-1),
        "empty_rows": ~mask.any(axis=-1),
        # A key may be looked at, yet every share underflowed to 0: dividing by the sum is 0/0.
        "broken_rows": bool(renormalise) & mask.any(axis=-1) & (core.row_sums(zeroed) == 0),
        "leaking_rows": ~mask[:, future] & (np.abs(zeroed - zeroed_before).max(axis=-1) > 1e-9),
    }


def mask_lab_sum(numbers, side, i):
    """What row i of one side, "on_scores" or "on_weights", sums to, as the page prints it."""
    if numbers["empty_rows"][i]:
        return "0 (empty)"
    if side == "on_weights" and numbers["broken_rows"][i]:
        return "0/0"
    return fixed(numbers[f"row_sums_{side}"][i], 3)


def mask_lab_text(numbers, tokens, future):
    """Both sides as text, with row sums and what the push changed."""
    names = [name if len(name) <= 20 else f"{name[:19]}…" for name in token_names(tokens)]
    lines = []
    wide = max(8, *(len(name) + 2 for name in names))
    sides = (
        ("mask on the scores, then softmax", "on_scores"),
        ("softmax, then mask on the weights", "on_weights"),
    )
    for title, side in sides:
        lines.append(title)
        fell = "  fell by" if side == "on_weights" else ""
        lines.append(
            " " * (wide + 2)
            + "".join(f"{token:>{wide}}" for token in names)
            + "   row sum"
            + fell
            + "  changed"
        )
        for i, token in enumerate(names):
            row = "".join(f"{fixed(w, 3):>{wide}}" for w in numbers[f"mask_{side}"][i])
            total, moved = numbers[f"row_sums_{side}"][i], numbers[f"moved_{side}"][i]
            fall = f"{fixed(numbers['fell_on_weights'][i], 3):>9}" if fell else ""
            note = "  empty row" if numbers["empty_rows"][i] else ""
            if side == "on_weights" and numbers["leaking_rows"][i]:
                note += f"  leak of {names[future]}"
            total = "0/0" if side == "on_weights" and numbers["broken_rows"][i] else fixed(total, 3)
            lines.append(f"{token:<{wide + 2}}{row}{total:>10}{fall}{fixed(moved, 3):>9}{note}")
    return "\n".join(lines)
