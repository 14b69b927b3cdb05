"""The checker against functions that learners write: what is wrong is named, what is right is accepted.

The functions stand in `learners/`, a file for each exercise. They were written without a look at the wrong
forms of the checker, which was mended where they showed it wrong. So they guard what it can do;
how well it does on functions that nobody has seen, they no longer tell.
"""

import importlib
from functools import cache

import pytest

from attnedu.practice import check
from attnedu.practice.exercises import find, names
from tests.practice.direct import check_directly

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
EXERCISES = tuple(name for name in names() if not find(name).is_test and not name.startswith("bug_"))
each = pytest.mark.parametrize("name", EXERCISES)

# Wrong functions that are accepted all the same: (exercise, note) -> why. At most two.
ACCEPTED = {}
# In a pair, ids that name the same thing from two sides.
SAME_IN_A_PAIR = (
    {"M47", "M58"},
    {"M55", "M20"},
    {"M55", "M45"},
    {"M55", "M58"},
    {"M51", "M11"},
    {"M01", "M10"},
)


def learners(name):
    return importlib.import_module(f"tests.practice.learners.{name}").here.all


@cache
def reports(name, kind):
    """Pairs of learner and report; a child process only where nothing else tells."""
    return [
        (learner, (check if learner.child else check_directly)(name, learner.function))
        for learner in learners(name)
        if learner.kind == kind
    ]


def first_is_right(learner, report):
    return report.misconceptions[:1] != [] and report.misconceptions[0] in learner.ids


def both_are_there(learner, report):
    found = set(report.misconceptions)
    return all(
        id in found or any(id in same and same & found for same in SAME_IN_A_PAIR) for id in learner.ids
    )


def fail_if_more(cases, allowed, of=""):
    """Fail where more cases went wrong than allowed, and print them."""
    if len(cases) > allowed:
        told = [f"{learner}: {report.verdict} {report.misconceptions or ''}" for learner, report in cases]
        pytest.fail("\n".join([f"{len(cases)}{of}", *told]), pytrace=False)


def missed(name, kind, judge):
    return [case for case in reports(name, kind) if not judge(*case)]


@each
def test_an_exercise_has_learners_of_every_kind(name):
    kinds = [learner.kind for learner in learners(name)]
    assert min(kinds.count("one"), kinds.count("right")) >= 7
    assert kinds.count("two") >= 4


@each
def test_no_wrong_function_is_accepted(name):
    accepted = [
        (learner, report)
        for learner, report in reports(name, "one") + reports(name, "two")
        if report.correct and (name, learner.note) not in ACCEPTED
    ]
    fail_if_more(accepted, 0)


def test_every_exception_is_still_needed():
    assert len(ACCEPTED) <= 2
    for name, note in ACCEPTED:
        assert all(report.correct for learner, report in reports(name, "one") if learner.note == note)


@each
def test_no_right_function_is_rejected(name):
    rejected = missed(name, "right", lambda learner, report: report.correct)
    fail_if_more(rejected, 0)


@each
def test_of_single_mistakes_at_least_85_in_100_get_a_right_name_first(name):
    wrong = missed(name, "one", first_is_right)
    number = len(reports(name, "one"))
    fail_if_more(wrong, 0.15 * number, f" of {number}")


def test_of_all_single_mistakes_at_least_95_in_100_get_a_right_name_first():
    wrong = [case for name in EXERCISES for case in missed(name, "one", first_is_right)]
    number = sum(len(reports(name, "one")) for name in EXERCISES)
    fail_if_more(wrong, 0.05 * number, f" of {number}")


def test_of_all_pairs_of_mistakes_at_least_80_in_100_get_both_names():
    wrong = [case for name in EXERCISES for case in missed(name, "two", both_are_there)]
    number = sum(len(reports(name, "two")) for name in EXERCISES)
    fail_if_more(wrong, 0.2 * number, f" of {number}")
