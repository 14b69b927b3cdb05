# ---
# attnedu:
#   title: "Start here"
#   objectives:
#     - Know how a lesson works, what it asks of you and where your answers are kept
#     - See the pipeline from scores to weights once
#     - Take the pre-test
#   prerequisites: []
#   teaching_minutes: 10
#   exercise_minutes: 0
# ---

# %% [markdown]
# # Start here
#
# Every transformer decides, for each word, how much to take from each other word. It does so with two
# tables of numbers that look alike, have the same shape, and are called by each other's names all over the
# literature. This course is about the difference, in one sentence: **a score is evidence, a weight is a
# decision, and softmax is the only bridge.** When you have finished you can say at which point any
# modification lives, what goes wrong one step later, and prove it in code.
#
# **10 minutes.** You need vectors, the sum of products of two of them, and a little NumPy. Partial
# derivatives help in three places: one part of lesson 02, the end of 03 and one part of 06. All three are
# marked as optional.
#
# 1. [Is everything there?](#Is-everything-there?)
# 2. [How a lesson works](#How-a-lesson-works)
# 3. [Six questions before you begin](#Six-questions-before-you-begin)
# 4. [The river](#The-river)
# 5. [Your first prediction](#Your-first-prediction)
# 6. [The map](#The-map)
# 7. [Remember: the river](#Remember:-the-river)

# %% [markdown]
# ## Is everything there?
#
# Click into the next cell and press Shift and Enter together: that runs a cell and moves on. It should name
# three versions. If it shows an error instead, open a terminal in the course folder and type
# `.venv/bin/attnedu doctor`: it says in words what is missing and which command mends it. (Where you have
# activated the environment yourself, `attnedu doctor` is enough.)

# %%
import matplotlib
import numpy as np

import attnedu
from attnedu import outcome, plot_pipeline, predict, quiz, show

print(f"attnedu {attnedu.__version__}, NumPy {np.__version__}, matplotlib {matplotlib.__version__}")
assert int(np.__version__.split(".")[0]) >= 2

# %% [markdown]
# ## How a lesson works
#
# A lesson opens with three questions about earlier lessons, to be answered from memory. Then it asks you
# something *before* it shows the result, and you write down a guess and how sure you are. Only then do you
# run the experiment. Guessing first is not a game: people who commit to an answer before a demonstration
# learn more from it than people who watch (Crouch et al. 2004; Miller et al. 2013). After that come a
# picture or a widget, the formula in words, in symbols and in code, an attempt to break it, and an exercise
# notebook of the same number, which checks your functions and shows where their numbers first go wrong.
#
# The names you will meet are few. `predict(…)` keeps your guess, `outcome(…)` puts it beside what happened,
# `quiz(…)` asks a question, and in the exercises `check(…)` looks at your function, `hint(…)` gives a nudge
# and `reveal(…)` the solution. What you write down stays in one file on this machine and goes nowhere. You
# may run any cell twice, change any number, and run a whole notebook at once: nothing breaks.
#
# If you restart the kernel, or come back the next day, the notebook has forgotten its variables, though not
# your predictions. Run the first code cell, the one with the imports, and then the cells down to where you
# were, or choose "Run All Cells" from the menu "Run".

# %% [markdown]
# ## Six questions before you begin
#
# You are not expected to know the answers. Choose what you believe now: the answers are kept. The same six
# return at the end of the course (planned), and the difference will be yours to see. Run each cell and answer
# in the form that it shows: an option, and how sure you are. Where no form appears, write your letter into
# the cell, `quiz("00_pretest_1", choice="b")`. Each reply says what is true, so choose once and go on.

# %%
quiz("00_pretest_1")

# %%
quiz("00_pretest_2")

# %%
quiz("00_pretest_3")

# %%
quiz("00_pretest_4")

# %%
quiz("00_pretest_5")

# %%
quiz("00_pretest_6")

# %% [markdown]
# ## The river
#
# This picture stands at the top of every lesson with the lesson's part lit; here nothing is lit yet. Read
# it from left to right. On the **left bank** are scores: how well what one word asks for (its query, q)
# fits what another offers (its key, k). They are real numbers, positive or negative, and everything that is
# done to them, scaling or modifying, is done on this bank. **Softmax** is the only bridge. On the **right
# bank** are weights: each row says how one unit is shared out, so nothing is negative and the sum of every
# row is 1. The weights then mix what the words carry (their values, V) into the output.

