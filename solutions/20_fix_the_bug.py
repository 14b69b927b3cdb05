# ---
# attnedu:
#   title: "Fix the bug: exercises"
#   objectives:
#     - Name twelve mistakes that others made and reported, from code that runs
#     - Mend them
#     - Write for each the test that would have caught it
#   prerequisites: [06_masking]
#   teaching_minutes: 0
#   exercise_minutes: 100
# ---

# %% [markdown]
# # Fix the bug: exercises
#
# Twelve small functions that run, look right in a picture, and would train. Each is wrong in a way that
# somebody met and reported in public; the code here is our own. For each you do what they had to do: name the
# bug, mend it, and write the test that would have caught it.
#
# **100 minutes**, eight or so for each. Take three a day, in any order; 8 is about the soft-cap, 9 and 10 are
# about heads, and both are explained where they are used.
#
# 1. [Image patches](#Image-patches)
# 2. [The next word](#The-next-word)
# 3. [Hidden patches](#Hidden-patches)
# 4. [Knowledge tracing](#Knowledge-tracing)
# 5. [Translation in batches](#Translation-in-batches)
# 6. [One new token](#One-new-token)
# 7. [A perceiver](#A-perceiver)
# 8. [Capped scores](#Capped-scores)
# 9. [Splitting heads](#Splitting-heads)
# 10. [Shared heads](#Shared-heads)
# 11. [Dropout](#Dropout)
# 12. [A perfect loss](#A-perfect-loss)

# %% [markdown]
# ## How a test is tested
#
# A test is a function that gets the function under test as its one argument, calls it on arrays of your
# choice, and raises `AssertionError`, as `assert` does, if something is wrong. It returns quietly if all is
# well. `check` tries your test on five versions that you do not see: the bug itself, two relatives of it, and
# two right versions written in different ways. A good test refuses three and passes two. In all of them True
# in a mask means may look.

# %%
import numpy as np

from attnedu import check, hint, quiz, reveal
from attnedu.core import softmax

# %% [markdown]
# ## Image patches
#
# A reader of a vision transformer in a notebook asked whether softmax ran over the right dimension; its
# author agreed that it did not, and changed it. For a batch of one, with scores (2, 0, 1) and (1, 3, 0), the
# two rows of weights sum to 1.51 and 1.49. See [issue 1 of
# nerminnuraydogan/vision-transformer](https://github.com/nerminnuraydogan/vision-transformer/issues/1).
#
# Each query shares out 1 among its keys, in every sequence of the batch.


# %%
def patch_weights(q, k):
    """Weights (batch, T_q, T_k) of queries (batch, T_q, d_k) on keys (batch, T_k, d_k)."""
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    return softmax(scores, axis=1)


# %%
scores = np.array([[[2.0, 0, 1], [1, 3, 0]]])
weights = patch_weights(scores * np.sqrt(3), np.eye(3)[None])  # these keys read off the scores
assert weights[0].sum(axis=-1).round(2).tolist() == [1.51, 1.49]

# %% [markdown]
# ### Name bug 1
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_01")

# %% tags=["solution"]
quiz("20_bug_01", choice="c")

# %% [markdown]
# ### Mend bug 1
#
# Write `mended_01(q, k)` so that it does what the sentences above say.


# %%
def mended_01(q, k):
    """Weights (batch, T_q, T_k) of queries (batch, T_q, d_k) on keys (batch, T_k, d_k)."""
    ### BEGIN SOLUTION
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    return softmax(scores, axis=-1)
    ### END SOLUTION


# %%
check("bug_01_image_patches", mended_01)

# %%
# hint("bug_01_image_patches")

# %% [markdown]
# ### Catch bug 1
#
# Write `test_01(patch_weights)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_01(patch_weights):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4))
    weights = patch_weights(q, k)
    assert weights.shape == (2, 3, 5)
    assert np.allclose(weights.sum(axis=-1), 1)
    ### END SOLUTION


# %%
check("test_01_image_patches", test_01)

# %%
# hint("test_01_image_patches")

# %% [markdown] tags=["solution"]
# *Axis 1 of (batch, T_q, T_k) holds the queries, so every key shares out 1 among them. In a notebook without
# a batch axis the same line would be right.* Rows sum to 1, each row for itself, and columns need not.

