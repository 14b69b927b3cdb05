"""BiasLab in Chromium: its questions answered by mouse and by keyboard, odd tokens, a narrow column."""

import math
import re

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets._bias_lab import SCORES
from attnedu.widgets.bias_lab import BiasLab

from .widget_page import FRAME, LATENCY, quickest, trait, view

ODD = ["", "the", "the", "<script>window.hit = 1</script>", "שלום עולם", "e\u0301", "x" * 200, "👩‍👩‍👧‍👦"]
TWELVE = np.random.default_rng(4).normal(size=(12, 12)) * 1.5


def button(page, name):
    return view(page).get_by_role("button", name=name, exact=True)


def box(page, name):
    return view(page).get_by_role("spinbutton", name=re.compile(name))


def cells(page, kind):
    """The printed numbers of one bank, row by row: kind is "grid" for scores or "img" for weights."""
    words = view(page).locator(f".at-bank[role={kind}] .at-celltext").all_text_contents()
    n = math.isqrt(len(words))
    return [words[i * n : (i + 1) * n] for i in range(n)]


def focus(page, name):
    """Press Tab until the element of this name has the focus: what no Tab reaches is no use to a keyboard."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if re.search(
            name,
            page.evaluate("(e => e.getAttribute('aria-label') ?? e.textContent)(document.activeElement)"),
        ):
            return
    raise AssertionError(f"Tab does not reach {name}")


def press(page, key, times=1):
    for _ in range(times):
        page.keyboard.press(key)


def test_the_page_opens_with_the_numbers_of_core_and_no_answer(open_page):
    page = open_page(BiasLab())
    weights = core.masked_softmax(np.array(SCORES), core.causal_mask(8))
    wanted = [[f"{w:.2f}" if j <= i else "0" for j, w in enumerate(row)] for i, row in enumerate(weights)]
    assert cells(page, "img") == wanted
    assert cells(page, "grid")[6][:5] == ["−0.60", "1.30", "−0.20", "0.10", "1.70"]
    assert cells(page, "grid")[6][7] == "−∞"
    assert (
        "“it” looks at “ball”: score as given 1.70 → visible → softmax: weight 0.369."
        in view(page).inner_text()
    )
    assert trait(page, "reached") == []
    assert view(page).locator(".at-goals li").count() == 4


def test_every_question_is_answered_by_mouse(open_page):
    page = open_page(BiasLab())
    button(page, "mask, then cap").click()
    button(page, "Soft-cap").click()
    assert trait(page, "reached") == []  # a cap of 5 leaks too little to see
    less = button(page, "Cap, bends every score to below it: less")
    while trait(page, "cap") > 2:
        less.click()
    assert trait(page, "reached") == ["leak"]
    assert view(page).locator(".at-bank [data-leak]").count() == 2 * 28
    button(page, "cap, then mask").click()
    assert view(page).locator(".at-bank [data-leak]").count() == 0
    button(page, "Soft-cap").click()

    view(page).get_by_label("ALiBi head whose slope to take").select_option("2")
    assert (trait(page, "slope"), trait(page, "on")) == (0.25, ["alibi", "causal"])
    assert trait(page, "reached") == ["leak"]
    view(page).get_by_label("ALiBi head whose slope to take").select_option("1")
    assert (trait(page, "slope"), trait(page, "reached")) == (0.5, ["leak", "itself"])
    button(page, "ALiBi +").click()

    slider = view(page).get_by_role("slider", name="Sink’s score")
    where = slider.bounding_box()
    middle = where["y"] + where["height"] / 2
    page.mouse.move(where["x"] + where["width"] / 3, middle)
    page.mouse.down()
    page.mouse.move(where["x"] + where["width"] - 4, middle, steps=5)
    page.mouse.up()
    assert trait(page, "sink") > 8
    assert trait(page, "on") == ["causal", "sink"]
    assert trait(page, "reached") == ["leak", "itself", "half"]
    button(page, "Sink").click()

    button(page, "T5 bias +").click()
    button(page, "all 0").click()
    for name in ("itself", "1 back", "2–3 back", "4+ back"):
        button(page, f"T5 bias of the keys {name}: more").click()
    assert trait(page, "reached") == ["leak", "itself", "half"]
    button(page, "The same, wrongly, on the weights").click()
    assert trait(page, "reached") == ["leak", "itself", "half", "shift"]
    assert view(page, "two").locator("[data-reached=true]").count() == 4


def test_every_question_is_answered_by_keyboard_alone(open_page):
    page = open_page(BiasLab())
    focus(page, "^Soft-cap")
    press(page, "Enter")
    focus(page, "^Cap, bends .*arrow keys")
    while trait(page, "cap") > 2:
        press(page, "ArrowDown")
    focus(page, "^mask, then cap")
    press(page, "Space")
    assert trait(page, "reached") == ["leak"]
    assert "made −2 out of −∞" in view(page).inner_text()
    press(page, "Shift+Tab")
    press(page, "Space")
    focus(page, "^Soft-cap")
    press(page, "Enter")  # ALiBi alone
    focus(page, "ALiBi slope, .*arrow keys")
    press(page, "PageUp", 3)  # 0.25 to 0.55
    assert trait(page, "slope") == pytest.approx(0.55)
    assert trait(page, "reached") == ["leak", "itself"]
    focus(page, "^Sink$")
    press(page, "Enter")
    focus(page, "^Sink’s score .*arrow keys")
    press(page, "ArrowUp", 7)
    assert (trait(page, "sink"), trait(page, "reached")) == (3.5, ["leak", "itself", "half"])
    focus(page, "^Start again")
    press(page, "Enter")
    assert (trait(page, "on"), trait(page, "reached")) == (["causal"], [])

    page.reload()
    page.wait_for_function("window.ready")
    focus(page, "T5 bias [+]")
    press(page, "Enter")
    focus(page, "^all 0")
    press(page, "Enter")
    for name in ("itself", "1 back", "2–3 back", "4[+] back"):
        focus(page, f"T5 bias of the keys {name} .*arrow keys")
        press(page, "ArrowUp")
    focus(page, "^The same, wrongly")
    press(page, "Enter")
    assert trait(page, "reached") == ["shift"]
    page.wait_for_timeout(400)
    assert "Reached: Within a row every visible score moved" in view(page).get_by_role("status").inner_text()


def test_start_again_gives_back_what_was_given(open_page):
    page = open_page(BiasLab(cap=2, sink=1, n_heads=4, order="mask first"))
    names = ("on", "order", "cap", "sink", "n_heads")
    before = {name: trait(page, name) for name in names}
    assert before == {
        "on": ["cap", "causal", "sink"],
        "order": "mask first",
        "cap": 2,
        "sink": 1,
        "n_heads": 4,
    }
    button(page, "cap, then mask").click()
    button(page, "Sink").click()
    button(page, "Cap, bends every score to below it: more").click()
    view(page).get_by_label("Slopes of how many ALiBi heads").select_option("16")
    assert all(trait(page, name) != before[name] for name in ("on", "order", "cap", "n_heads"))
    button(page, "Start again").click()
    assert {name: trait(page, name) for name in names} == before
    assert view(page, "two").get_by_label("Slopes of how many ALiBi heads").input_value() == "4"


def test_a_question_that_the_beginning_answers_waits_until_it_was_open(open_page):
    for made, goal in ((BiasLab(sink=1000), "half"), (BiasLab(cap=1.0, order="mask first"), "leak")):
        page = open_page(made)
        button(page, "T5 bias +").click()
        page.wait_for_timeout(50)
        assert goal not in trait(page, "reached")


def test_alibi_with_a_slope_of_zero_answers_nothing(open_page):
    page = open_page(BiasLab(np.eye(3) * 5, slope=0.0, on=["causal"]))
    button(page, "ALiBi +").click()
    page.wait_for_timeout(50)
    assert (trait(page, "on"), trait(page, "reached")) == (["alibi", "causal"], [])
    assert "Not possible here: every row does without ALiBi" in view(page).inner_text()


def test_arrow_keys_and_clicks_choose_a_cell_whose_way_is_told(open_page):
    page = open_page(BiasLab(temperature=2, cap=3, slope=0.5))
    grid = view(page).get_by_role("grid")
    assert grid.locator("[tabindex='0']").get_attribute("aria-selected") == "true"
    grid.locator("[tabindex='0']").focus()
    press(page, "ArrowLeft")
    press(page, "ArrowUp")
    assert trait(page, "cell") == [5, 3]
    score = 3 * math.tanh(-1.4 / 2 / 3)
    assert (
        f"“because” looks at “the (4)”: score as given −1.40 → ÷ 2 = −0.70 → soft-cap 3: −{-score:.2f}"
        f" → + ALiBi −1.00 = −{1 - score:.2f} → visible"
        in view(page).inner_text().replace("“the”", "“the (4)”")
    )
    press(page, "End")
    assert trait(page, "cell") == [5, 7]
    assert "hidden: −∞ → softmax: weight 0.000" in view(page).inner_text()
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name == "query because, key rolled: hidden, score −∞; weight 0.000"
    grid.get_by_role("gridcell", name=re.compile("query dog, key The:")).click()
    assert trait(page, "cell") == [1, 0]
    assert view(page).locator("caption").first.inner_text() == "The row of “dog”, stage by stage"
    assert grid.locator("[aria-selected=true]").count() == 1


def test_the_stages_of_a_row_show_both_sides_with_their_sums(open_page):
    page = open_page(BiasLab(temperature=4, wrong=True, on=["temperature"], cell=(6, 4)))
    rows = [row.inner_text().split("\t") for row in view(page).locator(".at-stages tbody tr:visible").all()]
    given = np.array(SCORES[6])
    assert rows[1] == ["as given", *(f"{s:.2f}".replace("-", "−") for s in given), "any number"]
    assert rows[3] == ["softmax: weights", *(f"{w:.3f}" for w in core.softmax(given / 4)), "1.000"]
    assert rows[6] == ["÷ 4", *(f"{w / 4:.3f}" for w in core.softmax(given)), "0.250"]
    assert "What comes out adds up to 0.250. Shares of one whole add up to 1" in view(page).inner_text()


def test_two_views_agree_and_follow_python(open_page):
    page = open_page(BiasLab())
    for name, value in [
        ("on", ALL),
        ("temperature", 0.5),
        ("slope", 0.125),
        ("cell", [7, 2]),
        ("order", "mask first"),
    ]:
        page.evaluate("([name, value]) => model.set(name, value)", [name, value])
    page.get_by_role("button", name="Show the numbers as a table").nth(0).click()
    page.get_by_role("button", name="Show the numbers as a table").nth(0).click()
    assert view(page).inner_text() == view(page, "two").inner_text()
    assert view(page).get_by_label("ALiBi head whose slope to take").input_value() == "3"
    assert "“rolled” looks at “chased”" in view(page).inner_text()


ALL = ["temperature", "cap", "alibi", "relative", "causal", "window", "sink"]


def test_other_counts_of_heads_keep_the_head_and_change_its_slope(open_page):
    page = open_page(BiasLab())
    heads = view(page).get_by_label("Slopes of how many ALiBi heads")
    heads.select_option("4")  # head 2 of 8 becomes head 2 of 4
    assert trait(page, "slope") == core.alibi_slopes(4)[1]
    box(page, "ALiBi slope").fill("0.3")
    assert view(page).get_by_label("ALiBi head whose slope to take").input_value() == "0"
    heads.select_option("16")
    assert trait(page, "slope") == 0.3


def test_odd_tokens_are_shown_as_text(open_page):
    page = open_page(BiasLab(tokens=ODD, cap=1, order="mask first", sink=0, wrong=True))
    button(page, "Show the numbers as a table").click()
    assert page.evaluate("window.hit") is None
    assert page.evaluate("document.querySelectorAll('#one script').length") == 0
    assert "<script>" in view(page).inner_text()
    names = (
        view(page).get_by_role("gridcell").evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))")
    )
    assert len(set(names)) == 64
    assert all(len(name) < 140 for name in names)
    labels = page.evaluate(
        """() => [...document.querySelectorAll("#one .at-bank")].flatMap((bank) => {
          const frame = bank.getBoundingClientRect();
          return [...bank.querySelectorAll("text")].map((e) => e.getBoundingClientRect())
            .filter((e) => e.left < frame.left - 1 || e.right > frame.right + 1).length; })"""
    )
    assert labels == [0, 0]


@pytest.mark.parametrize("make", [
    lambda: BiasLab(on=ALL, cap=1, order="mask first", wrong=True, tokens=ODD),
    lambda: BiasLab(TWELVE, on=ALL, wrong=True),
    lambda: BiasLab([[0.0, 1.0], [1.0, 0.0]]),
])  # fmt: skip
def test_in_a_narrow_column_only_frames_that_scroll_are_wide(make, open_page):
    page = open_page(make())
    page.set_viewport_size({"width": 320, "height": 900})
    wide = page.evaluate(
        """() => [...document.querySelectorAll("#one *:not(.at-status)")].filter((e) => {
          if (e.closest(".at-scroll, .at-tables")) return false;
          const inline = getComputedStyle(e).display === "inline";
          const own = inline || ["svg", "INPUT", "SELECT"].includes(e.tagName);
          const over = !own && e.scrollWidth > e.clientWidth + 4 && e.clientWidth > 1;
          return over || e.getBoundingClientRect().right > innerWidth;
        }).map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.wait_for_timeout(100)
    stuck = page.evaluate(
        """() => [...document.querySelectorAll("#one .at-scroll")].filter((e) =>
          e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0).length"""
    )
    assert stuck == 0


