"""No trace of the machine that the files were made on, no outputs, and no address that code could call."""

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKIP = {
    ".git",
    ".venv",
    "work",
    "node_modules",
    "__pycache__",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
    "build",
    "dist",
}
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".yml",
    ".yaml",
    ".ipynb",
    ".mjs",
    ".js",
    ".css",
    ".cff",
    ".json",
    ".csv",
    "",
}


def files():
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT)
        hidden = SKIP & set(inside.parts) or any(part.endswith(".egg-info") for part in inside.parts)
        if path.is_file() and not hidden and path.suffix in TEXT and path != Path(__file__).resolve():
            yield path


FILES = list(files())
PACKAGE = [path for path in FILES if ROOT / "attnedu" in path.parents]


def name(path):
    return path.relative_to(ROOT).as_posix()


MACHINE = re.compile(
    r"/(?:root|home/\w+|Users/\w+|opt/\w+)/"  # somebody's folders
    r"|(?<![\w.])/work/"
    r"|\.pyenv|/tmp/\w+\.\w+"
    r"|file:///"
    r"|(?:extra-)?index-url|find-links"  # where this machine gets its packages
    r"|download\.pytorch\.org|pypi\.org|pythonhosted|npmjs\.org|deb\.debian"
)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_path_or_package_host_of_a_machine(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        found = MACHINE.search(line)
        if found:
            pytest.fail(f"{name(path)}:{number}: {found[0]!r} in {line.strip()[:100]!r}")


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".ipynb"], ids=name)
def test_no_notebook_holds_outputs_or_the_mark_of_a_run(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
        assert "ExecuteTime" not in cell["metadata"]
        assert "execution" not in cell["metadata"]


ADDRESS = re.compile(r"(?:https?|wss?)://\S")


TEXT_ONLY = {
    "removeprefix",
    "startswith",
    "replace",
    "split",
    "partition",
    "lstrip",
}  # these only look


def addresses_in_calls(tree):
    """Yield the line of each address that a call receives by position, as open(...) or get(...) would."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") not in TEXT_ONLY:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    text = argument.value.strip()
                    if ADDRESS.match(text) and " " not in text:
                        yield node.lineno


@pytest.mark.parametrize("path", [path for path in PACKAGE if path.suffix == ".py"], ids=name)
def test_no_python_of_the_package_calls_anything_with_an_address(path):
    assert not list(addresses_in_calls(ast.parse(path.read_text(encoding="utf-8"))))


SVG = "http://www.w3.org/"  # names of XML languages, never fetched
REACHES_OUT = re.compile(
    r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|url\(\s*['\"]?http"
)


@pytest.mark.parametrize(
    "path", [p for p in PACKAGE if p.suffix in (".mjs", ".js", ".css", ".svg")], ids=name
)
def test_no_front_end_file_reaches_out(path):
    text = path.read_text(encoding="utf-8")
    assert not REACHES_OUT.search(text)
    assert not ADDRESS.search(text.replace(SVG, "")), "an address in the front end: keep it in a docstring"


def test_an_address_in_a_call_is_found():
    assert list(addresses_in_calls(ast.parse('open_url("https://example.org/data")')))
    assert not list(addresses_in_calls(ast.parse('say("see https://example.org for more")')))
