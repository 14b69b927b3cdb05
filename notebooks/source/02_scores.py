# ---
# attnedu:
#   title: "Scores: evidence before anyone decides"
#   objectives:
#     - Compute scores from queries and keys by loop, by matrix product and by attention_scores
#     - Say what a score means inside its row, and what it does not mean outside it
#     - Explain the division by √d_k with a measurement, without promising more than it does
#     - Tell scores from weights by their numbers, whatever name a library gives them
#   prerequisites: [01_talent_show]
#   teaching_minutes: 35
#   exercise_minutes: 20
# ---

# %% [markdown]
# # Scores: evidence before anyone decides
#
# In the talent show the judges wrote numbers on paper and nobody asked where the numbers came from. In
# attention they come from two lists of numbers, multiplied. This lesson builds that step, says what the
# result means, and explains the odd-looking division by a square root. Everything here happens *before*
# softmax: on the left bank of the river.
#
# **35 minutes**, and 20 for the [exercises](../exercises/02_scores.ipynb).
#
# 1. [From memory, before lesson 02](#From-memory,-before-lesson-02)
# 2. [A score of zero](#A-score-of-zero)
# 3. [Where a score comes from](#Where-a-score-comes-from)
# 4. [What a score means, and where it means nothing](#What-a-score-means,-and-where-it-means-nothing)
# 5. [Why divide by the square root?](#Why-divide-by-the-square-root?)
# 6. [Which length, and for how long?](#Which-length,-and-for-how-long?)
# 7. [Break it: rows, columns and company](#Break-it:-rows,-columns-and-company)
# 8. [Trust the row sums, not the name](#Trust-the-row-sums,-not-the-name)
# 9. [Exercises: scores](#Exercises:-scores)
# 10. [Remember: scores](#Remember:-scores)

# %%
import numpy as np

from attnedu import outcome, plot_pipeline, plot_scores, predict, quiz, show
from attnedu.core import (
    attention_scores,
    row_entropy,
    score_spread,
    softmax,
    softmax_backward,
    softmax_jacobian,
    stage_of,
)
from attnedu.plots import plot_bars

# %%
show(
    plot_pipeline(["scores", "scale"]),
    alt="The pipeline as a river. Left bank, scores: q·k, scale, modify. The bridge: softmax. "
    "Right bank: weights, ·V, output. Lit in this lesson: q·k and scale.",
)

# %% [markdown]
# ## From memory, before lesson 02
#
# Close the earlier lesson and answer from memory; recalling is what makes it stay.

# %%
quiz("02_recall_1")

# %%
quiz("02_recall_2")

# %%
quiz("02_recall_3")

# %% [markdown]
# ## A score of zero
#
# A judge hands in a sheet with three scores: 0, −1 and −2. The host's machine turns the sheet into shares
# of one prize, as in lesson 01. How much of the prize goes to the act whose score is **zero**?
#
# Write your share as a number from 0 to 1, and how sure you are from 0 (a pure guess) to 100 (certain), and
# only then run the next cell. A wrong guess that you were sure of is the one you will remember best.

# %%
predict("02_zero_score", share_of_zero=None, confidence=None)

# %%
sheet = np.array([0.0, -1.0, -2.0])
weights = softmax(sheet)
assert np.allclose(weights, [0.665, 0.245, 0.090], atol=5e-4)
outcome("02_zero_score", share_of_zero=weights[0])

# %% [markdown]
# Two thirds of the prize, 0.665. A zero is no refusal; on this sheet it is the best mark there is. What
# counts is how far a score stands above or below its neighbours, never whether it is large, small or zero
# by itself.
#
# It is often said that a score of zero means "no attention". That is not so: in a row of five zeros every
# key gets a fifth. The score that does mean "none" is −∞, and lesson 06 is about it.

# %%
weights = softmax(np.zeros(5))
assert np.allclose(weights, 1 / 5)
weights

# %% [markdown]
# ## Where a score comes from
#
# Give every judge a list of four tastes and every act a list of four qualities, in the same order: skill,
# humour, music, danger. The judge's list is the **query**, the act's list is the **key**. A positive taste
# wants the quality, a negative one is put off by it. The score is how well the two lists agree.

