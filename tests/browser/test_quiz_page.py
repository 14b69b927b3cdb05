"""Quiz in Chromium: every kind of question, by mouse and by keyboard, on a page without a kernel."""

import re

import pytest

from attnedu.practice.questions import by_name
from attnedu.practice.quiz import quiz as card_of
from attnedu.widgets.asking import predict
from attnedu.widgets.quiz import Quiz

from .kinds import ODD
from .test_widgets_accessible import CONTRAST, axe
from .test_widgets_page import CUT
from .widget_page import FRAME, LATENCY, quickest, trait, view

__all__ = ["axe"]  # a fixture
RIGHT_06 = ["B2", "D2", "E1", "C1", "A1"]
WAIT = 2000  # ms, longer than the page waits for a kernel
BAD = ODD[0]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path / "record"))


def form():
    return predict("05_paper", raw=None, scaled=None, the_weight=None)


def judged():
    return Quiz.prediction(
        "The row 2, 1, 0?", {"largest": 0.665, "rows": "one"}, why="`softmax` keeps order."
    )


KINDS = {
    "choice": lambda: Quiz("03_recall_3"),
    "form": form,
    "judged": judged,
    "ordering": lambda: Quiz("06_order"),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def answer_button(page, which="one"):
    return view(page, which).get_by_role("button", name=re.compile("^(Answer|Keep my prediction)$"))


def sure(page, value="70"):
    view(page).get_by_role("textbox", name="How sure are you").fill(value)


def solve(page, kind):
    """Answer by mouse and typing; for an ordering the answer is still in the order shown."""
    one = view(page)
    if kind == "choice":
        one.get_by_role("radio").nth(1).check()
    elif kind == "ordering":
        for label in RIGHT_06:
            one.get_by_role("radiogroup", name=f"Line {label[0]}: choose one").get_by_role("radio").nth(
                int(label[1]) - 1
            ).check()
    else:
        for box in one.locator(".at-guess").all():
            box.fill("0,67")
    sure(page)
    answer_button(page).click()


def said(page, which="one"):
    return "\n".join(view(page, which).locator(".at-reply > p").all_inner_texts())


# --- Choosing ---------------------------------------------------------------------------------------------


def test_a_question_is_answered_wrongly_and_then_rightly_with_the_keyboard_alone(open_page):
    page = open_page(Quiz("03_axis"))
    keys = page.keyboard
    keys.press("Tab")
    keys.press("Space")
    keys.press("ArrowDown")
    assert trait(page, "answer") == "b"
    for _ in range(2):
        keys.press("Tab")
    keys.type("80")
    keys.press("Enter")
    assert trait(page, "given") == {"answer": "b", "confidence": 80}
    assert trait(page, "reached") == ["answered"]
    card = card_of("03_axis", "b")
    assert said(page).split("\n") == [line for line in [card.reply, *card.sentences] if line]
    assert (
        "✗ not so"
        in view(page).get_by_role("radio", name="softmax(scores, axis=-2)").locator("..").inner_text()
    )
    page.wait_for_timeout(400)
    assert "A known trap, “softmax along another axis”" in view(page).get_by_role("status").inner_text()
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    keys.press("ArrowUp")
    keys.press("Tab")
    keys.press("ArrowRight")  # the slider
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    assert trait(page, "given") == {"answer": "a", "confidence": 85}
    assert trait(page, "reached") == ["answered", "right"]
    assert said(page).startswith("Right: a. softmax(scores, axis=-1)")


@pytest.mark.parametrize("letter", "abcd")
def test_every_option_gets_the_words_of_the_card_by_mouse(open_page, letter):
    page = open_page(Quiz("00_pretest_2"))
    view(page).get_by_role("radio").nth("abcd".index(letter)).check()
    sure(page)
    answer_button(page).click()
    card = card_of("00_pretest_2", letter)
    assert said(page).split("\n") == [card.reply, *card.sentences]
    assert "choose once more" not in said(page)


def test_how_sure_comes_before_the_verdict_and_what_is_missing_is_said_and_focused(open_page):
    page = open_page(Quiz("03_axis"))
    answer_button(page).click()
    lack = view(page).get_by_role("alert").filter(has_text=re.compile("."))
    assert lack.inner_text() == "Choose an option first. Then say how sure you are, from 0 to 100."
    assert page.evaluate("document.activeElement.type") == "radio"
    view(page).get_by_role("radio").nth(2).check()
    assert lack.count() == 0
    answer_button(page).click()
    assert lack.inner_text() == "First say how sure you are, from 0 to 100."
    assert "How sure" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert trait(page, "given") == {}
    assert said(page) == ""


@pytest.mark.parametrize(("typed", "kept"), [("80 %", 80), ("55,5", 55.5), ("0", 0), ("100", 100)])
def test_confidence_is_typed_as_people_write_it(open_page, typed, kept):
    page = open_page(Quiz("03_axis"))
    sure(page, typed)
    assert trait(page, "confidence") == kept
    slider = view(page).get_by_role("slider")
    assert slider.get_attribute("aria-valuetext") == f"{kept} of 100"


@pytest.mark.parametrize(
    ("typed", "says"), [("101", "a number from 0 to 100"), ("0.8", "did you mean 80?"), ("sure", "a number")]
)
def test_a_confidence_that_is_none_is_refused_in_words_and_taken_out(open_page, typed, says):
    page = open_page(Quiz("03_axis"))
    sure(page, typed)
    box = view(page).get_by_role("textbox", name="How sure are you")
    assert says in view(page).inner_text()
    assert box.get_attribute("aria-invalid") == "true"
    box.press("Tab")
    assert (box.input_value(), trait(page, "confidence")) == ("", None)


def test_nothing_is_chosen_on_the_slider_until_somebody_chooses_even_the_middle(open_page):
    page = open_page(Quiz("03_axis"))
    slider = view(page).get_by_role("slider")
    assert slider.get_attribute("aria-valuetext") == "nothing chosen yet"
    slider.click()  # the middle, where it stands already
    assert trait(page, "confidence") == 50
    assert view(page, "two").get_by_role("slider").get_attribute("aria-valuetext") == "50 of 100"


# --- Predicting -------------------------------------------------------------------------------------------


def test_a_prediction_is_filled_in_with_the_keyboard_alone_and_kept(open_page):
    page = open_page(form())
    keys = page.keyboard
    for text in ("6", "−1,0", "67 %"):
        keys.press("Tab")
        keys.type(text)
    assert view(page).locator(".at-hint").all_inner_texts() == [
        "",
        "read as −1",
        "read as 67 %, which is 0.67",
    ]
    keys.press("Enter")
    assert view(page).get_by_text("First say how sure you are").count() == 1
    keys.type("55")
    keys.press("Enter")
    assert trait(page, "given") == {
        "answer": {"raw": "6", "scaled": "−1,0", "the_weight": "67 %"},
        "confidence": 55,
    }
    assert trait(page, "reached") == ["answered"]
    assert said(page).startswith("Your prediction stands.")
    assert view(page, "two").get_by_label("the weight").input_value() == "67 %"


def test_an_empty_box_is_named_and_gets_the_focus(open_page):
    page = open_page(form())
    view(page).get_by_label("raw").fill("1")
    sure(page)
    answer_button(page).click()
    assert view(page).get_by_text("Still empty: scaled, the weight.").count() == 1
    page.keyboard.type("x")
    assert trait(page, "answer") == {"raw": "1", "scaled": "x", "the_weight": ""}


def test_a_prediction_with_a_known_outcome_is_judged_on_the_page(open_page):
    page = open_page(judged())
    view(page).get_by_label("largest").fill("2/3")
    view(page).get_by_label("rows").fill("three")
    sure(page)
    answer_button(page).click()
    assert view(page).locator(".at-hint").all_inner_texts() == [
        "✓ agrees: the outcome is 0.665",
        "✗ differs: the outcome is one",
    ]
    assert said(page).split("\n")[:2] == ["1 of 2 agree.", "softmax keeps order."]
    assert view(page).locator(".at-reply code").inner_text() == "softmax"
    assert trait(page, "reached") == ["answered"]
    view(page).get_by_label("largest").fill("66 %")
    view(page).get_by_label("rows").fill(" One ")
    assert "✓" not in view(page).locator(".at-hint").nth(0).inner_text()  # the answer has changed
    answer_button(page).click()
    assert trait(page, "reached") == ["answered", "right"]


def test_python_hears_no_half_typed_word(open_page):
    page = open_page(form())
    view(page).get_by_label("raw").press_sequentially("12.5")
    assert page.evaluate("window.saved ?? 0") == 0
    page.keyboard.press("Tab")
    page.wait_for_function("window.saved")  # after the frame that shows it
    assert page.evaluate("window.saved") == 1


# --- Ordering ---------------------------------------------------------------------------------------------


def places(page, which="one"):
    return [text[-1] for text in view(page, which).locator(".at-grab").all_inner_texts()]


def grip(page, label):
    return view(page).get_by_role("button", name=re.compile(f"^Line {label}, place"))


def test_lines_are_put_in_order_with_the_keyboard_alone(open_page):
    page = open_page(Quiz("06_order"))
    keys = page.keyboard
    keys.press("Tab")  # the line above them
    keys.press("Tab")
    keys.press("End")  # A, the return, goes last and keeps the focus
    assert places(page) == list("BCDEA") == places(page, "two")
    assert "Line A, place 5 of 5" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    keys.press("Tab")
    keys.press("Space")  # A1
    grip(page, "C").focus()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    assert places(page) == list("BDECA")
    keys.press("ArrowUp")
    assert places(page) == list("BDCEA")
    keys.press("ArrowDown")
    page.wait_for_timeout(400)
    assert "Line C is at place 4 of 5." in view(page).get_by_role("status").inner_text()
    for label, downs in (("B", 1), ("D", 1), ("E", 0), ("C", 0)):
        grip(page, label).focus()
        keys.press("Tab")
        keys.press("Space")
        for _ in range(downs):
            keys.press("ArrowDown")
    assert trait(page, "answer") == RIGHT_06
    view(page).get_by_role("slider").focus()
    keys.press("ArrowRight")
    answer_button(page).press("Enter")
    assert trait(page, "reached") == ["answered", "right"]
    assert said(page).startswith("Right: B2 D2 E1 C1 A1.")


def test_the_first_wrong_line_is_marked_and_its_misconception_named(open_page):
    page = open_page(Quiz("06_order"))
    answer_button(page).click()
    assert view(page).get_by_text("still open in A, B, C, D, E").count() == 1
    solve(page, "ordering")
    assert "It stands too early. It returns" in said(page)
    assert view(page).locator(".at-line[data-judged=wrong]").count() == 1
    grip(page, "A").press("End")
    assert (
        view(page).locator("[data-judged=wrong].at-line").count() == 0
    )  # no longer the answer that was judged
    grip(page, "C").press("ArrowDown")
    grip(page, "C").press("ArrowDown")
    view(page).get_by_role("radio", name="hidden = scores * mask").check()
    answer_button(page).click()
    assert "line 1: hidden = scores * mask" in said(page)
    assert "“hidden score set to zero”" in said(page)
    assert view(page).locator(".at-line").nth(0).get_attribute("data-judged") == "wrong"
    assert trait(page, "reached") == ["answered"]
    view(page).get_by_role("radio", name="hidden = np.where(mask, scores, -np.inf)").check()
    answer_button(page).click()
    assert trait(page, "reached") == ["answered", "right"]


def test_lines_are_moved_by_their_buttons(open_page):
    page = open_page(Quiz("06_order"))
    view(page).get_by_role("button", name="Line A: up").dispatch_event("click")  # it is at the top already
    assert places(page) == list("ABCDE")
    view(page).get_by_role("button", name="Line A: down").click()
    view(page).get_by_role("button", name="Line E: up").click()
    assert places(page) == list("BACED") == places(page, "two")


def drag(page, label, to, release=True):
    box, target = grip(page, label).bounding_box(), to
    page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, target, steps=12)
    if release:
        page.mouse.up()


