"""HeadGrid: what it takes and refuses, what it measures, and the browser's arithmetic against core."""

import base64
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets._head_questions import best_pair, measures
from attnedu.widgets.head_grid import HeadGrid, explore_head_grid

from .node_tests import run_node_test

HIDDEN = -np.inf
TRAITS = {
    "n_layers", "n_heads", "tokens", "queries", "layer", "head", "pinned", "key", "pair", "thumbnails",
    "span", "find", "claim", "start", "questions", "reached",
}  # fmt: skip


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def _none(x):
    return None if np.isnan(x) else float(x)


def _case(name, scores, offset):
    scores = np.asarray(scores, dtype=np.float32)
    wide = scores.astype(np.float64)
    weights = core.softmax(wide)
    found = {key: _none(value[0, 0]) for key, value in measures(scores[None, None], offset).items()}
    finite = np.abs(wide[np.isfinite(wide)])
    wanted = {"weights": weights, "row_sums": core.row_sums(weights), "largest": finite.max(initial=0)}
    shape = {"name": name, "rows": scores.shape[0], "columns": scores.shape[1], "offset": offset}
    return {**shape, "scores": wide, "wanted": {**wanted, **found}}


def _numbers(rng):
    causal = np.where(core.causal_mask(6), rng.normal(size=(6, 6)) * 3, HIDDEN)
    holes = np.where(rng.random((5, 5)) < 0.5, rng.normal(size=(5, 5)), HIDDEN)
    holes[1] = HIDDEN
    cases = [
        _case("plain", rng.normal(size=(7, 7)), 0),
        _case("causal", causal, 0),
        _case("an empty row", holes, 0),
        _case("ties", np.zeros((4, 4)), 0),
        _case("ten thousand", rng.normal(size=(5, 5)) * 1e4, 0),
        _case("a million", rng.choice([1e6, -1e6, 0.5], size=(5, 5)), 0),
        _case("float32 rounds it", rng.normal(size=(5, 5)) / 3, 0),
        _case("more keys than queries", rng.normal(size=(2, 6)), 4),
        _case("another text", rng.normal(size=(3, 5)), None),
        _case("one token has no third", rng.normal(size=(2, 2)), 0),
    ]
    grids = []
    for widget in (
        HeadGrid("smollm2"),
        HeadGrid("minilm"),
        HeadGrid(rng.normal(size=(2, 3, 5, 5)) * 3, causal=True),
        HeadGrid(rng.normal(size=(2, 3, 4, 6)), queries=list("wxyz")),
        HeadGrid(-5 + rng.normal(size=(4, 4))),
    ):
        traits = {name: getattr(widget, name) for name in widget.keys if name in TRAITS}
        scores = np.frombuffer(widget.scores, dtype="<f4").reshape(widget._shape).astype(float)
        grids.append({"traits": traits, "scores": scores, "answers": widget.questions})
    return {"cases": cases, "grids": grids}


def test_node_agrees_with_core(rng, tmp_path):
    run_node_test("head_grid", _numbers(rng), tmp_path)


def test_the_recordings_answer_what_their_heads_are_known_for():
    grid = HeadGrid("smollm2")
    assert (grid.tokens[grid.pair[0]], grid.tokens[grid.pair[1]]) == ("it", "ball")
    assert grid.questions == ["pair", "previous", "first", "negative"]
    minilm = HeadGrid("minilm")
    assert minilm.questions == ["pair", "previous", "first"]  # no row of negative scores only
    assert not np.isneginf(minilm.numbers()["scores"]).any()


def test_the_numbers_are_those_of_core_and_of_the_lesson():
    grid = HeadGrid("smollm2", layer=22, head=6)
    recorded = core.recording("smollm2")
    made = grid.numbers()
    mask = core.causal_mask(9)
    assert np.array_equal(made["mask"], mask)
    wanted = core.masked_softmax(recorded.head(22, 6).astype(float), mask)
    assert made["weights"] == pytest.approx(wanted, abs=1e-12)
    assert made["weights"][6, 4] == pytest.approx(0.664, abs=5e-4)  # design: “ball” in the row of “it”
    assert made["row_sums"] == pytest.approx(np.ones(9))
    found = measures(np.where(mask, recorded.scores, HIDDEN), 0)
    assert (found["first"] > 0.5).sum() == 181  # as counted in lesson 05


