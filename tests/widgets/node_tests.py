"""Run a file of node tests against numbers that attnedu.core has written."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).parent


def plain(value):
    """Arrays as lists, however deep; infinities as "inf" and "-inf", for JSON has no such numbers."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    if isinstance(value, float) and np.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def run_node_test(name, numbers, folder):
    """Run tests/widgets/<name>.test.mjs; the file reads `numbers` from the path in ATTNEDU_NUMBERS.

    There, tests/widgets/numbers.mjs reads them and turns "inf" and "-inf" back into numbers.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip(
            "no node here, so the widgets' JavaScript was not tested (Debian: apt-get install nodejs)"
        )
    path = folder / "numbers.json"
    path.write_text(json.dumps(plain(numbers), allow_nan=False), encoding="utf-8")
    done = subprocess.run(
        [node, "--test", str(HERE / f"{name}.test.mjs")],
        env={**os.environ, "ATTNEDU_NUMBERS": str(path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    # "skipped" counts the tests that had no numbers to compare with.
    assert "# skipped 0" in done.stdout or "ℹ skipped 0" in done.stdout
