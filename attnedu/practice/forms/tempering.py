"""Ways to get a temperature wrong: before softmax, and after it."""

from dataclasses import replace

import numpy as np

from ..engine.model import Form
from .tools import bare_softmax, share, swap


def _about_temperature(forms):
    """A wrong temperature is best seen beside temperature 1; the catalogue's next step speaks of d_k."""
    step = "Compare your weights at temperature 1 with those at temperature 2."
    return tuple(replace(form, next_step=step) if form.id in ("M07", "M58") else form for form in forms)


_DIVIDING = (
    Form("M21", lambda s: s.scores * s.temperature, "scores * temperature", "a higher temperature sharpens the weights"),
    Form("M21", lambda s: s.scores * s.temperature**2, "scores * temperature**2", "a higher temperature sharpens the weights", rare=True),
    Form("M21", lambda s: s.scores * np.sqrt(s.temperature), "scores * np.sqrt(temperature)", "a higher temperature sharpens the weights"),
    Form("M21", lambda s: s.scores * (1 + s.temperature), "scores * (1 + temperature)", "a higher temperature sharpens the weights", rare=True),
    Form("M21", lambda s: s.scores * np.exp(s.temperature), "scores * np.exp(temperature)", "a higher temperature sharpens the weights", rare=True),
    Form("M58", lambda s: s.scores, "softmax(scores)", "the temperature may be left out", also=("M07",)),
    Form("M58", lambda s: s.scores - s.temperature, "scores - temperature", "a temperature is taken off", also=("M21",)),
    Form("M58", lambda s: s.scores + s.temperature, "scores + temperature", "a temperature is added", also=("M21",)),
    Form("M07", lambda s: s.scores / s.temperature**2, "scores / temperature**2", "the temperature divides twice"),
    Form("M07", lambda s: s.scores / np.sqrt(s.temperature), "scores / np.sqrt(temperature)", "the temperature goes under a root, as d_k does"),
    Form("M07", lambda s: s.scores / (s.temperature * np.sqrt(s.scores.shape[-1])), "scores / (temperature * np.sqrt(T_k))", "the temperature comes on top of a scale"),
    Form("M07", lambda s: s.scores / np.sqrt(s.temperature * s.scores.shape[-1]), "scores / np.sqrt(temperature * T_k)", "the temperature goes under a root, as d_k does", rare=True),
    Form("M07", lambda s: s.scores / (s.temperature * s.scores.shape[-1]), "scores / (temperature * T_k)", "the temperature comes on top of a scale"),
    Form("M07", lambda s: s.scores / (1 + s.temperature), "scores / (1 + temperature)", "a temperature starts from 1"),
    Form("M07", lambda s: s.scores / np.exp(s.temperature), "scores / np.exp(temperature)", "the temperature is a logarithm"),
    Form("M07", lambda s: s.scores / np.log1p(s.temperature), "scores / np.log1p(temperature)", "the temperature is taken as a logarithm", rare=True),
    Form("M07", lambda s: s.scores / (2 * s.temperature), "scores / (2 * temperature)", "the temperature counts twice", rare=True),
    Form("M07", lambda s: s.scores / (s.temperature * s.scores.std()), "scores / (temperature * scores.std())", "scores are standardised as well"),
    Form("M58", lambda s: s.scores / max(s.temperature, 1.0), "max(temperature, 1)", "a temperature below 1 is not allowed"),
    Form("M58", lambda s: s.scores / min(s.temperature, 1.0), "min(temperature, 1)", "a temperature above 1 is not allowed"),
    Form("M58", lambda s: s.scores / (s.temperature + 0.01), "temperature + 0.01", "a small constant guards the division", rare=True),
    Form("M53", lambda s: s.scores // s.temperature, "scores // temperature", "a floor division is a division"),
    Form("M53", lambda s: s.scores**s.temperature, "scores ** temperature", "the temperature is an exponent", rare=True),
    Form("M53", lambda s: s.scores ** (1 / s.temperature), "scores ** (1 / temperature)", "the temperature is an exponent", rare=True),
    Form("M53", lambda s: np.sign(s.scores) * np.abs(s.scores) ** (1 / s.temperature), "abs(scores) ** (1 / temperature)", "the temperature is an exponent", rare=True),
    Form("M46", lambda s: -s.scores / s.temperature, "-scores / temperature", "a good match has a low score, as energies do"),
)  # fmt: skip

DIVIDING_FORMS = _about_temperature(_DIVIDING)


def _powered(s, power):
    """Weights to a power, divided by their sum; in logs, so that nothing underflows."""
    log_weights = s.scores - np.logaddexp.reduce(s.scores, axis=-1, keepdims=True)
    return bare_softmax(log_weights * power)


def late_forms():
    """Temperature applied to weights, or to half of softmax."""
    late = (
        Form("M07", lambda s: bare_softmax(s.scores) / s.temperature, "softmax(scores) / temperature", "the temperature may come after softmax"),
        Form("M07", lambda s: bare_softmax(s.x) / s.temperature, "softmax(scores / temperature) / temperature", "the temperature divides the weights as well"),
        Form("M07", lambda s: bare_softmax(s.scores) * s.temperature, "softmax(scores) * temperature", "the temperature may come after softmax"),
        Form("M21", lambda s: _powered(s, s.temperature), "weights ** temperature, divided", "a higher temperature sharpens the weights"),
        Form("M07", lambda s: _powered(s, 1 / s.temperature**2), "weights ** (1 / temperature**2), divided", "the temperature divides twice", rare=True),
        Form("M19", lambda s: bare_softmax(bare_softmax(s.scores) / s.temperature), "softmax(softmax(scores) / temperature)", "weights can be tempered like scores"),
        Form("M19", lambda s: bare_softmax(bare_softmax(s.scores) * s.temperature), "softmax(softmax(scores) * temperature)", "weights can be tempered like scores"),
        Form("M40", lambda s: bare_softmax(s.scores) ** (1 / s.temperature), "softmax(scores) ** (1 / temperature)", "a power of weights still sums to 1"),
        Form("M40", lambda s: bare_softmax(s.scores) ** s.temperature, "softmax(scores) ** temperature", "a power of weights still sums to 1"),
        Form("M40", lambda s: np.exp(s.x) / np.exp(s.scores).sum(axis=-1, keepdims=True), "exp(s / T) / exp(s).sum()", "the sum may run over untempered scores"),
        Form("M40", lambda s: np.exp(s.scores) / np.exp(s.x).sum(axis=-1, keepdims=True), "exp(s) / exp(s / T).sum()", "the sum alone is tempered"),
        Form("M17", lambda s: share(np.exp(s.x - s.scores.max(axis=-1, keepdims=True))), "scores / temperature - scores.max()", "the untempered maximum is as good"),
        Form("M07", lambda s: share(np.exp(s.x - s.scores / 2)), "scores / temperature - scores / 2", "half of the scores is taken off", rare=True),
        Form("M53", lambda s: share(np.exp(s.scores - s.scores.max(axis=-1, keepdims=True)) + s.temperature), "exp(scores) + temperature", "the temperature is added to the exponentials", rare=True),
        Form("M53", lambda s: share(s.temperature ** (s.scores - s.scores.max(axis=-1, keepdims=True))), "temperature ** scores", "the temperature is the base"),
    )  # fmt: skip
    return _about_temperature(late)


def tempered_returns():
    """Wrong forms of `return weights`."""
    return (
        Form("M45", lambda s: swap(s.weights), "return weights.T", "weights are read by column"),
        Form(
            "M45",
            lambda s: (s.weights, s.temperature),
            "return weights, temperature",
            "the number of results is free",
        ),
        Form("M01", lambda s: s.x, "return scores / temperature", "tempered scores are weights"),
        Form("M45", lambda s: s.weights.argmax(axis=-1), "weights.argmax()", "the winner is the result"),
        Form(
            "M20",
            lambda s: np.where(s.weights < 0.05, 0, s.weights),
            "weights[weights < 0.05] = 0",
            "a weak key gets exactly zero",
        ),
    )
