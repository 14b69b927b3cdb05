"""A register of public cases: each is wrong in one thing alone, or right although it looks wrong.

Everything else is right: empty rows give zeros and large scores do no harm, unless the report is about them.
The cases stand in public_masks.py, public_formulas.py and public_right.py.
"""

from dataclasses import dataclass

# Reports that fit no exercise: case, why, where.
NOT_FITTING = (
    (
        "D11",
        "linear attention has no softmax, and no exercise computes its running denominator",
        "https://github.com/fla-org/flash-linear-attention/pull/594",
    ),
    (
        "E07",
        "no exercise takes scores with a finite bias, and a scaled -inf is still -inf",
        "https://github.com/NVIDIA/TransformerEngine/pull/103",
    ),
    (
        "F13",
        "linear attention again: a denominator for each feature",
        "https://github.com/lucidrains/performer-pytorch/issues/21",
    ),
    (
        "G07",
        "needs the paddings of two sequences; every exercise has one mask",
        "https://github.com/keras-team/keras-io/pull/1046",
    ),
    (
        "I04",
        "shows only in half precision, and the probes are float32 and float64",
        "https://github.com/ultralytics/ultralytics/pull/24990",
    ),
)

CASES = []


@dataclass(frozen=True)
class Case:
    """A function, the exercise that it answers, and the ids that name its mistake: none where it is right.

    The first id is the best name; another one is accepted as well.
    """

    id: str
    exercise: str
    ids: tuple
    function: object


def case(id, exercise, *ids):
    """Keep a function as a case."""

    def keep(function):
        CASES.append(Case(id, exercise, ids, function))
        return function

    return keep