# %% [markdown]
# ## The next word
#
# A reader of a book on language models saw a mask of True above the diagonal go into a function that reads
# True as “may look”; another function of the same library reads it as “hidden”. The author confirmed it, and
# a test was added that changes later tokens. With three equal scores in each row, the first row of weights is
# (0, 0.5, 0.5) and the last is empty. See [issue 1061 of
# rasbt/LLMs-from-scratch](https://github.com/rasbt/LLMs-from-scratch/issues/1061).
#
# A token may look at itself and at all tokens before it.


# %%
def next_word_weights(scores):
    """Causal weights (…, T, T): a token looks at itself and at what came before."""
    T = scores.shape[-1]
    mask = np.triu(np.ones((T, T), dtype=bool), 1)
    return softmax(np.where(mask, scores, -np.inf))


# %%
assert next_word_weights(np.zeros((3, 3))).tolist() == [[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0]]

# %% [markdown]
# ### Name bug 2
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_02")

# %% tags=["solution"]
quiz("20_bug_02", choice="a")

# %% [markdown]
# ### Mend bug 2
#
# Write `mended_02(scores)` so that it does what the sentences above say.


# %%
def mended_02(scores):
    """Causal weights (…, T, T): a token looks at itself and at what came before."""
    ### BEGIN SOLUTION
    T = scores.shape[-1]
    mask = np.tril(np.ones((T, T), dtype=bool))
    return softmax(np.where(mask, scores, -np.inf))
    ### END SOLUTION


# %%
check("bug_02_next_word", mended_02)

# %%
# hint("bug_02_next_word")

# %% [markdown]
# ### Catch bug 2
#
# Write `test_02(next_word_weights)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_02(next_word_weights):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    scores = np.random.default_rng(0).normal(size=(5, 5))
    weights = next_word_weights(scores)
    assert np.allclose(np.triu(weights, 1), 0)
    assert np.allclose(weights.sum(axis=-1), 1)
    ### END SOLUTION


# %%
check("test_02_next_word", test_02)

# %%
# hint("test_02_next_word")

# %% [markdown] tags=["solution"]
# *np.triu with offset 1 is True for what comes after the token, and True is what np.where lets through.*
# Nothing above the diagonal, and rows that sum to 1.

# %% [markdown]
# ## Hidden patches
#
# A library of image models applied the mask of one of its attention blocks after softmax, until a merged
# change moved it. The hidden column is 0, as it should be, and nothing looks wrong in a picture. With scores
# (2, 0, 1) and the third key hidden, the row of weights sums to 0.76. See [pull request 2236 of
# huggingface/pytorch-image-models](https://github.com/huggingface/pytorch-image-models/pull/2236).
#
# Hidden keys get weight 0, each row sums to 1, and a row that may look at nothing is all zeros.


# %%
def masked_patches(scores, mask):
    """Weights (…, T_q, T_k) on the patches that are there; mask True = may look."""
    weights = softmax(scores)
    return weights * mask


# %%
weights = masked_patches(np.array([[2.0, 0, 1]]), np.array([[True, True, False]]))
assert weights[0, 2] == 0
assert weights.sum().round(2) == 0.76

# %% [markdown]
# ### Name bug 3
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_03")

# %% tags=["solution"]
quiz("20_bug_03", choice="b")

# %% [markdown]
# ### Mend bug 3
#
# Write `mended_03(scores, mask)` so that it does what the sentences above say.


# %%
def mended_03(scores, mask):
    """Weights (…, T_q, T_k) on the patches that are there; mask True = may look."""
    ### BEGIN SOLUTION
    return softmax(np.where(mask, scores, -np.inf))
    ### END SOLUTION


# %%
check("bug_03_hidden_patches", mended_03)

# %%
# hint("bug_03_hidden_patches")

# %% [markdown]
# ### Catch bug 3
#
# Write `test_03(masked_patches)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_03(masked_patches):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    scores = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, -1.0]])
    mask = np.array([[True, True, False], [True, True, False]])
    weights = masked_patches(scores, mask)
    assert np.allclose(weights[~mask], 0)
    assert np.allclose(weights.sum(axis=-1), 1)
    assert np.allclose(weights[:, 1] / weights[:, 0], np.exp(scores[:, 1] - scores[:, 0]))
    ### END SOLUTION


