"""How soon a widget shows what is done to it, in JupyterLab, beside four peers that do SoftmaxBridge's job.

All stand in one notebook of one page and take turns: whatever slows the machine slows each of them.

Input to repaint. A sample starts when the page hears the key and ends with the first frame that shows
something changed besides the control itself. (A mouse that hovers is heard just before a frame is drawn, and
need not wait. A click counts from the release of the button.) Two more numbers say what the frame hides: when
the change was made, and when the frame had been painted. Before each sample the kernel has been idle, and the
output unchanged, for 50 ms, so that no late repaint passes for a quick one.

Before its samples each stack is worked for a second or more, as by a hand that plays with it. For Chromium
plans a frame from how long the last 60 took: a stack measured right after another one would wait for frames
that are planned for the other, 8 ms on average and up to 16.7, however quick it is.

Drag. For 2 s a move is sent every 16 ms, or as soon as the page has taken the one before. A repaint is a
frame in which something changed besides the control; two moves that reach the page before the same frame
can only be one repaint. So "every move repainted" means: each frame before which a move arrived shows a
change itself, and not a frame later. Each move changes the value: the way goes to and fro between a tenth
and nine tenths of the rail. The lag runs from the frame of the last move to the frame of the last repaint;
0 means that they are the same.

Where a repaint is hard to tell, the peers get the benefit: drawing the same picture on a canvas counts as a
change, and so does half a repaint, of the left bars in one frame and of the right bars in the next.
"""

import sys

from driving import measured
from peers import INTERACT, peers
from rows import Row, median, quantile
from stacks import KEYS, WIDGETS

FRAME = 1000 / 60


def repaint_row(stack, samples):
    what = f"{'key' if stack.act == 'press' else stack.act} to repaint, {stack.name}"
    seen = [one for one in samples if one is not None]
    lost = len(samples) - len(seen)
    budget, judged = ("p90 16.7 ms", True) if stack.ours else ("–", False)
    if not seen:
        return Row(what, "nothing ever changed", budget, False if judged else None)
    changed, frame, painted = zip(*seen, strict=True)
    middle, p90 = median(frame), quantile(frame, 0.9)
    said = f"median {middle:.1f} ms, p90 {p90:.1f}, max {max(frame):.1f}, n = {len(seen)}"
    said += f"; changed after {median(changed):.1f}, painted after {median(painted):.1f}"
    said += f"; {lost} without a change" if lost else ""
    numbers = {"median_ms": middle, "p90_ms": p90, "changed": changed, "frame": frame, "painted": painted}
    return Row(what, said, budget, p90 <= FRAME and not lost if judged else None, numbers)


def drag_row(stack, drag):
    """One drag. `missed` counts the frames before which a move arrived and that show no change themselves."""
    lag = "last move never shown" if drag["lag"] is None else f"lag {drag['lag']:.0f} ms"
    how = "keys" if stack.drag == KEYS else "mouse"
    said = f"{drag['moves']} moves by {how} in {drag['frames']} frames, {drag['repaints']} repaints, {lag}"
    if not stack.ours:
        return Row(f"2 s of drag, {stack.name}", said, numbers=drag)
    said += f"; {drag['missed']} moves not repainted" if drag["missed"] else ""
    met = drag["moves"] > 0 and drag["missed"] == 0
    return Row(f"2 s of drag, {stack.name}", said, "every move repainted", met, drag)


def paint_row(stack, paints):
    said = f"median {median(paints):.0f} ms, max {max(paints):.0f}, n = {len(paints)}"
    met = max(paints) <= stack.first_paint
    return Row(f"first paint, {stack.name}", said, f"{stack.first_paint:.0f} ms", met, {"ms": paints})


def rows():
    from tests.conftest import find_browser

    path = find_browser()
    if path is None:
        print("(left out: widgets; no Chromium was found)", file=sys.stderr)
        return []
    others, missing = peers()
    stacks = [*WIDGETS, *others]
    found = measured(path, stacks)
    first = [repaint_row(stack, found[stack][0]) for stack in stacks]
    slow = next(row.numbers["median_ms"] for row in first if row.what.endswith(INTERACT))
    ratios = []
    for stack, row in zip(stacks, first, strict=True):
        ratios.append(row)
        comparable = stack.act != "hover"  # which need not wait for a frame, as a key must
        if stack.ours and row.numbers and comparable:
            ratio = slow / row.numbers["median_ms"]
            said = f"{ratio:.1f} × as long"
            ratios.append(Row(f"  … {INTERACT} takes", said, "10 ×", ratio >= 10, {"ratio": ratio}))
    ratios += [Row(f"key to repaint, {name}", f"left out: {name} (not installed)") for name in missing]
    drags = [drag_row(stack, found[stack][1]) for stack in stacks if stack.drag]
    paints = [paint_row(stack, found[stack][2]) for stack in stacks if stack.first_paint]
    return [*ratios, *drags, *paints]
