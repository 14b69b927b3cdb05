# ---
# attnedu:
#   title: "Many heads: exercises"
#   objectives:
#     - Split and merge heads by moving an axis, not by cutting memory
#     - Repeat shared keys and values in the order that the query heads expect
#     - Write multi-head attention with a mask, for any batch
#   prerequisites: [06_masking]
#   teaching_minutes: 0
#   exercise_minutes: 30
# ---

# %% [markdown]
# # Many heads: exercises
#
# Several score tables side by side, each with rows of its own that share out 1. Most mistakes here are
# about the order of axes, and most of them run without an error. What one head does is in
# [Masking: which bank of the river?](../notebooks/06_masking.ipynb)
#
# **30 minutes.** The head axis stands before time: (…, n_heads, T, d). The dots are any batch axes.
#
# 1. [A split by hand](#A-split-by-hand)
# 2. [Predict a reshape](#Predict-a-reshape)
# 3. [Write split_heads](#Write-split_heads)
# 4. [Complete merge_heads](#Complete-merge_heads)
# 5. [Write repeat_kv](#Write-repeat_kv)
# 6. [Write multi_head_attention](#Write-multi_head_attention)
# 7. [One table or many?](#One-table-or-many?)
# 8. [In your own words: heads](#In-your-own-words:-heads)

# %%
import numpy as np

from attnedu import check, hint, outcome, predict, reveal
from attnedu.core import masked_softmax, softmax

# %% [markdown]
# ## A split by hand
#
# Two tokens of four numbers, two heads. Token 0 is (0, 1, 2, 3), token 1 is (4, 5, 6, 7). Every head gets
# the same slice of every token: head 0 the first two numbers, head 1 the last two. So head 0 is `[[0, 1],
# [4, 5]]`, and head 1 is `[[2, 3], [6, 7]]`.

# %%
x = np.arange(8.0).reshape(2, 4)
head_0, head_1 = x[:, :2], x[:, 2:]
assert head_0.tolist() == [[0, 1], [4, 5]]
assert head_1.tolist() == [[2, 3], [6, 7]]

# %% [markdown]
# ## Predict a reshape
#
# `x.reshape(2, 2, 2)` has the right shape too: two heads, two tokens, two numbers. What is in its head 0?
# Write the four numbers as a list, row after row.

# %%
predict("08_reshape", head_0=None, confidence=None)

# %% tags=["solution"]
predict("08_reshape", head_0=[0, 1, 2, 3], confidence=90)

# %%
outcome("08_reshape", head_0=x.reshape(2, 2, 2)[0].ravel().tolist())

# %% [markdown]
# That is token 0 twice over, half of it called a token. A reshape reads memory in order, and memory runs
# token by token. No error follows, and rows of weights still sum to 1.
#
# ## Write split_heads
#
# `split_heads(x, n_heads)` takes (…, T, n_heads · d) and returns (…, n_heads, T, d): head $h$ holds columns
# $h \cdot d$ to $(h+1) \cdot d - 1$ of every token. There may be no batch axis, or several.
#
# By hand: the example above; `split_heads(x, 2)[1]` is `[[2, 3], [6, 7]]`.


# %%
def split_heads(x, n_heads):
    """Cut the last axis into heads, and bring the head axis in front of time.

    x: (…, T, n_heads · d)
    returns (…, n_heads, T, d)
    """
    ### BEGIN SOLUTION
    d = x.shape[-1] // n_heads
    return np.swapaxes(x.reshape(*x.shape[:-1], n_heads, d), -2, -3)
    ### END SOLUTION


# %%
check("split_heads", split_heads)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step.

# %%
# hint("split_heads")

# %% [markdown]
# ## Complete merge_heads
#
# `merge_heads(x)` is the way back: (…, n_heads, T, d) becomes (…, T, n_heads · d). The last line joins the
# last two axes. Which two axes must change places before it?
#
# By hand: heads `[[0, 1], [4, 5]]` and `[[2, 3], [6, 7]]` become `[[0, 1, 2, 3], [4, 5, 6, 7]]`.


# %%
def merge_heads(x):
    """Bring the head axis behind time, and join it with the last.

    x: (…, n_heads, T, d)
    returns (…, T, n_heads · d)
    """
    ### BEGIN SOLUTION
    x = np.swapaxes(x, -2, -3)  # (…, T, n_heads, d)
    ### END SOLUTION
    return x.reshape(*x.shape[:-2], x.shape[-2] * x.shape[-1])


