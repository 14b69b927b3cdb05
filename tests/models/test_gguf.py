"""Does the reader get back what a hand-made GGUF file holds?"""

import struct

import numpy as np
import pytest

from attnedu.models.gguf import Reader, dequantise_q4_1, dequantise_q8_0


def text(string):
    return struct.pack("<Q", len(string)) + string.encode()


def q8_0(step, integers):
    return struct.pack("<e32b", step, *integers)


def write(path, kind=8, version=3):
    """One fact of each shape used, one F32 tensor (2, 3), one tensor (1, 32) of GGUF type ``kind``."""
    facts = text("size") + struct.pack("<II", 4, 7)
    facts += text("name") + struct.pack("<I", 8) + text("tiny")
    facts += text("words") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b")
    tensors = text("plain") + struct.pack("<IQQIQ", 2, 3, 2, 0, 0)  # GGUF names the fastest axis first
    tensors += text("packed") + struct.pack("<IQQIQ", 2, 32, 1, kind, 32)
    head = b"GGUF" + struct.pack("<IQQ", version, 2, 3) + facts + tensors
    head += bytes(-len(head) % 32)
    numbers = np.arange(6, dtype="<f4").tobytes()
    path.write_bytes(head + numbers + bytes(32 - len(numbers)) + q8_0(0.25, range(-16, 16)))
    return path


def test_facts_shapes_and_numbers_come_back(tmp_path):
    reader = Reader(write(tmp_path / "tiny.gguf"))
    assert reader.facts == {"size": 7, "name": "tiny", "words": ["a", "b"]}
    assert reader.names() == ["plain", "packed"]
    assert reader.tensor("plain").tolist() == [[0, 1, 2], [3, 4, 5]]
    assert reader.tensor("packed").tolist() == [[i / 4 for i in range(-16, 16)]]


def test_q4_1_puts_low_halves_first_and_adds_the_smallest_value():
    low, high = list(range(16)), list(range(15, -1, -1))
    block = struct.pack("<ee16B", 0.5, -1.0, *(a | b << 4 for a, b in zip(low, high, strict=True)))
    expected = [0.5 * integer - 1.0 for integer in low + high]
    assert dequantise_q4_1(np.frombuffer(block * 2, np.uint8)).tolist() == expected * 2


def test_q8_0_integers_are_signed():
    block = q8_0(2.0, [-128, 127] + [0] * 30)
    assert dequantise_q8_0(np.frombuffer(block, np.uint8))[:3].tolist() == [-256.0, 254.0, 0.0]


def test_an_unknown_type_a_wrong_version_and_a_wrong_name_are_refused(tmp_path):
    with pytest.raises(ValueError, match="packed has GGUF type 12"):
        Reader(write(tmp_path / "k.gguf", kind=12)).tensor("packed")
    with pytest.raises(ValueError, match="version 2: expected b'GGUF', version 3"):
        Reader(write(tmp_path / "old.gguf", version=2))
    with pytest.raises(ValueError, match="no tensor is called 'missing'"):
        Reader(write(tmp_path / "t.gguf")).tensor("missing")
