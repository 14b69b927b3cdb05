"""The browser's arithmetic, run by node against numbers that core writes into a temporary file."""

from itertools import product

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import _mask_lab, softmax_bridge, talent_show

from .node_tests import run_node_test


def _core_numbers(rng):
    rows = []
    for spread in (1.0, 3.0, 1e4):
        scores = rng.normal(size=(3, 5)) * spread
        weights = core.softmax(scores)
        rows.append(
            {
                "scores": scores,
                "weights": weights,
                "entropy": core.row_entropy(weights),
                "sums": core.row_sums(weights),
            }
        )
    shows = []
    for struck, level in product(([], [2], [0, 3]), ("before", "after")):
        scores, values = rng.normal(size=(3, 4)) * 2, rng.normal(size=(4, 2))
        made = talent_show._numbers(scores, values, struck, level)
        traits = {"scores": scores, "values": values, "struck": struck, "level": level}
        shows.append(
            {
                "traits": traits,
                "weights": made["weights"],
                "sums": made["row_sums"],
                "verdicts": made["verdicts"],
            }
        )
    bridges = []
    for temperature, shift, scale in product((0.05, 1.0, 100.0), (0.0, -7.5), (0.1, 3.0)):
        scores = rng.normal(size=7) * 3
        made = softmax_bridge._numbers(scores, temperature, shift, scale)
        traits = {"scores": scores, "temperature": temperature, "shift": shift, "scale": scale}
        bridges.append({"traits": traits, **{key: made[key] for key in ("received", "weights", "entropy")}})
    labs = []
    for renormalise, push, future in product((False, True), (0.0, -4.0, 6.5, 900.0), (5, 2)):
        scores, mask = rng.normal(size=(6, 6)) * 2, rng.random((6, 6)) < 0.6
        mask[0], mask[1, future] = False, False  # an empty row, and a row that may not see the pushed key
        made = _mask_lab.mask_lab_numbers(scores, mask, renormalise, push, future)
        traits = {"scores": scores, "mask": mask, "renormalise": renormalise, "push": push, "future": future}
        labs.append({"traits": traits, "wanted": made})
    return {"rows": rows, "shows": shows, "bridges": bridges, "labs": labs}


@pytest.mark.parametrize("name", ["arithmetic", "goals"])
def test_node_agrees_with_core(name, tmp_path):
    run_node_test(name, _core_numbers(np.random.default_rng(7)), tmp_path)
