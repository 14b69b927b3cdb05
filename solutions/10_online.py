# ---
# attnedu:
#   title: "Weights that never exist: exercises"
#   objectives:
#     - Take in keys block by block, and keep three numbers for each query
#     - Merge what two workers found out separately
#     - Write attention in tiles, exact to the last digits
#   prerequisites: [06_masking]
#   teaching_minutes: 0
#   exercise_minutes: 35
# ---

# %% [markdown]
# # Weights that never exist: exercises
#
# Softmax seems to need a whole row before it can give the first weight. It does not: a running maximum, a
# running sum and a running output are enough, and the table of weights is never written down. The result
# is the same, not nearly the same. What is computed here is that of
# [The worked example](../notebooks/05_worked_example.ipynb).
#
# **35 minutes.** A *state* is a tuple `(max, sum, acc)` for each query:
#
# * `max`, (…, T_q), the largest score so far
# * `sum`, (…, T_q), the sum of e^(score − max) so far
# * `acc`, (…, T_q, d_v), the sum of e^(score − max) · value so far, not yet divided
#
# Before any key the state is (−∞, 0, 0).
#
# 1. [Two keys by hand](#Two-keys-by-hand)
# 2. [Write online_update](#Write-online_update)
# 3. [Predict a forgotten line](#Predict-a-forgotten-line)
# 4. [Write online_merge](#Write-online_merge)
# 5. [Write tiled_attention](#Write-tiled_attention)
# 6. [In your own words: online softmax](#In-your-own-words:-online-softmax)

# %%
import numpy as np

from attnedu import check, hint, outcome, predict, reveal

# %% [markdown]
# ## Two keys by hand
#
# One query. Its first key has the score 0 and the value 5, so the state is (0, 1, 5). Then comes a key with
# the score ln 2 and the value 8. The new maximum is ln 2. What was kept was counted in units of e^0, and
# the new unit is e^(ln 2) = 2, so it shrinks by e^(0 − ln 2) = ½: the sum to ½, the output to 2.5. The new
# key counts e^0 = 1 in the new unit: the sum is 1.5, the output 2.5 + 8 = 10.5. The state is (ln 2, 1.5,
# 10.5), and 10.5/1.5 = 7.
#
# The whole row at once: the weights are ⅓ and ⅔, and ⅓ · 5 + ⅔ · 8 = 7.

# %%
shrink = np.exp(0 - np.log(2))
total, acc = shrink * 1 + 1, shrink * 5 + 1 * 8
assert np.allclose([total, acc], [1.5, 10.5])
assert np.isclose(acc / total, 1 / 3 * 5 + 2 / 3 * 8)

# %% [markdown]
# ## Write online_update
#
# `online_update(state, scores, v)` takes in one block of keys and returns the new state, a tuple of three
# arrays. `scores` is (…, T_q, block), `v` is (block, d_v). Scores of ±10,000 must work. A query that has
# seen nothing but −∞ keeps the state (−∞, 0, 0): mind that −∞ − (−∞) is not a number.
#
# By hand: the example above; the state ([0], [1], [[5]]) with scores `[[ln 2]]` and values `[[8]]` becomes
# ([ln 2], [1.5], [[10.5]]).


# %%
def online_update(state, scores, v):
    """Take in one block of keys.

    state: (max (…, T_q), sum (…, T_q), acc (…, T_q, d_v))
    scores: (…, T_q, block)
    v: (block, d_v)
    returns the new (max, sum, acc)
    """
    old_max, old_sum, acc = state
    ### BEGIN SOLUTION
    new_max = np.maximum(old_max, scores.max(axis=-1))
    unit = np.where(np.isneginf(new_max), 0, new_max)  # any finite number, where all is −∞
    shrink = np.exp(old_max - unit)
    exponentials = np.exp(scores - unit[..., None])
    new_sum = shrink * old_sum + exponentials.sum(axis=-1)
    return new_max, new_sum, shrink[..., None] * acc + exponentials @ v
    ### END SOLUTION


# %%
check("online_update", online_update)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step.

# %%
# hint("online_update")

# %% [markdown]
# ## Predict a forgotten line
#
# Somebody forgets to shrink what was kept. With the keys of the example the output is then (5 + 8)/(1 + 1)
# = 6.5 instead of 7. Now the same two keys in the other order, the key with the score ln 2 first: what does
# the forgetful version give?

