# ---
# attnedu:
#   title: "What else acts on scores: exercises"
#   objectives:
#     - Write ALiBi, the soft-cap, the sliding window, the sink and RoPE from their formulas
#     - Put each of them in its place on the pipeline
#     - Say what goes wrong one step later when the place is another
#   prerequisites: [06_masking]
#   teaching_minutes: 0
#   exercise_minutes: 40
# ---

# %% [markdown]
# # What else acts on scores: exercises
#
# Seven short functions. Six of them change scores, or decide which scores are seen; one adds a score that
# brings no value. None of them touches a weight. What you need of masks is in
# [Masking: which bank of the river?](../notebooks/06_masking.ipynb)
#
# **40 minutes.** A mask is boolean, True means may look. With T_q queries and T_k keys the ends are
# aligned: the queries are the last T_q of the T_k positions.
#
# 1. [A penalty by hand](#A-penalty-by-hand)
# 2. [Write alibi_slopes](#Write-alibi_slopes)
# 3. [Complete alibi_bias](#Complete-alibi_bias)
# 4. [Write soft_cap](#Write-soft_cap)
# 5. [Put capped_masked_softmax in order](#Put-capped_masked_softmax-in-order)
# 6. [Write sliding_window_mask](#Write-sliding_window_mask)
# 7. [Mend sink_softmax](#Mend-sink_softmax)
# 8. [Complete rotate](#Complete-rotate)
# 9. [Eight modifications in their place](#Eight-modifications-in-their-place)
# 10. [In your own words: the score side](#In-your-own-words:-the-score-side)

# %%
import numpy as np

from attnedu import check, core, hint, outcome, predict, reveal
from attnedu.core import softmax

# %% [markdown]
# ## A penalty by hand
#
# One query at the last of three positions, all three scores equal to 2, and a slope of ln 2 for each step
# back. The distances are 2, 1, 0, so the bias is (−2 ln 2, −ln 2, 0). Equal scores no longer tie: the
# exponentials stand in the ratio ¼ : ½ : 1, their sum is 7/4, and the weights are 1/7, 2/7, 4/7. Each step
# back halves the share.

# %%
distances = np.array([2, 1, 0])
scores = np.array([2.0, 2.0, 2.0]) - np.log(2) * distances
assert np.allclose(softmax(scores), [1 / 7, 2 / 7, 4 / 7])

# %% [markdown]
# ## Write alibi_slopes
#
# `alibi_slopes(n_heads)` returns one slope for each head, shape (n_heads,): head $h$, counted from 1, has
# the slope $2^{-8h/n}$ with $n$ the number of heads, a power of two. The slopes fall by a fixed ratio, and
# the last is always 1/256.
#
# By hand: four heads have the exponents −2, −4, −6, −8, so the slopes are 1/4, 1/16, 1/64, 1/256.


# %%
def alibi_slopes(n_heads):
    """One slope for each head.

    n_heads: a power of two
    returns (n_heads,)
    """
    ### BEGIN SOLUTION
    h = np.arange(1, n_heads + 1)
    return 2.0 ** (-8.0 * h / n_heads)
    ### END SOLUTION


# %%
check("alibi_slopes", alibi_slopes)

# %% [markdown]
# Stuck? Take the `#` away and run: a nudge first, then the principle, then the next step.

# %%
# hint("alibi_slopes")

# %% [markdown]
# ## Complete alibi_bias
#
# `alibi_bias(n_heads, T_q, T_k)` returns (n_heads, T_q, T_k), to be added to scores. For head $h$, query
# $i$ and key $j$ it holds minus slope times distance, and the distance is $i + T_k - T_q - j$. What stands
# in future cells does not matter, since a causal mask hides them. The slopes are there. What is missing is
# the table of distances, (T_q, T_k), and the way the two meet.
#
# By hand: `alibi_bias(2, 1, 3)` has the slopes 1/16 and 1/256 and the distances 2, 1, 0, so it is
# `[[[-1/8, -1/16, 0]], [[-1/128, -1/256, 0]]]`.


# %%
def alibi_bias(n_heads, T_q, T_k):
    """A penalty that grows with distance, another for each head.

    n_heads: a power of two
    T_q: number of queries, the last T_q of T_k positions
    T_k: number of keys
    returns (n_heads, T_q, T_k)
    """
    slopes = core.alibi_slopes(n_heads)  # the package's own, so that this exercise stands alone
    ### BEGIN SOLUTION
    position = np.arange(T_q)[:, None] + T_k - T_q
    distance = position - np.arange(T_k)
    return -slopes[:, None, None] * distance
    ### END SOLUTION


# %%
check("alibi_bias", alibi_bias)

# %%
# hint("alibi_bias")

