"""MaskLab: one mask, on the scores before softmax and on the weights after it, side by side (lesson 06)."""

from types import SimpleNamespace

import numpy as np

from ._base import LessonWidget
from ._join import join_modules, join_styles
from ._mask_lab import SCORES, TOKENS, mask_lab_numbers, mask_lab_sum, mask_lab_text
from ._picture import fixed, grids_picture, score_colour, weight_colour
from ._traits import (
    Checked,
    flag,
    number,
    position,
    same_count,
    shortened,
    table_of_numbers,
    table_of_truth,
    texts,
    token_names,
)

LARGEST = 24
TABLE, TRUTH, PUSH = table_of_numbers(LARGEST), table_of_truth(LARGEST), number(-1000, 1000)


def _checked(scores, tokens, mask, push, future):
    """The five arguments in plain Python, with this module's own example for scores left out."""
    if scores is None:
        scores, tokens = SCORES, TOKENS if tokens is None else tokens
    scores = TABLE(scores, "scores")
    shape = np.shape(scores)
    if shape[0] != shape[1] or shape[0] < 2:
        raise ValueError(
            f"scores has shape {shape}: this widget needs as many queries as keys, 2 to {LARGEST} of each"
        )
    tokens = [f"t{i + 1}" for i in range(shape[0])] if tokens is None else texts(tokens, "tokens")
    same_count(tokens, "tokens", shape[0], "rows of scores")
    mask = np.ones(shape, dtype=bool) if mask is None else mask
    mask = TRUTH(mask, "mask", SimpleNamespace(_shapes={"mask": shape}))
    future = position("tokens")(
        shape[0] - 1 if future is None else future, "future", SimpleNamespace(tokens=tokens)
    )
    return {"scores": scores, "tokens": tokens, "mask": mask, "push": PUSH(push, "push"), "future": future}


def _beginning(value, name, owner=None):
    """What "Start again" returns to: the mask, the push and the switch as they were given."""
    if not isinstance(value, dict) or set(value) != {"mask", "push", "future", "renormalise"}:
        raise TypeError(f"{name} must hold mask, push, future and renormalise: got {shortened(value)}")
    return {
        "mask": TRUTH(value["mask"], "mask", owner),
        "push": PUSH(value["push"], "push"),
        "future": position("tokens")(value["future"], "future", owner),
        "renormalise": flag(value["renormalise"], "renormalise"),
    }


class MaskLab(LessonWidget):
    """One grid of scores, one mask, two places to apply it; row sums beside every row of weights.

    scores: (T, T) real numbers, T from 2 to 24; queries down, keys across. Up to 8 the cells show numbers
    tokens: T texts, any at all
    mask: (T, T) bool, True = may look; nothing hidden if left out
    renormalise: divide each row of the weight side by its own sum
    push: added to every score of one token
    future: which token is pushed, as a position; the last, the future of all the others, if left out
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> MaskLab()
    MaskLab(5 tokens, 0 of 25 scores hidden)
    """

    _esm = join_modules("mask_lab")
    _css = join_styles("mask_lab")

    tokens = Checked(texts)
    scores = Checked(TABLE)
    mask = Checked(TRUTH)
    renormalise = Checked(flag)
    push = Checked(PUSH)
    future = Checked(position("tokens"))
    suspect = Checked(position("tokens", none=True))
    start = Checked(_beginning)

    def __init__(self, scores=None, tokens=None, mask=None, *, renormalise=False, push=0.0, future=None):
        clean = _checked(scores, tokens, mask, push, future)
        self._names = {"tokens": clean["tokens"]}
        self._shapes = {"scores": np.shape(clean["scores"]), "mask": np.shape(clean["scores"])}
        start = {key: clean[key] for key in ("mask", "push", "future")} | {"renormalise": renormalise}
        super().__init__(**clean, renormalise=renormalise, suspect=-1, start=start)

    def _title(self):
        hidden = sum(not seen for row in self.mask for seen in row)
        return f"MaskLab({len(self.tokens)} tokens, {hidden} of {len(self.tokens) ** 2} scores hidden)"

    def numbers(self):
        """Both sides as arrays from `core`: weights, row sums, how far the push moved each row, leaks."""
        return mask_lab_numbers(self.scores, self.mask, self.renormalise, self.push, self.future)

    def describe(self):
        """The present numbers as text."""
        return mask_lab_text(self.numbers(), self.tokens, self.future)

    def static_picture(self):
        """(alt text, SVG): the scores, and the weights of both sides with their row sums."""
        now = self.numbers()
        span = 5.0 if np.abs(now["scores"]).max() <= 5 else 10.0
        scores = [
            [
                (fixed(s, 1), *(score_colour(s, span) if seen else (None, None)))
                for s, seen in zip(*pair, strict=True)
            ]
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
            notes = [mask_lab_sum(now, side, i) for i in range(len(cells))]
            grids.append((title, cells, notes))
        said = ", ".join(f"{token} {grids[2][2][i]}" for i, token in enumerate(token_names(self.tokens)))
        n, again = len(self.tokens), ", and renormalised," if self.renormalise else ""
        alt = (
            f"Mask lab: a grid of {n} × {n} scores, hidden ones hatched, and two grids of what they become. "
            "Masked before softmax, every row that may look at something sums to 1; "
            f"masked after it{again} the rows sum to: {said}."
        )
        return alt, grids_picture(alt, grids, token_names(self.tokens))

    def static_table(self):
        """(caption, column heads, rows): score and both weights of every cell, and the row sums."""
        now, rows = self.numbers(), []
        for i, query in enumerate(token_names(self.tokens)):
            sums = [mask_lab_sum(now, side, i) for side in ("on_scores", "on_weights")]
            for j, key in enumerate(token_names(self.tokens)):
                score = fixed(now["scores"][i, j], 2) + ("" if now["mask"][i, j] else " (hidden)")
                one, two = (fixed(now[f"mask_{side}"][i, j], 3) for side in ("on_scores", "on_weights"))
                rows.append([query, key, score, one, sums[0], two, sums[1]])
        columns = ["query", "key", "score", "mask on scores: weight", "row sum"]
        left = "weight" if self.renormalise else "share"  # a row that was masked late need not sum to 1
        return "One mask in two places", [*columns, f"mask on weights: {left}", "row sum"], rows


def explore_mask_lab(scores=None, tokens=None, mask=None, *, renormalise=False, push=0.0, future=None):
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
    clean = _checked(scores, tokens, mask, push, future)
    again = flag(renormalise, "renormalise")
    numbers = mask_lab_numbers(clean["scores"], clean["mask"], again, clean["push"], clean["future"])
    print(mask_lab_text(numbers, clean["tokens"], clean["future"]))
    return numbers
