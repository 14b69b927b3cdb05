"""A cell that runs too early is told which cell to run."""

import builtins

import pytest
from IPython.core.interactiveshell import InteractiveShell

from attnedu.practice import order


@pytest.fixture
def shell(monkeypatch, tmp_path):
    """A notebook's shell without a notebook."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell()
    shell.history_manager.enabled = False
    monkeypatch.setattr(builtins, "get_ipython", lambda: shell, raising=False)
    order.install()
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
    order.install()


def test_somebody_elses_handler_stays(shell):
    shell.set_custom_exc((KeyError,), lambda *a, **k: None)
    order.install()
    assert shell.custom_exceptions == (KeyError,)
