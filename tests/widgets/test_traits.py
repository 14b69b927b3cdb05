"""What the widgets take, what they refuse and how they say so."""

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import MaskLab, OnlinePlayer, SoftmaxBridge, TalentShow, _traits

WRONG_SCORES = [
    ([[1.0, float("nan")]], ValueError, r"scores holds nan at index \(0, 1\), shape \(1, 2\)"),
    ([[1.0, float("-inf")]], ValueError, r"index \(0, 1\), shape \(1, 2\): give finite numbers"),
    ([], ValueError, r"scores needs two axes"),
    (np.zeros((0, 3)), ValueError, r"scores is empty: its shape is \(0, 3\)"),
    ([[1.0, 2.0], [3.0]], TypeError, r"scores must be rows of numbers, all equally long"),
    ([["a", "b"]], TypeError, r"scores must be rows of numbers"),
    (np.zeros((3, 25)), ValueError, r"at most (8 × 8|24 × 24)"),
    ([[5000.0, 0.0]], ValueError, r"from -1000 to 1000"),
]


@pytest.mark.parametrize(("scores", "kind", "says"), WRONG_SCORES)
@pytest.mark.parametrize("make", [MaskLab, lambda scores: TalentShow(scores=scores)])
def test_wrong_scores_are_refused_with_the_name_and_the_remedy(make, scores, kind, says):
    with pytest.raises(kind, match=says):
        make(scores)


@pytest.mark.parametrize(
    ("scores", "kind", "says"),
    [
        ([[1.0, 2.0]], ValueError, r"scores must be one row, but its shape is \(1, 2\)"),
        ([1.0], ValueError, r"scores has 1 numbers: this widget shows 2 to 8"),
        ([1.0, float("nan")], ValueError, r"scores holds nan"),
        ("high", TypeError, r"scores must be one row of numbers"),
    ],
)
def test_the_bridge_takes_one_row(scores, kind, says):
    with pytest.raises(kind, match=says):
        SoftmaxBridge(scores)


@pytest.mark.parametrize("temperature", [0, -1, 101, float("nan"), float("inf")])
def test_a_temperature_out_of_range_is_refused(temperature):
    with pytest.raises(ValueError, match="temperature=.* is out of range: choose a number from 0.05 to 100"):
        SoftmaxBridge(temperature=temperature)


def test_a_temperature_that_is_no_number_is_refused_later_too():
    bridge = SoftmaxBridge()
    with pytest.raises(TypeError, match="temperature must be one number"):
        bridge.temperature = "hot"
    assert bridge.temperature == 1.0


def test_a_mask_must_be_boolean_and_of_the_shape_of_the_scores():
    with pytest.raises(TypeError, match="mask must hold True"):
        MaskLab(mask=np.ones((5, 5)))
    with pytest.raises(ValueError, match=r"mask has shape \(2, 2\), but this widget needs \(5, 5\)"):
        MaskLab(mask=np.ones((2, 2), dtype=bool))
    lab = MaskLab()
    lab.mask = core.causal_mask(5)
    assert lab.mask == core.causal_mask(5).tolist()


def test_the_pushed_token_is_a_position_and_renormalise_is_true_or_false():
    assert MaskLab().future == 4
    assert MaskLab(future=1).future == 1
    with pytest.raises(ValueError, match=r"future=5 is no position in tokens: choose from 0 to 4"):
        MaskLab(future=5)
    lab = MaskLab()
    with pytest.raises(TypeError, match="renormalise must be True or False: got 'yes'"):
        lab.renormalise = "yes"
    with pytest.raises(ValueError, match=r"suspect=-2 .* choose from -1 \(none\) or 0 to 4"):
        lab.suspect = -2


def test_the_mask_lab_needs_as_many_queries_as_keys():
    with pytest.raises(ValueError, match=r"scores has shape \(2, 3\)"):
        MaskLab(np.zeros((2, 3)))


def test_names_must_fit_and_stay():
    with pytest.raises(ValueError, match="judges has 2 names for 3 rows of scores"):
        TalentShow(judges=["Ada", "Blaise"])
    with pytest.raises(TypeError, match="names must be a list of words"):
        SoftmaxBridge([1, 2], names="ab")
    show = TalentShow()
    with pytest.raises(ValueError, match="make a new widget"):
        show.acts = ["a", "b", "c", "d"]


def test_a_token_may_be_any_text_even_none_at_all_or_twice_the_same():
    odd = ["the", "", "the", "<script>alert(1)</script>", "شجرة", "👩‍👩‍👧", "e\u0301", "a" * 200]
    assert MaskLab(np.eye(8), tokens=odd).tokens == odd
    assert _traits.token_names(["a", "a", "a (1)"]) == ["a (1)′", "a (2)", "a (1)"]


def test_scores_of_another_shape_are_refused_and_the_old_ones_stay():
    show = TalentShow()
    before = show.scores
    with pytest.raises(ValueError, match=r"scores has shape \(2, 4\), but this widget needs \(3, 4\)"):
        show.scores = np.zeros((2, 4))
    assert show.scores == before


def test_an_act_is_struck_out_by_name_or_position():
    show = TalentShow()
    show.struck = ["dancer", 0]
    assert show.struck == [0, 3]
    with pytest.raises(ValueError, match="struck holds 'clown'"):
        show.struck = ["clown"]
    with pytest.raises(ValueError, match="level='later' is unknown"):
        show.level = "later"


def test_arrays_become_plain_lists_and_the_argument_stays_untouched():
    scores = np.arange(12.0).reshape(3, 4)
    show = TalentShow(scores=scores)
    show.scores = scores - 1
    assert isinstance(show.scores[0][0], float)
    assert scores[0, 0] == 0.0
    assert show.start == scores.tolist()