# %%
judges, acts = ["Ada", "Blaise", "Carl"], ["juggler", "singer", "magician", "dancer", "clown"]
q = np.array([[2.0, 0, -1, 1], [-1, 2, 1, -2], [0, 1, 3, 0]])
k = np.array([[2.0, 1, 0, 1], [1, 0, 2, 0], [1, 1, 0, 2], [1, 0, 1, -1], [0, 2, 0, 1]])
q.shape, k.shape

# %% [markdown]
# Three queries and five keys, each of length $d_k = 4$. Ada's list is (2, 0, −1, 1): she wants skill, likes
# danger, does not care for humour, and music annoys her. The juggler offers (2, 1, 0, 1).
#
# **In words.** To score one act for one judge, multiply the two lists entry by entry and add up: this is
# their *dot product*, the **raw** score. For Ada and the juggler that is 2·2 + 0·1 + (−1)·0 + 1·1 = 5. Then
# divide by the square root of the length of the lists, here √4 = 2, which gives 2.5: the **scaled** score.
# Do that for every pair.
#
# **In symbols.**
#
# $$ s_{ij} \;=\; \frac{q_i \cdot k_j}{\sqrt{d_k}} $$
#
# Read aloud: the score of key *j* for query *i* is the dot product of query *i* and key *j*, divided by the
# square root of the length that those two vectors share.
#
# **In code**, with a loop first, because the loop hides nothing.

# %%
T_q, T_k, d_k = len(q), len(k), q.shape[-1]
scores = np.zeros((T_q, T_k))
for i in range(T_q):
    for j in range(T_k):
        scores[i, j] = np.dot(q[i], k[j]) / np.sqrt(d_k)
assert scores[0, 0] == 2.5
scores

# %% [markdown]
# A table with one row for each query and one column for each key, shape (T_q, T_k) = (3, 5). All those dot
# products at once are one matrix product with the keys turned on their side, and `attention_scores` is that
# line with good manners: it checks the shapes, and it takes any batch or head axes in front.

# %%
by_matrix_product = q @ k.T / np.sqrt(d_k)
assert np.allclose(by_matrix_product, scores)
assert np.allclose(attention_scores(q, k), scores)

many = attention_scores(np.zeros((2, 6, 3, 4)), np.zeros((2, 6, 5, 4)))  # 2 sequences, 6 heads
assert many.shape == (2, 6, 3, 5)

# %% [markdown]
# Orange stands above zero and purple below it, because a score can be either. Find the one row with purple
# in it before you read on.

# %%
show(
    plot_scores(scores, queries=judges, keys=acts, title="scaled scores"),
    alt="Scaled scores of 3 judges for 5 acts on a scale centred at 0. Ada's largest is 2.5 for the juggler, "
    "Blaise's are 1 for the dancer and the clown, Carl's is 3 for the singer. Two of Ada's are 0; two of "
    "Blaise's are negative.",
    table=scores,
)

# %% [markdown]
# ## What a score means, and where it means nothing
#
# The rows of this table sum to whatever they sum to. Nobody has shared anything out yet.

# %%
assert scores.sum(axis=-1).tolist() == [5.0, 0.0, 6.5]
assert scores.min() == -1.5
scores.sum(axis=-1)

# %% [markdown]
# Now two edits. In a first copy of the table we add 5 to all of **Ada's row**. In a second copy we add 5 to
# all of **the juggler's column**. Each copy then goes through softmax, row by row, and becomes 15 weights.
# How many of the 15 weights change in each case?

# %%
predict("02_row_shift", changed_by_row=None, changed_by_column=None, confidence=None)

# %%
row_edit, column_edit = scores.copy(), scores.copy()
row_edit[0, :] += 5
column_edit[:, 0] += 5
weights = softmax(scores)
by_row = np.sum(~np.isclose(softmax(row_edit), weights))
by_column = np.sum(~np.isclose(softmax(column_edit), weights))
assert (by_row, by_column) == (0, 15)
outcome("02_row_shift", changed_by_row=by_row, changed_by_column=by_column)

