# ---
# attnedu:
#   title: Weights and the output
#   objectives:
#     - Compute the output from weights and values, and say why it stays among the values
#     - Measure how focused a row of weights is, by its entropy against ln n
#     - Say why a key with a heavy weight may bring little, and a light one much
#   prerequisites: [03_softmax]
#   teaching_minutes: 30
#   exercise_minutes: 15
# ---

# %% [markdown]
# # Weights and the output
#
# We have crossed the bridge. On this bank every row shares out exactly 1, and the shares do one job: they
# mix values. This lesson is about what a mix can be, what it can never be, and what the size of a share
# does and does not tell you.
#
# **30 minutes**, and 15 for the [exercises](../exercises/04_weights_and_output.ipynb).
#
# 1. [From memory, before lesson 04](#From-memory,-before-lesson-04)
# 2. [Hook: nine laughs](#Hook:-nine-laughs)
# 3. [A row is a budget](#A-row-is-a-budget)
# 4. [How focused is a row?](#How-focused-is-a-row?)
# 5. [The output](#The-output)
# 6. [The fence](#The-fence)
# 7. [When the shares stop summing to 1](#When-the-shares-stop-summing-to-1)
# 8. [Rank: what the bridge adds](#Rank:-what-the-bridge-adds)
# 9. [The heaviest weight](#The-heaviest-weight)
# 10. [Break it: values of length 1](#Break-it:-values-of-length-1)
# 11. [Exercises: weights](#Exercises:-weights)
# 12. [Remember: weights](#Remember:-weights)

# %%
import numpy as np

from attnedu import ConvexHull, outcome, plot_pipeline, plot_weights, predict, quiz, show
from attnedu.core import attention_output, attention_scores, row_entropy, softmax, talent_show
from attnedu.plots.hull import plot_hull
from attnedu.widgets import explore_convex_hull

# %%
show(
    plot_pipeline(["weights", "output"]),
    alt="The pipeline as a river. Left bank, scores: q·k, scale, modify. The bridge: softmax. Right bank, "
    "lit in this lesson: weights, ·V, output.",
)

# %% [markdown]
# ## From memory, before lesson 04
#
# Close the earlier lessons and answer from memory.

# %%
quiz("04_recall_1")

# %%
quiz("04_recall_2")

# %%
quiz("04_recall_3")

# %% [markdown]
# ## Hook: nine laughs
#
# Back to the talent show. Every act brings two things, laughter and music, and a judge's evening is the mix
# of what the acts bring, by that judge's weights.

# %%
talent = talent_show()
for act, (laughter, music) in zip(talent.acts, talent.values, strict=True):
    print(f"{act:10} laughter {laughter:.0f}   music {music:.0f}")

# %% [markdown]
# A fourth judge may write any scores at all: a million for the juggler, minus a million for the dancer.
# What is the most laughter that her evening can hold? And can it hold 5 of laughter *and* 7 of music?

# %%
predict("04_hull", most_laughter=None, five_and_seven=None, confidence=None)

# %% [markdown]
# ## A row is a budget
#
# Here are the weights of our three judges. Every row sums to 1. The columns do not: the singer receives
# 1.795 in all and the dancer 0.089. Each *query* spends 1; what a key receives has no budget.

# %%
weights = softmax(talent.scores)
assert np.allclose(weights.sum(axis=1), 1)
assert weights.sum(axis=0).round(3).tolist() == [0.76, 1.795, 0.356, 0.089]
show(
    plot_weights(weights, queries=talent.judges, keys=talent.acts),
    alt="Weights of three judges for four acts. Ada gives the juggler 0.64, Blaise gives the singer 0.66, "
    "Carl gives the singer 0.90. Every row sums to 1.",
    table=weights,
)

# %% [markdown]
# ## How focused is a row?
#
# Carl gives almost everything to one act, Ada spreads. One number for that is the **entropy** of a row,
#
# $$H_i = -\sum_j w_{ij} \ln w_{ij}.$$
#
# In words: *take the logarithm of each share, average it by the shares themselves, and change the sign.* It
# is 0 when one key has everything. It is largest, $\ln n$, when all $n$ keys share alike. A share of 0 adds
# nothing. The unit is the nat, because the logarithm is natural.
#
# Four acts: what is the entropy of four equal shares? And which judge has the lowest entropy?