def test_a_line_is_dragged_both_ways_and_python_hears_the_end_alone(open_page):
    page = open_page(Quiz("06_order"))
    below = view(page).locator(".at-line").nth(4).bounding_box()
    drag(page, "A", below["y"] + below["height"] - 3, release=False)
    assert places(page) == list("BCDEA") == places(page, "two")
    assert page.evaluate("window.saved ?? 0") == 0
    assert view(page).locator("[data-held=true]").count() == 1
    page.mouse.up()
    page.wait_for_function("window.saved")  # after the frame that shows it
    assert page.evaluate("window.saved") == 1
    assert view(page).locator("[data-held=true]").count() == 0
    drag(page, "E", view(page).locator(".at-line").nth(0).bounding_box()["y"] + 3)
    assert places(page) == list("EBCDA")
    page.mouse.move(5, 5)
    assert places(page) == list("EBCDA")  # let go is let go


def test_escape_takes_a_drag_back(open_page):
    page = open_page(Quiz("06_order"))
    drag(page, "A", view(page).locator(".at-line").nth(3).bounding_box()["y"] + 40, release=False)
    assert places(page) != list("ABCDE")
    page.keyboard.press("Escape")
    assert places(page) == list("ABCDE")
    page.mouse.up()
    assert places(page) == list("ABCDE")


