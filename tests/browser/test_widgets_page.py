"""The widgets on a static page in Chromium: no kernel, no server, no network."""

import json
import re

import pytest

from .kinds import KINDS, ODD, ODD_KINDS
from .widget_page import FRAME, LATENCY, quickest, view

# What sticks out of the page or of its own box; what scrolls, or is cut with an ellipsis, does so on purpose.
CUT = """() => {
  const hides = (e) => { const { overflowX, textOverflow, display } = getComputedStyle(e);
    return ["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis" || display === "inline"; };
  const bursts = (e) => e.scrollWidth > e.clientWidth + 4 && e.clientWidth > 1
    && !["svg", "INPUT", "SELECT"].includes(e.tagName) && !hides(e);
  const overprints = (e) => { // the words of a cell of a table run over its neighbours
    if (getComputedStyle(e).textOverflow === "ellipsis") return false;
    const words = document.createRange(); words.selectNodeContents(e);
    const [cell, text] = [e, words].map((one) => one.getBoundingClientRect());
    return text.width > 0 && (text.left < cell.left - 1 || text.right > cell.right + 1); };
  return [...document.querySelectorAll("#one *:not(.at-status, .at-scroll, .at-scroll *)")]
    .filter((e) => e.getBoundingClientRect().right > innerWidth || bursts(e))
    .concat([...document.querySelectorAll("#one :is(td, th)")].filter(overprints))
    .map((e) => e.outerHTML.slice(0, 80));
}"""
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_two_views_agree_and_follow_python(kind, open_page):
    make, name, value = KINDS[kind]
    page = open_page(make())
    before = view(page).inner_text()
    page.evaluate(f"model.set('{name}', {json.dumps(value)})")
    page.wait_for_timeout(400)  # longer than the status line waits
    for which in ("one", "two"):
        toggle = view(page, which).get_by_role("button", name=re.compile("Show the numbers"))
        toggle.click()
        assert view(page, which).locator("th[scope=col]").count() >= 4
        assert view(page, which).locator("th[scope=row]").count() >= 3
    assert view(page).inner_text() != before
    assert view(page).inner_text() == view(page, "two").inner_text()


@each_kind
def test_removing_the_views_leaves_no_listener(kind, open_page):
    page = open_page(KINDS[kind][0]())
    assert page.evaluate("listeners()") > 0
    page.evaluate("closers[0]()")
    page.evaluate("model.set('reached', [])")
    page.evaluate("closers[1]()")
    page.wait_for_timeout(400)  # longer than the status line waits
    left = page.evaluate("[listeners(), outside, document.querySelectorAll('.at-widget').length]")
    assert left == [0, 0, 0]


@each_kind
def test_hatching_is_found_in_its_own_view_though_another_notebook_is_open_in_a_hidden_tab(kind, open_page):
    page = open_page(KINDS[kind][0]())
    page.evaluate("""async () => {
      const { esm } = JSON.parse(document.getElementById("data").textContent);
      const hidden = Object.assign(document.createElement("div"), { id: "other" });
      hidden.style.display = "none";
      document.body.prepend(hidden);
      const blob = new Blob([esm], { type: "text/javascript" });
      const { render } = (await import(URL.createObjectURL(blob))).default;
      render({ model, el: hidden });
    }""")
    homes = page.evaluate("""() => [...document.querySelectorAll("pattern")].map((pattern) =>
      document.getElementById(pattern.id) === pattern)""")
    assert all(homes)
    used = page.evaluate("""() => { const one = document.querySelector("#one");
      return [...one.querySelectorAll("[fill^='url(']")].every((e) =>
        one.contains(document.querySelector(e.getAttribute("fill").slice(4, -1)))); }""")
    assert used


# HeadGrid has heads to choose and cells to visit, and no number to set: its own tests measure those.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "HeadGrid"])
def test_a_slider_move_is_shown_within_a_frame(kind, open_page, record_property):
    page = open_page(KINDS[kind][0]())
    page.evaluate("closers[1]()")
    took = quickest(lambda: page.evaluate(LATENCY, 40))
    record_property("latency_ms", took)
    print(f"{kind}: median {took['median']:.1f} ms, p90 {took['p90']:.1f} ms")
    assert took["p90"] < FRAME


@pytest.mark.parametrize("kind", ODD_KINDS)
def test_any_text_is_shown_as_text(kind, open_page):
    page = open_page(ODD_KINDS[kind]())
    assert page.locator("#one script, #one b").count() == 0
    shown = view(page).evaluate("e => e.textContent")
    assert "(empty)" in shown
    assert any(part in shown for part in (ODD[0], ODD[0][:5]))
    names = page.evaluate("[...document.querySelectorAll('#one [aria-label]')].map((e) => e.ariaLabel)")
    assert all(name.strip() for name in names)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "a long text makes the page scroll sideways"


@each_kind
@pytest.mark.parametrize("wide", [320, 353, 700])
def test_in_a_narrow_column_nothing_is_cut_off(kind, wide, open_page):
    make, name, value = KINDS[kind]
    page = open_page(make())
    page.set_viewport_size({"width": wide, "height": 900})
    page.evaluate(f"model.set('{name}', {json.dumps(value)})")
    page.wait_for_timeout(50)
    cut = page.evaluate(CUT)
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


@each_kind
def test_without_motion_nothing_moves_by_itself(kind, open_page):
    page = open_page(KINDS[kind][0](), reduced_motion="reduce")
    moving = page.evaluate("document.getAnimations().length")
    assert moving == 0
