"""Every lesson survives its cells being run again, the last one first: no cell spoils an earlier one."""

import linecache

import matplotlib.pyplot as plt
import pytest

import attnedu
from tests.house.access_lint import cells_of
from tests.house.prose import ROOT

LESSONS = sorted((ROOT / "notebooks/source").glob("[0-9][0-9]_*.py"))


def run(cell, name, namespace):
    """Run one cell; a traceback shows its lines."""
    linecache.cache[name] = (len(cell.text), None, cell.text.splitlines(keepends=True), name)
    exec(compile(cell.text, name, "exec"), namespace)  # noqa: S102  our own text
    plt.close("all")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_a_lesson_can_be_run_forwards_and_then_each_cell_again_backwards(path, tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    monkeypatch.setattr(attnedu, "show", lambda *args, **kwargs: None, raising=False)
    cells = cells_of(path.read_text(encoding="utf-8"))
    code = [(f"{path.stem}, cell {n}", cell) for n, cell in enumerate(cells, start=1) if cell.kind == "code"]
    namespace, broken = {"__name__": "__main__"}, []
    for name, cell in code:
        run(cell, name, namespace)
    for name, cell in reversed(code):
        try:
            run(cell, f"{name}, again", namespace)
        except Exception as problem:
            broken.append(f"{name}, run again after the ones below it: {type(problem).__name__}: {problem}")
    assert broken == []
