"""Ways to get softmax's gradient wrong: grad_scores = w ⊙ (g - ⟨g, w⟩), row by row.

The state holds weights and grad_weights; the steps write w, term, difference and product.
"""

import numpy as np

from ..engine.model import Form
from .tools import bare_softmax, swap


def row_term(s):
    """Right: the average of the gradient under the weights of its row."""
    return (s.grad_weights * s.w).sum(axis=-1, keepdims=True)


READING_FORMS = (
    Form("M19", lambda s: bare_softmax(s.weights), "softmax(weights)", "weights still have to go through softmax"),
    Form("M01", lambda s: np.log(s.weights), "np.log(weights)", "the gradient is taken at the scores"),
    Form("M54", lambda s: s.grad_weights, "grad_weights * grad_weights", "the gradient can stand in for the weights"),
    Form("M40", lambda s: s.weights / s.weights.max(axis=-1, keepdims=True), "weights / weights.max()", "the largest becomes 1", rare=True),
    Form("M46", lambda s: 1 - s.weights, "1 - weights", "what is not given counts", rare=True),
)  # fmt: skip

_LOST = "a score's gradient needs its own weight alone"
TERM_FORMS = (
    Form("M42", lambda s: np.zeros_like(row_term(s)), "weights * grad_weights", _LOST),
    Form("M42", lambda s: s.grad_weights.sum(axis=-1, keepdims=True), "grad_weights.sum()", "the row term does not weigh the gradients"),
    Form("M42", lambda s: s.grad_weights.mean(axis=-1, keepdims=True), "grad_weights.mean()", "the row term is a plain mean"),
    Form("M42", lambda s: (s.grad_weights * s.w).mean(axis=-1, keepdims=True), "(grad_weights * weights).mean()", "a mean is as good as a sum"),
    Form("M04", lambda s: (s.grad_weights * s.w).sum(axis=-2, keepdims=True), "sum(axis=-2)", "the row term runs down the columns", also=("M42",)),
    Form("M04", lambda s: (s.grad_weights * s.w).sum(axis=0, keepdims=True), "sum(axis=0)", "the row term runs over the first axis", also=("M42",)),
    Form("M04", lambda s: s.grad_weights.sum(axis=-2, keepdims=True), "grad_weights.sum(axis=-2)", "the row term runs down the columns", rare=True),
    Form("M04", lambda s: (s.grad_weights * s.w).mean(axis=-2, keepdims=True), "mean(axis=-2)", "the row term runs down the columns", rare=True),
    Form("M41", lambda s: (s.grad_weights * s.w).sum(axis=1, keepdims=True), "sum(axis=1)", "axis 1 is the keys, whatever stands in front"),
    Form("M05", lambda s: (s.grad_weights * s.w).sum(), "(grad_weights * weights).sum()", "all rows share one term", also=("M42",)),
    Form("M05", lambda s: (s.grad_weights * s.w).sum(axis=(-2, -1), keepdims=True), "sum(axis=(-2, -1))", "all rows share one term", also=("M42",)),
    Form("M05", lambda s: (s.grad_weights * s.w).mean(), "(grad_weights * weights).mean()", "all rows share one term", also=("M42",)),
    Form("M05", lambda s: s.grad_weights.mean(), "grad_weights.mean(), all rows", "all rows share one term", rare=True),
    Form("M05", lambda s: s.grad_weights.sum(), "grad_weights.sum(), all rows", "all rows share one term", rare=True),
    Form("M55", lambda s: (s.grad_weights * s.w)[..., :-1].sum(axis=-1, keepdims=True), "(…)[..., :-1].sum()", "the last key is left out of the row term"),
    Form("M55", lambda s: (s.grad_weights * s.w)[..., 1:].sum(axis=-1, keepdims=True), "(…)[..., 1:].sum()", "the first key is left out of the row term"),
    Form("M46", lambda s: np.abs(s.grad_weights * s.w).sum(axis=-1, keepdims=True), "abs(grad_weights * weights).sum()", "the row term cannot be negative", rare=True),
    Form("M42", lambda s: (s.grad_weights**2 * s.w).sum(axis=-1, keepdims=True), "(grad_weights**2 * weights).sum()", "the row term counts the gradient twice", rare=True),
    Form("M42", lambda s: 1.0, "weights * (grad_weights - 1)", "the gradient is not in the row term"),
    Form("M42", lambda s: (s.grad_weights * s.w).sum(axis=-1), "sum(axis=-1), no keepdims", "a sum without keepdims still lines up with its row"),
    Form("M42", lambda s: s.grad_weights @ swap(s.w), "grad_weights @ weights.T", "a product with every row is the row term"),
    Form("M42", lambda s: s.w.sum(axis=-1, keepdims=True), "weights.sum()", "the gradient is not in the row term"),
    Form("M42", lambda s: (s.w**2).sum(axis=-1, keepdims=True), "(weights**2).sum()", "the gradient is not in the row term"),
    Form("M42", lambda s: (s.grad_weights * s.w**2).sum(axis=-1, keepdims=True), "(grad_weights * weights**2).sum()", "the row term weighs twice"),
    Form("M42", lambda s: (s.grad_weights * s.w).max(axis=-1, keepdims=True), "(grad_weights * weights).max()", "the heaviest term is enough"),
    Form("M42", lambda s: s.grad_weights.max(axis=-1, keepdims=True), "grad_weights.max()", "the row term is the shift of softmax"),
    Form("M42", lambda s: s.grad_weights * s.w, "weights * grad_weights * (1 - weights)", "only the diagonal of the Jacobian counts"),
    Form("M42", lambda s: s.w, "weights * (grad_weights - weights)", "the gradient is not in the row term"),
    Form("M42", lambda s: row_term(s) - s.grad_weights * s.w, "sum of the other keys", "only the other keys count in the row term"),
    Form("M42", lambda s: s.w * row_term(s), "grad_weights - weights * sum", "the row term carries the weight once more"),
    Form("M42", lambda s: row_term(s) / 2, "sum / 2", "half of the row term is enough", rare=True),
    Form("M42", lambda s: 2 * row_term(s), "2 * sum", "the row term counts twice", rare=True),
)  # fmt: skip

