"""How long `import attnedu` takes after `import numpy`, each time in a new process, and what it loads."""

import json
import sys

from rows import Row, median, output_of

HEAVY = ("torch", "matplotlib", "ipywidgets", "anywidget", "IPython")
CODE = """
import json, sys, time
a = time.perf_counter()
import numpy
b = time.perf_counter()
before = set(sys.modules)
import attnedu
c = time.perf_counter()
loaded = sorted(set(sys.modules) - before)
from attnedu import check, hint, outcome, predict, quiz
d = time.perf_counter()
heavy = [name for name in {heavy!r} if name in sys.modules]
print(json.dumps([b - a, c - b, d - c, loaded, heavy]))
"""


def rows(processes=15):
    command = [sys.executable, "-c", CODE.format(heavy=HEAVY)]
    output_of(command)  # once, so that the files are in memory for all the others
    runs = [json.loads(output_of(command)) for _ in range(processes)]
    numpy, ours, practice = (median([run[i] for run in runs]) for i in range(3))
    ratio = median([run[1] / run[0] for run in runs])
    loaded, heavy = runs[0][3], runs[0][4]
    both, modules = ours + practice, f"{len(loaded)} module{'s'[: len(loaded) > 1]}"
    return [
        Row(
            "import attnedu, beyond numpy",
            f"{1000 * ours:.1f} ms = {ratio:.3f} × import numpy ({1000 * numpy:.0f} ms)",
            "under 150 ms",
            ours < 0.15,
            {"numpy_s": numpy, "attnedu_s": ours, "ratio": ratio},
        ),
        Row(
            "  … then check, hint, predict, quiz",
            f"{1000 * both:.0f} ms beyond numpy = {both / numpy:.2f} × import numpy",
            numbers={"seconds": both},
        ),
        Row(
            "  … loads",
            f"{modules}; of {', '.join(HEAVY)}: {', '.join(heavy) or 'none'}",
            "no torch",
            "torch" not in heavy,
            {"modules": len(loaded), "heavy": heavy},
        ),
    ]
