"""Plain data as bytes: the only language in which a child answers.

Numbers, text, tuples, dicts and numpy arrays, each a tag and its bytes. Reading never builds an object
of another kind and never runs code of the sender, unlike pickle. Anything malformed raises ValueError.
"""

from __future__ import annotations

import math
import re
import struct

import numpy as np

from .results import Unknown

ANSWER_BYTES = 64 * 2**20  # the most that the values of one run may hold together
FRAME_BYTES = ANSWER_BYTES + 2**20
_DEPTH = 24
_DTYPE = re.compile(r"[<>|=][biufc]\d{1,2}")
_SIZE = struct.Struct("<Q")
_FLOAT = struct.Struct("<d")
_COMPLEX = struct.Struct("<dd")


def dumps(value) -> bytes:
    """Bytes of plain data; TypeError for any other type.

    >>> loads(dumps((1, None, "a", 0.5)))
    (1, None, 'a', 0.5)
    """
    parts: list[bytes] = []
    _write(value, parts.append)
    return b"".join(parts)


def _sized(tag: bytes, data: bytes, put) -> None:
    put(tag + _SIZE.pack(len(data)))
    put(data)


def _write(value, put) -> None:
    kind = type(value)
    if value is None:
        put(b"N")
    elif kind is bool:
        put(b"T" if value else b"F")
    elif kind is int:
        _sized(b"i", value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True), put)
    elif kind is float:
        put(b"f" + _FLOAT.pack(value))
    elif kind is complex:
        put(b"c" + _COMPLEX.pack(value.real, value.imag))
    elif kind is str:
        _sized(b"s", value.encode("utf-8", "surrogatepass"), put)
    elif kind is bytes:
        _sized(b"b", value, put)
    elif kind is tuple or kind is list:
        put(b"t" + _SIZE.pack(len(value)))
        for item in value:
            _write(item, put)
    elif kind is dict:
        put(b"d" + _SIZE.pack(len(value)))
        for key, item in value.items():
            _write(key, put)
            _write(item, put)
    elif kind is np.ndarray and _DTYPE.fullmatch(value.dtype.str):
        put(b"a")
        _write(value.dtype.str, put)
        _write(value.shape, put)
        _sized(b"b", value.tobytes(), put)
    elif kind is Unknown:
        put(b"u")
        _write(value.type_name, put)
        _write(value.repr, put)
    else:
        raise TypeError(f"{kind.__name__} is not plain data")


def loads(data: bytes):
    """The plain data that `dumps` wrote; ValueError for anything else.

    >>> loads(b"x")
    Traceback (most recent call last):
    ValueError: not plain data
    """
    reader = _Reader(data)
    try:
        value = reader.value(0)
    except (struct.error, UnicodeDecodeError, TypeError, OverflowError) as reason:
        raise ValueError("not plain data") from reason
    if reader.at != len(data):
        raise ValueError("not plain data")
    return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, size: int) -> bytes:
        end = self.at + size
        if size < 0 or end > len(self.data):
            raise ValueError("not plain data")
        piece, self.at = self.data[self.at : end], end
        return piece

    def size(self) -> int:
        return _SIZE.unpack(self.take(8))[0]

    def value(self, depth: int):
        if depth > _DEPTH:
            raise ValueError("not plain data")
        tag = self.take(1)
        if tag in b"NTF":
            return {b"N": None, b"T": True, b"F": False}[tag]
        if tag == b"i":
            return int.from_bytes(self.take(self.size()), "little", signed=True)
        if tag == b"f":
            return _FLOAT.unpack(self.take(8))[0]
        if tag == b"c":
            return complex(*_COMPLEX.unpack(self.take(16)))
        if tag == b"s":
            return self.take(self.size()).decode("utf-8", "surrogatepass")
        if tag == b"b":
            return bytes(self.take(self.size()))
        if tag == b"t":
            return tuple(self.value(depth + 1) for _ in range(self.size()))
        if tag == b"d":
            return {self.value(depth + 1): self.value(depth + 1) for _ in range(self.size())}
        if tag == b"a":
            return self.array(depth + 1)
        if tag == b"u":
            return Unknown(str(self.value(depth + 1)), str(self.value(depth + 1)))
        raise ValueError("not plain data")

    def array(self, depth: int) -> np.ndarray:
        dtype, shape, raw = (self.value(depth) for _ in range(3))
        if not (isinstance(dtype, str) and _DTYPE.fullmatch(dtype)):
            raise ValueError("not plain data")
        if math.prod(shape) * np.dtype(dtype).itemsize != len(raw):
            raise ValueError("not plain data")
        return np.frombuffer(raw, dtype).reshape(shape).copy()  # a copy, because frombuffer is read-only


def frame(token: bytes, value) -> bytes:
    """One message on a channel: the run's secret token, a length, the plain data."""
    body = dumps(value)
    return token + _SIZE.pack(len(body)) + body


def frames(chunks, token: bytes):
    """The messages in a stream of byte chunks; ValueError at the first byte that belongs to none."""
    waiting = bytearray()
    head = len(token) + _SIZE.size
    for chunk in chunks:
        waiting += chunk
        while len(waiting) >= head:
            size = _SIZE.unpack(waiting[len(token) : head])[0]
            if not waiting.startswith(token) or size > FRAME_BYTES:
                raise ValueError("bytes on the channel that are no answer")
            if len(waiting) < head + size:
                break
            body = bytes(waiting[head : head + size])
            del waiting[: head + size]
            yield loads(body)
    if waiting:
        raise ValueError("bytes on the channel that are no answer")
