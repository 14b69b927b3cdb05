# ---
# attnedu:
#   title: "Masking: exercises"
#   objectives:
#     - Write causal and padding masks for any sizes, and apply them to scores
#     - Write the weight-level way too, and know where the two part
#     - Judge eight versions, and write the test that catches the leaking ones
#   prerequisites: [06_masking]
#   teaching_minutes: 0
#   exercise_minutes: 30
# ---

# %% [markdown]
# # Masking: exercises
#
# You make masks, apply them on the right bank and, to know the difference, on the wrong one. At the end you
# write a test that no leak gets past. The lesson is [Masking: which bank of the
# river?](../notebooks/06_masking.ipynb)
#
# **30 minutes.** In all of them a mask is boolean, **True means may look**, and a row that may look at
# nothing has zero weights and zero output.
#
# 1. [One row by hand: masking](#One-row-by-hand:-masking)
# 2. [Complete causal_mask](#Complete-causal_mask)
# 3. [Complete padding_mask](#Complete-padding_mask)
# 4. [Write mask_scores](#Write-mask_scores)
# 5. [Put masked_softmax in order](#Put-masked_softmax-in-order)
# 6. [Mend a version from the wild](#Mend-a-version-from-the-wild)
# 7. [The other bank: zero_weights and renormalise](#The-other-bank:-zero_weights-and-renormalise)
# 8. [Write masked_attention](#Write-masked_attention)
# 9. [Which of these eight leak?](#Which-of-these-eight-leak?)
# 10. [Write the test that catches it](#Write-the-test-that-catches-it)
# 11. [Read and decide: masking](#Read-and-decide:-masking)
# 12. [In your own words: masking](#In-your-own-words:-masking)

# %%
import numpy as np

from attnedu import check, hint, quiz, reveal

# %% [markdown]
# ## One row by hand: masking
#
# Scores (ln 2, 0, 5), the third key hidden. Masked scores: (ln 2, 0, −∞). Exponentials: (2, 1, 0). Their
# sum is 3, so the weights are (⅔, ⅓, 0). The 5 appears nowhere. Put 500 in its place and nothing changes.

# %%
for hidden_score in (5.0, 500.0):
    scores, may_look = np.array([np.log(2), 0.0, hidden_score]), np.array([True, True, False])
    exponentials = np.exp(np.where(may_look, scores, -np.inf))
    assert np.allclose(exponentials / exponentials.sum(), [2 / 3, 1 / 3, 0])

# %% [markdown]
# ## Complete causal_mask
#
# `causal_mask(T_q, T_k)` returns a boolean array (T_q, T_k). The queries are the *last* T_q of the T_k
# positions, and each may look at its own position and at all before it. One line is missing: at which
# position does query $i$ stand?
#
# By hand: `causal_mask(2, 4)` is `[[1, 1, 1, 0], [1, 1, 1, 1]]` in ones and zeros. The first of the two
# queries stands at position 2.


# %%
def causal_mask(T_q, T_k):
    """Look at yourself and at what came before; the ends are aligned.

    T_q: number of queries, the last T_q of T_k positions
    T_k: number of keys
    returns (T_q, T_k) bool, True = may look
    """
    i, j = np.arange(T_q)[:, None], np.arange(T_k)
    ### BEGIN SOLUTION
    position = i + T_k - T_q
    ### END SOLUTION
    return j <= position


# %%
check("causal_mask", causal_mask)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step.

# %%
# hint("causal_mask")

# %% [markdown]
# ## Complete padding_mask
#
# `padding_mask(lengths, T_k)` gets the true length of each sequence of a batch, any sequence of whole
# numbers, and the padded length T_k; the padding is on the right. It returns (batch, 1, T_k), to stretch
# over all queries. The first line gives (batch, T_k). What is missing puts the axis of the queries in its
# place.
#
# By hand: `padding_mask([1, 3], 3)` is `[[[1, 0, 0]], [[1, 1, 1]]]` in ones and zeros, shape (2, 1, 3).


# %%
def padding_mask(lengths, T_k):
    """Hide padding keys from every query.

    lengths: (batch,) whole numbers
    T_k: number of keys, padding included
    returns (batch, 1, T_k) bool, True = may look
    """
    is_real = np.arange(T_k) < np.asarray(lengths)[:, None]  # (batch, T_k)
    ### BEGIN SOLUTION
    return is_real[:, None, :]
    ### END SOLUTION


# %%
check("padding_mask", padding_mask)

# %%
# hint("padding_mask")

# %% [markdown]
# ## Write mask_scores
#
# `mask_scores(scores, mask)` returns scores of the shape (…, T_q, T_k) in which every hidden score is −∞.
# The mask broadcasts against the scores. The array that came in stays as it was.
#
# By hand: scores `[[2, 1]]` with mask `[[True, False]]` become `[[2, -inf]]`.


