# ---
# attnedu:
#   title: "Scores: exercises"
#   objectives:
#     - Write attention_scores for any batch and head axes
#     - Measure the spread of scores before and after scaling
#     - Say which stage an array is from by its numbers
#   prerequisites: [02_scores]
#   teaching_minutes: 0
#   exercise_minutes: 20
# ---

# %% [markdown]
# # Scores: exercises
#
# You write the left bank: the table of scores, and the measurement that explains its square root. Then you
# read arrays and decide what they are. Everything you need is in
# [the lesson](../notebooks/02_scores.ipynb); nothing here depends on the order in which you run the cells.
#
# **20 minutes.**
#
# 1. [A score by hand](#A-score-by-hand)
# 2. [Write attention_scores](#Write-attention_scores)
# 3. [Complete score_spread](#Complete-score_spread)
# 4. [Which stage?](#Which-stage?)
# 5. [Read and decide: scores](#Read-and-decide:-scores)
# 6. [In your own words: scores](#In-your-own-words:-scores)

# %%
import numpy as np

from attnedu import check, hint, outcome, predict, quiz, reveal
from attnedu.core import stage_of

# %% [markdown]
# ## A score by hand
#
# One query and two keys of length 4, worked out in full. Follow it once with a pencil: it is the example
# for the next exercise.
#
# For the first key 1·3 + 2·1 + 0·5 + 1·(−1) = 4, and 4/√4 = 2. For the second 1·(−2) + 2·0 + 0·1 + 1·(−4) =
# −6, and −6/√4 = −3.

# %%
query = np.array([1.0, 2, 0, 1])
keys = np.array([[3.0, 1, 5, -1], [-2, 0, 1, -4]])
first = (1 * 3 + 2 * 1 + 0 * 5 + 1 * -1) / np.sqrt(4)
second = np.dot(query, keys[1]) / np.sqrt(len(query))
assert (first, second) == (2.0, -3.0)

# %% [markdown]
# ## Write attention_scores
#
# `attention_scores(q, k)` takes queries of shape (…, T_q, d_k) and keys of shape (…, T_k, d_k) and returns
# the scaled scores, shape (…, T_q, T_k): entry (i, j) is the dot product of query i and key j, divided by
# √d_k. The dots stand for any batch and head axes in front, which `@` takes along; only the last two axes
# of `k` must change places.
#
# With the query and the keys above, `attention_scores(query[None], keys)` is `[[2., -3.]]`, shape (1, 2).


# %%
def attention_scores(q, k):
    """Scaled scores of every query with every key.

    q: (…, T_q, d_k)
    k: (…, T_k, d_k)
    returns (…, T_q, T_k)
    """
    ### BEGIN SOLUTION
    d_k = q.shape[-1]
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(d_k)
    ### END SOLUTION


# %%
check("attention_scores", attention_scores)

# %% [markdown]
# Stuck? Take the `#` away and run the next cell: the first hint is a nudge, the second a principle, the
# third the next step.

# %%
# hint("attention_scores")

# %% [markdown]
# ## Complete score_spread
#
# `score_spread(d_k, n, rng)` measures what lesson 02 claims. It draws n pairs of standard normal vectors of
# length d_k, takes their n dot products, and returns two numbers: the standard deviation of these unscaled
# scores, and the standard deviation after dividing them by √d_k.
#
# The draws are there already. For n = 20,000 and d_k = 16 the answer should be near (4, 1). If you had
# drawn two pairs with dot products 3 and 5, the first number would be 1, since both lie 1 from their mean
# 4.


# %%
def score_spread(d_k, n, rng):
    """Standard deviation of n unscaled, and of n scaled, scores of random vectors.

    d_k: length of the vectors
    n: number of pairs
    rng: a numpy Generator
    returns (unscaled, scaled), two numbers
    """
    q = rng.standard_normal((n, d_k))
    k = rng.standard_normal((n, d_k))
    ### BEGIN SOLUTION
    raw = np.sum(q * k, axis=-1)
    return raw.std(), (raw / np.sqrt(d_k)).std()
    ### END SOLUTION


# %%
check("score_spread", score_spread)

# %%
# hint("score_spread")

# %% [markdown]
# ## Which stage?
#
# Four arrays that a debugger showed, each with the name that somebody had given it. For each write one of
# `"raw scores"`, `"masked scores"`, `"weights"`, `"weights zeroed, not renormalised"`. Trust the row sums,
# not the name.

# %%
a = np.array([[0.2, 1.1, -0.3], [0.0, 0.6, 0.4]])  # seen under the name attn_weights
b = np.array([[0.2, 0.7, 0.1], [0.0, 0.6, 0.4]])  # seen under the name attention_scores
c = np.array([[0.2, 0.7, 0.0], [0.0, 0.6, 0.0]])  # seen under the name attn_probs
d = np.array([[0.2, -np.inf, -np.inf], [0.0, 0.6, -np.inf]])  # seen under the name logits

# %%
predict("02_stages", a=None, b=None, c=None, d=None, confidence=None)

# %% tags=["solution"]
raw, masked, zeroed = "raw scores", "masked scores", "weights zeroed, not renormalised"
predict("02_stages", a=raw, b="weights", c=zeroed, d=masked, confidence=90)

# %%
names = [stage_of(array).name for array in (a, b, c, d)]
outcome("02_stages", a=names[0], b=names[1], c=names[2], d=names[3])

# %% [markdown]
# Both rows of `a` sum to 1, and still one entry of −0.3 makes them scores: a share is never negative.
# `stage_of` gives its reasons:

# %%
assert np.allclose(a.sum(axis=-1), 1)
for array in (a, b, c, d):
    print(stage_of(array))

# %% [markdown]
# ## Read and decide: scores
#
# Run a cell and answer in the form that it shows, with how sure you are. First, lines to bring into order.

# %%
quiz("02_order")

# %% tags=["solution"]
quiz("02_order", choice="C1 D2 B A2")

# %%
quiz("02_which_stage")

# %% tags=["solution"]
quiz("02_which_stage", choice="a")

# %%
quiz("02_which_length")

# %% tags=["solution"]
quiz("02_which_length", choice="c")

# %%
quiz("02_which_row_is_sharper")

# %% tags=["solution"]
quiz("02_which_row_is_sharper", choice="d")

# %%
quiz("02_symmetric")

# %% tags=["solution"]
quiz("02_symmetric", choice="b")

# %% [markdown]
# ## In your own words: scores
#
# A colleague says: "we divide by √d_k because big numbers are bad." In two sentences, put here what is
# really divided away, and when the argument stops holding. Compare with the solution notebook afterwards.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* A dot product of d_k independent entries of variance 1 has the standard deviation √d_k, so
# the division makes the spread of the scores 1 whatever the length, and softmax starts out undecided. The
# argument is about independent entries: once training has made vectors longer, or queries similar to the
# keys they want, the scores spread again.