# %% [markdown]
# The row edit changes **nothing**: Ada's gaps are what they were. The column edit changes **all fifteen**:
# for every judge the juggler rose above the others, and what the juggler gained the others lost.
#
# So a score is evidence *within its own row*. Comparing Ada's 2.5 with Carl's 3 is meaningless, since
# either row could be moved up or down as a whole and no weight would notice. The same holds for the colours
# of a heat map of scores: compare along a row, never down a column.
#
# One more thing that a score table is not. When the queries and the keys are made from the same tokens, as
# in self-attention, the table is square, and it is tempting to call it symmetric: surely "it" matches
# "ball" as well as "ball" matches "it"?

# %%
rng = np.random.default_rng(2)
tokens = rng.standard_normal((4, 6))
q_projection, k_projection = rng.standard_normal((6, 3)), rng.standard_normal((6, 3))

square = attention_scores(tokens @ q_projection, tokens @ k_projection)
assert not np.allclose(square, square.T)

shared = attention_scores(tokens @ q_projection, tokens @ q_projection)  # one projection for both
assert np.allclose(shared, shared.T)
assert not np.allclose(softmax(shared), softmax(shared).T)

# %% [markdown]
# What a token *asks for* and what it *offers* come from two different projections, so $s_{ij}$ and $s_{ji}$
# differ. Even with one projection for both, where the scores are symmetric, the weights are not: each row
# is shared out by itself.

# %% [markdown]
# ## Why divide by the square root?
#
# A dot product of two vectors of length 64 adds up 64 products. Draw the entries independently with mean 0
# and variance 1. Each product is then of size about 1, sometimes positive and sometimes negative. How far
# does the *sum* spread: what is its standard deviation at length 64, and at length 256?

# %%
predict("02_spread", at_64=None, at_256=None, confidence=None)

# %%
rng = np.random.default_rng(0)
spread = {d: score_spread(d, 20_000, rng) for d in (4, 16, 64, 128, 256, 512)}  # (unscaled, scaled)
for d, (unscaled, scaled) in spread.items():
    assert np.isclose(unscaled, np.sqrt(d), rtol=0.03)
    assert np.isclose(scaled, 1, rtol=0.03)
    print(f"d_k = {d:3}   unscaled {unscaled:5.1f}   √d_k {np.sqrt(d):5.1f}   scaled {scaled:.2f}")
outcome("02_spread", at_64=spread[64][0], at_256=spread[256][0])

# %% [markdown]
# About 8 and about 16. Variances of independent terms add, so 64 products of variance 1 have a sum of
# variance 64, and its standard deviation is √64 = 8. Four times the length gives twice the spread. Dividing
# by $\sqrt{d_k}$ undoes exactly that: whatever the length, scores of fresh random vectors spread by 1.
#
# Why should anyone mind a spread of 8? Because of what waits on the other bank. We give each of 2,000
# queries 16 random keys, cross the bridge with and without the division, and ask three things about each
# row of weights: how large is its largest share, how much *choice* is left (the entropy, which would be ln
# 16 = 2.77 for an even split and 0 for a single winner; lesson 04 explains it), and how many rows have all
# but stopped to react to their scores (the size of the derivative of softmax is below 0.05; lesson 03
# derives it).

# %%
rng = np.random.default_rng(0)
lengths, rows = (4, 16, 64, 128, 256, 512), []
for d in lengths:
    raw = (rng.standard_normal((2000, 1, d)) @ rng.standard_normal((2000, d, 16)))[:, 0]
    unscaled, scaled = softmax(raw), softmax(raw / np.sqrt(d))
    stuck = np.linalg.norm(softmax_jacobian(unscaled), axis=(1, 2)) < 0.05
    largest = unscaled.max(-1).mean(), scaled.max(-1).mean()
    entropy = row_entropy(unscaled).mean(), row_entropy(scaled).mean()
    rows.append([*largest, *entropy, stuck.mean()])
    print(f"d_k {d:3}   largest {largest[0]:.2f}, divided {largest[1]:.2f}", end="   ")
    print(f"entropy {entropy[0]:.2f}, divided {entropy[1]:.2f}   rows stuck {stuck.mean():.1%}")

