"""Open JupyterLab at the first lesson: which options, which port, and what to say if it cannot start."""

import json
import os
import socket
import subprocess
import sys
import webbrowser
from dataclasses import dataclass, field

FIRST = "00_start_here.ipynb"
# JupyterLab's first-start question about news sends a request to another host; the course needs neither.
# A notebook is saved with the state of its widgets, so that it opens again with what its reader had done.
LABCONFIG = {
    "page_config.json": {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}},
    "default_setting_overrides.json": {"@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True}},
}


class CannotStart(Exception):
    """JupyterLab cannot be started as asked; the message says what to type instead."""


@dataclass
class Start:
    """A command, the environment that it runs in, and what to tell the learner first."""

    command: list[str]
    environment: dict[str, str]
    notes: list[str] = field(default_factory=list)


def plan(work, options):
    """Decide how to start JupyterLab in the folder `work`; options are passed on to it.

    raises CannotStart if the port that was asked for is taken, or the first lesson is missing
    """
    if not (work / FIRST).is_file():
        raise CannotStart(
            f"{work / FIRST} could not be made, so there is nothing to open. See the lines above."
        )
    options, notes = list(options), []
    port = _option(options, "--port", "--ServerApp.port")
    address = _option(options, "--ip", "--ServerApp.ip") or "localhost"
    if port is not None and port.isdigit() and int(port) and not _free(int(port), address):
        raise CannotStart(
            f"Port {port} is in use by another program, perhaps a JupyterLab that is still open. Close that "
            f'one, or take another port: make lab ARGS="--port {_next_free(int(port) + 1, address)}"'
        )
    if port is None:
        options.append(f"--port={_next_free(8888, address)}")
    if "--no-browser" not in options and not _has_browser():
        options.append("--no-browser")
        notes.append(
            "No browser was found on this machine: open the address that appears below in one of yours."
        )
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--allow-root" not in options:
        options.append("--allow-root")
        notes.append("You are the user root: fine in a container, better avoided on a machine of your own.")
    notes.append(f"JupyterLab opens {work / FIRST}. To stop it: Ctrl-C here.")
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={work}"]
    command += [f"--LabApp.default_url=/lab/tree/{FIRST}", *options]
    return Start(command, _environment(work), notes)


def run(start):
    """Run JupyterLab until it ends and return its exit code; on Linux and macOS this process becomes it."""
    if os.name == "posix":  # then a signal to this process reaches JupyterLab, and none is left behind
        sys.stdout.flush()
        os.execve(start.command[0], start.command, start.environment)
    process = subprocess.Popen(start.command, env=start.environment)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C reaches JupyterLab too, which asks whether it is meant


def _environment(work):
    """Settings for this JupyterLab alone; the learner's own configuration stays as it is."""
    folder = work / ".jupyter"
    environment = dict(os.environ)
    try:
        (folder / "labconfig").mkdir(parents=True, exist_ok=True)
        for name, settings in LABCONFIG.items():
            (folder / "labconfig" / name).write_text(json.dumps(settings), encoding="utf-8")
    except OSError:
        return environment  # a read-only work/: the question about news appears, widgets are not saved
    before = environment.get("JUPYTER_CONFIG_PATH")
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join([str(folder), *([before] if before else [])])
    environment.setdefault("JUPYTERLAB_WORKSPACES_DIR", str(folder / "workspaces"))
    return environment


def _option(options, *names):
    """Return the value of the last of these options, `--port 8899` or `--port=8899`; None if absent."""
    value = None
    for place, option in enumerate(options):
        name, equals, after = option.partition("=")
        if name in names:
            value = after if equals else (options[place + 1] if place + 1 < len(options) else None)
    return value


def _free(port, address="localhost"):
    try:
        with socket.socket() as probe:
            if os.name == "posix":  # a port that was closed a moment ago counts as free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("" if address in ("*", "0.0.0.0") else address, port))
    except (OSError, OverflowError):
        return False
    return True


def _next_free(port, address="localhost"):
    return next((one for one in range(port, min(port + 200, 65536)) if _free(one, address)), 0)


def _has_browser():
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
