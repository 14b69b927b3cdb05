"""attnedu: attention scores, softmax, and attention weights.

A score is evidence, a weight is a decision, and softmax is the only bridge. The rooms:

    attnedu.core      the arithmetic, NumPy only. Read: scores, masks, biases, softmax, weights, attention
    attnedu.practice  what asks you something: check, hint, reveal, outcome; the record
    attnedu.plots     figures: scores about zero, weights from 0 to 1
    attnedu.widgets   TalentShow, SoftmaxBridge, MaskLab and more: they compute in the browser; quiz, predict
    attnedu.models    PyTorch: the real models whose scores the lessons read
    attnedu.cli       the command line: attnedu lab, list, check, doctor, build, export

The names a notebook needs are here too, and are loaded when first used, so that `import attnedu` stays quick:

>>> import attnedu
>>> "check" in dir(attnedu)
True
"""

from importlib import import_module

__version__ = "0.1.0"

# name -> the room that it lives in
_HOMES = {
    "check": "attnedu.practice",
    "hint": "attnedu.practice",
    "reveal": "attnedu.practice",
    "predict": "attnedu.widgets",
    "outcome": "attnedu.practice",
    "quiz": "attnedu.widgets",
    "show": "attnedu.plots",
    "plot_bars": "attnedu.plots",
    "plot_hull": "attnedu.plots",
    "plot_scores": "attnedu.plots",
    "plot_weights": "attnedu.plots",
    "plot_pipeline": "attnedu.plots",
    "side_by_side": "attnedu.plots",
    "TalentShow": "attnedu.widgets",
    "SoftmaxBridge": "attnedu.widgets",
    "ConvexHull": "attnedu.widgets",
    "HeadGrid": "attnedu.widgets",
    "MaskLab": "attnedu.widgets",
    "BiasLab": "attnedu.widgets",
    "OnlinePlayer": "attnedu.widgets",
    "Quiz": "attnedu.widgets",
}
_ROOMS = ("core", "practice", "plots", "widgets", "models")

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604 - the names are strings of the table above


def __getattr__(name):
    """Load a name, or a room, the first time that someone asks for it."""
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value  # the next use is an ordinary look-up
        return value
    if name in _ROOMS:
        return import_module(f"attnedu.{name}")
    raise AttributeError(f"attnedu has no name {name!r}; it has: {', '.join(__dir__())}")


def __dir__():
    return sorted([*__all__, *_ROOMS])