# %%
def mask_scores(scores, mask):
    """Hide scores where the mask is False.

    scores: (…, T_q, T_k)
    mask: bool, broadcasts against scores, True = may look
    returns (…, T_q, T_k), a new array
    """
    ### BEGIN SOLUTION
    return np.where(mask, scores, -np.inf)
    ### END SOLUTION


# %%
check("mask_scores", mask_scores)

# %%
# hint("mask_scores")

# %% [markdown]
# ## Put masked_softmax in order
#
# `masked_softmax(scores, mask)` returns weights (…, T_q, T_k): 0 for hidden keys, rows that sum to 1, rows
# of zeros where nothing may be looked at. Visible scores of ±10,000 must work.
#
# Below are its five lines out of order, each with a twin, and one of the two is wrong. Bring them into order
# in the form, then write them into the function.
#
# By hand: scores `[[2, 1], [3, 4]]` with mask `[[True, False], [False, False]]` give `[[1, 0], [0, 0]]`.


# %%
quiz("06_order")

# %% tags=["solution"]
quiz("06_order", choice="B2 D2 E1 C1 A1")


# %%
def masked_softmax(scores, mask):
    """Weights over the visible keys; an empty row gives zeros.

    scores: (…, T_q, T_k)
    mask: bool, broadcasts against scores, True = may look
    returns (…, T_q, T_k)
    """
    ### BEGIN SOLUTION
    hidden = np.where(mask, scores, -np.inf)
    largest = hidden.max(axis=-1, keepdims=True)
    exponentials = np.exp(hidden - np.where(np.isneginf(largest), 0, largest))
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
    ### END SOLUTION


# %%
check("masked_softmax", masked_softmax)

# %%
# hint("masked_softmax")

# %% [markdown]
# ## Mend a version from the wild
#
# This one works on one square table with a full mask. It has four faults. Find them on paper, then write it
# again under the name `mended`. The same check as before judges it.
#
# ```python
# def mended(scores, mask):
#     scores[~mask] = -1e4
#     exponentials = np.exp(scores - scores.max())
#     return exponentials / exponentials.sum(axis=1, keepdims=True)
# ```


# %%
def mended(scores, mask):
    """What the version above was meant to be: masked_softmax."""
    ### BEGIN SOLUTION
    scores = np.where(mask, scores, -np.inf)  # a new array, a mask that broadcasts, no magic number
    largest = scores.max(axis=-1, keepdims=True)  # each row has its own
    exponentials = np.exp(scores - np.maximum(largest, np.finfo(float).min))  # an empty row stays −∞
    total = exponentials.sum(axis=-1, keepdims=True)  # keys are on the last axis, whatever stands in front
    return np.divide(exponentials, total, out=np.zeros_like(exponentials), where=total > 0)
    ### END SOLUTION


# %%
check("masked_softmax", mended)

# %% [markdown] tags=["solution"]
# *The four:* it changes the caller's scores; it fails for a mask that has to broadcast; −1e4 hides nothing
# among scores of −10,000, and one maximum for the whole table lets low rows vanish, which is the third and
# where 0/0 comes from; `axis=1` is the axis of keys only if nothing stands in front of (T_q, T_k).

# %% [markdown]
# ## The other bank: zero_weights and renormalise
#
# Now the weight-level way, in two steps, so that you have both in hand.
#
# `zero_weights(weights, mask)` returns a new array in which hidden weights are 0 and the others are as they
# were. By hand: `[[0.75, 0.25]]` with mask `[[True, False]]` gives `[[0.75, 0]]`.


# %%
def zero_weights(weights, mask):
    """Set hidden weights to 0, after softmax. Rows now sum to less than 1.

    weights: (…, T_q, T_k)
    mask: bool, broadcasts, True = may look
    returns (…, T_q, T_k), a new array
    """
    ### BEGIN SOLUTION
    return np.where(mask, weights, 0.0)
    ### END SOLUTION


# %%
check("zero_weights", zero_weights)

# %%
# hint("zero_weights")

# %% [markdown]
# `renormalise(weights)` divides each row by its own sum. A row of zeros stays a row of zeros. By hand:
# `[[0.75, 0], [0, 0]]` gives `[[1, 0], [0, 0]]`.


# %%
def renormalise(weights):
    """Make each row sum to 1 again; a row of zeros stays zero.

    weights: (…, T_k), not negative
    returns the same shape
    """
    ### BEGIN SOLUTION
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
    ### END SOLUTION


# %%
check("renormalise", renormalise)

# %%
# hint("renormalise")

