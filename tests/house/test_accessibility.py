"""Every notebook can be read by everyone, and every lesson keeps its beats."""

import pytest

from tests.house.access_lint import (
    Cell,
    cells_of,
    figure_problems,
    heading_problems,
    lesson_problems,
    markdown_problems,
    paragraph_problems,
    style_problems,
)
from tests.house.prose import ROOT

LESSONS = sorted((ROOT / "notebooks/source").glob("[0-9][0-9]_*.py"))
SOLUTIONS = sorted((ROOT / "solutions").glob("[0-9][0-9]_*.py"))
READABLE = (heading_problems, markdown_problems, paragraph_problems, figure_problems)


def named(path):
    return path.name


def cells(path):
    return cells_of(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", LESSONS + SOLUTIONS, ids=named)
@pytest.mark.parametrize("rule", READABLE, ids=lambda rule: rule.__name__)
def test_headings_links_tables_and_figures_can_be_read_by_everyone(path, rule):
    assert rule(cells(path)) == []


@pytest.mark.parametrize("path", LESSONS, ids=named)
def test_a_lesson_has_short_cells_and_does_not_belittle_its_reader(path):
    assert style_problems(cells(path)) == []


@pytest.mark.parametrize("path", SOLUTIONS, ids=named)
def test_an_exercise_does_not_belittle_its_reader(path):
    assert [problem for problem in style_problems(cells(path)) if "belittles" in problem] == []


@pytest.mark.parametrize("path", [path for path in LESSONS if path.name >= "01"], ids=named)
def test_a_lesson_asks_for_a_prediction_and_ends_with_its_three_parts(path):
    assert lesson_problems(cells(path)) == []


@pytest.mark.parametrize(
    "path", [p for p in (ROOT / "README.md", ROOT / "CONTRIBUTING.md") if p.exists()], ids=named
)
def test_the_front_door_can_be_read_by_everyone(path):
    page = [Cell("markdown", path.read_text(encoding="utf-8"))]
    assert [
        p
        for rule in (heading_problems, markdown_problems, paragraph_problems)
        for p in rule(page)
        if "bare" not in p
    ] == []


GOOD = """# %% [markdown]
# # Title
#
# ## Part
#
# | a | b |
# |---|---|
# | 1 | 2 |
#
# See [the lesson on masks](06_masking.ipynb). It says “just wait”.
#
# 1. Every row sums
#    to 1 here.
# 2. A second item.

# %%
show(plot_scores(x), alt="Scores of 2 queries and 3 keys.", table=x)
show(figure, alt=f"Scores of {n} queries and their keys.")
predict("x", guess=None, confidence=None)

# %% [markdown]
# ## Remember
# ## Red flags
# ## The 60-second version
"""


@pytest.mark.parametrize("rule", [*READABLE, style_problems, lesson_problems], ids=lambda rule: rule.__name__)
def test_a_good_notebook_passes(rule):
    assert rule(cells_of(GOOD)) == []


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        (heading_problems, "# # Title", "# Title"),
        (heading_problems, "# ## Part", "# # Part"),
        (heading_problems, "# ## Part", "# ### Part"),
        (heading_problems, "# # Title", "# Words first\n\n# %% [markdown]\n# # Title"),
        (markdown_problems, "[the lesson on masks]", "[here]"),
        (markdown_problems, "It says", "Click here. It says"),
        (markdown_problems, "It says", "https://example.org says"),
        (markdown_problems, "It says", "![](scores.png) It says"),
        (markdown_problems, "It says", '<img src="scores.png"> It says'),
        (markdown_problems, "# |---|---|\n", ""),
        (markdown_problems, "# | a | b |", "# |  |  |"),
        (markdown_problems, "It says", "<table><tr><td>1</td></tr></table> It says"),
        (paragraph_problems, "It says", "Every row sums to\n# 1. It says"),
        (paragraph_problems, "It says", "The factor is near\n# 0. It says"),
        (paragraph_problems, "to 1 here", "1. A nested item"),
        (figure_problems, ', alt="Scores of 2 queries and 3 keys."', ""),
        (figure_problems, "Scores of 2 queries and 3 keys.", " "),
        (figure_problems, "Scores of {n} queries and their keys.", "{n}"),
        (figure_problems, "predict(", "plot_scores(x)\npredict("),
        (figure_problems, "predict(", "display(plot_scores(x))\npredict("),
        (figure_problems, "predict(", "plt.show()\npredict("),
        (figure_problems, "# %% [markdown]\n# ## Rem", "# %%\nplt.plot(x)\n\n# %% [markdown]\n# ## Rem"),
        (style_problems, "See [", "Just see ["),
        (style_problems, "See [", "Of course, see ["),
        (style_problems, "predict(", "x = 1\n" * 20 + "predict("),
        (lesson_problems, "predict(", "guess("),
        (lesson_problems, "# ## Red flags\n", ""),
        (lesson_problems, "# ## The 60-second version\n", ""),
    ],
)
def test_a_planted_fault_is_found(rule, old, new):
    assert old in GOOD
    assert rule(cells_of(GOOD.replace(old, new, 1))) != []
