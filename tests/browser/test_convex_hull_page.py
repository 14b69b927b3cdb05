"""The convex hull in Chromium: every question by mouse and by keyboard, and what a drag does on the way."""

import json
import re

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets.convex_hull import ConvexHull

from .widget_page import FRAME, quickest, trait, view

ODD = ["the", "", "the", "<script>alert(1)</script>", "شجرة", "👩‍👩‍👧", "e\u0301", "a" * 200]
SHOW = core.talent_show()
ADA = core.softmax(SHOW.scores)[0]

# From a pointer event to the layout that shows it, as in the tests of all widgets.
DRAG = """async ([selector, moves]) => {
  const part = document.querySelector(selector), box = part.getBoundingClientRect(), took = [];
  const send = (type, x, y) => part.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, button: 0, bubbles: true, clientX: x, clientY: y }));
  part.setPointerCapture = () => {};
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  send("pointerdown", x, y);
  for (let i = 0; i < moves; i++) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    send("pointermove", x + 40 * Math.sin(i), y + 40 * Math.cos(i));
    await null; await null;
    document.body.getBoundingClientRect();
    took.push(performance.now() - start);
  }
  send("pointerup", x, y);
  took.sort((a, b) => a - b);
  return { median: took[moves >> 1], p90: took[Math.floor(0.9 * moves)] };
}"""


def point(page, name):
    return view(page).get_by_role("slider", name=f"{name}: value", exact=True)


def press(page, name):
    view(page).get_by_role("button", name=name, exact=True).click()


def box(page, name):
    return view(page).get_by_label(name, exact=True).get_by_role("spinbutton")


def centre(locator):
    place = locator.bounding_box()
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def scale(page):
    """Pixels for one unit: the juggler and the singer of the talent show lie 7 and 9 units apart."""
    (ax, ay), (bx, by) = centre(point(page, "juggler")), centre(point(page, "singer"))
    assert (ax - bx) / 7 == pytest.approx((ay - by) / 9, rel=0.01), "both axes have one scale"
    return (ax - bx) / 7


def drag(page, start, end, steps=6):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def drag_share(page, row, share, low=0.0, high=1.0):
    bar = view(page).locator(".at-sharebar").nth(row).bounding_box()
    now = trait(page, "shares")[row]
    places = [bar["x"] + (s - low) / (high - low) * bar["width"] for s in (now, share)]
    drag(page, (places[0], bar["y"] + 14), (places[1], bar["y"] + 14))


def output(page):
    """The output as it is printed."""
    text = view(page).locator(".at-fact.at-sum").inner_text()
    return [float(x.replace("−", "-")) for x in re.findall(r"[−\d.]+", text)]


def ticks(page):
    return view(page).locator(".at-tickmark").all_text_contents()


def test_the_opening_shows_the_numbers_of_core_and_answers_nothing(open_page):
    page = open_page(ConvexHull())
    assert output(page) == pytest.approx(ADA @ SHOW.values, abs=0.005)
    assert view(page).locator(".at-printed").all_inner_texts()[:4] == [f"{w:.3f}" for w in ADA]
    assert "row sum 1.000" in view(page).inner_text()
    assert "Inside the hull" in view(page).inner_text()
    assert trait(page, "reached") == []
    unit = scale(page)
    x, y = centre(view(page).locator(".at-outmark"))
    jx, jy = centre(point(page, "juggler"))
    drawn = [8 + (x - jx) / unit, (jy - y) / unit]
    assert drawn == pytest.approx((ADA @ SHOW.values).tolist(), abs=0.05)


