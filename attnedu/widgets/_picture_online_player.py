"""OnlinePlayer in words, as a trace and as a picture: score bars in blocks, and what reading them does."""

import numpy as np

from ._html_table import table_text
from ._picture import _box, _frame, _hatched, _short, _text, fixed

ROW, LEFT, HALF = 30, 110, 100  # height of a row; where the score bars begin; half their width
HEADS = ["step", "block", "scores read", "max", "factor", "sum", "acc", "output", "log-sum-exp"]
SOFT, LINE = "#50545c", "#6d727b"


def written(x, digits=3):
    """A number as the trace prints it."""
    return "−∞" if np.isneginf(x) else fixed(x, digits)


def vector(row):
    """One number, or several in brackets."""
    return written(row[0]) if len(row) == 1 else f"({', '.join(written(x) for x in row)})"


def tiny(x):
    """A number that may be very small: 0, or two digits and a power of ten."""
    return "0" if x == 0 else f"{x:.1e}".replace("e-0", "e−").replace("e-", "e−")


def factor_words(numbers, step):
    """The factor of a step as it is printed; a state that keeps nothing has none."""
    factor = numbers["factors"][step]
    if numbers["sum"][step] == 0:
        return "nothing kept"
    return tiny(factor) if factor < 0.001 else fixed(factor, 3)


def trace_rows(numbers, block, order):
    """One row of texts for each step, the empty state first."""
    rows = []
    for step in range(len(order) + 1):
        state = [
            written(numbers["sum"][step]),
            vector(numbers["acc"][step]),
            vector(numbers["outputs"][step]),
        ]
        state.append(written(numbers["log_sum_exp"][step]))
        if step == 0:
            rows.append(["0", "none", "", "−∞", "", *state])
            continue
        b = order[step - 1]
        read = ", ".join(written(s, 2) for s in numbers["scores"][b * block : (b + 1) * block])
        top = written(numbers["max"][step], 2)
        rows.append([str(step), str(b + 1), read, top, factor_words(numbers, step - 1), *state])
    return rows


def text_of(numbers, block, order):
    """The trace of the whole reading and what it ends with, as text."""
    return "\n".join(
        [
            table_text(HEADS, trace_rows(numbers, block, order)),
            f"block by block the output is {vector(numbers['output'])}",
            f"softmax over the whole row, then the mix: {vector(numbers['full_output'])}",
            f"largest difference {tiny(numbers['largest_difference'])}",
        ]
    )


def reading_picture(numbers, names, block, order):
    """(alt text, SVG). Blocks stand in the order of their keys; the words say when each is read."""
    keys = len(names)
    alt = _alt(numbers, block, order)
    finite = [abs(s) for s in numbers["scores"] if s > float("-inf")]
    largest = max(finite, default=1)
    span = next((s for s in (5, 10, 20, 50, 100, 200, 500, 1000) if largest <= s), largest)
    middle, words = LEFT + HALF, LEFT + 2 * HALF + 20
    body = [
        _text(middle, 18, "scores", "middle", fill=SOFT),
        _text(words, 18, "what is kept when the block has been read", fill=SOFT),
    ]
    y = 26
    for b in range(len(order)):
        step = order.index(b)
        own = range(b * block, min((b + 1) * block, keys))
        high = ROW * max(2, len(own))
        body.append(f'<line x1="8" x2="712" y1="{y}" y2="{y}" stroke="{LINE}"/>')
        for place, j in enumerate(own):
            body += _bar(numbers["scores"][j], names[j], y + ROW * place, span)
        body.append(f'<line x1="{middle}" x2="{middle}" y1="{y}" y2="{y + ROW * len(own)}" stroke="{LINE}"/>')
        for k, line in enumerate(_words(numbers, b, step)):
            style = {"font_weight": "600"} if k == 0 else {}
            body.append(_text(words, y + 17 + 18 * k, line, font_size="12", **style))
        y += high
    body.append(f'<line x1="8" x2="712" y1="{y}" y2="{y}" stroke="{LINE}"/>')
    for line in _end(numbers):
        y += 20
        body.append(_text(10, y, line, font_weight="600"))
    return alt, _frame(alt, 720, y + 12, body)


def _bar(score, name, y, span):
    middle, made = LEFT + HALF, [_text(10, y + 19, _short(name, 12))]
    if score == float("-inf"):
        return [*made, _hatched(LEFT, y + 5, 2 * HALF, 20)]
    reach = min(abs(score) / span, 1) * HALF
    fill = "#542788" if score < 0 else "#b35806"
    side, anchor = (middle + 6, "start") if score < 0 else (middle - 6, "end")
    bar = _box(middle - reach if score < 0 else middle, y + 7, reach, 16, fill, "none")
    return [*made, bar, _text(side, y + 19, written(score, 2), anchor)]


def _words(numbers, b, step):
    before, after = (written(numbers["max"][k], 2) for k in (step, step + 1))
    factor = factor_words(numbers, step)
    kept = "nothing kept yet" if factor == "nothing kept" else f"sum and acc so far × {factor}"
    total, acc = written(numbers["sum"][step + 1]), vector(numbers["acc"][step + 1])
    return (
        f"block {b + 1}, step {step + 1}: max {before} → {after}; {kept}",
        f"sum {total}, acc {acc}",
        f"output so far {vector(numbers['outputs'][step + 1])}",
    )


def _end(numbers):
    return (
        f"Block by block the output is {vector(numbers['output'])}; "
        f"log-sum-exp {written(numbers['log_sum_exp'][-1])}",
        f"Softmax over the whole row gives {vector(numbers['full_output'])}; "
        f"largest difference {tiny(numbers['largest_difference'])}",
    )


def _alt(numbers, block, order):
    steps = "; ".join(
        f"step {step + 1} reads block {b + 1}, max {written(numbers['max'][step + 1], 2)}, "
        f"factor {factor_words(numbers, step)}, sum {written(numbers['sum'][step + 1])}"
        for step, b in enumerate(order)
    )
    return (
        f"Online player: {len(numbers['scores'])} score bars about zero in blocks of {block}. {steps}. "
        f"The output is {vector(numbers['output'])}, and so is that of softmax over the whole row."
    )
