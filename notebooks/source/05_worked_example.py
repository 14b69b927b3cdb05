# ---
# attnedu:
#   title: "The worked example: every number by hand"
#   objectives:
#     - Work attention through on paper, from queries and keys to the output
#     - Get the same numbers from a loop, from `@` and from `attention(...)`, stage by stage
#     - Read the scores and weights of a real head, and say what they do not show
#   prerequisites: [02_scores, 03_softmax, 04_weights_and_output]
#   teaching_minutes: 30
#   exercise_minutes: 20
# ---

# %% [markdown]
# # The worked example: every number by hand
#
# Three tokens, four numbers in each query and key, two in each value. Small enough for paper, and complete:
# whoever has done it once by hand can check any attention in any library. Then the same steps on a head of
# a real language model.
#
# **30 minutes**, and 20 for the [exercises](../exercises/05_worked_example.ipynb). Have paper and a pencil
# ready.
#
# 1. [From memory, before lesson 05](#From-memory,-before-lesson-05)
# 2. [Hook: two rows, one top score](#Hook:-two-rows,-one-top-score)
# 3. [On paper](#On-paper)
# 4. [The hand-worked table](#The-hand-worked-table)
# 5. [As a loop](#As-a-loop)
# 6. [As a matrix product](#As-a-matrix-product)
# 7. [As attention with its Trace](#As-attention-with-its-Trace)
# 8. [Break it: a square example](#Break-it:-a-square-example)
# 9. [A real head](#A-real-head)
# 10. [What this does not show](#What-this-does-not-show)
# 11. [A model that reads both ways](#A-model-that-reads-both-ways)
# 12. [Exercises: the worked example](#Exercises:-the-worked-example)
# 13. [Remember: the worked example](#Remember:-the-worked-example)

# %%
import numpy as np

from attnedu import HeadGrid, outcome, plot_pipeline, predict, quiz, show, side_by_side
from attnedu.core import attention, causal_mask, mask_scores, row_sums, softmax, worked_example
from attnedu.plots import plot_bars
from attnedu.widgets import explore_head_grid

# %%
show(
    plot_pipeline(["scores", "scale", "softmax", "weights", "output"]),
    alt="The pipeline as a river, from q·k over softmax to the output. This lesson walks through all of it "
    "except modify, which stays dark.",
)

# %% [markdown]
# ## From memory, before lesson 05
#
# Close the earlier lessons and answer from memory.

# %%
quiz("05_recall_1")

# %%
quiz("05_recall_2")

# %%
quiz("05_recall_3")

# %% [markdown]
# ## Hook: two rows, one top score
#
# Two queries have scored three keys each. Both have a top score of 2.
#
# | query | scores |
# |---|---|
# | sun | 2, 1, 0 |
# | stone | 1, −1, 2 |
#
# Which of them gives its top key the larger weight: `"sun"`, `"stone"`, or is it the `"same"`?

# %%
predict("05_hook", larger_top_weight=None, confidence=None)

# %% [markdown]
# ## On paper
#
# The tokens are *sun*, *warms* and *stone*. Each has a query, a key and a value.
#
# | token | query | key | value |
# |---|---|---|---|
# | sun | 0, 1, 0, 2 | 0, 0, 1, 2 | 4, 0 |
# | warms | 2, 1, 0, 0 | 2, 2, −1, 0 | 0, 2 |
# | stone | 0, 0, 2, 0 | 1, 0, 2, 0 | 2, 6 |
#
# Copy the grid, or print this page, and fill it in row by row. The rows are queries, the three columns of a
# step are the keys *sun*, *warms*, *stone*.
#
# | query | raw scores q·k | scaled: divided by 2 | e to the scaled score | their sum | weights | output |
# |---|---|---|---|---|---|---|
# | sun | ___  ___  ___ | ___  ___  ___ | ___  ___  ___ | ___ | ___  ___  ___ | ___  ___ |
# | warms | ___  ___  ___ | ___  ___  ___ | ___  ___  ___ | ___ | ___  ___  ___ | ___  ___ |
# | stone | ___  ___  ___ | ___  ___  ___ | ___  ___  ___ | ___ | ___  ___  ___ | ___  ___ |
#
# You need four powers of e: $e^{-1} = 0.368$, $e^{1} = 2.718$, $e^{2} = 7.389$, $e^{3} = 20.086$. One cell
# to begin with: the raw score of query *sun* and key *warms* is $0 \cdot 2 + 1 \cdot 2 + 0 \cdot (-1) + 2
# \cdot 0 = 2$.
#
# Write down four of your results: the raw score of query *warms* and key *warms*, the scaled score of query
# *stone* and key *warms*, the weight that *sun* gives to *sun*, and the first number of the output of
# *sun*.

