"""Ways to get ALiBi wrong: the slope of each head, the distance of each key, and how the two meet.

The state holds n_heads, T_q and T_k; the steps write h, exponent, slopes, distance and bias.
"""

import numpy as np

from ..engine.model import Form
from .positions import aligned, rows_and_columns


def heads_of(s):
    """Right: heads count from 1."""
    return np.arange(1, s.n_heads + 1)


def exponents_of(s):
    """Right: from -8/n down to -8."""
    return -8.0 * s.h / s.n_heads


HEAD_FORMS = (
    Form("M39", lambda s: np.arange(s.n_heads), "np.arange(n_heads)", "slopes begin at 1, with a head 0"),
    Form("M39", lambda s: np.arange(2, s.n_heads + 2), "np.arange(2, n_heads + 2)", "heads count from 2", rare=True),
    Form("M39", lambda s: np.arange(s.n_heads, 0, -1), "np.arange(n_heads, 0, -1)", "the last head is the steepest"),
    Form("M39", lambda s: np.arange(s.n_heads) + 0.5, "np.arange(n_heads) + 0.5", "heads stand between whole numbers", rare=True),
    Form("M39", lambda s: np.linspace(0, s.n_heads, s.n_heads), "np.linspace(0, n_heads, n_heads)", "slopes run evenly from 1 to 1/256"),
    Form("M55", lambda s: np.full(s.n_heads, s.n_heads), "n_heads for every head", "one slope serves all heads"),
    Form("M55", lambda s: np.ones(s.n_heads), "1 for every head", "one slope serves all heads"),
    Form("M45", lambda s: np.arange(1, s.n_heads), "np.arange(1, n_heads)", "a range includes its end"),
    Form("M45", lambda s: np.arange(s.n_heads + 1), "np.arange(n_heads + 1)", "a head 0 comes on top"),
    Form("M39", lambda s: np.log2(np.arange(1, s.n_heads + 1)), "np.log2(h)", "slopes are a power of the head's number", rare=True),
)  # fmt: skip

