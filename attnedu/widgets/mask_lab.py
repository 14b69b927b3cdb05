"""MaskLab: one mask, on the scores before softmax and on the weights after it, side by side (lesson 06)."""

from types import SimpleNamespace

import numpy as np
import traitlets

from .. import core
from ._base import LessonWidget, join_modules, join_styles
from ._picture import fixed, grids_picture, score_colour, weight_colour
from ._traits import Checked, names, number, number_table, same_count, truth_table

TOKENS = ("the", "dog", "chased", "a", "ball")
# Both signs, and a last key that several earlier queries score high: there the leak is easy to see.
SCORES = (
    (1.0, 0.2, -0.5, 0.3, 0.8),
    (0.5, 1.5, -0.2, -1.0, 1.2),
    (-0.4, 2.0, 0.6, 0.1, 2.4),
    (0.9, -0.3, 0.4, 1.1, 1.6),
    (0.2, 1.0, 1.8, -0.6, 0.7),
)


def _numbers(scores, mask, renormalise, push):
    """Both sides with `push` added to the last key's scores, and how far the push moved each row."""
    scores, mask = np.asarray(scores, dtype=float), np.asarray(mask, dtype=bool)
    pushed = scores.copy()
    pushed[:, -1] += push

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
        "leaking_rows": ~mask[:, -1] & (np.abs(zeroed - zeroed_before).max(axis=-1) > 1e-9),
    }


def _text(numbers, tokens):
    lines = []
    sides = (
        ("mask on the scores, then softmax", "on_scores"),
        ("softmax, then mask on the weights", "on_weights"),
    )
    for title, side in sides:
        lines.append(title)
        fell = "  fell by" if side == "on_weights" else ""
        lines.append(
            " " * 10 + "".join(f"{token:>8}" for token in tokens) + "   row sum" + fell + "  changed"
        )
        for i, token in enumerate(tokens):
            row = "".join(f"{fixed(w, 3):>8}" for w in numbers[f"mask_{side}"][i])
            total, moved = numbers[f"row_sums_{side}"][i], numbers[f"moved_{side}"][i]
            fall = f"{fixed(numbers['fell_on_weights'][i], 3):>9}" if fell else ""
            note = "  empty row" if numbers["empty_rows"][i] else ""
            if side == "on_weights" and numbers["leaking_rows"][i]:
                note += f"  leak of {tokens[-1]}"
            lines.append(f"{token:<10}{row}{fixed(total, 3):>10}{fall}{fixed(moved, 3):>9}{note}")
    return "\n".join(lines)


PUSH = number(-1000, 1000)


def _checked(scores, tokens, mask, push):
    """The four arguments in plain Python, with this module's own example for scores left out."""
    if scores is None:
        scores, tokens = SCORES, TOKENS if tokens is None else tokens
    scores = number_table(scores, "scores")
    shape = np.shape(scores)
    if shape[0] != shape[1] or shape[0] < 2:
        raise ValueError(
            f"scores has shape {shape}: this widget needs as many queries as keys, 2 to 8 of each"
        )
    tokens = [f"t{i + 1}" for i in range(shape[0])] if tokens is None else names(tokens, "tokens")
    same_count(tokens, "tokens", shape[0], "rows of scores")
    mask = np.ones(shape, dtype=bool) if mask is None else mask
    mask = truth_table(mask, "mask", SimpleNamespace(_shapes={"mask": shape}))
    return {"scores": scores, "tokens": tokens, "mask": mask, "push": PUSH(push, "push")}


