"""Cells run out of order: a sentence that says which cell to run, above the traceback."""

import builtins

# What lessons import in their first cell, besides the functions of `core`.
IMPORTED = (
    "np", "check", "hint", "reveal", "predict", "outcome", "quiz", "show", "plot_bars", "plot_hull",
    "plot_pipeline", "plot_scores", "plot_weights", "side_by_side", "TalentShow", "SoftmaxBridge",
    "MaskLab",
)  # fmt: skip


def sentence(name):
    """What to do about a name that is not defined yet.

    >>> sentence("softmax")
    'softmax is not defined yet: run the cell above that begins "def softmax", then this one again.'
    >>> sentence("np")
    'np is not defined yet: run the first code cell, the one with the imports, then this one again.'
    """
    from attnedu import core

    from .exercises import names

    if name in names():
        return f'{name} is not defined yet: run the cell above that begins "def {name}", then this one again.'
    if name in IMPORTED or name in core.__all__:
        where = "the first code cell, the one with the imports"
        return f"{name} is not defined yet: run {where}, then this one again."
    return f"{name} is not defined yet: run the cell above that defines it, then this one again."


def install():
    """In a notebook, let every NameError be preceded by its sentence. Elsewhere, do nothing."""
    get_ipython = getattr(builtins, "get_ipython", None)
    shell = get_ipython() if get_ipython is not None else None
    if shell is None or shell.custom_exceptions:  # somebody else's handler stays
        return
    shell.set_custom_exc((NameError,), _explain)


def _explain(shell, kind, error, trace, tb_offset=None):
    """Say what to run, then show the traceback as usual. An UnboundLocalError is the learner's own affair."""
    if type(error) is NameError and error.name:
        print(sentence(error.name))
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
