"""Ways to turn the wrong components together, or to turn them wrongly. The angle (T, d/2) is in the state."""

import numpy as np

from ..engine.model import Form


def neighbours(x):
    """The two members of each adjacent pair."""
    return x[..., 0::2], x[..., 1::2]


def halves(x):
    """The two members of each pair that is half of the vector apart."""
    half = x.shape[-1] // 2
    return x[..., :half], x[..., half:]


def woven(a, b):
    """a and b as neighbours: a0, b0, a1, b1."""
    return np.stack([a, b], axis=-1).reshape(*a.shape[:-1], -1)


def joined(a, b):
    """a and b as halves: a0, a1, b0, b1."""
    return np.concatenate([a, b], axis=-1)


def turn(s):
    """Right: neighbours turn together."""
    return _turn(s, neighbours, woven)


def _turn(s, take, put, first=(1, -1), second=(1, 1), swapped=False):
    """Take pairs, turn them by the angle, put them back. first, second: signs of the two products of each line."""
    a, b = take(s.x)
    cos, sin = np.cos(s.angle), np.sin(s.angle)
    if swapped:
        cos, sin = sin, cos
    return put(first[0] * a * cos + first[1] * b * sin, second[0] * b * cos + second[1] * a * sin)


def _rotate_half(x):
    a, b = halves(x)
    return joined(-b, a)


def _rotate_neighbours(x):
    a, b = neighbours(x)
    return woven(-b, a)


def _mixed(other, wide):
    """x · cos + other(x) · sin, with the angle widened to d components in one of two ways."""
    return lambda s: s.x * wide(np.cos(s.angle)) + other(s.x) * wide(np.sin(s.angle))


def _twice(table):
    return joined(table, table)


def _each_twice(table):
    return np.repeat(table, 2, axis=-1)


def _overwritten(s):
    """In place: the second line reads the first component after it has changed."""
    x = np.array(s.x, dtype=float)
    cos, sin = np.cos(s.angle), np.sin(s.angle)
    x[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    x[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return x


def _mirror(x):
    half = x.shape[-1] // 2
    return x[..., :half], x[..., ::-1][..., :half]


def _put_mirror(a, b):
    return joined(a, b[..., ::-1])


def _only(s, which):
    a, b = neighbours(s.x)
    turned_a, turned_b = neighbours(turn(s))
    return woven(turned_a if which == 0 else a, turned_b if which == 1 else b)


def _embedding(s):
    return woven(np.sin(s.angle), np.cos(s.angle))


def _half_of_x(s):
    """Partial RoPE: the first half of the components turns, with frequencies of its own; an odd half raises."""
    part = s.x.shape[-1] // 2
    head, tail = s.x[..., :part], s.x[..., part:]
    angle = np.asarray(s.positions)[:, None] * 10_000.0 ** (-np.arange(0, part, 2) / part)
    a, b = neighbours(head)
    return joined(woven(a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)), tail)


PAIRING_FORMS = (
    Form("M48", lambda s: _turn(s, halves, joined), "rotate_half(x)", "components half a vector apart turn together"),
    Form("M48", lambda s: _turn(s, halves, woven), "halves taken, neighbours put back", "halves can be put back as neighbours"),
    Form("M48", lambda s: _turn(s, neighbours, joined), "neighbours taken, halves put back", "neighbours can be put back as halves"),
    Form("M48", lambda s: _turn(s, _mirror, _put_mirror), "x[..., ::-1]", "the first component turns with the last"),
    Form("M48", _mixed(_rotate_half, _each_twice), "rotate_half(x) with np.repeat(cos, 2)", "halves can turn by their neighbours' angles"),
    Form("M48", _mixed(_rotate_neighbours, _twice), "neighbours with np.concatenate([cos, cos])", "neighbours can turn by the halves' angles"),
    Form("M48", lambda s: _turn(s, neighbours, lambda a, b: woven(b, a)), "(odd, even)", "a pair may change its order"),
    Form("M48", _mixed(lambda x: x, _each_twice), "x * cos + x * sin", "a component turns by itself"),
    Form("M48", _mixed(lambda x: np.roll(x, 1, axis=-1), _each_twice), "np.roll(x, 1)", "each component turns with the one before"),
    Form("M48", _mixed(lambda x: -np.roll(x, -1, axis=-1), _each_twice), "-np.roll(x, -1)", "each component turns with the next", rare=True),
    Form("M46", _mixed(lambda x: woven(*neighbours(x)[::-1]), _each_twice), "x * cos + swapped * sin", "exchanging a pair needs no sign"),
    Form("M48", _mixed(lambda x: joined(*halves(x)[::-1]), _twice), "x * cos + halves exchanged * sin", "exchanging halves needs no sign"),
    Form("M46", lambda s: _turn(s, neighbours, woven, (1, 1), (1, 1)), "+ in both lines", "both lines have the same sign"),
    Form("M46", lambda s: _turn(s, neighbours, woven, (1, -1), (1, -1)), "- in both lines", "both lines have the same sign"),
    Form("M46", lambda s: _turn(s, neighbours, woven, (-1, -1), (1, 1)), "-even * cos - odd * sin", "the sign of a line is free", rare=True),
    Form("M49", lambda s: _turn(s, neighbours, woven, swapped=True), "cos and sin exchanged", "cosine and sine can change places"),
    Form("M49", lambda s: _turn(s, neighbours, woven, (1, -1), (0, 1)), "odd = even * sin", "the odd line needs the even component only", rare=True),
    Form("M55", lambda s: _only(s, 0), "only x[..., 0::2] is written", "only the even components turn"),
    Form("M55", lambda s: _only(s, 1), "only x[..., 1::2] is written", "only the odd components turn"),
    Form("M55", lambda s: _turn(s, neighbours, woven, (1, 0), (1, 0)), "x * cos", "the cosine is enough"),
    Form("M55", _half_of_x, "rotate(x[..., : d // 2])", "only half of the components turn"),
    Form("M38", _overwritten, "x[..., 0::2] = … ; x[..., 1::2] = …", "a component can be overwritten before it is read again"),
    Form("M49", lambda s: s.x + _embedding(s), "x + sin, cos", "a position is added to the components"),
    Form("M49", lambda s: s.x + _each_twice(np.sin(s.angle)), "x + np.repeat(sin, 2)", "a position is added to the components", rare=True),
    Form("M49", lambda s: s.x * _embedding(s), "x * (sin, cos)", "a position is a factor on the components", rare=True),
    Form("M45", _embedding, "return sin, cos", "the table of angles is the result"),
)  # fmt: skip
