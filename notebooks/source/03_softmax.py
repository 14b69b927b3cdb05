# ---
# attnedu:
#   title: "Softmax: the only bridge"
#   objectives:
#     - Say what a bridge from scores to weights must do, and why exponentials do it
#     - Explain why subtracting the row maximum is exact, and compute softmax of scores of any size
#     - Predict what temperature, a row shift and a second softmax do to weights
#     - Derive and use the derivative of softmax, diag(w) − w wᵀ, and say when it dies
#   prerequisites: [02_scores]
#   teaching_minutes: 40
#   exercise_minutes: 25
# ---

# %% [markdown]
# # Softmax: the only bridge
#
# On the left bank stand scores: evidence, real numbers of either sign. On the right bank stand weights:
# decisions, shares of a row that sum to 1. This lesson is about the one thing that crosses from left to
# right, why it is made of exponentials, how it breaks in a computer and how it is mended without
# approximating anything.
#
# **40 minutes**, and 25 for the [exercises](../exercises/03_softmax.ipynb).
#
# 1. [From memory, before lesson 03](#From-memory,-before-lesson-03)
# 2. [What must a bridge do?](#What-must-a-bridge-do?)
# 3. [The machine on the table](#The-machine-on-the-table)
# 4. [The formula](#The-formula)
# 5. [Scores of a thousand](#Scores-of-a-thousand)
# 6. [Temperature](#Temperature)
# 7. [The way back](#The-way-back)
# 8. [How a weight answers to a score](#How-a-weight-answers-to-a-score)
# 9. [Break it: what is not the bridge](#Break-it:-what-is-not-the-bridge)
# 10. [Exercises: softmax](#Exercises:-softmax)
# 11. [Remember: softmax](#Remember:-softmax)

# %%
import numpy as np

from attnedu import SoftmaxBridge, outcome, plot_pipeline, predict, quiz, show
from attnedu.core import (
    is_weights,
    logsumexp,
    naive_softmax,
    softmax,
    softmax_backward,
    softmax_jacobian,
    talent_show,
    temperature_softmax,
)
from attnedu.core.recordings import recording
from attnedu.plots import plot_bars
from attnedu.widgets import explore_softmax_bridge

# %%
show(
    plot_pipeline("softmax"),
    alt="The pipeline as a river. Left bank, scores: q·k, scale, modify. The bridge, lit in this lesson: "
    "softmax. Right bank: weights, ·V, output.",
)

# %% [markdown]
# ## From memory, before lesson 03
#
# Close the earlier lessons and answer from memory.

# %%
quiz("03_recall_1")

# %%
quiz("03_recall_2")

# %%
quiz("03_recall_3")

# %% [markdown]
# ## What must a bridge do?
#
# In the talent show you invented rules. Here are four that people do invent, tried on Ada's sheet and on
# that of Blaise, who writes nothing but negative scores. A rule may cross if its results are weights: never
# negative, summing to 1, with the acts in the order of their scores.

# %%
ada, blaise, carl = talent_show().scores
rules = {
    "divide by the sum": lambda s: s / s.sum(),
    "square, then divide": lambda s: s**2 / (s**2).sum(),
    "lowest to 0, then divide": lambda s: (s - s.min()) / (s - s.min()).sum(),
    "exponential, then divide": lambda s: np.exp(s) / np.exp(s).sum(),
}
for name, rule in rules.items():
    print(name)
    for judge, sheet in (("Ada", ada), ("Blaise", blaise)):
        in_order = np.array_equal(np.argsort(rule(sheet)), np.argsort(sheet))
        print(f"  {judge:6} {rule(sheet).round(3)}  weights: {is_weights(rule(sheet))}, in order: {in_order}")

# %% [markdown]
# Dividing by the sum hands Ada's dancer a negative share and turns Blaise's order upside down: his *worst*
# act gets the most. Squares cannot tell −3 from 3. Moving the lowest score to zero passes both tests, at a
# price: the last act gets exactly nothing however close it came, and the rule bends sharply at the moment
# when another act becomes the last, so that nothing which learns by small steps can use it there. The
# exponential passes everything and is smooth everywhere.

