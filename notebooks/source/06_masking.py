# ---
# attnedu:
#   title: "Masking: which bank of the river?"
#   objectives:
#     - Hide keys from queries at the score level, and say why it has to be there
#     - Name four wrong ways to mask, and show with numbers what each lets through
#     - Say when zeroing the weights and renormalising equals a mask of the scores, and when it does not
#     - Test a causal mask by changing the future, not by looking at zeros
#   prerequisites: [03_softmax, 04_weights_and_output, 05_worked_example]
#   teaching_minutes: 45
#   exercise_minutes: 30
# ---

# %% [markdown]
# # Masking: which bank of the river?
#
# A mask says which keys a query may look at. There are two places to apply it: to the **scores**, before
# softmax, or to the **weights**, after it. Both leave zeros in the same cells of the final table. One of
# them keeps the hidden keys out. The other looks as if it did.
#
# **45 minutes**, and 30 for the [exercises](../exercises/06_masking.ipynb).
#
# 1. [Where we are](#Where-we-are)
# 2. [From memory, before lesson 06](#From-memory,-before-lesson-06)
# 3. [Hook: zeros in all the right places](#Hook:-zeros-in-all-the-right-places)
# 4. [What a mask says](#What-a-mask-says)
# 5. [The left bank: hide the score](#The-left-bank:-hide-the-score)
# 6. [Wrong way 1: multiply the scores by 0](#Wrong-way-1:-multiply-the-scores-by-0)
# 7. [Wrong way 2: add the mask as 0 and 1](#Wrong-way-2:-add-the-mask-as-0-and-1)
# 8. [Wrong way 3: zero the weights, leave the row
#    short](#Wrong-way-3:-zero-the-weights,-leave-the-row-short)
# 9. [Wrong way 4: the future in the denominator](#Wrong-way-4:-the-future-in-the-denominator)
# 10. [The same mask, three ways](#The-same-mask,-three-ways)
# 11. [Zero and renormalise: equal on paper](#Zero-and-renormalise:-equal-on-paper)
# 12. [Which axis is padding?](#Which-axis-is-padding?)
# 13. [The row that may look at nothing](#The-row-that-may-look-at-nothing)
# 14. [How low is low enough?](#How-low-is-low-enough?)
# 15. [What does True mean?](#What-does-True-mean?)
# 16. [More keys than queries](#More-keys-than-queries)
# 17. [Break it: two tests and a leak](#Break-it:-two-tests-and-a-leak)
# 18. [Exercises: masking](#Exercises:-masking)
# 19. [Remember: masking](#Remember:-masking)

# %%
import numpy as np

from attnedu import MaskLab, outcome, plot_pipeline, plot_weights, predict, quiz, show, side_by_side
from attnedu.core import causal_mask, mask_scores, renormalise, row_sums, softmax, zero_weights

# %% [markdown]
# ## Where we are
#
# The box *modify* is the last one on the score bank. A mask belongs there, one step before the bridge. This
# lesson is about what happens when somebody applies it one step after the bridge.

# %%
show(
    plot_pipeline("modify"),
    alt="The pipeline q·k, scale, modify, softmax, weights, ·V, output. The first three boxes stand on the "
    "bank of scores, the last three on the bank of weights, softmax is the bridge. The box modify is "
    "lit.",
)

# %% [markdown]
# ## From memory, before lesson 06
#
# Close the earlier lessons and answer from memory.

# %%
quiz("06_recall_1")

# %%
quiz("06_recall_2")

# %%
quiz("06_recall_3")

# %% [markdown]
# ## Hook: zeros in all the right places
#
# You train a model to guess the next word. It must not see the words that it has to guess, so somebody
# added a causal mask. You print the weights, and every cell to the right of the diagonal is exactly 0.
#
# Here is one row of such a table. The query *dog* may look at *the* and *dog*. The next word, which it has
# to guess, has weight 0.
#
# | query | the | dog | next word |
# |---|---|---|---|
# | dog | 0.017 | 0.047 | 0 |
#
# Can *dog* find out something about the next word? Yes or no, and how sure are you, from 0 to 100?

