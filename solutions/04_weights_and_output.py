# ---
# attnedu:
#   title: "Weights and the output: exercises"
#   objectives:
#     - Mix values by weights for any batch and head axes
#     - Measure the focus of a row, zeros included
#     - Write a test for weights that refuses what it should
#   prerequisites: [04_weights_and_output]
#   teaching_minutes: 0
#   exercise_minutes: 15
# ---

# %% [markdown]
# # Weights and the output: exercises
#
# Three short functions on the bank of weights. The last is a test, and a test earns its keep by what it
# refuses. The lesson is [Weights and the output](../notebooks/04_weights_and_output.ipynb).
#
# **15 minutes.**
#
# 1. [One output by hand](#One-output-by-hand)
# 2. [Complete attention_output](#Complete-attention_output)
# 3. [Write row_entropy](#Write-row_entropy)
# 4. [Write is_weights](#Write-is_weights)
# 5. [Read and decide: weights](#Read-and-decide:-weights)
# 6. [In your own words: weights](#In-your-own-words:-weights)

# %%
import numpy as np

from attnedu import check, hint, quiz, reveal

# %% [markdown]
# ## One output by hand
#
# One query shares ½, ¼, ¼ among three keys, whose values are (4, 0), (0, 8) and (4, 4). The terms are ½ ·
# (4, 0) = (2, 0), ¼ · (0, 8) = (0, 2) and ¼ · (4, 4) = (1, 1). The output is their sum, (3, 3).

# %%
weights = np.array([0.5, 0.25, 0.25])
values = np.array([[4.0, 0.0], [0.0, 8.0], [4.0, 4.0]])
terms = weights[:, None] * values
assert terms.tolist() == [[2, 0], [0, 2], [1, 1]]
assert terms.sum(axis=0).tolist() == [3, 3]

# %% [markdown]
# ## Complete attention_output
#
# `attention_output(weights, v)` takes weights (…, T_q, T_k) and values (…, T_k, d_v) and returns the
# outputs (…, T_q, d_v). Two lines are written. They line the shares up with the values, one term for each
# query and key. The missing line adds the terms up. Which axis of (…, T_q, T_k, d_v) has to go?
#
# By hand: `attention_output([[0.5, 0.25, 0.25]], …)` of the example above is `[[3., 3.]]`.


# %%
def attention_output(weights, v):
    """Mix the values by the weights.

    weights: (…, T_q, T_k), each row sums to 1
    v: (…, T_k, d_v)
    returns (…, T_q, d_v)
    """
    shares = np.asarray(weights)[..., :, :, None]  # (…, T_q, T_k, 1)
    terms = shares * np.asarray(v)[..., None, :, :]  # (…, T_q, T_k, d_v)
    ### BEGIN SOLUTION
    return terms.sum(axis=-2)
    ### END SOLUTION


# %%
check("attention_output", attention_output)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step. When yours is
# correct, write it again as one `@`.

# %%
# hint("attention_output")

# %% [markdown]
# ## Write row_entropy
#
# `row_entropy(weights)` returns the entropy of each row in nats, $-\sum_j w_{ij} \ln w_{ij}$: from (…, T_k)
# it makes (…). A weight of 0 contributes 0, so no NaN and no warning may come out of $0 \cdot \ln 0$.
#
# By hand: (½, ½, 0) gives $-2 \cdot \tfrac12 \ln \tfrac12 = \ln 2 = 0.693$. (1, 0, 0) gives 0.


# %%
def row_entropy(weights):
    """Entropy of each row in nats, with 0 · ln 0 = 0.

    weights: (…, T_k)
    returns the shape without the last axis
    """
    ### BEGIN SOLUTION
    logs = np.log(np.where(weights > 0, weights, 1))  # ln 1 = 0 stands in for ln 0
    return -(weights * logs).sum(axis=-1)
    ### END SOLUTION


# %%
check("row_entropy", row_entropy)

# %%
# hint("row_entropy")

# %% [markdown]
# ## Write is_weights
#
# `is_weights(array)` returns `True` if the array can be weights: no entry is negative, none is NaN, and
# *every* row sums to 1, within $10^{-6}$. Otherwise `False`.
#
# Here is a version that somebody uses. It accepts arrays that it must refuse. Find two kinds before you
# write your own.
#
# ```python
# def is_weights(array):
#     return np.isclose(array.sum(), array.shape[0])
# ```
#
# By hand: `[[0.5, 0.5], [0.2, 0.8]]` is `True`. `[[0.5, 0.6], [0.2, 0.7]]` is `False`, although its four
# entries sum to 2.


# %%
def is_weights(array):
    """Can these be weights: nothing negative, no NaN, every row sums to 1?

    array: (…, T_k)
    returns bool
    """
    ### BEGIN SOLUTION
    array = np.asarray(array)
    sums_to_one = np.abs(array.sum(axis=-1) - 1) <= 1e-6  # False where the sum is NaN
    return bool((array >= 0).all() and sums_to_one.all())
    ### END SOLUTION


# %%
check("is_weights", is_weights)

# %%
# hint("is_weights")

# %% [markdown]
# ## Read and decide: weights
#
# Run a cell and answer in the form that it shows, with how sure you are. First, lines to bring into order.

# %%
quiz("04_order")

# %% tags=["solution"]
quiz("04_order", choice="D C2 A B1")

# %%
quiz("04_order_brings_most")

# %% tags=["solution"]
quiz("04_order_brings_most", choice="C B1 A2")

# %%
quiz("04_hull")

# %% tags=["solution"]
quiz("04_hull", choice="b")

# %%
quiz("04_contribution")

# %% tags=["solution"]
quiz("04_contribution", choice="c")

# %%
quiz("04_which_stage")

# %% tags=["solution"]
quiz("04_which_stage", choice="d")

# %% [markdown]
# ## In your own words: weights
#
# "Key 7 has weight 0.8, so the model used key 7." What else would you have to know? Two sentences.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* How long the value of key 7 is, because 0.8 of a vector near zero is next to nothing. And
# what becomes of the output without key 7, when its share goes to the others: weight, contribution and
# effect are three different numbers.
