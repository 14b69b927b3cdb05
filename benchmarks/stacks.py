"""What is measured in the browser: a cell, the control in its output, how it is worked. The course's widgets.

A new widget of the course is one line of WIDGETS: its name, the text that makes it, the control that has the
focus, what surrounds that control and is no news, the two keys, and what a mouse drags along (or KEYS). One
without a slider says what is done to it instead; one may have a budget for its first paint, in milliseconds:

    ours("HeadGrid", "HeadGrid(…)", act="click", turns=(".spot@0.1,0.3", ".spot@0.6,0.2"), first_paint=300)

".spot@0.1,0.3" is a place in what `.spot` selects: a tenth of its width from the left, three tenths of its
height from the top. Without "@" it is the middle.
"""

import re
from dataclasses import dataclass

ACROSS, UP = ("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")
KEYS = "keys"
SLIDER = "input[type=range]"


@dataclass(frozen=True)
class Stack:
    """One thing to measure. Selectors are CSS, for the output of its cell; the first match counts."""

    name: str
    source: str  # the code of the cell
    control: str = ""  # what has the focus when keys are pressed
    own: str = ""  # surrounds the control and is part of it: changes in there do not count; "": all count
    turns: tuple[str, str] = ACROSS  # two acts that take turns: keys, or selectors to hover or to click
    drag: str = ""  # along this a mouse drags; KEYS: the keys are repeated instead; "": not dragged
    act: str = "press"  # or "hover" or "click"
    open_with: str = ""  # this is clicked once before anything is measured
    picture: bool = False  # only a new picture counts as a change
    first_paint: float | None = None  # budget in milliseconds, from the start of render to the painted frame
    ours: bool = True


def timed(constructor):
    """The code of a cell whose widget leaves in `window.firstPaint` how long it took to be painted.

    The clock starts when the widget's own `render` is called and stops when its first frame has been painted.
    """
    return f"""widget = {constructor}
end = "export default {{ render }};"
assert widget._esm.count(end) == 1
widget._esm = widget._esm.replace(end, '''export default {{ render(all) {{
  const start = performance.now(), close = render(all), after = new MessageChannel();
  after.port1.onmessage = () => {{ window.firstPaint = performance.now() - start; }};
  requestAnimationFrame(() => after.port2.postMessage(0));
  return close;
}} }};''')
widget"""


def ours(name, constructor, *rest, first_paint=None, **more):
    """A widget of the course, from the text that makes it."""
    needs = f"import numpy as np\nfrom attnedu.widgets import {re.match('[A-Za-z]+', constructor)[0]}\n"
    source = needs + (constructor if first_paint is None else timed(constructor))
    return Stack(name, source, *rest, first_paint=first_paint, **more)


HOST = "[data-role=host]"  # shows the weights
TEMPERATURE = f"{SLIDER}[aria-label^=Temperature]"
BOX, NUMBER, BAR = "input.at-box", ".at-number", ".at-scorebar"
HEADS = "HeadGrid(np.random.default_rng(0).normal(size=(12, 12, 32, 32)) * 2, [f't{i}' for i in range(32)])"
THUMB = ".at-thumbs-over@"
MASK_24 = "MaskLab(np.random.default_rng(0).normal(size=(24, 24)))"
WIDGETS = [
    ours("TalentShow", "TalentShow()", "input.at-box", ".at-row", UP, ".at-scorebar", open_with=HOST),
    ours("SoftmaxBridge", "SoftmaxBridge()", TEMPERATURE, ".at-number", ACROSS, TEMPERATURE),
    ours("MaskLab", "MaskLab()", SLIDER, ".at-number", ACROSS, SLIDER),
    ours("ConvexHull", "ConvexHull()", BOX, NUMBER, UP, BAR),
    ours("BiasLab", "BiasLab(temperature=2.0)", SLIDER, NUMBER, ACROSS, SLIDER),
    ours("OnlinePlayer", "OnlinePlayer()", f"{BOX}[aria-label*=score]", NUMBER, UP, BAR),
    # Its first line moves down, again and again. What a drag of it changes is the drag itself.
    ours("Quiz", 'Quiz("06_order")', ".at-grab", "", ("ArrowDown", "ArrowDown")),
    ours("HeadGrid 12 × 12 × 32", HEADS, act="hover", turns=(f"{THUMB}0.2,0.3", f"{THUMB}0.6,0.7")),
    ours(
        "HeadGrid 12 × 12 × 32",
        HEADS,
        act="click",
        turns=(f"{THUMB}0.2,0.3", f"{THUMB}0.6,0.7"),
        first_paint=300,
    ),
    ours("MaskLab 24 × 24", MASK_24, act="hover", turns=(".at-over@0.2,0.3", ".at-over@0.6,0.7")),
    ours("MaskLab 24 × 24", MASK_24, act="click", turns=(".at-over@0.2,0.3", ".at-over@0.6,0.7")),
]
