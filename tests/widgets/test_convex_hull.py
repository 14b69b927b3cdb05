"""ConvexHull: geometry against loops, numbers against core, and what it takes and refuses."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets._convex_hull import numbers_of
from attnedu.widgets._picture_convex_hull import distance_to_hull
from attnedu.widgets.convex_hull import ConvexHull, explore_convex_hull

from .node_tests import run_node_test

ANGLES = np.linspace(0, 2 * np.pi, 2000, endpoint=False)
DIRECTIONS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
ODD = ["the", "", "the", "<script>alert(1)</script>", "شجرة", "👩‍👩‍👧", "e\u0301", "a" * 200]


def far_outside(points, point):
    """How far beyond every point of a set, in the direction that shows most: the distance to their hull."""
    ways = [point - p for p in points]
    for p, q in combinations(points, 2):
        across = np.array([q[1] - p[1], p[0] - q[0]])
        ways += [across, -across]
    ways = np.array([way / np.linalg.norm(way) for way in ways if np.linalg.norm(way) > 0])
    ways = np.vstack([DIRECTIONS, ways.reshape(-1, 2)])
    return max(0.0, (ways @ point - (ways @ points.T).max(axis=1)).max())


def mixes_to(point, others):
    """Whether `point` is a mix of at most three others with shares that are not negative and sum to 1."""
    for three in combinations(others, min(3, len(others))):
        rows = np.vstack([np.transpose(three), np.ones(len(three))])
        shares, *_ = np.linalg.lstsq(rows, np.append(point, 1), rcond=None)
        if shares.min() > -1e-9 and np.allclose(rows @ shares, np.append(point, 1), atol=1e-9):
            return True
    return any(np.allclose(point, other) for other in others)


def corners_of(points):
    """Each place that no mix of the other places reaches."""
    places = np.unique(points, axis=0)
    if len(places) == 1:
        return places
    return np.array([p for p in places if not mixes_to(p, [q for q in places if not np.array_equal(p, q)])])


def hulls(rng):
    line = np.outer(rng.integers(-4, 5, 6), [2.0, -1.0]) + [1.0, 3.0]
    sets = [rng.normal(size=(n, 2)) * 4 for n in (3, 4, 6, 8)]
    sets += [rng.integers(-2, 3, size=(8, 2)).astype(float) for _ in range(4)]  # collinear edges, duplicates
    sets += [line, np.full((5, 2), 2.5), np.array([[1.0, 1.0], [4.0, 5.0], [1.0, 1.0]])]
    return sets


def _hull_cases(rng):
    made = []
    for points in hulls(rng):
        probes = [*(rng.normal(size=(8, 2)) * 6), points.mean(axis=0), points[0]]
        probes = [{"point": p, "distance": far_outside(points, p)} for p in probes]
        made.append({"points": points, "corners": corners_of(points), "probes": probes})
    return made


def _mix_cases(rng):
    made = []
    for n in (3, 5, 8):
        for mode, spread in (("scores", 1.0), ("scores", 1e4), ("shares", 1.0), ("free", 1.0)):
            values, scores = rng.normal(size=(n, 2)) * 5, rng.normal(size=n) * spread
            shares = rng.uniform(-1, 2, n) if mode == "free" else core.softmax(scores)
            kind = "scores" if mode == "scores" else "shares"
            wanted = numbers_of(values, kind, scores, shares)
            start = {"values": rng.normal(size=(n, 2)) * 5, "mode": "shares", "scores": scores, "keep": True}
            start["shares"] = core.softmax(rng.normal(size=n))
            names = [f"key {j}" for j in range(n)]
            traits = {"names": names, "brings": ["a", "b"], "values": values, "mode": kind}
            traits |= {"scores": scores, "shares": shares, "start": start, "chain": False, "reached": []}
            made.append(
                {
                    "traits": traits,
                    "row": wanted["shares"],
                    "output": np.sum([w * v for w, v in zip(wanted["shares"], values, strict=True)], axis=0),
                    "lengths": wanted["lengths"],
                    "weighs": core.is_weights(wanted["shares"]),
                }
            )
    return made


def _core_numbers(rng):
    rows = [core.softmax(rng.normal(size=5)), core.softmax(rng.normal(size=5).astype(np.float32)).tolist()]
    rows += [
        [0.5, 0.5],
        [0.5, 0.5 + 9e-7],
        [0.5, 0.5 + 2e-6],
        [1.2, -0.2],
        [0.0, 0.0],
        [1.0, 0.0],
        [0.3, 0.6],
    ]
    behind = []
    for spread in (1.0, 30.0):
        scores = rng.normal(size=6) * spread
        behind.append({"scores": rng.normal(size=6), "weights": core.softmax(scores)})
    behind.append({"scores": np.full(6, 999.0), "weights": core.softmax(np.linspace(0, -300, 6))})
    return {
        "hulls": _hull_cases(rng),
        "mixes": _mix_cases(rng),
        "rows": [{"row": row, "weighs": core.is_weights(np.array(row))} for row in rows],
        "behind": behind,
    }


def test_node_agrees_with_loops_and_with_core(tmp_path):
    run_node_test("convex_hull", _core_numbers(np.random.default_rng(11)), tmp_path)


def test_the_distance_in_python_is_that_of_many_directions():
    rng = np.random.default_rng(12)
    for points in hulls(rng):
        for point in [*(rng.normal(size=(10, 2)) * 6), points[0], points.mean(axis=0)]:
            assert distance_to_hull(points, point) == pytest.approx(far_outside(points, point), abs=1e-9)


def test_the_three_rows_of_lesson_04_leave_the_hull_and_say_why(capsys):
    ada = core.softmax(core.talent_show().scores)[0]
    for shares, output, says in (
        (1.3 * ada, [7.65, 3.14], "outside the hull: the shares sum to 1.30"),
        (ada * [0, 1, 1, 1], [0.74, 2.41], "outside the hull: the shares sum to 0.36"),
        ([1.2, -0.2, 0, 0], [9.4, -1.8], "outside the hull: “singer” has −0.20"),
    ):
        made = explore_convex_hull(shares=shares)
        printed = capsys.readouterr().out
        assert made["output"] == pytest.approx(output, abs=0.006)
        assert made["weights"] is None
        assert made["distance"] > 0
        assert says in printed
        assert "weight" not in printed


def test_the_twin_prints_what_the_widget_holds(capsys):
    made = explore_convex_hull(scores=[0, 0, 0, np.log(3)])
    printed = capsys.readouterr().out.strip()
    assert printed == ConvexHull(scores=[0, 0, 0, np.log(3)]).describe()
    assert made["weights"] == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 2])
    assert made["output"] == pytest.approx([(8 + 1 + 5) / 6 + 1, 10 / 6 + 3])
    assert made["lengths"][3] == pytest.approx(np.hypot(2, 6) / 2)  # weight times length of the value
    assert made["distance"] == 0
    assert "inside the hull: the row is weights" in printed


def test_scores_default_to_the_first_row_of_the_talent_show():
    show = core.talent_show()
    widget = ConvexHull()
    assert widget.scores == pytest.approx(show.scores[0])
    assert widget.numbers()["output"] == pytest.approx(core.softmax(show.scores[0]) @ show.values)
    assert (widget.mode, widget.keep, widget.chain) == ("scores", True, False)


def test_the_row_is_set_by_weights_or_by_free_shares():
    assert ConvexHull(weights=[0.5, 0.5, 0, 0]).numbers()["output"] == pytest.approx([4.5, 4.5])
    by_weights = ConvexHull(weights=np.float32([0.1, 0.2, 0.3, 0.4]))
    assert (by_weights.mode, by_weights.keep) == ("shares", True)
    assert by_weights.scores == pytest.approx(np.log([0.1, 0.2, 0.3, 0.4]), abs=1e-6)
    free = ConvexHull(shares=(1.3, 0, 0, 0))
    assert (free.mode, free.keep, free.numbers()["weights"]) == ("shares", False, None)


@pytest.mark.parametrize(
    ("arguments", "kind", "says"),
    [
        ({"values": [[1, 2], [3, 4]]}, ValueError, r"values has shape \(2, 2\): this widget draws"),
        ({"values": np.zeros((4, 3))}, ValueError, r"values has shape \(4, 3\).*give \(n, 2\)"),
        ({"values": np.zeros((9, 2))}, ValueError, r"at most 8 × 8"),
        ({"values": [[0, np.nan]] * 3}, ValueError, r"values holds nan at index \(0, 1\)"),
        ({"values": [[0, 2000]] * 3}, ValueError, r"values reaches 2000"),
        ({"values": "points"}, TypeError, r"values must be rows of numbers"),
        ({"scores": [1, 2, 3]}, ValueError, r"scores has 3 numbers for 4 rows of values: give one each"),
        ({"scores": [1, 2, 3, np.inf]}, ValueError, r"scores holds inf"),
        ({"weights": [0.5, 0.5, 0.5, 0]}, ValueError, r"not weights: .* sum to 1, not 1\.5; pass scores="),
        ({"weights": [1.2, -0.2, 0, 0]}, ValueError, r"are not weights: none may be negative"),
        ({"shares": [3, 0, 0, 0]}, ValueError, r"shares holds 3: .* between -1 and 2"),
        ({"shares": [-1.5, 0, 0, 0]}, ValueError, r"shares holds -1\.5"),
        ({"scores": [1, 2, 3, 4], "shares": [1, 0, 0, 0]}, ValueError, r"scores and shares were given"),
        ({"names": ["a"]}, ValueError, r"names has 1 names for 4 rows of values"),
        ({"brings": ["a"]}, ValueError, r"brings has 1 names for 2 columns of values"),
        ({"names": "abcd"}, TypeError, r"names must be a list of words"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("make", [ConvexHull, explore_convex_hull])
def test_wrong_arguments_are_refused_with_the_name_and_the_remedy(make, arguments, kind, says):
    with pytest.raises(kind, match=says):
        make(**arguments)


def test_traits_refuse_what_does_not_fit_and_keep_what_they_had():
    widget = ConvexHull()
    with pytest.raises(ValueError, match=r"values has shape \(3, 2\), but this widget needs \(4, 2\)"):
        widget.values = np.zeros((3, 2))
    with pytest.raises(ValueError, match="mode='weights' is unknown"):
        widget.mode = "weights"
    with pytest.raises(ValueError, match="between -1 and 2"):
        widget.shares = [5, 0, 0, 0]
    with pytest.raises(TypeError, match="keep must be True or False"):
        widget.keep = 1
    with pytest.raises(ValueError, match="make a new widget"):
        widget.names = ["a", "b", "c", "d"]
    assert (widget.values, widget.mode, widget.keep) == (core.talent_show().values.tolist(), "scores", True)


@pytest.mark.parametrize("value", [{"values": "nonsense"}, {}, [1], None, {"values": np.zeros((4, 2))}])
def test_what_the_widget_began_with_cannot_be_changed(value):
    widget = ConvexHull()
    before = dict(widget.start)
    with pytest.raises(ValueError, match="start is what the widget began with and cannot change"):
        widget.start = value
    widget.start = dict(before)
    assert widget.start == before


def test_shares_that_keep_their_sum_are_weights_whoever_sets_them():
    widget = ConvexHull(shares=[1.3, -0.2, 0, 0])
    with pytest.raises(ValueError, match=r"they sum to 1\.1 and the least is -0\.2: .* or set keep=False"):
        widget.keep = True
    assert widget.keep is False
    with widget.hold_trait_notifications():
        widget.keep = True
        widget.shares = [0.5, 0.5, 0, 0]
    for change in ({"shares": [0.5, 0.4, 0, 0]}, {"keep": True, "shares": [0.0, 0, 0, 0], "mode": "scores"}):
        with pytest.raises(ValueError, match="keep=True goes with shares that are not negative and sum to 1"):
            widget.set_state(change)
        assert (widget.keep, widget.shares, widget.mode) == (True, [0.5, 0.5, 0, 0], "shares")
    widget.set_state({"shares": [0.5, 0.4, 0, 0], "keep": False})
    assert widget.numbers()["row_sum"] == pytest.approx(0.9)


@pytest.mark.parametrize("size", [1e-7, 1e-300, 5e-324, 0])
def test_the_smallest_values_make_a_picture_and_print_their_digits(size):
    widget = ConvexHull(np.array([[0, 0], [1, 2], [2, 1]]) * size, scores=[0, 0, 0])
    alt, svg = widget.static_picture()
    ET.fromstring(svg)
    assert not re.search(r"\bnan\b|\binf\b", svg)
    if size == 1e-7:  # the mean of the three, by hand
        assert "first component 1e−07, second component 1e−07" in alt
        assert "2e−07" in widget.describe()


def test_an_argument_stays_untouched_and_becomes_plain_lists():
    values = np.arange(6.0).reshape(3, 2)
    widget = ConvexHull(values)
    widget.values = values + 1
    assert values[0, 0] == 0
    assert widget.start["values"] == values.tolist()
    assert isinstance(widget.values[0][0], float)


@pytest.mark.parametrize(
    "widget",
    [
        ConvexHull(),
        ConvexHull(shares=[1.3, -0.2, 0.3, 0]),
        ConvexHull(np.full((3, 2), 4.0)),
        ConvexHull([[0, 0], [100, 1], [50, 0.5]]),
        ConvexHull(np.eye(8)[:, :2] * 999, names=ODD, brings=["<b>", '"&"']),
    ],
    ids=["scores", "shares", "one point", "two scales", "odd names"],
)
def test_the_picture_is_well_formed_and_its_words_are_those_of_the_row(widget):
    alt, svg = widget.static_picture()
    root = ET.fromstring(svg)
    assert root[0].text == alt
    assert len(alt) > 80
    assert ' id="' not in svg
    weights = widget.numbers()["weights"] is not None
    assert ("The weights are" in alt) == weights
    assert ("not weights" in svg) != weights
    for x in re.findall(r'(?:cx|x)="([\d.-]+)"', svg):
        assert 0 <= float(x) <= 860
    caption, heads, rows = widget.static_table()
    assert caption
    assert {len(row) for row in rows} == {len(heads)}


def test_the_repr_and_the_text_are_the_same_in_every_run():
    assert repr(ConvexHull()) == "ConvexHull(4 keys)"
    assert ConvexHull().static_html() == ConvexHull().static_html()


def test_the_twin_leaves_no_widget_behind(capsys):
    import ipywidgets

    before = len(ipywidgets.widgets.widget._instances)
    explore_convex_hull()
    assert len(ipywidgets.widgets.widget._instances) == before
