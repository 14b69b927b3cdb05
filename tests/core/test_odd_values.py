"""Odd values for every argument of every function.

Each call either works, without a warning and without NaN, or raises a ValueError or TypeError that
comes from the package and names the argument.
"""

import inspect
import traceback
from dataclasses import astuple, is_dataclass

import numpy as np
import pytest
import torch

from attnedu import core
from tests.core.good_arrays import INF, MASK, NAN, SCORES, STATE, WEIGHTS, K, Q, V, W, X

GOOD = {
    "raw_scores": {"q": Q, "k": K},
    "scale_scores": {"raw": SCORES, "d_k": 4},
    "attention_scores": {"q": Q, "k": K, "scale": 0.5},
    "score_spread": {"d_k": 4, "n": 10, "rng": np.random.default_rng(0)},
    "causal_mask": {"T_q": 3, "T_k": 5},
    "padding_mask": {"lengths": [1, 2], "T_k": 5},
    "sliding_window_mask": {"T_q": 3, "T_k": 5, "window": 2},
    "mask_scores": {"scores": SCORES, "mask": MASK},
    "apply_temperature": {"scores": SCORES, "temperature": 2.0},
    "soft_cap": {"scores": SCORES, "cap": 2.0},
    "alibi_slopes": {"n_heads": 4},
    "alibi_bias": {"n_heads": 4, "T_q": 3, "T_k": 5},
    "relative_buckets": {"T_q": 3, "T_k": 5, "n_buckets": 8, "max_distance": 16, "bidirectional": True},
    "relative_bias": {"table": np.ones((8, 2)), "T_q": 3, "T_k": 5, "max_distance": 16,
                      "bidirectional": True},
    "rotate": {"x": X, "positions": np.arange(5.0)},
    "softmax": {"scores": SCORES, "axis": -1},
    "logsumexp": {"scores": SCORES, "axis": -1},
    "naive_softmax": {"scores": SCORES, "axis": -1},
    "temperature_softmax": {"scores": SCORES, "temperature": 2.0},
    "masked_softmax": {"scores": SCORES, "mask": MASK},
    "capped_masked_softmax": {"scores": SCORES, "mask": MASK, "cap": 2.0},
    "sink_softmax": {"scores": SCORES, "sink": 0.0},
    "softmax_jacobian": {"weights": WEIGHTS},
    "softmax_backward": {"weights": WEIGHTS, "grad_weights": SCORES},
    "row_sums": {"weights": WEIGHTS},
    "is_weights": {"array": WEIGHTS},
    "row_entropy": {"weights": WEIGHTS},
    "zero_weights": {"weights": WEIGHTS, "mask": MASK},
    "renormalise": {"weights": WEIGHTS},
    "attention_output": {"weights": WEIGHTS, "v": V},
    "stage_of": {"array": WEIGHTS},
    "attention": {"q": Q, "k": K, "v": V, "mask": MASK, "scale": 0.5, "temperature": 2.0, "cap": 3.0,
                  "bias": SCORES},
    "split_heads": {"x": X, "n_heads": 3},
    "merge_heads": {"x": np.ones((2, 5, 4))},
    "repeat_kv": {"x": np.ones((2, 5, 4)), "n_rep": 2},
    "multi_head_attention": {"x": X, "w_q": W, "w_k": W, "w_v": W, "w_o": W, "n_heads": 3,
                             "mask": np.ones((5, 5), bool)},
    "online_update": {"state": STATE, "scores": SCORES, "v": V},
    "online_merge": {"a": STATE, "b": STATE},
    "tiled_attention": {"q": Q, "k": K, "v": V, "block": 2, "mask": MASK},
}  # fmt: skip

FULL = [(3, 5), (3, 4), (5, 4), (5, 2), (5, 12), (12, 12)]
ODD = [
    None, True, 0, -1, 1, 2.5, NAN, INF, -INF, 1e-320, 1e308, 10**400, 10**30, 2**40, "", b"x", 1j, ..., len,
    object(), {}, set(), (), [], [[]], [1], [[1], [1, 2]], [[1, [2]]], [[None]], [-1, 3], range(3), slice(1),
    np.array(3.0), np.array(3), np.int8(3), np.uint64(3), np.datetime64("2020"), np.zeros((3, 5), "f,i"),
    *(np.full(shape, fill) for shape in FULL for fill in (NAN, INF, -INF, 1.7e308, -1.7e308, 1e-320)),
    *(np.full(shape, 3e38, np.float32) for shape in FULL),
    *(np.ones(shape) for shape in [*FULL, (0,), (3, 0), (1, 1), (2, 3, 5), (3, 3, 5), (2, 2, 2, 2)]),
    *(np.ones((3, 5), dtype) for dtype in (bool, int, complex, object, str, np.float16, np.longdouble)),
    *(np.zeros(shape, bool) for shape in [(3, 5), (5, 3), (2,), (2, 3, 5)]),
    np.ma.masked_array(np.ones((3, 5), bool)), torch.ones(3, 5), torch.ones(3, 5, requires_grad=True),
    torch.ones(3, 5).bfloat16(), torch.ones(3, 5, dtype=torch.bool), (1, 2, 3), (NAN, NAN, NAN),
    (np.full(3, INF), np.ones(3), np.ones((3, 2))), (np.zeros(3), np.zeros(3), np.full((3, 2), INF)),
    (np.ones(3), np.ones(4), np.ones((3, 2))), (np.ones(3), np.ones(3), np.array(1.0)),
]  # fmt: skip


def numbers_in(result):
    if is_dataclass(result):
        result = astuple(result)
    if isinstance(result, (tuple, list)):
        for part in result:
            yield from numbers_in(part)
    elif isinstance(result, (float, np.floating, np.ndarray)):
        yield np.asarray(result)


def test_the_table_of_functions_is_complete():
    functions = {name for name in core.__all__ if inspect.isfunction(getattr(core, name))}
    without_arrays = {"talent_show", "worked_example", "recording", "recording_names"}
    assert functions - without_arrays == set(GOOD)
    for name, arguments in GOOD.items():
        assert set(arguments) == set(inspect.signature(getattr(core, name)).parameters)


@pytest.mark.parametrize(("name", "argument"), [(name, arg) for name, args in GOOD.items() for arg in args])
def test_odd_values_work_or_get_an_error_that_names_the_argument(name, argument):
    function = getattr(core, name)
    function(**GOOD[name])
    for odd in ODD:
        error, result = outcome(function, {**GOOD[name], argument: odd})
        if error:
            where = traceback.extract_tb(error.__traceback__)[-1].filename
            assert "attnedu" in where, f"{odd!r} reached a library: {error}"
            named = argument in str(error) or "overflow" in str(error)
            assert named, f"{odd!r} got an error that does not name it: {error}"
        elif name != "naive_softmax":
            assert not any(np.isnan(part).any() for part in numbers_in(result)), (
                f"{odd!r} gave NaN in silence"
            )


def outcome(function, arguments):
    """The error or the result. Any other exception is a failure, and so is a warning."""
    breakable = function is core.naive_softmax  # kept to be broken in lessons
    with np.errstate(**({"all": "ignore"} if breakable else {})):
        try:
            return None, function(**arguments)
        except (ValueError, TypeError) as error:
            return error, None
