"""Python and the page, both ways, in a real JupyterLab: one sets, the other follows."""

import json

import nbformat
import pytest

from .lab_page import FIND, Notebook

NAME = "own/two_way.ipynb"
CELLS = [
    "from attnedu.widgets import MaskLab, SoftmaxBridge, TalentShow\nimport time",
    "bridge = SoftmaxBridge([2, 1, 0]); bridge",
    "bridge",
    "lab = MaskLab(); lab",
]
RUN = f"""async ([path, code]) => {{ {FIND}
  const kernel = panel.sessionContext.session.kernel;
  const future = kernel.requestExecute({{ code, store_history: false }});
  let said = "";
  future.onIOPub = ({{ header, content }}) => {{
    if (header.msg_type === "stream" && content.name === "stdout") said += content.text;
    if (header.msg_type === "error") said += content.ename + ": " + content.evalue;
  }};
  await future.done;
  return said; }}"""
SEND = RUN.replace("await future.done;", "")  # do not wait until the kernel has answered
# The page's own model of a widget takes a value that no part of the page offers, and tells Python.
TELL = f"""async ([path, id, state]) => {{ {FIND}
  const mime = "application/vnd.jupyter.widget-view+json";
  const manager = await panel.content.rendermime.createRenderer(mime)._manager.promise;
  const model = await manager.get_model(id);
  model.set(state);
  model.save_changes(); }}"""
pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def notebook(lab, window):
    """A notebook with two views of a bridge and one of a mask lab, run; the page may not complain."""
    page, watcher = window
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{i}") for i, source in enumerate(CELLS)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    (lab.work / NAME).parent.mkdir(exist_ok=True)
    nbformat.write(made, lab.work / NAME)
    opened = Notebook(page, NAME)
    opened.run_all()
    opened.wait_for_widgets()
    assert opened.errors() == []
    yield opened
    opened.close()
    complaints, watcher.complaints[:] = list(watcher.complaints), []
    assert complaints == []


def python(notebook, code):
    return notebook.page.evaluate(RUN, [notebook.path, code]).strip()


def bridges(notebook):
    return notebook.panel.locator(".at-widget").filter(has=notebook.page.get_by_label("Temperature, divides"))


def test_python_sets_a_trait_and_both_views_follow(notebook):
    views = bridges(notebook)
    assert views.count() == 2
    python(notebook, "bridge.temperature = 2.0")
    for view in views.all():
        box = view.get_by_role("spinbutton", name="Temperature")
        notebook.page.wait_for_function("e => e.value === '2'", arg=box.element_handle())
        assert "weights add up to 1.000" in view.inner_text()
    # By hand: softmax([1, 0.5, 0]) = e, e^.5, 1 over 5.3670: .506, .307, .186.
    assert "0.506" in views.nth(1).inner_text()


def test_the_page_acts_and_python_and_the_other_view_see_it(notebook):
    views = bridges(notebook)
    box = views.nth(0).get_by_role("spinbutton", name="Row shift")
    box.fill("3")
    box.press("Enter")
    assert views.nth(1).get_by_role("spinbutton", name="Row shift").input_value() == "3"
    notebook.page.wait_for_timeout(300)  # the page tells Python once the frame stands
    assert python(notebook, "print(bridge.shift, bridge.reached)") == "3.0 ['shift']"
    notebook.panel.get_by_role("gridcell", name="query “dog”, key “ball”").click()
    notebook.page.wait_for_timeout(300)
    assert python(notebook, "print(lab.mask[1])") == "[True, True, True, True, False]"


def test_what_python_refuses_leaves_the_page_as_it_was(notebook):
    said = python(notebook, "bridge.temperature = 0")
    assert "temperature=0 is out of range: choose a number from 0.05 to 100" in said
    assert bridges(notebook).nth(0).get_by_role("spinbutton", name="Temperature").input_value() == "1"


def test_what_python_refuses_of_the_page_is_taken_back_there_in_both_views(notebook):
    python(notebook, "bridge.temperature = 4.0")
    boxes = [view.get_by_role("spinbutton", name="Temperature") for view in bridges(notebook).all()]
    notebook.page.wait_for_function("e => e.value === '4'", arg=boxes[1].element_handle())
    model = python(notebook, "print(bridge.model_id)")
    notebook.page.evaluate(TELL, [notebook.path, model, {"temperature": 0.01, "shift": 3}])
    assert python(notebook, "print(bridge.temperature, bridge.shift)") in ("4.0 0.0", "4.0 3.0")
    for box in boxes:  # not only for a moment: the echo of what was sent is past
        notebook.page.wait_for_function("e => e.value === '4'", arg=box.element_handle())
    notebook.page.wait_for_timeout(300)
    shifts = [
        view.get_by_role("spinbutton", name="Row shift").input_value() for view in bridges(notebook).all()
    ]
    assert [box.input_value() for box in boxes] == ["4", "4"]
    assert shifts == [python(notebook, "print(f'{bridge.shift:g}')")] * 2
    # The page is heard as before.
    boxes[0].fill("2")
    boxes[0].press("Enter")
    notebook.page.wait_for_timeout(300)  # the page tells Python once the frame stands
    assert python(notebook, "print(bridge.temperature)") == "2.0"


def test_a_drag_paints_every_move_while_the_kernel_is_busy_and_python_hears_its_end(notebook):
    page = notebook.page
    python(notebook, "heard = []\nbridge.observe(lambda change: heard.append(change.new), 'scores')")
    bar = bridges(notebook).nth(0).locator(".at-scorebar").nth(0)
    bar.scroll_into_view_if_needed()
    page.evaluate(SEND, [notebook.path, "time.sleep(3)"])  # nobody answers the page during the drag
    box = bar.bounding_box()
    shown = []
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.5 * box["width"], y)
    page.mouse.down()
    for k in range(20):
        page.mouse.move(box["x"] + (0.5 + 0.02 * k) * box["width"], y)
        shown.append(bridges(notebook).nth(0).locator(".at-printed").nth(0).inner_text())
    page.mouse.up()
    page.wait_for_timeout(300)  # the page tells Python once the frame stands
    assert len(set(shown)) >= 15, "the picture did not follow the hand"
    assert python(notebook, "print(len(heard), heard[-1] == bridge.scores)") == "1 True"


