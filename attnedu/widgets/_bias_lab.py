"""BiasLab's numbers, from `attnedu.core`, stage by stage, and the same as text."""

import numpy as np

from .. import core
from ._html_table import table_text
from ._picture import fixed
from ._traits import token_names

TOKENS = ("The", "dog", "chased", "the", "ball", "because", "it", "rolled")
# Both signs, a spread of 1 to 3 in each row; earlier keys may score a little higher than the query itself.
SCORES = (
    (1.2, 0.4, -0.6, 0.8, 0.3, -1.1, 0.5, -0.4),
    (0.7, 1.1, 0.9, -0.3, 1.6, -0.8, 0.2, 0.6),
    (-0.5, 1.2, 0.8, -1.2, 1.9, 0.1, -0.7, 1.0),
    (0.9, -0.4, 0.3, 0.6, 1.7, -0.9, -0.2, 0.4),
    (-0.8, 0.5, 1.0, 0.2, 0.9, -0.6, 1.3, 1.5),
    (-1.0, 0.3, 1.2, -1.4, 0.6, 0.4, 0.7, 1.1),
    (-0.6, 1.3, -0.2, 0.1, 1.7, -0.3, 0.9, 1.0),
    (-1.3, 0.8, 1.1, -0.9, 2.0, 0.2, 1.1, 0.7),
)
SWITCHES = ("temperature", "cap", "alibi", "relative", "causal", "window", "sink")
# T5's biases: the query itself, 1, 2–3, 4 and more back; then an unused bucket, 1, 2–3, 4 and more ahead.
NEAR = (1.0, 0.5, 0.0, -1.0, 0.0, 0.5, 0.0, -1.0)
MAX_DISTANCE = 8


def bias_lab_numbers(scores, on, order, temperature, cap, slope, buckets, window, sink, cell):
    """The scores after each stage that is switched on, the weights, and what the same does after softmax."""
    given = np.asarray(scores, dtype=float)
    T, row = len(given), cell[0]
    mask = np.ones((T, T), dtype=bool)
    if "causal" in on:
        mask &= core.causal_mask(T)
    if "window" in on:
        mask &= core.sliding_window_mask(T, T, window)
    steepest = core.alibi_slopes(1)[0]
    biases = {
        "alibi": slope / steepest * core.alibi_bias(1, T, T)[0],
        "relative": core.relative_bias(buckets, T, T, MAX_DISTANCE),
    }
    acts = {
        "temperature": lambda table, rows: core.apply_temperature(table, temperature),
        "cap": lambda table, rows: core.soft_cap(table, cap),
        "alibi": lambda table, rows: table + biases["alibi"][rows],
        "relative": lambda table, rows: table + biases["relative"][rows],
    }
    names = _order(on, order)
    stages, now = {}, given
    for name in names:
        now = core.mask_scores(now, mask) if name == "mask" else acts[name](now, slice(None))
        stages[name] = now
    weights = core.sink_softmax(now, sink) if "sink" in on else core.softmax(now)
    # The same, wrongly: softmax first, then all of it on what came out. Those are no shares any more.
    out = core.softmax(given[row])
    wrong = {"start": out}
    for name in names:
        out = core.zero_weights(out, mask[row]) if name == "mask" else acts[name](out, row)
        wrong[name] = out
    if "sink" in on:
        with np.errstate(over="ignore"):
            out = out / (1 + np.exp(sink))
        wrong["sink"] = out
    row_sums = core.row_sums(weights)
    return {
        "scores": given,
        "mask": mask,
        **{f"{name}_bias": bias for name, bias in biases.items()},
        "stages": stages,
        "received": now,
        "leaks": ~mask & ~np.isneginf(now),
        "weights": weights,
        "row_sums": row_sums,
        "to_sink": 1 - row_sums if "sink" in on else np.zeros(T),
        "comes_out_stages": wrong,
        "comes_out": out,
        "comes_out_sum": float(out.sum()),
    }


def _order(on, order):
    """The stages that are switched on, in the order in which they act."""
    hides = ["mask"] if "causal" in on or "window" in on else []
    early, late = (hides, []) if order == "mask first" else ([], hides)
    first, then = ("temperature",), ("cap", "alibi", "relative")
    return [*(n for n in first if n in on), *early, *(n for n in then if n in on), *late]


def score_text(s, digits=2):
    """A score in print: −∞ if hidden."""
    return "−∞" if np.isneginf(s) else fixed(s, 0 if abs(s) >= 100 else digits)


def weight_text(w, digits=3):
    """A weight in print: one that rounds to 0 and is not 0 is called tiny."""
    return "tiny" if 0 < w < 0.5 * 10**-digits else fixed(w, digits)


def trim(x):
    """A number as the page writes it: at most three digits after the point, and none that are zero."""
    return f"{round(x, 3) + 0.0:.3f}".rstrip("0").rstrip(".")  # adding 0 takes the sign from -0


def bias_lab_path(t, now):
    """The chosen cell from the score as given to its weight, in one sentence."""
    i, j = t["cell"]
    parts = [f"score as given {score_text(now['scores'][i, j])}"]
    for name, table in now["stages"].items():
        s = score_text(table[i, j])
        parts.append(
            {
                "temperature": lambda s=s: f"÷ {trim(t['temperature'])} = {s}",
                "cap": lambda s=s: f"soft-cap {trim(t['cap'])}: {s}",
                "alibi": lambda s=s: f"+ ALiBi {score_text(now['alibi_bias'][i, j])} = {s}",
                "relative": lambda s=s: f"+ T5 bias {score_text(now['relative_bias'][i, j])} = {s}",
                "mask": lambda: "visible" if now["mask"][i, j] else "hidden: −∞",
            }[name]()
        )
    sink = f" with the sink’s score {trim(t['sink']).replace('-', '−')}" if "sink" in t["on"] else ""
    parts.append(f"softmax{sink}: weight {weight_text(now['weights'][i, j])}")
    names = token_names(t["tokens"])
    leak = " ▲ a leak: this cell should be hidden" if now["leaks"][i, j] else ""
    return f"“{names[i]}” looks at “{names[j]}”: {' → '.join(parts)}{leak}."


def bias_lab_text(t, now):
    """Every row of scores and weights, the chosen cell on its way, and what comes out the wrong way round."""
    names = token_names(t["tokens"])
    order = " (mask, then cap)" if t["order"] == "mask first" else ""
    lines = [f"on: {', '.join(t['on']) or 'nothing'}{order}", "scores that softmax receives"]
    lines.append(table_text(["", *names], _rows(names, now["received"], score_text)))
    lines.append("weights")
    sums = [
        [fixed(total, 3), fixed(sunk, 3)] for total, sunk in zip(now["row_sums"], now["to_sink"], strict=True)
    ]
    rows = [[*row, *end] for row, end in zip(_rows(names, now["weights"], weight_text), sums, strict=True)]
    lines.append(table_text(["", *names, "row sum", "to the sink"], rows))
    lines.append(bias_lab_path(t, now))
    out = ", ".join(fixed(x, 3) for x in now["comes_out"])
    lines.append(f"the same, wrongly, after softmax: the row of {names[t['cell'][0]]} becomes {out}")
    lines.append(f"what comes out adds up to {fixed(now['comes_out_sum'], 3)}")
    return "\n".join(lines)


def _rows(names, table, words):
    return [[name, *(words(x) for x in row)] for name, row in zip(names, table, strict=True)]
