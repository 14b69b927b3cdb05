# ---
# attnedu:
#   title: "The worked example: exercises"
#   objectives:
#     - Write all of attention from an empty function
#     - Read a row of printed numbers and say what produced it
#   prerequisites: [05_worked_example]
#   teaching_minutes: 0
#   exercise_minutes: 20
# ---

# %% [markdown]
# # The worked example: exercises
#
# The whole pipeline in one function, then five printed rows: which mistake, if any, made each of them? The
# lesson is [The worked example](../notebooks/05_worked_example.ipynb).
#
# **20 minutes.**
#
# 1. [One row by hand: attention](#One-row-by-hand:-attention)
# 2. [Write attention](#Write-attention)
# 3. [Put attention in order](#Put-attention-in-order)
# 4. [Read five traces](#Read-five-traces)
# 5. [In your own words: attention](#In-your-own-words:-attention)

# %%
import numpy as np

from attnedu import check, hint, quiz, reveal

# %% [markdown]
# ## One row by hand: attention
#
# One query (2, 0, 2, 0), two keys (1, 5, 1, 0) and (1, 1, −1, 3). The raw scores are 4 and 0. With √4 = 2
# the scaled scores are 2 and 0, and the weights $e^2/(e^2+1) = 0.881$ and 0.119. With the values 1 and 9 the
# output is $0.881 \cdot 1 + 0.119 \cdot 9 = 1.954$.

# %%
query, keys = np.array([2.0, 0, 2, 0]), np.array([[1.0, 5, 1, 0], [1, 1, -1, 3]])
scores = keys @ query / 2
weights = np.exp(scores) / np.exp(scores).sum()
assert scores.tolist() == [2, 0]
assert weights.round(3).tolist() == [0.881, 0.119]
assert (weights @ [1.0, 9.0]).round(3) == 1.954

# %% [markdown]
# ## Write attention
#
# `attention(q, k, v)` returns the pair `(output, weights)`, in this order.
#
# * `q` is (…, T_q, d_k), `k` is (…, T_k, d_k), `v` is (…, T_k, d_v)
# * `weights` is (…, T_q, T_k), each row sums to 1
# * `output` is (…, T_q, d_v)
#
# There may be batch and head axes in front, T_q and T_k may differ, and so may d_k and d_v. Scores of a
# thousand must not overflow. No mask.
#
# By hand: the example above is one query, two keys, d_k = 4 and d_v = 1. Before you check, run your
# function on it.


# %%
def attention(q, k, v):
    """Scaled dot-product attention.

    q: (…, T_q, d_k)
    k: (…, T_k, d_k)
    v: (…, T_k, d_v)
    returns (output, weights): (…, T_q, d_v) and (…, T_q, T_k)
    """
    ### BEGIN SOLUTION
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ v, weights
    ### END SOLUTION


# %%
check("attention", attention)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step.

# %%
# hint("attention")

# %% [markdown]
# ## Put attention in order
#
# The same function out of order: bring the lines into order, and of each pair choose the right one.

# %%
quiz("05_order")

# %% tags=["solution"]
quiz("05_order", choice="D2 E1 A2 C1 B1")

# %% [markdown]
# ## Read five traces
#
# The row of *sun* in the worked example has the raw scores 4, 2, 0. Five programs print its weights, and
# some of the programs are wrong. Two tools are enough: the row sum, and the logarithm of a ratio of
# weights, which is the gap of the scores that went into softmax. Each question has five options, a to e.

# %%
quiz("05_trace_1")

# %% tags=["solution"]
quiz("05_trace_1", choice="b")

# %%
quiz("05_trace_2")

# %% tags=["solution"]
quiz("05_trace_2", choice="c")

# %%
quiz("05_trace_3")

# %% tags=["solution"]
quiz("05_trace_3", choice="a")

# %%
quiz("05_trace_4")

# %% tags=["solution"]
quiz("05_trace_4", choice="d")

# %%
quiz("05_trace_5")

# %% tags=["solution"]
quiz("05_trace_5", choice="e")

# %% [markdown]
# ## In your own words: attention
#
# A colleague shows you one head of one model in which *it* has weight 0.66 on *ball*, and says: "So it
# resolves pronouns." Name two things you would want to see.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* Other sentences, among them some where the noun is the same and the pronoun means the other
# one; and how many heads were looked at before this one was chosen. In a causal model also what the row can
# have known: only the words up to *it*.
