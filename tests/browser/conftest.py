"""A browser for the whole room, and a page that must end without a complaint."""

import pytest

from .widget_page import FLAGS, page_text


@pytest.fixture(scope="module")
def chromium(browser_path):
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: attnedu[test]"
    )
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, tmp_path):
    """A function that opens a widget's page; afterwards no error and no request may have been seen."""
    complaints, pages = [], []

    def open_it(widget, **options):
        file = tmp_path / "page.html"
        file.write_text(page_text(widget), encoding="utf-8")
        page = chromium.new_page(viewport={"width": 1000, "height": 900}, **options)
        pages.append(page)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request", lambda r: None if r.url.startswith(("file:", "blob:")) else complaints.append(r.url)
        )
        page.goto(file.as_uri())
        page.wait_for_function("window.ready", timeout=10_000)
        return page

    yield open_it
    for page in pages:
        page.close()
    assert complaints == []
