"""Cells run out of order: a sentence that says which cell to run, above the traceback."""

import ast
import linecache

ASKING = ("quiz", "predict")

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


def quoted(name):
    """What to do about a bare word where an answer belongs.

    >>> quoted("d")
    'Is d your answer? Letters and words are written in quotes: "d". Change that and run this cell again.'
    """
    return (
        f'Is {name} your answer? Letters and words are written in quotes: "{name}". '
        "Change that and run this cell again."
    )


def is_answer(name, source):
    """True if a cell uses the bare name as an answer to quiz or predict, or assigns it to `answer`.

    >>> is_answer("d", 'quiz("03_axis", choice=d)'), is_answer("a", "answer = a"), is_answer("x", "x + 1")
    (True, True, False)
    """
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):  # a cell may hold magics
        return False
    given = []
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
            given += [*node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("answer", "choice"):
            given.append(node.value)
    while given:
        part = given.pop()
        if isinstance(part, ast.Name) and part.id == name:
            return True
        given += getattr(part, "elts", [])  # a list of answers
    return False


def install(shell):
    """Let every NameError of this shell be preceded by its sentence."""
    if not shell.custom_exceptions:  # somebody else's handler stays
        shell.set_custom_exc((NameError,), _explain)


def _explain(shell, kind, error, trace, tb_offset=None):
    """Say what to run, then show the traceback as usual. An UnboundLocalError is the learner's own affair."""
    if type(error) is NameError and error.name:
        answer = error.name not in IMPORTED and is_answer(error.name, _cell(trace))
        print(quoted(error.name) if answer else sentence(error.name))
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def _cell(trace):
    """The source of the cell in which the error arose; IPython keeps cells where Python keeps files."""
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return "".join(linecache.getlines(trace.tb_frame.f_code.co_filename))
