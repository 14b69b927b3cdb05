# ---
# attnedu:
#   title: "The talent show"
#   objectives:
#     - Invent a rule that turns scores into shares, and say what can go wrong with it
#     - Tell a score from a weight in a concrete case, before any formula
#     - Map the show to query, key, score, softmax, weight and value, and say where the picture fails
#     - See the difference between striking an act out before the host calculates and after
#   prerequisites: [00_start_here]
#   teaching_minutes: 25
#   exercise_minutes: 0
# ---

# %% [markdown]
# # The talent show
#
# Three judges, four acts, numbers on paper, and a host who owns a calculator. The whole of attention is in
# this picture, and the two words that people mix up most are two different pieces of paper. You will invent
# the missing machine yourself before you see it.
#
# **25 minutes.** The exercises begin with lesson 02.
#
# 1. [From memory, before lesson 01](#From-memory,-before-lesson-01)
# 2. [Three sheets of paper](#Three-sheets-of-paper)
# 3. [Invent a rule](#Invent-a-rule)
# 4. [The host calculates](#The-host-calculates)
# 5. [The host's rule](#The-host's-rule)
# 6. [The verdict](#The-verdict)
# 7. [Break it: leave an act out](#Break-it:-leave-an-act-out)
# 8. [From the show to the words](#From-the-show-to-the-words)
# 9. [Remember: the show](#Remember:-the-show)

# %%
import numpy as np

from attnedu import TalentShow, outcome, plot_pipeline, predict, quiz, show, side_by_side
from attnedu.core import attention_output, is_weights, renormalise, softmax, talent_show, zero_weights
from attnedu.plots import plot_scores
from attnedu.widgets import explore_talent_show

# %% [markdown]
# ## From memory, before lesson 01
#
# From "Start here", without looking.

# %%
quiz("01_recall_1")

# %%
quiz("01_recall_2")

# %%
quiz("01_recall_3")

# %%
show(
    plot_pipeline(["scores", "softmax", "weights", "output"]),
    alt="The pipeline as a river. Left bank, scores: q·k, scale, modify. The bridge: softmax. Right bank: "
    "weights, ·V, output. Lit in this lesson: q·k, softmax, weights, ·V and output.",
)

# %% [markdown]
# The same river again, with the part lit that this lesson walks through. By the end you will have a person
# or a piece of paper for every box on it except *scale* and *modify*, the last two of the left bank.

# %% [markdown]
# ## Three sheets of paper
#
# Ada, Blaise and Carl judge a juggler, a singer, a magician and a dancer. Each judge writes one number for
# each act on a sheet. There is no rule about the numbers: they may be negative, they may have fractions,
# and nobody checks what they add up to. Such a number is a **score**.

# %%
evening = talent_show()
judges, acts, scores = evening.judges, evening.acts, evening.scores
show(
    plot_scores(scores, queries=judges, keys=acts, title="the sheets: scores"),
    alt="Score sheets. Ada: juggler 2, singer 1, magician 0, dancer −1. Blaise: −3, −1, −2, −5. Carl: 0.5, "
    "4, 0.5, 1. Orange above zero, purple below.",
    table=scores,
)

# %% [markdown]
# Blaise is a hard man. Every number on his sheet is below zero, which says something about Blaise and
# nothing about the acts: his favourite is still the singer.

# %%
assert scores[1].max() < 0
assert acts[scores[1].argmax()] == "singer"
assert scores.sum(axis=-1).tolist() == [2.0, -11.0, 6.0]
scores.sum(axis=-1)

# %% [markdown]
# ## Invent a rule
#
# Now each judge gets **one prize to share out** among the acts. The shares of a judge must add up to the
# whole prize, none may be negative, and an act with a higher score must get more. All you have is the
# sheet.
#
# Take two minutes with pencil and paper. Invent a rule that turns any sheet into shares, and write down
# what could go wrong with it.
#
# Here is the rule that most people try first: divide every score by the sum of the sheet. Before you run it
# on Blaise's sheet (−3, −1, −2, −5), guess which act it favours.