# %%
by_sum, by_square = rules["divide by the sum"], rules["square, then divide"]
assert by_sum(ada).min() < 0
assert by_sum(blaise).argmax() == blaise.argmin()
assert by_square(blaise).argmax() == blaise.argmin()
assert np.allclose(rules["exponential, then divide"](blaise), softmax(blaise))

# %% [markdown]
# ### Why exponentials
#
# Lesson 02 ended with: only *gaps* within a row mean anything. Take that at its word. The ratio of two
# weights should then depend on the difference of their two scores, and on nothing else:
#
# $$ \frac{w_i}{w_j} \;=\; e^{\,s_i - s_j} $$
#
# In words: weights stand to each other as the exponential of the gap between their scores. Two gaps that
# follow each other *add*, while two ratios that follow each other *multiply*, and the functions that turn
# sums into products are the exponentials. The base is a choice: with base 2 every gap counts as if it had
# been multiplied by ln 2 = 0.693, which below will be called another *temperature*.
#
# Ada scores the juggler 2 and the singer 1, a gap of 1, with two other acts on the sheet. Suppose a hundred
# more acts came, all with a score of 1.5. Every share shrinks. What is the *ratio* of the juggler's weight
# to the singer's before, and what is it after?

# %%
predict("03_ratio", before=None, after=None, confidence=None)

# %%
crowd = np.concatenate([ada, np.full(100, 1.5)])
before, after = softmax(ada), softmax(crowd)
assert np.isclose(before[0] / before[1], np.e)
assert np.isclose(after[0] / after[1], np.e)
assert after[0] < 0.02 < 0.6 < before[0]
outcome("03_ratio", before=before[0] / before[1], after=after[0] / after[1])

# %% [markdown]
# Both are $e^1 = 2.718…$. The juggler fell from 0.64 to 0.016, but so did everyone, in step.

# %%
assert np.allclose([before[0], after[0]], [0.644, 0.016], atol=5e-4)
before[0].round(3), after[0].round(3)

# %% [markdown]
# ## The machine on the table
#
# In the machine below, a temperature divides every score before it crosses. The row 2, 1, 0 gives its best
# key the weight 0.665. Before you touch anything, guess that weight at temperature 2 and at temperature ½.

# %%
predict("03_temperature", at_two=None, at_half=None, confidence=None)

# %% [markdown]
# Scores stand about zero on the left, weights share out 1 on the right. Under the widget stand three
# questions: give one key 0.9 by temperature alone; change every score and no weight; make unequal scores
# almost equal weights. The third speaks of *entropy*, a number for how evenly a row is shared: 0 when one key
# has everything, and at most ln n, when all n keys share alike (lesson 04 computes it).
#
# Two more questions to keep in mind: which of the three sliders above the rows can never change a weight,
# and which two do the same work?

# %%
SoftmaxBridge(scores=[2, 1, 0])

# %% [markdown]
# If you would rather type than drag, `explore_softmax_bridge` prints what the machine shows, here for Ada's
# four scores; change its three numbers and run it again.

# %%
acts = talent_show().acts
numbers = explore_softmax_bridge(ada, acts, temperature=0.5, shift=3, scale=1)
assert np.allclose(numbers["weights"], softmax(2 * ada))

# %% [markdown]
# And where neither can run, three pictures carry the argument. The row 2, 1, 0 is divided by three
# temperatures *T* before it crosses; softmax receives score / *T*. Watch the gaps on the left and the shares
# on the right: dividing by ½ doubles the gaps, dividing by 2 halves them.

