"""Whatever a function does, there is a report in time, the kernel lives, and the next run is right."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from attnedu.practice.sandbox import run, runner
from tests.practice.hostile import (
    Executes,
    Hostile,
    Loops,
    close_all,
    close_stdout,
    deep,
    deep_in_c,
    exit_beside_a_fork,
    forever,
    fork_a_few,
    fork_and_loop,
    grow,
    grow_list,
    ignore_signals,
    interrupt,
    kill_parent,
    leave,
    leave_threads,
    litter,
    litter_everywhere,
    lose_builtins,
    no_limit,
    patch_numpy,
    patch_runner,
    print_for_ever,
    raise_hostile,
    reserve,
    stop_parent,
)
from tests.practice.sandbox_help import alive, children_of, linux, next_run_is_right, posix, value

pytestmark = posix

# function, problem of the run, error of its first call
ENDS = [
    (forever, "timeout", None),
    (deep, None, "RecursionError"),
    (leave, "exited", "SystemExit"),
    (lambda: sys.exit(0), "exited", "SystemExit"),
    (lambda: quit(), "exited", "SystemExit"),
    (lambda: os._exit(0), "exited", None),
    (lambda: os.abort(), "exited", None),
    (exit_beside_a_fork, "exited", None),
    (interrupt, None, "KeyboardInterrupt"),
    (close_all, "exited", None),
    (print_for_ever, "timeout", None),
    (grow, "memory or timeout", None),  # which comes first is a matter of the machine
    (grow_list, "memory or timeout", None),
    (reserve, "memory", "MemoryError"),
    (lambda: np.ones((10**6, 10**6)), "memory", "MemoryError"),
    (ignore_signals, "timeout", None),
    (lambda: os.kill(os.getpid(), 9), "exited", None),
    (kill_parent, "exited", None),
    (litter_everywhere, "garbled", None),
    (lambda: Loops(), "timeout", None),
    (raise_hostile, None, "Bad"),
    (close_stdout, None, None),
    (leave_threads, None, None),
    (litter, None, None),
    (stop_parent, None, None),
    (lose_builtins, None, None),
    (patch_numpy, None, None),
    (patch_runner, "exited", None),
    (fork_a_few, None, None),
    (fork_and_loop, None, None),
    (lambda: Hostile(), None, None),
    (lambda: Executes(), None, None),
    (lambda: (deep_in_c(), 1)[1], None, "RecursionError"),
]


@linux
@pytest.mark.parametrize(("function", "problem", "error"), ENDS)
def test_whatever_the_function_does_there_is_a_report_and_the_next_run_is_right(function, problem, error):
    began = time.monotonic()
    outcome = run(function, [(), ()], seconds=1.0)
    assert time.monotonic() - began < 5.0
    assert outcome.problem == problem or (outcome.problem or "no problem") in (problem or ""), outcome.message
    if error is not None:
        assert outcome.calls[0].error.type_name == error
    elif problem is None:
        assert [call.error for call in outcome.calls] == [None, None]
    assert (outcome.message == "") == (problem is None)
    assert len(outcome.printed) <= 4000
    next_run_is_right()
    assert {state for _, state in children_of(os.getpid())} <= {"S", "R"}, "a zombie was left"
    assert children_of(runner._source("zygote")._process.pid) == []


@linux
def test_a_crash_of_the_interpreter_is_reported():
    outcome = run(no_limit, [()], seconds=1.0)
    assert outcome.problem in ("exited", "memory", "timeout")
    crash = run(lambda: os.kill(os.getpid(), signal.SIGSEGV), [()])
    assert "SIGSEGV" in crash.message
    next_run_is_right()


@linux
def test_a_process_that_the_function_started_is_ended_with_the_run(tmp_path):
    file = tmp_path / "pid"

    def start():
        process = subprocess.Popen(["sleep", "60"], start_new_session=True)
        file.write_text(str(process.pid))

    run(start, [()])
    assert not alive(int(file.read_text()))


def test_answers_before_a_hang_are_kept():
    def hangs_on_three(x):
        while x == 3:
            pass
        return x

    outcome = run(hangs_on_three, [(1,), (2,), (3,), (4,)], seconds=0.3)
    assert [call.value for call in outcome.calls] == [1, 2]
    assert "in call 3 of 4" in outcome.message


def test_a_change_to_numpy_or_the_builtins_is_undone_and_told():
    outcome = run(patch_numpy, [(), ()])
    assert "Your function changed numpy.exp; the change was undone after the call." in outcome.notes
    assert np.exp(0.0) == 1
    assert value(lambda: float(np.exp(0.0))) == 1
    assert len(run(lose_builtins, [(), ()]).calls) == 2


def test_an_answer_beyond_the_cap_is_described_instead_of_sent():
    outcome = run(lambda: (np.broadcast_to(0.0, (10**5, 10**6)), 1), [()])
    assert outcome.problem is None
    assert outcome.calls[0].value[0].type_name == "ndarray"
    assert outcome.calls[0].value[1] == 1
    assert outcome.notes == ["Your function returned more than 64 MB."]
    assert value(lambda: np.ones(7_000_000)).nbytes == 56_000_000
    assert run(lambda: np.ones(3_000_000), [()] * 4).calls[3].value.type_name == "ndarray"


def test_endless_data_structures_are_bounded():
    def loop():
        x = []
        x.append(x)
        return x

    assert run(loop, [()]).problem is None
    assert run(lambda: [[str(i)] for i in range(300_000)], [()]).problem is None


def test_what_is_printed_is_cut_and_the_note_says_so():
    outcome = run(lambda: print("é" * 50_000), [()], capture=10)
    assert outcome.printed == "é" * 10
    assert outcome.notes == ["It printed more than 10 characters; the rest is left out."]