# %%
predict("01_blaise", favourite=None, confidence=None)

# %%
shares = scores[1] / scores[1].sum()
assert np.allclose(shares, [0.273, 0.091, 0.182, 0.455], atol=5e-4)
assert acts[shares.argmax()] == "dancer"
outcome("01_blaise", favourite=acts[shares.argmax()])

# %% [markdown]
# The dancer, whom he liked least, gets 45 % of the prize, and the singer, his favourite, 9 %. The shares
# add up to 1 and none is negative, so nothing looks wrong until you ask who got what.
#
# Put your own rule into the next cell. It is tried on five sheets that have broken many rules. It works on a
# sheet if the shares are weights and for every pair of acts the higher score has the larger share; equal
# scores have equal shares.


# %%
def my_rule(sheet):
    """Turn the scores of one judge into shares of one prize."""
    return sheet / sheet.sum()  # replace this line by your rule


# %%
hard_sheets = {
    "Ada": scores[0],
    "all negative": scores[1],
    "sum is zero": np.array([3.0, -3.0]),
    "all zero": np.zeros(3),
    "huge scores": np.array([1000.0, 998.0, -1.0]),
}
for name, sheet in hard_sheets.items():
    with np.errstate(all="ignore"):
        shares = np.asarray(my_rule(sheet), dtype=float)
    same_order = np.array_equal(shares[:, None] > shares, sheet[:, None] > sheet)  # every pair of acts
    fair = is_weights(shares) and same_order
    print(f"{name:13} {sheet} -> {shares.round(3)}  {'works' if fair else 'does not work'}")

# %% [markdown]
# As it stands, the rule fails on all five. If the sum is zero there is nothing to divide by. If some scores
# are negative, so are some shares; if all are, the order turns round. What else have people tried? Absolute
# values or squares cure the sign and forget on which side of zero a score stood. Moving the lowest score up
# to zero keeps the order, but whoever is last then gets nothing at all, however close it was.
#
# What you need is something that is positive for *every* number, grows when the number grows, and then a
# division by the sum. Keep that sentence; it is most of lesson 03. If you know such a function, the
# exponential, and it failed on the huge scores: $e^{1000}$ is more than a computer's numbers can hold, so
# the rule divided infinity by infinity. The rule is right all the same, and lesson 03 mends the computing.

# %% [markdown]
# ## The host calculates
#
# The host collects the sheets, types each of them into a calculator, and reads out percentages. Whatever
# was on the sheet, the percentages of one judge add up to 100 %. Such a percentage is a **weight**.
#
# Carl wrote 0.5 for the juggler, 4 for the singer, 0.5 for the magician and 1 for the dancer. The singer
# has two thirds of all the points on his sheet. What percentage will the singer get?

# %%
predict("01_carl", singer_percent=None, confidence=None)

# %%
weights = softmax(scores)  # the host's calculator; lesson 03 opens it
assert is_weights(weights)
assert np.isclose(scores[2, 1] / scores[2].sum(), 2 / 3)
assert np.allclose((100 * weights[2]).round(1), [2.7, 90.1, 2.7, 4.5])
outcome("01_carl", singer_percent=100 * weights[2, 1])

# %% [markdown]
# 90 %, not 67 %. The calculator does not look at parts of a sum. It looks at how far each act is *ahead*,
# and being 3 points ahead counts for a lot. Here are both pieces of paper: what the judges wrote and what
# the host reads out.

# %%
show(
    side_by_side(scores, weights, queries=judges, keys=acts),
    alt="Left, the scores of three judges, some negative. Right, the weights: Ada gives 0.64 to the juggler, "
    "Blaise 0.66 to the singer, Carl 0.90 to the singer. Each row of weights sums to 1.",
    table={
        "judge": np.repeat(judges, 4),
        "act": np.tile(acts, 3),
        "score": scores.ravel(),
        "weight": weights.ravel().round(3),
    },
)

