"""An append-only file of JSON lines that two notebooks may write and that a kill leaves readable."""

import json
import os
import sys
import time
from contextlib import contextmanager

PATIENCE = 0.5  # seconds to wait for another notebook; then write all the same: appending is safe without


def append(file, records):
    """Add one line per record, with one system call to a file opened for appending.

    file:    a Path; its folder is made if it is missing
    records: dicts that JSON can hold
    raises   OSError if the folder or the file cannot be written
    """
    # ASCII alone: a line torn inside a character would otherwise not even be text.
    data = b"".join(json.dumps(one, ensure_ascii=True).encode("ascii") + b"\n" for one in records)
    file.parent.mkdir(parents=True, exist_ok=True)
    with _locked(file.with_suffix(".lock")) as alone:
        handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            # Without the lock the end of the file may move: one empty line more does no harm.
            if not alone or _ends_torn(handle):
                data = b"\n" + data
            while data:
                data = data[os.write(handle, data) :]
        finally:
            os.close(handle)


def read(file):
    """All records, oldest first; lines that are torn or no record are left out. No file: no records."""
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError:
        return []
    return [one for line in lines if isinstance(one := _parsed(line), dict)]


def _parsed(line):
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _ends_torn(handle):
    size = os.fstat(handle).st_size
    if size == 0:
        return False
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1) != b"\n"


@contextmanager
def _locked(file):
    """Hold the lock if it can be had soon; yield whether it was.

    The system lets go of a lock when its process dies, so a killed notebook blocks nobody.
    """
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield False
        return
    try:
        yield _lock_within(handle, PATIENCE)
    finally:
        os.close(handle)


def _lock_within(handle, seconds):
    deadline = time.monotonic() + seconds
    while True:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except (OSError, ImportError):
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.005)
