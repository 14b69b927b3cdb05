"""The data that every lesson shares: does it have the properties that the lessons build on?"""

import numpy as np
import pytest

from attnedu.core import softmax, stage_of, talent_show, worked_example


def test_the_talent_show_has_a_name_for_every_row_and_column():
    show = talent_show()
    assert show.scores.shape == (len(show.judges), len(show.acts)) == (3, 4)
    assert show.values.shape == (len(show.acts), len(show.brings)) == (4, 2)


def test_the_scores_are_of_both_signs_and_no_row_could_be_weights():
    show = talent_show()
    assert (show.scores < 0).any()
    assert (show.scores > 0).any()
    assert stage_of(show.scores).name == "raw scores"
    assert (np.abs(show.scores.sum(axis=-1) - 1) > 0.5).all()


def test_one_judge_writes_only_negative_scores_and_still_shares_out_one():
    show = talent_show()
    strict = show.scores[show.judges.index("Blaise")]
    assert (strict < 0).all()
    assert softmax(strict).sum() == pytest.approx(1, rel=1e-15)
    assert show.acts[softmax(strict).argmax()] == "singer"


def test_the_first_judge_is_the_row_two_one_zero_minus_one():
    """By hand: e^2 + e + 1 + 1/e = 11.4752, so 64.39 %, 23.69 %, 8.71 %, 3.21 %."""
    np.testing.assert_allclose(softmax(talent_show().scores[0]), [0.6439, 0.2369, 0.0871, 0.0321], atol=5e-5)


def test_the_worked_example_is_asymmetric_enough_to_show_a_wrong_axis():
    example = worked_example()
    raw = example.q @ example.k.T
    assert example.q.shape == example.k.shape == (3, 4)
    assert example.v.shape == (3, 2)
    assert (raw != raw.T).any()
    assert (raw / 2 == np.round(raw / 2)).all(), "every scaled score is an integer"


@pytest.mark.parametrize("make", [talent_show, worked_example])
def test_a_learner_who_changes_the_example_does_not_change_the_next_one(make):
    first = make()
    arrays = [name for name, value in vars(first).items() if isinstance(value, np.ndarray)]
    for name in arrays:
        getattr(first, name)[:] = 99
    again = make()
    assert arrays
    assert not any((getattr(again, name) == 99).any() for name in arrays)