# %% [markdown]
# The left table is in no unit and its rows sum to 2, −11 and 6. The right table is in shares and its rows
# sum to 1, Blaise's too. They have the same shape and the same order in each row, and they are two
# different things.
#
# Try it. The widget asks four questions; leave the two about striking out for later, and guess at the first
# two before you try. Can the juggler get 90 % from a judge *without the juggler's score being touched*? Can
# every number on a sheet change while its percentages stay as they are?
#
# Answer `True` or `False` for each of the two before you touch the widget.

# %%
predict("01_possible", ninety_untouched=None, all_numbers_no_percentage=None, confidence=None)

# %%
TalentShow()

# %% [markdown]
# Where widgets do not run, or if you prefer typing, `explore_talent_show` prints the same numbers. Change
# Ada's sheet in the first line and run it again.

# %%
sheets = [[2.0, 1.0, 0.0, -1.0], [-3.0, -1.0, -2.0, -5.0], [0.5, 4.0, 0.5, 1.0]]
numbers = explore_talent_show(scores=sheets)

# %% [markdown]
# Both are possible, and for one reason. Push the *other* acts down and the juggler is ahead by more. Add 7
# to the whole sheet and nobody is ahead by more or less than before. *(Run this after you have tried.)*

# %%
others_down = softmax(np.array([2.0, -1.0, -2.0, -3.0]))
all_up = softmax(scores[0] + 7)
print(others_down.round(3), all_up.round(3))
assert others_down[0] > 0.9
assert np.allclose(all_up, weights[0])
outcome("01_possible", ninety_untouched=True, all_numbers_no_percentage=True)

# %% [markdown]
# ## The host's rule
#
# **In words.** The calculator raises the number *e* = 2.718… to each score, which gives something positive
# whatever the score is, and divides each result by their sum. Being one point ahead therefore makes a share
# 2.718 times as large, wherever on the scale the two scores stand. **In symbols**, for the scores
# $s_1, s_2, \dots$ of one sheet:
#
# $$ w_j \;=\; \frac{e^{\,s_j}}{e^{\,s_1} + e^{\,s_2} + \dots} $$
#
# Read aloud: the weight of act *j* is *e* to its score, divided by the sum of *e* to every score on the
# sheet. This is **softmax**. **In code**:

# %%
powers = np.exp(scores[0])
by_hand = powers / powers.sum()
assert np.allclose(by_hand, weights[0])
assert np.isclose(by_hand[0] / by_hand[1], np.e)  # juggler 2, singer 1: one point ahead
by_hand.round(3)

# %% [markdown]
# Why this rule and not another is the subject of lesson 03.

# %% [markdown]
# ## The verdict
#
# An act does not only compete; it *brings* something. The juggler brings 8 of laughter and no music, the
# singer 1 of laughter and 9 of music. What an act brings is its **value**. A judge's verdict is the mix of
# what the acts bring, each taken in the share that the judge gave it. For Ada's laughter that is 0.644 · 8 +
# 0.237 · 1 + 0.087 · 5 + 0.032 · 2 = 5.89.
#
# $$ o \;=\; \sum_j w_j\, v_j $$
#
# In words: the verdict, or output, is the sum over all acts of weight times value.

# %%
values = evening.values  # (4 acts, 2 qualities): laughter, music
by_loop = sum(weights[0, j] * values[j] for j in range(4))
verdicts = attention_output(weights, values)
assert np.allclose(verdicts[0], by_loop)
assert np.allclose(by_loop, [5.89, 2.41], atol=0.006)
verdicts.round(2)

# %% [markdown]
# Only weights can mix. With scores in their place Blaise would hear of an amount of laughter below zero,
# from four acts none of which brings less than 1 of it.