# %%
predict("06_hook", the_future_gets_in=None, confidence=None)

# %% [markdown]
# Keep your answer. Wrong way 4 settles it.

# %% [markdown]
# ## What a mask says
#
# In this course a mask is an array of `True` and `False` with the shape of the scores, one cell for each
# query and key. **True means: may look.** A *causal* mask lets every position look at itself and at what
# came before.

# %%
tokens = ("the", "dog", "ran", "home")
causal = causal_mask(4)
assert causal[1].tolist() == [True, True, False, False]  # dog may look at the and at dog
causal.astype(int)

# %% [markdown]
# And here are scores for four queries and four keys, small enough to follow. The row of *dog* holds its
# largest score, 4, in a cell that the causal mask hides.

# %%
scores = np.array([[1.0, 2, 0, 3], [0, 1, 4, 2], [2, 0, 1, -1], [1, 3, 0, 2]])
assert scores[1].argmax() == 2
assert not causal[1, 2]
scores

# %% [markdown]
# ## The left bank: hide the score
#
# Softmax gives a key a share in proportion to $e^{\text{score}}$. To give it nothing, that exponential must
# be 0, and the only score with $e^{s} = 0$ is $-\infty$. So a hidden score becomes $-\infty$.
#
# In words: *the weight of a visible key is its exponential, divided by the sum of the exponentials of the
# visible keys. The weight of a hidden key is 0, and its score appears nowhere.* In symbols, with $V_i$ the
# set of keys that query $i$ may look at:
#
# $$w_{ij} = \frac{e^{s_{ij}}}{\sum_{l \in V_i} e^{s_{il}}} \quad\text{for } j \in V_i,
# \qquad w_{ij} = 0 \quad\text{otherwise.}$$

# %%
masked_scores = mask_scores(scores, causal)
weights = softmax(masked_scores)
assert np.isneginf(masked_scores[~causal]).all()
assert (weights[~causal] == 0).all()
assert np.allclose(row_sums(weights), 1)
weights.round(3)

# %% [markdown]
# Scores on the left, weights on the right, the same rows. The row of *the* has one visible key, so that key
# gets everything, whatever its score is. Every row sums to 1: what the hidden keys do not get, the visible
# ones share.

# %%
show(
    side_by_side(masked_scores, weights, queries=tokens, keys=tokens),
    alt="Left: scores of four queries and four keys, hidden cells above the diagonal are hatched. Right: "
    "weights, 0 and hatched above the diagonal; the row of dog is 0.27, 0.73, 0, 0, and every row sums to 1.",
    table=weights,
)

# %% [markdown]
# ## Wrong way 1: multiply the scores by 0
#
# The tempting version: "a hidden key should count for nothing, so I multiply its score by 0." Take a
# sentence of two words, padded to three. The row of the first query is 2, 1 and, for the padding, 0; that
# of the second is −1, −2 and, for the padding, 5.
#
# Multiply the padding column by 0. What share does padding get in each row?

# %%
predict("06_times_zero", first_row=None, second_row=None, confidence=None)

# %%
padded = np.array([[2.0, 1.0, 0.0], [-1.0, -2.0, 5.0]])
real = np.array([True, True, False])
times_zero = softmax(padded * real)
assert times_zero[:, 2].round(3).tolist() == [0.09, 0.665]
times_zero.round(3)

# %%
outcome("06_times_zero", first_row=0.09, second_row=0.665)

# %% [markdown]
# A score of 0 is a score like any other, and $e^0 = 1$. In the first row padding gets 0.090. In the second
# row 0 is the *largest* score, so padding gets 0.665, almost twice as much as both real words together.
# Multiplying did not hide the key. It gave the key a new score that nobody chose.
#
# Padding with vectors of zeros is the same mistake in disguise: a key of zeros has the score $q \cdot 0 =
# 0$ with every query. It needs a mask too.

# %%
query, zero_key = np.array([3.0, -1.0, 2.0, 5.0]), np.zeros(4)
assert query @ zero_key == 0