DIFFERENCE_FORMS = (
    Form("M42", lambda s: s.grad_weights + s.term, "grad_weights + sum", "the row term is added"),
    Form(
        "M42", lambda s: -s.term + np.zeros_like(s.grad_weights), "-weights * sum", "only the row term counts"
    ),
    Form("M42", lambda s: s.grad_weights * s.term, "grad_weights * sum", "the row term multiplies"),
    Form("M46", lambda s: s.term - s.grad_weights, "sum - grad_weights", "the sign of a gradient is free"),
    Form(
        "M46",
        lambda s: np.abs(s.grad_weights - s.term),
        "abs(grad_weights - sum)",
        "the sign of a gradient is free",
    ),
)

PRODUCT_FORMS = (
    Form("M42", lambda s: s.w * (1 - s.w) * s.grad_weights - s.w * row_term(s), "weights * (1 - weights) * grad_weights - weights * sum", "the diagonal term is taken off twice"),
    Form("M42", lambda s: s.w * s.grad_weights - s.w**2 * row_term(s), "weights * grad_weights - weights**2 * sum", "the row term carries the weight once more", rare=True),
    Form("M42", lambda s: s.difference, "grad_weights - sum", "the weight in front can be left out"),
    Form("M42", lambda s: s.w * s.w * s.difference, "weights**2 * (…)", "the weight in front counts twice"),
    Form("M42", lambda s: (1 - s.w) * s.difference, "(1 - weights) * (…)", "the weight's complement stands in front"),
    Form("M42", lambda s: s.w * (1 - s.w) * s.difference, "weights * (1 - weights) * (…)", "each weight answers its own score alone"),
    Form("M42", lambda s: s.w * (1 - s.w), "weights * (1 - weights)", "the derivative is the gradient"),
    Form("M42", lambda s: (1 - s.w**2) * s.grad_weights, "(1 - weights**2) * grad_weights", "softmax has the derivative of tanh", rare=True),
    Form("M42", lambda s: s.grad_weights - s.w * s.grad_weights.sum(axis=-1, keepdims=True), "grad_weights - weights * grad_weights.sum()",
         "softmax has the gradient of its logarithm"),
    Form("M42", lambda s: s.grad_weights - s.w * row_term(s), "grad_weights - weights * sum", "the weight stands before the row term only"),
    Form("M42", lambda s: s.w * s.grad_weights - row_term(s), "weights * grad_weights - sum", "the weight stands before the gradient only"),
    Form("M42", lambda s: s.w - s.grad_weights, "weights - grad_weights", "the gradient is weights minus target"),
    Form("M42", lambda s: s.difference / s.w, "(…) / weights", "the weight in front divides", rare=True),
    Form("M42", lambda s: np.sqrt(s.w) * s.difference, "np.sqrt(weights) * (…)", "the root of the weight stands in front", rare=True),
    Form("M42", lambda s: np.exp(s.w) * s.difference, "np.exp(weights) * (…)", "the exponential stands in front", rare=True),
    Form("M54", lambda s: s.grad_weights * (s.w - row_term(s)), "grad_weights * (weights - sum)", "weights and gradient can change places"),
    Form("M54", lambda s: s.grad_weights * s.difference, "grad_weights * (…)", "weights and gradient can change places"),
    Form("M54", lambda s: s.grad_weights + np.zeros_like(s.w), "return grad_weights", "the gradient passes through softmax unchanged"),
)  # fmt: skip