# %%
check("test_03_hidden_patches", test_03)

# %%
# hint("test_03_hidden_patches")

# %% [markdown] tags=["solution"]
# *The mask zeroes weights that softmax has already shared out. Hidden keys still count in the denominator, so
# rows fall short and hidden scores still have a say.* Hidden keys get nothing, rows sum to 1, and the ratios
# of the visible ones follow from their scores.

# %% [markdown]
# ## Knowledge tracing
#
# A reader of a knowledge-tracing model printed the probabilities and found some above 0 for answers that lie
# in the future; the authors agreed and changed it. For a first token, which may look at itself alone, the
# shares come out as (0.576, 0.212, 0.212), and every row is nearly even. See [issue 6 of
# zyy-2001/DisKT](https://github.com/zyy-2001/DisKT/issues/6).
#
# A token may look at itself and at all tokens before it. Only the output comes back.


# %%
def trace_knowledge(q, k, v):
    """Causal self-attention: the output (…, T, d_v) for q and k (…, T, d_k) and v (…, T, d_v)."""
    attn = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    attn = np.where(np.tri(attn.shape[-1], dtype=bool), attn, -np.inf)
    attn = softmax(attn)
    return softmax(attn) @ v


# %%
scores = np.array([[4.0, 0, 0], [0, 0, 0], [0, 0, 0]])
output = trace_knowledge(scores * np.sqrt(3), np.eye(3), np.eye(3))  # these values read off the shares
assert output[0].round(3).tolist() == [0.576, 0.212, 0.212]

# %% [markdown]
# ### Name bug 4
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_04")

# %% tags=["solution"]
quiz("20_bug_04", choice="d")

# %% [markdown]
# ### Mend bug 4
#
# Write `mended_04(q, k, v)` so that it does what the sentences above say.


# %%
def mended_04(q, k, v):
    """Causal self-attention: the output (…, T, d_v) for q and k (…, T, d_k) and v (…, T, d_v)."""
    ### BEGIN SOLUTION
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)
    return softmax(scores) @ v
    ### END SOLUTION


# %%
check("bug_04_knowledge_tracing", mended_04)

# %%
# hint("bug_04_knowledge_tracing")

# %% [markdown]
# ### Catch bug 4
#
# Write `test_04(trace_knowledge)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_04(trace_knowledge):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    q, k, v = 2 * rng.normal(size=(4, 3)), 2 * rng.normal(size=(4, 3)), rng.normal(size=(4, 2))
    output = trace_knowledge(q, k, v)
    e = np.exp(k @ q[-1] / np.sqrt(3))
    assert np.allclose(output[-1], e / e.sum() @ v)
    assert np.allclose(output[0], v[0])
    ### END SOLUTION


# %%
check("test_04_knowledge_tracing", test_04)

# %%
# hint("test_04_knowledge_tracing")

# %% [markdown] tags=["solution"]
# *The last line applies softmax to what is already weights. Zeros become e to the power 0, which is 1, and
# get a share again.* The last token, worked out by hand; and the first, which sees itself alone.

# %% [markdown]
# ## Translation in batches
#
# In a well-known implementation of the translation model, sentences of a batch are filled up with padding. A
# pull request noted that the mask works only because the fill is -10000 and not minus infinity, with which
# whole rows would become NaN. With scores (2, 0, 1) and a padded third key, that key gets 0.245 of the first
# row; the row of the padding itself is even, 0.333 each. See [pull request 40 of
# hyunwoongko/transformer](https://github.com/hyunwoongko/transformer/pull/40).
#
# No query of a sequence may look at padding of that sequence. Every sequence has at least one word.


# %%
def translation_weights(scores, real):
    """Weights (batch, n_heads, T, T); real (batch, T) is True for a word and False for padding."""
    mask = real[:, None, :, None]
    return softmax(np.where(mask, scores, -1e4))


