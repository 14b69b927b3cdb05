"""The course in a real JupyterLab: every notebook runs (test_lessons_driven.py works the widgets).

ATTNEDU_SCREENSHOTS=folder saves each lesson, as a learner sees it after Run All, for somebody to look at.
"""

import pytest

from .conftest import FIRST
from .lab_page import ROOT, TOKEN, runs_without_an_error
from .test_lessons_driven import DRIVEN

LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
OTHERS = sorted(
    f"{folder}/{path.name}"
    for folder in ("exercises", "solutions")
    for path in (ROOT / folder).glob("*.ipynb")
)
pytestmark = pytest.mark.timeout(180)  # a busy machine of two cores; the whole file takes about 80 s


@pytest.mark.parametrize("path", [path for path in LESSONS + OTHERS if path not in DRIVEN])
def test_run_all_works_and_shows_no_error(path, opened):
    runs_without_an_error(opened(path))


def test_the_first_page_is_the_first_lesson(lab, chromium):
    page = chromium.new_page()
    page.goto(f"{lab.origin}/?token={TOKEN}")
    page.wait_for_url(f"**/lab/tree/{FIRST}*")
    page.close()


def test_the_files_of_this_clone_were_not_touched(lab):
    assert ROOT not in lab.work.parents
    assert sorted(path.name for path in lab.work.glob("*.ipynb")) == LESSONS
