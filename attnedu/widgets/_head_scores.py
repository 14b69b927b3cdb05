"""What HeadGrid takes: the scores of many heads, their tokens, and what is hidden; with errors that teach."""

import numpy as np

from .. import core
from ..core._validate import as_real, boolean_mask, no_nan, not_empty
from ._number_tables import shortened
from ._traits import same_count, texts

MOST_HEADS, MOST_TOKENS, LARGEST = 32, 64, 1e6
AXES = "(layers, heads, T_q, T_k), (heads, T_q, T_k) or (T_q, T_k)"
RECORDED_PAIR = ("it", "ball")  # what the recorded sentence is about


def source_of(scores, tokens, causal, pair):
    """The four arguments with what a recording, or the name of one, brings for those left out."""
    if causal is not None and not isinstance(causal, (bool, np.bool_)):
        raise TypeError(
            f"causal must be True, False or None, what the recording says: got {shortened(causal)}"
        )
    if isinstance(scores, str):
        scores = core.recording(scores)
        pair = RECORDED_PAIR if pair is None and tokens is None else pair
    if hasattr(scores, "scores") and hasattr(scores, "tokens"):
        tokens = scores.tokens if tokens is None else tokens
        causal = getattr(scores, "causal", False) if causal is None else causal
        scores = scores.scores
    return scores, tokens, bool(causal), pair


def four_axes(scores):
    """Scores as float32, (layers, heads, T_q, T_k). Hidden ones are -inf.

    raises ValueError or TypeError for another number of axes, for NaN, +inf or numbers beyond a million, for
    more than 32 layers, 32 heads or 64 tokens, and for weights
    """
    scores = as_real(scores, "scores")
    if not 2 <= scores.ndim <= 4:
        remedy = ": pass one text, scores[:, 0] or scores[0]" if scores.ndim == 5 else ""
        raise ValueError(f"scores needs the axes {AXES}, but its shape is {scores.shape}{remedy}")
    not_empty(scores, "scores")
    no_nan(scores, "scores")
    given = scores.shape
    scores = scores.reshape((1,) * (4 - scores.ndim) + given)
    for count, most, what in zip(
        scores.shape, (MOST_HEADS, MOST_HEADS, MOST_TOKENS, MOST_TOKENS),
        ("layers", "heads", "queries", "keys"), strict=True,
    ):  # fmt: skip
        if count > most:
            raise ValueError(
                f"scores has {count} {what}, shape {given}: HeadGrid shows at most {MOST_HEADS} layers, "
                f"{MOST_HEADS} heads and {MOST_TOKENS} tokens; pass a part of it"
            )
    bad = ~(np.abs(scores) <= LARGEST) & ~np.isneginf(scores)
    if bad.any():
        cell = tuple(int(i) for i in np.argwhere(bad.reshape(given))[0])
        raise ValueError(
            f"scores holds {scores.reshape(given)[cell]} at index {cell}, shape {given}: "
            f"give numbers from {-LARGEST:.0f} to {LARGEST:.0f}, or -inf for a hidden score"
        )
    rows = scores.size // scores.shape[-1]
    # Fewer rows, or rows of 0 and 1, may sum to 1 by chance.
    if rows > 2 and core.is_weights(scores) and np.any((scores != 0) & (scores != 1)):
        raise ValueError(
            f"scores, shape {given}, holds no negative number and every row sums to 1: these are weights. "
            "Pass the scores from before softmax; HeadGrid makes the weights itself"
        )
    return scores.astype(np.float32)


def visible(shape, causal, mask):
    """(layers, heads, T_q, T_k) bool, True = may look: what `causal` and `mask` leave, or True for all."""
    seen = np.broadcast_to(True, shape)
    if causal:
        seen = np.broadcast_to(core.causal_mask(*shape[-2:]), shape)
    return seen if mask is None else seen & boolean_mask(mask, shape)


def token_lists(tokens, queries, shape, causal, given):
    """(names of the keys, names of the queries); the queries are the last of the tokens if left out.

    given: the shape of the scores as they came, for the messages
    """
    T_q, T_k = shape[-2:]
    if tokens is None:
        tokens = [f"t{j + 1}" for j in range(T_k)]
    tokens = texts(tokens, "tokens")
    same_count(tokens, "tokens", T_k, "keys")
    if queries is None:
        if T_q > T_k or (T_q < T_k and not causal):
            last = "; with causal=True they are the last of the tokens" if T_q < T_k else ""
            if causal:
                last = " and causal left out: there are more queries than keys, so they are another text"
            raise ValueError(
                f"scores has {T_q} queries and {T_k} keys, shape {given}: name the queries too, with "
                f"queries=[…]{last}"
            )
        queries = tokens[T_k - T_q :]
    queries = texts(queries, "queries")
    same_count(queries, "queries", T_q, "queries")
    return tokens, queries


def packed(value, name, owner):
    """The bytes that travel to the page: float32, little-endian, C order, hidden scores -inf.

    value: scores of the shape that the owner has fixed, or such bytes
    """
    shape = owner._shape
    if isinstance(value, (bytes, bytearray, memoryview)):
        if len(bytes(value)) != 4 * np.prod(shape):
            raise ValueError(f"{name} has {len(bytes(value))} bytes, but {shape} float32 are needed")
        value = np.frombuffer(bytes(value), dtype="<f4").reshape(shape)
    scores = four_axes(value)
    if scores.shape != shape:
        raise ValueError(
            f"{name} has shape {scores.shape}, but this widget needs {shape}: "
            "make a new widget for another size"
        )
    return np.where(owner._visible, scores, np.float32(-np.inf)).astype("<f4").tobytes()


def size_of(axis):
    """A check for the length of one axis of the owner's scores, which is fixed."""

    def check(value, name, owner):
        if value != owner._shape[axis]:
            raise ValueError(f"{name}={value} cannot change: the scores have shape {owner._shape}")
        return int(value)

    return check


def place(axis, names=None):
    """A check for one place along an axis of the owner's scores, counted from 0.

    names: the trait with the tokens of that axis; then a token may be given by name, and None or -1 is none
    """

    def check(value, name, owner):
        count, least = owner._shape[axis], -1 if names else 0
        if names and value is None:
            return -1
        if names and isinstance(value, str):
            value = _position(value, name, owner._names[names], names)
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise TypeError(f"{name} must be a whole number: got {shortened(value)}")
        if not least <= value < count:
            none = ", or -1 for none" if names else ""
            raise ValueError(f"{name}={value} is out of range: choose 0 to {count - 1}{none}")
        return int(value)

    return check


def _position(word, name, among, names):
    found = [i for i, other in enumerate(among) if other == word]
    if len(found) != 1:
        where = f"at {len(found)} places" if found else "nowhere"
        raise ValueError(f"{name}={word!r} stands {where} in {names}: give a position, 0 to {len(among) - 1}")
    return found[0]


def cell(value, name, owner):
    """A check for one cell, (query, key) by position or by token; an empty list is none."""
    if not hasattr(value, "__len__") or isinstance(value, str) or len(value) not in (0, 2):
        raise TypeError(f"{name} must be a query and a key: got {shortened(value)}")
    parts = zip(value, ((2, "queries"), (3, "tokens")), strict=False)
    return [place(*where)(part, name, owner) for part, where in parts]