# %%
predict("10_forgotten", output=None, confidence=None)

# %% tags=["solution"]
predict("10_forgotten", output=7, confidence=80)

# %%
# The maximum is ln 2 from the start, so nothing has to shrink: 8 counts 1, and 5 counts e^(0 − ln 2) = ½.
forgetful = (8 * 1 + 5 * 0.5) / (1 + 0.5)
outcome("10_forgotten", output=forgetful)

# %% [markdown]
# It is right as long as the largest score comes in the first block. A test that never lets the maximum
# grow passes it.
#
# ## Write online_merge
#
# Two workers have looked at different keys for the same queries. `online_merge(a, b)` joins their states
# into the one that a single worker would have. Either may have seen nothing yet: (−∞, 0, 0).
#
# By hand: (0, 1, 5) and (ln 2, 1, 8) give (ln 2, 1.5, 10.5), the same as before.


# %%
def online_merge(a, b):
    """Join two states of the same queries over different keys.

    a, b: (max (…, T_q), sum (…, T_q), acc (…, T_q, d_v))
    returns one such state
    """
    ### BEGIN SOLUTION
    new_max = np.maximum(a[0], b[0])
    unit = np.where(np.isneginf(new_max), 0, new_max)
    to_a, to_b = np.exp(a[0] - unit), np.exp(b[0] - unit)
    return new_max, to_a * a[1] + to_b * b[1], to_a[..., None] * a[2] + to_b[..., None] * b[2]
    ### END SOLUTION


# %%
check("online_merge", online_merge)

# %%
# hint("online_merge")

# %% [markdown]
# ## Write tiled_attention
#
# `tiled_attention(q, k, v, block, mask=None)` is attention that sees `block` keys at a time. It returns
# `(output, log_sum_exp)`, in this order.
#
# * `q` is (…, T_q, d_k), `k` is (…, T_k, d_k), `v` is (…, T_k, d_v); scores are scaled as always
# * `mask` is boolean and broadcasts against (…, T_q, T_k); True means may look
# * `output` is (…, T_q, d_v), zero where nothing may be looked at
# * `log_sum_exp` is (…, T_q), the logarithm of Σ e^score over the row, which is max + log(sum); −∞ for an
#   empty row
#
# T_k need not be a multiple of `block`: the last block may be shorter, and one block may hold all keys.
#
# By hand: with `q = [[0]]` all scores are 0. Three keys with the values 1, 2 and 6 and a block of 2 give
# the output 3 and the log-sum-exp ln 3.


# %%
def tiled_attention(q, k, v, block, mask=None):
    """Attention in blocks of keys; the weights are never formed.

    q: (…, T_q, d_k)   k: (…, T_k, d_k)   v: (…, T_k, d_v)
    block: keys in a block
    mask: bool, broadcasts against (…, T_q, T_k), True = may look
    returns (output (…, T_q, d_v), log_sum_exp (…, T_q))
    """
    ### BEGIN SOLUTION
    T_k, rows = k.shape[-2], q.shape[:-1]
    if mask is not None:
        mask = np.broadcast_to(mask, (*rows, T_k))
    state = np.full(rows, -np.inf), np.zeros(rows), np.zeros((*rows, v.shape[-1]))
    for start in range(0, T_k, block):
        keys = slice(start, start + block)
        scores = q @ np.swapaxes(k[..., keys, :], -1, -2) / np.sqrt(q.shape[-1])
        if mask is not None:
            scores = np.where(mask[..., keys], scores, -np.inf)
        state = online_update(state, scores, v[..., keys, :])
    largest, total, acc = state
    safe = np.where(total == 0, 1, total)
    return acc / safe[..., None], largest + np.log(safe)
    ### END SOLUTION


# %%
check("tiled_attention", tiled_attention)

# %%
# hint("tiled_attention")

# %% [markdown]
# ## In your own words: online softmax
#
# A colleague says: "FlashAttention is an approximation, that is where the speed comes from. And could you
# print its weights for me?" Answer both in three sentences.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* It computes the same numbers with the same number of multiplications; it is quicker because
# the table of scores never travels to slow memory and back. The weights of a row are known only when its
# last block has gone by, and by then the first blocks are no longer there, so there is nothing to print.
# Whoever needs them computes the scores once more and subtracts the log-sum-exp.
