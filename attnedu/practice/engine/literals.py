"""Arguments as plain data for programs, and as lines that a learner can copy into a cell."""

import numpy as np


def plain(value):
    """A value for JSON: arrays become lists, what JSON does not know becomes its text."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    return value if isinstance(value, (int, float, str, bool, type(None))) else repr(value)


def assignments(arguments):
    """Lines that a learner can copy into a cell."""
    with np.printoptions(precision=4, suppress=True, threshold=200):
        return "\n".join(f"{name} = {_literal(value)}" for name, value in arguments.items())


def _literal(value):
    if isinstance(value, np.ndarray):
        return "np." + repr(value).replace("\n", "\n   ").replace("inf", "np.inf").replace("nan", "np.nan")
    if isinstance(value, tuple):
        return "(" + ", ".join(_literal(item) for item in value) + ")"
    return repr(value.item() if isinstance(value, np.generic) else value)