# --- Kept, and by whom ------------------------------------------------------------------------------------


@each_kind
def test_without_a_kernel_the_page_says_so_and_with_one_shows_its_reply(kind, open_page):
    page = open_page(KINDS[kind]())
    solve(page, kind)
    note = view(page).locator(".at-kept")
    if trait(page, "question")["name"]:
        assert note.inner_text() == ""  # a kernel has a moment to answer
        page.wait_for_timeout(WAIT)
        assert note.inner_text() == "No kernel has answered: your answer is kept on this page only."
        assert "No kernel has answered" in view(page).get_by_role("status").inner_text()
        page.evaluate(f"model.set('reply', ['It is `{BAD}`.', 'Then go on.'])")
        page.wait_for_timeout(50)
        assert said(page) == f"It is {BAD}.\nThen go on."
        assert note.inner_text() == "Your answer is kept with your progress."
    else:
        assert note.inner_text() == "This answer is kept here and nowhere else."
    assert said(page) == said(page, "two")


@pytest.mark.parametrize("kind", ["choice", "ordering"])
def test_an_answer_on_record_is_said_until_it_is_given_again(kind, open_page):
    asked = KINDS[kind]()
    asked.given = {"answer": RIGHT_06 if kind == "ordering" else "a", "confidence": 50}
    page = open_page(KINDS[kind]())  # the cell is run again
    record = view(page).locator(".at-record")
    assert record.inner_text().startswith("On record: one answer, ")
    assert (trait(page, "given"), said(page)) == ({}, "")
    assert page.locator("#one input:checked").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 1000
    solve(page, kind)
    assert record.is_hidden()
    assert said(page) != ""
    page.evaluate("model.set('on_record', 'On record: 2 answers.')")  # as the kernel does
    view(page).get_by_role("button", name="Start again").click()
    for which in ("one", "two"):
        assert view(page, which).locator(".at-record").inner_text() == "On record: 2 answers."