# %% [markdown]
# ## Wrong way 2: add the mask as 0 and 1
#
# A mask can be *added* to scores if it holds 0 for "may look" and $-\infty$ for "hidden". Somebody passes a
# mask of ones and zeros, 1 for "may look", to code that adds. Take the first row, 2, 1, 0. Without a mask
# padding gets 0.090. What does it get now?

# %%
predict("06_add_01", share_of_padding=None, confidence=None)

# %%
added = softmax(padded[0] + real)  # True counts as 1
assert added.round(3).tolist() == [0.705, 0.259, 0.035]
added.round(3)

# %%
outcome("06_add_01", share_of_padding=0.035)

# %% [markdown]
# Every visible score went up by 1 and the hidden one stayed, so padding lost a factor of $e$ against the
# others: weaker, and not hidden. Nothing raised an error. A boolean mask cannot be added by accident in
# this course: `mask_scores` refuses a mask of numbers and says why.

# %%
try:
    mask_scores(padded, real.astype(float))
except TypeError as error:
    print(error)

# %% [markdown]
# ## Wrong way 3: zero the weights, leave the row short
#
# Now cross the bridge. Softmax has run on all scores, and the hidden *weights* are set to 0. That gives
# zeros that are really zero. Look at the second row of the padded sentence again, with 0 for the score of
# the padding: −1, −2, 0. What does the row sum to after zeroing?

# %%
predict("06_short_row", row_sum=None, confidence=None)

# %%
short = zero_weights(softmax(np.array([-1.0, -2.0, 0.0])), real)
assert short[2] == 0
assert round(short.sum(), 3) == 0.335
assert np.allclose(short, 0.335 * softmax(np.array([-1.0, -2.0, -np.inf])), atol=1e-3)
short.round(3), short.sum().round(3)

# %%
outcome("06_short_row", row_sum=0.335)

# %% [markdown]
# The share of the hidden key, 0.665, was taken away and given to nobody. The visible weights have the right
# ratio and a third of the right size, so the output is a third as long as it should be. How much is missing
# changes from row to row.
#
# It happens in real models as well. Here is a head of SmolLM2 (layer 22, head 6, a quantised copy) reading
# a sentence. The recording holds scores for future keys too, which the model computes and then hides.

# %%
from attnedu.core.recordings import recording

dog_and_ball = recording("smollm2")
real_scores, see = dog_and_ball.head(22, 6), causal_mask(9)
it, ball = dog_and_ball.tokens.index("it"), dog_and_ball.tokens.index("ball")
hidden_first, zeroed_after = softmax(mask_scores(real_scores, see)), zero_weights(softmax(real_scores), see)
assert hidden_first[it, ball].round(2) == np.float32(0.66)
assert zeroed_after[it, ball].round(2) == np.float32(0.43)
assert zeroed_after[it].sum().round(2) == np.float32(0.65)
hidden_first[it, ball].round(2), zeroed_after[it, ball].round(2), zeroed_after[it].sum().round(2)

# %% [markdown]
# Hiding the scores gives *ball* a weight of 0.66 in the row of *it*. Zeroing the weights gives it 0.43, in a
# row that sums to 0.65.

# %% [markdown]
# ## Wrong way 4: the future in the denominator
#
# The short row has a worse fault, and it answers the hook. Where did its numbers come from? Softmax divided
# by a sum over *all* keys, the hidden ones included. Setting a weight to 0 afterwards does not take the
# hidden score out of that denominator.
#
# So let the row of *dog* look at *the* (score 0) and *dog* (score 1), and let the next word be one of four.
# The next word's weight is set to exactly 0 each time. How many different row sums will the four next words
# leave?

# %%
predict("06_denominator", different_row_sums=None, confidence=None)

# %%
may_look = np.array([True, True, False])
next_words = {"ran": 4.0, "sat": 2.0, "ate": 0.0, "slept": -2.0}
left = {word: zero_weights(softmax(np.array([0.0, 1.0, s])), may_look) for word, s in next_words.items()}
for word, row in left.items():
    print(f"{word:6} {row.round(3)}  row sum {row.sum():.3f}")
