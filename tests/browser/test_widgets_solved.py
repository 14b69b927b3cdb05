"""The questions of the widgets, answered in Chromium by keyboard and by mouse."""

import re

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import MaskLab, SoftmaxBridge, TalentShow, explore_mask_lab

from .widget_page import sums, trait, view


def test_the_talent_show_is_solved_with_the_keyboard_alone(open_page):
    page = open_page(TalentShow())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the host calculates
    assert sums(page) == ["percentages add up to 100.0 %"] * 3
    for act in ("singer", "magician"):
        box = view(page).get_by_label(f"Ada, {act}: score", exact=True).locator("input")
        box.focus()
        for _ in range(5):
            page.keyboard.press("ArrowDown")
    assert trait(page, "scores")[0] == [2, -1.5, -2.5, -1]
    assert trait(page, "reached") == ["ninety"]
    page.wait_for_timeout(400)
    assert "Reached: Ada" in view(page).get_by_role("status").inner_text()
    assert "✓ reached" in view(page, "two").inner_text()


def test_an_act_scratched_out_afterwards_leaves_the_row_short(open_page):
    page = open_page(TalentShow())
    view(page).get_by_role("button", name="Host: calculate").click()
    view(page).get_by_role("button", name="singer", exact=True).click()
    assert sums(page)[0] == "percentages add up to 100.0 %"
    assert trait(page, "reached") == []
    heads = view(page).locator(".at-banks")
    assert "weights · shares of 100 %" in heads.inner_text()
    view(page).get_by_role("button", name="after, on the percentages").click()
    assert sums(page)[0] == "percentages add up to 76.3 % (23.7 % given to no one)"
    assert "what is left of the weights" in heads.inner_text()  # a short row holds no weights
    assert "weights ·" not in heads.inner_text()
    assert trait(page, "reached") == ["short"]
    view(page).get_by_role("button", name="before the host calculates").click()
    assert trait(page, "reached") == ["short", "full"]


def test_what_a_late_mask_leaves_is_called_a_share_until_it_is_renormalised(open_page):
    page = open_page(MaskLab(mask=core.causal_mask(5)))
    view(page).get_by_role("button", name="Show the numbers as a table").click()
    heads, late = view(page).locator(".at-tables thead"), view(page).locator(".at-grid").nth(2)
    assert "mask on weights: share" in heads.inner_text()
    assert late.get_attribute("aria-label").startswith(
        "Shares left by the mask on the weights. Row sums: the "
    )
    view(page).get_by_role("button", name="renormalise", exact=True).click()
    assert "mask on weights: weight" in heads.inner_text()
    assert late.get_attribute("aria-label").startswith("Weights masked and renormalised. Row sums: the 1.000")


def test_in_the_grids_of_a_mask_lab_every_token_has_a_name_and_every_number_stays_in_its_cell(open_page):
    mask = np.ones((8, 8), bool)
    mask[:, 3] = False
    scores = np.array([-59.7, 62.8, -303.4, 4.2, -4.2, 999.4, -999.6, 0.0]) * np.ones((8, 1))
    page = open_page(MaskLab(scores, ["", " ", "WWWWWWW", "aaaaaaaaa", "b", "b", "שלום", "it"], mask))
    words = view(page).locator(".at-grid").nth(0).locator(".at-key").all_text_contents()
    assert [word[:3] for word in words[:2]] == ["(em", "(sp"]
    outside = page.evaluate("""() => [...document.querySelectorAll("#one .at-celltext")].filter((e) => {
      const [text, cell] = [e, e.previousSibling].map((one) => one.getBoundingClientRect());
      return text.width > cell.width; }).map((e) => e.textContent)""")
    assert outside == []


@pytest.mark.parametrize("widget", [TalentShow, SoftmaxBridge])
def test_in_a_narrow_column_scores_and_weights_keep_their_heads(widget, open_page):
    page = open_page(widget())
    page.set_viewport_size({"width": 400, "height": 900})
    for words, bar in (("score|softmax receives", ".at-scorebar"), ("weights ·", ".at-weightbar")):
        head = view(page).locator(".at-banks span").filter(has_text=re.compile(words)).last.bounding_box()
        first = view(page).locator(bar).first.bounding_box()
        assert head is not None
        assert head["y"] + head["height"] <= first["y"]
        assert head["x"] == pytest.approx(first["x"], abs=14)  # over the bars that it names