@each_kind
def test_an_answer_that_was_saved_is_there_when_the_page_opens_again(kind, open_page):
    page = open_page(KINDS[kind]())
    solve(page, kind)
    given, before = trait(page, "given"), said(page)
    again = KINDS[kind]()
    again.unobserve_all()
    again.answer, again.confidence, again.given = given["answer"], given["confidence"], given
    page = open_page(again)
    assert said(page) == before
    assert view(page).get_by_role("textbox", name="How sure are you").input_value() == "70"
    answer_button(page).click()
    assert view(page).get_by_text("This answer is given. Change it to answer again.").count() == 1
    view(page).get_by_role("button", name="Start again").click()
    assert trait(page, "given") == {}
    assert trait(page, "answer") == KINDS[kind]().answer
    assert (said(page), said(page, "two"), trait(page, "reached")) == ("", "", [])


def test_start_again_gives_back_what_the_cell_held(open_page):
    page = open_page(predict("zq", a=0.5, b=None, confidence=40))
    view(page).get_by_label("a", exact=True).fill("7")
    view(page).get_by_label("b", exact=True).fill("8")
    sure(page, "90")
    answer_button(page).click()
    view(page).get_by_role("button", name="Start again").click()
    assert trait(page, "answer") == {"a": "0.5", "b": ""}
    assert (trait(page, "confidence"), trait(page, "given")) == (40, {})
    assert view(page, "two").get_by_label("a", exact=True).input_value() == "0.5"


