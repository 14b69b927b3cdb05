"""BiasLab: what else acts on scores, each with a switch; the same, wrongly, after softmax (lesson 07)."""

from types import SimpleNamespace

import numpy as np
import traitlets

from ._base import LessonWidget
from ._bias_lab import NEAR, SCORES, SWITCHES, TOKENS, bias_lab_numbers, bias_lab_text
from ._join import join_modules, join_styles
from ._picture_bias_lab import bias_lab_picture, bias_lab_table
from ._traits import (
    Checked,
    flag,
    number,
    number_row,
    one_of,
    position,
    same_count,
    shortened,
    table_of_numbers,
    texts,
)

LARGEST = 12
ORDERS = ("cap first", "mask first")
GIVEN = {"temperature": "temperature", "cap": "cap", "slope": "alibi", "buckets": "relative",
         "window": "window", "sink": "sink"}  # fmt: skip


def switches(value, name, owner=None):
    """Names of what is switched on, in the order in which the modifications stand on the page."""
    names = [value] if isinstance(value, str) else list(value) if np.iterable(value) else [None]
    if not all(isinstance(one, str) and one in SWITCHES for one in names):
        some = ", ".join(SWITCHES)
        raise ValueError(f"{name}={shortened(value)} is unknown: give a list of some of {some}")
    return [one for one in SWITCHES if one in names]


def whole(low, high):
    """A check for one whole number from `low` to `high`."""

    def check(value, name, owner=None):
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise TypeError(f"{name} must be a whole number: got {shortened(value)}")
        if not low <= value <= high:
            got = shortened(value)
            raise ValueError(f"{name}={got} is out of range: choose a whole number from {low} to {high}")
        return int(value)

    return check


def chosen(value, name, owner=None):
    """A cell as [query, key], both positions counted from 0."""
    pair = list(value) if np.iterable(value) and not isinstance(value, str) else []
    if len(pair) != 2:
        raise ValueError(
            f"{name}={shortened(value)} must be two positions, (query, key): choose a cell of the table"
        )
    return [position("tokens")(place, name, owner) for place in pair]


CHECKS = {
    "on": switches,
    "order": one_of(*ORDERS),
    "temperature": number(0.05, 100),
    "cap": number(0.5, 100),
    "slope": number(0, 1),
    "n_heads": one_of(2, 4, 8, 16),
    "buckets": number_row,
    "window": whole(1, LARGEST),
    "sink": number(-1000, 1000),
    "cell": chosen,
    "wrong": flag,
}
DEFAULTS = {"temperature": 2.0, "cap": 5.0, "slope": 0.25, "buckets": NEAR, "window": 3, "sink": 0.0}


def _checked(scores, tokens, on, cell, **given):
    """All arguments in plain Python; what has a number is switched on, unless `on` says what is."""
    if scores is None:
        scores, tokens = SCORES, TOKENS if tokens is None else tokens
        cell = (6, 4) if cell is None else cell
    scores = table_of_numbers(LARGEST)(scores, "scores")
    shape = np.shape(scores)
    if shape[0] != shape[1] or shape[0] < 2:
        raise ValueError(
            f"scores has shape {shape}: this widget needs as many queries as keys, 2 to {LARGEST} of each"
        )
    tokens = [f"t{i + 1}" for i in range(shape[0])] if tokens is None else texts(tokens, "tokens")
    same_count(tokens, "tokens", shape[0], "rows of scores")
    if on is None:
        on = ["causal", *(switch for name, switch in GIVEN.items() if given[name] is not None)]
    cell = (shape[0] - 1, 0) if cell is None else cell
    left_out = {name: value for name, value in DEFAULTS.items() if given[name] is None}
    values = {**given, **left_out, "on": on, "cell": cell}
    owner = SimpleNamespace(tokens=tokens, _shapes={"buckets": (len(NEAR),)})
    clean = {name: check(values[name], name, owner) for name, check in CHECKS.items()}
    return {"tokens": tokens, "scores": scores, **clean}


def _numbers(t):
    wanted = ("scores", "on", "order", *DEFAULTS, "cell")
    return bias_lab_numbers(**{name: t[name] for name in wanted})


