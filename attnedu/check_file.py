"""Run the cells of an exercise notebook outside Jupyter and collect the reports of its checks.

The cells run in a process of their own: code that loops, exits or crashes cannot take this one along.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path


class CheckError(Exception):
    """The file cannot be run; the message says what to do."""


@dataclass
class Found:
    """One thing that running the notebook brought up: a report, or (with verdict None) an error in a cell."""

    cell: int
    verdict: str | None
    text: str


def check_file(path, timeout=120):
    """Run a notebook and return what its checks reported, as a list of `Found`.

    path:    an exercise notebook, such as work/exercises/02_scores.ipynb
    timeout: seconds for the whole notebook
    raises   CheckError if the file is not there or is no notebook
    """
    path = Path(path)
    if not path.is_file():
        raise CheckError(f"There is no file {path}. `attnedu lab` puts the exercises into work/exercises.")
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        codes = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in read["cells"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CheckError(f"{path} cannot be read as a notebook. Is it an .ipynb file?") from error
    with tempfile.TemporaryDirectory() as folder:
        cells, answers = Path(folder, "cells.json"), Path(folder, "answers.jsonl")
        cells.write_text(json.dumps(codes), encoding="utf-8")
        ended = _run(cells, answers, path.resolve().parent, timeout)
        lines = answers.read_text(encoding="utf-8").splitlines() if answers.exists() else []
    found = [Found(**json.loads(line)) for line in lines]
    started = [one.cell for one in found if one.verdict == "started"]
    found = [one for one in found if one.verdict != "started"]
    if ended:
        found.append(Found(started[-1] if started else 0, None, ended))
    return found


def _run(cells, answers, folder, timeout):
    """Run the child; return None, or how it ended if not by itself."""
    command = [sys.executable, "-m", "attnedu.check_file", str(cells), str(answers)]
    around = {**os.environ, "MPLBACKEND": "Agg", "IPYTHONDIR": str(cells.parent)}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        code = subprocess.run(command, timeout=timeout, cwd=folder, env=around, **quiet).returncode
    except subprocess.TimeoutExpired:
        return f"the notebook did not come to its end within {timeout} s: is there a loop that never stops?"
    return f"the code in this cell ended its process (exit code {code})" if code else None


def _child(cells, answers):
    """Run every cell as Jupyter would, going on after one that raises; write a line for each thing found."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell.instance(config=config)
    with open(answers, "a", encoding="utf-8") as out:

        def say(cell, verdict, text):
            out.write(json.dumps({"cell": cell, "verdict": verdict, "text": text}) + "\n")
            out.flush()  # a later cell may end the process

        for number, code in enumerate(json.loads(Path(cells).read_text(encoding="utf-8")), start=1):
            if not code.strip():
                continue
            say(number, "started", "")
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                ran = shell.run_cell(code, store_history=False)
            error = ran.error_before_exec or ran.error_in_exec
            if error is not None and not isinstance(error, NotImplementedError):
                say(number, None, f"{type(error).__name__}: {error}"[:500])
            elif hasattr(ran.result, "verdict"):
                say(number, str(ran.result.verdict), str(ran.result))


if __name__ == "__main__":
    _child(*sys.argv[1:])