# %%
predict("05_paper", raw=None, scaled=None, weight=None, output=None, confidence=None)

# %% [markdown]
# ## The hand-worked table
#
# Here is the grid filled in by hand. From now on every way of computing has to reproduce *these* numbers.
#
# | query | raw scores | scaled scores | e to the scaled score | sum | weights | output |
# |---|---|---|---|---|---|---|
# | sun | 4, 2, 0 | 2, 1, 0 | 7.389, 2.718, 1 | 11.107 | 0.665, 0.245, 0.090 | 2.841, 1.030 |
# | warms | 0, 6, 2 | 0, 3, 1 | 1, 20.086, 2.718 | 23.804 | 0.042, 0.844, 0.114 | 0.396, 2.373 |
# | stone | 2, −2, 4 | 1, −1, 2 | 2.718, 0.368, 7.389 | 10.475 | 0.259, 0.035, 0.705 | 2.449, 4.303 |

# %%
raw_by_hand = [[4, 2, 0], [0, 6, 2], [2, -2, 4]]
scaled_by_hand = [[2, 1, 0], [0, 3, 1], [1, -1, 2]]
weights_by_hand = [[0.665, 0.245, 0.090], [0.042, 0.844, 0.114], [0.259, 0.035, 0.705]]
output_by_hand = [[2.841, 1.030], [0.396, 2.373], [2.449, 4.303]]

# %%
outcome("05_paper", raw=6, scaled=-1, weight=0.665, output=2.841)

# %% [markdown]
# And the hook: *stone* gives its top key 0.705, *sun* gives it 0.665. The top score is the same, so the rest
# of the row decides. The runner-up is 1 below in both, but the third key is 2 below for *sun* and 3 below
# for *stone*, and takes less. A score by itself means nothing; gaps within its row do.

# %%
outcome("05_hook", larger_top_weight="stone")

# %% [markdown]
# ## As a loop
#
# The formula in words: *score every key by its dot product with the query, divided by √d_k; turn each row
# of scores into shares by softmax; mix the values by the shares.* In symbols,
#
# $$s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d_k}}, \qquad w_{ij} = \frac{e^{s_{ij}}}{\sum_l e^{s_{il}}},
# \qquad o_i = \sum_j w_{ij} v_j .$$
#
# In code, with nothing but loops, as on paper:

# %%
from math import exp, sqrt

example = worked_example()
tokens, q, k, v = example.tokens, example.q, example.k, example.v
scores = [[sum(a * b for a, b in zip(q[i], k[j], strict=True)) / sqrt(4) for j in range(3)] for i in range(3)]
exponentials = [[exp(s) for s in row] for row in scores]
weights = [[e / sum(row) for e in row] for row in exponentials]
output = [[sum(weights[i][j] * v[j][c] for j in range(3)) for c in range(2)] for i in range(3)]

# %%
assert np.array_equal(scores, scaled_by_hand)
assert np.allclose(weights, weights_by_hand, atol=5e-4)
assert np.allclose(output, output_by_hand, atol=5e-4)
[[round(w, 3) for w in row] for row in weights]

# %% [markdown]
# The hand-worked table has three decimals, so we allow half a unit of the third.

# %% [markdown]
# ## As a matrix product
#
# The two inner loops are matrix products, the middle line is softmax. The names stay the same and the
# numbers too, now to the last digit of the loop.