row_sums_left = {round(float(row.sum()), 3) for row in left.values()}
assert all(row[2] == 0 for row in left.values())
assert len(row_sums_left) == 4
assert left["ran"].round(3).tolist() == [0.017, 0.047, 0]  # the row of the hook

# %%
outcome("06_denominator", different_row_sums=4)

# %% [markdown]
# And the question of the hook:

# %%
outcome("06_hook", the_future_gets_in="yes")

# %% [markdown]
# Four next words, four row sums, and each row has a perfect 0 where the next word stands. Read the row sum
# and you know the word: 0.064 means *ran*. The row in the hook was that row. The output is scaled by the row
# sum, so a model that trains with such a mask can learn to read the answer from the length of its own
# output. Its training loss can no longer be trusted.
#
# The same four words with the mask on the scores leave one and the same row:

# %%
kept_out = {
    tuple(softmax(mask_scores(np.array([0.0, 1.0, s]), may_look)).round(12)) for s in next_words.values()
}
assert len(kept_out) == 1
kept_out

# %% [markdown]
# How much of a row can sit in the future? That differs from head to head. Of all the rows in the 270 heads
# of the recording, this one is left with the least:

# %%
everywhere = row_sums(zero_weights(softmax(dog_and_ball.scores), see))
layer, head, row = np.unravel_index(everywhere.argmin(), everywhere.shape)
assert everywhere.min() < 1e-4
assert row == 0
print(f"layer {layer}, head {head}, row of {dog_and_ball.tokens[row]!r}: row sum {everywhere.min():.6f}")

# %% [markdown]
# The first token may look at itself alone, so with the mask on the scores its row is 1, 0, 0, … In this
# head, zeroing after softmax leaves it with less than one ten-thousandth of what it should have.

# %% [markdown]
# ## The same mask, three ways
#
# One table of scores, one causal mask, applied at three places:
#
# - **A**, on the scores: hide, then softmax.
# - **B**, on the weights: softmax, then zero.
# - **C**, on the weights, in two steps: softmax, zero, then *renormalise*, which divides each row by its
#   own sum.
#
# Which of them agree? Which change in the row of *dog* when the score of its future key *ran* moves from 4
# to −4? Write the letters, such as `"AB"`.

# %%
predict("06_three_ways", same_weights=None, change_with_the_future=None, confidence=None)


# %%
def three_ways(scores, mask):
    a = softmax(mask_scores(scores, mask))
    b = zero_weights(softmax(scores), mask)
    c = renormalise(b)
    return a, b, c


a, b, c = three_ways(scores, causal)
assert np.allclose(a, c)
assert not np.allclose(a, b)
print("B, row sums", row_sums(b).round(3))

# %%
other_future = scores.copy()
other_future[1, 2] = -4.0
for name, before, after in zip("ABC", (a, b, c), three_ways(other_future, causal), strict=True):
    print(name, before[1].round(3), "->", after[1].round(3))
    assert np.allclose(before[1], after[1]) == (name != "B")

# %%
outcome("06_three_ways", same_weights="AC", change_with_the_future="B")

# %% [markdown]
# A and C agree and do not move. B has zeros in the same cells and moves: *dog* gave itself 0.041 while *ran*
# promised much and 0.244 when it did not. Here is B. Its zeros are where they should be, and the column of
# row sums tells the truth.

# %%
show(
    plot_weights(b, queries=tokens, keys=tokens, stage="zeroed, not renormalised", hidden=~causal),
    alt="Shares: the weights zeroed after softmax, not renormalised: 0 above the diagonal, hatched, but the "
    "row sums are 0.087, 0.057, 0.968 and 1.000. Only the last row sums to 1.",
    table=b,
)

# %% [markdown]
# ### Look: MaskLab
#
# Click a cell to hide it, or to show it again; by keyboard, arrows and Space. The same mask acts on the
# scores in one table and on the weights in the other, with row sums beside both. *Push* adds a number to
# every score of one token, at first of the last, *ball*, which is the future of all the others.
#
# Suppose that the mask is causal and *ball* is pushed by 2. On the weight side, which row's sum falls most:
# the row of *the*, *dog*, *chased* or *a*? The scores are in the widget; a guess from them is enough.

