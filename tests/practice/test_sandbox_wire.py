"""The language of the answers: plain data arrive, garbage is refused."""

import numpy as np
import pytest

from attnedu.practice.sandbox import Unknown, wire
from tests.practice.sandbox_help import A


@pytest.mark.parametrize("garbage", [b"", b"x", b"i", b"t" + b"\xff" * 8, b"N" * 2, b"s" + b"\1" + b"\0" * 7])
def test_garbage_is_refused(garbage):
    with pytest.raises(ValueError, match="not plain data"):
        wire.loads(garbage)


def test_truncated_and_altered_answers_raise_value_error_or_stay_plain():
    data = wire.dumps((1, "text", A, {"a": None}, Unknown("t", "r"), 1j))
    rng = np.random.default_rng(0)
    for cut in range(len(data)):
        with pytest.raises(ValueError):
            wire.loads(data[:cut])
    for _ in range(2000):
        broken = bytearray(data)
        broken[rng.integers(len(data))] = rng.integers(256)
        try:
            wire.loads(bytes(broken))
        except ValueError:
            pass


def test_an_array_of_objects_cannot_travel():
    with pytest.raises(TypeError, match="not plain data"):
        wire.dumps(np.array([object()]))
