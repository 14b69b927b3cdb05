"""BiasLab: its JavaScript against core, what it takes and refuses, its twin, its picture."""

import xml.etree.ElementTree as ET
from itertools import product

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import _bias_lab
from attnedu.widgets.bias_lab import BiasLab, explore_bias_lab

from .node_tests import run_node_test

ALL = list(_bias_lab.SWITCHES)
ODD = ["", "the", "the", "<script>alert(1)</script>", "שלום", "e\u0301", "x" * 200, " "]


def _rows(rng):
    tables = [rng.normal(size=(3, 5)) * spread for spread in (1, 3, 1e4)]
    tables.append(np.where(rng.random((4, 6)) < 0.5, -np.inf, rng.normal(size=(4, 6))))
    tables.append(np.vstack([np.full(5, -np.inf), np.zeros(5), [2.0, 2.0, -1.0, 2.0, -np.inf]]))
    tables.append(rng.normal(size=(3, 5)).astype(np.float32).astype(float))
    for scores, (temperature, cap, sink) in product(
        tables, [(0.05, 0.5, 0.0), (3.0, 50.0, -7.5), (100.0, 4.0, 900.0)]
    ):
        yield {
            "scores": scores, "temperature": temperature, "cap": cap, "sink": sink,
            "cooled": core.apply_temperature(scores, temperature),
            "capped": core.soft_cap(scores, cap),
            "sunk": core.sink_softmax(scores, sink),
        }  # fmt: skip


def _labs(rng):
    chosen = [ALL[:k] for k in range(len(ALL) + 1)] + [[name] for name in ALL] + [["cap", "window", "sink"]]
    for on, order in product(chosen, ("cap first", "mask first")):
        T = int(rng.integers(2, 13))
        lab = BiasLab(
            rng.normal(size=(T, T)) * rng.choice([1.5, 300.0]), on=on, order=order,
            temperature=rng.choice([0.05, 2.0]), cap=rng.choice([0.5, 5.0]), slope=rng.random(),
            buckets=rng.normal(size=8), window=int(rng.integers(1, T + 1)),
            sink=rng.choice([-3.5, 0.0, 2.0, -1e-4]),
            cell=rng.integers(0, T, size=2),
        )  # fmt: skip
        now = lab.numbers()
        yield {"traits": lab._now(), "wanted": now, "path": _bias_lab.bias_lab_path(lab._now(), now)}


def _core_numbers(rng):
    alibi = [
        {
            "heads": h,
            "queries": q,
            "keys": k,
            "slopes": core.alibi_slopes(h),
            "bias": core.alibi_bias(h, q, k),
        }
        for h, q, k in [(1, 3, 5), (4, 5, 5), (16, 7, 3)]
    ]
    relative = [
        {
            "queries": q, "keys": k, "numbers": numbers, "maxDistance": most,
            "buckets": core.relative_buckets(q, k, len(numbers), most),
            "bias": core.relative_bias(numbers, q, k, most),
        }
        for q, k, numbers, most in [(3, 5, rng.normal(size=8), 8), (70, 140, rng.normal(size=32), 128),
                                    (12, 12, rng.normal(size=8), 16), (9, 4, rng.normal(size=4), 5),
            # Edges that quotients of logarithms miss by their rounding.
            *((1, 60, rng.normal(size=2 * each), most) for each in range(2, 20) for most in range(10, 60))]
    ]  # fmt: skip
    return {"rows": list(_rows(rng)), "alibi": alibi, "relative": relative, "labs": list(_labs(rng))}


