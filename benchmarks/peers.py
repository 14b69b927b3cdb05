"""SoftmaxBridge's job done by others: a slider for the temperature, score bars left and weight bars right.

All four take their slider from ipywidgets and let the kernel compute; they differ in what draws. The axes
are fixed, and bars that exist are moved, not made anew, where a library can do that.
"""

from importlib import metadata

from stacks import ACROSS, Stack

INTERACT = "interact + matplotlib"
SHARED = """
import numpy as np
from ipywidgets import FloatSlider, HBox, VBox, interact

KEYS, SCORES = ["dog", "ball", "it", "the"], np.array([2.0, 1.0, 0.0, -1.0])

def slider():
    return FloatSlider(value=1, min=0.2, max=5, step=0.05, description="temperature")

def both(temperature):
    scores = SCORES / temperature
    powers = np.exp(scores - scores.max())
    return scores, powers / powers.sum()
"""
# `interact` draws the whole figure again for every step: this is what its own guide shows.
WITH_INTERACT = """
import matplotlib.pyplot as plt
%matplotlib inline

def draw(temperature):
    figure, axes = plt.subplots(1, 2, figsize=(6, 2.5))
    for ax, heights in zip(axes, both(temperature)):
        ax.bar(KEYS, heights)
    axes[0].set_ylim(-10, 10)
    axes[1].set_ylim(0, 1)
    plt.show()

interact(draw, temperature=slider());
"""
# The canvas is made without pyplot, whose figures belong to `interact`. The import alone makes ipympl the
# backend of pyplot in this kernel: the line after it takes that back.
WITH_IPYMPL = """
from ipympl.backend_nbagg import Canvas, FigureManager
from matplotlib.figure import Figure
%matplotlib inline

def by_ipympl():
    control, canvas = slider(), Canvas(Figure(figsize=(6, 2.5)))
    FigureManager(canvas, 0)
    axes = canvas.figure.subplots(1, 2)
    banks = [ax.bar(KEYS, heights) for ax, heights in zip(axes, both(1))]
    axes[0].set_ylim(-10, 10)
    axes[1].set_ylim(0, 1)

    def update(change):
        for bars, heights in zip(banks, both(change["new"])):
            for bar, height in zip(bars, heights):
                bar.set_height(height)
        canvas.draw_idle()

    control.observe(update, "value")
    return VBox([control, canvas])

by_ipympl()
"""
WITH_BQPLOT = """
import bqplot

def by_bqplot():
    def bank(heights, low, high):
        scales = {"x": bqplot.OrdinalScale(), "y": bqplot.LinearScale(min=low, max=high)}
        axes = [bqplot.Axis(scale=scales["x"]), bqplot.Axis(scale=scales["y"], orientation="vertical")]
        bars = bqplot.Bars(x=KEYS, y=heights, scales=scales)
        return bars, bqplot.Figure(marks=[bars], axes=axes, layout={"width": "300px", "height": "250px"})

    control, (scores, weights) = slider(), both(1)
    (left, left_figure), (right, right_figure) = bank(scores, -10, 10), bank(weights, 0, 1)

    def update(change):
        left.y, right.y = both(change["new"])

    control.observe(update, "value")
    return VBox([control, HBox([left_figure, right_figure])])

by_bqplot()
"""
WITH_PLOTLY = """
import plotly.graph_objects as go
from plotly.subplots import make_subplots

def by_plotly():
    control, figure = slider(), go.FigureWidget(make_subplots(1, 2))
    for column, heights in enumerate(both(1), start=1):
        figure.add_bar(x=KEYS, y=heights, row=1, col=column)
    figure.update_yaxes(range=[-10, 10], col=1).update_yaxes(range=[0, 1], col=2)
    figure.update_layout(width=600, height=250, showlegend=False, margin={"l": 30, "r": 10, "t": 10, "b": 30})

    def update(change):
        with figure.batch_update():
            figure.data[0].y, figure.data[1].y = both(change["new"])

    control.observe(update, "value")
    return VBox([control, figure])

by_plotly()
"""
# name, its cell, the distributions that it needs, whether each step brings a new picture
TABLE = [
    (INTERACT, WITH_INTERACT, [], True),
    ("ipympl", WITH_IPYMPL, ["ipympl"], False),
    ("bqplot", WITH_BQPLOT, ["bqplot"], False),
    ("plotly FigureWidget", WITH_PLOTLY, ["plotly"], False),
]


def peers():
    """(the peers that are installed, with their versions in their names; the names of those that are not)"""
    found, missing = [], []
    for name, source, needs, picture in TABLE:
        try:
            named = " ".join([name, *map(metadata.version, needs)])
        except metadata.PackageNotFoundError:
            missing.append(name)
            continue
        slider = ("[role=slider]", ".widget-slider", ACROSS, ".noUi-base")
        found.append(Stack(named, source, *slider, picture=picture, ours=False))
    return found, missing