def test_a_bar_follows_the_mouse_and_the_arrow_keys_move_the_temperature(open_page):
    page = open_page(SoftmaxBridge())
    bar = view(page).locator(".at-scorebar").nth(0)
    box = bar.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 14, steps=4)
    page.mouse.up()
    assert trait(page, "scores")[0] == pytest.approx(-3.0, abs=0.1)
    assert (
        view(page).get_by_label("juggler: score", exact=True).locator("input").input_value().startswith("-")
    )
    view(page).get_by_role("button", name="Start again").click()
    assert trait(page, "scores")[0] == 2
    slider = view(page).get_by_role("slider", name="Temperature, divides every score")
    slider.focus()
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    assert slider.get_attribute("aria-valuetext") == f"{trait(page, 'temperature'):g}"
    weights = core.temperature_softmax(core.talent_show().scores[0], trait(page, "temperature"))
    assert view(page).locator(".at-printed").nth(0).inner_text() == f"{weights[0]:.3f}"
    assert trait(page, "reached") == ["sharp"]


def test_a_number_out_of_range_is_refused_in_words_and_put_back(open_page):
    page = open_page(SoftmaxBridge())
    box = view(page).get_by_role("spinbutton", name="Temperature, divides every score")
    box.fill("0")
    assert "a number from 0.05 to 100" in view(page).inner_text()
    assert box.get_attribute("aria-invalid") == "true"
    box.press("Tab")
    assert (box.input_value(), trait(page, "temperature")) == ("1", 1)
    assert "kept 1: a number from 0.05 to 100" in view(page).inner_text()  # and stays to be read
    box.fill("1/2")
    box.press("Enter")
    assert trait(page, "temperature") == 0.5
    assert "a number from" not in view(page).inner_text()


def test_the_mask_lab_is_solved_with_the_keyboard_alone(open_page):
    page = open_page(MaskLab())
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    for _ in range(4):
        page.keyboard.press(" ")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert trait(page, "mask")[0] == [False] * 5
    assert trait(page, "reached") == ["empty"]
    assert "Empty row: “the”" in sums(page)[0]
    view(page).get_by_role("button", name="causal: hide the future").press("Enter")
    slider = view(page).get_by_role("slider", name=re.compile("Push"))
    slider.focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert trait(page, "push") == pytest.approx(3)
    assert "▲ Leak: “ball” is hidden from “the”, “dog”, “chased”, “a”" in sums(page)[0]
    view(page).get_by_role("button", name="ball", exact=True).press("Enter")
    assert "is no leak" in view(page).inner_text()
    lost = explore_mask_lab(mask=core.causal_mask(5))["row_sums_on_weights"]
    lost = (lost - explore_mask_lab(mask=core.causal_mask(5), push=3)["row_sums_on_weights"])[:4]
    most = ("the", "dog", "chased", "a")[lost.argmax()]
    least = ("the", "dog", "chased", "a")[lost.argmin()]
    view(page).get_by_role("button", name=least, exact=True).press("Enter")
    assert "another row’s sum fell by more" in view(page).inner_text()
    view(page).get_by_role("button", name=most, exact=True).press("Enter")
    assert trait(page, "reached") == ["empty", "leak"]
    view(page).get_by_role("button", name="renormalise", exact=True).press("Enter")
    assert "Both sides hold the same weights." in sums(page)[0]
    for _ in range(3):
        view(page).get_by_role("button", name=re.compile("ten times as much")).click()
    assert trait(page, "push") == 1000
    assert "0/0 in row" in sums(page)[0]
    assert trait(page, "reached") == ["empty", "leak", "switch", "broken"]


def test_the_row_shift_is_recognised_after_the_temperature_was_moved(open_page):
    page = open_page(SoftmaxBridge())
    slider = view(page).get_by_role("slider", name="Temperature, divides every score")
    slider.focus()
    page.keyboard.press("End")
    assert trait(page, "temperature") == 100
    page.keyboard.press("Home")
    assert trait(page, "temperature") == 0.05
    seen = set()
    for _ in range(80):
        page.keyboard.press("ArrowRight")
        seen.add(trait(page, "temperature"))
    assert {0.5, 1, 2, 100} <= seen
    view(page).get_by_role("spinbutton", name="Row shift").fill("3")
    assert "shift" in trait(page, "reached")


