"""A cell that runs too early is told which cell to run."""

import builtins

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from attnedu.practice import hints, notebook, order


@pytest.fixture
def shell(monkeypatch, tmp_path):
    """A notebook's shell without a notebook."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell()
    shell.history_manager.enabled = False
    monkeypatch.setattr(builtins, "get_ipython", lambda: shell, raising=False)
    notebook.prepare()
    return shell


@pytest.mark.parametrize(
    ("cell", "what_to_run"),
    [
        ('check("softmax", softmax)', "the first code cell"),  # check itself is missing first
        ("softmax", 'the cell above that begins "def softmax"'),
        ("np.zeros(3)", "the first code cell, the one with the imports"),
        ("my_own_array + 1", "the cell above that defines it"),
    ],
)
def test_a_name_that_is_not_defined_yet_gets_a_sentence_and_the_traceback(shell, capsys, cell, what_to_run):
    result = shell.run_cell(cell)
    printed = capsys.readouterr().out
    assert what_to_run in printed
    assert "NameError" in printed
    assert isinstance(result.error_in_exec, NameError)


def test_other_errors_are_left_alone(shell, capsys):
    shell.run_cell("1 / 0")
    printed = capsys.readouterr().out
    assert "ZeroDivisionError" in printed
    assert "run the cell" not in printed


def test_outside_a_notebook_nothing_is_installed(monkeypatch):
    monkeypatch.delattr(builtins, "get_ipython", raising=False)
    notebook.prepare()


def test_somebody_elses_handler_stays(shell):
    shell.set_custom_exc((KeyError,), lambda *a, **k: None)
    order.install(shell)
    assert shell.custom_exceptions == (KeyError,)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.bool_])
def test_a_numpy_number_is_shown_as_a_number(shell, kind):
    shown = shell.display_formatter.format((kind(0.5), [kind(1)]))[0]["text/plain"]
    assert "np." not in shown


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ('quiz("03_axis", choice=d)', "d"),
        ("answer = a", "a"),
        ('predict("01_blaise", favourite=singer, confidence=60)', "singer"),
        ('predict("x", order=[second, "first"], confidence=60)', "second"),
    ],
)
def test_a_bare_word_as_an_answer_is_told_about_quotes(shell, capsys, cell, name):
    shell.run_cell("from attnedu import predict, quiz")
    shell.run_cell(cell)
    printed = capsys.readouterr().out
    assert f'in quotes: "{name}"' in printed
    assert "run the cell above" not in printed


def test_an_undefined_array_in_a_quiz_cell_is_no_answer(shell, capsys):
    shell.run_cell('from attnedu import quiz\nweights_of_mine + 1\nquiz("03_axis", choice="d")')
    assert "the cell above that defines it" in capsys.readouterr().out


def test_hint_suggests_the_exercise_that_was_meant_and_sets_code_as_code():
    assert 'Did you mean "softmax"?' in str(hints.hint("softmx"))
    assert "along <code>axis</code>" in hints.hint("softmax", 3)._repr_html_()