# %%
row, keys = np.array([2.0, 1.0, 0.0]), ["dog", "ball", "ran"]
for T in (0.5, 1.0, 2.0):
    received, weights = row / T, softmax(row / T)
    show(
        plot_bars(received, weights, keys, f"temperature T = {T:g}", score_name="score / T", limit=4),
        alt=f"Bars at temperature {T:g}, on one scale in all three pictures. Softmax receives the scores "
        f"{received.tolist()}. Weights: {weights.round(3).tolist()}, summing to 1.",
        table={"key": keys, "score / T": received, "weight": weights},
    )

# %%
at_two, at_half = temperature_softmax(row, 2.0), temperature_softmax(row, 0.5)
assert np.allclose(at_two, [0.506, 0.307, 0.186], atol=6e-4)
assert np.allclose(at_half, [0.867, 0.117, 0.016], atol=5e-4)
outcome("03_temperature", at_two=at_two[0], at_half=at_half[0])

# %% [markdown]
# Above 1 flattens, to 0.506; below 1 sharpens, to 0.867. The row shift is the slider that never changes a
# weight, since a shift leaves every gap alone. Scale and temperature do the same work, one multiplying the
# gaps and the other dividing them.

# %% [markdown]
# ## The formula
#
# **In words.** Raise *e* to each score of the row; divide each result by their sum. **In symbols**, for
# query *i* and key *j*:
#
# $$ w_{ij} \;=\; \frac{e^{\,s_{ij}}}{\sum_{m=1}^{T_k} e^{\,s_{im}}} $$
#
# Read aloud: the weight of key *j* for query *i* is *e* to their score, over the sum of *e* to every score
# in the row of query *i*. The sum runs over the keys, never over the queries: each query has one unit to
# share out. **In code**:

# %%
scores = talent_show().scores
exponentials = np.exp(scores)
weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
assert np.allclose(weights, softmax(scores))
assert np.allclose(weights.sum(axis=-1), 1)
weights.round(3)

# %% [markdown]
# `keepdims=True` keeps the row sums as a column of shape (3, 1), so that each row is divided by its own
# sum.
#
# Can a weight be exactly 0? Not in the formula: *e* to any finite number is positive. In a computer it can,
# when a score lies so far below the best that its exponential is smaller than the smallest number there is.
# Then there is −∞, the score of a hidden key, whose exponential is 0 by definition.

# %%
assert softmax(np.array([0.0, -700.0]))[1] > 0
assert softmax(np.array([0.0, -800.0]))[1] == 0  # underflow
assert softmax(np.array([0.0, -np.inf]))[1] == 0  # hidden

# %% [markdown]
# ## Scores of a thousand
#
# Here is a row with the gaps of 2, 1, 0, only higher up: 1000, 999, 998. `naive_softmax` is the formula
# exactly as it reads, in ordinary double precision. What does it return: `"weights"` (the right ones),
# `"zeros"` or `"nan"`?

# %%
predict("03_overflow", returns=None, confidence=None)

# %%
high = np.array([1000.0, 999.0, 998.0])
with np.errstate(over="ignore", invalid="ignore"):
    result = naive_softmax(high)
assert np.isnan(result).all()
outcome("03_overflow", returns="nan")

# %% [markdown]
# $e^{1000}$ is larger than any double, so it becomes infinity, and infinity over infinity is not a number.
# Notice that nothing stopped: in a training run the `nan` would travel on in silence. How high may a score
# be? That depends on the precision.

# %%
for dtype, limit in ((np.float16, 11.09), (np.float32, 88.72), (np.float64, 709.78)):
    largest = np.log(float(np.finfo(dtype).max))
    assert np.isclose(largest, limit, atol=0.01)
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(dtype(limit - 0.01)))
        assert np.isinf(np.exp(dtype(limit + 0.01)))
    print(f"{dtype.__name__}: e^x overflows above {largest:.2f}")

# %% [markdown]
# Is that far away from real scores? SmolLM2, a small language model, read "The dog chased the ball because
# it rolled away", and its scores ship with this course. The largest is 14.9. In 15 of
# its 270 heads the naive formula would fail in half precision, on nine words.