# %%
check("merge_heads", merge_heads)

# %%
# hint("merge_heads")

# %% [markdown]
# ## Write repeat_kv
#
# Grouped queries share keys and values: with 2 key-value heads and 6 query heads each key-value head
# serves 3 neighbours. `repeat_kv(x, n_rep)` takes (…, n_kv_heads, T, d) and returns (…, n_kv_heads · n_rep,
# T, d), in which head $h$ is the old head $\lfloor h / n_{rep} \rfloor$.
#
# By hand: key-value heads filled with 0 and with 1 and `n_rep=3` give heads filled with 0, 0, 0, 1, 1, 1.


# %%
def repeat_kv(x, n_rep):
    """Give each key-value head to n_rep neighbouring query heads.

    x: (…, n_kv_heads, T, d)
    returns (…, n_kv_heads · n_rep, T, d)
    """
    ### BEGIN SOLUTION
    return np.repeat(x, n_rep, axis=-3)
    ### END SOLUTION


# %%
check("repeat_kv", repeat_kv)

# %%
# hint("repeat_kv")

# %% [markdown]
# ## Write multi_head_attention
#
# `multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads, mask=None)` is self-attention with several heads,
# and returns the output alone, (…, T, d_model):
#
# * project: the queries are `x @ w_q`, the keys `x @ w_k`, the values `x @ w_v`; all projections are
#   (d_model, d_model)
# * split, attend in each head, merge, and project with `w_o`
# * the mask is boolean, True means may look, of shape (T, T) or (batch, 1, T); your function gives the
#   second the head axis it lacks
#
# `masked_softmax(scores, mask)` and `softmax(scores)` of the package are imported. An empty row has zero
# output.
#
# By hand: with one token every weight is 1, so the output is `x @ w_v @ w_o`, however many heads there are.


# %%
def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads, mask=None):
    """Self-attention with several heads.

    x: (…, T, d_model)
    w_q, w_k, w_v, w_o: (d_model, d_model) projections, used as x @ w
    mask: bool, (T, T) or (batch, 1, T), True = may look
    returns (…, T, d_model)
    """
    ### BEGIN SOLUTION
    q, k, v = (split_heads(x @ w, n_heads) for w in (w_q, w_k, w_v))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])  # the length of one head
    if mask is None:
        weights = softmax(scores)
    else:
        weights = masked_softmax(scores, mask if mask.ndim == 2 else mask[:, None])
    return merge_heads(weights @ v) @ w_o
    ### END SOLUTION


# %%
check("multi_head_attention", multi_head_attention)

# %%
# hint("multi_head_attention")

# %% [markdown]
# ## One table or many?
#
# Two heads, one query, two keys. Head 0 has the scores (4, 0), head 1 has (0, 0). Somebody averages first
# the scores over the heads and then takes softmax; somebody else averages the two rows of weights. What
# share does the first key get from each? Two digits are enough.

# %%
predict("08_average", softmax_of_mean_scores=None, mean_of_weights=None, confidence=None)

# %% tags=["solution"]
predict("08_average", softmax_of_mean_scores=0.88, mean_of_weights=0.74, confidence=70)

# %%
scores = np.array([[4.0, 0.0], [0.0, 0.0]])  # (n_heads, T_k)
mean_first = softmax(scores.mean(axis=0))
mean_last = softmax(scores).mean(axis=0)
assert mean_first.round(2).tolist() == [0.88, 0.12]
assert mean_last.round(2).tolist() == [0.74, 0.26]
outcome("08_average", softmax_of_mean_scores=mean_first[0].round(2), mean_of_weights=mean_last[0].round(2))

# %% [markdown]
# Neither is what multi-head attention does. Each head mixes its own values with its own weights, and the
# heads meet only in the last projection.
#
# ## In your own words: heads
#
# "With grouped queries, 8 query heads and 2 key-value heads, the model computes a quarter of the scores."
# Correct it in two sentences.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* Every query head still has its own table of scores and its own weights, so there are 8
# tables as before. What is a quarter is the keys and values, and with them the cache that a decoder has to
# keep and to read for every new token.
