"""The program of a child process. Started as a script, so that it imports nothing but numpy and this room.

`host.py zygote`: stands ready on standard input (a socket), and forks one child per run.
`host.py single`: serves one run read from standard input, answers on standard output, and ends.
"""

import os
import sys


def _own_room():
    """This folder as a package of another name: `import attnedu` would run more than the child needs."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if sys.path and os.path.abspath(sys.path[0]) == folder:
        sys.path.pop(0)  # a script's folder comes first, and its `convert` would hide a learner's
    import types

    room = types.ModuleType("_attnedu_sandbox")
    room.__path__ = [folder]
    sys.modules["_attnedu_sandbox"] = room
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(folder))))  # so that attnedu is found
    import cloudpickle  # noqa: F401  the first unpickling would pay for it
    from _attnedu_sandbox import limits, wire, worker

    return limits, wire, worker


def import_ahead(names) -> None:
    """Import modules that earlier runs used, so that the next child starts with them."""
    import contextlib
    import importlib
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            with contextlib.suppress(Exception):  # the learner's own import will report it
                importlib.import_module(name)


def read_payload(fd: int) -> dict:
    """The parent's request: eight bytes of length, then a pickle, which the parent alone writes."""
    import pickle

    def exactly(size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            piece = os.read(fd, min(size - len(data), 2**20))
            if not piece:
                os._exit(0)  # the parent went away, or needs this child no more
            data += piece
        return bytes(data)

    return pickle.loads(exactly(int.from_bytes(exactly(8), "little")))


def single(ahead) -> None:
    """Serve one run and end."""
    limits, _, worker = _own_room()
    request, answers, printed = (os.dup(fd) for fd in (0, 1, 2))
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)  # nothing that an import prints may reach the answers
    import_ahead(ahead)
    worker.rehearse()
    header = read_payload(request)
    os.close(request)
    worker.child_main(answers, printed, header)


def zygote() -> None:
    """Fork a child for each ("run",) with its two files; end and reap it at ("end", pid, grace)."""
    import gc
    import signal
    import socket

    limits, wire, worker = _own_room()
    control = socket.socket(fileno=limits.lift(os.dup(0)))
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limits.adopt_orphans()
    worker.rehearse()
    gc.collect()
    gc.freeze()  # the children's collector leaves these pages shared
    while True:
        data, files, _, _ = socket.recv_fds(control, 65536, 2)
        if not data:  # the parent ended, however it ended
            _end(None, 0.0)
            os._exit(0)
        message = wire.loads(data)
        if message[0] == "run":
            pid = os.fork()
            if pid == 0:
                control.close()
                worker.child_main(*files, read_payload(files[0]))
            for fd in files:
                os.close(fd)
            control.send(wire.dumps(("pid", pid)))
        elif message[0] == "end":
            control.send(wire.dumps(("status", _end(*message[1:]))))
        elif message[0] == "import":
            import_ahead(message[1])
            gc.freeze()


def _end(pid, grace: float):
    """Kill whatever still descends from this process.

    Returns the wait status of `pid` if it ended by itself within `grace` seconds, else None.
    """
    import signal
    import time

    natural, patience = None, time.monotonic() + grace
    while pid is not None and natural is None and time.monotonic() < patience:
        done, code = os.waitpid(pid, os.WNOHANG)
        if done:
            natural = code
        else:
            time.sleep(0.002)
    while True:
        for target, kill in [(pid, os.killpg)] * (pid is not None) + [(c, os.kill) for c in _children()]:
            try:
                kill(target, signal.SIGKILL)
            except OSError:  # gone already
                pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return natural


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(word) for word in file.read().split()]
    except (OSError, ValueError):
        return []


if __name__ == "__main__":
    if sys.argv[1] == "zygote":
        zygote()
    else:
        single(sys.argv[2:])
