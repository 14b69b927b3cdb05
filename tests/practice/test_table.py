"""The checker is checked: every exercise, every right form, every wrong form, and pairs of wrong forms."""

import inspect
import random
import re

import pytest

from attnedu.practice import check, hints
from attnedu.practice.engine.search import Candidate, agrees, evaluate_function
from attnedu.practice.exercises import find, names
from tests.practice.direct import check_directly

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
NAMES = tuple(name for name in names() if not find(name).is_test)  # tests that learners write: test_bugs.py
PAIRS = 120  # drawn for each exercise; the benchmark runs more


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_and_every_alternative_are_accepted(name):
    exercise = find(name)
    assert len(exercise.alternatives) >= 2
    for function in (exercise.reference, exercise.solution, *exercise.alternatives):
        report = check_directly(name, function)
        assert report.correct, f"{function.__name__}: {report}"


@pytest.mark.parametrize("name", NAMES)
def test_the_right_forms_of_all_stages_compute_what_the_reference_computes(name):
    assert check_directly(name, find(name).function_of()).verdict.startswith("correct")


@pytest.mark.parametrize("name", NAMES)
def test_a_right_form_with_a_limit_is_accepted_with_a_note_that_states_it(name):
    for function, note in find(name).limited:
        report = check_directly(name, function)
        assert report.correct, f"{function.__name__}: {report}"
        assert report.verdict == "correct" or note in report.notes


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_form_gets_its_own_name(name):
    exercise = find(name)
    forms = exercise.wrong_forms()
    assert len({form.id for _, form in forms}) >= 4
    for choice in forms:
        report = check_directly(name, exercise.function_of(choice))
        form = choice[1]
        assert report.verdict == "misconception", f"{form.id} {form.line}: {report}"
        assert form.id in report.misconceptions, f"{form.id} {form.line}: {report}"
        # Another name may come first only where no probe tells the two forms apart.
        first_or_tied = report.misconceptions[0] == form.id or report.relation == "either"
        assert first_or_tied, f"{form.id} {form.line}: {report}"


@pytest.mark.parametrize("name", NAMES)
def test_a_report_has_at_most_60_words_in_its_four_parts(name):
    exercise = find(name)
    for choice in exercise.wrong_forms():
        report = check_directly(name, exercise.function_of(choice))
        assert report.words <= 60, report
        assert len(report.sentences) in (4, 5), report


def drawn_pairs(exercise, number):
    """Pairs of wrong forms in different stages, the same ones each time."""
    forms = exercise.wrong_forms()
    pairs = [(a, b) for a in forms for b in forms if a[0] < b[0]]
    return random.Random(exercise.name).sample(pairs, min(number, len(pairs)))


def named(exercise, report, pair):
    """Both names, or the name of one of the two that alone gives what the pair gives on every probe."""
    if {form.id for _, form in pair} <= set(report.misconceptions):
        return True
    judged = [i for i, probe in enumerate(exercise.probes) if probe.family != "limit"]
    both = exercise.function_of(*pair)
    results = [evaluate_function(exercise, both, probe.args) for probe in exercise.probes]
    enough = {choice[1].id for choice in pair if agrees(exercise, Candidate((choice,)), results, judged)}
    return bool(enough & set(report.misconceptions))


@pytest.mark.parametrize("name", NAMES)
def test_pairs_of_mistakes_are_named_and_never_accepted(name):
    exercise = find(name)
    pairs = drawn_pairs(exercise, PAIRS)
    reports = [(pair, check_directly(name, exercise.function_of(*pair))) for pair in pairs]
    accepted = [[form.line for _, form in pair] for pair, report in reports if report.correct]
    assert not accepted
    missed = [
        [form.line for _, form in pair] for pair, report in reports if not named(exercise, report, pair)
    ]
    assert len(missed) <= 0.2 * len(pairs), missed


@pytest.mark.parametrize("name", NAMES)
def test_hints_come_in_three_and_do_not_hold_the_key_line(name):
    exercise = find(name)
    assert len(exercise.hints) == 3
    assert all(exercise.hints)
    source = inspect.getsource(exercise.solution or exercise.reference)
    lines = [re.sub(r"\s+", "", line) for line in source.splitlines()]
    key_lines = [line for line in lines if len(line) > 12 and ("=" in line or line.startswith("return"))]
    for text in exercise.hints:
        assert not any(line in re.sub(r"\s+", "", text) for line in key_lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_stub_is_not_attempted_and_the_solution_is_correct_in_the_child_process(name):
    def stub(*args):
        raise NotImplementedError("your code here")

    assert check(name, stub).verdict == "not attempted"
    assert check(name, find(name).solution or find(name).reference).correct


def test_hints_are_given_one_level_at_a_time_and_reveal_comes_last(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    assert "Try" in str(hints.reveal("renormalise"))
    first, second, third = (str(hints.hint("renormalise")) for _ in range(3))
    assert all(f"{i} of 3" in text for i, text in enumerate((first, second, third), 1))
    assert "def renormalise" in str(hints.reveal("renormalise"))
