"""Build the notebooks from text: lessons from notebooks/source, exercises and answers from solutions.

A rebuild is byte for byte the same: no outputs, fixed cell ids, fixed kernel metadata. The solution is the
source of the exercise: what stands between `### BEGIN SOLUTION` and `### END SOLUTION` is taken out, and a
marker that is not understood stops the build. This file uses nothing else of the package.
"""

import difflib
import hashlib
import os
import re
from pathlib import Path

import jupytext
import nbformat
import yaml  # comes with jupytext
from nbformat import v4

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
STUB = 'raise NotImplementedError("your code here")'
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# what ### comments, capital BEGIN or END, or the words of a marker in any case can be meant as
_MARKER_LIKE = re.compile(
    r"^\s*###|#.*\b(BEGIN|END)\b|#\s*(?i:begin|end)\W+(?i:(?:of\s+)?(?:the\s+)?solution\b)"
)
_CELL = re.compile(r"^# %%(?P<rest>.*)$")


class BuildError(Exception):
    """A source that cannot be built; the message names file and line."""


def build(root, check=False):
    """Write every notebook that differs from its source; return the paths that changed, relative to root.

    root:   the folder that holds notebooks/, exercises/ and solutions/
    check:  write nothing, only say what would change
    raises  BuildError for a marker that is not understood, or a built notebook that someone has written in
    """
    root = Path(root)
    wanted = expected(root)
    changed = [path for path, text in wanted.items() if _differs(root / path, text)]
    stale = [path for path in _built(root) if path not in wanted]
    if not check:
        for path in changed + stale:
            _refuse_if_written_in(root / path, path)
        for path in changed:
            _write(root / path, wanted[path])
        for path in stale:
            (root / path).unlink()
    return sorted(changed + stale)


def expected(root):
    """Return {path relative to root: text} of every notebook that the sources ask for."""
    root, wanted = Path(root), {}
    for source in sorted((root / "notebooks" / "source").glob("*.py")):
        wanted[f"notebooks/{source.stem}.ipynb"] = _notebook(source, root, "lesson")
    for source in sorted((root / "solutions").glob("*.py")):
        wanted[f"exercises/{source.stem}.ipynb"] = _notebook(source, root, "exercise")
        wanted[f"solutions/{source.stem}.ipynb"] = _notebook(source, root, "solution")
    return wanted


def _notebook(source, root, kind):
    """Return the text of one notebook; kind is "lesson", "exercise" or "solution"."""
    name = source.relative_to(root).as_posix()
    text = source.read_text(encoding="utf-8")
    _check_markers(text, name, allowed=kind != "lesson")
    read = jupytext.reads(text, fmt="py:percent")
    header = _header(read)
    cells = []
    for number, cell in enumerate(read.cells, start=1):
        tags = list(cell.metadata.get("tags", []))
        if "solution" in tags and kind == "lesson":
            raise BuildError(f"{name}: cell {number} is tagged `solution`, but a lesson has no solutions")
        if "solution" in tags and kind == "exercise":
            continue
        body = cell.source
        if kind == "exercise" and cell.cell_type == "code":
            body, unindented = _strip(body)
            if unindented:  # so that Run All goes on past it
                tags.append("raises-exception")
        new = getattr(v4, f"new_{cell.cell_type}_cell")(body, id=f"{source.stem}-{number:02d}")
        new.metadata = {key: value for key, value in cell.metadata.items() if key != "tags"}
        if tags:
            new.metadata["tags"] = tags
        cells.append(new)
    about = {**header, "kind": kind, "source": name, "digest": _digest(cells)}
    notebook = v4.new_notebook(cells=cells, metadata={**METADATA, "attnedu": about})
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def _header(read):
    """Return the `attnedu:` part of the YAML header, and drop the cell that jupytext keeps the header in."""
    if read.cells and read.cells[0].cell_type == "raw" and read.cells[0].source.startswith("---"):
        found = yaml.safe_load(read.cells.pop(0).source.strip().strip("-")) or {}
        return dict(found.get("attnedu") or {})
    return dict(read.metadata.get("attnedu") or {})


def _check_markers(text, name, allowed):
    """Raise BuildError unless every marker is known, closed, not nested, and in a code cell of a solution."""
    opened, prose = None, False
    for number, line in enumerate([*text.splitlines(), "# %%"], start=1):
        where, cell = f"{name}:{number}", _CELL.match(line)
        if cell:
            if opened:
                raise BuildError(f"{name}:{opened}: {BEGIN} is not closed by {END} before its cell ends")
            prose = any(kind in cell["rest"] for kind in ("[markdown]", "[md]", "[raw]"))
            continue
        content = (re.sub(r"^# ?", "", line) if prose else line).strip()
        if content not in (BEGIN, END):
            if _almost(content) or (not prose and _MARKER_LIKE.search(content)):
                raise BuildError(
                    f"{where}: unknown marker {content!r}; write {BEGIN!r} or {END!r} on its own line"
                )
        elif prose:
            raise BuildError(f"{where}: {content} in a text cell hides nothing; put it into a code cell")
        elif not allowed:
            raise BuildError(f"{where}: a lesson has no solutions; exercises are built from solutions/")
        elif content == BEGIN:
            if opened:
                raise BuildError(f"{where}: {BEGIN} inside the region opened at line {opened}")
            opened = number
        elif not opened:
            raise BuildError(f"{where}: {END} without a {BEGIN}")
        else:
            opened = None


def _almost(content):
    """True for a comment that is probably a misspelt marker: `## BEGN SOLUTION`."""
    words = content.lstrip("# ").upper() if content.startswith("#") else ""
    return any(
        difflib.SequenceMatcher(None, words, mark.lstrip("# ")).ratio() > 0.85 for mark in (BEGIN, END)
    )


def _strip(body):
    """Return the cell with each region replaced by the stub, and whether one is unindented."""
    kept, inside, unindented = [], False, False
    for line in body.splitlines():
        if line.strip() == BEGIN:
            indent = line[: len(line) - len(line.lstrip())]
            kept.append(indent + STUB)
            inside, unindented = True, unindented or not indent
        elif line.strip() == END:
            inside = False
        elif not inside:
            kept.append(line)
    return "\n".join(kept), unindented


def _digest(cells):
    """A short hash of what stands in the cells: it tells a built notebook from one that was written in."""
    text = "\0".join(f"{cell.cell_type}\0{cell.source}" for cell in cells)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _refuse_if_written_in(path, name):
    """Raise BuildError rather than overwrite or remove a notebook that holds somebody's work."""
    if not path.exists():
        return
    try:
        notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
        untouched = notebook.metadata["attnedu"]["digest"] == _digest(notebook.cells)
    except (ValueError, KeyError, nbformat.ValidationError):
        untouched = False
    if not untouched:
        raise BuildError(
            f"{name} was edited by hand and would be lost: move it into work/ or delete it, then build again"
        )


def _built(root):
    """List the notebooks that a build has written, whether or not their source still exists."""
    found = [
        path for room in ("notebooks", "exercises", "solutions") for path in (root / room).glob("*.ipynb")
    ]
    return [
        path.relative_to(root).as_posix()
        for path in sorted(found)
        if '"digest": "' in path.read_text("utf-8")
    ]


def _differs(path, text):
    return not path.exists() or path.read_bytes() != text.encode()


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    partial.write_bytes(text.encode())  # bytes: no CRLF on Windows
    os.replace(partial, path)
