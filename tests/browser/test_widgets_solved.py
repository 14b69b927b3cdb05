"""The questions of the widgets, answered in Chromium by keyboard and by mouse."""

import re

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
    assert trait(page, "reached") == ["full"]
    view(page).get_by_role("button", name="after, on the percentages").click()
    assert sums(page)[0] == "percentages add up to 76.3 % (23.7 % given to no one)"
    assert trait(page, "reached") == ["full", "short"]


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


def test_the_mask_lab_is_solved_with_the_keyboard_alone(open_page):
    page = open_page(MaskLab())
    page.keyboard.press("Tab")
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
    view(page).get_by_role("button", name=most, exact=True).press("Enter")
    assert trait(page, "reached") == ["empty", "leak"]
    view(page).get_by_role("button", name="renormalise", exact=True).press("Enter")
    assert "Both sides hold the same weights." in sums(page)[0]
    view(page).get_by_role("spinbutton", name=re.compile("Push")).fill("900")
    assert "0/0 in row" in sums(page)[0]
    assert trait(page, "reached") == ["empty", "leak", "switch", "broken"]