# %%
real = recording("smollm2").scores  # (layers, heads, queries, keys)
visible = real[..., np.tril(np.ones((9, 9), dtype=bool))]  # what a causal model may look at
assert real.shape == (30, 9, 9, 9)
assert np.isclose(visible.max(), 14.9, atol=0.05)
assert (visible.max(axis=-1) > 11.09).sum() == 15  # of 30 · 9 heads

# %% [markdown]
# **The cure is exact.** You know already that adding a constant to a row changes nothing. So add *minus the
# largest score of the row*. Now the highest score is 0, its exponential is 1, nothing can overflow, and the
# sum is at least 1, so nothing is divided by 0.
#
# $$ \frac{e^{\,s_j - c}}{\sum_m e^{\,s_m - c}}
# = \frac{e^{-c}\, e^{\,s_j}}{e^{-c} \sum_m e^{\,s_m}} = \frac{e^{\,s_j}}{\sum_m e^{\,s_m}} $$
#
# In words: the shift puts the same factor above and below the line, where it cancels, whatever the shift
# is.

# %%
shifted = high - high.max()
stable = np.exp(shifted) / np.exp(shifted).sum()
assert np.allclose(stable, softmax(np.array([2.0, 1.0, 0.0])), rtol=1e-14, atol=0)
assert np.allclose(stable, softmax(high), rtol=1e-14, atol=0)
assert np.allclose(naive_softmax(row), softmax(row), rtol=1e-14, atol=0)
stable.round(3)

# %% [markdown]
# It is often said that subtracting the maximum is an approximation that trades a little accuracy for
# safety. It is neither: where both versions work they agree to the last digits of the computer, and where
# the naive one returns `nan` the other is right. The same trick with the *mean* would be as exact on paper
# and would still overflow, as soon as one score stands 710 above the mean.

# %%
lopsided = np.array([2000.0, 0.0, 0.0, 0.0])
with np.errstate(over="ignore", invalid="ignore"):
    assert np.isnan(naive_softmax(lopsided - lopsided.mean())).any()
assert np.allclose(softmax(lopsided), [1, 0, 0, 0])

# %% [markdown]
# ## Temperature
#
# You have seen what 2 and ½ do. The order of the keys survives every temperature. What of the two ends?
# Towards 0 the largest score takes everything, and if two tie they share; towards infinity all keys come
# out alike. And base 2 in place of *e* is the temperature 1/ln 2 = 1.44.

# %%
assert np.allclose(temperature_softmax(row, 0.01), [1, 0, 0])
assert np.allclose(temperature_softmax(np.array([2.0, 2.0, 0.0]), 0.01), [0.5, 0.5, 0])
assert np.allclose(temperature_softmax(row, 1e6), 1 / 3, atol=1e-5)
assert np.allclose(temperature_softmax(row, 1 / np.log(2)), 2**row / (2**row).sum())

# %% [markdown]
# The division by √d_k of lesson 02 is a temperature in this sense, and nothing more: raw scores at T =
# √d_k. It could be folded into the projection that makes the queries. Still, it is not what people mean by
# the temperature of a chat model. That one is chosen by the user, after training, and divides the model's
# last numbers, one for each word of the *vocabulary*, once; √d_k is fixed before training, and divides the
# scores of the *keys* in every head of every layer.

# %%
rng = np.random.default_rng(0)
q, k = rng.standard_normal((3, 4)), rng.standard_normal((5, 4))
assert np.allclose(temperature_softmax(q @ k.T, np.sqrt(4)), softmax(q @ k.T / np.sqrt(4)))
assert np.allclose(softmax((q / 2) @ k.T), softmax(q @ k.T / 2))  # folded into the queries

# %% [markdown]
# ## The way back
#
# Someone hands you weights. Can the scores be had back? Take logarithms: log w is a score again, but which
# one?
#
# $$ \log w_{ij} \;=\; s_{ij} \;-\; \log \sum_m e^{\,s_{im}} $$
#
# In words: the logarithm of a weight is its score minus one number that belongs to the whole row, the
# *log-sum-exp*. That number is gone for good.