# %%
predict("06_push", row=None, confidence=None)

# %%
MaskLab()

# %% [markdown]
# Now find out by doing: that is the **first question** below the tables, and three more follow it.
#
# The same numbers without a widget. The column *changed* says how far the largest entry of a row moved,
# *fell by* how far the row sum fell. With the mask on the scores only the row of *ball* moves, and it may
# look at itself. With the mask on the weights every row moves.

# %%
from attnedu.widgets import explore_mask_lab

pushed = explore_mask_lab(mask=causal_mask(5), push=2.0)
assert (pushed["moved_on_scores"][:4] == 0).all()
assert (pushed["moved_on_weights"] > 0.01).all()
assert pushed["fell_on_weights"][3].round(3) == 0.435
outcome("06_push", row=("the", "dog", "chased", "a")[pushed["fell_on_weights"][:4].argmax()])

# %% [markdown]
# The row of *a*, by 0.435: it had more than half of its shares on keys that it may see, and *ball* took most
# of them. A key that this row may not look at decided how much it hands out.

# %% [markdown]
# ## Zero and renormalise: equal on paper
#
# It is often said that masking after softmax is always wrong. That is not so: with renormalising, way C,
# the result equals way A in exact arithmetic. The denominator $Z_i$, the only place where hidden scores had
# got in, cancels:
#
# $$\frac{e^{s_{ij}} / Z_i}{\sum_{l \in V_i} e^{s_{il}} / Z_i} =
# \frac{e^{s_{ij}}}{\sum_{l \in V_i} e^{s_{il}}}$$
#
# In words: *dividing every visible share by the same total first, and by their sum afterwards, is dividing
# by their sum.* Over a thousand random tables the two differ by rounding alone.

# %%
rng = np.random.default_rng(6)
largest_difference = 0.0
for _ in range(1000):
    a_random, _, c_random = three_ways(rng.normal(0, 3, (5, 7)), causal_mask(5, 7))
    largest_difference = max(largest_difference, np.abs(a_random - c_random).max())
assert largest_difference < 1e-15
largest_difference

# %% [markdown]
# So what is the difference? The first is **rounding when a hidden score dominates**. The visible weights
# are divided by a sum that the hidden exponential fills; if it is large enough they vanish before
# renormalising can save them. Two visible scores 1 and 0 should share 0.731 and 0.269. Let a hidden score
# stand higher than the first by a growing gap, in `float32`. At a gap of 110, what does way C give the
# first key?

# %%
predict("06_gap", first_weight_at_gap_110=None, confidence=None)

# %%
for gap in (10, 90, 100, 103, 110):
    row = np.array([1.0, 0.0, 1.0 + gap], dtype=np.float32)
    a_gap, _, c_gap = three_ways(row, may_look)
    print(f"gap {gap:4}   A {a_gap[:2].round(3)}   C {c_gap[:2].round(3)}")
assert a_gap[:2].round(3).tolist() == np.float32([0.731, 0.269]).tolist()
assert c_gap.sum() == 0

# %%
outcome("06_gap", first_weight_at_gap_110=0)

# %% [markdown]
# At 100 the third digit is off, at 103 the second key is gone, at 110 both are, and C would be 0/0. (Our
# `renormalise` leaves a row of zeros; a plain division gives NaN.) Way A never looks at the hidden score,
# so no gap touches it. In half precision trouble starts at a gap of 15:

# %%
a_half, _, c_half = three_ways(np.array([1.0, 0.0, 16.0], dtype=np.float16), may_look)
assert a_half[0].round(3) == np.float16(0.731)
assert c_half[0].round(3) == np.float16(0.714)
a_half, c_half

# %% [markdown]
# The second difference is **gradients** (optional, for those who know derivatives). Let $g$ be the
# gradient that arrives at the weights. Way A sends exactly 0 to a hidden score. Way B does not: training
# pushes on the scores of keys that the query may not see. Way C sends 0 up to rounding.

# %%
from attnedu.core import softmax_backward

