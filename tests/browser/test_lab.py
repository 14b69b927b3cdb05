"""The course in a real JupyterLab: every notebook runs, two widgets are worked by mouse and keyboard.

ATTNEDU_SCREENSHOTS=folder saves each lesson, as a learner sees it after Run All, for somebody to look at.
"""

import os
import re
from pathlib import Path

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import explore_mask_lab

from .lab_page import ROOT, TOKEN, Notebook, Watcher, add_solutions, running_lab, visit

LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
OTHERS = sorted(
    f"{folder}/{path.name}"
    for folder in ("exercises", "solutions")
    for path in (ROOT / folder).glob("*.ipynb")
)
FIRST = "00_start_here.ipynb"
WORKED = {"01_talent_show.ipynb", "06_masking.ipynb"}  # opened by tests of their own
pytestmark = pytest.mark.timeout(180)  # a busy machine of two cores; the whole file takes about 80 s


@pytest.fixture(scope="module")
def lab(browser_path, tmp_path_factory):
    with running_lab(tmp_path_factory.mktemp("course")) as running:
        add_solutions(running)
        yield running


@pytest.fixture(scope="module")
def window(lab, chromium):
    """One page for all notebooks, as a learner has it, and what it complained about since the last test."""
    page = chromium.new_page(viewport={"width": 1200, "height": 1000})
    watcher = Watcher(page, lab.origin)
    visit(page, lab, FIRST)
    yield page, watcher
    page.close()


@pytest.fixture
def opened(window):
    """A function that opens a notebook; afterwards the page may have no complaint."""
    page, watcher = window
    notebooks = []

    def open_it(path):
        notebooks.append(Notebook(page, path))
        return notebooks[-1]

    yield open_it
    for notebook in notebooks:
        notebook.close()
    complaints, watcher.complaints[:] = list(watcher.complaints), []
    assert complaints == []


def runs_without_an_error(notebook):
    notebook.run_all()
    assert notebook.errors() == []
    notebook.wait_for_widgets()
    folder = os.environ.get("ATTNEDU_SCREENSHOTS")
    if folder:
        assert notebook.pictures(Path(folder))
    return notebook


def row_sums(widget):
    """The sums as the page prints them, as numbers."""
    return [
        float(re.search(r"up to ([\d.]+) %", text)[1]) / 100
        for text in widget.locator(".at-sum").all_inner_texts()
    ]


def test_the_talent_show_is_worked_by_mouse_and_keyboard_and_its_row_sums_are_those_of_core(opened):
    notebook = runs_without_an_error(opened("01_talent_show.ipynb"))
    page, widget = notebook.page, notebook.panel.locator(".at-widget:has(.at-sheet)")
    assert widget.count() == 1
    widget.scroll_into_view_if_needed()
    widget.get_by_role("button", name="Host: calculate").click()
    assert row_sums(widget) == [1, 1, 1]

    scores = np.array(core.talent_show().scores)
    bar = widget.locator(".at-scorebar").nth(0)  # by mouse: Ada and the juggler
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    number = widget.get_by_role("spinbutton", name="Ada, juggler: score")
    scores[0, 0] = float(number.input_value())
    assert scores[0, 0] == pytest.approx(4, abs=0.2)

    selected = notebook.selected_cell()
    number = widget.get_by_role(
        "spinbutton", name="Ada, singer: score"
    )  # by keyboard: JupyterLab wants arrows too
    number.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    scores[0, 1] += 1.5
    assert float(number.input_value()) == scores[0, 1]
    assert number.evaluate("e => e === document.activeElement")
    assert notebook.selected_cell() == selected, "an arrow key moved to another cell of the notebook"

    after = widget.get_by_role("button", name="after, on the percentages")
    widget.get_by_role("button", name="juggler", exact=True).click()
    assert row_sums(widget) == [1, 1, 1]
    after.focus()
    page.keyboard.press("Enter")
    kept = core.zero_weights(core.softmax(scores), np.arange(4) != 0)
    assert row_sums(widget) == pytest.approx(core.row_sums(kept), abs=5e-4)


def test_the_mask_lab_is_worked_by_mouse_and_keyboard_and_its_row_sums_are_those_of_core(opened):
    notebook = runs_without_an_error(opened("06_masking.ipynb"))
    page, widget = notebook.page, notebook.panel.locator(".at-widget:has(.at-grid)")
    assert widget.count() == 1
    widget.scroll_into_view_if_needed()

    def shown():
        """Row sums of both sides, as the pictures are read aloud."""
        labels = [
            picture.get_attribute("aria-label") for picture in widget.locator("svg.at-grid[role=img]").all()
        ]
        sums = [label.split("Row sums:")[1].split("Each sum fell by")[0] for label in labels]
        return [[float(x) for x in re.findall(r"(\d\.\d+)[,.]", text)] for text in sums]

    assert shown() == [[1] * 5] * 2
    widget.get_by_role("gridcell", name="query “dog”, key “ball”").click()  # by mouse: hide one cell
    mask = np.ones((5, 5), dtype=bool)
    mask[1, 4] = False
    expected = explore_mask_lab(mask=mask)
    assert shown()[0] == [1] * 5
    assert shown()[1] == pytest.approx(expected["row_sums_on_weights"], abs=5e-4)
    assert shown()[1][1] < 0.9

    selected = notebook.selected_cell()
    slider = widget.get_by_role("slider", name=re.compile("Push"))  # by keyboard: push the hidden score
    slider.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert float(slider.input_value()) == pytest.approx(2)
    assert notebook.selected_cell() == selected, "an arrow key moved to another cell of the notebook"
    page.keyboard.press("ArrowUp")
    assert notebook.selected_cell() == selected
    page.keyboard.press("ArrowDown")
    expected = explore_mask_lab(mask=mask, push=2)
    assert shown()[1] == pytest.approx(expected["row_sums_on_weights"], abs=5e-4)
    assert "Leak: “ball” is hidden from “dog”" in widget.locator(".at-sum").inner_text()


@pytest.mark.parametrize("path", [path for path in LESSONS + OTHERS if path not in WORKED])
def test_run_all_works_and_shows_no_error(path, opened):
    runs_without_an_error(opened(path))


def test_the_first_page_is_the_first_lesson(lab, chromium):
    page = chromium.new_page()
    page.goto(f"{lab.origin}/?token={TOKEN}")
    page.wait_for_url(f"**/lab/tree/{FIRST}*")
    page.close()


def test_the_files_of_this_clone_were_not_touched(lab):
    assert ROOT not in lab.work.parents
    assert sorted(path.name for path in lab.work.glob("*.ipynb")) == LESSONS