# %%
scores_2 = q @ k.T / np.sqrt(4)
weights_2 = softmax(scores_2)
output_2 = weights_2 @ v
assert np.array_equal(scores_2, scores)
assert np.allclose(weights_2, weights, rtol=1e-14)
assert np.allclose(output_2, output, rtol=1e-14)
output_2.round(3)

# %% [markdown]
# ## As attention with its Trace
#
# `attention(q, k, v)` does the same and keeps every stage. A `Trace` has the scores as they were *raw*,
# *scaled*, *capped*, *biased* and *masked*; then the weights; then the output. Nothing was capped, biased
# or masked here, so those stages equal the scaled scores.

# %%
trace = attention(q, k, v)
assert np.array_equal(trace.raw, raw_by_hand)
assert np.array_equal(trace.scaled, scaled_by_hand)
assert np.array_equal(trace.masked, trace.scaled)
assert np.allclose(trace.weights, weights_by_hand, atol=5e-4)
assert np.allclose(trace.output, output_by_hand, atol=5e-4)
trace

# %%
show(
    side_by_side(trace.scaled, trace.weights, queries=tokens, keys=tokens),
    alt="Left: the scaled scores 2, 1, 0; 0, 3, 1; 1, −1, 2. Right: the weights 0.67, 0.24, 0.09; 0.04, "
    "0.84, 0.11; 0.26, 0.04, 0.71. Every row of weights sums to 1.",
    table={"query": tokens, **{f"weight of {t}": trace.weights[:, j] for j, t in enumerate(tokens)}},
    caption="The weights as a table",
)

# %% [markdown]
# Read the two pictures against each other. The row sums of the scores are 3, 4 and 2, and they mean
# nothing. Those of the weights are 1, 1 and 1, and they mean that a budget was spent. In the row of *stone*
# the score of *warms* is negative and its weight is not.

# %%
assert trace.scaled.sum(axis=1).tolist() == [3, 4, 2]
assert np.allclose(row_sums(trace.weights), 1)
assert trace.scaled[2, 1] < 0 < trace.weights[2, 1]

# %% [markdown]
# ## Break it: a square example
#
# Our example is square: three queries, three keys. That is convenient on paper and dangerous in a test.
# Someone writes `k @ q.T` for `q @ k.T`. Does NumPy raise an error? Do the rows of the weights still sum to
# 1? Answer `"yes"` or `"no"` to both.

# %%
predict("05_swapped", raises=None, rows_sum_to_one=None, confidence=None)

# %%
swapped = softmax(k @ q.T / 2)
assert np.allclose(row_sums(swapped), 1)
assert not np.allclose(swapped, weights_by_hand, atol=5e-4)
print(swapped.round(3))

# %%
outcome("05_swapped", raises="no", rows_sum_to_one="yes")

# %% [markdown]
# No error, right shape, rows that sum to 1, and every number belongs to another question: the *keys* are
# asking now. Only the hand-worked numbers catch it, or a test with as many queries as you like and another
# number of keys. Dividing by 4 instead of √4 passes in the same silence.

# %%
assert np.allclose(row_sums(softmax(q @ k.T / 4)), 1)
assert (k @ q[:2].T).shape == (3, 2)  # two queries, three keys: the wrong way round has another shape
assert (q[:2] @ k.T).shape == (2, 3)

# %% [markdown]
# ## A real head
#
# Now the same steps on numbers that nobody chose. SmolLM2 is a small language model of the causal kind: 30
# layers of 9 heads. We had a quantised copy of it read the sentence *The dog chased the ball because it
# rolled away* and recorded the scores of all 270 heads, scaled, before mask and softmax. With them you can
# do everything that comes after.

# %%
from attnedu.core.recordings import recording

smol = recording("smollm2")
print(smol.scores.shape, "layers, heads, queries, keys;", smol.provenance["model_licence"])
print(*smol.tokens)
assert smol.scores.shape == (30, 9, 9, 9)