class MaskLab(LessonWidget):
    """One grid of scores, one mask, two places to apply it; row sums beside every row of weights.

    scores: (T, T) real numbers, T from 2 to 8; queries down, keys across
    tokens: T distinct names
    mask: (T, T) bool, True = may look; nothing hidden if left out
    renormalise: divide each row of the weight side by its own sum
    push: added to every score of the last token, the future of all the others
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> MaskLab()
    MaskLab(5 tokens, 0 of 25 scores hidden)
    """

    _esm = join_modules("mask_lab")
    _css = join_styles("mask_lab")

    tokens = Checked(names)
    scores = Checked(number_table)
    mask = Checked(truth_table)
    renormalise = traitlets.Bool(False).tag(sync=True)
    push = Checked(PUSH)
    suspect = traitlets.Int(-1).tag(sync=True)

    def __init__(self, scores=None, tokens=None, mask=None, *, renormalise=False, push=0.0):
        clean = _checked(scores, tokens, mask, push)
        self._names = {"tokens": clean["tokens"]}
        self._shapes = {"scores": np.shape(clean["scores"]), "mask": np.shape(clean["scores"])}
        super().__init__(**clean, renormalise=bool(renormalise))

    def _title(self):
        hidden = sum(not seen for row in self.mask for seen in row)
        return f"MaskLab({len(self.tokens)} tokens, {hidden} of {len(self.tokens) ** 2} scores hidden)"

    def numbers(self):
        """Both sides as arrays from `core`: weights, row sums, how far the push moved each row, leaks."""
        return _numbers(self.scores, self.mask, self.renormalise, self.push)

    def snapshot(self):
        """The present numbers as text."""
        return _text(self.numbers(), self.tokens)

    def static_picture(self):
        """(alt text, SVG): the scores, and the weights of both sides with their row sums."""
        now = self.numbers()
        span = 5.0 if np.abs(now["scores"]).max() <= 5 else 10.0
        hidden = ("−∞", None, None)
        scores = [
            [(fixed(s, 1), *score_colour(s, span)) if seen else hidden for s, seen in zip(*pair, strict=True)]
            for pair in zip(now["scores"], now["mask"], strict=True)
        ]
        grids = [("Scores", scores, None)]
        for title, side in (
            ("Mask on the scores: weights", "on_scores"),
            ("Mask on the weights", "on_weights"),
        ):
            cells = [
                [
                    (fixed(w, 2), *weight_colour(w)) if seen else ("0", None, None)
                    for w, seen in zip(*pair, strict=True)
                ]
                for pair in zip(now[f"mask_{side}"], now["mask"], strict=True)
            ]
            sums = now[f"row_sums_{side}"]
            notes = ["0 (empty)" if now["empty_rows"][i] else fixed(sums[i], 3) for i in range(len(sums))]
            grids.append((title, cells, notes))
        said = ", ".join(f"{token} {grids[2][2][i]}" for i, token in enumerate(self.tokens))
        n, again = len(self.tokens), ", and renormalised," if self.renormalise else ""
        alt = (
            f"Mask lab: a grid of {n} × {n} scores, hidden ones hatched, and two grids of weights. "
            "Masked before softmax, every row that may look at something sums to 1; "
            f"masked after it{again} the rows sum to: {said}."
        )
        return alt, grids_picture(alt, grids, self.tokens)


def explore_mask_lab(scores=None, tokens=None, mask=None, *, renormalise=False, push=0.0):
    """Print the numbers that MaskLab would show, and return them: a plain function, no page needed.

    mask: (T, T) bool, True = may look
    returns a dict: both sides' weights, row sums, how far the push moved each row and, with the mask on the
    weights, how far each sum fell; empty and leaking rows

    >>> explore_mask_lab([[0.0, 0.0], [0.0, 0.0]], mask=[[True, False], [True, True]])["row_sums_on_weights"]
    mask on the scores, then softmax
                    t1      t2   row sum  changed
    t1           1.000   0.000     1.000    0.000
    t2           0.500   0.500     1.000    0.000
    softmax, then mask on the weights
                    t1      t2   row sum  fell by  changed
    t1           0.500   0.000     0.500    0.000    0.000
    t2           0.500   0.500     1.000    0.000    0.000
    array([0.5, 1. ])
    """
    clean = _checked(scores, tokens, mask, push)
    numbers = _numbers(clean["scores"], clean["mask"], renormalise, clean["push"])
    print(_text(numbers, clean["tokens"]))
    return numbers
