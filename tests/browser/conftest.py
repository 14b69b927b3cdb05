"""A browser for the whole room, a running course, and pages that must end without a complaint."""

import pytest

from .lab_page import Notebook, Watcher, add_solutions, running_lab, visit
from .widget_page import FLAGS, page_text

FIRST = "00_start_here.ipynb"


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


@pytest.fixture(scope="session")
def lab(browser_path, tmp_path_factory):
    """One JupyterLab for all tests of lessons, on a copy of the course."""
    with running_lab(tmp_path_factory.mktemp("course")) as running:
        add_solutions(running)
        yield running


@pytest.fixture(scope="module")
def window(lab, chromium):
    """One page for all notebooks, as a learner has it, and what it complained about since the last test."""
    page = chromium.new_page(viewport={"width": 1200, "height": 1000})
    watcher = Watcher(page, lab.origin)
    visit(page, lab, FIRST)
    yield page, watcher
    page.close()


@pytest.fixture
def opened(window):
    """A function that opens a notebook; afterwards the page may have no complaint."""
    page, watcher = window
    notebooks = []

    def open_it(path):
        notebooks.append(Notebook(page, path))
        return notebooks[-1]

    yield open_it
    for notebook in notebooks:
        notebook.close()
    complaints, watcher.complaints[:] = list(watcher.complaints), []
    assert complaints == []
