"""What every widget owes to those who do not use a mouse, do not see, or see otherwise."""

import json
import os
from pathlib import Path

import pytest

from .kinds import KINDS
from .widget_page import view

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
# Both states: a bar, a hatched cell or a reached goal that the opening does not show is looked at too.
STATES = ("opening", "changed")
each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(scope="module")
def axe():
    """The text of axe-core, which `make test` brings with npm; skips where it is missing and not required."""
    if AXE.exists():
        return AXE.read_text(encoding="utf-8")
    message = "axe-core is not here: run npm install"
    if os.environ.get("ATTNEDU_REQUIRE_BROWSER") == "1":
        pytest.fail(message)
    return pytest.skip(message)


def opened(kind, state, open_page, **options):
    page = open_page(KINDS[kind][0](), **options)
    if state == "changed":
        change(page, kind)
    return page


def change(page, kind):
    _, name, value = KINDS[kind]
    page.evaluate(f"model.set('{name}', {json.dumps(value)})")
    view(page).get_by_role("button", name="Show the numbers as a table").click()
    page.wait_for_timeout(300)


@each_kind
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_and_text_and_marks_stand_out_from_what_is_behind_them(
    kind, scheme, axe, open_page
):
    page = opened(kind, "opening", open_page, color_scheme=scheme)
    page.evaluate("closers[1]()")
    page.evaluate(axe)
    for state in STATES:
        if state == "changed":
            change(page, kind)
        found = page.evaluate("""async () => {
          const { violations } = await axe.run("#one", { resultTypes: ["violations"] });
          const where = (nodes) => nodes.map((n) => n.html.slice(0, 120)).join(" | ");
          return violations.map(({ id, nodes }) => `${id}: ${where(nodes)}`); }""")
        assert found == [], state
        seen = page.evaluate(CONTRAST)
        assert seen["count"] > 20, state
        assert seen["poor"] == [], state


@each_kind
def test_jupyterlabs_theme_decides_over_the_systems(kind, open_page):
    page = opened(kind, "opening", open_page, color_scheme="light")
    for light in ("false", "true"):
        page.evaluate("t => document.body.setAttribute('data-jp-theme-light', t)", light)
        ground = page.evaluate(
            """() => getComputedStyle(document.querySelector("#one .at-widget")).backgroundColor
               .match(/[\\d.]+/g).slice(0, 3).map(Number)"""
        )
        assert (sum(ground) > 3 * 128) == (light == "true")


@each_kind
def test_everything_that_takes_focus_is_named_large_enough_and_kept_from_shortcuts(kind, open_page):
    page = opened(kind, "changed", open_page)
    found = page.evaluate(
        """() => [...document.querySelectorAll("#one input, #one button, #one select, #one [tabindex]")]
          .filter((e) => e.checkVisibility()).map((e) => ({
          html: e.outerHTML.slice(0, 90), kept: e.dataset.lmSuppressShortcuts === "true",
          named: Boolean(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length),
          cell: e.matches("[role=gridcell]"),
          size: Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) }))"""
    )
    assert len(found) > 10
    for one in found:
        assert one["kept"], one
        assert one["named"], one
        # A cell of a large grid is smaller, and arrow keys are the other way to it (WCAG 2.5.8, equivalent).
        assert one["size"] >= 24 or one["cell"], one
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))


@each_kind
def test_where_the_focus_stands_can_be_seen(kind, open_page):
    page = opened(kind, "opening", open_page)
    seen = 0
    for _ in range(25):
        page.keyboard.press("Tab")
        look = page.evaluate("""() => { const e = document.activeElement;
          if (!e.closest("#one")) return null;
          const ring = getComputedStyle(e), box = e.getBoundingClientRect();
          const inner = e.querySelector(".at-cellback");
          return { html: e.outerHTML.slice(0, 80), inside: box.top >= 0 && box.bottom <= innerHeight,
            ring: (ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) >= 2)
              || Boolean(inner && parseFloat(getComputedStyle(inner).strokeWidth) >= 2) }; }""")
        if look is None:
            break
        seen += 1
        assert look["ring"], look
        assert look["inside"], look
    assert seen > 5


@each_kind
def test_a_change_is_said_in_a_live_region(kind, open_page):
    page = opened(kind, "opening", open_page)
    status = view(page).locator(".at-status[role=status][aria-live=polite]")
    page.wait_for_timeout(500)  # the opening is said first
    before = status.inner_text()
    make, name, value = KINDS[kind]
    page.evaluate(f"model.set('{name}', {json.dumps(value)})")
    page.wait_for_timeout(500)
    assert status.inner_text() not in ("", before)


@each_kind
def test_every_toggle_says_whether_it_is_pressed(kind, open_page):
    page = opened(kind, "opening", open_page)
    pressed = page.evaluate(
        "[...document.querySelectorAll('#one .at-choice button')].map((e) => e.getAttribute('aria-pressed'))"
    )
    assert set(pressed) <= {"true", "false"}


@each_kind
def test_at_twice_the_zoom_the_page_does_not_scroll_sideways(kind, open_page):
    page = opened(kind, "changed", open_page)
    page.set_viewport_size({"width": 640, "height": 450})  # 1280 × 900 at 200 %
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
