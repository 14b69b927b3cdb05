"""Functions that would take a kernel down with them, and what the runner must say of each."""

import builtins
import os
import signal
import sys
import threading
import time

import numpy as np


def forever():
    while True:
        pass


def deep(n=0):
    return deep(n + 1)


def deep_in_c():
    x = []
    for _ in range(200_000):
        x = [x]
    return repr(x)


def no_limit():
    sys.setrecursionlimit(10**9)

    class Deep:
        def __getattr__(self, name):
            return getattr(self, name + "x")

        def __repr__(self):
            return f"{self!r}"

    return repr(Deep())


def leave():
    raise SystemExit("bye")


def fork_a_few():
    for _ in range(3):
        os.fork()
    return os.getpid()


def fork_and_loop():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                pass
    return 1


def exit_beside_a_fork():
    if os.fork() == 0:
        time.sleep(60)  # keeps every file open that it inherited
    os._exit(0)


def close_all():
    os.closerange(0, 5000)
    return 1


def close_stdout():
    sys.stdout.close()
    sys.stderr.close()
    sys.stdin.close()
    return 7


def print_for_ever():
    while True:
        print("x" * 1000)


def grow():
    data = bytearray()
    while True:
        data += bytes(10**8)


def reserve():
    return [np.empty(10**8) for _ in range(100)]


def grow_list():
    data = [0]
    while True:
        data += data


def ignore_signals():
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)


def leave_threads():
    threading.Thread(target=forever).start()
    threading.Thread(target=time.sleep, args=(60,)).start()
    return 7


def litter():
    for fd in range(3, 21):
        try:
            os.write(fd, b"garbage" * 100)
        except OSError:
            pass
    return 7


def litter_everywhere():
    for fd in range(3, 2000):
        try:
            os.write(fd, b"garbage" * 100)
        except OSError:
            pass
    return 7


def kill_parent():
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def stop_parent():
    os.kill(os.getppid(), signal.SIGSTOP)
    return 7


def interrupt():
    raise KeyboardInterrupt


def lose_builtins():
    builtins.len = builtins.isinstance = builtins.type = builtins.tuple = lambda *a: 3
    return 7


def patch_numpy():
    np.exp = np.asarray = np.ndarray = lambda x: 0
    np.seterr(all="raise")
    return 7


def patch_runner():
    for name, module in list(sys.modules.items()):
        if name.endswith((".worker", ".convert", ".wire", "attnedu", "numpy.linalg")):
            vars(module).clear()
    sys.modules["attnedu"] = None
    return 7


class Hostile:
    def __reduce__(self):
        raise RuntimeError("reduce")

    def __array__(self, *args, **options):
        raise RuntimeError("array")

    def __repr__(self):
        raise RuntimeError("repr")

    @property
    def __class__(self):
        raise RuntimeError("class")


class Loops:
    def __array__(self, *args, **options):
        forever()

    def __repr__(self):
        forever()


class Executes:
    def __reduce__(self):
        return os._exit, (3,)


def raise_hostile():
    class Bad(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    raise Bad
