"""The browser's arithmetic, run by node against numbers that core writes into a temporary file."""

import json
import os
import shutil
import subprocess
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import mask_lab, softmax_bridge, talent_show

HERE = Path(__file__).parent


def _plain(value):
    """Arrays as lists, however deep, so that JSON can hold them."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


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
    for renormalise, push in product((False, True), (0.0, -4.0, 6.5, 900.0)):
        scores, mask = rng.normal(size=(6, 6)) * 2, rng.random((6, 6)) < 0.6
        mask[0], mask[1, -1] = False, False  # an empty row, and a row that may not see the pushed key
        made = mask_lab._numbers(scores, mask, renormalise, push)
        traits = {"scores": scores, "mask": mask, "renormalise": renormalise, "push": push}
        labs.append({"traits": traits, "wanted": made})
    return {"rows": rows, "shows": shows, "bridges": bridges, "labs": labs}


@pytest.mark.parametrize("name", ["arithmetic", "goals"])
def test_node_agrees_with_core(name, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip(
            "no node here, so the widgets' JavaScript was not tested (Debian: apt-get install nodejs)"
        )
    numbers = tmp_path / "numbers.json"
    numbers.write_text(json.dumps(_plain(_core_numbers(np.random.default_rng(7)))), encoding="utf-8")
    done = subprocess.run(
        [node, "--test", str(HERE / f"{name}.test.mjs")],
        env={**os.environ, "ATTNEDU_NUMBERS": str(numbers)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    # "skipped" counts the tests that had no numbers to compare with.
    assert "# skipped 0" in done.stdout or "ℹ skipped 0" in done.stdout
