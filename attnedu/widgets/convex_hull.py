"""ConvexHull: values as points, a row as bars, and the output, which weights keep in the hull (lesson 04)."""

import numpy as np

from ._convex_hull import (
    checked,
    heads,
    key_rows,
    must_keep,
    numbers_of,
    point_words,
    share_row,
    text_of,
    where,
    written,
)
from ._join import join_modules, join_styles
from ._picture import fixed
from ._picture_convex_hull import hull_picture
from ._together import Joint, TogetherWidget, opening
from ._traits import Checked, flag, number_row, number_table, one_of, texts, token_names


class ConvexHull(TogetherWidget):
    """Values as points of a plane, one row that mixes them, and the output: weights keep it in the hull.

    values: (n, 2), what each of 3 to 8 keys brings; `names` names the keys, `brings` the two columns
    scores: (n,), any real numbers; softmax makes the row of weights
    weights: (n,), instead of scores: not negative, summing to 1
    shares: (n,), instead of both: a row from -1 to 2 that need not be weights
    contributions: whether the terms share · value are drawn, tip to tail
    Left out, values and names are those of `core.talent_show()`, and scores run from 2 down to -1.
    The trait `mode` says what sets the row, "scores" or "shares"; `keep` whether shares keep a sum of 1: set
    it to False before shares that are not weights, or change both inside `hold_trait_notifications()`.
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> ConvexHull()
    ConvexHull(4 keys)
    """

    _esm = join_modules("convex_hull")
    _css = join_styles("convex_hull")

    names = Checked(texts)
    brings = Checked(texts)
    values = Checked(number_table)
    mode = Checked(one_of("scores", "shares"))
    scores = Checked(number_row)
    shares = Joint(share_row)
    keep = Joint(flag)
    chain = Checked(flag)
    start = Checked(opening)

    def __init__(
        self, values=None, names=None, brings=None, *, scores=None, weights=None, shares=None,
        contributions=False,
    ):  # fmt: skip
        given = {"scores": scores, "weights": weights, "shares": shares}
        clean = checked(values, names, brings, given)
        self._names = {key: clean[key] for key in ("names", "brings")}
        self._shapes = {key: np.shape(clean[key]) for key in ("values", "scores", "shares")}
        start = {key: clean[key] for key in ("values", "mode", "scores", "shares", "keep")}
        chain = flag(contributions, "contributions")
        self._start = {**start, "chain": chain}
        super().__init__(**clean, chain=chain, start=self._start)

    def _settle(self, before, asked):
        must_keep(self.keep, self.shares)

    def _title(self):
        return f"ConvexHull({len(self.values)} keys)"

    def numbers(self):
        """The values, the row with its sum, the output, what each key contributes, the distance to the hull.

        `scores` is None where the row was set by hand, and `weights` is None where the row is not weights.
        """
        return numbers_of(self.values, self.mode, self.scores, self.shares)

    def describe(self):
        """The present numbers as text."""
        return text_of(self.numbers(), self.names, self.brings)

    def static_picture(self):
        """(alt text, SVG): the points with their hull and the output, and the row with its sum."""
        now = self.numbers()
        word = "shares" if now["weights"] is None else "weights"
        across, upwards = token_names(self.brings)
        row = ", ".join(
            f"{name} {fixed(x, 3)}" for name, x in zip(token_names(self.names), now["shares"], strict=True)
        )
        alt = (
            f"Convex hull of {len(self.values)} values as points of a plane, {across} to the right and "
            f"{upwards} upwards. The {word} are {row}; their sum is {fixed(now['row_sum'], 3)}. The output, "
            f"{point_words(now['output'], self.brings, now['values'])}, is {where(now, self.names)}."
        )
        return alt, hull_picture(alt, now, self.names, self.brings)

    def static_table(self):
        """(caption, column heads, rows): value, score, share and contribution of each key, and the output."""
        now = self.numbers()
        rows = key_rows(now, self.names)
        gap = [] if now["scores"] is None else ["any number"]
        rows.append(
            [
                "output",
                *(written(x, now["values"]) for x in now["output"]),
                *gap,
                f"sum {fixed(now['row_sum'], 4)}",
                "",
            ]
        )
        return "Values, the row that mixes them, and the output", heads(now, self.brings), rows


def explore_convex_hull(values=None, names=None, brings=None, *, scores=None, weights=None, shares=None):
    """Print the numbers that ConvexHull would show, and return them: a plain function, no page needed.

    The arguments are those of ConvexHull.
    returns a dict with values, scores, shares, weights, row_sum, output, contributions, lengths and distance

    >>> explore_convex_hull(shares=[1.2, -0.2, 0, 0])["output"].round(2)
    key       laughter  music    share  |share · value|
    juggler       8.00   0.00   1.2000            9.600
    singer        1.00   9.00  −0.2000            1.811
    magician      5.00   1.00   0.0000            0.000
    dancer        2.00   6.00   0.0000            0.000
    row sum 1.000
    output: laughter 9.40, music −1.80
    outside the hull: “singer” has −0.20
    array([ 9.4, -1.8])
    """
    given = {"scores": scores, "weights": weights, "shares": shares}
    clean = checked(values, names, brings, given)
    numbers = numbers_of(clean["values"], clean["mode"], clean["scores"], clean["shares"])
    print(text_of(numbers, clean["names"], clean["brings"]))
    return numbers