def test_every_question_is_answered_with_the_mouse(open_page):
    page = open_page(ConvexHull())
    unit, (x, y) = scale(page), centre(point(page, "juggler"))
    drag(page, (x + 3, y + 2), (x + 3 - 2.94 * unit, y + 2 - 2.47 * unit))
    assert trait(page, "values")[0] == pytest.approx([5.06, 2.47], abs=0.06)
    assert output(page) == pytest.approx([4, 4], abs=0.3)
    assert trait(page, "reached") == ["cross"]
    assert "“juggler” by 0.644 of it, “dancer” by 0.032" in view(page).inner_text()
    press(page, "shares")
    drag_share(page, 0, 1.2)  # beyond the end of the bar: 1 is the most
    assert trait(page, "shares") == [1, 0, 0, 0]
    assert trait(page, "reached") == ["cross", "corner"]
    press(page, "keep the sum at 1")
    drag_share(page, 1, -0.2, -1, 2)
    assert trait(page, "shares") == [1, -0.2, 0, 0]
    assert trait(page, "reached") == ["cross", "corner", "leave"]
    assert "row sum 0.800 with a share below 0: shares, not weights" in view(page).inner_text()
    drag_share(page, 0, 1.2, -1, 2)
    assert trait(page, "shares") == [1.2, -0.2, 0, 0]
    assert trait(page, "reached") == ["cross", "corner", "leave", "negative"]
    assert "Outside the hull: “singer” has −0.20." in view(page).inner_text()
    assert view(page).locator(".at-outmark").get_attribute("data-outside") == "true"


def test_a_share_that_is_refused_leaves_the_others_as_they_were(open_page):
    page = open_page(ConvexHull())
    press(page, "shares")
    before = trait(page, "shares")
    juggler = box(page, "juggler: share, the sum stays 1")
    juggler.fill("")
    juggler.press_sequentially("1.2")  # on the way stands 1, which leaves the others nothing
    juggler.press("Enter")
    assert trait(page, "shares") == pytest.approx(before)


def test_every_question_is_answered_with_the_keyboard(open_page):
    page = open_page(ConvexHull())
    juggler = point(page, "juggler")
    juggler.focus()
    for key in ("Shift+ArrowLeft", "Shift+ArrowUp", *["ArrowLeft"] * 5, *["ArrowUp"] * 2):
        page.keyboard.press(key)
    assert trait(page, "values")[0] == [5, 2.4]
    assert juggler.get_attribute("aria-valuetext") == "laughter 5.00, music 2.40"
    assert trait(page, "reached") == ["cross"]
    score = box(page, "juggler: score")
    for _ in range(5):
        score.press("PageUp")
    assert trait(page, "scores")[0] == 27
    assert trait(page, "reached") == ["cross", "corner"]
    view(page).get_by_role("button", name="shares", exact=True).press("Enter")
    view(page).get_by_role("button", name="keep the sum at 1").press("Enter")
    box(page, "singer: share").press("ArrowDown")
    box(page, "singer: share").press("PageDown")
    assert trait(page, "shares")[1] == pytest.approx(-0.55)
    assert trait(page, "reached") == ["cross", "corner", "leave"]
    for name, share in (("singer", "−0,2"), ("magician", "0"), ("dancer", "0"), ("juggler", "1.2")):
        box(page, f"{name}: share").fill(share)
        box(page, f"{name}: share").press("Tab")
    assert trait(page, "shares") == [1.2, -0.2, 0, 0]
    assert trait(page, "reached") == ["cross", "corner", "leave", "negative"]
    page.wait_for_timeout(400)
    assert "Reached: The row sums to 1.000" in view(page).get_by_role("status").inner_text()
    press(page, "Start again")
    assert trait(page, "reached") == []
    assert trait(page, "values") == SHOW.values.tolist()
    assert trait(page, "mode") == "scores"


def test_a_widget_that_opens_outside_is_brought_back(open_page):
    page = open_page(ConvexHull(shares=[1.3, 0, 0, 0]))
    assert "Outside the hull: the shares sum to 1.30." in view(page).inner_text()
    press(page, "keep the sum at 1")
    assert trait(page, "shares") == [1, 0, 0, 0]
    assert trait(page, "reached") == ["corner", "return"]


def test_weights_cannot_leave_the_hull_wherever_the_values_are_dragged(open_page):
    page = open_page(ConvexHull())
    rng = np.random.default_rng(2)
    plane = view(page).locator(".at-plane").bounding_box()
    for name in [*SHOW.acts, *SHOW.acts]:
        end = [plane["x"] + plane["width"] * rng.random(), plane["y"] + plane["height"] * rng.random()]
        drag(page, centre(point(page, name)), end, steps=3)
        assert "Outside" not in view(page).inner_text()
        assert output(page) == pytest.approx(ADA @ np.array(trait(page, "values")), abs=0.006)