def test_scores_and_weights_stand_in_line(open_page):
    for make in (BiasLab, lambda: BiasLab(TWELVE)):
        page = open_page(make())
        for wide in (1000, 820):
            page.set_viewport_size({"width": wide, "height": 900})
            page.wait_for_timeout(50)
            rows = page.evaluate(
                """() => [...document.querySelectorAll("#one .at-bank")].map((bank) =>
                  [...bank.querySelectorAll(".at-query")].map((e) => e.getBoundingClientRect().top))"""
            )
            assert np.abs(np.subtract(*rows)).max() < 1.5, wide


def test_everything_that_takes_focus_is_named_large_enough_and_kept_from_shortcuts(open_page):
    for make in (lambda: BiasLab(on=ALL), lambda: BiasLab(TWELVE, on=ALL)):
        page = open_page(make())
        for wide in (1000, 320):
            page.set_viewport_size({"width": wide, "height": 900})
            found = page.evaluate(
                """() => [...document.querySelectorAll("#one :is(input, button, select, [tabindex])")]
                  .filter((e) => e.checkVisibility()).map((e) => ({ html: e.outerHTML.slice(0, 90),
                  kept: e.dataset.lmSuppressShortcuts === "true",
                  named: Boolean(e.getAttribute("aria-label") || e.textContent.trim()),
                  size: Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) }))"""
            )
            assert len(found) > 100
            for one in found:
                assert one["kept"], one
                assert one["named"], one
                assert one["size"] >= 24, (wide, one)


