"""show: no figure without words, and the numbers as a table."""

import re
import subprocess
import sys

import numpy as np
import pytest

from attnedu.plots import plot_pipeline, plot_scores, show
from attnedu.plots.tables import as_rows, html_table

ALT = "Scores of 2 queries and 3 keys; the largest is 2."
SCORES = np.array([[2.0, -1.0, -np.inf], [0.5, 0.0, 1.0]])


@pytest.fixture
def page(monkeypatch):
    """What `show` puts on the page: a list of MIME bundles."""
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda bundle, raw: shown.append(bundle))
    return shown


@pytest.mark.parametrize(
    "alt", [None, "", "   \n\t ", "plot", "figure 1", "scoresofthreequeriesandfivekeys", 7]
)
def test_a_figure_without_a_sentence_of_alt_text_is_refused(page, alt):
    with pytest.raises(ValueError, match="a sentence that says what the picture shows"):
        show(plot_scores(SCORES), alt=alt)
    assert page == []


def test_the_picture_carries_its_alt_text_and_the_table_has_headers(page):
    assert show(plot_scores(SCORES, ["it", "ran"], ["a", "b", "c"]), alt=ALT, table=SCORES) is None
    html = page[0]["text/html"]
    assert f'<img alt="{ALT}"' in html
    assert "data:image/png;base64,iVBOR" in html
    assert re.findall(r'<th scope="col"[^>]*>(.*?)</th>', html) == ["query", "a", "b", "c"]
    assert re.findall(r'<th scope="row"[^>]*>(.*?)</th>', html) == ["it", "ran"]
    assert "−∞ (hidden)" in html
    assert re.search(r"<caption [^>]*white-space: nowrap", html)
    assert page[0]["text/plain"] == f"Figure: {ALT}"


def test_alt_text_and_table_are_escaped(page):
    show(plot_pipeline(), alt='The row "a < b" & what follows it', table={"<b>": [1]})
    assert "&quot;a &lt; b&quot; &amp;" in page[0]["text/html"]
    assert "<b>" not in page[0]["text/html"]


def test_axes_of_a_figure_will_do_and_anything_else_is_named(page):
    show(plot_scores(SCORES).axes[0], alt=ALT)
    assert len(page) == 1
    with pytest.raises(TypeError, match="ndarray"):
        show(SCORES, alt=ALT)


def test_a_pyplot_figure_is_closed_so_that_it_is_not_shown_twice(page):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, _ = pyplot.subplots()
    show(figure, alt=ALT)
    assert not pyplot.fignum_exists(figure.number)


@pytest.mark.parametrize(
    ("table", "columns", "first"),
    [
        (np.array([0.5, 0.25]), ["row", "column 0", "column 1"], ["row 0", 0.5, 0.25]),
        ([[1, 2], [3, 4]], ["row", "column 0", "column 1"], ["row 0", 1, 2]),
        ([["T", "sum"], [0.5, 1.0]], ["T", "sum"], [0.5, 1.0]),
        ({"T": np.array([1, 2]), "name": ["a", "b"]}, ["T", "name"], [1, "a"]),
        ((["T", "sum"], [[0.5, 1.0]]), ["T", "sum"], [0.5, 1.0]),
        ([{"T": 1, "sum": 2}], ["T", "sum"], [1, 2]),
    ],
)
def test_every_form_of_table_is_read(table, columns, first):
    headers, rows = as_rows(table)
    assert (headers, rows[0]) == (columns, first)
    assert html_table(headers, rows).count("<tr>") == len(rows) + 1


@pytest.mark.parametrize("table", [{"a": [1], "b": [1, 2]}, (["a"], [[1, 2]]), np.zeros((2, 2, 2)), []])
def test_tables_that_do_not_line_up_are_refused(table):
    with pytest.raises(ValueError, match="table"):
        as_rows(table)


def test_a_number_too_small_for_three_decimals_is_not_taken_for_zero():
    html = html_table(["key", "weight"], [["a", 0.9996], ["b", 0.0004], ["c", 0.0], ["d", -1.5]])
    assert re.findall(r"<td[^>]*>(.*?)</td>", html) == ["1.000", "&lt;0.001", "0.000", "−1.500"]
    assert ">4e−07<" in html_table(["gap", "slope"], [["16", 4e-7]])


def test_figures_need_no_display_no_pyplot_and_give_no_warning():
    code = (  # a fresh process: this one may have pyplot loaded already
        "import sys, io, numpy as np; from attnedu.plots import plot_scores, side_by_side, plot_pipeline\n"
        "figures = plot_scores([[1.0, -np.inf]]), side_by_side([[0.0, 0.0]], [[0.5, 0.5]]), plot_pipeline()\n"
        "for figure in figures:\n"
        "    figure.savefig(io.BytesIO(), format='png')\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
