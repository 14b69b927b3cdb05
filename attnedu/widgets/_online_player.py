"""What OnlinePlayer takes, and the numbers of one reading, from `attnedu.core`."""

import re

import numpy as np

from .. import core
from ._traits import same_count, shortened, table_of_numbers, texts

FEWEST, MOST, WIDEST = 4, 16, 3  # keys, and what each brings
# Forwards the max rises by 2, less than ln 10; the smallest block right before the largest takes more.
SCORES = (1.0, -0.5, 2.0, 3.0, 0.5, -1.5, 2.2, 0.3)
VALUES = ((1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (4.0, 0.0), (0.0, 3.0), (1.0, 1.0), (3.0, 2.0), (-1.0, 2.0))


def _array(value, name):
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be one row of numbers: got {shortened(value)}") from None


def score_row(value, name, owner=None):
    """4 to 16 finite numbers from -1000 to 1000, as many as the owner has keys."""
    row = _array(value, name)
    if row.ndim != 1:
        raise ValueError(
            f"{name} must be one row, but its shape is {row.shape}: pass {name}[i] for one query"
        )
    if not FEWEST <= row.size <= MOST:
        raise ValueError(f"{name} has {row.size} numbers: this widget shows {FEWEST} to {MOST} keys")
    if np.isneginf(row).any():
        at = int(np.isneginf(row).argmax())
        raise ValueError(f"{name} holds -inf at index {at}: set mask[{at}] to False to hide a score")
    if not np.isfinite(row).all():
        at = int((~np.isfinite(row)).argmax())
        raise ValueError(f"{name} holds {row[at]} at position {at} of {row.size}: give finite numbers")
    return _as_many(table_of_numbers(MOST)([row], name)[0], name, owner)


def truth_row(value, name, owner=None):
    """True (may look) or False for each key."""
    try:
        row = np.asarray(value)
    except ValueError:  # lists of different lengths
        row = np.asarray(None)
    if row.dtype != bool or row.ndim != 1:
        raise TypeError(f"{name} must be one row of True (may look) and False: got {shortened(value)}")
    return _as_many(row.tolist(), name, owner)


def _as_many(row, name, owner):
    n = getattr(owner, "_keys", len(row))
    if len(row) != n:
        raise ValueError(f"{name} has {len(row)} entries, but this widget has {n} keys: make a new widget")
    return row


def whole(value, name):
    """An integer, as plain Python."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number: got {shortened(value)}")
    return int(value)


def block_size(value, name, owner=None):
    """Keys in a block, from 1 to all of them."""
    block, n = whole(value, name), getattr(owner, "_keys", MOST)
    if not 1 <= block <= n:
        raise ValueError(f"{name}={block} is out of range: choose a number from 1 to {n}, the keys")
    return block


def positions(value, name, owner=None):
    """Positions of blocks from 0, each once."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name} must be a list of positions of blocks: got {shortened(value)}")
    order = [whole(b, f"an entry of {name}") for b in value]
    if sorted(order) != list(range(len(order))):
        raise ValueError(f"{name}={order} must hold each block once, counted from 0, such as [1, 0, 2]")
    return order


def blocks(keys, block):
    """How many blocks there are; the last may be short."""
    return -(-keys // block)


def must_fit(order, keys, block):
    """Raise ValueError unless the order names every block."""
    count = blocks(keys, block)
    if len(order) != count:
        raise ValueError(
            f"order has {len(order)} blocks, but {keys} keys in blocks of {block} make {count}: "
            f"give each of 0 to {count - 1} once"
        )


def readings(value, name, owner):
    """Readings that went to the end: dicts of a block size and the order of its blocks."""
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{name} must be a list of readings: got {shortened(value)}")
    made = []
    for one in value:
        if not isinstance(one, dict) or set(one) != {"block", "order"}:
            raise ValueError(
                f"{name} holds {shortened(one)}: a reading is a dict such as {{'block': 4, 'order': [1, 0]}}"
            )
        block, order = block_size(one["block"], "block", owner), positions(one["order"], "order")
        must_fit(order, owner._keys, block)
        made.append({"block": block, "order": order})
    return made


def view_id(value, name, owner=None):
    """The view that plays, which names itself, or nothing."""
    if not isinstance(value, str) or not re.fullmatch(r"(at-\w+-\d+)?", value):
        raise ValueError(f"{name} is set by the view that plays: got {shortened(value)}; '' pauses")
    return value


def checked(scores, values, block, order, names):
    """The arguments in plain Python, with the example of this module for those left out."""
    if scores is None:
        scores, values = SCORES, VALUES if values is None else values
    row = _array(scores, "scores")
    mask = ~np.isneginf(row)
    scores = score_row(np.where(mask, row, 0.0), "scores")
    n = len(scores)
    values = table_of_numbers(MOST)(np.arange(1.0, n + 1)[:, None] if values is None else values, "values")
    if len(values) != n or len(values[0]) > WIDEST:
        raise ValueError(
            f"values has shape {np.shape(values)}: give {n} rows, one for each score, "
            f"of 1 to {WIDEST} numbers"
        )
    names = [f"key {j + 1}" for j in range(n)] if names is None else texts(names, "names")
    same_count(names, "names", n, "scores")
    block = whole(block, "block")
    if not 1 <= block <= n:
        raise ValueError(f"block={block} is out of range: choose a number from 1 to {n}, the keys")
    order = list(range(blocks(n, block))) if order is None else positions(order, "order")
    must_fit(order, n, block)
    kept = {"scores": scores, "mask": mask.tolist(), "block": block, "order": order}
    return {**kept, "values": values, "names": names}


def numbers_of(scores, mask, values, block, order):
    """Every state of a reading, what each step does, and the full softmax beside it."""
    scores = core.mask_scores(np.asarray(scores, dtype=float), np.asarray(mask, dtype=bool))
    values = np.asarray(values, dtype=float)
    states, factors, exponentials = [core.OnlineSoftmax.empty((), values.shape[1])], [], np.zeros(scores.size)
    for b in order:
        keys = slice(b * block, (b + 1) * block)
        read, before = scores[keys], states[-1].max
        states.append(core.online_update(states[-1], read, values[keys]))
        # What a sum of 1 becomes when the max rises is the factor; what one key alone adds, its exponential.
        top, acc = states[-1].max, np.zeros((1,))
        factors.append(core.online_merge((before, np.ones(()), acc), (top, np.zeros(()), acc)).sum)
        alone = (np.full(read.shape, top), np.zeros(read.shape), np.zeros((read.size, 1)))
        exponentials[keys] = core.online_update(alone, read[:, None], np.ones((1, 1))).sum
    weights = core.softmax(scores)
    full = core.attention_output(weights[None], values)[0]
    every = {
        "max": [state.max for state in states],
        "sum": [state.sum for state in states],
        "acc": [state.acc for state in states],
        "outputs": [state.output for state in states],
        "log_sum_exp": [state.log_sum_exp for state in states],
        "factors": factors,
    }
    return {
        "scores": scores,
        "values": values,
        **{name: np.array(steps) for name, steps in every.items()},
        "exponentials": exponentials,
        "output": states[-1].output,
        "weights": weights,
        "row_sum": float(core.row_sums(weights)),
        "full_output": full,
        "largest_difference": float(np.abs(states[-1].output - full).max()),
    }