# %%
nonsense = scores[1] @ values
assert values[:, 0].min() == 1
assert nonsense[0] < 0
assert values[:, 0].min() <= verdicts[:, 0].min() <= verdicts[:, 0].max() <= values[:, 0].max()
nonsense

# %% [markdown]
# ## Break it: leave an act out
#
# The juggler turns out to be a professional and must be left out. There are two moments for it. Strike the
# juggler off the *sheets*, and the host calculates with three acts. Or let the host calculate with all four
# and then scratch the juggler's *percentage* out. In each case, what do Ada's percentages add up to?

# %%
predict("01_strike", struck_before=None, scratched_after=None, confidence=None)

# %%
may_compete = np.array([False, True, True, True])
struck_before = softmax(np.where(may_compete, scores, -np.inf))
scratched_after = zero_weights(weights, np.broadcast_to(may_compete, weights.shape))
sums = 100 * struck_before[0].sum(), 100 * scratched_after[0].sum()
assert np.allclose(sums, [100, 35.6], atol=0.05)
outcome("01_strike", struck_before=sums[0], scratched_after=sums[1])

# %% [markdown]
# Struck out before, the juggler's share goes to the others and Ada still hands out all of her prize.
# Scratched out after, 64 % of it goes to nobody. To the judge it looks like the same decision; on the two
# sides of the river it is a different one. In the widget, "When" switches between the two: go back and
# answer its last two questions.
#
# One could divide the short rows by their own sums afterwards, and here that gives back exactly what
# striking out before gave. When it does and when it does not is the heart of the course, in lesson 06.

# %%
assert np.allclose(struck_before.sum(axis=-1), 1)
assert np.allclose(renormalise(scratched_after), struck_before)
struck_before.round(3), scratched_after.round(3)

# %% [markdown]
# ## From the show to the words
#
# | in the show | in attention | symbol |
# |---|---|---|
# | a judge | a query | $q_i$ |
# | an act | a key | $k_j$ |
# | the number on paper | a score, any real number | $s_{ij}$ |
# | the host's calculator | softmax | |
# | the percentage read out | a weight, a share of a row that sums to 1 | $w_{ij}$ |
# | what the act brings | a value | $v_j$ |
# | the judge's verdict | the output | $o_i$ |
# | struck off the sheet | a mask on the scores | −∞ |
# | percentage scratched out | zeroing the weights | 0 |
#
# **Where the picture breaks.** A judge has taste and reasons; a query is a list of numbers computed from a
# word, and so is a key. In a model that reads a sentence the judges *are* the acts: every word judges every
# word, itself included. The prize is not used up either: two judges may both give the singer 90 %, since
# only rows have a budget and columns have none. A real model holds many shows at once, one for each head,
# with other tastes in each. And a percentage is not the probability that the judge is right, nor proof that
# the act mattered: an act with a large share that brings little adds little.

# %%
given_to_singer = weights[:, 1].sum()
assert given_to_singer > 1.7  # a column of weights may sum to more than 1
given_to_singer.round(2)

# %% [markdown]
# ## Remember: the show
#
# - A **score** is what a judge writes: any real number, meaningful beside its neighbours on the same sheet.
# - A **weight** is what the host reads out: a share, never negative, summing to 1 in each row.
# - **Softmax** is the only way from one to the other, and the side on which you change something decides
#   what changes.
#
# **Red flags**: "a weight is a score, only normalised"; "a negative score takes part of the prize away";
# "twice the score, twice the weight"; "leaving an act out is the same before and after".
#
# **The 60-second version.** Judges (queries) write a score for every act (keys): evidence, without a unit
# or a budget. The host's calculator (softmax) turns each sheet into percentages (weights): a decision, with
# a budget of one. The verdict (output) mixes what the acts bring (values) in those proportions. Moving a
# whole sheet up changes no percentage; pushing the rivals down changes all of them. Leave an act out before
# the calculation and the rest share its part; scratch it out after and the row falls short. Next:
# [where the numbers on the sheet come from](02_scores.ipynb).
