"""Lessons whose widgets are worked by mouse and keyboard in JupyterLab: the page prints what core says."""

import re

import numpy as np
import pytest

from attnedu import core
from attnedu.core.recordings import recording
from attnedu.widgets import explore_mask_lab

from .lab_page import runs_without_an_error

DRIVEN = {
    "01_talent_show.ipynb",
    "03_softmax.ipynb",
    "04_weights_and_output.ipynb",
    "05_worked_example.ipynb",
    "06_masking.ipynb",
}
pytestmark = pytest.mark.timeout(180)


def in_sight(widget):
    """Scroll to a widget and wait until it is drawn: JupyterLab skips what is far outside the window."""
    widget.scroll_into_view_if_needed()
    widget.page.wait_for_function("e => e.innerText.trim() !== ''", arg=widget.element_handle())


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


def test_the_softmax_bridge_is_worked_by_mouse_and_keyboard_and_its_weights_are_those_of_core(opened):
    notebook = runs_without_an_error(opened("03_softmax.ipynb"))
    page, widget = notebook.page, notebook.panel.locator(".at-widget:has(.at-scorebar)")
    assert widget.count() == 1
    in_sight(widget)

    def shown():
        return [float(text) for text in widget.locator(".at-printed").all_inner_texts()]

    scores = np.array([2.0, 1.0, 0.0])
    assert shown() == pytest.approx(core.softmax(scores), abs=5e-4)
    slider = widget.get_by_role("slider", name="Temperature, divides every score")
    slider.focus()
    selected = notebook.selected_cell()
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    box = widget.get_by_role("spinbutton", name="Temperature, divides every score")
    temperature = float(box.input_value())
    assert temperature < 0.9
    assert notebook.selected_cell() == selected, "an arrow key moved to another cell of the notebook"
    assert shown() == pytest.approx(core.temperature_softmax(scores, temperature), abs=5e-4)
    bar = widget.locator(".at-scorebar").nth(2)
    bar.scroll_into_view_if_needed()
    place = bar.bounding_box()
    y = place["y"] + place["height"] / 2
    page.mouse.move(place["x"] + 0.5 * place["width"], y)
    page.mouse.down()
    page.mouse.move(place["x"] + 0.7 * place["width"], y, steps=5)
    page.mouse.up()
    scores[2] = float(widget.get_by_role("spinbutton", name=": score").nth(2).input_value())
    assert scores[2] > 0.5
    assert shown() == pytest.approx(core.temperature_softmax(scores, temperature), abs=5e-4)


def test_the_convex_hull_is_worked_by_mouse_and_keyboard_and_its_output_is_that_of_core(opened):
    notebook = runs_without_an_error(opened("04_weights_and_output.ipynb"))
    page, widget = notebook.page, notebook.panel.locator(".at-widget:has(.at-rowbank)")
    assert widget.count() == 1
    in_sight(widget)

    def output():
        words = widget.locator("p.at-sum").first.inner_text().replace("−", "-")
        return [float(x) for x in re.findall(r"-?[0-9]+[.][0-9]+", words)]

    show = core.talent_show()
    scores, values = np.array(show.scores[0]), np.array(show.values)
    expected = core.attention_output(core.softmax(scores)[None], values)[0]
    assert output() == pytest.approx(expected, abs=5e-3)
    box = widget.get_by_role("spinbutton", name="dancer: score")
    box.focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    scores[3] += 3
    expected = core.attention_output(core.softmax(scores)[None], values)[0]
    assert output() == pytest.approx(expected, abs=5e-3)
    widget.get_by_role("button", name="shares", exact=True).click()
    widget.get_by_role("button", name="keep the sum at 1").click()
    box = widget.get_by_role("spinbutton", name="juggler: share")
    box.fill("1.3")
    box.press("Enter")
    row = core.softmax(scores)
    row[0] = 1.3
    assert output() == pytest.approx(row @ values, abs=5e-3)
    assert "outside the hull" in widget.inner_text().lower()


def test_the_head_grid_is_worked_by_mouse_and_keyboard_and_its_numbers_are_those_of_the_recording(opened):
    notebook = runs_without_an_error(opened("05_worked_example.ipynb"))
    page, widget = notebook.page, notebook.panel.locator(".at-widget:has(.at-thumbs)")
    assert widget.count() == 1
    in_sight(widget)
    smol = recording("smollm2")

    def readout(layer, head, query, key):
        scores = core.mask_scores(smol.head(layer, head).astype(float), core.causal_mask(9))
        i, j = (list(smol.tokens).index(word) for word in (query, key))
        words = widget.locator(".at-heads-readout").inner_text()
        score, weight = re.search(r"score ([−0-9.]+) → weight ([0-9.]+)", words).groups()
        assert f"query “{query}”, key “{key}”" in words
        assert float(score.replace("−", "-")) == pytest.approx(scores[i, j], abs=5e-3)
        assert float(weight) == pytest.approx(core.softmax(scores)[i, j], abs=5e-4)

    readout(0, 0, "The", "The")
    widget.locator(".at-thumb-current").focus()
    selected = notebook.selected_cell()
    for key, times in (("ArrowDown", 22), ("ArrowRight", 6)):
        for _ in range(times):
            page.keyboard.press(key)
    assert notebook.selected_cell() == selected, "an arrow key moved to another cell of the notebook"
    grid = widget.get_by_role("grid", name=re.compile("Scores"))
    cell = grid.get_by_role("gridcell")
    cell.focus()
    for key, times in (("ArrowDown", 6), ("ArrowRight", 4)):
        for _ in range(times):
            page.keyboard.press(key)
    readout(22, 6, "it", "ball")
    thumbs = widget.get_by_role("grid", name=re.compile("All heads"))
    thumbs.scroll_into_view_if_needed()
    box = thumbs.bounding_box()
    thumbs.click(position={"x": 2.5 * box["width"] / 9, "y": 1.5 * box["height"] / 30})
    readout(1, 2, "it", "ball")
