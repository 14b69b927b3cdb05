"""HeadGrid: every head of a model at a glance, one of them large, scores and weights (lessons 05, 08, 11)."""

from types import SimpleNamespace

import numpy as np
import traitlets

from .. import core
from ._base import LessonWidget
from ._head_questions import answerable, best_pair
from ._head_scores import cell, four_axes, packed, place, size_of, source_of, token_lists, visible
from ._html_table import table_text
from ._join import join_modules, join_styles
from ._picture import fixed
from ._picture_head_grid import head_picture
from ._together import opening
from ._traits import Checked, one_of, texts, token_names

CELLS = 12  # tokens up to which every cell gets a line in the table


def _numbers(scores):
    """One head, (T_q, T_k), hidden scores -inf: its mask, weights, row sums and entropies."""
    scores = np.asarray(scores, dtype=np.float64)
    weights = core.softmax(scores)
    return {
        "scores": scores,
        "mask": ~np.isneginf(scores),
        "weights": weights,
        "row_sums": core.row_sums(weights),
        "entropy": core.row_entropy(weights),
    }


def _checked(scores, tokens, queries, causal, mask, layer, head, pinned, key, pair):
    """Everything in plain Python: what the widget and its twin are made from."""
    scores, tokens, causal, pair = source_of(scores, tokens, causal, pair)
    given = np.shape(scores)
    scores = four_axes(scores)
    seen = visible(scores.shape, causal, mask)
    tokens, queries = token_lists(tokens, queries, scores.shape, causal, given)
    made = SimpleNamespace(
        _shape=scores.shape, _visible=seen, _names={"tokens": tokens, "queries": queries}, tokens=tokens
    )
    made.queries = queries
    made.layer, made.head = place(0)(layer, "layer", made), place(1)(head, "head", made)
    made.pinned = place(2, "queries")(pinned, "pinned", made)
    made.key = place(3, "tokens")(key, "key", made)
    made.given = None if pair is None else cell(pair, "pair", made)
    made.scores = packed(scores, "scores", made)
    return made


def _heads(state):
    return np.frombuffer(state.scores, dtype="<f4").reshape(state._shape)


def _offset(state):
    """Where the first query stands among the keys; None if the queries are another text."""
    behind = len(state.tokens) - len(state.queries)
    return behind if behind >= 0 and state.queries == state.tokens[behind:] else None


def _asked(state, start):
    scores, offset = _heads(state), _offset(state)
    pair = best_pair(scores, offset) if state.given is None else state.given
    return {"pair": pair, "questions": answerable(scores, offset, pair, start)}


def _lines(state, numbers):
    """(column heads, rows): the pinned row, or every cell of a small head, or the largest of each row."""
    tokens, queries = token_names(state.tokens), token_names(state.queries)
    few = max(len(tokens), len(queries)) <= CELLS
    rows = []
    for i, query in enumerate(queries):
        if state.pinned >= 0 and i != state.pinned:
            continue
        best = [int(numbers["scores"][i].argmax())]
        for j in range(len(tokens)) if few or state.pinned >= 0 else best:
            score = fixed(numbers["scores"][i, j], 2) if numbers["mask"][i, j] else "−∞"
            weight = fixed(numbers["weights"][i, j], 3) if numbers["mask"][i, j] else "0"
            rows.append([query, tokens[j], score, weight, fixed(numbers["row_sums"][i], 3)])
    if few or state.pinned >= 0:
        return ["query", "key", "score", "weight", "row sum"], rows
    return ["query", "key of the largest score", "its score", "its weight", "row sum"], rows


def _text(state, numbers):
    layers, heads = state._shape[:2]
    title = f"layer {state.layer} of {layers}, head {state.head} of {heads}, counted from 0"
    mean = fixed(numbers["entropy"].mean(), 3)
    return f"{title}\n{table_text(*_lines(state, numbers))}\nmean entropy of the rows: {mean} nats"


