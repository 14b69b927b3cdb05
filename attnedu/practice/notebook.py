"""What a notebook session needs once: sentences for cells run too early, and numbers that read as numbers."""

import builtins

import numpy as np

from . import order


def prepare():
    """Prepare the notebook that is running, if one is. Elsewhere, do nothing."""
    get_ipython = getattr(builtins, "get_ipython", None)
    shell = get_ipython() if get_ipython is not None else None
    if shell is None:
        return
    order.install(shell)
    text = shell.display_formatter.formatters["text/plain"]
    for kind in (np.float64, np.float32, np.float16, np.int64, np.bool_):
        text.for_type(kind, plain_number)  # 0.644 rather than np.float64(0.644)


def plain_number(number, printer, cycle):
    """Show a NumPy number as the number that it is."""
    printer.text(str(number))
