"""Every lesson as a page: opened from a file, offline, it asks for nothing, and its widgets work."""

import json
import re

import nbformat
import numpy as np
import pytest
from ipywidgets import Widget
from nbformat import v4

from attnedu import core, workspace
from attnedu.export import export
from attnedu.export_cells import STATE, VIEW
from attnedu.widgets import SoftmaxBridge

pytestmark = pytest.mark.timeout(300)  # the first test waits until every lesson has been run

LESSONS = sorted((workspace.course_root() / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in LESSONS]
EVIL = "</script><!--<b>&"

# Other makers' widgets, bytes, odd tokens, two views of one widget: what the lessons may not hold.
MIXED = [
    "from attnedu.widgets import SoftmaxBridge, TalentShow\nimport anywidget, traitlets, numpy as np",
    "one = SoftmaxBridge([2.0, 1.0, 0.0])\none",
    "one",
    f"TalentShow(acts=[{EVIL!r}, 'b', 'c', 'd'])",
    """class Sums(anywidget.AnyWidget):
    _esm = '''export default () => ({
      initialize({ model }) { model.set("started", model.get("started") + 1); },
      render({ model, el }) {
        const view = model.get("data");
        const floats = new Float32Array(view.buffer, view.byteOffset, view.byteLength / 4);
        el.append(`started ${model.get("started")}, sum ${floats.reduce((a, b) => a + b, 0)}`);
      } });'''
    data = traitlets.Bytes().tag(sync=True)
    started = traitlets.Int(0).tag(sync=True)

Sums(data=np.arange(12 * 12 * 32 * 32, dtype="f4").tobytes())""",
    "class Broken(anywidget.AnyWidget):\n"
    "    _esm = 'export default { render() { throw new Error(`no`); } };'\n\nBroken()",
    "import ipywidgets\nipywidgets.IntSlider(value=3)",
]

# What a widget draws from its traits, as one text: no table, for that opens in one view alone.
DRAWN = """e => [...e.querySelectorAll("svg, canvas, p, li, span")]
  .map((one) => (one.toDataURL ? one.toDataURL() : one.outerHTML)).join("")"""
# The text of paragraphs with formulas, without code and without the LaTeX that is kept out of sight.
SEEN = """all => all.map((e) => { const copy = e.cloneNode(true);
  copy.querySelectorAll("code, annotation").forEach((one) => one.remove());
  return copy.textContent; }).join("")"""
SIZES = """all => all.map((e) => [e.getBoundingClientRect().width, e.getBoundingClientRect().height,
  e.querySelector("annotation").getBoundingClientRect().width])"""
LOST_LINKS = """() => [...document.querySelectorAll("a[href^='#']")]
  .map((a) => decodeURIComponent(a.hash.slice(1))).filter((id) => !document.getElementById(id))"""
BEYOND = """() => [...document.querySelectorAll("main *:not(pre *, .pg-wide *, [data-pg-model] *)")]
  .filter((e) => e.getBoundingClientRect().right > 321).map((e) => e.outerHTML.slice(0, 80))"""
# Boxes that scroll sideways and that the keyboard cannot reach.
STUCK = """() => [...document.querySelectorAll("pre, .pg-wide")]
  .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth && e.tabIndex !== 0)
  .map((e) => e.outerHTML.slice(0, 80))"""
# Kinds of text whose colour comes too near the ground behind it.
FAINT = """() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ground = (e) => {
    const colour = getComputedStyle(e).backgroundColor;
    return colour === "rgba(0, 0, 0, 0)" ? ground(e.parentElement) : colour;
  };
  const ratios = new Map();
  for (const e of document.querySelectorAll(".pg-code span, code, pre, p, main a, header a, h1, h2")) {
    if (e.closest("[data-pg-model]")) continue;
    const [x, y] = [light(getComputedStyle(e).color), light(ground(e))];
    ratios.set(`${e.tagName}.${e.className}`, Math.max(x, y) / Math.min(x, y));
  }
  return { kinds: ratios.size, faint: [...ratios].filter(([, ratio]) => ratio < 4.5) };
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """{name: Page} of all lessons and of a notebook with everything else; two kernels at a time."""
    folder = tmp_path_factory.mktemp("pages")
    cells = [v4.new_markdown_cell("# Mixed"), *map(v4.new_code_cell, MIXED)]
    nbformat.write(v4.new_notebook(cells=cells), folder / "mixed.ipynb")
    made = {page.path.stem: page for page in export([*LESSONS, folder / "mixed.ipynb"], folder / "site")}
    assert [page.problem for page in made.values() if page.problem] == []
    return made


@pytest.fixture
def opened(chromium):
    """A function that opens a file offline; afterwards nothing may have been requested but the file."""
    complaints, contexts = [], []

    def open_it(path, expect=(), **options):
        context = chromium.new_context(
            offline=True, **{"viewport": {"width": 1000, "height": 900}, **options}
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: None if m.text.startswith(expect) else complaints.append(m.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        allowed = (path.as_uri(), "blob:")
        page.on("request", lambda r: None if r.url.startswith(allowed) else complaints.append(r.url[:200]))
        page.goto(path.as_uri())
        if options.get("java_script_enabled", True):
            # A wait for a function would be evaluated from text, which the page forbids.
            page.wait_for_selector("[data-pg-model]:not([data-pg-shown])", state="detached")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []


def press_until_something_changes(page, place):
    """Try keys on everything that takes focus, in order; return what changed the picture."""
    before = place.evaluate(DRAWN)
    for target in place.locator("input, select, button, [tabindex='0']").all():
        if not target.is_visible() or target.is_disabled():
            continue
        target.focus()
        for key in ("ArrowRight", "ArrowDown", "Enter"):
            page.keyboard.press(key)
            page.wait_for_timeout(20)
            if place.evaluate(DRAWN) != before:
                return f"{key} on {target.evaluate('e => e.outerHTML')[:80]}"
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_opens_without_a_request_and_each_widget_is_drawn_and_driven(name, pages, opened):
    page = opened(pages[name].path)
    places = page.locator("[data-pg-model]")
    assert places.evaluate_all("all => all.map((e) => e.dataset.pgShown)") == ["widget"] * places.count()
    page.wait_for_timeout(300)  # longer than the status line waits
    for place in places.all():
        assert place.locator(".at-widget").bounding_box()["height"] > 60
        assert press_until_something_changes(page, place)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_reads_in_order(name, pages, opened):
    page = opened(pages[name].path)
    levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all(
        "all => all.map((e) => Number(e.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))
    assert page.title() == nbformat.read(pages[name].notebook, 4).metadata["attnedu"]["title"]
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("main").count() == page.locator("body > header").count() == 1
    assert page.evaluate(LOST_LINKS) == []
    assert page.locator("img").evaluate_all(
        "all => all.every((e) => e.alt.length > 19 && e.naturalWidth > 9)"
    )
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#main:focus")


@pytest.mark.parametrize("name", NAMES)
def test_formulas_are_drawn_by_the_browser_and_their_latex_is_kept_out_of_sight(name, pages, opened):
    page = opened(pages[name].path)
    assert "$" not in page.locator(".pg-text:has(math)").evaluate_all(SEEN)
    sizes = page.locator("math").evaluate_all(SIZES)
    assert all(wide > 2 and high > 5 and note == 0 for wide, high, note in sizes)
    assert pages[name].remarks == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_code_stand_out_in_both_schemes(scheme, pages, opened):
    page = opened(pages["03_softmax"].path, color_scheme=scheme)
    found = page.evaluate(FAINT)
    assert found["faint"] == []
    assert found["kinds"] > 15
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_fits_into_320_pixels_without_scrolling_sideways(name, pages, opened):
    page = opened(pages[name].path, viewport={"width": 320, "height": 640}, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for summary in page.locator(".pg-fold > summary").all():
        summary.press("Enter")
    page.wait_for_timeout(100)  # until boxes that have just been opened were measured
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(STUCK) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("scripts", [True, False])
def test_an_answer_is_out_of_sight_until_it_is_opened_and_is_printed(scripts, pages, opened):
    page = opened(pages["06_masking"].path, java_script_enabled=scripts)
    fold = page.locator(".pg-fold").first
    code, card = fold.get_by_text("outcome", exact=False).first, fold.locator("table").last
    visible = page.locator("main").inner_text().split("What share does padding get in each row?")[1]
    between = visible.split("Show what happened")[0]
    assert "predict(" in between or "Keep my prediction" in between or not scripts
    assert "0.09" not in between
    assert "0.665" not in between
    assert not code.is_visible()
    summary = fold.locator("summary")
    assert fold.locator("summary").count() == 1
    assert summary.bounding_box()["height"] >= 24
    summary.focus()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid" or not scripts
    summary.press("Enter")
    assert code.is_visible()
    assert card.is_visible()
    summary.press("Enter")
    assert not code.is_visible()
    page.emulate_media(media="print")
    assert code.is_visible()
    assert card.is_visible()
    assert not summary.is_visible()


def numbers_in(text):
    return [float(x.replace("−", "-")) for x in re.findall(r"[−-]?\d+\.\d+", text)]


def test_row_sums_on_the_page_of_the_talent_show_are_those_of_core(pages, opened):
    page = opened(pages["01_talent_show"].path)
    page.get_by_role("button", name=re.compile("calculate")).first.press("Enter")
    sums = [numbers_in(text)[-1] for text in page.locator(".at-sum").all_inner_texts()]
    expected = 100 * core.row_sums(core.softmax(np.asarray(core.talent_show().scores)))
    assert np.allclose(sums[: len(expected)], expected, atol=0.05)


def test_the_row_sum_on_the_page_of_the_bridge_is_that_of_core(pages, opened):
    page = opened(pages["03_softmax"].path)
    boxes = page.locator(".at-widget .at-box").evaluate_all("all => all.map((e) => [e.ariaLabel, e.value])")
    scores = [float(value) for label, value in boxes if re.match(r"key \d: score", label or "")]
    total = numbers_in(page.locator(".at-sum").first.inner_text())[0]
    assert len(scores) == 3
    assert total == pytest.approx(core.row_sums(core.softmax(np.array(scores))), abs=5e-4)


def test_the_row_sums_of_both_sides_on_the_page_of_the_mask_lab_are_those_of_core(pages, opened):
    page = opened(pages["06_masking"].path)
    page.get_by_role("button", name=re.compile("causal")).first.press("Enter")
    data = json.loads(page.locator("script[data-pg-data]").text_content())["models"]
    scores = np.array(next(model["state"]["scores"] for model in data if model.get("name") == "mask_lab"))
    mask = core.causal_mask(len(scores))
    labels = page.locator("[aria-label*='Row sums:']").evaluate_all("all => all.map((e) => e.ariaLabel)")
    before, after = [numbers_in(label.split("Row sums:")[1])[: len(scores)] for label in labels]
    assert np.allclose(before, core.row_sums(core.masked_softmax(scores, mask)), atol=5e-4)
    assert np.allclose(after, core.row_sums(core.zero_weights(core.softmax(scores), mask)), atol=5e-4)


def test_two_views_of_a_widget_agree_and_keys_reach_both(pages, opened):
    page = opened(pages["mixed"].path, expect=("Error: no",))
    page.wait_for_timeout(300)  # longer than the status line waits
    first, second = page.locator("[data-pg-model='0']").all()
    assert first.inner_text() == second.inner_text()
    first.locator("input[type=range]").last.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)  # longer than the status line waits
    assert first.inner_text() == second.inner_text()
    assert (
        first.locator("input[type=range]").last.input_value()
        == second.locator("input[type=range]").last.input_value()
    )


def test_widgets_of_other_makers_run_and_one_that_cannot_is_shown_as_it_was_saved(pages, opened):
    page = opened(pages["mixed"].path, expect=("Error: no",))
    shown = page.locator("[data-pg-model]").evaluate_all("all => all.map((e) => e.dataset.pgShown)")
    assert shown == ["widget", "widget", "widget", "widget", "picture"]
    floats = np.arange(12 * 12 * 32 * 32, dtype="f4")
    text = page.locator("[data-pg-model='2']").inner_text()
    assert text.startswith("started 1, sum ")
    assert float(text.split()[-1]) == pytest.approx(float(floats.sum()), rel=1e-6)
    assert "could not start here" in page.locator("[data-pg-model='3']").inner_text()
    assert "needs a running kernel" in page.locator("main").inner_text()
    assert pages["mixed"].size < 300_000


def test_tokens_that_look_like_tags_are_read_as_text(pages, opened):
    page = opened(pages["mixed"].path, expect=("Error: no",))
    assert EVIL in page.locator("[data-pg-model='1']").inner_text()
    assert page.locator("[data-pg-model='1'] b").count() == 0


def test_where_scripts_are_off_picture_and_table_are_there(pages, opened):
    page = opened(pages["06_masking"].path, java_script_enabled=False)
    place = page.locator("[data-pg-model]:has(noscript svg[role=img])").first
    assert place.locator("svg[role=img]").is_visible()
    assert place.locator("summary").is_visible()
    assert place.locator("table").count() == 1


def test_a_script_that_comes_with_no_hash_does_not_run(pages, opened, tmp_path):
    path = tmp_path / "changed.html"
    text = pages["02_scores"].path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("</main>", "<script>document.title = 'taken'</script></main>"), encoding="utf-8"
    )
    seen = []
    page = opened(pages["00_start_here"].path)
    page.context.on("console", lambda message: seen.append(message.text))
    other = page.context.new_page()
    other.goto(path.as_uri())
    assert other.title() != "taken"
    assert "Content Security Policy" in " ".join(seen)


def test_a_saved_widget_opens_and_works_and_keeps_what_was_reached(opened, tmp_path):
    bridge = SoftmaxBridge([1.0, 0.5, -2.0], ["the", "☃", EVIL])
    bridge.temperature, bridge.reached = 2.0, ["sharp"]
    page = opened(bridge.save(tmp_path / "bridge.html"), color_scheme="dark")
    place = page.locator("[data-pg-model]")
    assert place.get_attribute("data-pg-shown") == "widget"
    printed = [float(text) for text in place.locator(".at-printed").all_inner_texts()]
    assert np.allclose(printed, core.softmax(np.array([1.0, 0.5, -2.0]) / 2), atol=5e-4)
    assert EVIL in place.inner_text()
    page.wait_for_timeout(300)
    assert press_until_something_changes(page, place)
    narrow = opened(tmp_path / "bridge.html", viewport={"width": 320, "height": 640})
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 320


# What others wrote: ends that are missing, the hooks of pages, and what would be fetched.
FAR = "https://x.org/a"
OTHERS = [
    "<b>hi <!-- oops",
    "<textarea>",
    "<table><tr><td><select><option>x",
    "<svg><style><p><!-- </style><circle r='9'/>",
    "<plaintext>x",
    "</div></div></main></body>",
    "<script>document.title += '!'; const a = '<!--<script>';</script>",
    "<i id='pg-data'>a</i><p data-model='0' data-pg-model='0'>b</p><form name='querySelector'></form>",
    "<script type='application/json' data-pg-data>1</script>",
    f"<img src='{FAR}' alt='far'><img src='near.png' alt='near'><img srcset='{FAR} 2x'>",
    f"<iframe src='{FAR}'></iframe><link rel='stylesheet' href='{FAR}'>",
    f"<script src='{FAR}'></script><object data='{FAR}'></object><embed src='a.swf'>",
    f"<style>@import '{FAR}'; .x {{ background: url({FAR}) }}</style><p class='x'>a</p>",
    f"<svg><image href='{FAR}'/><use href='{FAR}#e'/></svg>",
    f"<video src='{FAR}' poster='{FAR}'></video><audio src='data:audio/wav;base64,'>",
    f"<base href='{FAR}'><meta http-equiv='refresh' content='0; url={FAR}'>",
]


def test_what_others_wrote_swallows_nothing_and_asks_for_nothing(opened, tmp_path):
    bridge = SoftmaxBridge([2.0, 1.0])
    state = Widget.get_manager_state(widgets=[bridge])
    shown = [{"text/html": text} for text in OTHERS] + [
        {VIEW: {"model_id": bridge.model_id}, "text/html": OTHERS[0] + OTHERS[1]}
    ]
    outputs = [v4.new_output("display_data", data) for data in shown]
    cells = [v4.new_markdown_cell("# Q & A: a < b")]
    cells += [v4.new_markdown_cell(f"{text}\n\n<b onclick='x()'>b</b>") for text in OTHERS]
    cells += [v4.new_code_cell("", outputs=[output]) for output in outputs]
    cells += [v4.new_markdown_cell("The end")]
    nbformat.write(v4.new_notebook(cells=cells, metadata={"widgets": {STATE: state}}), tmp_path / "o.ipynb")
    (made,) = export([tmp_path / "o.ipynb"], tmp_path, execute=False)
    page = opened(made.path)
    assert page.title() == "Q & A: a < b!"
    assert page.locator("[data-pg-model]").evaluate_all("all => all.map((e) => e.dataset.pgShown)") == [
        "widget"
    ]
    # each beside the other, none inside another
    assert page.locator("main > .pg-text").count() == len(OTHERS) + 2
    assert page.locator("main > .pg-out").count() == len(OTHERS) + 1
    assert page.locator("main > .pg-text").last.inner_text() == "The end"
    assert any("<iframe>" in remark for remark in made.remarks)