# %%
scores = np.array([[[[2.0, 0, 1], [1, 3, 0], [0, 1, 2]]]])
weights = translation_weights(scores, np.array([[True, True, False]]))
assert weights[0, 0, 0, 2].round(3) == 0.245
assert weights[0, 0, 2].round(3).tolist() == [0.333, 0.333, 0.333]

# %% [markdown]
# ### Name bug 5
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_05")

# %% tags=["solution"]
quiz("20_bug_05", choice="b")

# %% [markdown]
# ### Mend bug 5
#
# Write `mended_05(scores, real)` so that it does what the sentences above say.


# %%
def mended_05(scores, real):
    """Weights (batch, n_heads, T, T); real (batch, T) is True for a word and False for padding."""
    ### BEGIN SOLUTION
    mask = real[:, None, None, :]
    return softmax(np.where(mask, scores, -np.inf))
    ### END SOLUTION


# %%
check("bug_05_translation", mended_05)

# %%
# hint("bug_05_translation")

# %% [markdown]
# ### Catch bug 5
#
# Write `test_05(translation_weights)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_05(translation_weights):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    scores = np.random.default_rng(0).normal(size=(3, 2, 4, 4))
    real = np.arange(4) < np.array([[4], [2], [3]])
    weights = translation_weights(scores, real)
    padded = np.broadcast_to(~real[:, None, None, :], weights.shape)
    assert np.allclose(weights[padded], 0)
    assert np.allclose(weights.sum(axis=-1), 1)
    ### END SOLUTION


# %%
check("test_05_translation", test_05)

# %%
# hint("test_05_translation")

# %% [markdown] tags=["solution"]
# *The mask has its long axis where the queries are. Rows of padding are blanked, and padded keys stay visible
# to everyone.* No share for padding, in sequences of different lengths; rows that sum to 1.

# %% [markdown]
# ## One new token
#
# Somebody wrote text token by token, with the keys and values of earlier tokens cached, and switched on the
# library's causal mask: each step gave the same vector again. With five cached values 0, 1, 2, 3, 4 and equal
# scores the newest token's output is 0, where 2 is right, and it was 0 at the steps before. See [issue 144858
# of pytorch/pytorch](https://github.com/pytorch/pytorch/issues/144858).
#
# The queries are the last of the tokens whose keys and values are there; each may look at itself and at all
# before it.


