"""The processes behind a run: quick when warm, gone with the kernel, apart from its threads and forks."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import pytest

from attnedu.practice.sandbox import run, runner, warm
from tests.practice.hostile import forever
from tests.practice.sandbox_help import A, alive, double, linux, next_run_is_right, posix, value

pytestmark = posix


@linux
def test_an_interrupt_of_the_kernel_ends_the_run_and_passes_on():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run(forever, [()], seconds=30)
    next_run_is_right()


def test_it_works_inside_a_running_event_loop_and_in_threads():
    async def main():
        return value(double, 2)

    assert asyncio.run(main()) == 4
    results = []
    threads = [threading.Thread(target=lambda i=i: results.append(value(double, i))) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 2, 4, 6, 8, 10]


@linux
def test_a_fork_of_the_kernel_gets_a_zygote_of_its_own():
    next_run_is_right()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pid = os.fork()
    if pid == 0:
        try:
            good = value(double, 2) == 4
            runner._source("zygote").stop()
        finally:
            os._exit(0 if good else 1)
    assert os.waitpid(pid, 0)[1] == 0
    next_run_is_right()


@linux
def test_the_zygote_has_one_thread_and_no_learner_module():
    next_run_is_right()
    pid = runner._source("zygote")._process.pid
    assert len(os.listdir(f"/proc/{pid}/task")) == 1
    assert value(lambda: "attnedu.practice.sandbox" in sys.modules or "pytest" in sys.modules) is False


CELL = """
from attnedu.practice.sandbox import run
import numpy as np
scale = 2
def f(x):
    return x @ np.ones((7, 7)) * scale  # the line in the cell
def endless(x):
    while True: pass
async def later(x): return x
ended = run(lambda x: quit(), [(1,)])
print(run(f, [(np.ones((2, 3)),)]).calls[0].error.line)
print(run(endless, [(1,)], seconds=0.3).problem)
print(run(later, [(1,)]).calls[0].kinds, ended.problem, ended.guard)
print(run(lambda x: get_ipython() and x, [(1,)]).guard)
print(run(lambda x: __import__("os")._exit(0), [(1,)]).calls, run(lambda x: print("seen"), [(1,)]).printed)
"""


@linux
def test_in_a_notebook_kernel_every_report_arrives_and_the_kernel_lives():
    manager = pytest.importorskip("jupyter_client.manager")
    kernel, client = manager.start_new_kernel(kernel_name="python3")
    try:
        texts = []

        def collect(message):
            content = message["content"]
            texts.append(content.get("text", "") + "".join(content.get("traceback", ())))

        reply = client.execute_interactive(CELL, output_hook=collect, timeout=30)
        assert reply["content"]["status"] == "ok", texts
        lines = "".join(texts).split("\n")
        assert lines[:5] == [
            "return x @ np.ones((7, 7)) * scale  # the line in the cell",
            "timeout",
            "['coroutine'] exited child process",
            "forked copy",
            "[] seen",
        ]
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)


PARENT = """
    import os, sys, time
    from attnedu.practice.sandbox import run, runner, warm
    {start}
    print(runner._source({mode!r}).{process}.pid, flush=True)
    {then}
"""


@linux
@pytest.mark.parametrize(("mode", "process"), [("zygote", "_process"), ("spawn", "_spare")])
@pytest.mark.parametrize("then", ["", "os.kill(os.getpid(), 9)", "os._exit(0)"])
def test_the_helper_process_goes_away_with_the_kernel_however_that_ends(mode, process, then):
    code = PARENT.format(start="run(abs, [(-1,)])", mode=mode, process=process, then=then)
    env = os.environ | {"ATTNEDU_SANDBOX": mode}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)], capture_output=True, text=True, env=env
    )
    assert done.stderr == ""
    deadline = time.monotonic() + 3
    while alive(int(done.stdout)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(int(done.stdout))


@linux
def test_a_running_function_ends_when_the_kernel_is_killed(tmp_path):
    file = tmp_path / "pid"
    code = f"""
        import os
        from attnedu.practice.sandbox import run
        def f():
            with open({str(file)!r}, "w") as out:
                out.write(str(os.getpid()))
            while True: pass
        run(f, [()], seconds=60)
    """
    parent = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)])
    deadline = time.monotonic() + 10
    while not (file.exists() and file.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    pid = int(file.read_text())
    assert alive(pid)
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 3
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(pid)


def test_a_warm_run_of_eight_calls_is_quick():
    warm()
    next_run_is_right()
    times = []
    for _ in range(15):
        began = time.perf_counter()
        run(lambda q, k: q @ k.T, [(A, A)] * 8)
        times.append(time.perf_counter() - began)
    assert sorted(times)[3] < 0.1  # typically 0.008; the bound leaves room for a busy machine
