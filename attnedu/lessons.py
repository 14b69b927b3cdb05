"""What the course consists of: lessons with their minutes, their exercises, and which of those are done."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from attnedu.workspace import EXERCISES, LESSONS

_CHECK = re.compile(r"""\bcheck\(\s*["'](\w+)["']""")


@dataclass
class Lesson:
    """One lesson: minutes are 0 where its source gives none."""

    name: str
    title: str
    reading: int
    practising: int
    exercises: set[str]
    done: set[str]


def lessons(root):
    """Return the lessons in order, as their metadata and their exercise notebooks describe them."""
    finished, found = done(), []
    folders = (Path(root) / LESSONS, Path(root) / EXERCISES)
    for name in sorted({path.name for folder in folders for path in folder.glob("*.ipynb")}):
        lesson, exercise = (_read(folder / name) for folder in folders)  # some exercises have no lesson
        about = lesson["about"]
        names = set(_CHECK.findall(exercise["code"]))
        practising = exercise["about"].get("exercise_minutes") or about.get("exercise_minutes") or 0
        reading = about.get("teaching_minutes") or 0
        stem = Path(name).stem
        title = lesson["title"] or exercise["title"] or stem
        found.append(Lesson(stem, title, reading, practising, names, names & finished))
    return found


def done():
    """The names of the exercises that a check has found correct; empty where nothing is recorded."""
    try:
        from attnedu.practice import progress

        return set(progress.done())
    except (ImportError, AttributeError, OSError, ValueError):
        return set()


def _read(path):
    """Return the metadata, the title and all code of a notebook; all empty if it cannot be read."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]
    except (OSError, ValueError, KeyError, TypeError):
        return {"about": {}, "title": "", "code": ""}
    about = notebook.get("metadata", {}).get("attnedu", {})
    heading = re.search(r"^# (.+)$", next((text for kind, text in cells if kind == "markdown"), ""), re.M)
    title = about.get("title") or (heading[1] if heading else "")
    return {"about": about, "title": title, "code": "\n".join(text for kind, text in cells if kind == "code")}
