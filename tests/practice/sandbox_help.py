"""What the tests of the safe runner share: one value, the next run, and a look at processes in /proc."""

import os
import sys

import numpy as np
import pytest

from attnedu.practice.sandbox import run

posix = pytest.mark.skipif(sys.platform == "win32", reason="the functions here use POSIX calls")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
A = np.arange(6.0).reshape(2, 3)


def double(x):
    return 2 * x


def value(function, *args, **options):
    """The value of one call that must go well."""
    outcome = run(function, [args], **options)
    assert outcome.problem is None, outcome.problem.message
    assert outcome.calls[0].error is None, outcome.calls[0].error
    return outcome.calls[0].value


def next_run_is_right():
    np.testing.assert_array_equal(value(double, A), [[0, 2, 4], [6, 8, 10]])


def children_of(pid):
    """(pid, state) of the children of a process, by a scan of /proc."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                state, parent = file.read().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if int(parent) == pid:
            found.append((int(name), state))
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
