"""An exception as plain data: its type, its text, and the learner's own line that led to it."""

from __future__ import annotations

import os
import sysconfig
import traceback

_TEXT = 2000
_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_NOT_THEIRS = tuple(
    os.path.normcase(path) + os.sep
    for path in (
        os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
        sysconfig.get_path("stdlib"),
    )
)


def describe(reason: BaseException) -> tuple:
    """(type name, message, file name, line number) of the deepest line that is the learner's own."""
    spots = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(reason.__traceback__)]
    spots = [spot for spot in spots if not spot[0].startswith(_HERE)]
    theirs = [spot for spot in spots if not _library(spot[0])]
    file, line = (theirs or spots or [(None, None)])[-1 if theirs else 0]
    return str(type(reason).__name__)[:200], safe_text(reason), file, line


def _library(file: str) -> bool:
    return (
        file.startswith("<frozen")
        or file == "<__array_function__ internals>"
        or "site-packages" in file
        or os.path.normcase(file).startswith(_NOT_THEIRS)
    )


def safe_text(thing) -> str:
    try:
        return str.__str__(str(thing))[:_TEXT]
    except BaseException as failure:
        return f"(its text raised {type(failure).__name__})"
