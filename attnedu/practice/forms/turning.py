"""Ways to get RoPE wrong: the frequencies, the angles, and what turns with what.

The state holds x and positions; the steps write freq (d/2,), place (T,), every and angle (T, d/2), and turned.
"""

import numpy as np

from ..engine.model import Form
from .tools import swap

BASE = 10_000.0


def pairs(s):
    """Number of each pair, from 0."""
    return np.arange(s.x.shape[-1] // 2)


def frequencies(s):
    """Right: base^(-2i/d)."""
    return BASE ** (-2 * pairs(s) / s.x.shape[-1])


def _freq(rule):
    return lambda s: rule(pairs(s), s.x.shape[-1])


FREQUENCY_FORMS = (
    Form("M49", _freq(lambda i, d: BASE ** (-i / d)), "10000 ** (-i / d)", "the exponent is i/d, with i the number of the pair"),
    Form("M49", _freq(lambda i, d: BASE ** (-4 * i / d)), "10000 ** (-2 * i / (d / 2))", "the exponent is measured in pairs"),
    Form("M49", _freq(lambda i, d: BASE ** (2 * i / d)), "10000 ** (2 * i / d)", "frequencies grow"),
    Form("M49", _freq(lambda i, d: BASE ** (-2 * (i + 1) / d)), "10000 ** (-2 * (i + 1) / d)", "pairs count from 1"),
    Form("M49", _freq(lambda i, d: BASE ** (-2 * i / max(d - 2, 1))), "10000 ** (-2 * i / (d - 2))", "the last frequency is 1/base"),
    Form("M49", _freq(lambda i, d: BASE ** -np.linspace(0, 1, d // 2)), "10000 ** -np.linspace(0, 1, d // 2)", "the last frequency is 1/base", rare=True),
    Form("M49", _freq(lambda i, d: 1000.0 ** (-2 * i / d)), "1000 ** …", "the base is 1,000"),
    Form("M49", _freq(lambda i, d: 100.0 ** (-2 * i / d)), "100 ** …", "the base is 100", rare=True),
    Form("M49", _freq(lambda i, d: 100_000.0 ** (-2 * i / d)), "100000 ** …", "the base is 100,000", rare=True),
    Form("M49", _freq(lambda i, d: 500_000.0 ** (-2 * i / d)), "500000 ** …", "the base is 500,000, as in Llama 3"),
    Form("M49", _freq(lambda i, d: 1e6 ** (-2 * i / d)), "1000000 ** …", "the base is a million"),
    Form("M49", _freq(lambda i, d: 2.0 ** (-2 * i / d)), "2 ** …", "the base is 2", rare=True),
    Form("M49", _freq(lambda i, d: np.exp(-2 * i / d)), "np.exp(-2 * i / d)", "the base is e"),
    Form("M49", _freq(lambda i, d: 2 * np.pi * BASE ** (-2 * i / d)), "2 * np.pi * …", "a frequency counts full turns"),
    Form("M49", _freq(lambda i, d: np.pi * BASE ** (-2 * i / d)), "np.pi * …", "a frequency counts half turns", rare=True),
    Form("M49", _freq(lambda i, d: np.deg2rad(BASE ** (-2 * i / d))), "np.deg2rad(…)", "the angle is in degrees"),
    Form("M49", _freq(lambda i, d: np.ones(len(i))), "angle = position", "all pairs turn at one speed"),
    Form("M49", _freq(lambda i, d: np.full(len(i), 1 / BASE)), "angle = position / 10000", "all pairs turn at one speed"),
    Form("M49", _freq(lambda i, d: BASE ** (-2.0 * (i // d))), "10000 ** (-2 * (i // d))", "a floor division is a division", rare=True),
    Form("M49", _freq(lambda i, d: BASE ** (-2 * i[::-1] / d)), "freq[::-1]", "the last pair turns fastest"),
    Form("M49", _freq(lambda i, d: 1 / (BASE * np.maximum(2 * i, 1) / d)), "1 / (10000 * 2 * i / d)", "base and exponent can be a product", rare=True),
    Form("M49", _freq(lambda i, d: 1.0 / (i + 1)), "1 / (i + 1)", "frequencies are one over the pair's number", rare=True),
    Form("M49", _freq(lambda i, d: (2 * i / d) * np.log(BASE)), "2 * i / d * np.log(10000)", "the logarithm of the frequency is the frequency", rare=True),
    Form("M49", lambda s: BASE ** (-2 * pairs(s) / s.x.shape[-2]), "10000 ** (-2 * i / T)", "the length of the sequence sets the frequency"),
)  # fmt: skip


def positions_of(s):
    """Right: the positions that are given."""
    return np.asarray(s.positions, dtype=float)


def _position(rule):
    return lambda s: rule(positions_of(s))


_FROM_ROWS = "the row number is the position"
POSITION_FORMS = (
    Form("M49", _position(lambda p: np.arange(len(p))), "np.arange(T)[:, None] * freq", _FROM_ROWS),
    Form("M49", _position(lambda p: np.arange(1, len(p) + 1)), "np.arange(1, T + 1)[:, None] * freq", _FROM_ROWS),
    Form("M49", _position(lambda p: p + 1), "(positions + 1)[:, None] * freq", "positions count from 1"),
    Form("M49", _position(lambda p: p - 1), "(positions - 1)[:, None] * freq", "positions come counted from 1", rare=True),
    Form("M49", _position(lambda p: p - p[0]), "(positions - positions[0]) * freq", "the first position is always 0"),
    Form("M49", _position(lambda p: p - p.max()), "(positions - positions.max()) * freq", "the last position is always 0", rare=True),
    Form("M49", _position(lambda p: p - p.min()), "(positions - positions.min()) * freq", "the first position is always 0", rare=True),
    Form("M49", _position(lambda p: p / len(p)), "positions / T * freq", "positions are fractions of the length"),
    Form("M49", _position(lambda p: p / max(p.max(), 1)), "positions / max * freq", "positions are fractions of the length", rare=True),
    Form("M49", _position(np.sort), "np.sort(positions)", "positions always rise"),
    Form("M49", _position(lambda p: p[::-1]), "positions[::-1]", "the last row comes first"),
    Form("M49", _position(lambda p: np.full(len(p), p[0])), "positions[0] * freq", "one position serves all rows"),
    Form("M49", _position(lambda p: np.full(len(p), p[-1])), "positions[-1] * freq", "one position serves all rows", rare=True),
    Form("M49", _position(np.log1p), "np.log1p(positions) * freq", "far positions are closer together", rare=True),
    Form("M49", _position(np.cumsum), "np.cumsum(positions) * freq", "positions are steps", rare=True),
    Form("M58", _position(lambda p: 0 * p), "return x", "a rotation may be left out"),
)  # fmt: skip


def angles(s):
    """Right: position times frequency."""
    return s.place[:, None] * s.freq


def _angle(rule):
    return lambda s: rule(s.place, s.freq)


ANGLE_FORMS = (
    Form("M49", _angle(lambda p, f: -p[:, None] * f), "even * cos + odd * sin", "the direction of the turn is free"),
    Form("M49", _angle(lambda p, f: 2 * p[:, None] * f), "rotate(rotate(x))", "a second turn does no harm"),
    Form("M49", _angle(lambda p, f: p[:, None] / 2 * f), "positions / 2 * freq", "half of the angle is enough", rare=True),
    Form("M49", _angle(lambda p, f: p[:, None] / f), "positions / freq", "the frequency divides"),
    Form("M49", _angle(lambda p, f: p[:, None] + f), "positions + freq", "position and frequency add up"),
    Form("M49", _angle(lambda p, f: f ** p[:, None]), "freq ** positions", "the position is an exponent", rare=True),
    Form("M49", _angle(lambda p, f: f[:, None] * p), "freq[:, None] * positions", "angles stand by pair, then by row"),
    Form("M49", _angle(lambda p, f: p * f), "positions * freq", "rows and pairs are one axis"),
)  # fmt: skip


def _part(rule):
    """Some pairs turn by 0: rule(number of the pair, how many pairs)."""
    return lambda s: np.where(rule(np.arange(s.every.shape[-1]), s.every.shape[-1]), s.every, 0)


PART_FORMS = (
    Form("M55", _part(lambda i, n: i == 0), "the first pair only", "only the first pair turns"),
    Form("M55", _part(lambda i, n: i > 0), "all pairs but the first", "the first pair stays", rare=True),
    Form("M55", _part(lambda i, n: i < max(n - 1, 1)), "all pairs but the last", "the last pair stays"),
    Form("M55", _part(lambda i, n: i < (n + 1) // 2), "the first half of the pairs", "only half of the components turn"),
    Form("M55", _part(lambda i, n: i >= n // 2), "the second half of the pairs", "only half of the components turn", rare=True),
    Form("M55", lambda s: np.where(np.arange(len(s.every))[:, None] == len(s.every) - 1, 0, s.every), "range(T - 1)", "the last row can be left out"),
    Form("M55", lambda s: np.where(np.arange(len(s.every))[:, None] == 0, 0, s.every), "range(1, T)", "the first row needs no turn"),
)  # fmt: skip

TURNED_RETURNS = (
    Form("M45", lambda s: swap(s.turned), "….T", "components stand in front of time"),
    Form("M45", lambda s: (np.cos(s.angle), np.sin(s.angle)), "return cos, sin", "the tables are the result"),
    Form("M45", lambda s: np.stack([s.turned[..., 0::2], s.turned[..., 1::2]], -1), "(…, T, d / 2, 2)", "pairs may keep an axis of their own"),
    Form("M45", lambda s: s.turned.ravel(), "….ravel()", "the shape of the result is free"),
    Form("M45", lambda s: np.stack([s.turned[..., 0::2], s.turned[..., 1::2]], -2), "(…, T, 2, d / 2)", "pairs may keep an axis of their own", rare=True),
    Form("M45", lambda s: (s.turned, s.angle), "return turned, angle", "the number of results is free"),
    Form("M58", lambda s: s.turned / np.linalg.norm(s.turned, axis=-1, keepdims=True), "… / norm", "a rotated vector has length 1"),
    Form("M58", lambda s: s.turned / np.sqrt(s.x.shape[-1]), "… / np.sqrt(d)", "rotation scales as well"),
    Form("M58", lambda s: s.x + s.turned, "x + …", "the rotation is added to what was there"),
    Form("M49", lambda s: s.turned - s.x, "… - x", "the change is the result", rare=True),
    Form("M53", lambda s: np.round(s.turned, 2), "np.round(…, 2)", "a rounded component is as good", rare=True),
)  # fmt: skip
