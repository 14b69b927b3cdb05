"""What is installed, what is missing, and the command that mends it, in words."""

import importlib.metadata as metadata
import platform
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

from attnedu import __version__, workspace

# extra -> (what it is for, what a learner types)
EXTRAS = {
    "torch": ("PyTorch", "{python} -m pip install -e .[torch] -c constraints.txt"),
    "test": ("packages for `make test`", "make test"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "firefox")


@dataclass
class Finding:
    """One thing looked at: ok, and if not, whether the course can do without it and what to type."""

    what: str
    found: str
    ok: bool
    needed: bool = True
    remedy: str = ""


def examine():
    """Return the findings, most important first."""
    findings = [_python(), *_packages(), _lessons(), _writable("work/", _work_folder())]
    findings.append(_writable("your progress", _progress_folder()))
    return [*findings, *_extras(), _browser()]


def _python():
    version = platform.python_version()
    remedy = "install Python 3.11 or newer, delete the folder .venv, and run `make lab` again"
    return Finding("Python", version, sys.version_info >= (3, 11), remedy=remedy)


def _packages():
    """Look at each package that pyproject.toml lists, one finding each; an optional set is one finding."""
    remedy = f"{sys.executable} -m pip install -e . -c constraints.txt"
    try:
        wanted = [Requirement(line) for line in metadata.requires("attnedu") or []]
    except metadata.PackageNotFoundError:
        return [Finding("attnedu", "not installed", False, remedy=remedy)]
    findings = [Finding("attnedu", __version__, True)]
    for need in wanted:
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            findings.append(Finding(need.name, *_installed(need), remedy=remedy))
    return findings


def _extras():
    try:
        wanted = [Requirement(line) for line in metadata.requires("attnedu") or []]
    except metadata.PackageNotFoundError:
        return []
    findings = []
    for extra, (what, remedy) in EXTRAS.items():
        chosen = [need for need in wanted if need.marker and need.marker.evaluate({"extra": extra})]
        chosen = [
            need for need in chosen if not need.marker.evaluate({"extra": ""}) and need.name != "attnedu"
        ]
        bad = [f"{need.name} {found}" for need in chosen for found, ok in [_installed(need)] if not ok]
        found = "; ".join(bad) or "installed"
        findings.append(Finding(what, found, not bad, False, remedy.format(python=sys.executable)))
    return findings


def _installed(need):
    """Return (the version found, in words; whether it will do)."""
    try:
        version = metadata.version(need.name)
    except metadata.PackageNotFoundError:
        return "missing", False
    ok = need.specifier.contains(version, prereleases=True)
    return (version if ok else f"{version}, but {need.specifier} is needed"), ok


def _work_folder():
    try:
        return workspace.course_root() / "work"
    except workspace.NoCourse:
        return Path.cwd() / "work"


def _progress_folder():
    from attnedu.practice import progress

    return progress.path().parent


def _lessons():
    try:
        root = workspace.course_root()
    except workspace.NoCourse as error:
        return Finding("lessons", "not found", False, remedy=str(error))
    count = len(list((root / workspace.LESSONS).glob("*.ipynb")))
    return Finding("lessons", f"{count} in {root / workspace.LESSONS}", True)


def _writable(what, folder):
    """Try to write in the folder, or in the nearest one above it that exists, and clean up."""
    near = folder
    while not near.exists() and near != near.parent:
        near = near.parent
    try:
        with tempfile.TemporaryFile(dir=near):
            return Finding(what, f"can be written in {folder}", True)
    except OSError as error:
        why = f"{folder} cannot be written: {(error.strerror or str(error)).lower()}"
        return Finding(what, why, False, remedy=f"give yourself the right to write in {near}")


def _browser():
    found = next((name for name in BROWSERS if shutil.which(name)), None)
    if found or sys.platform in ("darwin", "win32"):
        return Finding("a browser", found or "the system's own", True, needed=False)
    remedy = "open the address that `make lab` prints in a browser of your choice"
    return Finding("a browser", "none found by this command", False, needed=False, remedy=remedy)
