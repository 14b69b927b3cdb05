"""Put a figure on the page together with the words and the numbers that say the same."""

import base64
import io
import sys
from html import escape

from .tables import as_rows, html_table

SHORTEST_ALT = 20  # characters: "Scores of 3 queries." is about the least that says something
DOTS = 200  # drawn at twice the size it is shown at, so that it stays sharp on a projector


def show(fig, alt=None, table=None, caption="The same numbers as a table"):
    """Display a figure with alternative text, and its numbers as a table below; then close the figure.

    fig:    a matplotlib Figure, or Axes of one
    alt:    what the picture shows, in a sentence: it is read aloud where the picture cannot be seen
    table:  a 1-D or 2-D array, a list of rows, a dict of columns, or (columns, rows); None for no table
    raises  ValueError if alt is missing, empty or shorter than a sentence; TypeError if fig is no figure

    JupyterLab ignores the alternative text of a PNG output (it reads width and height alone), so the picture
    is placed in HTML, where its alternative text counts in every front end.
    """
    from matplotlib.figure import Figure

    figure = getattr(fig, "figure", fig)
    if not isinstance(figure, Figure):
        raise TypeError(f"show needs a matplotlib figure, but got {type(fig).__name__}")
    alt = checked_alt(alt)
    parts = [picture_html(figure, alt)]
    words = f"Figure: {alt}"
    if table is not None:
        columns, rows = as_rows(table, _cell_names(figure))
        parts.append(html_table(columns, rows, caption))
    from IPython.display import display

    display({"text/html": "".join(parts), "text/plain": words}, raw=True)
    _close(figure)


def checked_alt(alt):
    """The alternative text without spaces around it, or ValueError with an example of a good one.

    >>> checked_alt(" Scores of 2 queries and 3 keys. ")
    'Scores of 2 queries and 3 keys.'
    """
    text = " ".join(alt.split()) if isinstance(alt, str) else ""
    if len(text) < SHORTEST_ALT or " " not in text:
        raise ValueError(
            f"show needs alt, a sentence that says what the picture shows, but got {alt!r}. For example: "
            'alt="Scores of 3 queries and 5 keys; the largest, 2.1, is for dog and ball."'
        )
    return text


def picture_html(figure, alt):
    """The figure as an <img> with its alternative text; nothing is fetched, the PNG travels inside."""
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=DOTS)
    width = round(figure.get_figwidth() * 100)
    source = base64.b64encode(data.getvalue()).decode("ascii")
    style = "max-width: 100%; height: auto; background: white;"
    return (
        f'<img alt="{escape(alt, quote=True)}" width="{width}" style="{style}"'
        f' src="data:image/png;base64,{source}">'
    )


def _cell_names(figure):
    """Query and key names as the figure shows them, so that the table says the same."""
    for axes in figure.axes:
        if (axes.get_xlabel(), axes.get_ylabel()) == ("key", "query"):
            return tuple(
                [t.get_text() for t in labels] for labels in (axes.get_yticklabels(), axes.get_xticklabels())
            )
    return None


def _close(figure):
    # A figure made with pyplot would be shown a second time at the end of the cell.
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close(figure)
