"""Lesson 03: softmax backwards, from a gradient at the weights to one at the scores."""

import numpy as np

from attnedu import core

from ..engine.model import Exercise, Probe, Stage
from ..forms import gradients
from ..forms.leading import only_two_axes
from . import probes as p


def softmax_backward(weights, grad_weights):
    """Gradient with respect to the scores, row by row."""
    average = np.sum(grad_weights * weights, axis=-1, keepdims=True)
    return weights * (grad_weights - average)


def backward_by_jacobian(weights, grad_weights):
    """Another right way: the whole Jacobian, times the gradient."""
    jacobian = weights[..., None] * np.eye(weights.shape[-1]) - weights[..., None] * weights[..., None, :]
    return np.einsum("...ij,...j->...i", jacobian, grad_weights)


def backward_by_rows(weights, grad_weights):
    """Another right way: a loop over rows and keys."""
    out = np.zeros(weights.shape)
    for row in np.ndindex(weights.shape[:-1]):
        w, g = weights[row], grad_weights[row]
        out[row] = [sum(w[j] * ((i == j) - w[i]) * g[j] for j in range(len(w))) for i in range(len(w))]
    return out


def _backward_probe(seed, *shape):
    return p.distribution(seed, *shape), p.scores(seed + 50, *shape)


SOFTMAX_BACKWARD = Exercise(
    name="softmax_backward",
    lesson="03_softmax",
    parameters=("weights", "grad_weights"),
    returns=("grad_scores",),
    kind=("numbers",),
    stages=(
        Stage("arguments", "ok", lambda s: True, (only_two_axes("weights"),)),
        Stage("weights", "w", lambda s: s.weights, gradients.READING_FORMS),
        Stage("row term", "term", gradients.row_term, gradients.TERM_FORMS),
        Stage("difference", "difference", lambda s: s.grad_weights - s.term, gradients.DIFFERENCE_FORMS),
        Stage("product", "product", lambda s: s.w * s.difference, gradients.PRODUCT_FORMS),
        Stage("return", "result", lambda s: s.product, gradients.GRADIENT_FORMS),
    ),
    probes=(
        Probe(_backward_probe(341, 3, 5)),
        Probe(_backward_probe(342, 4, 6)),
        Probe(_backward_probe(343, 5, 5)),
        Probe(_backward_probe(344, 7, 3, 5), "leading"),
        Probe(_backward_probe(345, 2, 6, 3, 5), "leading"),
    ),
    reference=core.softmax_backward,
    alternatives=(softmax_backward, backward_by_jacobian, backward_by_rows),
    solution=softmax_backward,
    hints=(
        "Raise one score a little. Which weights of its row move, and which way?",
        "Each weight in front, and inside the bracket how far the gradient lies above its row's average; the average is "
        "taken under the weights, so that each row of the result sums to 0.",
        "Take that average first: multiply gradient and weights, add up along the keys, keep the axis. Check it on the row "
        "worked out by hand in the notebook before you go on.",
    ),
)

EXERCISES = (SOFTMAX_BACKWARD,)
