"""From a key on a control to the frame that shows it, in JupyterLab, beside `interact` with matplotlib.

All four stand in one notebook of one page and take turns: whatever slows the machine slows each of them.
A sample starts when the page hears the key and ends with the first frame that shows something changed besides
the control itself: frames come every 16.7 ms, so a widget that took no time would still wait 8 ms on average.
Two more numbers say what the frame hides: when the change was made, and when the frame had been painted.
"""

import json
import random
import sys
import tempfile
from pathlib import Path

from rows import Row, median, quantile

FRAME = 1000 / 60
PEER = "interact + matplotlib"
ROUNDS, KEYS = 8, 8  # samples of each: ROUNDS × KEYS
CELLS = [
    "from attnedu import MaskLab, SoftmaxBridge, TalentShow",
    "TalentShow()",
    "SoftmaxBridge()",
    "MaskLab()",
    """import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import FloatSlider, interact
def draw(temperature):
    scores = np.array([2.0, 1.0, 0.0, -1.0])
    weights = np.exp(scores / temperature) / np.exp(scores / temperature).sum()
    figure, (left, right) = plt.subplots(1, 2, figsize=(6, 2.5))
    left.bar(range(4), scores)
    right.bar(range(4), weights)
    plt.show()
interact(draw, temperature=FloatSlider(value=1, min=0.05, max=5, step=0.05));""",
]
# name -> (index of the cell, its control, what surrounds the control and does not count, keys up and down)
STEMS = {
    "TalentShow": (1, "input.at-box", ".at-row", "ArrowUp", "ArrowDown"),
    "SoftmaxBridge": (2, "input[type=range]", ".at-number", "ArrowRight", "ArrowLeft"),
    "MaskLab": (3, "input[type=range]", ".at-number", "ArrowRight", "ArrowLeft"),
    PEER: (4, "[role=slider]", ".widget-slider", "ArrowRight", "ArrowLeft"),
}
# Arms one measurement; the promise gives milliseconds: changed, frame, painted. A figure counts once decoded.
ARM = """([cell, control, own, needsImage]) => {
  const cells = document.querySelectorAll(".jp-NotebookPanel .jp-CodeCell");
  const root = cells[cell].querySelector(".jp-Cell-outputWrapper");
  const key = root.querySelector(control), mine = key.closest(own);
  window.sample = new Promise((resolve) => {
    let pressed = null, asked = false;
    key.addEventListener("keydown", () => { pressed = performance.now(); }, { capture: true, once: true });
    const watch = new MutationObserver(async (changes) => {
      const others = changes.filter((c) => !mine.contains(c.target));
      if (pressed === null || asked || !others.length) return;
      const images = others.flatMap((c) => [...c.addedNodes]).flatMap((n) => n.querySelectorAll ?
        [...(n.matches("img") ? [n] : []), ...n.querySelectorAll("img")] : []);
      if (needsImage && !images.length) return;
      asked = true;
      const since = () => performance.now() - pressed, changed = since();
      await Promise.all(images.map((image) => image.decode().catch(() => {})));
      requestAnimationFrame(() => {
        const frame = since();
        const after = new MessageChannel(); // its message comes when this frame has been painted
        after.port1.onmessage = () => { watch.disconnect(); resolve([changed, frame, since()]); };
        after.port2.postMessage(0);
      });
    });
    watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  key.focus();
}"""


def notebook():
    cells = [
        {
            "cell_type": "code",
            "id": f"c{i}",
            "metadata": {},
            "source": source,
            "outputs": [],
            "execution_count": None,
        }
        for i, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}


def sample(page, name, key):
    cell, control, own, *_ = STEMS[name]
    page.evaluate(ARM, [cell, control, own, name == PEER])
    page.wait_for_timeout(20 + random.random() * 17)  # anywhere between two frames
    page.keyboard.press(key)
    return page.evaluate("Promise.race([sample, new Promise((r) => setTimeout(() => r(null), 4000))])")


def measured(browser_path):
    """{name: [[milliseconds until changed, until the frame, until painted]]}"""
    from playwright.sync_api import sync_playwright

    from tests.browser.lab_page import running_lab, visit
    from tests.browser.widget_page import FLAGS

    times = {name: [] for name in STEMS}
    with (
        tempfile.TemporaryDirectory() as folder,
        running_lab(Path(folder)) as lab,
        sync_playwright() as driver,
    ):
        (lab.work / "latency.ipynb").write_text(json.dumps(notebook()), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=browser_path, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1200, "height": 1000})
            opened = visit(page, lab, "latency.ipynb")
            opened.run_all()
            page.locator(".widget-slider").wait_for()
            page.wait_for_timeout(1000)
            for turn in range(-1, ROUNDS):
                for name, (*_, up, down) in STEMS.items():
                    found = [
                        sample(page, name, up if i % 2 == 0 else down)
                        for i in range(KEYS if turn >= 0 else 2)
                    ]
                    if turn >= 0:
                        times[name] += [one for one in found if one is not None]
            opened.close()
        finally:
            browser.close()
    return times


def rows():
    from tests.conftest import find_browser

    path = find_browser()
    if path is None:
        print("(left out: widgets; no Chromium was found)", file=sys.stderr)
        return []
    times = {name: list(zip(*samples, strict=True)) for name, samples in measured(path).items()}
    peer = median(times[PEER][1])
    found = []
    for name, (changed, frame, painted) in times.items():
        middle, p90 = median(frame), quantile(frame, 0.9)
        said = f"median {middle:.1f} ms, p90 {p90:.1f} ms, n = {len(frame)}"
        said += f"; changed after {median(changed):.1f}, painted after {median(painted):.1f}"
        numbers = {"median_ms": middle, "p90_ms": p90, "changed": changed, "frame": frame, "painted": painted}
        if name == PEER:
            found.append(Row(f"key to repaint, {name}", said, numbers=numbers))
            continue
        found.append(Row(f"key to repaint, {name}", said, "p90 16.7 ms", p90 <= FRAME, numbers))
        ratio = peer / middle
        found.append(
            Row(f"  … {PEER} takes", f"{ratio:.1f} × as long", "10 ×", ratio >= 10, {"ratio": ratio})
        )
    return found
