"""Single-use workers, where there is no zygote (macOS, Windows): one process a run, one spare prepared.

The spare has numpy imported and waits for its request, so that only a second check at once has to wait.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import threading

from .channel import HOST, Child, environment, payload, python


class Spawner:
    """Hands out a fresh process per run."""

    def __init__(self) -> None:
        self._spare: subprocess.Popen | None = None
        self._ahead: set[str] = set()
        self._lock = threading.RLock()
        atexit.register(self.stop)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def start(self) -> None:
        """Prepare the spare if there is none; returns before it is ready."""
        with self._lock:
            if self._spare is None or self._spare.poll() is not None:
                flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
                self._spare = subprocess.Popen(
                    [python(), HOST, "single", *sorted(self._ahead)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=environment(),
                    bufsize=0,
                    creationflags=flags,
                    start_new_session=os.name == "posix",
                )

    def launch(self, header: dict) -> Child:
        """Send one run to the spare, and prepare the next spare."""
        with self._lock:
            self.start()
            process, self._spare = self._spare, None
            streams = [os.dup(process.stdout.fileno()), os.dup(process.stderr.fileno())]
            process.stdout.close()
            process.stderr.close()
            with contextlib.suppress(OSError):  # it ended already: the missing answer tells
                process.stdin.write(payload(header))
            with contextlib.suppress(OSError):
                process.stdin.close()
            with contextlib.suppress(OSError):
                self.start()
        return Child(streams[0], streams[1], lambda grace: _end(process, grace))

    def import_ahead(self, names) -> None:
        """The spares to come import these at once; the present one does not know them."""
        with self._lock:
            if set(names) - self._ahead:
                self._ahead |= set(names)
                self.stop()
                with contextlib.suppress(OSError):
                    self.start()

    def stop(self) -> None:
        """End the spare."""
        with self._lock:
            spare, self._spare = self._spare, None
            if spare is not None:
                _end(spare, 0.0)
                for stream in (spare.stdin, spare.stdout, spare.stderr):
                    with contextlib.suppress(OSError):
                        stream.close()

    def _forget(self) -> None:
        self._lock, self._spare = threading.RLock(), None


def _end(process: subprocess.Popen, grace: float) -> int | None:
    """Kill the process and its group; its exit code if it ended by itself in time."""
    natural = None
    with contextlib.suppress(subprocess.TimeoutExpired):
        natural = process.wait(grace) if grace else None
    if os.name == "nt" and natural is None:
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]  # what it started, too
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=2.0, check=False)
    elif os.name == "posix":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()
    process.wait()
    return natural