def test_the_ticks_stand_still_during_a_drag_and_python_hears_its_end(open_page):
    page = open_page(ConvexHull(shares=ADA.tolist()))
    press(page, "keep the sum at 1")
    page.evaluate("model.set('reached', ['leave'])")  # a question that is answered on the way is told at once
    before, saved = ticks(page), page.evaluate("window.saved ?? 0")
    bar = view(page).locator(".at-sharebar").nth(1).bounding_box()
    page.mouse.move(bar["x"] + bar["width"] * 0.4, bar["y"] + 14)
    page.mouse.down()
    page.mouse.move(bar["x"] + bar["width"], bar["y"] + 14, steps=5)
    assert trait(page, "shares")[1] == 2
    assert ticks(page) == before
    assert page.evaluate("window.saved ?? 0") == saved
    assert view(page).locator(".at-outmark").get_attribute("data-beyond") == "true"
    page.mouse.up()
    page.wait_for_function("saved => window.saved > saved", arg=saved)  # after the frame that shows it
    assert ticks(page) != before  # the frame has grown around the output
    assert view(page).locator(".at-outmark").get_attribute("data-beyond") is None
    x, y = centre(point(page, "singer"))
    page.mouse.move(x, y)
    before = ticks(page)
    page.mouse.down()
    page.mouse.move(2000, -500, steps=5)
    assert ticks(page) == before
    values = trait(page, "values")[1]
    assert values[0] <= 1000
    page.mouse.up()
    plane = view(page).locator(".at-plane").bounding_box()
    x, y = centre(point(page, "singer"))
    assert plane["x"] < x < plane["x"] + plane["width"]


def test_the_others_keep_their_proportions_through_a_drag_to_the_end_and_back(open_page):
    page = open_page(ConvexHull(weights=[0.1, 0.6, 0.3, 0]))
    bar = view(page).locator(".at-sharebar").nth(0).bounding_box()
    page.mouse.move(bar["x"] + bar["width"] * 0.1, bar["y"] + 14)
    page.mouse.down()
    page.mouse.move(bar["x"] + bar["width"] + 30, bar["y"] + 14, steps=3)
    assert trait(page, "shares") == [1, 0, 0, 0]
    page.mouse.move(bar["x"] + bar["width"] * 0.4, bar["y"] + 14, steps=3)
    page.mouse.up()
    assert trait(page, "shares") == pytest.approx([0.4, 0.4, 0.2, 0])


def test_scores_become_shares_with_the_same_numbers_and_come_back_as_logarithms(open_page):
    page = open_page(ConvexHull())
    press(page, "shares")
    assert trait(page, "shares") == pytest.approx(ADA)
    press(page, "scores")
    assert trait(page, "scores") == [2, 1, 0, -1]
    press(page, "shares")
    box(page, "juggler: share, the sum stays 1").fill("0.5")
    box(page, "juggler: share, the sum stays 1").press("Tab")
    wanted = trait(page, "shares")
    assert wanted == pytest.approx([0.5, *(ADA[1:] / ADA[1:].sum() / 2)])
    press(page, "scores")
    assert core.softmax(np.array(trait(page, "scores"))) == pytest.approx(wanted)


def test_a_row_that_no_scores_give_is_refused_in_words(open_page):
    page = open_page(ConvexHull(weights=[0.5, 0.5, 0, 0]))
    press(page, "scores")
    assert trait(page, "mode") == "shares"
    hint = view(page).locator(".at-hullhint")
    assert "the weight of “magician” is 0, and that would need a score of −∞" in hint.inner_text()
    assert hint.get_attribute("data-refused") == "true"
    page.wait_for_timeout(400)
    assert "score of −∞" in view(page).get_by_role("status").inner_text()
    press(page, "keep the sum at 1")
    box(page, "juggler: share").fill("-0.5")
    press(page, "scores")
    assert trait(page, "mode") == "shares"
    assert "softmax makes no share below 0, and “juggler” has −0.50" in hint.inner_text()
    press(page, "keep the sum at 1")
    assert trait(page, "keep") is False
    assert "“juggler” has −0.50: raise it first" in hint.inner_text()
    text = view(page).locator(".at-rowbank, .at-hullplace").all_inner_texts()
    assert not re.search(r"weights · ", " ".join(text))
    assert "shares, not weights" in " ".join(text)