# %%
predict("04_entropy", four_equal_shares=None, lowest=None, confidence=None)

# %%
for judge, row, entropy in zip(talent.judges, weights, row_entropy(weights), strict=True):
    print(f"{judge:7} {row.round(3)}   entropy {entropy:.3f} of {np.log(4):.3f}")
assert row_entropy(weights).round(3).tolist() == [0.948, 0.888, 0.429]
assert np.isclose(row_entropy(np.full(4, 0.25)), np.log(4))

# %%
outcome("04_entropy", four_equal_shares=1.386, lowest="Carl")

# %% [markdown]
# Always read an entropy against $\ln n$. A value of 1.3 is nearly even among 4 keys and sharply focused
# among 4000.

# %%
assert 1.3 / np.log(4) > 0.93
assert 1.3 / np.log(4000) < 0.16

# %% [markdown]
# ## The output
#
# In words: *the output of a query is the sum of all values, each multiplied by the share that the query
# gives its key.* In symbols,
#
# $$o_i = \sum_j w_{ij}\, v_j .$$
#
# In code, first as it reads:

# %%
output = np.zeros((3, 2))
for i in range(3):
    for j in range(4):
        output[i] += weights[i, j] * talent.values[j]
output.round(3)

# %% [markdown]
# The loop over $j$ is a matrix product: a row of weights times a column of values. So the same thing is one
# `@`, and `attention_output` is that `@` with its shapes checked. Weights are (T_q, T_k), values are (T_k,
# d_v), the output is (T_q, d_v).

# %%
assert np.allclose(output, weights @ talent.values)
assert np.allclose(output, attention_output(weights, talent.values))
assert output[0].round(2).tolist() == [5.89, 2.41]  # Ada's evening

# %% [markdown]
# Only weights may stand to the left of that `@`. Scores would give a number too, and no warning. Blaise,
# all of whose scores are negative, would go home with less than nothing.

# %%
nonsense = talent.scores @ talent.values
assert nonsense[1].tolist() == [-45, -41]
nonsense

# %% [markdown]
# ## The fence
#
# Draw each act as a point: laughter to the right, music upwards. Stretch a rubber band around the four
# points. The region inside is their **convex hull**. Here are the evenings of Ada, Blaise and Carl, and of
# 400 judges who write random scores.

# %%
rng = np.random.default_rng(4)
many = attention_output(softmax(rng.normal(0, 3, (400, 4))), talent.values)
evenings = {"400 random judges": many, **dict(zip(talent.judges, output, strict=True))}
show(
    plot_hull(talent.values, evenings, talent.acts, talent.brings),
    alt="Four acts as points of laughter and music, and their convex hull, shaded. The evenings of Ada, "
    "Blaise and Carl and of 400 random judges all lie inside it.",
    table={"judge": talent.judges, "laughter": output[:, 0], "music": output[:, 1]},
)

# %% [markdown]
# Nobody gets out. The reason is in the two properties of a row: no share is negative, and together the
# shares make 1: such a sum is an average. An average of laughter cannot exceed the largest laughter. The
# same holds along every direction, not only along the two axes, and that is what the rubber band says.

# %%
for direction in rng.normal(size=(50, 2)):
    assert (many @ direction).max() <= (talent.values @ direction).max() + 1e-12
assert many[:, 0].max() < 8
outcome("04_hull", most_laughter=8, five_and_seven="no")

# %% [markdown]
# So 8 is the most, and only by giving the juggler everything. An evening of 5 and 7 lies outside: along the
# edge from the juggler to the singer, 5 of laughter comes with at most 3.86 of music.

# %%
share = (5 - 1) / (8 - 1)  # of the juggler; the rest goes to the singer
assert round(share * 0 + (1 - share) * 9, 2) == 3.86

# %% [markdown]
# Temperature moves an output along a path inside the hull. Sharp, Ada's evening sits at the juggler's
# corner. Flat, it sits at the plain average of all four acts.

