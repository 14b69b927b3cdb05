"""What `check` hands back: rich in a notebook, plain elsewhere, a dictionary for programs."""

from dataclasses import asdict, dataclass, field, replace
from html import escape

import numpy as np

from .literals import assignments, plain

VERDICTS = (
    "not attempted",
    "raised",
    "wrong shape",
    "misconception",
    "wrong, not recognised",
    "correct",
    "correct, and note",
)
FRAME = "border-left: 4px solid currentColor; padding: 0.2em 0.9em; margin: 0.3em 0; max-width: 60em;"
CELL = (
    "border: 1px solid #8888; padding: 0.15em 0.5em; text-align: right; font-variant-numeric: tabular-nums;"
)
MARK = {"correct": "✓", "correct, and note": "✓", "not attempted": "…"}


@dataclass(frozen=True)
class Table:
    """A small matrix of numbers with a caption; `off` marks cells that differ from the right ones."""

    caption: str
    cells: tuple
    off: tuple = ()


@dataclass
class Report:
    """The result of a check.

    verdict: one of VERDICTS                misconceptions: ids of the catalogue, most likely first
    relation: 'one', 'both' (two mistakes), 'either' (no input tells them apart), 'none'
    stage: the first stage that is wrong    names: the misconceptions in words
    sentences: what seems to be believed, the evidence, what is true, one thing to try
    tables: yours beside the right one, where that helps        notes: limits, and what guarded the run
    arguments: of the call that is shown, by name: `report.arguments["scores"]` is an array to try things on
    """

    verdict: str
    exercise: str
    title: str
    misconceptions: list = field(default_factory=list)
    relation: str = "none"
    stage: str = ""
    names: list = field(default_factory=list)
    sentences: list = field(default_factory=list)
    tables: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    printed: str = ""
    arguments: dict = field(default_factory=dict)

    def to_dict(self):
        """Everything as plain lists, strings and dictionaries, ready for JSON."""
        return {**asdict(replace(self, arguments={})), "arguments": plain(self.arguments)}

    @property
    def correct(self):
        """True for 'correct' and 'correct, and note'."""
        return self.verdict.startswith("correct")

    @property
    def words(self):
        """How many words the title and the four parts have together."""
        return sum(len(text.split()) for text in (self.title, *self.sentences))

    def __str__(self):
        parts = [
            f"{MARK.get(self.verdict, '✗')} {self.exercise}: {self.verdict}. {self.title}".rstrip(),
            *self.sentences,
        ]
        parts += [f"{table.caption}\n{_plain_table(table)}" for table in self.tables]
        parts += [f"Note: {note}" for note in self.notes]
        if self.printed:
            parts.append(f"Your function printed: {self.printed}")
        return "\n".join(parts)

    __repr__ = __str__

    def _repr_html_(self):
        mark = MARK.get(self.verdict, "✗")
        html = [
            f'<div role="status" style="{FRAME}">',
            f"<p><strong><span aria-hidden='true'>{mark}</span> {escape(self.exercise)}: "
            f"{escape(self.verdict)}.</strong> {escape(self.title)}</p>",
            *(f"<p>{escape(sentence)}</p>" for sentence in self.sentences),
        ]
        if self.tables:
            html.append('<div style="display: flex; flex-wrap: wrap; gap: 1.5em;">')
            html += [_html_table(table) for table in self.tables]
            html.append("</div>")
        if self.arguments:
            html.append(
                "<details><summary>The arguments of this call</summary>"
                f"<pre>{escape(assignments(self.arguments))}</pre></details>"
            )
        html += [f"<p>Note: {escape(note)}</p>" for note in self.notes]
        if self.printed:
            html.append(f"<p>Your function printed:</p><pre>{escape(self.printed)}</pre>")
        return "".join([*html, "</div>"])


def sentence(name):
    """A misconception's name as a sentence of its own."""
    return f"{name[0].upper()}{name[1:]}."


def _plain_table(table):
    starred = [
        [cell + ("*" if (r, c) in table.off else " ") for c, cell in enumerate(row)]
        for r, row in enumerate(table.cells)
    ]
    widths = [max(len(row[c]) for row in starred) for c in range(len(starred[0]))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in starred
    )


def _html_table(table):
    rows = []
    for r, row in enumerate(table.cells):
        cells = []
        for c, cell in enumerate(row):
            # A differing cell is outlined and starred: never by colour alone.
            off = (r, c) in table.off
            style = CELL + ("outline: 2px solid currentColor; font-weight: bold;" if off else "")
            cells.append(f'<td style="{style}">{escape(cell)}{"*" if off else ""}</td>')
        rows.append(f'<tr><th scope="row" style="{CELL}">{r}</th>{"".join(cells)}</tr>')
    head = "".join(f'<th scope="col" style="{CELL}">{c}</th>' for c in range(len(table.cells[0])))
    return (
        '<table style="border-collapse: collapse;">'
        f'<caption style="text-align: left;">{escape(table.caption)}</caption>'
        f'<thead><tr><td style="{CELL}"></td>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def side_by_side(yours, right, name, differs):
    """Two tables of at most 6 × 6 cells, or none: `differs` is a boolean array of the same shape."""
    if yours.shape != right.shape or not 1 <= yours.ndim <= 4 or yours.size == 0:
        return []
    where = np.argwhere(differs)
    if not len(where):
        return []
    front = tuple(int(i) for i in where[0][:-2]) if yours.ndim > 2 else ()
    a, b, off = (np.atleast_2d(x[front]) for x in (yours, right, differs))
    if max(a.shape) > 6:
        return []
    at = f" at {list(front)}" if front else ""
    marked = tuple((int(r), int(c)) for r, c in np.argwhere(off))
    return [
        Table(f"Your {name}{at} (* differs)", _cells(a, right.dtype == bool, np.where(off, b, a)), marked),
        Table(f"Right {name}{at}", _cells(b)),
    ]


def _cells(array, as_bool=False, other=None):
    """Cells as text: three decimals, and more digits where two different numbers would look alike."""
    if array.dtype == bool or as_bool and np.isin(array, (0, 1)).all():
        return tuple(tuple(str(bool(x)) for x in row) for row in array)
    other = array if other is None else other
    return tuple(
        tuple(_cell(x, y) for x, y in zip(*rows, strict=True)) for rows in zip(array, other, strict=True)
    )


def _cell(x, y):
    def three(number):
        return (
            f"{float(number):.3f}" if np.isfinite(number) and abs(number) < 1000 else f"{float(number):.3g}"
        )

    return three(x) if x == y or three(x) != three(y) else f"{float(x):.3g}"
