"""Numbers as a table with real headers, and text made safe inside HTML and SVG."""


def escape(text):
    """Text made safe inside HTML and SVG.

    >>> escape('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def html_table(caption, columns, rows):
    """One HTML table: a caption, column heads, and rows whose first cell is their head."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = ""
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        body += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    head = f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
    return f"<table>{head}<tbody>{body}</tbody></table>"


def table_text(columns, rows):
    """The same as plain text: columns as wide as they need, the first to the left, the others to the right.

    >>> print(table_text(["key", "score"], [["dog", "1.50"], ["ball", "−0.25"]]))
    key   score
    dog    1.50
    ball  −0.25
    """
    lines = [[str(cell) for cell in line] for line in (columns, *rows)]
    wide = [max(len(line[c]) for line in lines) for c in range(len(columns))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if c == 0 else cell.rjust(w)
            for c, (cell, w) in enumerate(zip(line, wide, strict=True))
        ).rstrip()
        for line in lines
    )
