"""The learner's own folder, work/: lessons and exercises are copied into it, and nothing in it is ever lost.

A file is replaced only while its cells are what an earlier copy put there. Everything else (edited, run and
saved, locked, a link, a folder of the same name) is left alone and named.
"""

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import attnedu

MANIFEST = ".attnedu.json"  # path in work/ -> hashes of every version that was ever put there
LESSONS, EXERCISES = "notebooks", "exercises"


class NoCourse(Exception):
    """The lessons are not on this machine, or not where this command looks; the message says what to do."""


@dataclass
class Prepared:
    """What `prepare` did: file names, relative to work/, by what happened to them."""

    work: Path
    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    yours: list[str] = field(default_factory=list)  # edited; the course has not changed
    outdated: list[str] = field(default_factory=list)  # edited, and the course has a newer version
    failed: dict[str, str] = field(default_factory=dict)  # name -> why

    def sentences(self):
        """Say it in words, one line a fact; nothing to say gives no line."""
        lines = []
        if self.added:
            lines.append(f"Copied {len(self.added)} notebook{'s'[: len(self.added) > 1]} into {self.work}.")
        if self.updated:
            lines.append(f"Brought up to date (you had not changed them): {', '.join(self.updated)}.")
        if self.yours:
            lines.append(f"Left as you saved them: {', '.join(self.yours)}.")
        if self.outdated:
            lines.append(
                f"Left as you saved them, though the course has a newer version: {', '.join(self.outdated)}. "
                "To get the newer one, rename or delete yours and run this command again."
            )
        lines += [f"Could not write {name}: {why}." for name, why in self.failed.items()]
        if self.failed:
            lines.append(
                f"Nothing was lost. Check that you may write in {self.work} and that the disk has room."
            )
        return lines


def course_root(start=None):
    """Return the folder of the course, the one that holds notebooks/ and exercises/.

    It is the folder beside the package in a clone, or else the current folder or one above it.
    raises  NoCourse, with what to do, if there is none
    """
    here = Path(start or Path.cwd()).resolve()
    for folder in (Path(attnedu.__file__).resolve().parents[1], here, *here.parents):
        if (folder / LESSONS / "00_start_here.ipynb").is_file():
            return folder
    raise NoCourse(
        "The lessons are not here. Only the package is installed; the lessons and exercises are in the "
        "course's repository. Get a clone of it, go into its folder, and type `make lab` or `attnedu lab`."
    )


def sources(root):
    """Return {name in work/: text} of all lessons and exercises, links between them mended for work/."""
    found = {}
    for path in sorted((root / LESSONS).glob("*.ipynb")):
        found[path.name] = path.read_text(encoding="utf-8").replace("](../exercises/", "](exercises/")
    for path in sorted((root / EXERCISES).glob("*.ipynb")):
        found[f"exercises/{path.name}"] = path.read_text(encoding="utf-8").replace("](../notebooks/", "](../")
    return {name: text.encode() for name, text in found.items()}


def prepare(root, work=None):
    """Bring work/ up to date and return what was done, as a `Prepared`, failures included."""
    work = Path(work or root / "work")
    done, known = Prepared(work), _read_manifest(work)
    for name, new in sources(Path(root)).items():
        target = work / name
        try:
            before = target.read_bytes() if target.is_file() and not target.is_symlink() else None
            if before is not None and _hash(before) == _hash(new):
                _remember(work, known, name, new)
                done.same.append(name)
            elif before is None and os.path.lexists(target):
                done.failed[name] = "something else of that name is there"
            elif before is None or _hash(before) in known.get(name, []):
                _remember(work, known, name, new)  # first: a crash between the two must not look like an edit
                _place(target, new)
                (done.added if before is None else done.updated).append(name)
            else:
                newest = known.get(name, [])[-1:] == [_hash(new)]
                (done.yours if newest else done.outdated).append(name)
        except OSError as error:
            done.failed[name] = (error.strerror or str(error)).lower()
    return done


def _place(target, data):
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.part")
    try:
        partial.write_bytes(data)
        os.replace(partial, target)  # whole or not at all
    finally:
        partial.unlink(missing_ok=True)


def _hash(data):
    """A hash of a notebook's cells, outputs included; of all bytes if it is no notebook.

    What stands around the cells is left out: JupyterLab writes the version of Python there when a notebook
    is opened, and that is no edit.
    """
    try:
        cells = json.loads(data)["cells"]
        for cell in cells:
            cell["source"] = "".join(cell["source"])  # a list of lines or one string: the same text
        data = json.dumps(cells, sort_keys=True).encode()
    except (ValueError, KeyError, TypeError):
        pass
    return hashlib.sha256(data).hexdigest()


def _remember(work, known, name, data):
    if _hash(data) not in known.setdefault(name, []):
        known[name].append(_hash(data))
        _place(work / MANIFEST, json.dumps(known, indent=1, sort_keys=True).encode())


def _read_manifest(work):
    """An unreadable manifest counts as empty: then every file that differs is treated as the learner's."""
    try:
        read = json.loads((work / MANIFEST).read_text(encoding="utf-8"))
        return {name: list(hashes) for name, hashes in read.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}
