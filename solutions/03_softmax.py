# ---
# attnedu:
#   title: "Softmax: exercises"
#   objectives:
#     - Write a softmax that survives scores of any size, on any axis
#     - Write the temperature and the backward pass
#     - Choose the axis, and recognise what went wrong from the numbers
#   prerequisites: [03_softmax]
#   teaching_minutes: 0
#   exercise_minutes: 25
# ---

# %% [markdown]
# # Softmax: exercises
#
# You build the bridge: a softmax that scores of ten thousand cannot break, its temperature, and the way
# that gradients take back across it. [The lesson](../notebooks/03_softmax.ipynb) has everything you need.
#
# **25 minutes.**
#
# 1. [One row by hand: softmax](#One-row-by-hand:-softmax)
# 2. [Write softmax](#Write-softmax)
# 3. [Complete temperature_softmax](#Complete-temperature_softmax)
# 4. [Write softmax_backward](#Write-softmax_backward)
# 5. [Choose the axis](#Choose-the-axis)
# 6. [Read and decide: softmax](#Read-and-decide:-softmax)
# 7. [In your own words: softmax](#In-your-own-words:-softmax)

# %%
import numpy as np

from attnedu import check, hint, quiz, reveal

# %% [markdown]
# ## One row by hand: softmax
#
# The row (1000 + ln 3, 1000) worked out in full, the safe way. Its largest score is 1000 + ln 3. Take that
# off: (0, −ln 3). Exponentials: (1, 1/3). Their sum is 4/3, and so the weights are (3/4, 1/4). The gap is
# ln 3, and the ratio is 3.

# %%
row = np.array([1000 + np.log(3), 1000.0])
shifted = row - row.max()
exponentials = np.exp(shifted)
assert np.allclose(exponentials, [1, 1 / 3])
assert np.allclose(exponentials / exponentials.sum(), [3 / 4, 1 / 4])

# %% [markdown]
# ## Write softmax
#
# `softmax(scores, axis=-1)` returns an array of the shape of `scores` in which every line along `axis` is a
# row of weights: never negative, summing to 1, with ratios $e^{s_i - s_j}$. It must do so for scores of
# 10,000 and of −10,000, for any axis, and leave its argument as it was.
#
# A score of −∞ gets the weight 0. A row in which *every* score is −∞ has nothing to look at: by the
# convention of this course its weights are all 0. There the largest score is −∞ too, so look at what your
# shift does to it.
#
# By hand: `softmax(np.array([[0.0, 0.0, -np.inf]]))` is `[[0.5, 0.5, 0.]]`.


# %%
def softmax(scores, axis=-1):
    """Turn scores into weights along one axis.

    scores: (…, T_k), real numbers or −∞
    axis: the axis that shares out one unit
    returns the shape of scores
    """
    ### BEGIN SOLUTION
    largest = scores.max(axis=axis, keepdims=True)
    shift = np.where(np.isneginf(largest), 0, largest)  # −∞ − (−∞) would be nan
    exponentials = np.exp(scores - shift)
    total = exponentials.sum(axis=axis, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
    ### END SOLUTION


# %%
check("softmax", softmax)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step.

# %%
# hint("softmax")

# %% [markdown]
# ## Complete temperature_softmax
#
# `temperature_softmax(scores, temperature)` returns weights along the last axis, with every score divided
# by the temperature first. The safe crossing is written; the line that is missing says what crosses.
#
# By hand: the row (ln 9, 0) at temperature 2 becomes (ln 3, 0), and the weights are (3/4, 1/4).


# %%
def temperature_softmax(scores, temperature):
    """Softmax at a temperature: below 1 sharpens, above 1 flattens.

    scores: (…, T_k)
    temperature: a positive number
    returns (…, T_k)
    """
    ### BEGIN SOLUTION
    scores = scores / temperature
    ### END SOLUTION
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)  # a row of -inf keeps its zeros


# %%
check("temperature_softmax", temperature_softmax)

# %%
# hint("temperature_softmax")

# %% [markdown]
# ## Write softmax_backward
#
# `softmax_backward(weights, grad_weights)` takes weights of shape (…, T_k), as softmax returned them, and
# the gradient *g* with respect to those weights, of the same shape. It returns the gradient with respect to
# the scores, $w \odot (g - \langle g, w \rangle)$, row by row.
#
# By hand: w = (½, ¼, ¼) and g = (4, 0, 0). The average of g under w is ½·4 = 2. Taken off: (2, −2, −2).
# Times w: (1, −½, −½). It sums to 0, as it must, because a shift of the row changes nothing.


# %%
def softmax_backward(weights, grad_weights):
    """Gradient with respect to the scores.

    weights: (…, T_k), each row sums to 1
    grad_weights: (…, T_k)
    returns (…, T_k), each row sums to 0
    """
    ### BEGIN SOLUTION
    average = np.sum(grad_weights * weights, axis=-1, keepdims=True)
    return weights * (grad_weights - average)
    ### END SOLUTION


# %%
check("softmax_backward", softmax_backward)

# %%
# hint("softmax_backward")

# %% [markdown]
# ## Choose the axis
#
# Run a cell and answer in the form that it shows, with how sure you are. First, lines to bring into order.

# %%
quiz("03_order")

# %% tags=["solution"]
quiz("03_order", choice="D2 A1 C1 B")

# %%
quiz("03_axis")

# %% tags=["solution"]
quiz("03_axis", choice="a")

# %% [markdown]
# The next question shows an array and asks what happened on the way to it.

# %%
quiz("03_what_flattened")

# %% tags=["solution"]
quiz("03_what_flattened", choice="d")

# %% [markdown]
# ## Read and decide: softmax

# %%
quiz("03_which_overflows")

# %% tags=["solution"]
quiz("03_which_overflows", choice="b")

# %%
quiz("03_way_back")

# %% tags=["solution"]
quiz("03_way_back", choice="c")

# %% [markdown]
# ## In your own words: softmax
#
# "Softmax subtracts the maximum to be stable, so its result is slightly off." Answer in two sentences,
# without a formula.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* Taking the same number off every score leaves all gaps as they are, and weights depend on
# gaps alone, so the result is the same and not nearly the same. What changes is the size of the numbers on
# the way: the largest exponential is 1, and nothing overflows.