EXPONENT_FORMS = (
    Form("M39", lambda s: -1.0 * s.h, "2.0 ** -h", "every head halves the slope, however many there are"),
    Form("M39", lambda s: -8.0 * s.h, "2.0 ** (-8 * h)", "the number of heads does not matter"),
    Form("M39", lambda s: -1.0 * s.h / s.n_heads, "2.0 ** (-h / n_heads)", "the last slope is a half"),
    Form("M39", lambda s: -2.0 * s.h / s.n_heads, "2.0 ** (-2 * h / n_heads)", "the exponent ends at -2", rare=True),
    Form("M39", lambda s: -4.0 * s.h / s.n_heads, "2.0 ** (-4 * h / n_heads)", "the exponent ends at -4"),
    Form("M39", lambda s: -16.0 * s.h / s.n_heads, "2.0 ** (-16 * h / n_heads)", "the exponent ends at -16", rare=True),
    Form("M39", lambda s: -10.0 * s.h / s.n_heads, "2.0 ** (-10 * h / n_heads)", "the exponent ends at -10", rare=True),
    Form("M39", lambda s: -8.0 * s.h / (s.n_heads + 1), "-8 * h / (n_heads + 1)", "the series stops one step early"),
    Form("M39", lambda s: -8.0 * s.h / max(s.n_heads - 1, 1), "-8 * h / (n_heads - 1)", "there is one step fewer than heads"),
    Form("M39", lambda s: -8.0 * (s.h - 1) / max(s.n_heads - 1, 1), "-8 * (h - 1) / (n_heads - 1)", "slopes run from 1 to 1/256"),
    Form("M39", lambda s: -8.0 / s.h, "2.0 ** (-8 / h)", "the head's number divides"),
    Form("M39", lambda s: -8.0 * s.n_heads / s.h, "2.0 ** (-8 * n_heads / h)", "the head's number divides", rare=True),
    Form("M39", lambda s: -(8 // s.n_heads) * s.h.astype(float), "8 // n_heads", "a floor division is a division"),
    Form("M39", lambda s: np.floor(-8.0 * s.h / s.n_heads), "-8 * h // n_heads", "exponents are whole numbers"),
    Form("M39", lambda s: -8.0 * s.h / np.sqrt(s.n_heads), "-8 * h / np.sqrt(n_heads)", "the number of heads goes under a root", rare=True),
    Form("M46", lambda s: 8.0 * s.h / s.n_heads, "2.0 ** (8 * h / n_heads)", "slopes grow from head to head"),
    Form("M46", lambda s: 1.0 * s.h, "2.0 ** h", "slopes grow from head to head", rare=True),
)  # fmt: skip

SERIES_FORMS = (
    Form("M39", lambda s: np.exp(s.exponent), "np.exp(…)", "the base is e"),
    Form("M39", lambda s: 10.0**s.exponent, "10.0 ** …", "the base is 10"),
    Form("M39", lambda s: 10_000.0 ** (s.exponent / 8), "10000 ** (-h / n_heads)", "slopes follow the frequencies of RoPE"),
    Form("M39", lambda s: 0.5 * s.h, "0.5 * h", "slopes rise by a fixed half"),
    Form("M39", lambda s: s.h / s.n_heads, "h / n_heads", "slopes are linear"),
    Form("M39", lambda s: 1 - s.h / s.n_heads, "1 - h / n_heads", "slopes are linear"),
    Form("M39", lambda s: 2.0**-s.h * 8 / s.n_heads, "2.0 ** -h * 8 / n_heads", "the 8 / n_heads stands outside the power"),
    Form("M39", lambda s: np.linspace(2 ** (-8 / s.n_heads), 1 / 256, s.n_heads), "np.linspace(first, last, n_heads)", "slopes are linear"),
    Form("M39", lambda s: 8.0 ** (s.exponent / 8), "8.0 ** (-h / n_heads)", "the base is 8", rare=True),
    Form("M39", lambda s: 1.0 / s.h, "1 / h", "slopes are one over the head's number"),
    Form("M39", lambda s: 1.0 * s.h, "h", "the head's number is its slope"),
    Form("M39", lambda s: 1.0 / 2**s.n_heads * s.h, "h / 2 ** n_heads", "slopes are linear", rare=True),
    Form("M39", lambda s: np.linspace(1, 1 / 256, s.n_heads), "np.linspace(1, 1/256, n_heads)", "slopes are linear"),
    Form("M39", lambda s: np.linspace(0.5, 1 / 256, s.n_heads), "np.linspace(1/2, 1/256, n_heads)", "slopes are linear"),
    Form("M39", lambda s: np.geomspace(0.5, 1 / 256, s.n_heads) if s.n_heads > 1 else np.array([0.5]), "np.geomspace(1/2, 1/256, n_heads)", "the first slope is always a half"),
    Form("M39", lambda s: 1.0 + s.exponent, "1 - 8 * h / n_heads", "slopes are linear", rare=True),
    Form("M39", lambda s: s.exponent, "-8 * h / n_heads", "the exponent is the slope"),
    Form("M39", lambda s: 1.0 - 2.0**s.exponent, "1 - 2.0 ** …", "what is left of 1 is the slope", rare=True),
    Form("M39", lambda s: 1.0 - 2.0 ** (-5.0 - s.h + 1), "1 - 2.0 ** (-5 - h)", "slopes are the decays of retention", rare=True),
    Form("M39", lambda s: np.cumprod(all_slopes(s)), "np.cumprod(slopes)", "the series is multiplied up once more"),
    Form("M39", lambda s: np.cumsum(2.0**s.exponent), "np.cumsum(…)", "slopes add up", rare=True),
    Form("M40", lambda s: 2.0**s.exponent / (2.0**s.exponent).sum(), "slopes / slopes.sum()", "the slopes of all heads share out 1"),
    Form("M39", lambda s: s.exponent**2, "exponent ** 2", "base and exponent can change places"),
)  # fmt: skip

SLOPE_RETURNS = (
    Form("M46", lambda s: -s.slopes, "-slopes", "the slope carries the sign of the penalty"),
    Form("M45", lambda s: s.slopes[:, None, None], "slopes[:, None, None]", "the axes of queries and keys belong here"),
    Form("M45", lambda s: s.slopes[:, None], "slopes[:, None]", "slopes stand in a column"),
    Form("M45", lambda s: s.slopes[0], "return slopes[0]", "one slope is the result"),
    Form("M39", lambda s: np.sort(s.slopes), "slopes[::-1]", "the last head is the steepest"),
    Form("M45", lambda s: np.stack([s.slopes, s.exponent]), "return slopes, exponent", "the number of results is free"),
    Form("M39", lambda s: np.round(s.slopes, 2), "np.round(slopes, 2)", "a rounded slope is as good", rare=True),
    Form("M55", lambda s: np.where(s.h == 1, 2.0 * s.slopes, s.slopes), "2 * slopes[0]", "the first slope is a case of its own", rare=True),
)  # fmt: skip


def all_slopes(s):
    """Right: one slope for each head."""
    return 2.0 ** (-8.0 * np.arange(1, s.n_heads + 1) / s.n_heads)


def _slopes(rule):
    return lambda s: rule(np.arange(1, s.n_heads + 1), s.n_heads)


# What the bias may take for slopes: the common ones of above.
SLOPES_OF_A_BIAS = (
    Form("M39", _slopes(lambda h, n: 2.0 ** (-8.0 * (h - 1) / n)), "np.arange(n_heads)", "slopes begin at 1, with a head 0"),
    Form("M39", _slopes(lambda h, n: 2.0**-h), "2.0 ** -h", "every head halves the slope, however many there are"),
    Form("M39", _slopes(lambda h, n: 2.0 ** (-h / n)), "2.0 ** (-h / n_heads)", "the last slope is a half"),
    Form("M39", _slopes(lambda h, n: 2.0 ** (-8.0 * h)), "2.0 ** (-8 * h)", "the number of heads does not matter"),
    Form("M39", _slopes(lambda h, n: np.exp(-8.0 * h / n)), "np.exp(-8 * h / n_heads)", "the base is e"),
    Form("M39", _slopes(lambda h, n: h / n), "h / n_heads", "slopes are linear"),
    Form("M39", _slopes(lambda h, n: 1.0 / h), "1 / h", "slopes are one over the head's number"),
    Form("M39", _slopes(lambda h, n: 1.0 * h), "h", "the head's number is its slope"),
    Form("M39", _slopes(lambda h, n: 2.0 ** (-8.0 * h[::-1] / n)), "slopes[::-1]", "the last head is the steepest"),
    Form("M39", _slopes(lambda h, n: np.ones(n)), "no slopes", "every head has the slope 1"),
    Form("M39", _slopes(lambda h, n: np.full(n, 0.5)), "0.5", "every head has the slope a half"),
    Form("M55", _slopes(lambda h, n: np.full(n, 2.0 ** (-8.0 / n))), "slopes[0]", "the first head's slope serves all"),
    Form("M55", _slopes(lambda h, n: np.full(n, 2.0**-8)), "slopes[-1]", "the last head's slope serves all"),
    Form("M22", _slopes(lambda h, n: np.full(n, (2.0 ** (-8.0 * h / n)).mean())), "slopes.mean()", "heads can share a mean slope"),
    Form("M39", _slopes(lambda h, n: 2.0 ** (8.0 * h / n)), "2.0 ** (8 * h / n_heads)", "slopes grow from head to head"),
)  # fmt: skip


def distances(s):
    """Right: how far each key lies behind its query, the ends aligned."""
    position, j = aligned(s.T_q, s.T_k)
    return position - j


def _cells(rule):
    """A form of the distance from the plain row and column numbers."""
    return lambda s: rule(*rows_and_columns(s.T_q, s.T_k), s.T_q, s.T_k)


_LATER = "both count from the same start"
DISTANCE_FORMS = (
    Form("M13", _cells(lambda i, j, T_q, T_k: i - j), "i - j", _LATER),
    Form("M13", _cells(lambda i, j, T_q, T_k: np.abs(i - j)), "np.abs(i - j)", _LATER),
    Form("M13", _cells(lambda i, j, T_q, T_k: i + T_q - T_k - j), "i + T_q - T_k - j", "the offset is queries minus keys"),
    Form("M13", _cells(lambda i, j, T_q, T_k: i + T_k - j), "i + T_k - j", "the queries come after all keys"),
    Form("M13", _cells(lambda i, j, T_q, T_k: np.maximum(i - j, 0)), "np.maximum(i - j, 0)", _LATER),
    Form("M12", _cells(lambda i, j, T_q, T_k: i + T_k - T_q - j + 1), "… + 1", "a token is one step away from itself"),
    Form("M12", _cells(lambda i, j, T_q, T_k: i + T_k - T_q - j - 1), "… - 1", "the key before is no step away"),
    Form("M58", _cells(lambda i, j, T_q, T_k: -j + 0 * i), "slope * j", "a constant may be added to each row of the bias"),
    Form("M58", _cells(lambda i, j, T_q, T_k: T_k - 1 - j + 0 * i), "T_k - 1 - j", "all queries stand at the last position"),
    Form("M58", _cells(lambda i, j, T_q, T_k: j - T_k + 0 * i), "j - T_k", "a constant may be added to each row of the bias", rare=True),
    Form("M58", lambda s: distances(s) / s.T_k, "distance / T_k", "distances are fractions of the length"),
    Form("M58", lambda s: distances(s) / np.sqrt(s.T_k), "distance / np.sqrt(T_k)", "the bias is scaled as dot products are"),
    Form("M58", lambda s: distances(s) / max(s.T_k - 1, 1), "distance / (T_k - 1)", "distances are fractions of the length"),
    Form("M58", lambda s: distances(s) / np.sqrt(s.n_heads), "distance / np.sqrt(n_heads)", "the bias is scaled as dot products are", rare=True),
    Form("M58", lambda s: np.sign(distances(s)) * distances(s) ** 2, "distance ** 2", "the penalty grows with the square"),
    Form("M58", lambda s: np.sqrt(np.abs(distances(s))), "np.sqrt(distance)", "the penalty grows with the root", rare=True),
    Form("M58", lambda s: np.log1p(np.maximum(distances(s), 0)), "np.log1p(distance)", "the penalty grows with the logarithm"),
    Form("M58", lambda s: np.log2(np.maximum(distances(s), 1)), "np.log2(distance)", "the penalty grows with the logarithm", rare=True),
    Form("M58", lambda s: np.minimum(distances(s), 1), "np.minimum(distance, 1)", "near is near, and far is far"),
    Form("M58", lambda s: np.minimum(distances(s), 2), "np.minimum(distance, 2)", "distances beyond a window are all alike"),
    Form("M23", lambda s: (rows_and_columns(s.T_k, s.T_q)[0] - rows_and_columns(s.T_k, s.T_q)[1]), "(T_k, T_q)", "rows belong to keys", rare=True),
    Form("M45", _cells(lambda i, j, T_q, T_k: i - np.arange(T_q)), "(T_q, T_q)", "the table is square"),
    Form("M45", _cells(lambda i, j, T_q, T_k: np.arange(T_k)[:, None] - j), "(T_k, T_k)", "the table is square"),
    Form("M45", lambda s: (s.T_k - 1 - np.arange(s.T_k))[None], "(n_heads, 1, T_k)", "one row broadcasts to all queries"),
    Form("M45", lambda s: -np.arange(s.T_k)[None], "slopes[:, None, None] * np.arange(T_k)", "one row broadcasts to all queries"),
)  # fmt: skip

_AXIS = {
    "name": "slopes on another axis",
    "next_step": "Print the shapes of slopes and distances side by side, with as many heads as keys.",
}
MEETING_FORMS = (
    Form("M46", lambda s: s.slopes[:, None, None] * s.distance, "slope * distance", "the bias rewards distance"),
    Form("M46", lambda s: -s.slopes[:, None, None] * (s.distance - s.distance.max()), "slope * (max - distance)", "the farthest key gets nothing taken off", rare=True),
    Form("M39", lambda s: -s.distance / all_slopes(s)[:, None, None], "-distance / slope", "the slope divides"),
    Form("M39", lambda s: -s.slopes[:, None, None] - s.distance, "-slope - distance", "the slope is added"),
    Form("M39", lambda s: -(s.slopes[:, None, None] ** s.distance), "-slope ** distance", "the slope is a base"),
    Form("M39", lambda s: s.slopes[:, None, None] ** s.distance, "slope ** distance", "the slope is a base"),
    Form("M39", lambda s: -s.slopes[:, None, None] + 0 * s.distance, "-slope", "the distance does not matter", rare=True),
    Form("M01", lambda s: np.exp(-s.slopes[:, None, None] * s.distance), "np.exp(-slope * distance)", "a penalty is a factor on weights"),
    Form("M01", lambda s: 1 / (1 + s.slopes[:, None, None] * s.distance), "1 / (1 + slope * distance)", "a penalty is a factor on weights", rare=True),
    Form("M01", lambda s: 1 - s.slopes[:, None, None] * s.distance, "1 - slope * distance", "a penalty is a factor on weights"),
    Form("M22", lambda s: (-s.slopes[:, None, None] * s.distance).mean(axis=0), "….mean(axis=0)", "heads share one bias"),
    Form("M22", lambda s: (-s.slopes[:, None, None] * s.distance).sum(axis=0), "….sum(axis=0)", "the biases of all heads add up"),
    Form("M41", lambda s: -s.slopes[:, None] * s.distance, "slopes[:, None] * distance", "slopes lie along the queries", **_AXIS),
    Form("M41", lambda s: -s.slopes * s.distance, "slopes * distance", "slopes lie along the keys", **_AXIS),
)  # fmt: skip


def _softmax_of_visible(s):
    seen = np.where(distances(s) >= 0, s.bias, -np.inf)
    e = np.exp(seen - np.where(np.isneginf(seen.max(-1, keepdims=True)), 0, seen.max(-1, keepdims=True)))
    return e / np.where(e.sum(-1, keepdims=True) == 0, 1, e.sum(-1, keepdims=True))


BIAS_RETURNS = (
    Form("M45", lambda s: np.moveaxis(s.bias, 0, -1), "(T_q, T_k, n_heads)", "heads stand last"),
    Form("M45", lambda s: s.bias[:, None], "bias[:, None]", "a batch axis stands between heads and queries"),
    Form("M45", lambda s: s.bias[0], "bias[0]", "the first head's table is the result"),
    Form("M45", lambda s: s.bias[:, -1], "bias[:, -1]", "the last query's row is the result"),
    Form("M45", lambda s: (s.bias, s.slopes), "return bias, slopes", "the number of results is free"),
    Form("M23", lambda s: np.swapaxes(s.bias, -1, -2), "(n_heads, T_k, T_q)", "rows belong to keys"),
    Form("M45", lambda s: np.swapaxes(s.bias, 0, 1), "(T_q, n_heads, T_k)", "the head axis stands behind time"),
    Form("M01", _softmax_of_visible, "softmax(bias)", "a bias ends as weights"),
    Form("M58", lambda s: np.clip(s.bias, -1, 0), "np.clip(bias, -1, 0)", "a penalty has a floor", rare=True),
)  # fmt: skip