def test_starting_again_opens_the_questions_again(open_page):
    page = open_page(SoftmaxBridge())
    view(page).get_by_role("spinbutton", name="Row shift").fill("3")
    assert trait(page, "reached") == ["shift"]
    view(page).get_by_role("button", name="Start again").click()
    assert trait(page, "reached") == []
    for which in ("one", "two"):
        assert view(page, which).locator("[data-reached=true]").count() == 0
        assert "moved by" not in view(page, which).inner_text()


@pytest.mark.parametrize(("typed", "score"), [("1,5", 1.5), ("−2", -2), ("-0,25", -0.25), (".5", 0.5)])
def test_a_number_may_be_typed_with_a_comma_or_a_true_minus_sign(open_page, typed, score):
    page = open_page(TalentShow())
    box = view(page).get_by_role("spinbutton", name="Ada, singer: score")
    box.fill("")
    box.press_sequentially(typed)
    box.press("Tab")
    assert trait(page, "scores")[0][1] == score
    assert box.input_value() == f"{score:g}"


def test_page_up_is_ten_steps_and_the_step_buttons_are_no_tab_stops(open_page):
    page = open_page(TalentShow())
    box = view(page).get_by_role("spinbutton", name="Ada, singer: score")
    box.press("PageUp")
    assert trait(page, "scores")[0][1] == 6
    page.keyboard.press("Tab")
    assert "magician" in page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_the_message_of_a_wrong_number_lies_over_no_other_box(open_page):
    for wide in (1000, 353):
        page = open_page(TalentShow())
        page.set_viewport_size({"width": wide, "height": 900})
        view(page).get_by_role("spinbutton", name="Ada, juggler: score").fill("9000")
        over = page.evaluate(
            """() => { const place = (e) => e.getBoundingClientRect();
            const m = place(document.querySelector("#one .at-wrong:not(:empty)"));
            return [...document.querySelectorAll("#one input, #one button")].map(place).filter((b) =>
              b.left < m.right && m.left < b.right && b.top < m.bottom && m.top < b.bottom).length; }"""
        )
        assert over == 0
        assert view(page).locator(".at-wrong:not(:empty)").bounding_box()["width"] > 60


@pytest.mark.parametrize("wide", [1000, 600, 353])
def test_nothing_moves_when_the_host_calculates(open_page, wide):
    page = open_page(TalentShow())
    page.set_viewport_size({"width": wide, "height": 900})
    tops = """() => [...document.querySelectorAll("#one .at-sheet, #one .at-button, #one .at-goals")].map(
      (e) => [e.getBoundingClientRect().left, e.getBoundingClientRect().top + scrollY])"""
    before = page.evaluate(tops)
    view(page).get_by_role("button", name="Host: calculate").click()
    assert page.evaluate(tops) == before
    assert view(page).get_by_role("button", name="Hide the percentages").count() == 1


def test_the_sum_of_the_scores_leaves_a_struck_act_out(open_page):
    page = open_page(TalentShow())
    view(page).get_by_role("button", name="juggler", exact=True).click()
    assert "scores left add up to 0.00" in view(page).inner_text()
    view(page).get_by_role("button", name="after, on the percentages").click()
    assert "scores add up to 2.00" in view(page).inner_text()


@pytest.mark.parametrize(
    ("typed", "kept"), [("9999", 1), ("-1/2/3", 1), ("-1/2", -0.5), ("12x", 1), ("1e2", 100)]
)
def test_a_number_that_was_never_finished_changes_nothing(open_page, typed, kept):
    page = open_page(TalentShow())
    box = view(page).get_by_role("spinbutton", name="Ada, singer: score")
    box.press("ControlOrMeta+a")
    box.press_sequentially(typed)
    box.press("Tab")
    assert trait(page, "scores")[0][1] == kept
    assert box.input_value() == str(kept)


def test_after_a_number_was_changed_and_changed_back_the_page_follows_python_again(open_page):
    page = open_page(SoftmaxBridge())
    box = view(page).get_by_role("spinbutton", name="juggler: score")
    box.focus()
    page.keyboard.press("End")
    page.keyboard.press("5")
    page.evaluate("model.set('scores', [7, 0, 0, 0])")  # what the hand holds is newer
    assert (box.input_value(), trait(page, "scores")[0]) == ("25", 25)
    page.keyboard.press("Backspace")
    page.keyboard.press("Tab")
    page.wait_for_function("window.saved")
    page.evaluate("model.set('scores', [7, 0, 0, 0])")
    assert trait(page, "scores") == [7, 0, 0, 0]
    page.wait_for_function("e => e.value === '7'", arg=box.element_handle())