# %%
temperatures = (0.1, 0.5, 1, 2, 100)
path = np.array([attention_output(softmax(talent.scores[:1] / t), talent.values)[0] for t in temperatures])
stations = {f"T = {t}": point for t, point in zip(temperatures, path, strict=True)}
assert np.allclose(path[0], talent.values[0], atol=1e-3)
assert np.allclose(path[-1], talent.values.mean(axis=0), atol=0.05)
show(
    plot_hull(talent.values, stations, talent.acts, talent.brings),
    alt="Ada's evening at five temperatures, inside the hull of the four acts: at T = 0.1 on the juggler's "
    "corner, then along a curve, at T = 100 at the average of the four.",
    table={"temperature": list(stations), "laughter": path[:, 0], "music": path[:, 1]},
)

# %% [markdown]
# ## When the shares stop summing to 1
#
# Three rows that are not weights, made from Ada's: all shares multiplied by 1.3; the juggler's share set to
# 0 and the rest left as they are; and one share negative. Which of the three can leave the hull? Answer
# with letters, such as `"AC"`.
#
# - **A**: 1.3 times Ada's row
# - **B**: Ada's row with the juggler's share set to 0
# - **C**: 1.2 for the juggler, −0.2 for the singer

# %%
predict("04_outside", which_leave=None, confidence=None)

# %%
rows = np.array([1.3 * weights[0], weights[0] * [0, 1, 1, 1], [1.2, -0.2, 0, 0]])
outside = rows @ talent.values
four = {"Ada": output[0], **dict(zip("ABC", outside, strict=True))}
print("row sums", rows.sum(axis=1).round(3))
show(
    plot_hull(talent.values, four, talent.acts, talent.brings),
    alt="Ada's evening inside the hull, and three points outside it: A, shares that sum to 1.3, beyond the "
    "far edge; B, shares that sum to 0.36, between the hull and zero; C, a negative share, beyond the "
    "juggler.",
    table={
        "row": list("ABC"),
        "row sum": rows.sum(axis=1),
        "laughter": outside[:, 0],
        "music": outside[:, 1],
    },
)

# %%
assert rows.sum(axis=1).round(2).tolist() == [1.3, 0.36, 1]
for point, direction in zip(outside, ([9, 7], [-3, -1], [1, 0]), strict=True):
    assert point @ direction > (talent.values @ direction).max()  # beyond every value, in that direction
outcome("04_outside", which_leave="ABC")

# %% [markdown]
# All three. Too much moves away from zero, too little moves towards it, and a negative share pushes away
# from a value. Keep B in mind: it is what a mask does when it is applied on the wrong bank, and lesson 06
# is about it.

# %% [markdown]
# ### Look: ConvexHull
#
# Now take the fence down yourself. Move the acts, move the scores, or choose *shares* and set the row by
# hand. One of the questions below the widget asks for an output outside the hull with a row that sums to 1.
# Is there such a row at all? Answer `"yes"` or `"no"`.

# %%
predict("04_sum_of_one_outside", possible=None, confidence=None)

# %%
ConvexHull()

# %% [markdown]
# Where widgets do not run, `explore_convex_hull` prints the same numbers. Here is one such row.

# %%
numbers = explore_convex_hull(shares=[1.2, -0.2, 0, 0])
assert np.isclose(numbers["row_sum"], 1)
assert np.allclose(numbers["output"], outside[2])
outcome("04_sum_of_one_outside", possible="yes")

# %% [markdown]
# There is: a share below zero pays for another above 1. A sum of 1 alone does not make weights. It takes
# both, a sum of 1 and no share below zero, and the exponential takes care of the second.
#
# The fence stands around the output of *one head*. What follows in a transformer, the output projection and
# the residual sum, may move it anywhere.

# %% [markdown]
# ## Rank: what the bridge adds
#
# Scores are a product of two thin matrices: 64 queries and 64 keys with d_k = 8 give a 64 × 64 table of
# rank 8 at most. Every row of it is a mix of 8 rows. What is the rank of the weights made from it?

# %%
predict("04_rank", of_scores=None, of_weights=None, confidence=None)

# %%
q, k = rng.standard_normal((64, 8)), rng.standard_normal((64, 8))
scores = attention_scores(q, k)
ranks = [int(np.linalg.matrix_rank(table)) for table in (scores, softmax(scores))]
assert ranks == [8, 64]
outcome("04_rank", of_scores=8, of_weights=64)

