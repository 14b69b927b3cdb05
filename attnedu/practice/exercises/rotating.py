"""Lesson 07: RoPE, the rotation of queries and keys."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import read_off
from ..forms import turning as f
from ..forms.leading import only_two_axes
from ..forms.pairing import PAIRING_FORMS, turn
from . import probes as p


def rotate(x, positions):
    """Each pair of neighbours turns by its position times its frequency."""
    d = x.shape[-1]
    frequency = 10_000.0 ** (-np.arange(0, d, 2) / d)
    angle = np.asarray(positions)[:, None] * frequency
    cos, sin = np.cos(angle), np.sin(angle)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = np.empty(x.shape)
    turned[..., 0::2] = even * cos - odd * sin
    turned[..., 1::2] = even * sin + odd * cos
    return turned


def rotate_by_complex_numbers(x, positions):
    """Another right way: a pair is a complex number, and a turn is a product."""
    d = x.shape[-1]
    z = x[..., 0::2] + 1j * x[..., 1::2]
    angle = np.outer(positions, 10_000.0 ** (-np.arange(d // 2) * 2 / d))
    z = z * np.exp(1j * angle)
    return np.stack([z.real, z.imag], axis=-1).reshape(x.shape)


def rotate_by_matrices(x, positions):
    """Another right way: a 2 × 2 matrix for every position and pair."""
    d = x.shape[-1]
    out = np.zeros(x.shape)
    for t, position in enumerate(positions):
        for i in range(d // 2):
            a = position / 10_000 ** (2 * i / d)
            matrix = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
            out[..., t, 2 * i : 2 * i + 2] = x[..., t, 2 * i : 2 * i + 2] @ matrix.T
    return out


def rotate_with_a_quarter_turn(x, positions):
    """Another right way: x · cos plus x turned by 90° · sin, angles repeated for neighbours."""
    d = x.shape[-1]
    angle = np.repeat(np.outer(positions, np.exp(-np.log(10_000) * np.arange(0, d, 2) / d)), 2, axis=-1)
    quarter = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angle) + quarter * np.sin(angle)


def _probe(seed, *shape, positions, family="ordinary"):
    return Probe((p.rng(seed).normal(size=shape) * 1.5, np.array(positions)), family)


ROTATE = Exercise(
    name="rotate",
    lesson="07_biases",
    parameters=("x", "positions"),
    returns=("turned",),
    kind=("numbers",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("x"),)),
        Stage("frequencies", "freq", f.frequencies, f.FREQUENCY_FORMS),
        Stage("positions", "place", f.positions_of, f.POSITION_FORMS),
        Stage("angles", "every", f.angles, f.ANGLE_FORMS),
        Stage("pairs", "angle", lambda s: s.every, f.PART_FORMS),
        Stage("turn", "turned", turn, PAIRING_FORMS),
        Stage("return", "result", lambda s: s.turned, f.TURNED_RETURNS),
    ),
    probes=(
        _probe(741, 3, 4, positions=[4, 1, 2]),
        _probe(742, 5, 6, positions=[3, 4, 5, 6, 7]),
        _probe(743, 4, 8, positions=[25, 3, 0, 10]),
        _probe(744, 7, 3, 4, positions=[1, 2, 5], family="leading"),
        _probe(745, 2, 6, 3, 4, positions=[0, 6, 3], family="leading"),
        _probe(746, 1, 2, positions=[2], family="edge"),
    ),
    reference=core.rotate,
    rules=(read_off.another_angle,),
    alternatives=(rotate, rotate_by_complex_numbers, rotate_by_matrices, rotate_with_a_quarter_turn),
    solution=rotate,
    hints=(
        "A vector (1, 0) at position 2, with d = 2: by which angle does it turn, and where does it point?",
        "Neighbours form a point in a plane. Each plane turns at its own speed: the first by 1 for each step, the next ones slower.",
        "Make a table of angles (T, d/2), take even and odd components apart, turn every pair, and weave them together again.",
    ),
)