def test_removing_the_views_leaves_no_listener(open_page):
    page = open_page(BiasLab())
    assert page.evaluate("listeners()") > 0
    page.evaluate("closers[0]()")
    page.evaluate("model.set('temperature', 3)")
    page.evaluate("closers[1]()")
    page.wait_for_timeout(400)
    assert page.evaluate("[listeners(), outside, document.querySelectorAll('.at-widget').length]") == [
        0,
        0,
        0,
    ]


def test_a_slider_move_is_shown_within_a_frame(open_page):
    page = open_page(BiasLab(on=ALL, wrong=True))
    page.evaluate("closers[1]()")
    took = quickest(lambda: page.evaluate(LATENCY, 40))
    print(f"BiasLab: median {took['median']:.1f} ms, p90 {took['p90']:.1f} ms")
    assert took["p90"] < FRAME


def test_a_move_at_twelve_tokens_costs_less_than_a_frame_of_processor_time(open_page):
    page = open_page(BiasLab(TWELVE, on=ALL, wrong=True))
    page.evaluate("closers[1]()")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return sum(metrics[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration"))

    page.evaluate(LATENCY, 20)
    before = spent()
    page.evaluate(LATENCY, 50)
    took = 1000 * (spent() - before) / 50
    print(f"BiasLab, 12 tokens: {took:.1f} ms of script, style and layout for each move")
    assert took < 16.7


def test_python_hears_of_a_drag_once_when_it_ends(open_page):
    page = open_page(BiasLab())
    slider = view(page).get_by_role("slider", name="Temperature, divides every score")
    where = slider.bounding_box()
    page.mouse.move(where["x"] + where["width"] / 2, where["y"] + 10)
    page.mouse.down()
    page.mouse.move(where["x"] + where["width"] - 10, where["y"] + 10, steps=10)
    assert not page.evaluate("window.saved ?? 0")
    assert trait(page, "temperature") > 10
    page.mouse.up()
    page.wait_for_function("window.saved")  # after the frame that shows it
    assert page.evaluate("window.saved") == 1
