"""Rules for every test: nothing is written into the learner's folder, no window opens, a browser is found."""

import atexit
import os
import shutil
import tempfile

import pytest

# Set at import, hence before any test and before any kernel or worker process, all of which inherit it.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _home = tempfile.mkdtemp(prefix="attnedu-test-")
    atexit.register(shutil.rmtree, _home, ignore_errors=True)
    os.environ["ATTNEDU_HOME"] = _home
os.environ["MPLBACKEND"] = "Agg"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find_browser():
    """Return the path of a Chromium on this machine, or None; ATTNEDU_BROWSER names another one."""
    asked = os.environ.get("ATTNEDU_BROWSER")
    return asked or next((path for name in BROWSERS if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_path():
    """The Chromium to drive; skips where there is none, and fails where one is required."""
    path = find_browser()
    if path:
        return path
    message = (
        "no Chromium found: install one (Debian: apt-get install chromium) or set ATTNEDU_BROWSER to its path"
    )
    if os.environ.get("ATTNEDU_REQUIRE_BROWSER") == "1":
        pytest.fail(message)
    return pytest.skip(message)


def pytest_collection_modifyitems(items):
    """Everything under tests/browser needs a browser, whether or not it says so."""
    missing = find_browser() is None and os.environ.get("ATTNEDU_REQUIRE_BROWSER") != "1"
    for item in items:
        if item.path.parent.name == "browser" and item.path.parent.parent.name == "tests":
            item.add_marker("browser")
            if missing:
                item.add_marker(pytest.mark.skip(reason="no Chromium found: apt-get install chromium"))