def test_both_banks_stand_side_by_side_on_the_same_rows(open_page):
    page = open_page(ConvexHull())
    for wide in (1000, 700, 320):
        page.set_viewport_size({"width": wide, "height": 900})
        for j in range(4):
            score = view(page).locator(".at-scorebar").nth(j).bounding_box()
            weight = view(page).locator(".at-sharebar").nth(j).bounding_box()
            assert score["x"] + score["width"] <= weight["x"]
            assert score["y"] == pytest.approx(weight["y"], abs=1)
            assert min(score["width"], weight["width"]) > 70
    box(page, "dancer: score").fill("4")
    wanted = core.softmax(np.array([2.0, 1, 0, 4]))
    assert view(page).locator(".at-rowbank .at-printed").all_inner_texts() == [f"{w:.3f}" for w in wanted]


def test_contributions_stand_tip_to_tail_with_weight_times_length(open_page):
    page = open_page(ConvexHull())
    assert view(page).locator(".at-arrow[d^=M]").count() == 0
    press(page, "contributions tip to tail")
    assert view(page).locator(".at-arrow[d^=M]").count() == 4
    written = view(page).locator(".at-valuebank .at-printed").all_inner_texts()
    lengths = np.linalg.norm(SHOW.values, axis=1)
    assert written == [f"{w:.3f} × {n:.2f} = {w * n:.2f}" for w, n in zip(ADA, lengths, strict=True)]
    ends = view(page).locator(".at-arrow").evaluate_all("all => all.map((e) => e.getAttribute('d'))")
    tips = [re.findall(r"[ML]([\d.]+) ([\d.]+)", d) for d in ends]
    for one, next_one in zip(tips, tips[1:], strict=False):
        assert np.array(one[1], dtype=float) == pytest.approx(np.array(next_one[0], dtype=float), abs=0.11)
    mark = view(page).locator(".at-outmark").get_attribute("transform")
    assert [float(x) for x in re.findall(r"[\d.]+", mark)] == pytest.approx(
        [float(x) for x in tips[-1][1]], abs=0.2
    )


def test_two_views_agree_after_a_drag(open_page):
    page = open_page(ConvexHull(contributions=True))
    x, y = centre(point(page, "dancer"))
    drag(page, (x, y), (x + 60, y - 40))
    page.wait_for_timeout(400)  # longer than the status line waits
    assert view(page).inner_text() == view(page, "two").inner_text()
    assert trait(page, "values")[3] != [2, 6]


def test_a_point_moves_by_its_number_boxes_and_a_number_out_of_range_is_refused(open_page):
    page = open_page(ConvexHull())
    box(page, "dancer: music").fill("9,5")
    assert trait(page, "values")[3] == [2, 9.5]
    box(page, "dancer: laughter").fill("5000")
    assert "a number from −1000 to 1000" in view(page).inner_text()
    box(page, "dancer: laughter").press("Tab")
    assert trait(page, "values")[3] == [2, 9.5]
    box(page, "dancer: laughter").fill("1000")
    x, y = centre(point(page, "dancer"))
    plane = view(page).locator(".at-plane").bounding_box()
    assert plane["x"] < x < plane["x"] + plane["width"]


def touch(page, start, end, steps=8):
    """One finger from start to end, as the browser hears it from the screen: it may pan instead."""
    screen = page.context.new_cdp_session(page)
    send = lambda kind, *at: screen.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]}
    )
    send("touchStart", start)
    for k in range(1, steps + 1):
        send("touchMove", tuple(a + (b - a) * k / steps for a, b in zip(start, end, strict=True)))
        page.wait_for_timeout(20)
    send("touchEnd")
    page.wait_for_timeout(50)


