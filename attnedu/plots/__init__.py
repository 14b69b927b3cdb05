"""Pictures of attention: scores on one side, weights on the other, never in one another's colours.

plot_scores     scores, on a diverging scale centred at 0; hidden cells are hatched
plot_weights    weights, on a sequential scale from 0 to 1; the row sums stand beside the rows
side_by_side    both, on one shared row order
plot_bars       one row of scores, one row of weights, as bars
plot_hull       values as points, outputs as mixes of them: inside the hull, or not
plot_pipeline   the river: q·k, scale, modify | softmax | weights, ·V, output
show            puts a figure on the page with its alternative text and its numbers as a table

Every plotting function returns a matplotlib Figure and opens no window. No other room imports this one
until a picture is asked for, so that `import attnedu` stays quick.
"""

from .bars import plot_bars
from .hull import plot_hull
from .pair import side_by_side
from .pipeline import plot_pipeline
from .scores import plot_scores
from .show import show
from .weights import plot_weights

__all__ = ["plot_bars", "plot_hull", "plot_pipeline", "plot_scores", "plot_weights", "show", "side_by_side"]