g, row, seen = np.array([1.0, 0.0, 2.0, -1.0]), scores[1], causal[1]
full = softmax(row)
a_dog, b_dog, c_dog = three_ways(row, seen)
through_c = np.where(seen, (g - g @ c_dog) / b_dog.sum(), 0)  # the gradient of renormalise
to_a = softmax_backward(a_dog, g)
to_b = softmax_backward(full, np.where(seen, g, 0))
to_c = softmax_backward(full, through_c)
assert (to_a[~seen] == 0).all()
assert to_b[2].round(4) == -0.0126
assert np.allclose(to_c, to_a)
print("gradient at the hidden score of ran:", to_a[2], to_b[2].round(4), to_c[2])

# %% [markdown]
# The third is **cost**. Way C needs the whole table of weights in memory and a second pass over it. The
# fast kernels of lesson 10 never form that table, so there is nothing to zero: they can only mask scores.

# %% [markdown]
# ## Which axis is padding?
#
# Sentences of a batch have different lengths, so short ones are padded on the right. What has to be hidden
# is the padding **keys**, for every query. `padding_mask` therefore has the shape (batch, 1, T_k): the 1
# stretches over the queries.

# %%
from attnedu.core import masked_softmax, padding_mask

real_keys = padding_mask([4, 2], 4)
assert real_keys.shape == (2, 1, 4)
assert real_keys[1, 0].tolist() == [True, True, False, False]
real_keys.astype(int)

# %% [markdown]
# Suppose somebody puts the mask on the query axis, shape (batch, T_q, 1). With as many queries as keys it
# fits, and nothing complains. The second sentence has two words and two padding tokens. Give it the scores
# that this lesson has used from the start, the table of *the dog ran home*. How much of the row of its
# *first word* goes to padding then? Guess a number from 0 to 1.

# %%
predict("06_padding_axis", share_of_padding=None, confidence=None)

# %%
batch = np.stack([scores, scores])  # (2, 4, 4)
right = masked_softmax(batch, real_keys)
wrong = masked_softmax(batch, real_keys.swapaxes(-1, -2))
assert right[1, 0, 2:].sum() == 0
assert wrong[1, 0, 2:].sum().round(3) == 0.676
assert (wrong[1, 2:] == 0).all()  # and the rows of padding queries are empty
right[1].round(3), wrong[1].round(3)

# %%
outcome("06_padding_axis", share_of_padding=0.676)

# %% [markdown]
# On the wrong axis the padding *queries* fell silent and the padding *keys* were heard: 0.676 of the row of
# a real word. On the right axis the padding queries still have rows. Those rows are junk, and that is in
# order: no one reads them, and the loss leaves them out.
#
# Two masks combine with `&`: may look, and may look.

# %%
both = causal & real_keys  # (4, 4) and (2, 1, 4) broadcast to (2, 4, 4)
assert both.shape == (2, 4, 4)
assert both[1, 3].tolist() == [True, True, False, False]
both[1].astype(int)

# %% [markdown]
# ## The row that may look at nothing
#
# Pad on the *left* and combine with a causal mask: the first position is padding, and all that it may look
# at is itself, which is hidden. Its row is empty. Every score is $-\infty$. What are its weights if you
# compute the formula as it stands? And what if −1e9 was written in place of −inf? Answer with words such as
# `"zero"`, `"nan"`, `"uniform"`.

# %%
predict("06_empty_row", minus_inf=None, minus_1e9=None, confidence=None)

# %%
from attnedu.core import naive_softmax

with np.errstate(invalid="ignore"):
    formula = naive_softmax(np.full(3, -np.inf))  # 0 / 0
magic = softmax(np.full(3, -1e9))
ours = masked_softmax(np.array([2.0, 1.0, 0.0]), np.zeros(3, dtype=bool))
assert np.isnan(formula).all()
assert np.allclose(magic, 1 / 3)
assert (ours == 0).all()
formula, magic.round(3), ours

# %%
outcome("06_empty_row", minus_inf="nan", minus_1e9="uniform")