def test_a_finger_drags_a_point_and_the_page_stands_still(open_page):
    page = open_page(ConvexHull(), has_touch=True)
    unit, (x, y) = scale(page), centre(point(page, "juggler"))
    touch(page, (x, y), (x - 2 * unit, y - 3 * unit))
    assert trait(page, "values")[0] == pytest.approx([6, 3], abs=0.1)
    assert page.evaluate("scrollY") == 0
    assert point(page, "juggler").evaluate("(p) => getComputedStyle(p.closest('svg')).touchAction") == "none"


# The browser takes the pointer away in the middle of a drag, and says that it is at (0, 0).
CANCEL = """async ([selector, dx, dy, end]) => {
  const part = document.querySelector(selector), box = part.getBoundingClientRect();
  part.setPointerCapture = () => {};
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const send = (type, x, y) => part.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, button: 0, bubbles: true, clientX: x, clientY: y }));
  const now = () => JSON.stringify(["values", "scores", "shares"].map((name) => model.get(name)));
  send("pointerdown", x, y);
  send("pointermove", x + dx, y + dy);
  const [moved, saved] = [now(), window.saved ?? 0];
  send(end, 0, 0);
  send("pointermove", x + 2 * dx, y);
  send("pointerup", x + 2 * dx, y);
  await new Promise((done) => setTimeout(done, 200));
  return [moved, now(), window.saved > saved];
}"""


@pytest.mark.parametrize("end", ["pointercancel", "lostpointercapture"])
@pytest.mark.parametrize(
    ("selector", "mode"), [(".at-point", "scores"), (".at-scorebar", "scores"), (".at-sharebar", "shares")]
)
def test_a_pointer_that_the_browser_takes_away_ends_the_drag_where_it_was(open_page, selector, mode, end):
    page = open_page(ConvexHull())
    press(page, mode)
    before = [trait(page, name) for name in ("values", "scores", "shares")]
    moved, ended, saved = page.evaluate(CANCEL, [f"#one {selector}", 20, -15, end])
    assert moved == ended
    assert json.loads(moved) != before
    assert saved


def test_a_point_is_dragged_to_a_thousand_and_no_further(open_page):
    page = open_page(ConvexHull([[990, -990], [0, 0], [500, 0]]))
    start = centre(point(page, "key 1"))
    plane = view(page).locator(".at-plane").bounding_box()
    corner = (plane["x"] + plane["width"] - 1, plane["y"] + plane["height"] - 1)
    assert page.evaluate("model.get('values')[0]") == [990, -990]
    drag(page, start, corner)
    assert trait(page, "values")[0] == [1000, -1000]
    ConvexHull([[990, -990], [0, 0], [500, 0]]).values = trait(page, "values")  # Python takes it


