"""A JupyterLab of our own, started as a learner starts it, and a notebook in it: open, Run All, read, close.

The course is copied to a folder that is thrown away, so that the work/ of this clone is never touched. Every
process that is started here is ended here, by its own id.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
TOKEN = "a-token-for-this-test"
START = "from attnedu.cli import app; app()"


class Lab:
    """A running JupyterLab: where it answers, and the folder that it shows."""

    def __init__(self, process, port, work, log):
        self.process, self.port, self.work, self.log = process, port, work, log
        self.origin = f"http://127.0.0.1:{port}"

    def url(self, path=""):
        return f"{self.origin}/lab/tree/{path}?token={TOKEN}"

    def wait(self, seconds=60):
        """Wait until it answers; RuntimeError with the end of its log if it does not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError, urllib.error.URLError):
                urllib.request.urlopen(f"{self.origin}/api?token={TOKEN}", timeout=5).close()
                return self
            time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()[-3000:]}")

    def stop(self):
        """End the server and each process below it, by id."""
        family = _family(self.process.pid)
        self.process.terminate()  # the server ends its kernels
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        for one in psutil.wait_procs(family, timeout=3)[1]:
            with contextlib.suppress(psutil.Error):
                one.kill()
        self.process.wait(10)


def _family(pid):
    with contextlib.suppress(psutil.Error):
        return [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    return []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def copy_course(folder):
    """Copy what `attnedu lab` needs into `folder`, which then looks like a clone of its own."""
    for name in ("attnedu", "notebooks", "exercises", "solutions"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    return folder


@contextlib.contextmanager
def running_lab(folder, *options):
    """`attnedu lab --no-browser --port …` on a copy of the course in `folder`; yields a Lab."""
    copy_course(folder)
    home, port = folder / "home", free_port()
    environment = os.environ | {
        "PYTHONPATH": str(folder),  # the copy, in the server, its kernels and their processes
        "ATTNEDU_HOME": str(home / "record"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "IPYTHONDIR": str(home / "ipython"),
    }
    environment.pop("MPLBACKEND", None)  # the tests' own; a notebook chooses for itself
    command = [sys.executable, "-c", START, "lab", "--no-browser", "--port", str(port)]
    command += [f"--IdentityProvider.token={TOKEN}", "--ServerApp.ip=127.0.0.1", *options]
    command.append("--LabApp.expose_app_in_browser=True")
    home.mkdir()
    with (home / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        lab = Lab(process, port, folder / "work", home / "log")
        try:
            yield lab.wait()
        finally:
            lab.stop()


class Watcher:
    """What a page must not do: complain on the console, raise, or ask another host for anything."""

    def __init__(self, page, origin):
        self.complaints = []
        page.on(
            "console", lambda m: self._add(m.type == "error", f"console: {m.text} ({m.location.get('url')})")
        )
        page.on("pageerror", lambda error: self._add(True, f"page error: {error}"))
        page.on("request", lambda r: self._add(not self._own(r.url, origin), f"request: {r.url}"))
        page.on("websocket", lambda w: self._add(not self._own(w.url, origin), f"web socket: {w.url}"))

    def _add(self, wrong, text):
        if wrong:
            self.complaints.append(text)

    @staticmethod
    def _own(url, origin):
        return url.startswith(
            (origin + "/", origin.replace("http", "ws", 1) + "/", "data:", "blob:", "about:")
        )


# What is asked of JupyterLab itself goes through its own commands and its own model of the notebook.
FIND = "const panel = [...jupyterapp.shell.widgets('main')].find((w) => w.context?.path === path);"
OPEN = f"""async (path) => {{
  await jupyterapp.commands.execute('docmanager:open', {{ path, factory: 'Notebook' }});
  {FIND} await panel.context.ready; await panel.sessionContext.ready;
  while (panel.sessionContext.session?.kernel?.status !== 'idle') await new Promise((r) => setTimeout(r, 50));
}}"""
# The notebook of the address bar comes to the front late, perhaps over this one: wait until this one stays.
FRONT = f"""async (path) => {{ {FIND}
  for (let stays = 0; stays < 8; stays++) {{
    if (jupyterapp.shell.currentWidget !== panel) {{ jupyterapp.shell.activateById(panel.id); stays = 0; }}
    await new Promise((r) => setTimeout(r, 50));
  }} }}"""
STATE = f"""(path) => {{ {FIND}
  const code = [...panel.content.model.cells].filter((c) => c.type === 'code');
  const cells = code.filter((c) => c.sharedModel.getSource().trim());
  return {{ kernel: panel.sessionContext.session?.kernel?.status ?? 'none', cells: cells.length,
    done: cells.filter((c) => c.executionCount !== null && c.executionState !== 'running').length,
    dirty: panel.context.model.dirty }}; }}"""
ERRORS = f"""(path) => {{ {FIND} const found = [];
  for (const cell of panel.content.model.cells) {{
    if (cell.type !== 'code') continue;
    const allowed = (cell.getMetadata('tags') ?? []).includes('raises-exception');
    for (const output of cell.outputs.toJSON())
      if (output.output_type === 'error' && !allowed)
        found.push(`cell ${{cell.id}}: ${{output.ename}}: ${{output.evalue}}`);
      else if (JSON.stringify(output.data ?? {{}}).includes('There is no exercise of this name'))
        found.push(`cell ${{cell.id}}: there is no exercise of this name`);
  }}
  return found; }}"""
# A widget is drawn a moment after its cell has run.
DRAWN = f"""(path) => {{ {FIND} let shown = 0;
  for (const cell of panel.content.model.cells)
    for (const output of cell.outputs?.toJSON() ?? [])
      if (output.data?.['application/vnd.jupyter.widget-view+json']) shown += 1;
  return panel.node.querySelectorAll('.at-widget').length === shown; }}"""
# A widget's last message may still wait for its turn: the kernel answers twice before it is asked to end.
CLOSE = f"""async (path) => {{ {FIND}
  const kernel = panel.sessionContext.session?.kernel;
  const answer = async () => {{
    for (let k = 0; k < 2; k++) await kernel.requestExecute({{ code: "", silent: true }}).done;
  }};
  if (kernel) await Promise.race([answer(), new Promise((r) => setTimeout(r, 5000))]);
  await panel.sessionContext.shutdown();
  panel.context.model.dirty = false; panel.close(); panel.dispose(); }}"""


def visit(page, lab, path):
    """Open JupyterLab in a page, at a notebook, and return that notebook."""
    page.goto(lab.url(path))
    page.locator(".jp-NotebookPanel").first.wait_for(timeout=60_000)
    return Notebook(page, path)


class Notebook:
    """One notebook in the page of a running JupyterLab."""

    def __init__(self, page, path):
        self.page, self.path = page, path
        page.wait_for_function("window.jupyterapp !== undefined", timeout=60_000)
        page.evaluate(OPEN, path)
        self.panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        self.panel.wait_for()

    def run_all(self, seconds=90):
        """Run, Run All Cells: the menu, by mouse. Returns the seconds until the kernel is idle again."""
        self.page.evaluate(FRONT, self.path)
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        item = self.page.get_by_role("menuitem", name="Run All Cells", exact=True)
        started = time.perf_counter()
        item.click()
        while True:
            state = self.state()
            ended = state["done"] == state["cells"] or self.errors()  # Run All stops at an error
            if state["kernel"] == "idle" and ended:
                return time.perf_counter() - started
            if time.perf_counter() - started > seconds:
                raise TimeoutError(f"{self.path}: not idle after {seconds} s: {state}")
            self.page.wait_for_timeout(50)

    def state(self):
        return self.page.evaluate(STATE, self.path)

    def errors(self):
        """Error outputs, and widgets that could not be shown."""
        lost = self.panel.get_by_text("Error displaying widget").count()
        return self.page.evaluate(ERRORS, self.path) + ["Error displaying widget"] * lost

    def wait_for_widgets(self):
        """Wait until every widget of the notebook is drawn."""
        self.page.wait_for_function(DRAWN, arg=self.path, timeout=20_000)

    def selected_cell(self):
        """The index of the cell that JupyterLab's own arrow keys would leave."""
        return self.page.evaluate(f"(path) => {{ {FIND} return panel.content.activeCellIndex; }}", self.path)

    def close(self):
        """Close it without saving, and end its kernel."""
        self.page.evaluate(CLOSE, self.path)

    def pictures(self, folder):
        """Save the whole notebook as pictures, one screenful after another; returns their paths."""
        page, scroller = self.page, self.panel.locator(".jp-WindowedPanel-outer")
        before = page.viewport_size
        page.set_viewport_size({"width": 1200, "height": 2000})
        page.evaluate("jupyterapp.shell.collapseLeft()")
        scroller.evaluate(
            "async (e) => { for (let i = 0; i < 60; i++) {"
            " e.scrollTop += 1500; await new Promise((r) => setTimeout(r, 25)); } e.scrollTop = 0; }"
        )
        paths, place = [], -1
        while len(paths) < 20:
            page.wait_for_timeout(400)
            paths.append(
                folder / f"{self.path.replace('/', '-').removesuffix('.ipynb')}-{len(paths) + 1:02}.png"
            )
            self.panel.screenshot(path=paths[-1])
            now = scroller.evaluate("(e) => { e.scrollTop += e.clientHeight - 60; return e.scrollTop; }")
            if now == place:
                paths.pop().unlink()
                break
            place = now
        page.set_viewport_size(before)
        return paths


def add_solutions(lab):
    """Put the solutions beside the lessons, as someone might who looks them up."""
    shutil.copytree(ROOT / "solutions", lab.work / "solutions", ignore=shutil.ignore_patterns("*.py", ".*"))


def runs_without_an_error(notebook):
    """Run All, without an error, until each widget is drawn; ATTNEDU_SCREENSHOTS=folder saves pictures."""
    notebook.run_all()
    assert notebook.errors() == []
    notebook.wait_for_widgets()
    folder = os.environ.get("ATTNEDU_SCREENSHOTS")
    if folder:
        assert notebook.pictures(Path(folder))
    return notebook
