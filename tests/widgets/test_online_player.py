"""OnlinePlayer: its arithmetic by node against core, what it takes and refuses, its twin and its picture."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets.online_player import OnlinePlayer, explore_online_player

from .node_tests import run_node_test


def _reading(scores, values, block, order):
    """One reading by core's own steps; factors and exponentials by NumPy's exp, apart from the package."""
    states = [core.OnlineSoftmax.empty((), values.shape[1])]
    factors, exponentials = [], []
    for b in order:
        keys = slice(b * block, (b + 1) * block)
        states.append(core.online_update(states[-1], scores[keys], values[keys]))
        before, now = float(states[-2].max), float(states[-1].max)
        factors.append(0.0 if np.isneginf(before) else float(np.exp(before - now)))
        exponentials.append([0.0 if np.isneginf(s) else float(np.exp(s - now)) for s in scores[keys]])
    return {
        "scores": scores,
        "values": values,
        "block": block,
        "order": list(order),
        "states": [list(state) for state in states],
        "factors": factors,
        "exponentials": exponentials,
        "outputs": [state.output for state in states],
        "log_sum_exp": [state.log_sum_exp for state in states],
        "full": core.attention_output(core.softmax(scores)[None], values)[0],
    }


def _rows(rng):
    """Rows of scores and values: small, large, tied, partly and wholly hidden, and made of float32."""
    for n, d_v in ((4, 1), (5, 2), (7, 3)):
        for spread in (1.0, 3.0, 1e4):
            yield rng.normal(size=n) * spread, rng.normal(size=(n, d_v)) * 3
        yield np.full(n, 2.5), rng.normal(size=(n, d_v))
        yield np.where(np.arange(n) < 2, -np.inf, rng.normal(size=n)), rng.normal(size=(n, d_v))
        yield np.where(np.arange(n) == n - 1, 1.5, -np.inf), rng.normal(size=(n, d_v))
        yield np.full(n, -np.inf), rng.normal(size=(n, d_v))
        single = rng.normal(size=n).astype(np.float32), rng.normal(size=(n, d_v)).astype(np.float32)
        yield tuple(part.astype(np.float64) for part in single)


def _core_numbers(rng):
    readings, merges = [], []
    for scores, values in _rows(rng):
        n = len(scores)
        for block in range(1, n + 1):
            count = -(-n // block)
            for order in (range(count), range(count)[::-1], rng.permutation(count)):
                readings.append(_reading(scores, values, block, [int(b) for b in order]))
        empty = core.OnlineSoftmax.empty((), values.shape[1])
        a, b = (core.online_update(empty, scores[part], values[part]) for part in (slice(2), slice(2, n)))
        for one, two in ((a, b), (a, empty), (empty, empty)):
            merges.append({"a": list(one), "b": list(two), "merged": list(core.online_merge(one, two))})
    row, brought = np.array([1.0, 2.0, np.inf, 3.0]), np.array([[1.0], [2.0], [3.0], [4.0]])
    state = core.online_update(core.OnlineSoftmax.empty((), 1), row[:2], brought[:2])
    state = core.online_update(state, row[2:], brought[2:])
    infinite = {"scores": row, "values": brought, "state": list(state)}
    return {"readings": readings, "merges": merges, "infinite": infinite}


def test_node_agrees_with_core(tmp_path):
    run_node_test("online_player", _core_numbers(np.random.default_rng(10)), tmp_path)


def test_the_numbers_are_those_of_the_full_softmax_in_every_block_size_and_order():
    rng = np.random.default_rng(3)
    for scores, values in _rows(rng):
        if np.abs(scores[np.isfinite(scores)]).max(initial=0) > 1000:
            continue
        n = len(scores)
        for block in range(1, n + 1):
            order = rng.permutation(-(-n // block)).tolist()
            made = OnlinePlayer(scores, values, block, order).numbers()
            shares = np.exp(scores - scores.max()) if np.isfinite(scores).any() else np.zeros(n)
            full = shares @ values / (shares.sum() or 1)
            assert made["output"] == pytest.approx(full, abs=1e-12)
            assert made["full_output"] == pytest.approx(full, abs=1e-12)
            assert made["largest_difference"] < 1e-12
            assert made["max"].shape == (len(order) + 1,)
            assert made["acc"].shape == (len(order) + 1, values.shape[1])


def test_factors_and_exponentials_are_powers_of_e():
    made = OnlinePlayer([1.0, -np.inf, 3.0, 2.0], block=2).numbers()
    assert made["factors"] == pytest.approx([0, np.exp(-2)])
    assert made["exponentials"] == pytest.approx([1, 0, 1, np.exp(-1)])
    assert made["log_sum_exp"][-1] == pytest.approx(np.log(np.e + np.exp(3) + np.exp(2)))


def test_a_hidden_block_changes_nothing_and_a_hidden_row_ends_empty():
    made = OnlinePlayer([0.5, 1.0, -np.inf, -np.inf], block=2).numbers()
    for part in ("max", "sum", "acc"):
        assert np.array_equal(made[part][1], made[part][2])
    assert made["factors"][1] == 1
    none = OnlinePlayer(np.full(5, -np.inf), block=2).numbers()
    assert none["sum"].tolist() == [0, 0, 0, 0]
    assert none["output"].tolist() == [0]
    assert none["row_sum"] == 0
    assert np.isneginf(none["log_sum_exp"]).all()


WRONG = [
    (([[1.0] * 4],), ValueError, r"scores must be one row, but its shape is \(1, 4\): pass scores\[i\]"),
    (([1.0] * 3,), ValueError, r"scores has 3 numbers: this widget shows 4 to 16 keys"),
    (([1.0] * 17,), ValueError, r"scores has 17 numbers: this widget shows 4 to 16 keys"),
    (([1.0, 2.0, 3.0, float("nan")],), ValueError, r"scores holds nan"),
    (([1.0, 2.0, 3.0, float("inf")],), ValueError, r"scores holds inf"),
    (([1.0, 2.0, 3.0, 1001.0],), ValueError, r"from -1000 to 1000"),
    (("high",), TypeError, r"scores must be one row of numbers: got 'high'"),
    (([1.0] * 4, [[1.0]] * 3), ValueError, r"values has shape \(3, 1\): give 4 rows"),
    (([1.0] * 4, [[1.0] * 4] * 4), ValueError, r"values has shape \(4, 4\).*of 1 to 3 numbers"),
    (([1.0] * 4, [1.0] * 4), ValueError, r"values needs two axes"),
    (([1.0] * 4, None, 0), ValueError, r"block=0 is out of range: choose a number from 1 to 4"),
    (([1.0] * 4, None, 5), ValueError, r"block=5 is out of range"),
    (([1.0] * 4, None, 2.0), TypeError, r"block must be a whole number: got 2\.0"),
    (([1.0] * 4, None, True), TypeError, r"block must be a whole number: got True"),
    (([1.0] * 4, None, 2, [0, 0]), ValueError, r"order=\[0, 0\] must hold each block once"),
    (([1.0] * 4, None, 2, [0]), ValueError, r"4 keys in blocks of 2 make 2: give each of 0 to 1 once"),
    (([1.0] * 4, None, 2, "01"), TypeError, r"order must be a list of positions"),
]


@pytest.mark.parametrize(("arguments", "kind", "says"), WRONG)
@pytest.mark.parametrize("make", [OnlinePlayer, explore_online_player])
def test_wrong_arguments_are_refused_with_the_name_and_the_remedy(make, arguments, kind, says):
    with pytest.raises(kind, match=says):
        make(*arguments)


@pytest.mark.parametrize(
    ("trait", "value", "kind", "says"),
    [
        ("scores", [1.0] * 5, ValueError, r"scores has 5 entries, but this widget has 8 keys"),
        ("scores", [1.0] * 7 + [float("-inf")], ValueError, r"-inf at index 7: set mask\[7\] to False"),
        ("mask", [1] * 8, TypeError, r"mask must be one row of True \(may look\) and False"),
        ("mask", [True] * 4, ValueError, r"mask has 4 entries, but this widget has 8 keys"),
        ("values", [[1.0]] * 8, ValueError, r"values has shape \(8, 1\), but this widget needs \(8, 2\)"),
        ("block", 9, ValueError, r"block=9 is out of range: choose a number from 1 to 8"),
        ("order", [0, 1, 2], ValueError, r"order has 3 blocks, but 8 keys in blocks of 2 make 4"),
        ("step", 5, ValueError, r"step=5 is out of range: there are 4 blocks to read"),
        ("step", -1, ValueError, r"step=-1 is out of range"),
        ("pace", 0, ValueError, r"pace=0 is out of range: choose a number from 0.2 to 5"),
        ("compare", "yes", TypeError, r"compare must be True or False"),
        ("names", ["x"] * 8, ValueError, r"names cannot change"),
    ],
)
def test_a_trait_refuses_what_does_not_fit_and_keeps_its_value(trait, value, kind, says):
    player = OnlinePlayer()
    before = getattr(player, trait)
    with pytest.raises(kind, match=says):
        setattr(player, trait, value)
    assert getattr(player, trait) == before


def test_arrays_of_any_form_are_taken():
    for form in (list, tuple, np.array, lambda x: np.array(x, dtype=np.float32), np.int64):
        player = OnlinePlayer(form([1, 2, 3, 4]), np.ones((4, 1)), np.int64(3), (1, 0))
        assert (player.scores, player.block, player.order) == ([1, 2, 3, 4], 3, [1, 0])


def test_a_hidden_score_becomes_a_mask_and_leaves_the_scores_finite():
    player = OnlinePlayer([1.0, -np.inf, 2.0, 3.0])
    assert player.mask == [True, False, True, True]
    assert np.isfinite(player.scores).all()
    player.mask = [True] * 4
    assert np.isfinite(player.numbers()["scores"]).all()


def test_a_new_block_size_or_order_begins_again_and_new_scores_forget_the_readings():
    player = OnlinePlayer()
    player.step, player.finished = 3, [{"block": 2, "order": [0, 1, 2, 3]}]
    player.order = [3, 2, 1, 0]
    assert player.step == 0
    player.step = 2
    player.block = 3
    assert (player.order, player.step) == ([0, 1, 2], 0)
    assert player.finished
    player.scores = [0.0] * 8
    assert player.finished == []


def test_a_state_from_the_page_is_taken_as_it_comes_in_any_order_of_its_parts():
    player = OnlinePlayer()
    done = [{"block": 3, "order": [2, 0, 1]}]
    player.set_state({"step": 2, "order": [2, 0, 1], "finished": done, "block": 3, "scores": [1.0] * 8})
    assert (player.block, player.order, player.step) == (3, [2, 0, 1], 2)
    assert player.finished == done


KEPT = (
    "scores",
    "mask",
    "values",
    "block",
    "order",
    "step",
    "pace",
    "compare",
    "player",
    "finished",
    "start",
)


def _hold_order(player):
    with player.hold_trait_notifications():
        player.compare = True
        player.order = [0, 1]


def _hold_late(player):
    with player.hold_trait_notifications():
        player.step = 4
        player.block = 99


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda p: setattr(p, "order", [0, 1]), r"order has 2 blocks, but 8 keys in blocks of 2 make 4"),
        (lambda p: setattr(p, "step", 9), r"step=9 is out of range: there are 4 blocks"),
        (lambda p: p.set_state({"order": [0, 1], "step": 0}), r"order has 2 blocks"),
        (lambda p: p.set_state({"step": 9}), r"step=9 is out of range"),
        (lambda p: p.set_state({"compare": True, "block": 4, "step": 3}), r"there are 2 blocks to read"),
        (_hold_order, r"order has 2 blocks"),
        (_hold_late, r"block=99 is out of range"),
    ],
)
def test_after_a_refusal_every_trait_is_as_before_and_nobody_hears_of_a_change(change, says):
    player, heard = OnlinePlayer(order=[3, 2, 1, 0]), []
    player.step, player.finished = 3, [{"block": 2, "order": [0, 1, 2, 3]}]
    before, text = {name: getattr(player, name) for name in KEPT}, player.describe()
    player.observe(lambda news: heard.append(news["name"]), KEPT)
    with pytest.raises(ValueError, match=says):
        change(player)
    assert {name: getattr(player, name) for name in KEPT} == before
    assert heard == []
    assert player.describe() == text
    assert player.numbers()["max"].shape == (5,)
    player.step = 4  # and it goes on
    assert player.step == 4


@pytest.mark.parametrize("how", [lambda p: setattr(p, "block", 4), lambda p: p.set_state({"block": 4})])
def test_a_block_size_alone_restarts_the_order_and_the_steps_whoever_sets_it(how):
    player, seen = OnlinePlayer(order=[3, 2, 1, 0]), []
    player.step, player.player = 3, "at-one-1"
    player.observe(lambda _: seen.append((player.block, player.order, player.step)), "block")
    how(player)
    assert (player.block, player.order, player.step, player.player) == (4, [0, 1], 0, "")
    assert seen == [(4, [0, 1], 0)]
    assert len(player.numbers()["factors"]) == 2


def test_a_block_size_and_its_order_that_are_set_together_end_as_asked():
    player = OnlinePlayer()
    with player.hold_trait_notifications():
        player.block = 4
        player.order = [1, 0]
    assert (player.block, player.order, player.step) == (4, [1, 0], 0)
    with player.hold_trait_notifications():
        player.order = [1, 0]
        player.block, player.step = 5, 1
    assert (player.block, player.order, player.step) == (5, [1, 0], 1)


@pytest.mark.parametrize(
    ("trait", "value", "kind", "says"),
    [
        ("finished", [{}], ValueError, r"finished holds {}: a reading is a dict such as"),
        ("finished", [{"block": 4, "order": [0]}], ValueError, r"order has 1 blocks"),
        ("finished", 3, TypeError, r"finished must be a list of readings: got 3"),
        ("player", "x", ValueError, r"player is set by the view that plays: got 'x'; '' pauses"),
        ("player", 3, ValueError, r"player is set by the view that plays"),
        ("start", {"step": "x"}, ValueError, r"start is what the widget began with and cannot change"),
        ("mask", [[True], [True, False]], TypeError, r"mask must be one row of True .* and False: got"),
        ("scores", [1.0] * 7 + [float("nan")], ValueError, r"scores holds nan at position 7 of 8"),
    ],
)
def test_what_the_page_alone_writes_is_checked_as_well(trait, value, kind, says):
    player = OnlinePlayer()
    before = getattr(player, trait)
    with pytest.raises(kind, match=says):
        setattr(player, trait, value)
    assert getattr(player, trait) == before


def test_a_number_that_is_none_is_named_by_its_position():
    with pytest.raises(ValueError, match=r"^scores holds nan at position 0 of 4: give finite numbers$"):
        OnlinePlayer([float("nan"), 1, 2, 3])


@pytest.mark.parametrize("kind", [np.uint8, np.uint64, np.int16])
def test_a_block_size_may_be_any_integer_of_numpy(kind):
    player = OnlinePlayer(block=kind(3))
    assert (player.block, player.order) == (3, [0, 1, 2])
    player.block = kind(4)
    assert (player.block, player.order) == (4, [0, 1])


def test_every_trait_can_be_sent_to_a_page_as_json():
    import json

    player = OnlinePlayer([1.0, -np.inf, 2.0, 3.0])
    state = {
        name: getattr(player, name) for name in player.trait_names(sync=True) if not name.startswith("_")
    }
    json.dumps(
        {k: v for k, v in state.items() if k not in ("layout", "tabbable", "tooltip")}, allow_nan=False
    )


def test_the_twin_prints_what_the_widget_holds(capsys):
    arguments = ([0.5, -np.inf, 800.0, 3.0, -2.0], [[1.0], [2.0], [3.0], [4.0], [5.0]], 2, [2, 0, 1])
    made = explore_online_player(*arguments)
    player = OnlinePlayer(*arguments)
    assert capsys.readouterr().out.strip() == player.describe()
    assert made["output"] == pytest.approx([3.0])
    assert made["factors"][2] == pytest.approx(np.exp(0.5 - 800))
    for name, value in player.numbers().items():
        assert np.array_equal(value, made[name])


def test_the_trace_has_a_line_for_each_step_and_the_empty_state():
    player = OnlinePlayer(block=3, order=[2, 0, 1])
    _, heads, rows = player.static_table()
    assert [row[1] for row in rows] == ["none", "3", "1", "2"]
    assert all(len(row) == len(heads) for row in rows)
    assert rows[0][3:] == ["−∞", "", "0.000", "(0.000, 0.000)", "(0.000, 0.000)", "−∞"]
    # block 3 holds 2.2 and 0.3: sum 1 + e^-1.9, worked apart from the package
    assert rows[1][5] == "1.150"


@pytest.mark.parametrize("block", [1, 2, 8])
def test_the_picture_is_well_formed_and_hatches_what_is_hidden(block):
    scores = [1.0, -np.inf, 2.0, -1000.0, 3.0, 0.0, -np.inf, 1.0]
    alt, svg = OnlinePlayer(
        scores, names=["", "<b>", '"&"', "x" * 200, "אב", "👩", "", "a"], block=block
    ).static_picture()
    root = ET.fromstring(svg)
    assert root[0].text == alt
    assert svg.count('data-hidden="true"') == 2
    assert "nan" not in svg
    assert f"blocks of {block}" in alt


def test_the_repr_is_stable_and_the_words_avoid_calling_exponentials_weights():
    player = OnlinePlayer(order=[3, 2, 1, 0])
    assert repr(player) == "OnlinePlayer(8 keys, blocks of 2, order 4, 3, 2, 1)"
    assert "weight" not in player.describe()
