"""How is a quantised model stored, and how do its numbers come back? A small reader for GGUF version 3.

A GGUF file is a header, a list of named facts (how many layers, what tokens), a list of tensors (name, shape,
type, offset), then the numbers. Quantised types store 32 numbers as one block: small integers that share
a step, and in Q4_1 a smallest value too.

Source: the format as published with llama.cpp (ggml, docs/gguf.md). Only the types that SmolLM2's file needs,
and half precision, are read.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

import numpy as np

BLOCK = 32
# GGUF's number for each kind of fact -> the struct code that reads it; 8 is text and 9 is a list
FACTS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9


def dequantise_q4_1(data: np.ndarray) -> np.ndarray:
    """Return the float32 numbers of Q4_1 blocks: ``step * integer + smallest``, 4 bits for each integer.

    ``data`` is a flat uint8 array, 20 bytes for each 32 numbers: step and smallest value (float16), then 16
    bytes whose low halves are the first 16 integers and whose high halves are the last 16.

    Example:
        >>> block = np.concatenate([np.float16([0.5, -1.0]).view(np.uint8), np.full(16, 0x20, np.uint8)])
        >>> dequantise_q4_1(block)[[0, 31]].tolist()
        [-1.0, 0.0]
    """
    blocks = data.reshape(-1, 20)
    step_and_smallest = blocks[:, :4].copy().view(np.float16).astype(np.float32)
    integers = np.concatenate([blocks[:, 4:] & 0x0F, blocks[:, 4:] >> 4], axis=1).astype(np.float32)
    return (step_and_smallest[:, :1] * integers + step_and_smallest[:, 1:]).ravel()


def dequantise_q8_0(data: np.ndarray) -> np.ndarray:
    """Return the float32 numbers of Q8_0 blocks: ``step * integer``, 8 bits for each signed integer.

    ``data`` is a flat uint8 array, 34 bytes for each 32 numbers: the step (float16), then 32 signed bytes.

    Example:
        >>> integers = np.arange(-16, 16, dtype=np.int8)
        >>> block = np.concatenate([np.float16([0.5]).view(np.uint8), integers.view(np.uint8)])
        >>> dequantise_q8_0(block)[[0, 31]].tolist()
        [-8.0, 7.5]
    """
    blocks = data.reshape(-1, 34)
    step = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    return (step * blocks[:, 2:].view(np.int8).astype(np.float32)).ravel()


# GGUF's number for each tensor type -> (bytes in a block, numbers in a block, how to read a run of blocks)
TYPES = {
    0: (4, 1, lambda data: data.view(np.float32)),
    1: (2, 1, lambda data: data.view(np.float16).astype(np.float32)),
    3: (20, BLOCK, dequantise_q4_1),
    8: (34, BLOCK, dequantise_q8_0),
}


class Reader:
    """The facts and tensors of one GGUF file.

    ``facts`` is a dict of the file's named facts. ``tensor(name)`` returns one tensor as float32, in the
    shape PyTorch uses (rows first). Raises ValueError for a file that is not GGUF version 3.
    """

    def __init__(self, path: str | Path):
        with open(path, "rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = 4
        magic, version = self._bytes[:4], self._number("I")
        if magic != b"GGUF" or version != 3:
            raise ValueError(
                f"{Path(path).name} starts with {magic!r}, version {version}: expected b'GGUF', version 3"
            )
        n_tensors, n_facts = self._number("Q"), self._number("Q")
        self.facts = dict(self._fact() for _ in range(n_facts))
        self._tensors = dict(self._entry() for _ in range(n_tensors))
        alignment = self.facts.get("general.alignment", 32)
        self._start = -(-self._at // alignment) * alignment

    def names(self) -> list[str]:
        """Return the names of all tensors, in the order of the file."""
        return list(self._tensors)

    def tensor(self, name: str) -> np.ndarray:
        """Return one tensor as a new float32 array; ValueError if there is none or its type is unknown."""
        if name not in self._tensors:
            raise ValueError(f"no tensor is called {name!r}; the first three are {self.names()[:3]}")
        shape, kind, offset = self._tensors[name]
        if kind not in TYPES:
            raise ValueError(
                f"{name} has GGUF type {kind}: this reader knows {sorted(TYPES)} (F32, F16, Q4_1, Q8_0)"
            )
        block_bytes, block_numbers, read = TYPES[kind]
        n_bytes = int(np.prod(shape)) // block_numbers * block_bytes
        data = np.frombuffer(self._bytes, np.uint8, n_bytes, self._start + offset)
        return np.array(read(data), dtype=np.float32).reshape(shape)

    def _number(self, code: str):
        (value,) = struct.unpack_from("<" + code, self._bytes, self._at)
        self._at += struct.calcsize("<" + code)
        return value

    def _text(self) -> str:
        length = self._number("Q")
        self._at += length
        return self._bytes[self._at - length : self._at].decode("utf-8")

    def _value(self, kind: int):
        if kind == TEXT:
            return self._text()
        if kind == LIST:
            inner, length = self._number("I"), self._number("Q")
            return [self._value(inner) for _ in range(length)]
        return self._number(FACTS[kind])

    def _fact(self):
        name = self._text()
        return name, self._value(self._number("I"))

    def _entry(self):
        name = self._text()
        sizes = [self._number("Q") for _ in range(self._number("I"))]
        kind, offset = self._number("I"), self._number("Q")
        return name, (tuple(reversed(sizes)), kind, offset)  # GGUF names the fastest-moving axis first