# %% [markdown]
# Take layer 22, head 6. The model is causal, so future scores are hidden first (lesson 06 is about why
# *first*). What is the largest weight in the row of *it*: which token, and how much? Look at no number
# before you have written yours.

# %%
predict("05_it", token=None, weight=None, confidence=None)

# %%
head = mask_scores(smol.head(22, 6), causal_mask(9))
head_weights = softmax(head)
show(
    side_by_side(head, head_weights, queries=smol.tokens, keys=smol.tokens),
    alt="Scores and weights of a real head on nine tokens, future cells hatched. In the row of it the "
    "weight of ball stands out; in five of the nine rows the first token, The, has the largest weight.",
    table=head_weights,
    caption="The weights as a table",
)

# %%
it, ball, dog = (smol.tokens.index(word) for word in ("it", "ball", "dog"))
show(
    plot_bars(scores=head[it], weights=head_weights[it], keys=smol.tokens, title="the row of it"),
    alt="The row of it as bars. Scores: ball has the largest, the two future tokens are hidden. Weights: "
    "The 0.15, dog 0.05, chased 0.04, the 0.03, ball 0.66, because 0.04, it 0.03, the future 0.",
    table={"key": smol.tokens, "score": head[it], "weight": head_weights[it]},
)

# %%
assert head_weights[it].argmax() == ball
assert head_weights[it, ball].round(3) == np.float32(0.664)
assert head_weights[it, dog].round(3) == np.float32(0.051)
outcome("05_it", token="ball", weight=0.664)

# %% [markdown]
# *It* looks at *ball*: 0.664, against 0.051 for *dog*. It is tempting to say that the model has understood
# what rolled away. Before you do, read on.

# %% [markdown]
# ## What this does not show
#
# **The row was finished before the sentence was.** In a causal model the row of *it* is made from the
# tokens up to *it*. Suppose that the sentence had ended *…because it was hungry*, which makes *it* the dog.
# What would the weight of *ball* in the row of *it* be then?

# %%
predict("05_hungry", weight_of_ball=None, confidence=None)

# %% [markdown]
# The same, 0.664. *Rolled away* had not been read yet, so it cannot have had any part in it. (A test of this
# project runs the model on both sentences and finds identical rows.) You can see why from the recording:
# put anything at all into the future, and the row does not move.

# %%
other_future = smol.head(22, 6)
other_future[:, it + 1 :] = np.random.default_rng(5).normal(0, 9, (9, 9 - it - 1))
assert np.array_equal(softmax(mask_scores(other_future, causal_mask(9)))[it], head_weights[it])
outcome("05_hungry", weight_of_ball=0.664)

# %% [markdown]
# **We looked at 270 heads and showed you one.** In the row of *it* 8 of them give *ball* their largest
# weight and more than 0.3. Somebody who looks for a head will find a head.

# %%
everyone = softmax(mask_scores(smol.scores, causal_mask(9)))  # (30, 9, 9, 9)
on_ball = (everyone[:, :, it].argmax(axis=-1) == ball) & (everyone[:, :, it, ball] > 0.3)
assert on_ball.sum() == 8

# %% [markdown]
# **Most heads look somewhere else entirely.** Take the share of the first token, averaged over the queries
# from the third on. How many of the 270 heads put more than half of their budget on that first token,
# *The*?

# %%
predict("05_first_token", heads_of_270=None, confidence=None)

# %%
first_token = everyone[:, :, 2:, 0].mean(axis=-1)
assert (first_token > 0.5).sum() == 181
assert first_token.mean().round(2) == np.float32(0.58)
outcome("05_first_token", heads_of_270=181)

# %% [markdown]
# Two heads in three. *The* is not the most important word of the sentence. Softmax must spend 1, and a head
# that has nothing to say spends it where it does no harm. Such a key is called a *sink*; lesson 07 comes
# back to it.