def test_an_exported_page_of_one_question_works_from_a_file(chromium, tmp_path):
    file = Quiz("03_axis").save(tmp_path / "axis")
    page = chromium.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    page.get_by_role("radio").nth(0).check()
    page.get_by_role("textbox", name="How sure are you").fill("90")
    page.get_by_role("button", name="Answer").click()
    assert "Right: a." in page.locator(".at-reply").inner_text()
    calm = "Kept on this page only, until it is closed or loaded again."
    assert page.locator(".at-kept").inner_text() == calm  # at once, and nobody is waited for
    page.wait_for_timeout(WAIT)
    assert page.locator(".at-kept").inner_text() == calm
    told = page.get_by_role("status").inner_text()
    assert told.startswith("Right: a.")
    assert told.endswith(calm)
    page.get_by_role("button", name="Start again").click()
    assert page.locator(".at-kept").inner_text() == ""
    page.close()
    assert errors == []


# --- For everyone -----------------------------------------------------------------------------------------


@each_kind
def test_two_views_agree_and_closing_leaves_nothing(kind, open_page):
    page = open_page(KINDS[kind]())
    solve(page, kind)
    assert view(page).inner_text() == view(page, "two").inner_text()
    page.evaluate("window.note = document.querySelector('#one .at-kept')")
    before = page.evaluate("note.textContent")
    page.evaluate("closers[0]()")
    page.evaluate("model.set('confidence', 3)")
    page.evaluate("closers[1]()")
    page.wait_for_timeout(WAIT)
    left = page.evaluate("[listeners(), outside, document.querySelectorAll('.at-widget').length]")
    assert left == [0, 0, 0]
    assert page.evaluate("note.textContent") == before  # a view that is gone waits for no kernel


@each_kind
@pytest.mark.parametrize("wide", [320, 640])
def test_nothing_is_cut_off_on_a_narrow_page(kind, wide, open_page):
    page = open_page(KINDS[kind]())
    page.set_viewport_size({"width": wide, "height": 900})
    for _ in range(2):
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        solve(page, kind)
        page.wait_for_timeout(50)


@each_kind
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_all_stands_out(kind, scheme, axe, open_page):
    page = open_page(KINDS[kind](), color_scheme=scheme)
    page.evaluate("closers[1]()")
    page.evaluate(axe)
    for _ in range(2):
        found = page.evaluate("""async () => (await axe.run("#one", { resultTypes: ["violations"] }))
          .violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`)""")
        assert found == []
        contrast = page.evaluate(CONTRAST)
        assert contrast["count"] > 8
        assert contrast["poor"] == []
        solve(page, kind)
        page.wait_for_timeout(400)


@each_kind
def test_all_that_takes_focus_is_named_large_enough_seen_and_kept_from_shortcuts(kind, open_page):
    page = open_page(KINDS[kind]())
    found = page.evaluate(
        """() => [...document.querySelectorAll("#one input, #one button, #one [tabindex]")].map((e) => ({
          html: e.outerHTML.slice(0, 90), kept: e.dataset.lmSuppressShortcuts === "true",
          named: Boolean(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length),
          size: Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) }))"""
    )
    assert len(found) >= 6
    for one in found:
        assert one["kept"], one
        assert one["named"], one
        assert one["size"] >= 24, one
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    seen = 0
    while page.evaluate("document.activeElement.closest('#two') === null") and seen < 40:
        page.keyboard.press("Tab")
        seen += 1
        assert page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2
    assert seen > 4


