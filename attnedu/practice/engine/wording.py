"""Numbers, rows and axes as a sentence says them."""

import numpy as np


def number(x):
    """A number as a learner would write it: three significant digits."""
    return f"{float(x):.3g}"


def row_name(index):
    """A row by its index."""
    return f"row {list(index)}" if len(index) > 1 else f"row {index[0]}"


def apart(x, y):
    """Two numbers as text, with as many digits as it takes to tell them apart."""
    if isinstance(x, (bool, np.bool_)) or isinstance(y, (bool, np.bool_)):
        return str(bool(x)), str(bool(y))
    digits = next((d for d in range(3, 9) if f"{float(x):.{d}g}" != f"{float(y):.{d}g}"), 3)
    return f"{float(x):.{digits}g}", f"{float(y):.{digits}g}"


def axis_asked(context):
    """The axis that was asked for, where it is not the last."""
    names = context.exercise.parameters
    asked = dict(zip(names, context.args, strict=False)).get("axis", -1) if "axis" in names else -1
    return "" if asked == -1 else f" with axis={asked}"
