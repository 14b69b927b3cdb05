"""quiz and predict in a real JupyterLab: the page asks, Python hears, records and replies."""

import json

import nbformat
import pytest

from .lab_page import FIND, Notebook, Watcher, running_lab, visit

CELLS = [
    "from attnedu.practice import outcome\nfrom attnedu.widgets.asking import predict, quiz",
    'quiz("03_axis", choice=None)',
    'predict("03_ratio", before=None, after=None, confidence=None)',
    'outcome("03_ratio", before=2.718, after=2.718)',
    'quiz("06_order")',
]
pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="module")
def course(browser_path, tmp_path_factory):
    with running_lab(tmp_path_factory.mktemp("course")) as running:
        yield running


def recorded(course):
    """What stands in the learner's file, by kind."""
    file = course.work.parent / "home" / "record" / "progress.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines() if line] if file.exists() else []


def test_answers_are_heard_recorded_and_there_again_in_the_saved_notebook(course, chromium):
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{i}") for i, source in enumerate(CELLS)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(made, course.work / "asking.ipynb")
    page = chromium.new_page(viewport={"width": 1200, "height": 1600})
    watcher = Watcher(page, course.origin)
    notebook = visit(page, course, "asking.ipynb")
    notebook.run_all()
    notebook.wait_for_widgets()
    assert notebook.errors() == []
    choice, form, lines = (notebook.panel.locator(".at-widget").nth(i) for i in range(3))

    choice.get_by_role("radio").nth(1).check()
    slider = choice.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")  # the slider moves, and JupyterLab does not take the key
    choice.get_by_role("button", name="Answer").click()
    choice.get_by_text("Your answer is kept with your progress.").first.wait_for()
    assert "“softmax along another axis”" in choice.locator(".at-reply").inner_text()
    assert "No prediction for" in notebook.panel.inner_text()

    form.get_by_label("before").fill("2,7")
    form.get_by_label("after").fill("1/4")
    form.get_by_role("textbox", name="How sure").fill("60")
    page.keyboard.press("Enter")
    form.get_by_text("Your prediction for “03_ratio” is recorded.").first.wait_for()

    grip = lines.get_by_role("button", name="Line A, place 1")
    grip.focus()
    page.keyboard.press("End")
    assert lines.locator(".at-grab").last.inner_text().endswith("A")

    events = [(e["kind"], e.get("choice") or e.get("guesses"), e["confidence"]) for e in recorded(course)]
    assert events == [("quiz", "b", 55), ("prediction", {"before": 2.7, "after": 0.25}, 60)]

    page.evaluate(
        f"""async (path) => {{ {FIND} panel.content.activeCellIndex = 3;
          jupyterapp.shell.activateById(panel.id);
          await jupyterapp.commands.execute('notebook:run-cell');
          await jupyterapp.commands.execute('docmanager:save'); }}""",
        notebook.path,
    )
    notebook.panel.get_by_text("You were 60 of 100 sure. 1 of 2 agree.").first.wait_for()
    saved = json.loads((course.work / "asking.ipynb").read_text(encoding="utf-8"))
    (course.work / "again.ipynb").write_text(json.dumps(saved), encoding="utf-8")
    notebook.close()
    page.close()
    assert watcher.complaints == []

    page = chromium.new_page(viewport={"width": 1200, "height": 1600})
    again = visit(page, course, "again.ipynb")  # nothing is run
    again.panel.locator(".at-widget").nth(2).wait_for()
    choice, form, lines = (again.panel.locator(".at-widget").nth(i) for i in range(3))
    assert "“softmax along another axis”" in choice.locator(".at-reply").inner_text()
    assert form.get_by_label("before").input_value() == "2,7"
    assert "is recorded" in form.locator(".at-reply").inner_text()
    assert lines.locator(".at-grab").last.inner_text().endswith("A")

    again.run_all()  # now the question asks anew, and says that it was answered
    again.wait_for_widgets()
    choice, form, lines = (again.panel.locator(".at-widget").nth(i) for i in range(3))
    choice.get_by_text("On record: one answer, not right. Answer again from memory if you like.").wait_for()
    assert choice.locator("input:checked").count() == 0
    assert form.get_by_label("before").input_value() == "2.7"
    assert lines.locator(".at-record").is_hidden()
    choice.get_by_role("radio").nth(0).check()
    choice.get_by_role("textbox", name="How sure").fill("90")
    choice.get_by_role("button", name="Answer").click()
    choice.get_by_text("Your answer is kept with your progress.").first.wait_for()
    assert choice.locator(".at-record").is_hidden()
    choice.get_by_role("button", name="Start again").click()
    choice.get_by_text("On record: 2 answers, the last one right.").wait_for()
    Notebook.close(again)
    page.close()