# %%
largest, largest_scaled, entropy, entropy_scaled, stuck = np.array(rows).T
assert np.allclose(largest, [0.42, 0.685, 0.844, 0.894, 0.923, 0.943], atol=0.02)
assert np.allclose(largest_scaled, 0.245, atol=0.02)
assert np.allclose(entropy, [1.78, 0.90, 0.41, 0.27, 0.19, 0.14], atol=0.05)
assert np.allclose(entropy_scaled, 2.36, atol=0.03)
assert stuck[1] < 1 / 8
assert 0.7 < stuck[-1] < 0.8

# %% [markdown]
# Without the division, long vectors decide before anything has been learned: at $d_k = 512$ one key in
# sixteen takes nearly 95 % of a *random* row, and almost three rows in four hardly react to their scores
# any more. With the division, length makes no difference.
#
# Notice where the trouble starts. At $d_k = 16$ fewer than one row in eight is stuck, so the damage comes
# later than folklore has it.

# %% [markdown]
# One such random row, at length 512 with eight keys, before and after the division. On the left the two
# pictures have the same shape; read the numbers.

# %%
rng = np.random.default_rng(4)
one_row = rng.standard_normal(512) @ rng.standard_normal((512, 8))
for what, received in (("not divided", one_row), ("divided by √512", one_row / np.sqrt(512))):
    weights = softmax(received)
    show(
        plot_bars(received, weights, title=what),
        alt=f"Bars of one random row, {what}: scores from {received.min():.1f} to {received.max():.1f}, "
        f"largest weight {weights.max():.2f}.",
        table={"key": [f"k{j}" for j in range(8)], "score": received.round(2), "weight": weights},
    )

# %% [markdown]
# ### What happens to the gradients, said exactly
#
# *Optional, for those who know derivatives.*
#
# The paper that introduced the division (Vaswani et al. 2017, section 3.2.1) is careful: its authors
# *suspect* that large dot products push softmax into regions with extremely small gradients. Let us measure
# instead. At $d_k = 64$ we send a random gradient back to 2,000 queries, with and without the division.
# Compared with the divided version, the undivided gradients are
#
# - "a": nearly all much smaller;
# - "b": nearly all much larger;
# - "c": far smaller for some queries, far larger for others.

# %%
predict("02_gradients", letter=None, confidence=None)

# %%
rng = np.random.default_rng(0)
q_64, k_64 = rng.standard_normal((2000, 1, 64)), rng.standard_normal((2000, 16, 64))
from_above = rng.standard_normal((2000, 1, 16))
raw = q_64 @ np.swapaxes(k_64, -1, -2)


def gradient_sizes(scale):
    to_scores = softmax_backward(softmax(raw * scale), from_above)
    return np.linalg.norm(to_scores @ k_64 * scale, axis=-1)


# %%
without = np.percentile(gradient_sizes(1), [10, 50, 90])
divided = np.percentile(gradient_sizes(1 / 8), [10, 50, 90])
print("percentiles 10, 50, 90   without:", without.round(4), "  divided:", divided.round(3))
assert np.allclose(without, [0.0014, 0.37, 3.2], rtol=0.05)
assert np.allclose(divided, [0.165, 0.264, 0.426], rtol=0.05)
outcome("02_gradients", letter="c")

# %% [markdown]
# Without the division the middle query gets *more* gradient, not less: 0.37 against 0.26. But one query in
# ten gets less than about 0.0014 and one in ten more than about 3.2, and these two ends differ by a factor
# above 1,000. Divided, they differ by less than 3.
#
# It is often said that without √d_k "the gradients vanish". That is half the story: **without scaling,
# gradients become wildly uneven. Many rows get almost none, some get far too much.** The chain rule shows
# why, since an undivided score also hands the query a gradient that is √d_k times larger, for those rows
# that can still move.