# %% [markdown]
# ## Write soft_cap
#
# `soft_cap(scores, cap)` returns scores of the same shape, each bent into the range from −cap to cap: the
# score is divided by the cap, goes through tanh, and is multiplied by the cap. Scores of ±10,000 must work.
#
# By hand, with a cap of 2: a score of 0.2 becomes 2 · tanh(0.1) = 0.1993, almost itself; a score of 200
# becomes 2 · tanh(100) = 2 to all digits.


# %%
def soft_cap(scores, cap):
    """Bend scores smoothly into the range from -cap to cap.

    scores: (…, T_q, T_k)
    cap: one positive number
    returns (…, T_q, T_k), a new array
    """
    ### BEGIN SOLUTION
    return cap * np.tanh(scores / cap)
    ### END SOLUTION


# %%
check("soft_cap", soft_cap)

# %%
# hint("soft_cap")

# %% [markdown]
# ## Put capped_masked_softmax in order
#
# `capped_masked_softmax(scores, mask, cap)` returns weights (…, T_q, T_k): 0 for hidden keys, and rows of
# zeros where nothing may be looked at. Below are lines out of order, and not all of them belong. Choose
# three, order them, and write them into the function. `softmax` is the package's own; it survives rows of
# −∞.
#
# ```text
# A  return softmax(hidden)
# B  hidden = np.where(mask, capped, -np.inf)
# C  capped = np.clip(scores, -cap, cap)
# D  capped = cap * np.tanh(hidden / cap)
# E  hidden = np.where(mask, scores, -np.inf)
# F  capped = cap * np.tanh(scores / cap)
# G  return softmax(capped)
# ```
#
# By hand: scores `[[1, 9]]` with mask `[[True, False]]` give `[[1, 0]]`, whatever the cap. In the other
# order, with a cap of 2, the hidden score would be 2 · tanh(−∞) = −2 beside a visible 2 · tanh(½) = 0.924,
# and the hidden key would get 1/(1 + e^2.924) = 0.051.


# %%
def capped_masked_softmax(scores, mask, cap):
    """Weights over the visible keys, from capped scores.

    scores: (…, T_q, T_k)
    mask: bool, broadcasts against scores, True = may look
    cap: one positive number
    returns (…, T_q, T_k)
    """
    ### BEGIN SOLUTION
    capped = cap * np.tanh(scores / cap)
    hidden = np.where(mask, capped, -np.inf)
    return softmax(hidden)
    ### END SOLUTION


# %%
check("capped_masked_softmax", capped_masked_softmax)

# %%
# hint("capped_masked_softmax")

# %% [markdown]
# ## Write sliding_window_mask
#
# `sliding_window_mask(T_q, T_k, window)` returns a boolean (T_q, T_k): a query may look at `window` keys,
# its own position included, and at nothing ahead. A window of 1 leaves a query its own position alone.
#
# By hand: with `sliding_window_mask(2, 4, 2)` the queries stand at positions 2 and 3, so it is `[[0, 1, 1,
# 0], [0, 0, 1, 1]]` in ones and zeros.


# %%
def sliding_window_mask(T_q, T_k, window):
    """Causal, and at most `window` keys back, oneself included; the ends are aligned.

    T_q: number of queries, the last T_q of T_k positions
    T_k: number of keys
    window: number of keys a query may look at, at least 1
    returns (T_q, T_k) bool, True = may look
    """
    ### BEGIN SOLUTION
    steps_back = np.arange(T_q)[:, None] + T_k - T_q - np.arange(T_k)
    return (steps_back >= 0) & (steps_back < window)
    ### END SOLUTION


# %%
check("sliding_window_mask", sliding_window_mask)

# %%
# hint("sliding_window_mask")

# %% [markdown]
# ## Mend sink_softmax
#
# `sink_softmax(scores, sink)` returns weights (…, T_q, T_k) whose rows sum to less than 1. The sink counts
# in the denominator like one more score and has no weight of its own in the result:
#
# $$w_{ij} = \frac{e^{s_{ij}}}{e^{\text{sink}} + \sum_j e^{s_{ij}}}$$
#
# `sink` is one number, or an array (n_heads,) with one for each head; the head axis of the scores is the
# third from the end. Scores of ±10,000 must work, and a row of −∞ gives zeros.
#
# By hand: scores (ln 2, 0) with a sink of 0 have the exponentials 2 and 1 and an extra 1. The weights are
# ½ and ¼, and the row sums to ¾.
#
# This version went round the web. It has three faults. Find them on paper, then write the function.
#
# ```python
# def sink_softmax(scores, sink):
#     exponentials = np.exp(scores - scores.max())
#     return exponentials / (1 + exponentials.sum(axis=-1, keepdims=True))
# ```