# %% [markdown]
# Three answers to one question, and none of them is *the* right one: an empty row is a convention, and you
# have to know whose. Here it is **zero weights and zero output**, on purpose.
#
# | who | weights or output of an empty row |
# |---|---|
# | this course, ONNX, FlashAttention | 0 |
# | PyTorch `scaled_dot_product_attention` | NaN in 2.4, 0 since 2.5 |
# | `torch.softmax` on a row of −inf | NaN |
# | JAX `dot_product_attention` | uniform over all keys |
# | any code that fills with one large negative number | uniform over the keys that were to be hidden |
#
# (Lesson 09 runs the rows that PyTorch can show.) NaN is the loud one, and it spreads. "It is only a
# padding row, and later layers hide it" does not help: in the next layer that row is a *value*, and a
# weight of 0 times NaN is NaN.

# %%
weights_next, values_next = np.array([[1.0, 0.0]]), np.array([[5.0], [np.nan]])
assert np.isnan(weights_next @ values_next).all()
weights_next @ values_next

# %% [markdown]
# ## How low is low enough?
#
# Code in the wild hides with −1e9, −1e4 or the most negative number of the type, often by *adding* it. In
# an ordinary row all of them work, because $e^{-10000}$ is smaller than any number that `float64` can hold,
# and comes out as 0. Two places tell them apart.
#
# The first is the empty row. Add −1e9 to each of the scores 2, 1, 0, in `float64`. What are the weights?

# %%
predict("06_added_1e9", first=None, second=None, third=None, confidence=None)

# %%
fills = (-np.inf, -1e9, -1e4, "finfo.min")
for dtype in (np.float64, np.float32, np.float16):
    for fill in fills:
        with np.errstate(all="ignore"):
            low = np.finfo(dtype).min if fill == "finfo.min" else dtype(fill)
            row = np.array([2.0, 1.0, 0.0], dtype) + low
            exponentials = np.exp(row - row.max())
            print(f"{dtype.__name__}  {fill!s:14}", (exponentials / exponentials.sum()).round(3))

# %%
assert np.exp(-10_000.0) == 0
unmasked = softmax(np.array([2.0, 1.0, 0.0]))
assert np.allclose(softmax(np.array([2.0, 1.0, 0.0]) - 1e9), unmasked, atol=1e-6)
outcome("06_added_1e9", first=0.665, second=0.245, third=0.09)

# %% [markdown]
# In `float64` an added −1e9 hides *nothing* in that row: the weights are those without any mask. You know
# why from lesson 03: the same number added to a whole row changes nothing. In `float32` the scores 2, 1, 0
# drown in the rounding of −1e9, and the row turns uniform. In `float16` −1e9 does not exist: it becomes
# −inf, and the row is NaN. One line of code, three results.
#
# The second place is a real score below the fill. Half precision holds nothing below −65504, and twice that
# number is −inf again:

# %%
with np.errstate(over="ignore"):
    assert np.float16(-1e9) == -np.inf
    lowest = np.finfo(np.float16).min
    assert lowest == -65504
    assert lowest + lowest == -np.inf
visible, filled = -20_000.0, -10_000.0
assert softmax(np.array([visible, filled])).tolist() == [0, 1]  # the hidden key takes everything

# %% [markdown]
# So: $-\infty$ on the scores, and a stated rule for the empty row. Everything else is a number that is low
# enough until it is not.

# %% [markdown]
# ## What does True mean?
#
# Ask this whenever you call somebody else's attention. Both answers are in use, sometimes in one library.
#
# | call | True or 1 means |
# |---|---|
# | this course; `scaled_dot_product_attention`; FlexAttention; JAX; ONNX | may look |
# | `nn.MultiheadAttention`: `attn_mask`, `key_padding_mask` | blocked |
# | Hugging Face `attention_mask`, 2-D | 1 = may look |
#
# A causal mask with the wrong polarity shows at once, if you look at the first row and the last: the first
# token must give itself all of its row, and the row of the last token must not be empty.

# %%
flipped = masked_softmax(scores, ~causal)
assert weights[0, 0] == 1
assert flipped[0, 0] == 0
assert weights[-1].sum() > 0
assert flipped[-1].sum() == 0
flipped.round(3)