# %%
assert without[1] > divided[1]
assert without[2] / without[0] > 1000
assert divided[2] / divided[0] < 3

# %% [markdown]
# ## Which length, and for how long?
#
# The divisor is the length of **the vectors that were multiplied**. A model of width 32 with 8 heads
# multiplies vectors of length 4 inside each head, so $d_k$ is 4 and never 32. Dividing by √32 would shrink
# the spread to 1/√8 = 0.35 and start every head off too flat. It is not the number of keys either, nor the
# length of the values.

# %%
rng = np.random.default_rng(1)
n_heads, head_length, width = 8, 4, 32
one_head = rng.standard_normal((20_000, head_length)) * rng.standard_normal((20_000, head_length))
dots = one_head.sum(axis=-1)
assert width == n_heads * head_length
assert np.isclose((dots / np.sqrt(head_length)).std(), 1, atol=0.03)
assert np.isclose((dots / np.sqrt(width)).std(), 1 / np.sqrt(8), atol=0.03)

# %% [markdown]
# Nor is it a promise for life. The argument was about *independent* entries of variance 1, which describes
# a model before training. Training lets vectors grow, and lets a query line up with the key it wants. Both
# undo the bargain: queries and keys three times as long spread the scores nine times as far, and a query
# that equals its key scores about √d_k *after* the division.

# %%
rng = np.random.default_rng(3)
x, y = rng.standard_normal((20_000, 64)), rng.standard_normal((20_000, 64))
grown = np.sum(3 * x * 3 * y, axis=-1) / np.sqrt(64)
aligned = np.sum(x * x, axis=-1) / np.sqrt(64)
assert np.isclose(grown.std(), 9, rtol=0.03)
assert np.isclose(aligned.mean(), np.sqrt(64), rtol=0.03)
round(grown.std(), 1), round(aligned.mean(), 1)

# %% [markdown]
# That is why large models add further measures, such as normalised queries and keys (Henry et al. 2020;
# Dehghani et al. 2023 for a model of 22 billion parameters) or capped scores (Gemma 2), and why one recipe
# divides by $d_k$ instead of its root: once queries and keys are correlated, their dot product grows like
# $d_k$ itself (Yang et al. 2022). All of them act on scores. You will meet them in lesson 07.

# %% [markdown]
# ## Break it: rows, columns and company
#
# **Swap the two.** `k @ q.T` in place of `q @ k.T` gives the shape (5, 3): the acts now judge the judges,
# and softmax along its rows would share out each *act's* judges. Here the shape gives it away. In
# self-attention the table is square, the shape is right, and every number sits in the wrong place.

# %%
assert (k @ q.T).shape == (5, 3)
asked, offered = tokens @ q_projection, tokens @ k_projection
swapped = attention_scores(offered, asked)
assert swapped.shape == square.shape
assert np.allclose(swapped, square.T)
assert not np.allclose(swapped, square)

# %% [markdown]
# This is why the examples of this course keep all sizes different: $T_q = 3$, $T_k = 5$, $d_k = 4$. A
# square example forgives too much.
#
# **Your turn.** Someone tells you: "the row with a 9 in it is more focused than the row whose best score is
# 2." Change the two rows below, leaving the 9 and the 2 as the largest, until that is false: the row of the
# 2 should give its favourite the larger weight.

# %%
row_with_9 = np.array([9.0, 1.0, 0.0])
row_with_2 = np.array([2.0, 1.0, 0.0])

largest_weight = softmax(row_with_9).max(), softmax(row_with_2).max()
print(f"9: {largest_weight[0]:.3f}   2: {largest_weight[1]:.3f}")
print("you did it" if largest_weight[1] > largest_weight[0] else "the 9 still has the more focused row")

# %% [markdown]
# One way out: put company next to the 9 and push the rivals of the 2 away. *(Run this after you have
# tried.)*

# %%
crowded, lonely = softmax(np.array([9.0, 8.9, 8.8])), softmax(np.array([2.0, -2.0, -3.0]))
assert np.isclose(crowded.max(), 0.367, atol=5e-4)
assert np.isclose(lonely.max(), 0.976, atol=5e-4)
crowded.round(3), lonely.round(3)