def _jacobian(s):
    return s.w[..., None] * np.eye(s.w.shape[-1]) - s.w[..., None] * s.w[..., None, :]


def _blank(*part):
    """One row or column of zeros, as a loop leaves it that ends too early."""

    def run(s):
        product = s.product.copy()
        product[(..., *part)] = 0
        return product

    return run


EVERY = slice(None)
GRADIENT_FORMS = (
    Form("M55", _blank(EVERY, -1), "range(T_k - 1)", "the last key is left out"),
    Form("M55", _blank(EVERY, 0), "range(1, T_k)", "the first key is left out", rare=True),
    Form("M55", _blank(-1, EVERY), "range(T_q - 1)", "the last row is left out"),
    Form("M55", _blank(0, EVERY), "range(1, T_q)", "the first row is left out", rare=True),
    Form("M46", lambda s: np.abs(s.product), "abs(grad_scores)", "a gradient has no sign"),
    Form("M58", lambda s: np.tril(s.product), "np.tril(grad_scores)", "the future is hidden as well"),
    Form("M58", lambda s: s.weights + s.product, "weights + grad_scores", "a step of training is taken as well", rare=True),
    Form("M58", lambda s: s.weights - 0.1 * s.product, "weights - 0.1 * grad_scores", "a step of training is taken as well", rare=True),
    Form("M22", lambda s: np.broadcast_to(s.product.mean(axis=-3, keepdims=True), s.product.shape) if s.product.ndim > 2 else s.product,
         "grad_scores.mean(axis=-3)", "heads share one gradient"),
    Form("M46", lambda s: -s.product, "-(…)", "the sign of a gradient is free"),
    Form("M45", lambda s: swap(s.product), "(…).T", "the gradient is read by column"),
    Form("M45", lambda s: s.product.sum(axis=-1), "(…).sum(axis=-1)", "one number a row is the gradient"),
    Form("M45", lambda s: s.product.sum(axis=-2), "(…).sum(axis=-2)", "the gradient is summed over the rows"),
    Form("M45", lambda s: s.product.mean(axis=-2), "(…).mean(axis=-2)", "the gradient is averaged over the rows", rare=True),
    Form("M45", lambda s: s.product.sum(axis=0), "(…).sum(axis=0)", "the gradient is summed over the first axis"),
    Form("M45", _jacobian, "diag(w) - w wᵀ", "the Jacobian is the gradient"),
    Form("M45", lambda s: (s.product, s.term), "return grad_scores, sum", "the number of results is free"),
    Form("M40", lambda s: s.product / s.w.shape[-1], "(…) / T_k", "a gradient is divided by the count"),
    Form("M40", lambda s: s.product / s.w.shape[0], "(…) / len(weights)", "a gradient is divided by the count"),
    Form("M40", lambda s: s.product * s.w.shape[-1], "(…) * T_k", "a gradient is multiplied by the count", rare=True),
    Form("M58", lambda s: s.weights - s.product, "weights - grad_scores", "a step of training is taken as well"),
    Form("M58", lambda s: np.clip(s.product, -0.1, 0.1), "np.clip(grad_scores, …)", "gradients are clipped"),
    Form("M58", lambda s: s.product / np.linalg.norm(s.product, axis=-1, keepdims=True), "grad_scores / norm", "gradients are normalised"),
    Form("M58", lambda s: bare_softmax(s.product), "softmax(grad_scores)", "the gradient goes through softmax as well"),
    Form("M07", lambda s: s.product / np.sqrt(s.w.shape[-1]), "(…) / np.sqrt(T_k)", "the gradient is scaled too"),
    Form("M53", lambda s: np.round(s.product, 2), "np.round(grad_scores, 2)", "a rounded gradient is as good"),
)  # fmt: skip
