"""SoftmaxBridge: score bars about zero on the left, weight bars on the right, on shared rows (lesson 03)."""

import math

import numpy as np

from .. import core
from ._base import LessonWidget
from ._join import join_modules, join_styles
from ._picture import bars_picture, fixed
from ._traits import Checked, number, number_row, same_count, shortened, texts, token_names


def _numbers(scores, temperature, shift, scale):
    """What softmax receives, (scale · score + shift) / temperature, and what comes out."""
    scores = np.asarray(scores)
    received = core.apply_temperature(scale * scores + shift, temperature)
    weights = core.softmax(received)
    return {
        "scores": scores,
        "received": received,
        "weights": weights,
        "row_sum": float(core.row_sums(weights)),
        "entropy": float(core.row_entropy(weights)),
    }


def _text(numbers, labels):
    labels = token_names(labels)
    most = math.log(len(labels))
    lines = [f"{'key':<10} {'score':>8} {'softmax receives':>17} {'weight':>8}"]
    for j, name in enumerate(labels):
        score, received, weight = (numbers[key][j] for key in ("scores", "received", "weights"))
        lines.append(f"{name:<10} {fixed(score, 2):>8} {fixed(received, 3):>17} {fixed(weight, 4):>8}")
    lines.append(f"{'sum':<10} {'any':>8} {'any':>17} {fixed(numbers['row_sum'], 4):>8}")
    lines.append(f"entropy {fixed(numbers['entropy'], 3)} of at most ln n = {fixed(most, 3)}")
    return "\n".join(lines)


TEMPERATURE, SHIFT, SCALE = number(0.05, 100), number(-1000, 1000), number(0.1, 10)


def _beginning(value, name, owner=None):
    """What "Start again" returns to: the four numbers and rows as they were given."""
    if not isinstance(value, dict) or set(value) != {"scores", "temperature", "shift", "scale"}:
        raise TypeError(f"{name} must hold scores, temperature, shift and scale: got {shortened(value)}")
    return {
        "scores": number_row(value["scores"], "scores", owner),
        "temperature": TEMPERATURE(value["temperature"], "temperature"),
        "shift": SHIFT(value["shift"], "shift"),
        "scale": SCALE(value["scale"], "scale"),
    }


def _checked(scores, labels, temperature, shift, scale):
    """The five arguments in plain Python, with the first sheet of the talent show for scores left out."""
    if scores is None:
        show = core.talent_show()
        scores, labels = show.scores[0], show.acts if labels is None else labels
    scores = number_row(scores, "scores")
    labels = [f"key {j + 1}" for j in range(len(scores))] if labels is None else texts(labels, "names")
    same_count(labels, "names", len(scores), "scores")
    return {
        "names": labels,
        "scores": scores,
        "temperature": TEMPERATURE(temperature, "temperature"),
        "shift": SHIFT(shift, "shift"),
        "scale": SCALE(scale, "scale"),
    }


class SoftmaxBridge(LessonWidget):
    """One row of scores crosses to weights, under a scale, a row shift and a temperature.

    scores: 2 to 8 real numbers; the first sheet of the talent show if left out
    names: one for each score; "key 1", "key 2" … if left out
    raises ValueError or TypeError naming the argument, its shape and the remedy

    >>> SoftmaxBridge([2.0, 1.0, -1.0])
    SoftmaxBridge(3 scores)
    """

    _esm = join_modules("softmax_bridge")
    _css = join_styles("softmax_bridge")

    names = Checked(texts)
    scores = Checked(number_row)
    start = Checked(_beginning)
    temperature = Checked(TEMPERATURE)
    shift = Checked(SHIFT)
    scale = Checked(SCALE)

    def __init__(self, scores=None, names=None, *, temperature=1.0, shift=0.0, scale=1.0):
        clean = _checked(scores, names, temperature, shift, scale)
        self._names = {"names": clean["names"]}
        self._shapes = {"scores": np.shape(clean["scores"])}
        start = {key: clean[key] for key in ("scores", "temperature", "shift", "scale")}
        super().__init__(**clean, start=start)

    def _title(self):
        return f"SoftmaxBridge({len(self.scores)} scores)"

    def numbers(self):
        """The present scores, what softmax receives, weights, row sum and entropy, from `core`."""
        return _numbers(self.scores, self.temperature, self.shift, self.scale)

    def describe(self):
        """The present numbers as text."""
        return _text(self.numbers(), self.names)

    def static_picture(self):
        """(alt text, SVG): the score bars that softmax receives, and the weight bars."""
        now, names = self.numbers(), token_names(self.names)
        rows = [
            (name, now["received"][j], now["weights"][j], fixed(now["weights"][j], 3))
            for j, name in enumerate(names)
        ]
        best, shift = int(now["weights"].argmax()), f"{self.shift:g}".replace("-", "−")
        share = 100 * now["entropy"] / math.log(len(rows))
        alt = (
            f"Softmax bridge: {len(rows)} score bars about zero and {len(rows)} weight bars. Temperature "
            f"{self.temperature:g}, row shift {shift}, scale {self.scale:g}. Largest weight: "
            f"{names[best]}, {rows[best][3]}. Weights add up to {fixed(now['row_sum'], 3)}; "
            f"entropy {fixed(share, 1)} % of ln n."
        )
        foot = f"weights add up to {fixed(now['row_sum'], 3)}"
        return alt, bars_picture(alt, [("What softmax receives", rows, foot)])

    def static_table(self):
        """(caption, column heads, rows): score, what softmax receives and weight of every key."""
        now = self.numbers()
        rows = [
            [name, fixed(now["scores"][j], 2), fixed(now["received"][j], 3), fixed(now["weights"][j], 4)]
            for j, name in enumerate(token_names(self.names))
        ]
        rows.append(["sum", "any number", "any number", fixed(now["row_sum"], 4)])
        return "From scores to weights", ["key", "score", "softmax receives", "weight"], rows


def explore_softmax_bridge(scores=None, names=None, *, temperature=1.0, shift=0.0, scale=1.0):
    """Print the numbers that SoftmaxBridge would show, and return them: a plain function, no page needed.

    returns a dict with scores, received, weights, row_sum and entropy

    >>> explore_softmax_bridge([1.0, 0.0], temperature=0.5)["weights"].round(4)
    key           score  softmax receives   weight
    key 1          1.00             2.000   0.8808
    key 2          0.00             0.000   0.1192
    sum             any               any   1.0000
    entropy 0.365 of at most ln n = 0.693
    array([0.8808, 0.1192])
    """
    clean = _checked(scores, names, temperature, shift, scale)
    numbers = _numbers(clean["scores"], clean["temperature"], clean["shift"], clean["scale"])
    print(_text(numbers, clean["names"]))
    return numbers
