"""What the learner has done, one line per event, in one file on this machine. Nothing leaves it.

A process that is killed leaves at most one torn line, at the end. It is skipped on reading, and the next
event starts on a line of its own.
"""

import json
import math
import os
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from . import jsonlines

CORRECT = ("correct", "correct, and note")
LARGEST = 1023  # bits of a whole number that surely fits into a float
_unsaved = []  # events that could not be written; they count, and are written as soon as that works again
_told = set()  # folders about which the learner has been told


def path():
    """Where the events are: progress.jsonl in ATTNEDU_HOME, or else in the data folder of this user."""
    home = os.environ.get("ATTNEDU_HOME")
    if not home:
        from platformdirs import user_data_dir

        home = user_data_dir("attnedu", appauthor=False)
    return Path(os.path.expanduser(home)) / "progress.jsonl"


def record(kind, name, /, **fields):
    """Append one event. If it cannot be saved, say so once in a sentence and keep it in memory.

    kind:    "check", "hint", "reveal", "prediction", "outcome", "quiz", …
    name:    the exercise, question or prediction
    fields:  anything JSON can hold; arrays become lists, anything else its text
    returns  the event as it was written
    """
    event = {"kind": str(kind), "name": str(name), "time": _now()}
    event = {**event, **{str(key): plain(value) for key, value in fields.items()}, **event}
    _unsaved.append(event)
    try:
        jsonlines.append(path(), _unsaved)
    except OSError as problem:
        _say_once(problem)
    else:
        _unsaved.clear()
    return event


def events(kind=None, name=None):
    """All events, oldest first; torn and foreign lines are left out.

    kind, name: keep only these
    returns     a list of dicts, each with "kind" and "name"
    """
    found = [e for e in jsonlines.read(path()) if {"kind", "name"} <= e.keys()] + list(_unsaved)
    return [e for e in found if kind in (None, e["kind"]) and name in (None, e["name"])]


def done():
    """Names of the exercises that were correct at least once: what was learnt stays learnt."""
    return {event["name"] for event in events("check") if event.get("verdict") in CORRECT}


def attempts(name):
    """How often the exercise was checked with an answer in it."""
    return sum(event.get("verdict") != "not attempted" for event in events("check", name))


def last_report(name):
    """The latest check of the exercise as recorded, or None."""
    checks = events("check", name)
    return checks[-1] if checks else None


def export(target):
    """Write all events to a new JSON file and return its path.

    raises FileExistsError if there is a file already, OSError if it cannot be written
    """
    target = Path(target).expanduser()
    content = {"format": "attnedu progress 1", "exported": _now(), "events": events()}
    try:
        with open(target, "x", encoding="utf-8") as file:
            json.dump(content, file, indent=1, ensure_ascii=False)
            file.write("\n")
    except FileExistsError:
        raise FileExistsError(f"{target} exists and is left as it is: choose another name") from None
    return target


def plain(value):
    """The value in terms that JSON has: arrays become lists, NaN and infinities their names.

    >>> plain({"w": np.array([0.5, np.inf]), "n": np.int64(3), "ok": (True, None)})
    {'w': [0.5, 'inf'], 'n': 3, 'ok': [True, None]}
    """
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # half of a pair of UTF-16 is no text
    if isinstance(value, int) and value.bit_length() > LARGEST:
        return "inf" if value > 0 else "-inf"
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return str(value)


def _now():
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _say_once(problem):
    folder = str(path().parent)
    if folder not in _told:
        _told.add(folder)
        reason = problem.strerror or type(problem).__name__
        print(
            f"Your progress cannot be saved in {folder} ({reason}). Everything else works; what you do now "
            "is remembered until this notebook's kernel stops. ATTNEDU_HOME can name another folder."
        )
