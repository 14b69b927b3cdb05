"""The river: scores on the left bank, weights on the right, softmax the only bridge."""

from .style import INK, PAPER, QUIET, RIVER, SCORE_BANK, TEXT, WEIGHT_BANK, new_figure

# part, label, left edge, width
BOXES = (
    ("scores", "q·k", 0.25, 1.25),
    ("scale", "scale", 1.95, 1.25),
    ("modify", "modify", 3.65, 1.35),
    ("softmax", "softmax", 5.55, 1.7),
    ("weights", "weights", 7.8, 1.35),
    ("output", "·V", 9.6, 1.0),
    ("output", "output", 11.05, 1.3),
)
PARTS = tuple(dict.fromkeys(part for part, *_ in BOXES))
BOTTOM, TOP = 0.62, 1.28


def plot_pipeline(lit="scores"):
    """Draw q·k → scale → modify → [softmax] → weights → ·V → output, with the lesson's part lit.

    lit:    one of "scores", "scale", "modify", "softmax", "weights", "output", a list of them, or None for
            a picture with nothing lit
    returns the matplotlib Figure; a lit box has a bold outline and the words "this lesson" above it
    raises  ValueError for a part that does not exist

    >>> figure = plot_pipeline(["modify", "softmax"])
    >>> [text.get_text() for text in figure.axes[0].texts].count("this lesson")
    1
    """
    lit = [] if lit is None else [lit] if isinstance(lit, str) else list(lit)
    for part in lit:
        if part not in PARTS:
            raise ValueError(f"lit={part!r} is no part of the pipeline: choose from {', '.join(PARTS)}")
    top = 2.3 if lit else 1.7  # room for "this lesson", where there is one
    figure = new_figure(11.6, 2.5 * (top + 0.1) / 2.4)
    ax = figure.add_subplot()
    ax.set(xlim=(0, 12.6), ylim=(-0.1, top))
    ax.axis("off")
    _draw_land(ax)
    for (_, _, start, width), (_, _, following, _) in zip(BOXES, BOXES[1:], strict=False):
        _arrow(ax, start + width, following)
    for part, label, start, width in BOXES:
        _box(ax, label, start, width, part in lit, part == "softmax")
    for start, end in _stretches(lit):
        _bracket(ax, start, end)
    return figure


def _draw_land(ax):
    from matplotlib.patches import Rectangle

    for start, width, colour in ((0, 5.75, SCORE_BANK), (5.75, 1.3, RIVER), (7.05, 5.55, WEIGHT_BANK)):
        ax.add_patch(Rectangle((start, 0), width, 1.6, facecolor=colour, edgecolor="none"))
    waves = [0.12, 0.3, 0.48, 1.4, 1.54]
    for y in waves:
        xs = [5.75 + 1.3 * i / 24 for i in range(25)]
        ax.plot(xs, [y + (0.03 if i // 2 % 2 else -0.03) for i in range(25)], color="#7fb6cf", lw=0.9)
    ax.text(0.25, 0.3, "left bank: SCORES, any real number", fontsize=TEXT, color=INK, va="center")
    ax.text(12.35, 0.3, "right bank: WEIGHTS, each row sums to 1", fontsize=TEXT, color=INK, va="center",
            ha="right")  # fmt: skip
    ax.text(6.4, 0.3, "the bridge", fontsize=TEXT, color=INK, va="center", ha="center",
            bbox={"facecolor": RIVER, "edgecolor": "none", "pad": 2})  # fmt: skip


def _box(ax, label, start, width, is_lit, is_bridge):
    from matplotlib.patches import FancyBboxPatch

    ax.add_patch(FancyBboxPatch(
        (start, BOTTOM), width, TOP - BOTTOM, boxstyle="round,pad=0,rounding_size=0.1", zorder=3,
        facecolor="#fff3b0" if is_lit else PAPER,
        edgecolor=INK if is_lit else QUIET, lw=3.6 if is_lit else 1.2,
    ))  # fmt: skip
    if is_bridge:  # planks, so that the bridge is not one more box
        for y in (BOTTOM + 0.09, TOP - 0.09):
            ax.plot([start + 0.08, start + width - 0.08], [y, y], color=QUIET, lw=1, zorder=4)
    weight = "bold" if is_lit else "normal"
    centre = (start + width / 2, (BOTTOM + TOP) / 2)
    ax.text(*centre, label, ha="center", va="center", fontsize=TEXT + 2, weight=weight, color=INK, zorder=5)


def _arrow(ax, start, end):
    middle = (BOTTOM + TOP) / 2
    ax.annotate("", (end - 0.03, middle), (start + 0.03, middle), zorder=2,
                arrowprops={"arrowstyle": "-|>", "color": INK, "lw": 1.6})  # fmt: skip


def _stretches(lit):
    """Left and right edges of each run of neighbouring lit boxes."""
    runs, before = [], False
    for part, _, start, width in BOXES:
        if part in lit and before:
            runs[-1][1] = start + width
        elif part in lit:
            runs.append([start, start + width])
        before = part in lit
    return runs


def _bracket(ax, start, end):
    ax.plot([start, start, end, end], [1.68, 1.8, 1.8, 1.68], color=INK, lw=2.2)
    ax.text(
        (start + end) / 2,
        2.02,
        "this lesson",
        ha="center",
        va="center",
        fontsize=TEXT,
        weight="bold",
        color=INK,
    )