# %%
weights = softmax(scores)
lost = scores - np.log(weights)
assert np.ptp(lost, axis=-1).max() < 1e-12  # one constant for each row
assert np.allclose(lost[:, 0], logsumexp(scores))
lost.round(3)

# %% [markdown]
# Within a row every entry lost the same amount. So weights give scores back **up to one unknown constant
# per row**: the gaps survive, the height does not. It is too much to say "take the log and you have the
# scores", and too little to say "the scores are lost".

# %% [markdown]
# ## How a weight answers to a score
#
# *Optional, for those who know partial derivatives. Without it you can do everything in this course but the
# exercise `softmax_backward`.*
#
# Raise one score a little. Its own weight rises, and since the row still sums to 1, all others must fall.
# By how much?
#
# $$ \frac{\partial w_i}{\partial s_j} = w_i\,(\delta_{ij} - w_j), \qquad
# J = \mathrm{diag}(w) - w\,w^{\mathsf T} $$
#
# In words: $\delta_{ij}$ is 1 where i = j and 0 elsewhere, so a weight answers to its own score by
# $w_i(1 - w_i)$, and to another key's score by minus the product of the two weights. The table of all these
# slopes is called the Jacobian. We compare it with what a small push really does.

# %%
w = softmax(row)
J = softmax_jacobian(w)
push = 1e-6 * np.eye(3)
measured = np.array([(softmax(row + p) - softmax(row - p)) / 2e-6 for p in push]).T
assert np.allclose(J, np.diag(w) - np.outer(w, w))
assert np.allclose(J, measured, atol=1e-9)
assert np.allclose(J.sum(axis=0), 0)  # what one gains the others lose
assert np.allclose(J.sum(axis=1), 0)  # a row shift changes nothing
J.round(3)

# %% [markdown]
# The rows of J sum to 0 because a shift changes nothing, and its columns because the budget is fixed. All
# of it dies when the row is nearly decided: with w near 1 or 0 every entry is a product with a factor that
# is close to 0. That is *saturation*, and here it is for two keys whose scores lie further and further
# apart.

# %%
gaps = np.array([0.0, 2, 4, 8, 16])
two_keys = np.stack([gaps, np.zeros(5)], axis=-1)
slopes = np.linalg.norm(softmax_jacobian(softmax(two_keys)), axis=(1, 2))
assert np.allclose(slopes[:4], [0.5, 0.21, 0.035, 0.00067], rtol=0.02)
assert slopes[4] < 1e-6
dict(zip(gaps.tolist(), slopes.round(7).tolist(), strict=True))

# %% [markdown]
# Training never needs the whole table. Given the gradient *g* with respect to the weights of a row, the
# gradient with respect to its scores is
#
# $$ w \odot \bigl(g - \langle g, w \rangle\bigr) $$
#
# In words: subtract from each entry of *g* the average of *g* under the weights, then multiply by the
# weight. This gradient is the direction that *increases* the quantity that *g* measures: it raises the score
# of a key whose entry of *g* is above the average of its row, and lowers the others, each in proportion to
# the weight that the key already has. If the quantity is a loss, descent turns every sign round.

# %%
g = np.array([1.0, 0.0, -2.0])
by_hand = w * (g - np.dot(g, w))
assert np.allclose(by_hand, J @ g)
assert np.allclose(by_hand, softmax_backward(w, g))
assert np.isclose(by_hand.sum(), 0)
by_hand.round(3)

# %% [markdown]
# ## Break it: what is not the bridge
#
# **Softmax twice.** A library already returned weights and someone, to be safe, takes softmax again. The
# scores 4, 1, 0 give weights 0.936, 0.047, 0.017. What is the largest number after a *second* softmax?

# %%
predict("03_twice", largest=None, confidence=None)

# %%
once = softmax(np.array([4.0, 1.0, 0.0]))
twice = softmax(once)
assert np.allclose(once, [0.936, 0.047, 0.017], atol=5e-4)
assert np.allclose(twice, [0.553, 0.227, 0.220], atol=5e-4)
outcome("03_twice", largest=twice.max())

