"""What predict, outcome and quiz hand back: one text, as HTML in a notebook and plain elsewhere."""

import re
from html import escape

CELL = "border: 1px solid #8888; padding: 0.2em 0.6em; text-align: left; vertical-align: top;"
CODE = "margin: 0.6em 0 1em;"  # so that a table that follows does not touch it
FRAME = "border-left: 4px solid currentColor; padding: 0.2em 0.9em; margin: 0.3em 0; max-width: 60em;"


class Card:
    """A heading, at most one table, a reply, sentences; `data` holds the same for programs.

    Colours are the page's own, in light and in dark; every judgement is a word.
    closed: (summary, columns, rows), a second table, opened by a click; on a page alone, never in the text

    >>> print(Card("Right.", ["Each row sums to 1."], data={"right": True}))
    Right.
    Each row sums to 1.
    """

    def __init__(
        self, title, sentences=(), columns=(), rows=(), data=None, preformatted="", reply="", closed=None
    ):
        self.title, self.sentences = title, list(sentences)
        self.columns, self.rows = list(columns), [[str(cell) for cell in row] for row in rows]
        self.preformatted, self.reply = preformatted.strip("\n"), reply
        self.data, self.closed = dict(data or {}), closed

    def __str__(self):
        parts = [self.title]
        if self.preformatted:
            parts.append(self.preformatted)
        if self.rows:
            lines = [self.columns, *self.rows]
            widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
            parts += ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
        return "\n".join([*parts, *([self.reply] if self.reply else []), *self.sentences])

    __repr__ = __str__

    def _repr_html_(self):
        # role="status": a screen reader announces the result when it appears, without moving to it.
        html = f'<div role="status" style="{FRAME}"><p><strong>{_inline(self.title)}</strong></p>'
        if self.preformatted:
            html += f'<pre style="{CODE}">{escape(self.preformatted)}</pre>'
        if self.rows:
            html += _table(self.columns, self.rows)
        if self.reply:
            html += f"<p><strong>{_inline(self.reply)}</strong></p>"
        html += "".join(f"<p>{_inline(sentence)}</p>" for sentence in self.sentences)
        if self.closed:
            summary, columns, rows = self.closed
            html += f"<details><summary>{_inline(summary)}</summary>{_table(columns, rows)}</details>"
        return html + "</div>"


def _table(columns, rows):
    head = "".join(f'<th scope="col" style="{CELL}">{_inline(column)}</th>' for column in columns)
    html = f'<table style="border-collapse: collapse;"><thead><tr>{head}</tr></thead><tbody>'
    for first, *rest in rows:
        cells = "".join(f'<td style="{CELL}">{_inline(str(cell))}</td>' for cell in rest)
        html += f'<tr><th scope="row" style="{CELL}">{_inline(str(first))}</th>{cells}</tr>'
    return html + "</tbody></table>"


def _inline(text):
    """Text made safe for HTML; what stands between backticks is set as code.

    >>> _inline("sum along `axis` < 1")
    'sum along <code>axis</code> &lt; 1'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