def odd_choice():
    return Quiz.choice(
        ODD[2] + BAD,
        [(text or " ", f"`{BAD}`") for text in ODD[:6]] + [("the", None)],
        why=BAD,
        shown="a" * 300,
    )


def odd_form():
    return Quiz.prediction(ODD[5], dict.fromkeys([text for text in ODD[:7] if text], BAD))


def odd_order():
    return Quiz.ordering(BAD, [(BAD, "`b`", BAD), *ODD[2:6]], head=ODD[5])


@pytest.mark.parametrize("make", [odd_choice, odd_form, odd_order])
def test_any_text_is_shown_as_text_and_stays_inside(make, open_page):
    page = open_page(make())
    page.set_viewport_size({"width": 320, "height": 900})
    one = view(page)
    for box in one.locator(".at-guess").all():
        box.fill(ODD[0] if make is odd_form else "x")
    for group in one.get_by_role("radiogroup").all():
        group.get_by_role("radio").first.check()
    sure(page)
    answer_button(page).click()
    assert BAD in one.inner_text()
    assert one.locator("script").count() == 0
    assert trait(page, "reached")[0] == "answered"
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_every_question_of_the_course_can_be_shown(open_page):
    page = open_page(Quiz("00_pretest_1"))
    specs = [Quiz(name).question for name in by_name()]
    shown = page.evaluate(
        """async (specs) => { const { esm } = JSON.parse(document.getElementById("data").textContent);
        const blob = new Blob([esm], { type: "text/javascript" });
        const { render } = (await import(URL.createObjectURL(blob))).default;
        return specs.map((question) => {
          const state = { question, confidence: null, given: {}, reply: [], on_record: "", reached: [],
            answer: question.kind === "ordering" ? question.lines.map((line) => line.label) : "" };
          const model = { get: (k) => state[k], set() {}, on() {}, off() {}, save_changes() {} };
          const el = document.createElement("div");
          document.body.append(el);
          render({ model, el });
          return el.innerText;
        }); }""",
        specs,
    )
    for spec, text in zip(specs, shown, strict=True):
        parts = [
            line
            for part in spec.get("lines", spec.get("options", []))
            for line in part.get("texts", [part.get("text")])
        ]
        for part in [spec["stem"], *parts]:
            assert part.replace("`", "") in text


@each_kind
def test_a_move_is_shown_within_a_frame(kind, open_page, record_property):
    page = open_page(KINDS[kind]())
    page.evaluate("closers[1]()")
    took = quickest(lambda: page.evaluate(LATENCY, 40))
    record_property("latency_ms", took)
    print(f"{kind}: median {took['median']:.1f} ms, p90 {took['p90']:.1f} ms")
    assert took["p90"] < FRAME


def test_ten_forms_are_painted_at_once(open_page):
    page = open_page(form())
    paint = """async () => { const { esm, state } = JSON.parse(document.getElementById("data").textContent);
        const blob = new Blob([esm], { type: "text/javascript" });
        const { render } = (await import(URL.createObjectURL(blob))).default;
        const model = { get: (k) => state[k], set() {}, on() {}, off() {}, save_changes() {} };
        const start = performance.now();
        for (let i = 0; i < 10; i++) {
          const el = document.createElement("div");
          document.body.append(el);
          render({ model, el });
        }
        document.body.getBoundingClientRect();
        return performance.now() - start; }"""
    took = min(page.evaluate(paint) for _ in range(3))  # another program may hold the processor
    print(f"ten forms: {took:.0f} ms")
    assert took < 150


@pytest.mark.parametrize("key", ["Tab", "Enter"])
@pytest.mark.parametrize("typed", ["150", "0.7", "-3", "abc"])
def test_a_confidence_that_was_never_finished_changes_nothing(open_page, typed, key):
    page = open_page(Quiz("03_axis"))
    view(page).get_by_role("radio").nth(1).check()
    box = view(page).get_by_role("textbox", name="How sure")
    box.press_sequentially(typed)
    box.press(key)
    assert trait(page, "confidence") is None
    assert trait(page, "given") == {}