class BiasLab(LessonWidget):
    """Scores go through temperature, soft-cap, ALiBi, T5 bias and masks, each with a switch, before softmax.

    scores: (T, T) real numbers, already scaled, T from 2 to 12; queries down, keys across
    tokens: T texts, any at all
    on: what is switched on, of "temperature", "cap", "alibi", "relative", "causal", "window" and "sink"; left
        out, the causal mask and everything whose number is given
    order: "cap first", or "mask first", which lets the future through
    temperature: 0.05 to 100        cap: 0.5 to 100        slope: 0 to 1, of ALiBi
    n_heads: 2, 4, 8 or 16, whose slopes the page offers
    buckets: 8 numbers, T5's biases: the query itself, 1, 2–3, 4+ back, one unused, 1, 2–3, 4+ ahead
    window: 1 to 12 keys, causal, the query itself included        sink: the score of the sink
    cell: (query, key), the cell whose way is told        wrong: show the same after softmax
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> BiasLab(slope=0.5)
    BiasLab(8 tokens, on: alibi, causal)
    """

    _esm = join_modules("bias_lab")
    _css = join_styles("bias_lab")

    tokens = Checked(texts)
    scores = Checked(table_of_numbers(LARGEST))
    on = Checked(switches)
    order = Checked(CHECKS["order"])
    temperature = Checked(CHECKS["temperature"])
    cap = Checked(CHECKS["cap"])
    slope = Checked(CHECKS["slope"])
    n_heads = Checked(CHECKS["n_heads"])
    buckets = Checked(number_row)
    window = Checked(CHECKS["window"])
    sink = Checked(CHECKS["sink"])
    cell = Checked(chosen)
    wrong = Checked(flag)
    start = traitlets.Dict().tag(sync=True)  # where "Start again" leads

    def __init__(
        self, scores=None, tokens=None, *, on=None, order="cap first", temperature=None, cap=None, slope=None,
        n_heads=8, buckets=None, window=None, sink=None, cell=None, wrong=False,
    ):  # fmt: skip
        clean = _checked(scores, tokens, on, cell, order=order, temperature=temperature, cap=cap, slope=slope,
                         n_heads=n_heads, buckets=buckets, window=window, sink=sink, wrong=wrong)  # fmt: skip
        self._names = {"tokens": clean["tokens"]}
        self._shapes = {"scores": np.shape(clean["scores"]), "buckets": (len(NEAR),)}
        super().__init__(**clean, start={name: clean[name] for name in CHECKS if name != "cell"})

    def _now(self):
        return {name: getattr(self, name) for name in ("tokens", "scores", *CHECKS)}

    def _title(self):
        return f"BiasLab({len(self.tokens)} tokens, on: {', '.join(self.on) or 'nothing'})"

    def numbers(self):
        """Every stage, weights, row sums, sink shares, leaks, and what comes out wrongly, from `core`."""
        return _numbers(self._now())

    def describe(self):
        """The present numbers as text."""
        return bias_lab_text(self._now(), self.numbers())

    def static_picture(self):
        """(alt text, SVG): the scores that softmax receives, and the weights with their row sums."""
        return bias_lab_picture(self._now(), self.numbers())

    def static_table(self):
        """(caption, column heads, rows): scores, weight, row sum and the sink's share of every cell."""
        return bias_lab_table(self._now(), self.numbers())


def explore_bias_lab(
    scores=None, tokens=None, *, on=None, order="cap first", temperature=None, cap=None, slope=None,
    buckets=None, window=None, sink=None, cell=None,
):  # fmt: skip
    """Print the numbers that BiasLab would show, and return them: a plain function, no page needed.

    The arguments are those of BiasLab.
    returns a dict: scores as given, mask, stages, what softmax received, leaks, weights, row_sums, to_sink,
    and of the chosen row comes_out, its stages and its sum: the same, wrongly, after softmax

    >>> explore_bias_lab([[1.0, 0.0], [0.0, 1.0]], sink=0.0)["row_sums"].round(3)  # doctest: +ELLIPSIS
    on: causal, sink
    ...
    what comes out adds up to 0.500
    array([0.731, 0.788])
    """
    t = _checked(scores, tokens, on, cell, order=order, temperature=temperature, cap=cap, slope=slope,
                 n_heads=8, buckets=buckets, window=window, sink=sink, wrong=False)  # fmt: skip
    now = _numbers(t)
    print(bias_lab_text(t, now))
    return now