# %% [markdown]
# A decision of 0.936 became 0.553. It still sums to 1 and keeps the order, so no test of row sums finds it.
# The reason is on the left bank: numbers between 0 and 1 are never more than 1 apart, and a gap of at most
# 1 allows a ratio of at most *e*. However sure the first softmax was, with three keys a second one cannot
# give more than $e/(e+2) = 0.576$.

# %%
certain = softmax(np.array([500.0, 0.0, 0.0]))
assert np.isclose(softmax(certain).max(), np.e / (np.e + 2))
assert is_weights(twice)

# %% [markdown]
# **The wrong axis.** `softmax(scores, axis=0)` shares out each *act* among the judges. The shape is the
# same and every number lies between 0 and 1; the row sums are what tells. Each query spends 1, so the sum
# along the keys, the last axis, must be 1.

# %%
down = softmax(scores, axis=0)
assert down.shape == scores.shape
assert np.allclose(down.sum(axis=0), 1)
assert not np.allclose(down.sum(axis=-1), 1)
down.sum(axis=-1).round(2)

# %% [markdown]
# **Other bridges exist**, and each gives something up. A *sigmoid* treats every key alone: no competition,
# rows that sum to anything, and a row shift that now matters. *Sparsemax* (Martins & Astudillo 2016) finds
# the nearest point of the set of weights, and so gives *exact* zeros, where its slope is zero too. Both
# have their uses; neither is what a transformer means by attention weights unless it says so.


# %%
def sparsemax(row):
    """The nearest row of weights: take one threshold off every score, and cut at 0."""
    falling = np.sort(row)[::-1]
    thresholds = (np.cumsum(falling) - 1) / np.arange(1, len(row) + 1)
    return np.maximum(row - thresholds[falling > thresholds][-1], 0)


close = np.array([1.2, 1.0, 0.0])
sigmoid = 1 / (1 + np.exp(-close))
assert np.allclose(sparsemax(close), [0.6, 0.4, 0.0])
assert softmax(close).min() > 0.13
assert sigmoid.sum() > 1.9
softmax(close).round(3), sparsemax(close).round(3), sigmoid.round(3)

# %% [markdown]
# ## Exercises: softmax
#
# Open [the exercises of this lesson](../exercises/03_softmax.ipynb): `softmax(scores, axis=-1)` that
# survives scores of ±10,000, `temperature_softmax`, `softmax_backward`, and four questions, the first of
# them about the axis. Twenty-five minutes.
#
# ## Remember: softmax
#
# - Softmax turns differences of scores into ratios of weights: $w_i / w_j = e^{s_i - s_j}$. Everything else
#   follows.
# - A row shift changes nothing, hence subtracting the maximum is exact, and weights give scores back only
#   up to a constant per row.
# - Temperature divides scores: above 1 flattens, below 1 sharpens. A nearly decided row has almost no slope
#   left.
#
# **Red flags**: "subtracting the maximum is an approximation"; "a high temperature sharpens"; "irrelevant
# keys get exactly zero"; "the derivative is w(1 − w)", with nothing about the other keys; "softmax makes
# probabilities", and no word about which axis; "softmax again does no harm".
#
# **The 60-second version.** Softmax takes one row of scores, exponentiates and divides by the sum, so that
# gaps between scores become ratios between weights. The result is positive, sums to 1 along the keys, keeps
# the order and is smooth. Because only gaps count, one may subtract the row maximum first; this is exact,
# and keeps *e* from overflowing above a score of 709.8, 88.7 or 11.09 in double, single and half precision.
# Dividing the scores by a temperature stretches or shrinks the gaps. The derivative is diag(w) − wwᵀ, which
# is zero when the row is decided; backwards that is w ⊙ (g − ⟨g, w⟩). From weights you recover scores up to
# one constant per row. Next: what weights are good for.