def test_what_is_being_typed_stays_when_a_busy_kernel_answers_to_what_was_typed_before(notebook):
    page, view = notebook.page, bridges(notebook).nth(0)
    boxes = [view.get_by_role("spinbutton", name=f"key {k}: score") for k in (1, 2)]
    page.evaluate(SEND, [notebook.path, "time.sleep(1.5)"])
    boxes[0].fill("5")
    boxes[0].press("Tab")
    page.wait_for_timeout(300)  # the page tells Python once the frame stands
    boxes[1].press_sequentially("7")  # and nothing yet says that this is all
    assert python(notebook, "print(bridge.scores)") == "[5.0, 1.0, 0.0]"
    page.wait_for_timeout(300)
    assert boxes[1].input_value() == "7"
    boxes[1].press("Enter")
    page.wait_for_timeout(300)
    assert python(notebook, "print(bridge.scores)") == "[5.0, 7.0, 0.0]"


def test_page_and_python_agree_in_the_end_though_both_set_a_value_while_the_kernel_was_busy(notebook):
    page = notebook.page
    boxes = [view.get_by_role("spinbutton", name="Temperature") for view in bridges(notebook).all()]
    page.evaluate(SEND, [notebook.path, "time.sleep(1); bridge.temperature = 3.0"])
    boxes[0].fill("5")
    boxes[0].press("Enter")
    page.wait_for_timeout(300)  # the page tells Python once the frame stands
    assert python(notebook, "print(bridge.temperature)") == "5.0"  # what was said last
    page.wait_for_timeout(300)
    assert [box.input_value() for box in boxes] == ["5", "5"]
    assert boxes[0].get_attribute("aria-valuenow") == "5"


def test_keyboard_focus_is_a_ring_of_our_own_whatever_the_notebook_draws(notebook):
    button = notebook.panel.get_by_role("button", name="nothing hidden")
    assert button.get_attribute("aria-pressed") == "true"  # filled with the colour of the notebook's own ring
    button.evaluate("e => e.parentElement.querySelectorAll('button')[1].focus()")
    notebook.page.keyboard.press("Shift+Tab")
    ring = button.evaluate(
        "e => { const s = getComputedStyle(e); return [s.outlineStyle, s.outlineWidth, s.outlineOffset]; }"
    )
    assert ring == ["solid", "3px", "2px"]


def test_shift_enter_runs_the_cell_and_goes_on_though_a_part_of_a_widget_has_the_focus(notebook):
    page = notebook.page
    counts = f"""(path) => {{ {FIND}
      return [...panel.content.model.cells].map((cell) => cell.executionCount); }}"""
    button = bridges(notebook).nth(0).get_by_role("button", name="Start again")
    button.click()  # JupyterLab chooses the cell of the output
    assert notebook.selected_cell() == 1
    before = page.evaluate(counts, notebook.path)
    python(notebook, "second = bridge")  # which the cell below shows, whatever the cell above makes
    button.focus()
    page.keyboard.press("Shift+Enter")
    page.wait_for_function(f"([path, n]) => ({counts})(path)[1] > n", arg=[notebook.path, max(before)])
    assert notebook.selected_cell() == 2
    box = bridges(notebook).nth(1).get_by_role("spinbutton", name="Temperature")
    box.click()
    box.fill("2")
    page.keyboard.press("Shift+Enter")  # what is typed counts, and the next cell is chosen
    page.wait_for_timeout(500)
    assert notebook.selected_cell() == 3
    assert python(notebook, "print(second.temperature)") == "2.0"


def test_a_view_that_is_cleared_away_is_not_painted_again(notebook):
    notebook.page.evaluate(
        f"""(path) => {{ {FIND} panel.content.model.cells.get(2).outputs.clear(); }}""", notebook.path
    )
    notebook.page.wait_for_timeout(200)
    assert bridges(notebook).count() == 1
    python(notebook, "bridge.temperature = 4.0")
    box = bridges(notebook).nth(0).get_by_role("spinbutton", name="Temperature")
    notebook.page.wait_for_function("e => e.value === '4'", arg=box.element_handle())


def test_a_saved_notebook_reopens_with_its_widgets_as_they_were(notebook, lab):
    python(notebook, "bridge.temperature = 5.0")
    notebook.page.evaluate(
        f"""async (path) => {{ {FIND} jupyterapp.shell.activateById(panel.id);
          await jupyterapp.commands.execute('docmanager:save'); }}""",
        notebook.path,
    )
    saved = json.loads((lab.work / NAME).read_text(encoding="utf-8"))
    assert "widgets" in saved["metadata"], "the state of the widgets was not saved"
    copy = "own/reopened.ipynb"
    (lab.work / copy).write_text(json.dumps(saved), encoding="utf-8")
    again = Notebook(notebook.page, copy)  # nothing is run
    again.panel.locator(".at-widget").nth(2).wait_for()
    assert bridges(again).count() == 2
    box = bridges(again).nth(0).get_by_role("spinbutton", name="Temperature")
    assert box.input_value() == "5"
    box.fill("2")
    assert "0.506" in bridges(again).nth(1).inner_text()
    again.close()
    notebook.page.wait_for_timeout(500)  # JupyterLab asks the kernel of what is in front for its debugger
