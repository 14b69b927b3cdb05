"""Real kernels: how much memory one holds with a lesson loaded, and how long Run All takes."""

import json
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL

import psutil
from jupyter_client.manager import KernelManager
from rows import Row

ROOT = Path(__file__).resolve().parents[1]
MEGA = 1e6


@contextmanager
def kernel(folder):
    """A started kernel of this very Python as (manager, client); ended, by its id, afterwards."""
    manager = KernelManager()
    environment = os.environ | {"ATTNEDU_HOME": str(Path(folder) / "record"), "PYTHONPATH": str(ROOT)}
    environment.pop("MPLBACKEND", None)
    manager.kernel_spec.argv[0] = sys.executable
    manager.start_kernel(cwd=str(folder), env=environment, stdout=DEVNULL, stderr=DEVNULL)
    client = manager.client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=60)
        yield manager, client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def cells(path):
    read = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in read if cell["cell_type"] == "code"]


def run(client, sources):
    """Run the cells in order; returns the errors."""
    errors = []
    for source in sources:
        reply = client.execute_interactive(source, timeout=120, output_hook=lambda message: None)
        if reply["content"]["status"] == "error":
            errors.append(f"{reply['content']['ename']}: {reply['content']['evalue']}"[:120])
    return errors


def resident(manager):
    return psutil.Process(manager.provisioner.pid).memory_info().rss / MEGA


def memory_of(sources):
    with tempfile.TemporaryDirectory() as folder, kernel(folder) as (manager, client):
        run(client, sources)
        return resident(manager)


def memory_rows():
    lesson = next(iter(sorted((ROOT / "notebooks").glob("03*.ipynb"))))
    bare = memory_of(["pass"])
    peer = memory_of(["import numpy, matplotlib.pyplot as p; p.plot([0, 1]); p.show()", "import ipywidgets"])
    ours = memory_of(cells(lesson))
    return [
        Row(
            f"kernel with {lesson.stem} loaded, resident",
            f"{ours:.0f} MB (bare kernel {bare:.0f}, with numpy, one figure, ipywidgets {peer:.0f})",
            "under 150 MB",
            ours < 150,
            {"bare_mb": bare, "peer_mb": peer, "lesson_mb": ours},
        )
    ]


def time_of(path):
    """(seconds to start a kernel, seconds to run all cells, errors)"""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        with kernel(folder) as (_, client):
            ready = time.perf_counter()
            errors = run(client, cells(path))
            return ready - start, time.perf_counter() - ready, errors


def lesson_rows():
    """Run All for each notebook that there is; the lessons one by one, the others together."""
    found, total = [], 0.0
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        starting, running, errors = time_of(path)
        total += starting + running
        limit = 60 if "train" in path.stem else 10
        said = (
            f"{running:.1f} s, kernel start {starting:.1f} s"
            + "; ERRORS: " * bool(errors)
            + "; ".join(errors)
        )
        found.append(
            Row(
                f"Run All {path.stem}",
                said,
                f"{limit} s",
                starting + running < limit and not errors,
                {"start_s": starting, "run_s": running, "errors": errors},
            )
        )
    found.append(
        Row("Run All, all lessons together", f"{total:.1f} s", "180 s", total < 180, {"seconds": total})
    )
    for folder in ("exercises", "solutions"):
        times = {path.stem: time_of(path) for path in sorted((ROOT / folder).glob("*.ipynb"))}
        if not times:
            continue
        slowest = max(times, key=lambda stem: sum(times[stem][:2]))
        seconds = sum(times[slowest][:2])
        wrong = [stem for stem in times if times[stem][2]]
        said = f"{seconds:.1f} s ({slowest}, kernel start included)"
        said += f"; errors in {', '.join(wrong)}" if wrong else ""
        found.append(
            Row(f"Run All, slowest of {folder}", said, "10 s", seconds < 10 and not wrong, {"s": seconds})
        )
    return found
