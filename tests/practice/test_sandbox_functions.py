"""Which functions can be run, and where: by pickle, in a forked copy, in a fresh process, in the kernel."""

import functools
import os
import sys
import threading
import types

import numpy as np
import pytest

from attnedu.practice.sandbox import run, runner
from tests.practice.sandbox_help import A, double, next_run_is_right, posix, value

pytestmark = posix
SCALE = 3.0


def outer(function):
    @functools.wraps(function)
    def wrapped(*args):
        return function(*args) * SCALE

    return wrapped


@outer
def decorated(x, y=2):
    return x + y


def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)


class Attention:
    def __init__(self, x):
        self.x = x

    def __call__(self, y):
        return self.x + y

    def method(self, y):
        return self.x * y

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.x)


def test_functions_of_every_kind_can_be_run():
    n = 5
    assert value(lambda x: x + n, 1) == 6
    assert value(functools.partial(np.add, 1), 2) == 3
    assert value(factorial, 5) == 120
    assert value(decorated, 1) == 9
    assert value(Attention(2), 3) == 5
    assert value(Attention(2).method, 3) == 6
    assert value(Attention, A).tolist() == A.tolist()
    assert value(np.exp, 0.0) == 1
    assert value(max, 1, 2) == 2
    assert value(functools.partial(functools.partial(decorated), 1), 0) == 3


def test_a_function_of_a_module_that_cannot_be_imported_travels_by_value():

    module = types.ModuleType("no_such_module")
    sys.modules["no_such_module"] = module
    try:
        source = "FACTOR = 4\ndef f(x):\n    return g(x)\ndef g(x):\n    return FACTOR * x"
        exec(source, module.__dict__)  # noqa: S102  a module that has no file
        assert value(module.f, 2) == 8
    finally:
        del sys.modules["no_such_module"]


def test_a_function_of_an_installed_module_is_found(tmp_path, monkeypatch):
    (tmp_path / "helpers_of_mine.py").write_text("import threading\nLOCK = threading.Lock()\n\n\ndef f(x):\n"
                                                 "    with LOCK:\n        return x + 1\n")  # fmt: skip
    monkeypatch.syspath_prepend(tmp_path)
    import helpers_of_mine

    outcome = run(helpers_of_mine.f, [(1,)])
    assert (outcome.calls[0].value, outcome.guard) == (2, "child process")


def test_what_cannot_be_pickled_runs_in_a_forked_copy_with_the_same_walls(tmp_path):
    lock = threading.Lock()

    def guarded(x):
        with lock:
            print("in")
            return x + 1

    outcome = run(guarded, [(1,), (2,)])
    assert [call.value for call in outcome.calls] == [2, 3]
    assert outcome.guard == "forked copy"
    assert outcome.printed == "in\nin\n"
    assert "cannot be sent" in outcome.notes[0]

    with open(tmp_path / "file", "w") as file:

        def endless(x):
            while file:
                pass

        outcome = run(endless, [(1,)], seconds=0.3)
    assert (outcome.problem, outcome.guard) == ("timeout", "forked copy")
    assert outcome.message == "Your function was still running after 0.3 seconds, so it was stopped."
    next_run_is_right()


def test_where_there_is_no_fork_the_kernel_runs_it_and_says_so():
    outcome = run(lambda x: (print("hi"), x + 1), [(1,), (2,)], mode="kernel")
    assert [call.value[1] for call in outcome.calls] == [2, 3]
    assert outcome.guard == "kernel (no guard)"
    assert "without a guard" in outcome.notes[-1]
    assert outcome.printed == "hi\nhi\n"

    def endless(x):
        while True:
            pass

    outcome = run(endless, [(1,)], mode="kernel", seconds=0.2)
    assert outcome.problem == "timeout"
    assert sys.stdout.write("") == 0


def test_a_fresh_process_per_run_gives_the_same_answers():
    outcome = run(decorated, [(1,), (A,)], mode="spawn")
    assert outcome.calls[0].value == 9
    assert outcome.guard == "child process"
    assert run(lambda: print("x" * 9), [()], mode="spawn", capture=4).printed == "xxxx"
    assert run(lambda: os._exit(3), [()], mode="spawn").message.endswith("(exit status 3).")

    def endless():
        while True:
            pass

    assert run(endless, [()], mode="spawn", seconds=0.2).problem == "timeout"
    assert value(double, 4, mode="spawn") == 8
    runner._source("spawn").stop()


def test_slow_imports_do_not_count_against_the_time_limit(tmp_path, monkeypatch):
    (tmp_path / "pandas.py").write_text("import time\ntime.sleep(0.8)\nanswer = 42\n")
    monkeypatch.syspath_prepend(tmp_path)

    def slow():
        import pandas

        return pandas.answer

    assert value(lambda: slow(), seconds=0.5) == 42


def test_calls_must_be_tuples():
    with pytest.raises(TypeError, match="tuple of arguments, not list"):
        run(double, [[1]])
