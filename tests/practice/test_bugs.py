"""Fix the bug: each bug is named, its repair accepted, the learner's test tested; and so is leak_test."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from attnedu.practice import check, hints, progress
from attnedu.practice.bugs import all_bugs
from attnedu.practice.bugs.model import without
from attnedu.practice.catalogue import ids
from attnedu.practice.engine import testing
from attnedu.practice.exercises import find, leak_test, names
from attnedu.practice.questions import by_name
from attnedu.practice.sandbox import Call, Error, Run
from tests.practice.direct import check_directly

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
BUGS = all_bugs()
each = pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
SOURCE = (Path(__file__).parents[2] / "solutions/20_fix_the_bug.py").read_text(encoding="utf-8")


def exercise_of(bug):
    """The exercise in which the learner writes a test."""
    return find(bug.name.replace("bug_", "test_", 1))


def judge_directly(exercise, test):
    """The report that `check` would give, without a child process."""
    calls = []
    with np.errstate(all="ignore"):
        for args in exercise.calls():
            try:
                value = test(*args)
            except Exception as error:
                calls.append(Call(error=Error(type(error).__name__, str(error))))
            else:
                calls.append(Call(value=value))
    return testing.judge(exercise, Run(calls=calls))


def only(bug, wrong):
    """A test that refuses the versions whose words are among these, and no others."""
    refused = {version.run for version in bug.versions() if version.says.split(" (")[0] in wrong}

    def test(candidate):
        assert candidate not in refused, "refused"

    return test


# the bugs themselves


@each
def test_a_bug_unmended_is_named_with_its_own_id_and_called_the_bug(bug):
    report = check_directly(bug.name, bug.buggy)
    assert report.verdict == "misconception"
    assert report.misconceptions == [bug.id]
    assert "the bug is still there" in str(report)


@each
def test_two_right_versions_are_accepted_and_two_relatives_are_not(bug):
    for function, _ in bug.right:
        assert check_directly(bug.name, function).verdict == "correct"
    for function, _ in bug.relatives:
        assert check_directly(bug.name, function).verdict == "misconception"


@each
def test_every_number_of_a_story_is_computed(bug):
    bug.verify()
    computed = set(re.findall(r"\d+\.\d+", inspect.getsource(bug.verify)))
    for number in re.findall(r"\d+\.\d+", bug.story):
        assert number in computed or f"{float(number)}" in computed, number


@each
def test_the_name_of_a_bug_does_not_give_it_away_and_its_source_is_a_public_thread(bug):
    assert not re.search(r"axis|polar|after|twice|scale|view|tile|fill|eval", bug.name)
    assert re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+", bug.source)
    assert bug.id in ids()


def test_twelve_bugs_have_twelve_ids_sources_and_stories():
    assert len({bug.id for bug in BUGS}) == len({bug.source for bug in BUGS}) == len(BUGS) == 12
    for bug in BUGS:
        assert {bug.name, exercise_of(bug).name} <= set(names())


@each
def test_the_code_that_a_learner_reads_is_the_code_that_is_checked(bug):
    assert inspect.getsource(bug.buggy).strip() in SOURCE
    assert bug.source in SOURCE
    assert bug.story in " ".join(line.removeprefix("#").strip() for line in SOURCE.splitlines()).replace(
        "  ", " "
    )


@each
def test_the_question_shows_the_code_and_the_right_option_is_its_id(bug):
    question = by_name()[f"20_bug_{bug.number}"]
    (right,) = [text for text, id, _ in question.options if id is None]
    assert right.startswith(bug.id)
    assert "def " in question.shown
    assert f'quiz("20_bug_{bug.number}", choice="{"abcd"[bug.place]}")' in SOURCE


# the learner's test


@each
def test_a_good_test_is_accepted_in_a_child_process_too(bug):
    exercise = exercise_of(bug)
    report = check(exercise.name, exercise.solution)
    assert report.verdict == "correct", report
    assert exercise.name in progress.done()


@each
def test_a_test_without_an_assertion_passes_too_much(bug):
    report = judge_directly(exercise_of(bug), lambda candidate: None)
    assert (report.verdict, report.misconceptions) == ("misconception", ["M57"])
    assert "passes the 3 wrong versions" in str(report)


@each
@pytest.mark.parametrize("missed", ["the bug itself", "relative 1", "relative 2"])
def test_a_test_that_misses_one_wrong_version_is_told_which(bug, missed):
    others = {"the bug itself", "relative 1", "relative 2"} - {missed}
    report = judge_directly(exercise_of(bug), only(bug, others))
    assert report.misconceptions == ["M57"]
    assert f"passes {missed}" in str(report)
    assert report.words <= 60


@each
def test_a_test_that_refuses_everything_or_a_right_version_is_told_so(bug):
    wrong = {"the bug itself", "relative 1", "relative 2"}
    everything = judge_directly(exercise_of(bug), only(bug, wrong | {"right version A", "right version B"}))
    assert everything.verdict == "wrong, not recognised"
    assert "refuses every version" in str(everything)
    for version in ("right version A", "right version B"):
        report = judge_directly(exercise_of(bug), only(bug, wrong | {version}))
        assert (report.verdict, report.misconceptions) == ("wrong, not recognised", [])
        assert f"refuses {version}" in str(report)


def test_a_test_that_is_too_weak_and_too_strict_is_told_both():
    report = judge_directly(exercise_of(BUGS[0]), only(BUGS[0], {"the bug itself", "right version B"}))
    assert report.misconceptions == ["M57"]
    assert "passes relative 1" in str(report)
    assert "also refuses right version B" in str(report)


def test_a_test_upside_down_is_told_so():
    report = judge_directly(exercise_of(BUGS[0]), only(BUGS[0], {"right version A", "right version B"}))
    assert report.verdict == "wrong, not recognised"
    assert "Upside down" in str(report)


@each
def test_three_hints_do_not_hold_a_line_of_the_solution(bug):
    exercise = exercise_of(bug)
    assert len(exercise.hints) == 3
    lines = [
        re.sub(r"\s+", "", line)
        for line in inspect.getsource(exercise.solution).splitlines()
        if "assert" in line
    ]
    for text in exercise.hints:
        assert not any(line in re.sub(r"\s+", "", text) for line in lines)
    assert len(exercise.next_step.split()) <= 14
    hints.hint(exercise.name)
    assert "def test" in str(hints.reveal(exercise.name))


def stub(candidate):
    raise NotImplementedError("your code here")


def loops(candidate):
    while True:
        pass


def stops(candidate):
    raise ValueError("a test of mine")


def takes_nothing():
    return None


async def never_runs(candidate):
    raise AssertionError


def draws_at_random(candidate):
    draws_at_random.calls += 1
    assert draws_at_random.calls != 1


draws_at_random.calls = 0


@pytest.mark.parametrize(
    ("test", "verdict", "words"),
    [
        (stub, "not attempted", "Write the body"),
        (loops, "raised", "still running"),
        (stops, "raised", "Given the bug itself, it stopped with ValueError: a test of mine"),
        (takes_nothing, "raised", "takes one argument"),
        (never_runs, "wrong shape", "never runs"),
        (draws_at_random, "wrong, not recognised", "judged one version twice"),
        ("no function", "not attempted", "without parentheses"),
    ],
)
def test_a_test_that_does_not_work_at_all_ends_in_a_report(test, verdict, words):
    report = check("test_01_image_patches", test)
    assert report.verdict == verdict, report
    assert words in str(report)


# leak_test


def zeros_above(attend):
    q, k, v = np.random.default_rng(0).normal(size=(3, 4, 4))
    return not np.allclose(np.triu(attend(q, k, v)[1], 1), 0)


def zeros_and_sums(attend):
    q, k, v = np.random.default_rng(0).normal(size=(3, 4, 4))
    return zeros_above(attend) or not np.allclose(attend(q, k, v)[1].sum(axis=-1), 1)


def last_value_alone(attend):
    q, k, v = np.random.default_rng(0).normal(size=(3, 5, 4))
    before, _ = attend(q, k, v)
    v[-1] += 1
    return not np.allclose(attend(q, k, v)[0][:-1], before[:-1])


def compares_with_attention(attend):
    q, k, v = np.random.default_rng(0).normal(size=(3, 5, 4))
    return not np.allclose(attend(q, k, v)[0], leak_test.sound(q, k, v)[0])


@pytest.mark.parametrize(
    ("leaky", "function"), [(True, f) for f, _ in leak_test.LEAKS] + [(False, f) for f, _ in leak_test.SOUND]
)
def test_a_version_leaks_exactly_if_changing_later_parts_changes_earlier_outputs(leaky, function):
    assert leak_test.solution(function) is leaky


def test_the_solution_of_leak_test_is_accepted_and_it_is_the_one_of_the_notebook():
    assert check("leak_test", leak_test.solution).verdict == "correct"
    notebook = (Path(__file__).parents[2] / "solutions/06_masking.py").read_text(encoding="utf-8")
    body = inspect.getsource(leak_test.solution).split('"""')[-1].strip()
    assert body in notebook


