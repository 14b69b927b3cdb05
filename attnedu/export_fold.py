"""What happened, behind a fold: code that tells the answer would stand right below the question."""

import re

OUTCOME = re.compile(r"^outcome\(", re.M)
FORM = re.compile(r"^(predict|Quiz)\b[.\w]*\(", re.M)
WIDGET = '<div class="pg-widget"'
FOLD = "<details><summary>Show what happened</summary>"  # as the card of `outcome` has it


def folded(cells, parts):
    """Return the parts of a page, where each cell that calls `outcome` is closed until somebody opens it.

    cells: of a notebook        parts: the HTML of each; what is empty is left out

    Code cells between it and the form of the prediction are in the same fold, for they compute the answer;
    not if text or a widget stands between, which are there to be read and tried before.
    """
    parts = list(parts)
    for end in reversed(range(len(cells))):
        if _code(cells[end]) and OUTCOME.search(cells[end].source):
            start = _first(cells, parts, end)
            inside = "\n".join(filter(None, parts[start : end + 1]))
            inside = re.sub(f"{FOLD}(.*?)</details>", r"\1", inside, flags=re.DOTALL)  # one fold is enough
            fold = FOLD.replace("<details", '<details class="pg-fold"')
            parts[start : end + 1] = [f"{fold}\n{inside}</details>"]
    return [part for part in parts if part]


def _first(cells, parts, end):
    """Index of the cell after the form, if only code leads from there to `end`; else `end`."""
    for at in reversed(range(end)):
        if not _code(cells[at]) or OUTCOME.search(cells[at].source):
            return end
        if FORM.search(cells[at].source):
            return at + 1
        if WIDGET in parts[at]:
            return end
    return end


def _code(cell):
    return cell.cell_type == "code"
