"""What a report holds: for a reader, for a screen reader, for a program."""

import json

import numpy as np
import pytest

from attnedu.practice import check
from attnedu.practice.engine.literals import assignments
from attnedu.practice.engine.report import VERDICTS
from attnedu.practice.engine.wording import apart
from attnedu.practice.exercises import find
from tests.practice.direct import check_directly
from tests.practice.test_table import drawn_pairs


def mask_too_late(scores, mask):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) * mask


@pytest.fixture
def report(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))
    return check("masked_softmax", mask_too_late)


def test_a_program_reads_verdict_ids_and_a_dictionary_that_json_knows(report):
    assert report.verdict in VERDICTS
    assert report.misconceptions == ["M10"]
    kept = json.loads(json.dumps(report.to_dict()))
    assert kept["verdict"] == "misconception"
    assert kept["arguments"]["mask"] == report.arguments["mask"].tolist()


def test_the_arguments_shown_are_those_whose_results_are_shown(report):
    ours = mask_too_late(report.arguments["scores"], report.arguments["mask"])
    assert report.tables[0].cells[0][0] == f"{ours[0, 0]:.3f}"
    assert "<summary>The arguments of this call</summary>" in report._repr_html_()


def test_the_lines_to_copy_give_the_same_arrays_back():
    scores = np.array([[1.25, -np.inf], [np.nan, 3.0]])
    lines, cap = assignments({"scores": scores, "cap": 5.0}).rsplit("\ncap = ")
    np.testing.assert_array_equal(eval(lines.removeprefix("scores = "), {"np": np}), scores)
    assert cap == "5.0"


def test_the_html_speaks_to_a_screen_reader_and_never_by_colour_alone(report):
    html = report._repr_html_()
    assert 'role="status"' in html
    assert '<th scope="col"' in html
    assert "0.156*" in html  # a differing cell has a star, not only an outline
    assert "color:" not in html


@pytest.mark.parametrize("name", ["masked_attention", "softmax", "tiled_attention", "multi_head_attention"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_report_about_two_mistakes_has_at_most_60_words_too(name):
    exercise = find(name)
    for pair in drawn_pairs(exercise, 60):
        report = check_directly(name, exercise.function_of(*pair))
        assert report.words <= 60, report


def test_numbers_that_look_alike_get_as_many_digits_as_it_takes():
    assert apart(0.15, 0.1500004) == ("0.15", "0.1500004")
    assert apart(0.5, 0.25) == ("0.5", "0.25")


def test_the_same_kind_of_mistake_twice_offers_a_hint(report):
    again = check("masked_softmax", mask_too_late)
    assert any("hint(" in note for note in again.notes)
    assert not any("hint(" in note for note in report.notes)
