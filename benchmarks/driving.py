"""Works what is measured, in a real JupyterLab: input comes from outside the page, time is taken inside."""

import json
import random
import tempfile
import time
from pathlib import Path

from peers import SHARED
from stacks import KEYS

ROUNDS, SAMPLES = 4, 12  # of each stack: ROUNDS × SAMPLES
# Acts in a row before those that count, whenever a stack has its turn. Chromium plans a frame from how long
# the last 60 took, and those were of another stack.
WARMING = 60
PRESSED = 80  # ms between the press and the release of a mouse button under a human finger
SECONDS, EVERY = 2.0, 0.016  # of a drag: its length, and the time between two moves
STEPS = 16  # moves from one end of the way to the other
PAINTS = 5
STARTS = {"press": ["keydown"], "hover": ["pointerover", "pointermove"], "click": ["pointerup"]}
CELLS = ".jp-NotebookPanel .jp-CodeCell"


def notebook(stacks):
    sources = [SHARED, *(stack.source for stack in stacks)]
    empty = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [empty | {"id": f"c{i}", "source": source.strip()} for i, source in enumerate(sources)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}


class Hand:
    """Works one stack in the page: by keys, or by a mouse."""

    def __init__(self, page, cell, stack):
        self.page, self.cell, self.stack = page, cell, stack
        self.output = page.locator(CELLS).nth(cell).locator(".jp-Cell-outputWrapper")
        self.wire = page.context.new_cdp_session(
            page
        )  # Playwright's own mouse looks into the page at each move

    def ask(self, what, turn=0, **more):
        """One function of probe.js, told which output, which element of it, and what does not count."""
        stack, press = self.stack, self.stack.act == "press"
        selector, _, spot = (stack.control if press else stack.turns[turn]).partition("@")
        place = {
            "cell": self.cell,
            "control": selector,
            "spot": [float(share) for share in spot.split(",")] if spot else [0.5, 0.5],
            "own": stack.own,
            "picture": stack.picture,
            "focus": press,
            "starts": STARTS[stack.act],
        }
        return self.page.evaluate(f"(place) => probe.{what}(place)", place | more)

    def open(self):
        """Wait until the stack is there, and bring it into the state that is measured."""
        self.output.locator((self.stack.control or self.stack.turns[0]).partition("@")[0]).first.wait_for()
        if self.stack.open_with:
            self.output.locator(self.stack.open_with).first.click()

    def front(self):
        """Bring the stack into view, with the mouse over nothing."""
        self.page.mouse.move(1, 1)
        self.ask("front")

    def sample(self, turn):
        """[changed, frame, painted] in milliseconds after one act; None if nothing changed"""
        x, y = self.ask("arm", turn)
        if self.stack.act == "click":
            self.page.mouse.move(x, y)  # a hand stands over a thing before it clicks
        self.page.wait_for_timeout(20 + random.random() * 17)  # anywhere between two frames
        self.act(turn, x, y)
        return self.page.evaluate("probe.sample()")

    def act(self, turn, x, y):
        if self.stack.act == "press":
            self.page.keyboard.press(self.stack.turns[turn])
        elif self.stack.act == "hover":
            self.page.mouse.move(x, y)
        else:
            self.page.mouse.click(x, y, delay=PRESSED)

    def warm(self):
        """Many acts in a row, none of which counts; the next `arm` waits until their effects are over."""
        places = [self.ask("arm", turn) for turn in (0, 1)]
        for count in range(WARMING):
            self.act(count % 2, *places[count % 2])
            time.sleep(EVERY)

    def drag(self):
        """{moves, frames, repaints, missed, lag} of one drag"""
        self.front()
        move, release = self.by_keys() if self.stack.drag == KEYS else self.by_mouse()
        self.ask("follow", move="keydown" if self.stack.drag == KEYS else "pointermove")
        start = due = time.perf_counter()
        count = 0
        while time.perf_counter() < start + SECONDS:
            move(count)
            count += 1
            due = max(due + EVERY, time.perf_counter())
            time.sleep(max(0, due - time.perf_counter()))
        found = self.page.evaluate("probe.followed()")
        release()
        return found

    def paints(self):
        """Milliseconds until the painted frame, for a few runs of the cell."""
        self.front()
        return [self.page.evaluate("(cell) => probe.rerun(cell)", self.cell) for _ in range(PAINTS)]

    def by_mouse(self):
        x, y, left, width = self.ask("rail", rail=self.stack.drag)

        def send(kind, x):
            event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            self.wire.send("Input.dispatchMouseEvent", event)

        def move(count):
            there = min(count % (2 * STEPS), -count % (2 * STEPS))  # 0 up to STEPS and down again
            send("mouseMoved", left + width * (0.1 + 0.8 * there / STEPS))

        send("mouseMoved", x)
        send("mousePressed", x)
        return move, lambda: send("mouseReleased", left + width * 0.1)

    def by_keys(self):
        up, down = self.stack.turns
        keyboard = self.page.keyboard

        def move(count):
            if count and count % STEPS == 0:
                release()
            keyboard.down(down if count // STEPS % 2 else up)  # again and again, as a held key sends it

        def release():
            keyboard.up(up)
            keyboard.up(down)

        return move, release


def measured(browser_path, stacks):
    """{stack: (samples, drag or None, first paints)} of one run of one notebook"""
    from playwright.sync_api import sync_playwright

    from tests.browser.lab_page import running_lab, visit
    from tests.browser.widget_page import FLAGS

    with (
        tempfile.TemporaryDirectory() as folder,
        running_lab(Path(folder)) as lab,
        sync_playwright() as driver,
    ):
        (lab.work / "latency.ipynb").write_text(json.dumps(notebook(stacks)), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=browser_path, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1200, "height": 1000})
            page.add_init_script(path=Path(__file__).with_name("probe.js"))
            opened = visit(page, lab, "latency.ipynb")
            opened.run_all()
            if errors := opened.errors():
                raise RuntimeError("; ".join(errors))
            hands = [Hand(page, cell, stack) for cell, stack in enumerate(stacks, start=1)]
            for hand in hands:
                hand.open()
            page.wait_for_timeout(3000)  # the peers load their libraries
            found = take_turns(hands)
            opened.close()
            return found
        finally:
            browser.close()


def take_turns(hands):
    samples = {hand.stack: [] for hand in hands}
    for _ in range(ROUNDS):
        for hand in hands:
            hand.front()
            hand.warm()
            samples[hand.stack] += [hand.sample(i % 2) for i in range(SAMPLES)]
    drags = {hand.stack: hand.drag() for hand in hands if hand.stack.drag}
    paints = {hand.stack: hand.paints() for hand in hands if hand.stack.first_paint}
    return {stack: (samples[stack], drags.get(stack), paints.get(stack)) for stack in samples}