def test_a_show_of_another_size_gets_values_of_its_own():
    show = TalentShow(["Ada", "Carl"], ["one", "two", "three"], [[1, 2, 3], [3, 2, 1]])
    assert np.allclose(show.numbers()["verdicts"], show.numbers()["weights"])


ODD_NUMBERS = [
    (np.ma.masked_array([[1.0, 99.0], [2.0, 3.0]], mask=[[0, 1], [0, 0]]), "hidden entries would come back"),
    (np.eye(2) * 1j, "take the real part"),
    ([["1", "2"], ["3", "4"]], "convert texts with float"),
    (np.eye(2, dtype=bool), "True and False are a mask"),
    (memoryview(b"abcd"), "give a list or an array"),
    ({1.0, 2.0}, "give a list or an array"),
    ([[10**400, 1], [1, 1]], "numbers that fit a float"),
]


@pytest.mark.parametrize(("scores", "remedy"), ODD_NUMBERS)
@pytest.mark.parametrize("make", [MaskLab, lambda scores: TalentShow(scores=scores)])
def test_what_would_become_numbers_without_a_word_is_refused(make, scores, remedy):
    with pytest.raises(TypeError, match=rf"scores must be rows of numbers, all equally long: .*{remedy}"):
        make(scores)


def test_ordinary_numbers_of_any_kind_are_taken():
    for scores in (np.eye(2, dtype="float16"), np.eye(2, dtype=int), ((1, 0), (0, 1)), np.eye(2)[:, ::-1].T):
        assert np.allclose(MaskLab(scores).scores, scores)
    torch = pytest.importorskip("torch")
    assert MaskLab(torch.eye(2, requires_grad=True)).scores == [[1, 0], [0, 1]]


@pytest.mark.parametrize("wrong", [np.complex64(1), 10**400, "1", True, None, [1.0], float("nan")])
def test_a_number_that_is_none_is_refused_in_words(wrong):
    with pytest.raises((TypeError, ValueError), match="^shift"):
        SoftmaxBridge(shift=wrong)


@pytest.mark.parametrize(
    "wrong", [{"a", "b"}, {"a": 1}, np.array("a"), 5, "ab", ["a", 5], ["\ud800", "b"], []]
)
def test_names_that_are_no_list_of_texts_are_refused_in_words(wrong):
    with pytest.raises((TypeError, ValueError), match="^names"):
        SoftmaxBridge([1, 2], wrong)


def test_what_starting_again_returns_to_what_was_given():
    bridge = SoftmaxBridge([1, 0], temperature=2, shift=3, scale=0.5)
    assert bridge.start == {"scores": [1, 0], "temperature": 2, "shift": 3, "scale": 0.5}
    lab = MaskLab([[0, 1], [1, 0]], mask=[[True, False], [True, True]], push=2, renormalise=True, future=0)
    assert lab.start == {
        "mask": [[True, False], [True, True]],
        "push": 2,
        "future": 0,
        "renormalise": True,
    }
    for widget in (bridge, lab):
        with pytest.raises(TypeError, match="start must hold"):
            widget.start = {"a": 1}


def test_every_trait_that_tells_a_choice_refuses_nonsense_in_words():
    show = TalentShow()
    for name, wrong in (
        ("favourite", 99),
        ("favourite", "x"),
        ("calculated", "yes"),
        ("struck", 5.0),
        ("level", np.ones(2)),
        ("reached", "short"),
    ):
        with pytest.raises((TypeError, ValueError), match=f"^{name}"):
            setattr(show, name, wrong)


def arrives(widget, **state):
    """Send traits as the page does, and return the last values that the page is sent, echoes apart."""
    sent = []
    widget.comm.send = lambda data, buffers=None: sent.append(data)
    data = {"method": "update", "state": state, "buffer_paths": []}
    widget._handle_msg({"content": {"data": data}, "buffers": []})
    after_echo = [message["state"] for message in sent if message["method"] == "update"]
    return {name: value for one in after_echo for name, value in one.items()}


def test_what_python_refuses_is_taken_back_on_the_page_and_still_reported(caplog):
    bridge = SoftmaxBridge([2, 1, 0], temperature=4)
    state = {"shift": 3.0, "temperature": 0.01, "scores": [1.0, 2.0, 3.0]}
    assert arrives(bridge, **state) == {"shift": 3.0, "temperature": 4.0, "scores": [2.0, 1.0, 0.0]}
    assert (bridge.shift, bridge.temperature, bridge.scores) == (3.0, 4.0, [2.0, 1.0, 0.0])
    assert "temperature=0.01 is out of range: choose a number from 0.05 to 100" in caplog.text
    with pytest.raises(ValueError, match=r"temperature=0\.01 is out of range"):
        bridge.set_state({"temperature": 0.01})


def test_what_python_takes_from_the_page_is_not_sent_back(caplog):
    assert arrives(SoftmaxBridge([2, 1, 0]), temperature=0.5, no_trait=1) == {}
    assert caplog.text == ""


def test_traits_that_are_checked_together_are_taken_back_together(caplog):
    player = OnlinePlayer()
    step, block = player.step, player.block
    assert arrives(player, block=1, step=99) == {"block": block, "step": step}
    assert "step=99 is out of range" in caplog.text


def test_names_are_cut_between_letters_and_spaces_are_those_of_the_page():
    family = "👩\u200d👩\u200d👧"
    assert _traits.token_names(["\ufeff", "\x85", family * 24, "e\u0301" * 24]) == [
        "(space)",
        "\x85",
        family * 24,
        "e\u0301" * 24,
    ]
    assert _traits.token_names([family * 25]) == [family * 23 + "…"]