# %% [markdown]
# ## Write masked_attention
#
# `masked_attention(q, k, v, mask)` returns `(output, weights)`: attention as in lesson 05, with the mask
# where it belongs. An empty row has zero weights and zero output.
#
# * `q` is (…, T_q, d_k), `k` is (…, T_k, d_k), `v` is (…, T_k, d_v)
# * `mask` is boolean and broadcasts against the scores (…, T_q, T_k)
#
# By hand: a query that may look at one key has weight 1 there, and its output is the value of that key,
# whatever the scores.


# %%
def masked_attention(q, k, v, mask):
    """Scaled dot-product attention with a mask.

    q: (…, T_q, d_k)
    k: (…, T_k, d_k)
    v: (…, T_k, d_v)
    mask: bool, broadcasts against (…, T_q, T_k), True = may look
    returns (output, weights): (…, T_q, d_v) and (…, T_q, T_k)
    """
    ### BEGIN SOLUTION
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    weights = masked_softmax(scores, mask)
    return weights @ v, weights
    ### END SOLUTION


# %%
check("masked_attention", masked_attention)

# %%
# hint("masked_attention")

# %% [markdown]
# ## Which of these eight leak?
#
# Eight lines that people write. In some of them a hidden score still has a say, or a hidden key still gets
# weight. Decide on paper first: for each line, where does the score of a hidden key go? The question has six
# options, a to f.

# %%
quiz("06_which_leaks")

# %% tags=["solution"]
quiz("06_which_leaks", choice="d")

# %% [markdown]
# ## Write the test that catches it
#
# `leak_test(attend)` gets a function and returns `True` if it leaks the future, `False` if not. `attend(q,
# k, v)` is somebody's causal self-attention: q and k are (T, d_k), v is (T, d_v), and it returns `(output,
# weights)` like yours. You may call it as often as you like, on any arrays you like. You cannot see its
# code.
#
# Zeros above the diagonal prove nothing, and row sums prove nothing: the lesson broke both. What must not
# happen in the rows before $j$ when something changes at $j$ and after? Remember that a position brings a
# query, a key *and* a value, and that you do not know where in the sequence the leak is.
#
# By hand: for `attend` that ignores the mask altogether the answer is `True`; for a correct one it is
# `False`.


# %%
def leak_test(attend):
    """True if an earlier output depends on a later query, key or value.

    attend: a function of q (T, d_k), k (T, d_k), v (T, d_v) that returns (output, weights)
    returns bool
    """
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    T = 5
    now = [rng.normal(0, 2, (T, size)) for size in (4, 4, 3)]  # q, k, v
    before, _ = attend(*now)
    for j in range(1, T):
        other = [np.vstack([part[:j], rng.normal(0, 2, part[j:].shape)]) for part in now]
        after, _ = attend(*other)
        if not np.allclose(before[:j], after[:j]):
            return True
    return False
    ### END SOLUTION


# %%
check("leak_test", leak_test)

# %%
# hint("leak_test")

# %% [markdown] tags=["solution"]
# Try it on four of them: the right one, no mask at all, weights zeroed and left short, and the sly one of
# the lesson, which passes "zeros above the diagonal" and "rows sum to 1".


# %% tags=["solution"]
def attend_with(weigh):
    def attend(q, k, v):
        weights = weigh(q @ k.T / np.sqrt(q.shape[-1]), causal_mask(len(q), len(k)))
        return weights @ v, weights

    return attend


def unmasked(scores, mask):
    return masked_softmax(scores, np.ones_like(mask))


def left_short(scores, mask):
    return zero_weights(unmasked(scores, mask), mask)


def sly(scores, mask):
    weights = left_short(scores, mask)
    return weights + np.diag(1 - weights.sum(axis=-1))


# %% tags=["solution"]
verdicts = [leak_test(attend_with(weigh)) for weigh in (masked_softmax, unmasked, left_short, sly)]
assert verdicts == [False, True, True, True]

# %% [markdown]
# ## Read and decide: masking
#
# Run a cell and answer in the form that it shows, with how sure you are.

# %%
quiz("06_padding_axis")

# %% tags=["solution"]
quiz("06_padding_axis", choice="a")

# %%
quiz("06_which_stage")

# %% tags=["solution"]
quiz("06_which_stage", choice="b")

# %%
quiz("06_one_new_token")

# %% tags=["solution"]
quiz("06_one_new_token", choice="c")

# %%
quiz("06_minus_1e9_in_half")

# %% tags=["solution"]
quiz("06_minus_1e9_in_half", choice="b")

# %%
quiz("06_empty_row")

# %% tags=["solution"]
quiz("06_empty_row", choice="b")

# %% [markdown]
# ## In your own words: masking
#
# "Zeroing the weights and renormalising gives the same numbers, so it does not matter where I mask." Two
# sentences.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* In exact arithmetic it gives the same numbers, because the denominator with the hidden
# scores cancels. It costs the whole table and a second pass, it ends in 0/0 when a hidden score is far
# above the visible ones, and whoever forgets the second step has a leak that no zero will show.