def test_node_agrees_with_core(tmp_path):
    run_node_test("bias_lab", _core_numbers(np.random.default_rng(7)), tmp_path)


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        ({"scores": np.zeros((2, 3))}, ValueError, r"shape \(2, 3\).*as many queries as keys, 2 to 12"),
        ({"scores": np.zeros((13, 13))}, ValueError, r"at most 12 × 12"),
        ({"scores": [[1.0]]}, ValueError, r"scores has shape \(1, 1\)"),
        ({"scores": [[1.0, float("nan")], [0.0, 1.0]]}, ValueError, r"scores holds nan at index \(0, 1\)"),
        ({"tokens": ["a", "b"]}, ValueError, "tokens has 2 names for 8 rows of scores"),
        ({"on": ["rope"]}, ValueError, r"on=\['rope'\] is unknown: give a list of some of temperature, cap"),
        ({"on": 3}, ValueError, "on=3 is unknown"),
        ({"on": [["cap"]]}, ValueError, r"on=\[\['cap'\]\] is unknown: give a list of some of temperature"),
        ({"on": np.ones((1, 1))}, ValueError, r"on=array\(\[\[1.\]\]\) is unknown"),
        ({"sink": 10**400}, ValueError, "sink=.* is out of range: choose a number from -1000 to 1000"),
        ({"window": 10**400}, ValueError, "window=.* is out of range: choose a whole number from 1 to 12"),
        ({"n_heads": 2.0}, ValueError, "n_heads=2.0 is unknown: choose one of 2, 4, 8, 16"),
        ({"order": "both"}, ValueError, "order='both' is unknown: choose one of 'cap first', 'mask first'"),
        ({"temperature": 0}, ValueError, "temperature=0 is out of range"),
        ({"cap": 1e9}, ValueError, "cap=.* is out of range"),
        ({"slope": 1.5}, ValueError, "slope=1.5 is out of range: choose a number from 0 to 1"),
        ({"slope": "steep"}, TypeError, "slope must be one number"),
        ({"n_heads": 6}, ValueError, "n_heads=6 is unknown: choose one of 2, 4, 8, 16"),
        ({"buckets": [0.0] * 7}, ValueError, r"buckets has shape \(7,\), but this widget needs \(8,\)"),
        ({"buckets": [0.0] * 7 + [float("inf")]}, ValueError, "buckets holds inf"),
        ({"window": 0}, ValueError, "window=0 is out of range: choose a whole number from 1 to 12"),
        ({"window": 2.5}, TypeError, "window must be a whole number: got 2.5"),
        ({"sink": float("nan")}, ValueError, "sink=nan is out of range"),
        ({"cell": (8, 0)}, ValueError, "cell=8 is no position in tokens: choose from 0 to 7"),
        ({"cell": 3}, ValueError, r"cell=3 must be two positions, \(query, key\)"),
        ({"wrong": 1}, TypeError, "wrong must be True or False"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_refused_with_its_name_and_the_remedy(arguments, kind, says):
    with pytest.raises(kind, match=says):
        BiasLab(**arguments)


def test_a_trait_set_later_is_checked_as_well():
    lab = BiasLab()
    for name, value in [
        ("cell", [0, 8]),
        ("buckets", [1.0]),
        ("scores", [[0.0, 1.0], [1.0, 0.0]]),
        ("on", ["x"]),
    ]:
        with pytest.raises(ValueError, match=name):
            setattr(lab, name, value)
    with pytest.raises(ValueError, match="tokens cannot change"):
        lab.tokens = ["a"] * 8
    lab.on = {"sink", "cap"}
    assert lab.on == ["cap", "sink"]


def test_arrays_of_any_kind_come_out_as_plain_python():
    scores = np.arange(9, dtype=np.float32).reshape(3, 3)
    lab = BiasLab(
        scores, on="cap", buckets=np.zeros(8, np.float32), window=np.int64(2), cell=np.array([2, 1])
    )
    assert lab.scores == scores.tolist()
    assert type(lab.scores) is list
    assert (lab.buckets, lab.window, lab.cell, lab.on) == ([0.0] * 8, 2, [2, 1], ["cap"])
    assert BiasLab(tuple(map(tuple, scores.tolist()))).scores == lab.scores


def test_a_count_of_heads_from_numpy_can_be_saved(tmp_path):
    lab = BiasLab(n_heads=np.int64(4))
    assert type(lab.n_heads) is int
    assert lab.save(tmp_path / "lab").exists()


def test_where_start_again_leads_is_what_was_given():
    given = {"temperature": 0.5, "cap": 2.0, "slope": 0.1, "n_heads": 4, "buckets": [0.5] * 8, "window": 4,
             "sink": 1.0, "order": "mask first", "wrong": True, "on": ["cap", "sink"]}  # fmt: skip
    lab = BiasLab(**given)
    lab.cap, lab.on = 7, []
    assert lab.start == given
    lab = BiasLab(cap=2, sink=1)
    assert lab.start["on"] == ["cap", "causal", "sink"]
    assert lab.start["n_heads"] == 8


@pytest.mark.parametrize(
    ("x", "printed"), [(-0.0001, "0"), (-0.0, "0"), (0.0006, "0.001"), (-0.5, "−0.5"), (3, "3")]
)
def test_no_number_is_printed_as_minus_zero(x, printed):
    assert f"the sink’s score {printed}: weight" in BiasLab(sink=x).describe()


def test_a_number_that_is_given_switches_its_modification_on():
    assert BiasLab().on == ["causal"]
    assert BiasLab(temperature=2, sink=0, slope=0.5).on == ["temperature", "alibi", "causal", "sink"]
    assert BiasLab(cap=3, on=[]).on == []


@pytest.mark.parametrize("order", ["cap first", "mask first"])
def test_right_order_is_what_the_pipeline_of_core_computes(order):
    now = explore_bias_lab(temperature=2.0, cap=3.0, slope=0.5, buckets=_bias_lab.NEAR, order=order)
    scores = np.array(_bias_lab.SCORES)
    bias = core.alibi_bias(8, 8, 8)[0] + core.relative_bias(_bias_lab.NEAR, 8, 8, 8)
    capped = 3 * np.tanh(scores / 2 / 3)
    if order == "mask first":
        capped = np.where(np.tri(8, dtype=bool), capped, -3)
    else:
        bias = np.where(np.tri(8, dtype=bool), bias, -np.inf)
    np.testing.assert_allclose(now["weights"], core.softmax(capped + bias), rtol=1e-12)
    assert now["leaks"].any() == (order == "mask first")


def test_the_window_of_core_hides_the_future_with_it_and_a_sink_takes_the_rest():
    now = explore_bias_lab(on=["window", "sink"], window=2, sink=1.0)
    scores = np.array(_bias_lab.SCORES)
    visible = np.exp([scores[6, 5], scores[6, 6]])
    np.testing.assert_allclose(now["weights"][6], [0] * 5 + [*(visible / (visible.sum() + np.e)), 0])
    np.testing.assert_allclose(now["to_sink"], 1 - now["row_sums"])


def test_what_comes_out_the_wrong_way_round_is_worked_by_hand():
    now = explore_bias_lab([[0.0, 0.0], [np.log(3), 0.0]], temperature=2, slope=0.5, sink=0, cell=(1, 0))
    # ¾ and ¼, halved, then half a point off for one step back, and all of it halved again.
    np.testing.assert_allclose(now["comes_out"], [(0.375 - 0.5) / 2, 0.125 / 2])
    assert now["comes_out_sum"] == pytest.approx(0)


def test_the_twin_prints_what_the_widget_describes(capsys):
    arguments = {"temperature": 0.5, "cap": 2, "order": "mask first", "sink": 0.5, "cell": (3, 5)}
    numbers = explore_bias_lab(**arguments)
    lab = BiasLab(**arguments)
    assert capsys.readouterr().out == lab.describe() + "\n"
    np.testing.assert_array_equal(numbers["weights"], lab.numbers()["weights"])
    assert "▲ a leak" in lab.describe()


@pytest.mark.parametrize("order", ["cap first", "mask first"])
def test_the_picture_is_well_formed_and_hatches_exactly_what_is_hidden(order):
    alt, svg = BiasLab(cap=2, order=order, tokens=ODD).static_picture()
    root = ET.fromstring(svg)
    assert root[0].text == alt
    assert svg.count('data-hidden="true"') == (2 * 28 if order == "cap first" else 0)
    assert ("leaks" in alt) == (order == "mask first")
    assert svg.count("▲") == (0 if order == "cap first" else 1 + 2 * 28)
    assert "<script>" not in svg


def test_the_table_and_the_repr_hold_for_any_tokens():
    lab = BiasLab(tokens=ODD, sink=0)
    _, columns, rows = lab.static_table()
    assert len(rows) == 64
    assert {len(row) for row in rows} == {len(columns)}
    assert repr(lab) == "BiasLab(8 tokens, on: causal, sink)"
    assert "(empty)" in lab.describe()
    assert "the (2)" in lab.describe()