# %% [markdown]
# ### Look: HeadGrid
#
# Here are all 270 heads, a row of small pictures for each layer. The head you choose stands large, with its
# scores on the left and its weights on the right. Click a cell to pin its row.
#
# One of the questions below asks for a row whose visible scores are all negative. What do the weights of
# such a row add up to?

# %%
predict("05_all_negative", weights_add_up_to=None, confidence=None)

# %%
HeadGrid("smollm2")

# %% [markdown]
# Where widgets do not run, `explore_head_grid` prints a head, or one row of it. Rows with nothing but
# negative scores are rare in this model: two, among the 2,160 rows that see more than one key.

# %%
negative = np.where(causal_mask(9), smol.scores < 0, True).all(axis=-1)[:, :, 1:]
assert (negative.sum(), negative.size) == (2, 2160)
assert np.argwhere(negative)[1].tolist() == [11, 1, 4]  # layer 11, head 1; row 5, since row 0 was left out
row = explore_head_grid("smollm2", layer=11, head=1, pinned=5)
assert (row["scores"][5, :6] < 0).all()
assert np.isclose(row["row_sums"][5], 1)
outcome("05_all_negative", weights_add_up_to=1)

# %% [markdown]
# One, as every row does. How low the scores stand does not matter, only how far they are apart.
#
# **The head does not do the same for other sentences.** On *The cat sat on the mat because it was soft* the
# same head gives *mat* 0.07 and *cat* 0.16 (measured on the same copy). It is a head that looked at a noun.
# And all of this is a 4-bit copy, not the model as it was trained.

# %% [markdown]
# ## A model that reads both ways
#
# MiniLM is an encoder: every token may look at every token, the later ones included. So there is no mask,
# and the row of *it* can depend on *rolled away*. Its layer 5, head 6 gives *ball* 0.506.

# %%
mini = recording("minilm")
mini_weights = softmax(mini.head(5, 6))
mini_it, mini_ball = mini.tokens.index("it"), mini.tokens.index("ball")
assert not mini.causal
assert mini_weights[mini_it].argmax() == mini_ball
assert mini_weights[mini_it, mini_ball].round(3) == np.float32(0.506)
assert mini_weights[mini_it, mini_it + 1 :].min() > 0  # rolled, away and [SEP] get their shares
show(
    plot_bars(weights=mini_weights[mini_it], keys=mini.tokens, title="the row of it, MiniLM"),
    alt="The weights of the row of it in MiniLM as bars: ball 0.51, the start token 0.13, all the others "
    "below 0.07, none of them hidden.",
    table={"key": mini.tokens, "score": mini.head(5, 6)[mini_it], "weight": mini_weights[mini_it]},
)

# %% [markdown]
# Here the end of the sentence does count, a little: with *because it was hungry* the 0.506 becomes 0.463
# (measured on the live model). *Ball* stays on top. A picture of weights is a fact about where a head
# looked. What the model made of it is another question.

# %% [markdown]
# ## Exercises: the worked example
#
# Open [the exercises of this lesson](../exercises/05_worked_example.ipynb): all of `attention` from an
# empty function, then five traces to read: what produced each?

# %% [markdown]
# ## Remember: the worked example
#
# - Raw scores, scaled scores, softmax along each row, weights, mix of values: six small steps, each
#   checkable by hand.
# - Shapes and row sums do not prove that the numbers are right. Compare with numbers from elsewhere, at
#   sizes that differ.
# - A weight says where a head looked. It does not say why, or what the model did with it.
#
# **Red flags.** "The top score is 2, so the top weight is the same." "The rows sum to 1, so the code is
# right." "Attention shows that the model knows what *it* refers to." A heat map with no word on which of
# the two is drawn, scores or weights.
#
# **The 60-second version.** Each query is dotted with each key and divided by √d_k: scores, any real
# number. Softmax along a row turns them into weights that sum to 1. The weights mix the values into the
# output. I can do a 3 × 3 case on paper, and use it to test code, together with a case that is not
# square. In a real causal model, one head's row for *it* puts 0.66 on *ball*; it did so before it had
# read the rest, one head in hundreds, and most heads put most of their budget on the first token.