# %%
def next_tokens(q, k, v):
    """Output (T_q, d_v) for the newest T_q tokens; k and v hold all T_k tokens so far, the newest last."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    mask = np.tri(len(q), len(k), dtype=bool)
    return softmax(np.where(mask, scores, -np.inf)) @ v


# %%
values = np.arange(5.0)[:, None]
for n in range(2, 6):
    assert next_tokens(np.ones((1, 4)), np.zeros((n, 4)), values[:n]) == 0

# %% [markdown]
# ### Name bug 6
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_06")

# %% tags=["solution"]
quiz("20_bug_06", choice="c")

# %% [markdown]
# ### Mend bug 6
#
# Write `mended_06(q, k, v)` so that it does what the sentences above say.


# %%
def mended_06(q, k, v):
    """Output (T_q, d_v) for the newest T_q tokens; k and v hold all T_k tokens so far, the newest last."""
    ### BEGIN SOLUTION
    scores = q @ k.T / np.sqrt(q.shape[-1])
    mask = np.tri(len(q), len(k), len(k) - len(q), dtype=bool)
    return softmax(np.where(mask, scores, -np.inf)) @ v
    ### END SOLUTION


# %%
check("bug_06_one_new_token", mended_06)

# %%
# hint("bug_06_one_new_token")

# %% [markdown]
# ### Catch bug 6
#
# Write `test_06(next_tokens)`: it raises `AssertionError` for the bug and its relatives, and returns quietly
# for any right version.


# %%
def test_06(next_tokens):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(2, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    output = next_tokens(q, k, v)
    for i, n in enumerate((4, 5)):  # the first of the two sees four keys, the second all five
        e = np.exp(k[:n] @ q[i] / 2)
        assert np.allclose(output[i], e / e.sum() @ v[:n])
    ### END SOLUTION


# %%
check("test_06_one_new_token", test_06)

# %%
# hint("test_06_one_new_token")

# %% [markdown] tags=["solution"]
# *np.tri(1, 5) is True for the first key alone. The mask fits while T_q = T_k, in training, and breaks once
# keys are cached.* The newest tokens get what they would get if all tokens were computed at once.

# %% [markdown]
# ## A perceiver
#
# An issue on a model with cross-attention pointed at the line that scales the scores; its author called the
# mistake a dumb one and mended it. With d_k = 64 and dot products of 8 and 0, the weights should be 0.731 and
# 0.269; they came out as 1 and 0, to three digits. The best key is still the best, so the model trains. See
# [issue 9 of esceptico/perceiver-io](https://github.com/esceptico/perceiver-io/issues/9).
#
# Scores are dot products divided by the root of d_k. Only the output comes back.


# %%
def perceive(q, k, v):
    """Cross-attention: output (…, T_q, d_v) for q (…, T_q, d_k), k (…, T_k, d_k) and v (…, T_k, d_v)."""
    scale = q.shape[-1] ** -0.5
    scores = q @ np.swapaxes(k, -1, -2) / scale
    return softmax(scores) @ v


# %%
q, k = np.zeros((1, 64)), np.zeros((2, 64))
q[0, 0], k[0, 0] = 8.0, 1.0  # dot products 8 and 0
assert perceive(q, k, np.array([[1.0], [0.0]])).round(3) == 1

# %% [markdown]
# ### Name bug 7
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_07")

# %% tags=["solution"]
quiz("20_bug_07", choice="a")

# %% [markdown]
# ### Mend bug 7
#
# Write `mended_07(q, k, v)` so that it does what the sentences above say.


# %%
def mended_07(q, k, v):
    """Cross-attention: output (…, T_q, d_v) for q (…, T_q, d_k), k (…, T_k, d_k) and v (…, T_k, d_v)."""
    ### BEGIN SOLUTION
    scale = q.shape[-1] ** -0.5
    scores = q @ np.swapaxes(k, -1, -2) * scale
    return softmax(scores) @ v
    ### END SOLUTION


# %%
check("bug_07_perceiver", mended_07)

# %%
# hint("bug_07_perceiver")

# %% [markdown]
# ### Catch bug 7
#
# Write `test_07(perceive)`: it raises `AssertionError` for the bug and its relatives, and returns quietly for
# any right version.


# %%
def test_07(perceive):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(1, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
    e = np.exp(k @ q[0] / 2)  # the root of d_k = 4
    assert np.allclose(perceive(q, k, v)[0], e / e.sum() @ v)
    ### END SOLUTION


# %%
check("test_07_perceiver", test_07)

# %%
# hint("test_07_perceiver")

# %% [markdown] tags=["solution"]
# *`scale` holds d_k to the power -0.5, and dividing by it multiplies by the root of d_k. Scores come out d_k
# times too large.* One query, worked out by hand; d_k, T_k and d_v are all different.

# %% [markdown]
# ## Capped scores
#
# The specification of an attention operator applied the soft-cap to scores that were hidden already. An issue
# asked for the other order, since small caps leak: with scores (2, 0, 1), the third key hidden and a cap of
# 2, that key gets 0.024. With the cap of 50 that a well-known model uses, it gets less than any plot can
# show. See [issue 7865 of onnx/onnx](https://github.com/onnx/onnx/issues/7865).
#
# A soft-cap bends scores: cap · tanh(score / cap) leaves small ones almost as they are, and none gets beyond
# the cap. Hidden keys get weight 0, each row sums to 1, and a row that may look at nothing is all zeros.


# %%
def capped_weights(scores, mask, cap):
    """Weights (…, T_q, T_k) of scores bent to stay between -cap and cap; mask True = may look."""
    scores = np.where(mask, scores, -np.inf)
    scores = cap * np.tanh(scores / cap)
    return softmax(scores)


# %%
scores, mask = np.array([[2.0, 0, 1]]), np.array([[True, True, False]])
assert capped_weights(scores, mask, 2.0)[0, 2].round(3) == 0.024
assert capped_weights(scores, mask, 50.0)[0, 2] < 1e-20

# %% [markdown]
# ### Name bug 8
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_08")

# %% tags=["solution"]
quiz("20_bug_08", choice="d")

# %% [markdown]
# ### Mend bug 8
#
# Write `mended_08(scores, mask, cap)` so that it does what the sentences above say.


# %%
def mended_08(scores, mask, cap):
    """Weights (…, T_q, T_k) of scores bent to stay between -cap and cap; mask True = may look."""
    ### BEGIN SOLUTION
    scores = cap * np.tanh(scores / cap)
    scores = np.where(mask, scores, -np.inf)
    return softmax(scores)
    ### END SOLUTION


# %%
check("bug_08_capped_scores", mended_08)

# %%
# hint("bug_08_capped_scores")

# %% [markdown]
# ### Catch bug 8
#
# Write `test_08(capped_weights)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_08(capped_weights):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    weights = capped_weights(np.array([[1.0, 3.0, 2.0]]), np.array([[True, True, False]]), 2.0)
    assert weights[0, 2] == 0
    assert np.isclose(weights[0, 1] / weights[0, 0], np.exp(2 * np.tanh(1.5) - 2 * np.tanh(0.5)))
    ### END SOLUTION


# %%
check("test_08_capped_scores", test_08)

# %%
# hint("test_08_capped_scores")

# %% [markdown] tags=["solution"]
# *tanh turns minus infinity into -1, so a hidden score ends as -cap, and e to the power -cap is a share.* A
# small cap: the hidden key gets nothing, and the visible ones follow their capped scores.

# %% [markdown]
# ## Splitting heads
#
# Someone asked on an implementation of the transformer whether the transpose in the split is needed at all,
# since one reshape gives the same shape. The answer showed that it mixes tokens. For two tokens 0 1 2 3 and 4
# 5 6 7 and two heads, head 0 should hold 0 1 and 4 5; with the reshape alone it holds 0 1 and 2 3, the whole
# first token. See [issue 15 of
# hyunwoongko/transformer](https://github.com/hyunwoongko/transformer/issues/15).
#
# Several heads work side by side, each on its own slice of every token: head 0 gets the first d components of
# all tokens, head 1 the next d. The head axis stands before time.


# %%
def into_heads(x, n_heads):
    """Split x (…, T, d_model) into heads (…, n_heads, T, d)."""
    *front, T, d_model = x.shape
    return x.reshape(*front, n_heads, T, d_model // n_heads)


# %%
x = np.arange(8).reshape(2, 4)
assert into_heads(x, 2).tolist() == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]

# %% [markdown]
# ### Name bug 9
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_09")

# %% tags=["solution"]
quiz("20_bug_09", choice="c")

# %% [markdown]
# ### Mend bug 9
#
# Write `mended_09(x, n_heads)` so that it does what the sentences above say.


# %%
def mended_09(x, n_heads):
    """Split x (…, T, d_model) into heads (…, n_heads, T, d)."""
    ### BEGIN SOLUTION
    *front, T, d_model = x.shape
    return np.swapaxes(x.reshape(*front, T, n_heads, d_model // n_heads), -2, -3)
    ### END SOLUTION


# %%
check("bug_09_split_heads", mended_09)

# %%
# hint("bug_09_split_heads")

# %% [markdown]
# ### Catch bug 9
#
# Write `test_09(into_heads)`: it raises `AssertionError` for the bug and its relatives, and returns quietly
# for any right version.


# %%
def test_09(into_heads):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    x = np.arange(12.0).reshape(2, 6)
    heads = into_heads(x, 3)
    assert heads.shape == (3, 2, 2)
    for h in range(3):
        assert np.array_equal(heads[h], x[:, 2 * h : 2 * h + 2])
    ### END SOLUTION


# %%
check("test_09_split_heads", test_09)

# %%
# hint("test_09_split_heads")

# %% [markdown] tags=["solution"]
# *Memory runs token by token, and reshape cuts it in that order: head 0 gets the first tokens whole, not
# every token's first slice.* Each head holds the same slice of every token.

# %% [markdown]
# ## Shared heads
#
# In grouped-query attention several query heads share one head of keys and values. A merged pull request on a
# training library restored the order in which they do, which a change had turned round. Two heads, filled
# with 0 and 5 and each used twice, should come out as 0, 0, 5, 5; they came out as 0, 5, 0, 5. See [pull
# request 842 of apple/axlearn](https://github.com/apple/axlearn/pull/842).
#
# Neighbouring query heads share a head of keys and values: query head h uses head h // n_rep.


# %%
def for_all_heads(x, n_rep):
    """Repeat key-value heads (…, n_kv, T, d) for n_kv * n_rep query heads: (…, n_kv * n_rep, T, d)."""
    return np.concatenate([x] * n_rep, axis=-3)


# %%
x = np.array([0, 5]).reshape(2, 1, 1)
assert for_all_heads(x, 2).ravel().tolist() == [0, 5, 0, 5]

# %% [markdown]
# ### Name bug 10
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_10")

# %% tags=["solution"]
quiz("20_bug_10", choice="b")

# %% [markdown]
# ### Mend bug 10
#
# Write `mended_10(x, n_rep)` so that it does what the sentences above say.


# %%
def mended_10(x, n_rep):
    """Repeat key-value heads (…, n_kv, T, d) for n_kv * n_rep query heads: (…, n_kv * n_rep, T, d)."""
    ### BEGIN SOLUTION
    return np.repeat(x, n_rep, axis=-3)
    ### END SOLUTION


# %%
check("bug_10_shared_heads", mended_10)

# %%
# hint("bug_10_shared_heads")

# %% [markdown]
# ### Catch bug 10
#
# Write `test_10(for_all_heads)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_10(for_all_heads):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    x = np.arange(12.0).reshape(2, 3, 2)
    heads = for_all_heads(x, 2)
    assert heads.shape == (4, 3, 2)
    for h in range(4):
        assert np.array_equal(heads[h], x[h // 2])
    ### END SOLUTION


# %%
check("test_10_shared_heads", test_10)

# %%
# hint("test_10_shared_heads")

# %% [markdown] tags=["solution"]
# *Whole copies one after another give the order 0, 1, 0, 1. Query heads 0 and 1 belong to one group, so it
# has to be 0, 0, 1, 1.* Query head h uses key-value head h // n_rep.

# %% [markdown]
# ## Dropout
#
# A library's attention function drops weights whenever its rate is above 0; switching the model to evaluation
# changes nothing, as an issue found and many projects mended one by one. Two calls on the same input then
# differ: with two equal keys, values 1 and 3 and a rate of 0.5 the output is 1 when the second weight is
# dropped and 3 when the first is, where 2 is right. See [issue 124464 of
# pytorch/pytorch](https://github.com/pytorch/pytorch/issues/124464).
#
# In training, weights whose `keep` is False become 0 and the others are divided by 1 − p. In use, with
# `training` False, nothing is dropped and nothing is divided.


# %%
def mix_with_dropout(scores, v, keep, p, training):
    """Output (T_q, d_v). keep (T_q, T_k) is drawn for each call: True where a weight stays. p: the rate."""
    weights = softmax(scores)
    weights = np.where(keep, weights, 0) / (1 - p)
    return weights @ v


# %%
scores, v = np.zeros((1, 2)), np.array([[1.0], [3.0]])
assert mix_with_dropout(scores, v, np.array([[True, False]]), 0.5, training=False) == 1
assert mix_with_dropout(scores, v, np.array([[False, True]]), 0.5, training=False) == 3

# %% [markdown]
# ### Name bug 11
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_11")

# %% tags=["solution"]
quiz("20_bug_11", choice="a")

# %% [markdown]
# ### Mend bug 11
#
# Write `mended_11(scores, v, keep, p, training)` so that it does what the sentences above say.


# %%
def mended_11(scores, v, keep, p, training):
    """Output (T_q, d_v). keep (T_q, T_k) is drawn for each call: True where a weight stays. p: the rate."""
    ### BEGIN SOLUTION
    weights = softmax(scores)
    if training:
        weights = np.where(keep, weights, 0) / (1 - p)
    return weights @ v
    ### END SOLUTION


# %%
check("bug_11_dropout", mended_11)

# %%
# hint("bug_11_dropout")

# %% [markdown]
# ### Catch bug 11
#
# Write `test_11(mix_with_dropout)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_11(mix_with_dropout):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    scores, v = np.array([[0.0, 0.0, 0.0, 0.0]]), np.eye(4)
    keep = np.array([[True, False, True, True]])
    assert np.allclose(mix_with_dropout(scores, v, keep, 0.2, training=False), 0.25)
    in_training = mix_with_dropout(scores, v, keep, 0.2, training=True)
    assert np.allclose(in_training, [[0.3125, 0, 0.3125, 0.3125]])
    ### END SOLUTION


# %%
check("test_11_dropout", test_11)

# %%
# hint("test_11_dropout")

# %% [markdown] tags=["solution"]
# *`training` is an argument, and nothing reads it: weights are dropped in use as well, a step that nobody
# asked for.* In use nothing is dropped; in training survivors are divided by 1 - p. And p is not a half.

# %% [markdown]
# ## A perfect loss
#
# A model reached a loss of nearly 0 in training and in validation, and wrote nonsense. After much debugging
# its owner found that the network had driven its scores below the -10000 that hides the future: a first
# token's score was -15258.98, so the two tokens after it got 0.5 each, and it could copy what it was meant to
# predict. See [issue 75 of karpathy/minGPT](https://github.com/karpathy/minGPT/issues/75).
#
# A token may look at itself and at all tokens before it, whatever the scores.


# %%
def copying_weights(scores):
    """Causal weights (…, T, T): a token looks at itself and at what came before."""
    T = scores.shape[-1]
    return softmax(np.where(np.tri(T, dtype=bool), scores, -1e4))


# %%
scores = np.array([[-15258.98, 0, 0], [-15044.79, -16940.48, 0], [0, 0, 0]])
assert copying_weights(scores)[:2].tolist() == [[0, 0.5, 0.5], [0, 0, 1]]

# %% [markdown]
# ### Name bug 12
#
# Read the code until you can say which mistake it is. Then answer in the form.

# %%
quiz("20_bug_12")

# %% tags=["solution"]
quiz("20_bug_12", choice="d")

# %% [markdown]
# ### Mend bug 12
#
# Write `mended_12(scores)` so that it does what the sentences above say.


# %%
def mended_12(scores):
    """Causal weights (…, T, T): a token looks at itself and at what came before."""
    ### BEGIN SOLUTION
    T = scores.shape[-1]
    return softmax(np.where(np.tri(T, dtype=bool), scores, -np.inf))
    ### END SOLUTION


# %%
check("bug_12_perfect_loss", mended_12)

# %%
# hint("bug_12_perfect_loss")

# %% [markdown]
# ### Catch bug 12
#
# Write `test_12(copying_weights)`: it raises `AssertionError` for the bug and its relatives, and returns
# quietly for any right version.


# %%
def test_12(copying_weights):
    """Refuse what is wrong, pass what is right."""
    ### BEGIN SOLUTION
    scores = np.random.default_rng(0).normal(size=(4, 4))
    low = np.where(np.tri(4, dtype=bool), scores - 2e4, scores)
    for table in (scores, low):
        weights = copying_weights(table)
        assert np.allclose(np.triu(weights, 1), 0)
        assert np.allclose(weights.sum(axis=-1), 1)
    ### END SOLUTION


# %%
check("test_12_perfect_loss", test_12)

# %%
# hint("test_12_perfect_loss")

# %% [markdown] tags=["solution"]
# *The fill hides while visible scores lie far above it. Here training pushed them below it, and the hidden
# keys took all.* Visible scores far below the hidden ones, and ordinary ones: nothing may reach the future.

# %% [markdown]
# ## In your own words: the bugs
#
# Which three of the twelve would your own tests have missed a week ago, and what do the inputs that catch
# them have in common? Two sentences.
#
# *Your answer: …*

# %% [markdown] tags=["solution"]
# *One answer:* The finite fill, the small cap and the cached keys: each is right for ordinary inputs and
# wrong at an edge. What catches a bug is an input that makes right and wrong differ: sizes that are all
# different, more than one sequence, head or new token, scores far from 0, and numbers worked out by hand.