def test_measures_agree_with_a_loop(rng):
    scores = rng.normal(size=(2, 3, 5, 5)) * 2
    found = measures(scores, 0)
    for layer in range(2):
        for head in range(3):
            first = previous = 0.0
            for i in (2, 3, 4):
                powers = [np.exp(s) for s in scores[layer, head, i]]
                first += powers[0] / sum(powers) / 3
                previous += powers[i - 1] / sum(powers) / 3
            assert found["first"][layer, head] == pytest.approx(first)
            assert found["previous"][layer, head] == pytest.approx(previous)
            low = min(max(row) for row in scores[layer, head])
            assert found["low"][layer, head] == low


def test_the_pair_to_ask_about_is_not_oneself_nor_the_previous_nor_the_first_token():
    scores = np.zeros((1, 2, 5, 5))
    scores[0, 0, 4, 0] = scores[0, 0, 4, 3] = scores[0, 1, 4, 4] = 50
    scores[0, 1, 3, 1] = 9
    assert best_pair(scores, 0) == [3, 1]
    assert best_pair(np.zeros((1, 1, 5, 5)), 0) == []


@pytest.mark.parametrize("axes", [(4, 4), (3, 4, 4), (2, 3, 4, 4)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_two_three_and_four_axes_are_taken_and_travel_as_little_endian_float32(axes, dtype, rng):
    scores = (rng.normal(size=axes) * 5).astype(dtype)
    kept = scores.copy()
    grid = HeadGrid(scores)
    assert grid.n_layers * grid.n_heads == np.prod(axes[:-2], dtype=int)
    sent = np.frombuffer(grid.scores, dtype="<f4").reshape(grid._shape)
    assert np.array_equal(sent, scores.astype(np.float32).reshape(grid._shape))
    assert np.array_equal(scores, kept)


def test_the_largest_grid_is_sixteen_megabytes_of_bytes_and_of_nothing_else(rng):
    grid = HeadGrid(rng.normal(size=(32, 32, 64, 64)).astype(np.float32), causal=True)
    state, _, buffers = _separated(grid)
    assert len(buffers) == 1
    assert len(buffers[0]) == 32 * 32 * 64 * 64 * 4
    assert len(repr(state)) < 10_000 + len(grid._esm) + len(grid._css)
    assert len(grid.static_html()) < 150_000


def _separated(widget):
    from ipywidgets.widgets.widget import _remove_buffers

    return _remove_buffers(widget.get_state())


def test_causal_and_mask_hide_together(rng):
    mask = np.ones((1, 3, 4, 4), dtype=bool)
    mask[0, 1, :, 2] = False
    grid = HeadGrid(rng.normal(size=(2, 3, 4, 4)), causal=True, mask=mask, head=1)
    assert np.array_equal(grid.numbers()["mask"], core.causal_mask(4) & mask[0, 1])
    grid.head = 0
    assert np.array_equal(grid.numbers()["mask"], core.causal_mask(4))


def test_an_empty_row_has_zero_weights_and_sums_to_zero():
    grid = HeadGrid(np.array([[1.0, 2.0], [HIDDEN, HIDDEN]]))
    assert grid.numbers()["row_sums"].tolist() == [1, 0]
    assert "0 (empty)" in grid.static_picture()[1]


NAN, INF = float("nan"), float("inf")
WRONG = [
    (
        {"scores": [[1.0, NAN], [0, 0]]},
        ValueError,
        r"scores holds NaN, first at index \(0, 1\) of shape \(2, 2\)",
    ),
    ({"scores": [[1.0, INF], [0, 0]]}, ValueError, r"scores holds inf at index \(0, 1\), shape \(2, 2\)"),
    ({"scores": [[1.0, 2e6], [0, 0]]}, ValueError, r"give numbers from -1000000 to 1000000, or -inf"),
    (
        {"scores": np.zeros(3)},
        ValueError,
        r"scores needs the axes \(layers, heads, T_q, T_k\).*shape is \(3,\)",
    ),
    ({"scores": np.zeros((2, 1, 2, 3, 3))}, ValueError, r"pass one text"),
    ({"scores": np.zeros((2, 65, 65))}, ValueError, r"scores has 65 queries, shape \(2, 65, 65\)"),
    ({"scores": np.zeros((33, 1, 2, 2))}, ValueError, r"scores has 33 layers.*at most 32 layers"),
    ({"scores": np.zeros((33, 2, 2))}, ValueError, r"scores has 33 heads"),
    ({"scores": np.zeros((0, 2, 2))}, ValueError, r"scores is empty: its shape is \(0, 2, 2\)"),
    ({"scores": [["a", "b"]]}, TypeError, r"scores must hold real numbers"),
    ({"scores": np.full((3, 4), 0.25), "queries": list("abc")}, ValueError, r"these are weights"),
    ({"scores": "gpt2"}, ValueError, r"no recording is called 'gpt2'"),
    ({"scores": np.zeros((2, 2)), "tokens": ["a"]}, ValueError, r"tokens has 1 names for 2 keys"),
    ({"scores": np.zeros((2, 2)), "tokens": "ab"}, TypeError, r"tokens must be a list of words"),
    ({"scores": np.zeros((2, 3))}, ValueError, r"2 queries and 3 keys, shape .*queries=\[…\]"),
    ({"scores": np.zeros((2, 3)), "queries": ["a"]}, ValueError, r"queries has 1 names for 2 queries"),
    ({"scores": np.zeros((2, 2)), "mask": np.ones((2, 2))}, TypeError, r"mask must be boolean"),
    ({"scores": np.zeros((2, 2)), "mask": np.ones(3, bool)}, ValueError, r"mask has shape \(3,\)"),
    ({"layer": 30}, ValueError, r"layer=30 is out of range: choose 0 to 29$"),
    ({"head": 1.5}, TypeError, r"head must be a whole number: got 1.5"),
    ({"pinned": "cat"}, ValueError, r"pinned='cat' stands nowhere in queries: give a position, 0 to 8"),
    (
        {"scores": np.zeros((2, 2)), "tokens": ["a", "a"], "key": "a"},
        ValueError,
        r"stands at 2 places in tokens",
    ),
    ({"pinned": 9}, ValueError, r"choose 0 to 8, or -1 for none"),
    ({"causal": "False"}, TypeError, r"causal must be True, False or None.*got 'False'"),
    ({"causal": 1}, TypeError, r"causal must be True, False or None.*got 1"),
    (
        {"scores": np.zeros((3, 2)), "causal": True},
        ValueError,
        r"3 queries and 2 keys, shape \(3, 2\): .*queries=\[…\] and causal left out: there are more queries",
    ),
    (
        {"scores": np.zeros((2, 3))},
        ValueError,
        r"shape \(2, 3\): .*queries=\[…\]; with causal=True they are the last",
    ),
    ({"scores": np.zeros((3, 2))}, ValueError, r"shape \(3, 2\): name the queries too, with queries=\[…\]$"),
    ({"pair": ("it",)}, TypeError, r"pair must be a query and a key"),
]


@pytest.mark.parametrize(("given", "kind", "says"), WRONG)
def test_wrong_arguments_are_refused_with_the_name_and_the_remedy(given, kind, says):
    with pytest.raises(kind, match=says):
        HeadGrid(**given)


def test_traits_refuse_later_what_the_constructor_refuses(rng):
    grid = HeadGrid(rng.normal(size=(2, 3, 4, 4)))
    before = grid.scores
    with pytest.raises(
        ValueError, match=r"scores has shape \(1, 3, 4, 4\), but this widget needs \(2, 3, 4, 4\)"
    ):
        grid.scores = rng.normal(size=(3, 4, 4))
    with pytest.raises(ValueError, match="scores has 8 bytes"):
        grid.scores = b"12345678"
    with pytest.raises(ValueError, match="scores holds NaN"):
        grid.scores = np.full((2, 3, 4, 4), np.nan)
    assert grid.scores == before
    with pytest.raises(ValueError, match="n_heads=5 cannot change"):
        grid.n_heads = 5
    with pytest.raises(ValueError, match="find='best' is unknown"):
        grid.find = "best"
    with pytest.raises(ValueError, match="make a new widget"):
        grid.tokens = list("wxyz")


@pytest.mark.parametrize("causal", [None, True, False, np.True_, np.False_])
def test_causal_is_true_false_or_none(causal, rng):
    hidden = ~HeadGrid(rng.normal(size=(3, 3)), causal=causal).numbers()["mask"]
    assert hidden.sum() == (3 if causal else 0)


@pytest.mark.parametrize("value", [[99, 0, 0, 0, "weights", "head"], [], "start", None, [0, 0, -1, -1]])
def test_what_the_widget_began_with_cannot_be_changed(value, rng):
    grid = HeadGrid(rng.normal(size=(2, 3, 4, 4)), head=2, thumbnails="scores", span="all")
    with pytest.raises(ValueError, match="start is what the widget began with and cannot change"):
        grid.start = value
    assert grid.start == [0, 2, -1, -1, "scores", "all"]


def test_other_scores_keep_the_mask_and_ask_the_questions_again(rng):
    grid = HeadGrid(rng.normal(size=(1, 2, 5, 5)) * 0.1, causal=True)
    assert grid.questions == []
    grid.reached = ["pair"]
    sharp = np.zeros((1, 2, 5, 5))
    sharp[..., 0] = 40
    grid.scores = sharp
    assert (grid.questions, grid.reached) == (["first"], [])
    assert np.array_equal(grid.numbers()["mask"], core.causal_mask(5))


def test_bytes_as_a_page_holds_them_are_taken_back(rng):
    grid = HeadGrid(rng.normal(size=(4, 4)))
    grid.scores = memoryview(base64.b64decode(base64.b64encode(grid.scores)))
    assert isinstance(grid.scores, bytes)


def test_a_decoding_step_has_the_last_tokens_as_queries():
    grid = HeadGrid(np.zeros((2, 1, 2, 5)), list("abcde"), causal=True)
    assert grid.queries == ["d", "e"]
    assert grid.numbers()["mask"].tolist() == [[True] * 4 + [False], [True] * 5]
    assert repr(grid) == "HeadGrid(2 layers × 1 heads, 2 queries, 5 keys)"


def test_anything_with_scores_and_tokens_is_taken_as_a_recording():
    class Captured:
        scores, tokens, causal = np.zeros((1, 1, 2, 2)), ("a", "b"), True

    assert HeadGrid(Captured()).numbers()["weights"].tolist() == [[1, 0], [0.5, 0.5]]
    assert HeadGrid(core.recording("minilm")).tokens[0] == "[CLS]"
    assert HeadGrid("smollm2", causal=False).numbers()["mask"].all()


def test_the_twin_prints_what_the_widget_holds(capsys):
    made = explore_head_grid("smollm2", layer=22, head=6, pinned="it")
    printed = capsys.readouterr().out.strip()
    grid = HeadGrid("smollm2", layer=22, head=6, pinned="it")
    assert printed == grid.describe()
    assert re.search(r"it +ball +6\.50 +0\.664 +1\.000", printed)
    assert all(np.array_equal(made[name], grid.numbers()[name]) for name in made)


def test_the_table_has_all_cells_the_pinned_row_or_the_largest_of_each_row(rng):
    assert len(HeadGrid("smollm2").static_table()[2]) == 81
    assert len(HeadGrid("smollm2", pinned="it").static_table()[2]) == 9
    _, columns, rows = HeadGrid(rng.normal(size=(13, 13))).static_table()
    assert (len(rows), columns[1]) == (13, "key of the largest score")


ODD = ["the", "", "the", "<script>alert(1)</script>", "شجرة", "👩‍👩‍👧", "e\u0301", "a" * 200]


@pytest.mark.parametrize("size", [8, 12, 13, 32, 64])
def test_a_picture_is_well_formed_titled_and_small(size, rng):
    tokens = (ODD * 8)[:size]
    grid = HeadGrid(rng.normal(size=(2, size, size)), tokens, causal=True, pinned=1)
    alt, svg = grid.static_picture()
    root = ET.fromstring(svg)
    assert root[0].text == alt
    assert svg.count('data-hidden="true"') == (size * (size - 1) if size <= 12 else 2)
    assert len(svg) < 150_000
    assert len(alt) < 1_500
    assert 'id="' not in svg.replace('data-hidden="', "")
