"""Imports flow one way, and `import attnedu` stays light. The syntax trees are read; nothing is run."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "attnedu"
STANDARD = sys.stdlib_module_names

# room -> the rooms of attnedu that it may import, besides itself
MAY_IMPORT = {
    "core": set(),
    "practice": {"core"},
    "plots": {"core"},
    "models": {"core"},
    "widgets": {"core", "practice"},
    "build": set(),
    "check_file": set(),
    # A notebook as a page: beside the page of widgets (widgets/page.py) one file for each job, each of which
    # leans on other libraries.
    "export": {"workspace", "widgets", "export_run", "export_cells", "export_notebook"},
    "export_run": set(),
    "export_cells": {"widgets", "export_text", "export_html", "export_notebook", "export_fold"},
    "export_fold": set(),
    "export_text": {"export_maths", "export_html"},
    "export_html": {"export_css"},
    "export_css": set(),
    "export_notebook": set(),
    "export_maths": set(),
    "workspace": {"attnedu"},
    "lessons": {"workspace", "practice"},
    "doctor": {"attnedu", "workspace", "practice"},
    "lab": set(),
    "cli": {"attnedu", "build", "check_file", "export", "workspace", "lessons", "doctor", "lab", "practice"},
    "attnedu": set(),  # attnedu/__init__.py: names are looked up when first used
}
# room -> what it may import from outside, besides the standard library
OUTSIDE = {
    "core": {"numpy"},
    "practice": {
        "numpy",
        "cloudpickle",
        "platformdirs",
        "IPython",
        "_attnedu_sandbox",
    },  # the last is itself, renamed
    "plots": {"numpy", "matplotlib", "IPython"},
    "models": {"numpy", "torch", "safetensors", "tokenizers"},
    "widgets": {"numpy", "anywidget", "ipywidgets", "traitlets", "IPython", "matplotlib"},
    "build": {"jupytext", "nbformat", "yaml"},
    "check_file": {"IPython", "traitlets"},
    "export": {"nbformat"},
    "export_run": {"nbclient", "jupyter_client", "ipykernel"},
    "export_cells": {"nbconvert"},
    "export_text": {"nbconvert", "pygments"},
    "export_html": {"bs4"},
    "export_notebook": {"nbformat"},
    "export_maths": {"latex2mathml"},
    "doctor": {"packaging"},
    "cli": {"typer", "rich"},
}
# What goes on the network, and the exceptions: lab.py asks whether a port of this machine is free, and the
# sandbox talks to its own child processes over a pair of sockets that have no address.
NETWORK = {"urllib", "http", "requests", "httpx", "aiohttp", "socket", "ftplib", "smtplib", "websocket"}
HARMLESS = {"urllib.parse"}  # takes an address apart and fetches nothing
NETWORK_ALLOWED = {"lab.py": {"socket"}, "host.py": {"socket"}, "zygote.py": {"socket"}}

FILES = sorted(PACKAGE.rglob("*.py"))


def room_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return "attnedu" if parts == ("__init__",) else parts[0]


def imports(tree, path):
    """Yield (line, dotted name) of every import in the tree, relative ones made absolute."""
    package = ("attnedu", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            if module == "attnedu":  # `from attnedu import plots` names a room, `import __version__` does not
                for alias in node.names:
                    yield node.lineno, f"attnedu.{alias.name}" if alias.name in MAY_IMPORT else "attnedu"
            else:
                yield node.lineno, module


def offences(path, source=None):
    """Return a sentence for each import that goes the wrong way."""
    room = room_of(path)
    found = []
    tree = ast.parse(source if source is not None else path.read_text(encoding="utf-8"))
    for line, name in imports(tree, path):
        top, *rest = name.split(".")
        where = f"{path.relative_to(PACKAGE.parent)}:{line} imports {name}"
        if top == "attnedu":
            target = rest[0] if rest and rest[0] in MAY_IMPORT else "attnedu"
            if target != room and target not in MAY_IMPORT.get(room, set()):
                found.append(f"{where}, but {room} may import only {sorted(MAY_IMPORT.get(room, set()))}")
        elif name in HARMLESS:
            continue
        elif top in NETWORK and top not in NETWORK_ALLOWED.get(path.name, set()):
            found.append(f"{where}, which goes on the network")
        elif top not in STANDARD and top not in OUTSIDE.get(room, set()):
            found.append(f"{where}, but {room} may use only {sorted(OUTSIDE.get(room, set()))} from outside")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_flow_one_way(path):
    assert not offences(path), "\n".join(offences(path))


def test_every_room_is_one_that_the_design_names():
    assert {room_of(path) for path in FILES} <= set(MAY_IMPORT)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("core/scores.py", "import torch"),
        ("core/scores.py", "from attnedu.plots import show"),
        ("core/scores.py", "from ..practice import check"),
        ("core/scores.py", "def f():\n    from attnedu import widgets"),
        ("build.py", "from attnedu.core import softmax"),
        ("practice/progress.py", "import urllib.request"),
        ("export.py", "from urllib.request import urlopen"),
        ("plots/show.py", "import torch"),
    ],
)
def test_an_import_that_goes_the_wrong_way_is_named(name, source):
    (sentence,) = offences(PACKAGE / name, source)
    assert sentence.startswith(f"attnedu/{name}:")


def loaded_by(statement):
    """The top-level modules that a fresh Python has loaded after a statement."""
    code = f"import sys; {statement}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


HEAVY = {
    "torch",
    "matplotlib",
    "ipywidgets",
    "anywidget",
    "jupyterlab",
    "IPython",
    "typer",
    "rich",
    "jupytext",
}


def test_import_attnedu_loads_nothing_heavy():
    assert not loaded_by("import attnedu") & HEAVY


def test_import_core_loads_numpy_and_nothing_else():
    extra = loaded_by("import attnedu.core") - loaded_by("import numpy") - set(STANDARD)
    assert {name for name in extra if not name.startswith("_")} <= {"attnedu"}


def test_every_lazy_name_is_listed_and_an_unknown_one_is_an_attribute_error():
    import attnedu

    assert set(attnedu.__all__) <= set(dir(attnedu))
    with pytest.raises(AttributeError, match="it has: .*check"):
        _ = attnedu.no_such_name


@pytest.mark.parametrize("name", [name for name in __import__("attnedu").__all__ if name != "__version__"])
def test_every_name_that_a_notebook_needs_can_be_imported(name):
    import attnedu

    assert callable(getattr(attnedu, name))
