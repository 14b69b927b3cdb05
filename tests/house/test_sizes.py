"""A file can be held in the head: at most 200 lines. The package is small, and its data travel with it."""

import fnmatch
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT = 200  # a file above it is a question to ask before it is an answer

# path -> (lines allowed, why it may be longer). An entry that is no longer needed fails below.
LONGER = {}

CODE = sorted(path for kind in ("*.py", "*.mjs", "*.css") for path in (ROOT / "attnedu").rglob(kind))


def lines(path):
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_of_the_package_is_longer_than_its_limit(path):
    name = path.relative_to(ROOT).as_posix()
    allowed, why = LONGER.get(name, (LIMIT, ""))
    assert lines(path) <= allowed, (
        f"{name} has {lines(path)} lines: split it, or give a reason in LONGER ({why})"
    )


def test_every_exception_has_a_reason_and_is_still_needed():
    for name, (allowed, why) in LONGER.items():
        assert len(why.split()) >= 5, f"{name}: say why in a sentence"
        assert LIMIT < lines(ROOT / name) <= allowed


def test_the_package_is_under_two_megabytes():
    files = [p for p in (ROOT / "attnedu").rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    assert sum(path.stat().st_size for path in files) < 2_000_000


def test_no_readme_longer_than_150_lines():
    assert lines(ROOT / "README.md") <= 150


def test_each_kind_of_data_is_named_in_pyproject():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    globs = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["artifacts"]
    data = [p for p in (ROOT / "attnedu").rglob("*") if p.is_file() and p.suffix not in (".py", ".pyc")]
    for path in data:
        name = path.relative_to(ROOT).as_posix()
        assert any(fnmatch.fnmatch(name, glob) for glob in globs), f"{name} is in no glob of pyproject.toml"
