"""OnlinePlayer on a page: played, stepped, put in another order and hidden, by mouse and by keyboard."""

import re

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets.online_player import OnlinePlayer

from .widget_page import FRAME, quickest, trait, view

ODD = ["", "<script>x</script>", "مرحبا بالعالم", "👩‍👩‍👧‍👧é́", "x" * 200, ""]


def button(page, name, which="one"):
    return view(page, which).get_by_role("button", name=name, exact=True)


def press(page, *names):
    """The buttons of these names by keyboard: focus and Enter."""
    for name in names:
        button(page, name).press("Enter")


def click(page, *names):
    for name in names:
        button(page, name).click()


def state(page, which="one"):
    """The table of what is kept: {name: cells}."""
    rows = view(page, which).locator(".at-op-state tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}


def printed(numbers):
    return f"({', '.join(f'{x:.3f}'.replace('-', '−') for x in numbers)})"


def test_a_factor_below_a_tenth_is_found_with_the_mouse_by_moving_blocks(open_page):
    page = open_page(OnlinePlayer())
    for block, times in ((3, 2), (2, 1)):
        view(page).get_by_role("radio", name=re.compile(f"^block {block},")).click()
        for _ in range(times):
            click(page, f"earlier: block {block}")
    assert trait(page, "order") == [2, 1, 0, 3]
    click(page, "Step")
    assert trait(page, "reached") == []
    click(page, "Step")
    assert trait(page, "reached") == ["shrink"]
    # e^(0.5 - 3), worked by hand
    assert "shrink by e^(0.50 − 3.00) = 0.082" in view(page).inner_text()
    page.wait_for_timeout(400)
    assert "Reached: Block 2 raised the max by 2.50" in view(page).get_by_role("status").inner_text()


def test_a_factor_below_a_tenth_is_found_with_the_keyboard_by_moving_blocks(open_page):
    page = open_page(OnlinePlayer())
    view(page).get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert "block 3," in page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the focus stays on "earlier", the block on its way
    assert trait(page, "order") == [2, 0, 1, 3]
    view(page).get_by_role("radio").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    press(page, "earlier: block 2", "Step", "Step")
    assert trait(page, "order") == [2, 1, 0, 3]
    assert trait(page, "reached") == ["shrink"]


def test_a_factor_below_a_tenth_is_found_by_dragging_a_bar_and_by_its_number_box(open_page):
    page = open_page(OnlinePlayer())
    click(page, "Step", "Step")
    bar = view(page).locator(".at-scorebar").nth(3).bounding_box()
    page.mouse.move(bar["x"] + bar["width"] * 0.8, bar["y"] + 14)
    page.mouse.down()
    page.mouse.move(bar["x"] + bar["width"] * 0.95, bar["y"] + 14, steps=3)
    page.mouse.up()
    assert trait(page, "scores")[3] == pytest.approx(4.5, abs=0.15)
    assert trait(page, "reached") == ["shrink"]
    page = open_page(OnlinePlayer())
    press(page, "Step", "Step")
    box = view(page).get_by_role("spinbutton", name="key 4: score")
    box.press("ArrowUp")
    assert trait(page, "scores")[3] == 3.5
    assert trait(page, "reached") == ["shrink"]


@pytest.mark.parametrize("do", [click, press])
def test_an_order_that_never_rescales_begins_with_the_largest_block(do, open_page):
    page = open_page(OnlinePlayer())
    do(page, "smallest maximum first", "To end")
    assert trait(page, "reached") == []
    do(page, "largest maximum first")
    assert (trait(page, "order"), trait(page, "step")) == ([1, 3, 0, 2], 0)
    for _ in range(4):
        do(page, "Step")
    assert "calm" in trait(page, "reached")
    assert "Block 2 holds the largest score, 3.00, and came first" in view(page).inner_text()


@pytest.mark.parametrize("do", [click, press])
def test_two_orders_read_to_the_end_are_compared(do, open_page):
    page = open_page(OnlinePlayer())
    do(page, "To end")
    assert trait(page, "reached") == []
    do(page, "backwards", "To end")
    assert trait(page, "reached") == ["orders"]
    now = OnlinePlayer().numbers()
    text = view(page).inner_text()
    assert text.count(f"output {printed(now['full_output'])}") == 2
    assert "Blocks of 2 in the order 4, 3, 2, 1: 1 rescaling" in text
    assert re.search(r"Largest difference between the outputs: (0|\d\.\de−1\d)\.", text)
    view(page).get_by_role("spinbutton", name="key 1: score").press("ArrowUp")
    assert trait(page, "finished") == []
    assert "None yet with these scores." in view(page).inner_text()


@pytest.mark.parametrize("do", [click, press])
def test_a_hidden_block_changes_nothing(do, open_page):
    page = open_page(OnlinePlayer())
    do(page, "key 3: hide the score (−∞)", "key 4: hide the score (−∞)", "Step")
    before = state(page)
    assert trait(page, "reached") == []
    do(page, "Step")
    assert trait(page, "reached") == ["hide"]
    assert {name: cells[-1] for name, cells in state(page).items()} == {
        name: cells[-1] for name, cells in before.items()
    }
    row = view(page).locator(".at-op-row[role=group]").nth(2)
    assert row.locator("rect[fill^='url(']").is_visible()
    assert row.locator(".at-op-words").inner_text() == "e^(−∞) = 0"
    assert row.locator("input").is_disabled()
    assert "NaN" not in view(page).inner_text()
    do(page, "key 3: hide the score (−∞)")
    assert trait(page, "mask")[2] is True
    assert trait(page, "scores")[2] == 2


def test_the_page_shows_the_numbers_of_core_at_every_step(open_page):
    widget = OnlinePlayer(
        [1.0, -np.inf, -4.0, 3.0, 2.5, -700.0, 705.0], np.arange(21.0).reshape(7, 3), 2, [2, 0, 3, 1]
    )
    page = open_page(widget)
    now = widget.numbers()
    for step in range(1, 5):
        click(page, "Step")
        kept = state(page)
        assert kept["max"][-1] == f"{now['max'][step]:.2f}"
        assert kept["sum"][-1] == f"{now['sum'][step]:.3f}"
        assert kept["acc"][-1] == printed(now["acc"][step])
        assert kept["output = acc / sum"][-1] == printed(now["outputs"][step])
        assert kept["log-sum-exp = max + log(sum)"][-1] == f"{now['log_sum_exp'][step]:.3f}"
        assert f"bars add up to the sum: {now['sum'][step]:.3f}" in view(page).inner_text()
    assert f"Softmax over the whole row gives {printed(now['full_output'])}." in view(page).inner_text()
    click(page, "Back", "Back")
    assert state(page)["max"][-1] == f"{now['max'][2]:.2f}"
    click(page, "To start")
    assert [cells[-1] for cells in state(page).values()] == [
        "−∞",
        "0.000",
        *["(0.000, 0.000, 0.000)"] * 2,
        "−∞",
    ]


def test_a_hidden_row_ends_with_sum_and_output_zero(open_page):
    page = open_page(OnlinePlayer(np.full(4, -np.inf)))
    click(page, "To end", "What the weights would have been")
    assert [cells[-1] for cells in state(page).values()] == ["−∞", "0.000", "0.000", "0.000", "−∞"]
    assert "Every score is −∞: the sum ends at 0" in view(page).inner_text()
    assert view(page).locator(".at-sum").inner_text() == "weights add up to 0.000"
    assert "NaN" not in view(page).inner_text()


def test_weights_appear_on_request_alone_and_exponentials_are_never_called_weights(open_page):
    widget = OnlinePlayer()
    page = open_page(widget)
    click(page, "Step", "Step")
    assert view(page).locator(".at-printed:visible, .at-op-weight:visible").count() == 0
    assert view(page).locator(".at-op-words").all_inner_texts()[:4] == [
        "0.135",
        "0.030",
        "e^(2.00 − 3.00) = 0.368",
        "e^(3.00 − 3.00) = 1.000",
    ]
    press(page, "What the weights would have been")
    shown = view(page).locator(".at-printed").all_inner_texts()
    assert shown == [f"{w:.3f}" for w in core.softmax(np.array(widget.scores))]
    assert view(page).locator(".at-sum").inner_text() == "weights add up to 1.000"


def test_playing_reads_to_the_end_and_stops(open_page):
    page = open_page(OnlinePlayer())
    view(page).get_by_role("spinbutton", name="Seconds per step").fill("0.2")
    click(page, "Play")
    assert trait(page, "step") == 1
    assert button(page, "Pause").count() == 1
    page.wait_for_function("model.get('step') === 4", timeout=5000)
    assert (trait(page, "player"), trait(page, "finished")) == ("", [{"block": 2, "order": [0, 1, 2, 3]}])
    click(page, "Play")  # from the end it begins again
    assert trait(page, "step") == 1


def test_one_view_plays_and_either_pauses(open_page):
    page = open_page(OnlinePlayer())
    page.evaluate("""() => { window.steps = []; const set = model.set.bind(model);
      model.set = (k, v) => { if (k === "step") steps.push([v, performance.now()]); return set(k, v); }; }""")
    button(page, "Play").press("Enter")
    assert button(page, "Pause", "two").count() == 1
    page.wait_for_function("model.get('step') === 2", timeout=5000)  # a second later, by itself
    button(page, "Pause", "two").click()
    page.evaluate("model.set('pace', 0.2)")
    at = trait(page, "step")
    page.wait_for_timeout(1200)
    assert (trait(page, "step"), trait(page, "player")) == (at, "")
    button(page, "Play", "two").click()
    page.wait_for_function("model.get('step') === 4", timeout=5000)
    steps, times = zip(*page.evaluate("steps"), strict=True)
    assert steps == (1, 2, 3, 4)
    # Two views that both play would step twice at once. The step after the pause came at once, by the button.
    assert times[1] - times[0] > 900
    assert all(b - a > 190 for a, b in zip(times, times[1:], strict=False))


@pytest.mark.parametrize("act", ["Back", "backwards", "Start again", "To start"])
def test_acting_by_hand_pauses_the_play(act, open_page):
    page = open_page(OnlinePlayer())
    page.evaluate("model.set('pace', 0.2)")
    click(page, "Play", act)
    at = trait(page, "step")
    page.wait_for_timeout(500)
    assert (trait(page, "step"), trait(page, "player")) == (at, "")


def test_closing_the_view_that_plays_ends_the_play_and_leaves_nothing(open_page):
    page = open_page(OnlinePlayer())
    page.evaluate("model.set('pace', 0.2)")
    click(page, "Play")
    page.evaluate("closers[0]()")
    page.wait_for_timeout(500)
    assert (trait(page, "step"), trait(page, "player")) == (1, "")
    assert button(page, "Play", "two").count() == 1
    page.evaluate("closers[1]()")
    assert page.evaluate("[listeners(), outside, document.querySelectorAll('.at-widget').length]") == [
        0,
        0,
        0,
    ]


def test_a_view_that_opens_finds_the_play_of_an_earlier_page_paused(open_page):
    widget = OnlinePlayer()
    widget.step, widget.player = 2, "at-gone-1"
    page = open_page(widget)
    assert button(page, "Play").count() == 1
    page.wait_for_timeout(1200)
    assert trait(page, "step") == 2


def test_reduced_motion_steps_without_easing(open_page):
    for motion, seconds in (("reduce", "0s"), ("no-preference", "0.3s")):
        page = open_page(OnlinePlayer(), reduced_motion=motion)
        click(page, "Step")
        eased = "getComputedStyle(document.querySelector('#one .at-op-length')).transitionDuration"
        assert page.evaluate(eased) == seconds
        view(page).get_by_role("spinbutton", name="key 1: score").press("ArrowUp")
        assert page.evaluate(eased) == "0s"  # a drag is never eased


def test_a_new_block_size_begins_again_and_the_blocks_follow(open_page):
    page = open_page(OnlinePlayer())
    click(page, "Step", "backwards", "Step")
    box = view(page).get_by_role("spinbutton", name="Block size")
    box.press("ArrowUp")
    assert (trait(page, "block"), trait(page, "order"), trait(page, "step")) == (3, [0, 1, 2], 0)
    assert view(page).locator(".at-op-block").all_inner_texts() == ["○ 1", "", "", "○ 2", "", "", "○ 3", ""]
    assert view(page).get_by_role("radio").count() == 3
    box.fill("8")
    assert view(page).get_by_role("radio").count() == 1
    click(page, "To end")
    assert state(page)["acc"][-1] == printed(OnlinePlayer(block=8).numbers()["acc"][-1])
    view(page).get_by_role("spinbutton", name="Block size").fill("9")
    assert "a number from 1 to 8" in view(page).inner_text()


def test_two_views_agree_and_follow_python(open_page):
    page = open_page(OnlinePlayer())
    for name, value in (
        ("order", "[3, 0, 2, 1]"),
        ("step", "3"),
        ("compare", "true"),
        ("mask", "[1,0,1,1,0,1,1,1].map(Boolean)"),
    ):
        page.evaluate(f"model.set('{name}', {value})")
    page.get_by_role("button", name=re.compile("Show the numbers")).nth(0).click()
    page.get_by_role("button", name=re.compile("Show the numbers")).nth(0).click()
    page.wait_for_timeout(400)  # the status lines have spoken
    assert view(page).inner_text() == view(page, "two").inner_text()
    assert view(page).locator("th[scope=col]").count() == 4 + 10
    assert view(page).locator(".at-tables tbody tr").count() == 3
    assert page.evaluate("[...document.querySelectorAll('#one [fill^=\"url(\"]')].length") == 8


def test_other_values_from_python_stand_in_their_column(open_page):
    page = open_page(OnlinePlayer([1.0, 2.0, 3.0, 4.0], [[1.0], [2.0], [3.0], [4.0]]))
    shown = view(page).locator(".at-op-row:not(.at-op-heads) .at-op-value")
    assert shown.all_inner_texts() == ["1", "2", "3", "4"]
    page.evaluate("model.set('values', [[5], [-6], [7.5], [0]])")
    assert shown.all_inner_texts() == ["5", "−6", "7.5", "0"]


def test_a_reading_that_was_at_its_end_when_the_page_opened_answers_nothing(open_page):
    widget = OnlinePlayer([9, 1, 1, 1, 1, 1, 1, 1])
    widget.step = 4
    page = open_page(widget)
    click(page, "What the weights would have been")
    assert trait(page, "reached") == []
    click(page, "Back", "Step")
    assert trait(page, "reached") == ["calm"]


def test_starting_again_restores_scores_mask_blocks_and_questions(open_page):
    widget = OnlinePlayer([1.0, -np.inf, 2.0, 3.0, 0.0], block=2, order=[2, 0, 1])
    page = open_page(widget)
    click(page, "key 2: hide the score (−∞)", "forwards", "To end", "backwards", "To end")
    view(page).get_by_role("spinbutton", name="key 1: score").fill("5")
    assert trait(page, "reached") != []
    click(page, "Start again")
    names = ("scores", "mask", "block", "order", "step", "reached", "finished", "compare")
    wanted = (widget.scores, widget.mask, 2, [2, 0, 1], 0, [], [], False)
    assert tuple(trait(page, name) for name in names) == wanted


def test_any_text_may_name_a_key(open_page):
    page = open_page(OnlinePlayer([1.0, 2.0, -1.0, 0.0, 3.0, 1.0], names=ODD))
    names = view(page).locator(".at-name").all_inner_texts()
    assert names == ["(empty) (1)", *ODD[1:4], names[4], "(empty) (6)"]
    assert names[4].startswith("xxxx")
    assert view(page).locator("script").count() == 0
    assert view(page).get_by_role("spinbutton", name="<script>x</script>: score").count() == 1
    over = page.evaluate("""() => [...document.querySelectorAll('#one .at-name')].some((e) => {
      const next = e.nextElementSibling.getBoundingClientRect();
      return e.getBoundingClientRect().right > next.left + 1; })""")
    assert not over


# What reaches beyond the page or its own frame; frames that scroll may hold more, and names end in "…".
TOO_WIDE = """() => [...document.querySelectorAll("#one *:not(.at-status, .at-name)")].filter((e) => {
  if (e.closest(".at-scroll, .at-tables")) return false;
  if (e.getBoundingClientRect().right > innerWidth) return true;
  const drawn = e.closest("svg") || e.tagName === "INPUT" || getComputedStyle(e).display === "inline";
  return !drawn && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 4;
}).map((e) => e.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("wide", [320, 480, 760, 1000])
def test_nothing_is_cut_off_at_any_width(wide, weights, open_page):
    rng = np.random.default_rng(0)
    scores = np.r_[rng.normal(size=14) * 400, -np.inf, 1000.0].clip(-1000, 1000)
    page = open_page(OnlinePlayer(scores, rng.normal(size=(16, 3)) * 300, block=1))
    page.set_viewport_size({"width": wide, "height": 900})
    click(page, "To end", *["What the weights would have been"] * weights)
    page.wait_for_timeout(350)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide_ones = page.evaluate(TOO_WIDE)
    assert wide_ones == []


def test_everything_that_takes_focus_is_named_large_enough_and_kept_from_shortcuts(open_page):
    page = open_page(OnlinePlayer(block=1))
    found = page.evaluate("""() => [...document.querySelectorAll("#one input, #one button, #one [tabindex]")]
      .filter((e) => e.getBoundingClientRect().width)
      .map((e) => ({ html: e.outerHTML.slice(0, 90), kept: e.dataset.lmSuppressShortcuts === "true",
        named: Boolean(e.getAttribute("aria-label") || e.textContent.trim()),
        size: Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) }))""")
    assert len(found) > 40
    for one in found:
        assert one["kept"], one
        assert one["named"], one
        assert one["size"] >= 24, one
    assert page.evaluate("[...document.querySelectorAll('#one [role=radio][tabindex=\"0\"]')].length") == 1


CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = (rgb) => [0.2126, 0.7152, 0.0722].reduce((s, k, i) => s + k * linear(rgb[i] / 255), 0.05);
  const ratio = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
  const ground = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const c = parse(getComputedStyle(at).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const e of document.querySelectorAll("#one *")) {
    const style = getComputedStyle(e);
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (own && e.getBoundingClientRect().width && !e.disabled) {
      found.push([ratio(parse(style.color), ground(e)), 4.5, e.outerHTML.slice(0, 80)]);
    }
    if (e.matches(".at-op-row:not([data-state=unread]) .at-op-length:not([hidden])")) {
      const mark = parse(style.borderTopWidth === "0px" ? style.backgroundColor : style.borderTopColor);
      found.push([ratio(mark, ground(e.parentElement)), 3, "length"]);
    }
    if (e.matches(".at-score")) {
      const mark = parse(e.closest("[data-state=unread]") ? style.stroke : style.fill);
      found.push([ratio(mark, ground(e.closest(".at-op-row"))), 3, "score bar"]);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_marks_stand_out_in_both_themes_read_unread_or_being_read(scheme, open_page):
    page = open_page(OnlinePlayer(), color_scheme=scheme)
    click(page, "Step", "Step", "What the weights would have been")
    page.wait_for_timeout(350)
    found = page.evaluate(CONTRAST)
    assert {"length", "score bar"} <= {name for *_, name in found}
    assert [one for one in found if one[0] < one[1]] == []


MOVES = """async (moves) => {
  const box = document.querySelector("#one .at-op-row[role=group] input");
  const took = [];
  for (let i = 0; i < moves; i++) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    box.value = String(((i * 7) % 50) / 5 - 5);
    box.dispatchEvent(new Event("input"));
    await null; await null;
    document.body.getBoundingClientRect(); // style and layout, done now so that they are counted
    took.push(performance.now() - start);
  }
  took.sort((a, b) => a - b);
  return { median: took[moves >> 1], p90: took[Math.floor(0.9 * moves)] };
}"""


def test_a_changed_score_is_shown_within_a_frame_with_sixteen_keys_at_the_end(open_page, record_property):
    rng = np.random.default_rng(1)
    page = open_page(OnlinePlayer(rng.normal(size=16), rng.normal(size=(16, 3)), block=1))
    page.evaluate("closers[1]()")
    click(page, "To end", "What the weights would have been")
    took = quickest(lambda: page.evaluate(MOVES, 40))
    record_property("latency_ms", took)
    print(f"OnlinePlayer: median {took['median']:.1f} ms, p90 {took['p90']:.1f} ms")
    assert took["p90"] < FRAME