# %%
def sink_softmax(scores, sink):
    """Softmax with one more score in the denominator, which brings no value.

    scores: (…, T_q, T_k)
    sink: a number, or (n_heads,)
    returns (…, T_q, T_k), rows sum to less than 1
    """
    ### BEGIN SOLUTION
    sink = np.asarray(sink, dtype=float)
    if sink.ndim == 1:
        sink = sink[:, None, None]  # meets (n_heads, T_q, T_k)
    largest = np.maximum(scores.max(axis=-1, keepdims=True), sink)
    exponentials = np.exp(scores - largest)
    return exponentials / (np.exp(sink - largest) + exponentials.sum(axis=-1, keepdims=True))
    ### END SOLUTION


# %%
check("sink_softmax", sink_softmax)

# %%
# hint("sink_softmax")

# %% [markdown] tags=["solution"]
# *The three:* one maximum serves all rows, so low rows underflow; the sink that was given is not used; and
# the extra 1 is $e^0$ measured before the shift, so after it has to be $e^{0 - \text{max}}$. The last is
# the sly one: without a shift the line is right, and the repair against overflow breaks it.

# %% [markdown]
# ## Complete rotate
#
# `rotate(x, positions)` turns queries or keys `x`, (…, T, d) with d even, by their positions, (T,).
# Neighbours form pairs. Pair $i$ of a row at position $p$ turns by the angle $a = p \cdot 10000^{-2i/d}$,
# with $i$ from 0:
#
# $$(x_{2i},\ x_{2i+1}) \mapsto (x_{2i} \cos a - x_{2i+1} \sin a,\ x_{2i} \sin a + x_{2i+1} \cos a)$$
#
# The first and the last line are there. They take the pairs apart and weave them together again.
#
# By hand: with d = 4 the frequencies are 1 and 1/100. At position 50π the first pair makes 25 full turns
# and the second a quarter turn, so (1, 0, 1, 0) becomes (1, 0, 0, 1).


# %%
def rotate(x, positions):
    """RoPE: turn each pair of neighbours by an angle that grows with position.

    x: (…, T, d), d even
    positions: (T,)
    returns (…, T, d), a new array
    """
    even, odd = x[..., 0::2], x[..., 1::2]  # (…, T, d/2) each
    ### BEGIN SOLUTION
    d = x.shape[-1]
    angle = np.asarray(positions)[:, None] * 10_000.0 ** (-np.arange(0, d, 2) / d)  # (T, d/2)
    new_even = even * np.cos(angle) - odd * np.sin(angle)
    new_odd = even * np.sin(angle) + odd * np.cos(angle)
    ### END SOLUTION
    return np.stack([new_even, new_odd], axis=-1).reshape(x.shape)


# %%
check("rotate", rotate)

# %%
# hint("rotate")

# %% [markdown] tags=["solution"]
# What it is for: the score of a rotated query and a rotated key knows only how far apart they are.

# %% tags=["solution"]
rng = np.random.default_rng(7)
query, key = rng.normal(size=(2, 1, 8))
near = rotate(query, [5]) @ rotate(key, [2]).T
far = rotate(query, [1005]) @ rotate(key, [1002]).T
assert np.allclose(near, far)

# %% [markdown]
# ## Eight modifications in their place
#
# Where on the pipeline does each of these act? For each write one of `"queries and keys"`, `"scores"`,
# `"denominator"`, `"weights"`. Something that decides which scores are seen acts on scores.

# %%
predict(
    "07_places",
    temperature=None,
    alibi=None,
    rope=None,
    soft_cap=None,
    sliding_window=None,
    sink=None,
    dropout=None,
    log_n_scaling=None,
    confidence=None,
)

# %% tags=["solution"]
places = {"temperature": "scores", "alibi": "scores", "rope": "queries and keys", "soft_cap": "scores"}
places |= {"sliding_window": "scores", "sink": "denominator", "dropout": "weights", "log_n_scaling": "scores"}
predict("07_places", **places, confidence=80)

# %%
on_scores = dict.fromkeys(["temperature", "alibi", "soft_cap", "sliding_window", "log_n_scaling"], "scores")
outcome("07_places", **on_scores, rope="queries and keys", sink="denominator", dropout="weights")

# %% [markdown]
# Six have done their work before softmax begins, and the sink does its own within. Only dropout acts on
# finished weights. After the sink and after dropout a row need not sum to 1.

# %% [markdown]
# ## In your own words: the score side
#
# A colleague caps scores at 50, after the mask, and has seen no leak in any test. Two sentences: why not,
# and what would show it?
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* After the cap a hidden score is −50, and beside visible scores near 0 its share is about
# e^−50, which no test of ordinary tolerance sees. Put the cap at 2, or let every visible score lie near
# −50, and the hidden keys get a share that anyone can print.
