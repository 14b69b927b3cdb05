"""Where a page goes: only into the file that was named, over pages only, and in words if that fails."""

import os
from pathlib import Path

MARK = b'<meta name="generator" content="attnedu">'


def page_path(name):
    """The path of a page; a name that does not end in .html or .htm gets .html.

    raises ValueError or TypeError, with what to do, if that names no file

    >>> str(page_path("lesson 0.5"))
    'lesson 0.5.html'
    """
    try:
        text = os.fspath(name)
    except TypeError:
        text = name
    if not isinstance(text, str):
        raise TypeError(f"path must be a text or a Path, such as 'bridge.html'; got {type(name).__name__}")
    if not text.strip() or "\0" in text:
        raise ValueError(f"path must name a file, such as 'bridge.html'; got {text!r}")
    path = Path(text)
    _try(path, lambda: _no_folder(path, text.endswith(("/", os.sep))))
    return path if path.suffix.lower() in (".html", ".htm") else path.with_name(f"{path.name}.html")


def write_page(path, text):
    """Write a page. raises ValueError, with what to do, if something else is there or it cannot be written"""
    _try(path, lambda: _look(path))
    _try(path, lambda: path.write_bytes(text.encode("utf-8", "replace")))


def _no_folder(path, ends=False):
    if ends or path.is_dir():
        raise _Refused(f"{path} is a folder: give the name of a file in it, such as {path / 'page.html'}")


def _look(path):
    _no_folder(path)
    if not path.parent.is_dir():
        raise _Refused(f"{path.parent} is no folder: make it first, or choose another place for {path.name}")
    if path.is_symlink() and not path.exists():
        raise _Refused(f"{path} is a link that leads nowhere: remove it, or choose another name")
    if path.exists():
        if not path.is_file():
            raise _Refused(f"{path} is there already and is no file: choose another name")
        with path.open("rb") as file:
            if MARK not in file.read(2000):
                raise _Refused(f"{path} is there already and is no page made by attnedu: choose another name")


class _Refused(ValueError):
    """Already in words."""


def _try(path, act):
    try:
        act()
    except _Refused as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ValueError(
            f"{_short(path)} could not be written: {why}. Choose another name or place"
        ) from error
    except UnicodeError as error:
        raise ValueError(f"{str(path)!r} could not be written: it is no name for a file here") from error


def _short(path):
    text = str(path)
    return text if len(text) < 200 else f"{text[:80]}…{text[-40:]}"