# %%
show(
    plot_pipeline(None),
    alt="The pipeline as a river. Left bank, scores, any real number: q·k, then scale, then modify. The "
    "bridge: softmax. Right bank, weights, each row sums to 1: weights, then ·V, then output. None is lit.",
)

# %% [markdown]
# Two rows of numbers, one from each bank. Which is which needs no name and no context:

# %%
left_bank = np.array([2.0, -1.0, 0.5])
right_bank = np.array([0.7, 0.1, 0.2])
assert left_bank.min() < 0
assert np.isclose(left_bank.sum(), 1.5)
assert right_bank.min() >= 0
assert np.isclose(right_bank.sum(), 1)

# %% [markdown]
# ## Your first prediction
#
# Here is one to practise on, which needs nothing but common sense. A row of weights holds 0.7, 0.1 and 0.2.
# Somebody doubles the first number, and to be fair divides the whole row by its new sum. What is the first
# number now?
#
# Run the cell and fill in the form: your guess, and how sure you are, from 0 (a pure guess) to 100 (certain).
# Then run the cell after it. Where no form appears, write both into the cell in place of `None`. If you leave
# the form empty you will be reminded and can go on all the same.

# %%
predict("00_first", first_number=None, confidence=None)

# %%
doubled = right_bank * np.array([2.0, 1.0, 1.0])
fair_again = doubled / doubled.sum()
assert np.isclose(doubled.sum(), 1.7)
assert np.isclose(fair_again[0], 0.824, atol=5e-4)
outcome("00_first", first_number=fair_again[0])

# %% [markdown]
# 1.4 / 1.7 = 0.824: more than 0.7, and not 1.4, since what one key gains the others must lose. Keep that in
# mind about the right bank. On the left bank nothing of the sort holds.

# %% [markdown]
# ## The map
#
# | lesson | you will be able to | minutes | exercises |
# |---|---|---|---|
# | [01 The talent show](01_talent_show.ipynb) | tell a score from a weight, in a story | 25 | |
# | [02 Scores](02_scores.ipynb) | compute scores and explain √d_k | 35 | 20 |
# | [03 Softmax, the bridge](03_softmax.ipynb) | cross safely, at any temperature | 40 | 25 |
# | [04 Weights and the output](04_weights_and_output.ipynb) | read weights, place an output | 30 | 15 |
# | [05 The worked example](05_worked_example.ipynb) | do it on paper, then read a real head | 30 | 20 |
# | [06 Masking](06_masking.ipynb) | hide keys on the bank where it works | 45 | 30 |
#
# Lessons 07 to 13 are planned and not yet written: where a lesson points to one of them, it names the plan.
# The exercises of three of them are ready, on [what else acts on scores](../exercises/07_biases.ipynb), on
# [heads](../exercises/08_heads.ipynb) and on [weights that never exist](../exercises/10_online.ipynb), and
# so are [twelve bugs to fix](../exercises/20_fix_the_bug.ipynb).
#
# Three routes lead through it.
#
# **On your own.** In order, one or two lessons a day with their exercises. The questions at the start of
# each lesson work best with a night in between.
#
# **In a lab, 90 minutes with a teacher.** 00 and 01 at home. Then, from 02, what a score means (15 minutes);
# from 03, what a bridge must do, and SoftmaxBridge (25); from 06, the four wrong ways to mask, and MaskLab
# (35); the exercise `masked_softmax` in pairs (15). Discuss each prediction with your neighbour before you
# look at the result.
#
# **An interview in a hurry.** Read the last section of each lesson, with its red flags and its 60-second
# version; then do the predictions of 03 and 06, and the exercises of 05 with an empty page and a clock.

# %% [markdown]
# ## Remember: the river
#
# - A score is evidence: a real number, before softmax.
# - A weight is a decision: a share of a row that sums to 1, after softmax.
# - Write your guess down before you look.
#
# **Red flag**, the one that this course exists for: "scores and weights are two words for the same thing".
#
# **The 60-second version.** Queries meet keys and give scores; scores are scaled and modified; softmax
# turns each row of scores into weights that sum to 1; weights mix values into the output. Left of the
# bridge any number may stand, right of it only shares. Next: [the talent show](01_talent_show.ipynb), where
# you invent the bridge.