# %% [markdown]
# It is 64. The exponential acts on every cell by itself and is not linear, so it bends the thin table into
# one that is not thin at all. "Attention is low-rank because d_k is small" is true of the scores. It does
# not follow for the weights.

# %% [markdown]
# ## The heaviest weight
#
# One query, three keys. Its weights are 0.6, 0.3 and 0.1. The values have the lengths 0.1, 2 and 3. Which key
# brings most to the output: 1, 2 or 3? And by how much does the output move if the *first* key is hidden
# before softmax? (Write a length; a rough guess will do.)

# %%
predict("04_heaviest", brings_most=None, moves_if_first_is_hidden=None, confidence=None)

# %%
row = np.array([[0.6, 0.3, 0.1]])
values = np.array([[0.1, 0.0], [0.0, 2.0], [3.0, 0.0]])
pieces = row.T * values  # the three terms of the sum
contribution = np.linalg.norm(pieces, axis=1)
assert contribution.round(3).tolist() == [0.06, 0.6, 0.3]
contribution.round(3)

# %% [markdown]
# The term of a key has the length $w_j \cdot \lVert v_j \rVert$, *weight times length of the value*. The
# key with 0.6 of the weight brings 0.06, and the second key, with half the weight, brings ten times as much.
# A head can use this to say nothing: it puts all its weight on a key whose value is close to zero.
#
# Now hide the first key. Its own term is 0.06. Does the output move by 0.06?

# %%
scores = np.log(row)  # scores that give these weights
hidden = softmax(np.array([[-np.inf, *scores[0, 1:]]]))
moved = np.linalg.norm(attention_output(hidden, values) - attention_output(row, values))
assert np.allclose(hidden, [0, 0.75, 0.25])
assert round(moved, 2) == 0.98
outcome("04_heaviest", brings_most=2, moves_if_first_is_hidden=0.98)

# %% [markdown]
# It moves by 0.98, sixteen times the size of the term. The share of a hidden key does not disappear, it is
# shared out among the others, here from 0.3 to 0.75 and from 0.1 to 0.25. So three numbers answer three
# questions: the weight says *how the budget was spent*, weight times length says *what arrived*, and hiding
# the key says *what would happen without it*. None of them alone is "how important the key is".

# %% [markdown]
# ## Break it: values of length 1
#
# Someone says: "All my values have length 1, so every output has length 1. An average of ones is one." Find
# two values of length 1 and a row of weights whose output has length 0. Try it on paper first.
#
# One answer: opposite values, equal shares.

# %%
opposite = np.array([[1.0, 0.0], [-1.0, 0.0]])
assert np.linalg.norm(opposite, axis=1).tolist() == [1, 1]
assert attention_output([[0.5, 0.5]], opposite).tolist() == [[0, 0]]

# %% [markdown]
# The hull of two opposite points is the segment between them, and zero lies on it. An average never gets
# longer than its longest value; shorter it gets almost always.

# %% [markdown]
# ## Exercises: weights
#
# Open [the exercises of this lesson](../exercises/04_weights_and_output.ipynb): `attention_output`,
# `row_entropy`, and `is_weights`, a test that has to earn its keep; then three questions.

# %% [markdown]
# ## Remember: weights
#
# - A row of weights is a budget of 1: no share is negative, rows sum to 1, columns need not.
# - The output is an average of the values, so it never leaves their hull. If it does, the row was not
#   weights.
# - What a key brings is weight times length of its value; the heaviest weight need not bring most.
#
# **Red flags.** "The output can be any vector." "Key 3 has weight 0.6, so the answer is because of key 3."
# "Entropy 1.3 is high", without saying among how many keys. "Weights have rank at most d_k."
#
# **The 60-second version.** Softmax gives each query a budget of 1. The output is the sum of the values,
# each times its share: `weights @ v`, shape (T_q, d_v). Because no share is negative and they sum to 1,
# it is an average and lies in the convex hull of the values; one-hot weights pick a corner, equal weights
# the mean. Entropy against ln n says how focused a row is. What arrives from a key is its weight times
# the length of its value, and hiding a key also re-spends its share, so a weight alone explains little.
