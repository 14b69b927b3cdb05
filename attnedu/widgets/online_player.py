"""OnlinePlayer: one row of scores read block by block; the weights are never formed (lesson 10)."""

import numpy as np

from ._join import join_modules, join_styles
from ._online_player import (
    MOST,
    block_size,
    blocks,
    checked,
    must_fit,
    numbers_of,
    positions,
    readings,
    score_row,
    truth_row,
    view_id,
    whole,
)
from ._picture_online_player import HEADS, reading_picture, text_of, trace_rows
from ._together import Joint, TogetherWidget, opening
from ._traits import Checked, flag, number, table_of_numbers, texts, token_names


def _step(value, name, owner=None):
    """Blocks that have been read, from 0."""
    if whole(value, name) < 0:
        raise ValueError(f"{name}={value} is out of range: 0 is before the first block")
    return int(value)


class OnlinePlayer(TogetherWidget):
    """One query's scores, read block by block: what is kept is (max, sum, acc), and never the weights.

    scores: 4 to 16 real numbers from -1000 to 1000; -inf hides a key
    values: (n, d_v), what each key brings, d_v from 1 to 3; 1, 2, 3 … if left out
    block: keys in a block, 1 to n; the last block may be short
    order: positions of the blocks in the order in which they are read; forwards if left out
    names: one for each key; "key 1", "key 2" … if left out
    Left out, scores and values are an example of 8 keys with d_v = 2.
    The traits `scores` and `mask` (True = may look) hide a key without losing its number; `step` counts the
    blocks that have been read. A new block size or order begins again at step 0. Changes inside
    `with player.hold_trait_notifications():` are checked together.
    raises ValueError or TypeError naming the argument, its shape and the remedy

    Milakov & Gimelshein 2018, arXiv 1805.02867; Dao et al. 2022, arXiv 2205.14135.

    >>> OnlinePlayer([1.0, -0.5, 2.0, 3.0], block=2)
    OnlinePlayer(4 keys, blocks of 2, order 1, 2)
    """

    _esm = join_modules("online_player")
    _css = join_styles("online_player")

    names = Checked(texts)
    scores = Joint(score_row)
    mask = Joint(truth_row)
    values = Checked(table_of_numbers(MOST))
    block = Joint(block_size)
    order = Joint(positions)
    step = Joint(_step)
    pace = Checked(number(0.2, 5))  # seconds per step
    compare = Checked(flag)  # show what the weights would have been
    player = Joint(view_id)  # the view that plays, if any
    finished = Joint(readings)  # readings to the end: {block, order}
    start = Checked(opening)

    def __init__(self, scores=None, values=None, block=2, order=None, *, names=None):
        clean = checked(scores, values, block, order, names)
        self._keys = len(clean["scores"])
        self._names, self._shapes = {"names": clean["names"]}, {"values": np.shape(clean["values"])}
        self._start = {name: clean[name] for name in ("scores", "mask", "block", "order")}
        super().__init__(
            **clean, start=self._start, step=0, pace=1.0, compare=False, player="", finished=[]
        )  # fmt: skip

    def _settle(self, before, asked):
        changed = {name for name in asked & set(before) if getattr(self, name) != before[name]}
        count = blocks(self._keys, self.block)
        if "block" in changed and "order" not in asked:
            self.order = list(range(count))
        must_fit(self.order, self._keys, self.block)
        if changed & {"block", "order"}:
            for name, value in {"step": 0, "player": ""}.items():
                if name not in asked:
                    setattr(self, name, value)
        if self.step > count:
            raise ValueError(f"step={self.step} is out of range: there are {count} blocks to read")
        if changed & {"scores", "mask"} and "finished" not in asked:
            self.finished = []

    def _order_words(self):
        return ", ".join(str(b + 1) for b in self.order)

    def _title(self):
        return f"OnlinePlayer({self._keys} keys, blocks of {self.block}, order {self._order_words()})"

    def numbers(self):
        """Arrays from `core`: every state (max, sum, acc, outputs, log_sum_exp; the empty one first), the
        factor of each step, each exponential relative to the max of its own step, the output, and the weights
        and output of the full softmax."""
        return numbers_of(self.scores, self.mask, self.values, self.block, self.order)

    def describe(self):
        """The trace of the whole reading as text."""
        return text_of(self.numbers(), self.block, self.order)

    def static_picture(self):
        """(alt text, SVG): the score bars in blocks, and beside each block what reading it does."""
        return reading_picture(self.numbers(), token_names(self.names), self.block, self.order)

    def static_table(self):
        """(caption, column heads, rows): the trace, one line for each step."""
        return "Trace: one line for each step", HEADS, trace_rows(self.numbers(), self.block, self.order)


def explore_online_player(scores=None, values=None, block=2, order=None):
    """Print the trace that OnlinePlayer would show, and return its numbers: a plain function, no page needed.

    scores: 4 to 16 numbers, -inf hides     values: (n, d_v)
    block: keys in a block                  order: positions of the blocks, forwards if left out
    returns a dict of arrays: scores, values, max, sum, acc, outputs, log_sum_exp (a row for each state, the
    empty one first), factors (one for each step), exponentials, output, weights, row_sum, full_output,
    largest_difference

    >>> explore_online_player([1.0, 1.0, 3.0, 3.0], [[2.0], [4.0], [6.0], [8.0]])["factors"].round(4)
    step  block  scores read   max        factor    sum     acc  output  log-sum-exp
    0      none                 −∞                0.000   0.000   0.000           −∞
    1         1   1.00, 1.00  1.00  nothing kept  2.000   6.000   3.000        1.693
    2         2   3.00, 3.00  3.00         0.135  2.271  14.812   6.523        3.820
    block by block the output is 6.523
    softmax over the whole row, then the mix: 6.523
    largest difference 0
    array([0.    , 0.1353])
    """
    clean = checked(scores, values, block, order, None)
    numbers = numbers_of(*(clean[name] for name in ("scores", "mask", "values", "block", "order")))
    print(text_of(numbers, clean["block"], clean["order"]))
    return numbers