@pytest.mark.parametrize("test", [zeros_above, zeros_and_sums, last_value_alone, lambda attend: False])
def test_a_leak_test_that_misses_a_leak_passes_too_much(test):
    report = judge_directly(find("leak_test"), test)
    assert (report.verdict, report.misconceptions) == ("misconception", ["M57"])
    assert "finds no leak in" in str(report)
    assert report.words <= 60


def test_a_leak_test_that_compares_with_one_right_function_is_too_strict():
    report = judge_directly(find("leak_test"), compares_with_attention)
    assert report.verdict == "wrong, not recognised"
    assert "sees a leak in scores without a scale" in str(report)


@pytest.mark.parametrize(
    ("test", "verdict", "words"),
    [
        (lambda attend: True, "wrong, not recognised", "every version"),
        (lambda attend: not leak_test.solution(attend), "wrong, not recognised", "Upside down"),
        (lambda attend: "yes", "wrong shape", "True or False"),
        (lambda attend: None, "wrong shape", "True or False"),
    ],
)
def test_a_leak_test_without_a_usable_answer_is_told_so(test, verdict, words):
    report = judge_directly(find("leak_test"), test)
    assert report.verdict == verdict
    assert words in str(report)


def test_a_form_that_is_left_out_has_to_exist():
    with pytest.raises(ValueError, match="no form has the line"):
        without((), "softmax(x)")
