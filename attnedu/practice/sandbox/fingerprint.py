"""Has an argument changed? A digest of its content, taken before and after each call."""

from __future__ import annotations

import hashlib
import pickle

import numpy as np


def fingerprint(value) -> bytes:
    """A digest of arrays, numbers, text and tuples, lists, dicts and sets of them.

    A random generator is left out: to be advanced is what it is for.

    >>> a = np.zeros(3); before = fingerprint((a, 1)); a[0] = 5; fingerprint((a, 1)) == before
    False
    """
    digest = hashlib.blake2b(digest_size=16)
    _feed(value, digest.update, 0)
    return digest.digest()


def _feed(value, put, depth: int) -> None:
    put(type(value).__name__.encode("utf-8", "replace") + b"|")
    if depth > 12 or isinstance(value, np.random.Generator | np.random.BitGenerator | np.random.RandomState):
        return
    if isinstance(value, np.ndarray):
        put(f"{value.dtype.str}{value.shape}".encode())
        if value.dtype.kind == "O":
            for item in value.ravel():
                _feed(item, put, depth + 1)
        else:
            put(value.tobytes())
    elif isinstance(value, list | tuple):
        put(b"%d:" % len(value))
        for item in value:
            _feed(item, put, depth + 1)
    elif isinstance(value, dict):
        put(b"%d:" % len(value))
        for key, item in value.items():
            _feed(key, put, depth + 1)
            _feed(item, put, depth + 1)
    elif value is None or isinstance(value, bool | int | float | complex | str | bytes | np.generic):
        put(repr(value).encode("utf-8", "replace"))
    else:
        try:
            put(pickle.dumps(value, protocol=5))
        except Exception:  # no way to look inside: its identity is what can be compared
            put(b"%d" % id(value))