# %% [markdown]
# ## More keys than queries
#
# A model that writes text keeps the keys of what it has written. With four keys stored and one new token
# there is one query and five keys. The new token is the *last* position, so it may look at all five. A mask
# is needed that aligns the **ends**: the last query sees the last key.
#
# Many people write `np.tri(T_q, T_k)`, ones on and below the diagonal. How many of the five keys does the
# one query see then?

# %%
predict("06_one_query", keys_seen=None, confidence=None)

# %%
assert np.tri(1, 5).sum() == 1
assert causal_mask(1, 5).sum() == 5
np.tri(1, 5).astype(int), causal_mask(1, 5).astype(int)

# %%
outcome("06_one_query", keys_seen=1)

# %% [markdown]
# One: the oldest. Each new word would be chosen by looking at the first word alone. In the square case both
# masks are the same, so a test with T_q = T_k never finds out. With two new tokens after three stored ones,
# the ends aligned:

# %%
assert causal_mask(2, 5).sum(axis=-1).tolist() == [4, 5]
assert np.tri(2, 5).sum(axis=-1).tolist() == [1, 2]
assert (causal_mask(4, 4) == np.tri(4, 4, dtype=bool)).all()
causal_mask(2, 5).astype(int)

# %% [markdown]
# ## Break it: two tests and a leak
#
# A colleague says: "My causal attention is tested. All future weights are 0, and every row sums to 1." Can
# you write weights that pass both tests and still leak the future? Think for a minute before you read on.
#
# One answer: zero the weights after softmax, and give what is missing from each row to the query's own key.


# %%
def passes_both_tests(scores, mask):
    shares = zero_weights(softmax(scores), mask)  # no longer weights: the rows are short
    return shares + np.diag(1 - row_sums(shares))


sly = passes_both_tests(scores, causal)
assert (sly[~causal] == 0).all()
assert np.allclose(row_sums(sly), 1)
sly.round(3)

# %% [markdown]
# Both tests pass. Now do what catches it: **change the future and see whether the past moves.** The score
# of *ran* in the row of *dog* goes from 4 to −4, as before.

# %%
moved = passes_both_tests(other_future, causal)
assert sly[1].round(3).tolist() == [0.015, 0.985, 0, 0]
assert moved[1].round(3).tolist() == [0.09, 0.91, 0, 0]
way_a = three_ways(scores, causal)[0]
assert np.array_equal(way_a[1], three_ways(other_future, causal)[0][1])  # bit for bit
sly[1].round(3), moved[1].round(3)

# %% [markdown]
# *dog* gives itself 0.985 in one case and 0.910 in the other, and nothing that it may look at has changed.
# Way A does not move by a single bit. Row sums and zeros are necessary. They are not a proof. In the
# exercise you write the test that is one.

# %% [markdown]
# ## Exercises: masking
#
# Open [the exercises of this lesson](../exercises/06_masking.ipynb): seven functions from `causal_mask` to
# `masked_attention`, eight versions to judge ("which of these leaks?"), the test that catches them, and five
# questions.

# %% [markdown]
# ## Remember: masking
#
# - A mask belongs to the scores: hidden means −∞ before softmax, and then a hidden score is nowhere in the
#   result.
# - A weight set to 0 after softmax may still have its score in the denominator of the others. Renormalising
#   cancels that on paper.
# - To test a mask, change what is hidden and compare what is visible. Zeros and row sums prove nothing.
#
# **Red flags.** "I multiply by the mask." "The upper triangle is 0, so nothing leaks." "−1e9 and −inf are
# the same." "Masking after softmax is always wrong", and its twin, "it makes no difference". "True means
# masked", without saying for which function.
#
# **The 60-second version.** A mask says which keys a query may look at. I apply it to the scores: a
# hidden score becomes −∞, its exponential is 0, and softmax shares 1 among the rest. A score of 0 would
# not do, since $e^0 = 1$. Zeroing weights after softmax leaves rows short, and the hidden score is still
# in the denominator, so the past moves with the future. If I renormalise, that cancels in exact
# arithmetic; it costs a second pass and breaks when a hidden score dominates. Padding is a matter of
# keys, causal masks align the ends, an empty row is a convention that I look up, and so is the meaning of
# True.