# %% [markdown]
# ## Trust the row sums, not the name
#
# This course says *score* before softmax and *weight* after it, always. The rest of the world does not. The
# same two stages, as papers and libraries name them:
#
# | where | before softmax | after softmax |
# |---|---|---|
# | this course | score | weight |
# | Vaswani et al. 2017 | (no noun) | "weights on the values" |
# | PyTorch, docstring of `scaled_dot_product_attention` | `attn_weight` | `attn_weight` |
# | PyTorch, `nn.MultiheadAttention` | `attn_output_weights` | `attn_output_weights` |
# | PyTorch, FlexAttention | "attention score", `score_mod` | |
# | Hugging Face transformers 5.24, most models | `attn_weights` | `attn_weights` |
# | the same, gpt-oss | `attn_weights` | `scores` |
# | the same, BLOOM | `attention_scores` | `attention_probs` |
# | Keras `MultiHeadAttention` | | "attention_scores" |
# | JAX `dot_product_attention` | logits | probs |
# | TransformerLens | `hook_attn_scores` | `hook_pattern` |
# | StreamingLLM (Xiao et al. 2023) | | "attention scores" |
#
# Three rows use one name for both stages, and three use *scores* for what sums to 1. So read the numbers.
# `stage_of` takes an array and says what it can be, and why. Below, the left column is what you would find
# in print; the arrays are Ada's, Blaise's and Carl's.

# %%
weights = softmax(scores)
in_print = {
    "attn_weight    PyTorch docstring, first line": scores,
    "attn_weight    PyTorch docstring, later line": weights,
    "scores         gpt-oss": weights,
    "attention_scores   Keras": weights,
    "logits         JAX": scores,
}
for name, array in in_print.items():
    print(f"{name:46} {stage_of(array)}")
assert [stage_of(array).name for array in in_print.values()] == [
    "raw scores", "weights", "weights", "weights", "raw scores",
]  # fmt: skip

# %% [markdown]
# How far can numbers alone be trusted? A negative entry settles it: scores. Rows that are not negative and
# all sum to 1 are weights for every practical purpose, though a single row of scores could add up to 1 by
# chance. That is why `stage_of` keeps a list of the other candidates too. (It says "raw scores" of every
# score that nobody has hidden yet: a division leaves no trace in the numbers.)

# %%
by_chance = stage_of(np.array([[0.5, 0.5]]))
assert by_chance.candidates == ("weights", "raw scores")
print(by_chance, by_chance.candidates, sep="\n")

# %% [markdown]
# ## Exercises: scores
#
# Open [the exercises of this lesson](../exercises/02_scores.ipynb) and write `attention_scores(q, k)` and
# `score_spread(d_k, n, rng)` yourself. Then say of four arrays which stage they are from, and answer four
# questions. Twenty minutes. Each function is checked, and the check shows where the numbers of a wrong one
# first go wrong.
#
# ## Remember: scores
#
# - A score is any real number, one for each query and key, and only the gaps within its row mean anything.
# - Zero is an ordinary score. The score that means "none" is −∞.
# - Dividing by √d_k, the root of the length of the multiplied vectors, keeps the spread of random scores at
#   1, so that softmax does not decide before training; it promises nothing about later.
#
# **Red flags**, in an interview or in your own notes: "a score of 0 means no attention"; "9 beats 2", said
# across rows; "scores are symmetric because similarity is"; "divide by √d_model"; "without √d_k all
# gradients vanish"; "the variable is called `scores`, so these are scores".
#
# **The 60-second version.** Every query is multiplied with every key, and the dot product, divided by √d_k,
# is the score: evidence about how well they fit, a real number of either sign. The table has one row for
# each query and one column for each key. Add a constant to a row and nothing changes later; add it to a
# column and everything does. Dot products of random vectors spread like √d_k, and undivided they would make
# softmax pick near-certain winners at random, with gradients that are almost zero for many rows and huge
# for some. Which stage an array is from you read off its row sums, because names differ from library to
# library. Next: the bridge itself.
