"""Colours, sizes and number formats, decided once for every figure."""

import numpy as np

SCORE_MAP = "PuOr_r"  # purple below 0, orange above: safe for colour-blind readers, unlike cividis
WEIGHT_MAP = "cividis"
INK, QUIET, PAPER, HATCH, FAINT = "#1a1a1a", "#555555", "#ffffff", "#9a9a9a", "#c8c8c8"
SCORE_BANK, WEIGHT_BANK, RIVER = "#fbe9d3", "#e3e8f4", "#b9dcec"
NUMBERS_UP_TO = 8  # beyond 8 rows or columns, numbers in the cells are too small to read
LABELS_UP_TO = 24
TEXT = 12  # points; with the figure shown at 100 dots an inch this is 17 pixels


def number(value, decimals=2):
    """Write one number for a cell, with the minus sign that the axes and colour bars have.

    >>> number(-0.0), number(-2.0, 0), number(float("-inf")), number(12345.6)
    ('0.00', '−2', 'hidden', '1.23e+04')
    """
    if np.isneginf(value):
        return "hidden"
    if np.isposinf(value):
        return "+∞"
    if value != 0 and abs(value) >= 1000:
        return true_minus(f"{value:.3g}")
    text = f"{value:.{decimals}f}"
    return true_minus(text[1:] if float(text) == 0 and text.startswith("-") else text)


def true_minus(text):
    """A number as text with a minus sign in place of the hyphen.

    >>> true_minus("-1.50")
    '−1.50'
    """
    return text.replace("-", "−")


def ink_on(rgba):
    """Black or white, whichever is easier to read on this background.

    >>> ink_on((1, 1, 1, 1)), ink_on((0, 0, 0.3, 1))
    ('#1a1a1a', '#ffffff')
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgba[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    # 0.18 is where black and white have the same contrast against a grey
    return INK if luminance > 0.18 else PAPER


def new_figure(width, height):
    """A figure that belongs to no window and no pyplot state, on white paper in light and in dark."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")