class HeadGrid(LessonWidget):
    """The scores and weights of every head: thumbnails of all, one head large, one row of it as bars.

    scores: (layers, heads, T_q, T_k), (heads, T_q, T_k) or (T_q, T_k) real numbers, before softmax; -inf is
        hidden; at most 32 layers, 32 heads, 64 tokens, numbers up to a million, kept as float32. Or a
        Recording, or the name of one: "smollm2", "minilm"
    tokens: T_k names of the keys             queries: T_q names; the last T_q tokens if left out
    causal: True hides from every query what comes after it; a Recording says so itself
    mask: bool, broadcasts against scores; True = may look
    layer, head: the head shown large         pinned, key: the pinned query and key, by position or token
    pair: (query, key) to ask about; the largest weight off the diagonal if left out
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> HeadGrid("smollm2", layer=22, head=6)
    HeadGrid(30 layers × 9 heads, 9 tokens)
    """

    _esm = join_modules("head_grid")
    _css = join_styles("head_grid")

    scores = Checked(packed)
    n_layers = Checked(size_of(0))
    n_heads = Checked(size_of(1))
    tokens = Checked(texts)
    queries = Checked(texts)
    layer = Checked(place(0))
    head = Checked(place(1))
    pinned = Checked(place(2, "queries"))
    key = Checked(place(3, "tokens"))
    pair = Checked(cell)
    thumbnails = Checked(one_of("weights", "scores"))
    span = Checked(one_of("head", "all"))
    find = Checked(one_of("", "pair", "previous", "first", "low"))
    claim = Checked(one_of("", "previous", "first"))
    start = Checked(opening)  # layer, head, pinned, key, thumbnails, span
    questions = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(
        self, scores="smollm2", tokens=None, *, queries=None, causal=None, mask=None, layer=0, head=0,
        pinned=None, key=None, pair=None, thumbnails="weights", span="head",
    ):  # fmt: skip
        made = _checked(scores, tokens, queries, causal, mask, layer, head, pinned, key, pair)
        self._shape, self._visible, self._names, self.given = (
            made._shape, made._visible, made._names, made.given,
        )  # fmt: skip
        at = [made.layer, made.head, made.pinned, made.key]
        self._start = [*at, thumbnails, span]
        super().__init__(
            scores=made.scores, n_layers=made._shape[0], n_heads=made._shape[1], tokens=made.tokens,
            queries=made.queries, layer=made.layer, head=made.head, pinned=made.pinned, key=made.key,
            thumbnails=thumbnails, span=span, find="", claim="", start=self._start, **_asked(made, at),
        )  # fmt: skip
        self.observe(self._ask_again, "scores")

    def _ask_again(self, _):
        self.reached, self.claim = [], ""
        for name, value in _asked(self, self.start[:4]).items():
            setattr(self, name, value)

    def _title(self):
        layers, heads, T_q, T_k = self._shape
        tokens = f"{T_k} tokens" if T_q == T_k else f"{T_q} queries, {T_k} keys"
        return f"HeadGrid({layers} layers × {heads} heads, {tokens})"

    def numbers(self):
        """The chosen head as arrays from `core`: scores (hidden -inf), mask, weights, row sums, entropy."""
        return _numbers(_heads(self)[self.layer, self.head])

    def describe(self):
        """The chosen head, or its pinned row, as text."""
        return _text(self, self.numbers())

    def static_picture(self):
        """(alt text, SVG): the scores and the weights of the chosen head, and the row sums."""
        return head_picture(self, self.numbers())

    def static_table(self):
        """(caption, column heads, rows): the pinned row, every cell of a small head, or the row maxima."""
        columns, rows = _lines(self, self.numbers())
        return f"Scores and weights of layer {self.layer}, head {self.head}", columns, rows


def explore_head_grid(
    scores="smollm2", tokens=None, *, queries=None, causal=None, mask=None, layer=0, head=0, pinned=None,
    key=None,
):  # fmt: skip
    """Print the numbers that HeadGrid would show, and return them: a plain function, no page needed.

    The arguments are those of HeadGrid.
    returns a dict: scores (T_q, T_k) with hidden ones -inf, mask, weights, row_sums (T_q,), entropy (T_q,)

    >>> made = explore_head_grid([[[0.0, 9.0], [0.0, 0.0]]], ["a", "b"], causal=True)
    layer 0 of 1, head 0 of 1, counted from 0
    query  key  score  weight  row sum
    a        a   0.00   1.000    1.000
    a        b     −∞       0    1.000
    b        a   0.00   0.500    1.000
    b        b   0.00   0.500    1.000
    mean entropy of the rows: 0.347 nats
    """
    made = _checked(scores, tokens, queries, causal, mask, layer, head, pinned, key, None)
    numbers = _numbers(_heads(made)[made.layer, made.head])
    print(_text(made, numbers))
    return numbers