def test_a_mode_that_changes_under_the_hand_leaves_numbers(open_page):
    page = open_page(ConvexHull())
    x, y = centre(view(page).locator(".at-scorebar").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    kept = trait(page, "scores")
    assert kept[0] > 0
    page.evaluate("model.set('mode', 'shares')")
    page.mouse.move(x + 40, y, steps=3)
    page.mouse.up()
    assert trait(page, "scores") == kept
    assert "NaN" not in page.locator("#one").inner_html()
    press(page, "scores")
    drag(page, (x, y), (x - 20, y))  # the bar can be taken again
    assert trait(page, "scores")[0] < 0


def test_values_of_a_ten_millionth_are_written_and_moved(open_page):
    page = open_page(ConvexHull(np.array([[1, 0], [3, 2], [2, 4]]) * 1e-7, scores=[0, 0, 0]))
    written = [box(page, f"key {j}: first component").input_value() for j in (1, 2, 3)]
    assert [float(text) for text in written] == pytest.approx([1e-7, 3e-7, 2e-7])
    # a step is 1e-8, a fortieth of the extent
    box(page, "key 1: first component").press("ArrowUp")
    assert trait(page, "values")[0] == pytest.approx([1.1e-7, 0], rel=1e-9)
    point(page, "key 1").press("ArrowRight")
    assert trait(page, "values")[0] == pytest.approx([1.2e-7, 0], rel=1e-9)
    assert point(page, "key 1").get_attribute("aria-valuetext").startswith("first component 1.2e−7,")
    x, y = centre(point(page, "key 1"))
    drag(page, (x, y), (x + 30, y))
    assert 1.3e-7 < trait(page, "values")[0][0] < 4e-7
    text = view(page).locator(".at-fact.at-sum").inner_text()
    assert re.fullmatch(r"Output: first component [\d.]+e−7, second component 2e−7", text), text
    assert all(re.fullmatch(r"0|−?[\d.]+e−\d", words) for words in ticks(page)), ticks(page)


def test_values_of_the_smallest_number_there_is_are_drawn_without_nan(open_page):
    page = open_page(ConvexHull(np.array([[0, 0], [1, 2], [2, 1]]) * 5e-324))
    for action in ("contributions tip to tail", "shares"):
        press(page, action)
        assert not re.search("NaN|Infinity", page.locator("#one").inner_html())


@pytest.mark.parametrize("wide", [1000, 320])
@pytest.mark.parametrize("shares", [False, True])
def test_odd_names_are_text_and_every_label_stays_in_the_picture(open_page, wide, shares):
    rng = np.random.default_rng(5)
    row = {"shares": rng.uniform(-0.5, 0.9, 8)} if shares else {}
    values = rng.normal(size=(8, 2)) * 3
    page = open_page(ConvexHull(values, ODD, ["a" * 200, "شجرة"], contributions=True, **row))
    page.set_viewport_size({"width": wide, "height": 900})
    page.wait_for_timeout(100)
    assert page.locator("#one script").count() == 0
    assert "(empty)" in view(page).inner_text()
    outside = page.evaluate("""() => {
      const plane = document.querySelector("#one .at-plane").getBoundingClientRect();
      const seen = (e) => e.checkVisibility({ visibilityProperty: true });
      return [...document.querySelectorAll("#one .at-plane text")].filter(seen).filter((e) => {
        const b = e.getBoundingClientRect();
        return b.left < plane.left - 1 || b.right > plane.right + 1 || b.top < plane.top - 1
          || b.bottom > plane.bottom + 1; }).map((e) => e.textContent); }""")
    assert outside == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_names_of_eight_points_that_lie_apart_cover_no_other(open_page):
    turn = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    values = np.stack([4 * np.cos(turn), 4 * np.sin(turn)], axis=1)
    for wide in (1000, 320):
        page = open_page(ConvexHull(values, ["magician"] * 8))
        page.set_viewport_size({"width": wide, "height": 900})
        page.wait_for_timeout(100)
        covered = page.evaluate("""() => {
          const marks = [...document.querySelectorAll("#one .at-keylabel, #one .at-dot")];
          const boxes = marks.map((e) => e.getBoundingClientRect());
          const cover = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right
            && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
          return boxes.flatMap((a, i) => boxes.filter((b, k) => k > i && cover(a, b))).length; }""")
        assert covered == 0


@pytest.mark.parametrize("part", ["#one .at-point", "#one .at-sharebar"])
def test_a_drag_is_shown_within_a_frame(open_page, part, record_property):
    values = np.random.default_rng(1).normal(size=(8, 2)) * 4
    page = open_page(ConvexHull(values, weights=[0.125] * 8, contributions=True))
    page.evaluate("closers[1]()")
    took = quickest(lambda: page.evaluate(DRAG, [part, 40]))
    record_property("latency_ms", took)
    print(f"{part}: median {took['median']:.1f} ms, p90 {took['p90']:.1f} ms")
    assert took["p90"] < FRAME


def test_a_closed_view_leaves_nothing_behind(open_page):
    page = open_page(ConvexHull())
    page.evaluate("closers.forEach((close) => close())")
    page.set_viewport_size({"width": 500, "height": 500})
    page.wait_for_timeout(400)
    left = page.evaluate("[listeners(), outside, document.querySelectorAll('.at-widget').length]")
    assert left == [0, 0, 0]
