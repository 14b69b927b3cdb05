"""One list of dependencies, one version, and constraints that pin what the list asks for."""

import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement

import attnedu

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)


def wanted():
    lines = [
        *PROJECT["dependencies"],
        *(one for extra in PROJECT["optional-dependencies"].values() for one in extra),
    ]
    return [Requirement(line) for line in lines if not line.startswith("attnedu")]


def key(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_dependency_is_pinned_to_a_version_that_it_allows():
    pins = {key(name): version for name, version in PINS.items()}
    for need in wanted():
        assert key(need.name) in pins, f"{need.name} is not in constraints.txt"
        assert need.specifier.contains(pins[key(need.name)])


def test_constraints_name_plain_versions_only():
    assert PINS["torch"] == "2.13.0"
    for name, version in PINS.items():
        assert re.fullmatch(r"[\w.-]+", name)
        assert re.fullmatch(r"\d+(\.\w+)*", version), f"{name}=={version}"


def test_the_conda_route_points_to_pyproject_and_repeats_nothing():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    (pip,) = [part["pip"] for part in environment["dependencies"] if isinstance(part, dict)]
    assert pip == ["-e .[torch,test]"]
    conda = {re.split("[=<>]", part)[0] for part in environment["dependencies"] if isinstance(part, str)}
    assert conda == {"python", "pip", "pytorch-cpu"}


def test_the_citation_names_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == attnedu.__version__


def test_every_top_level_file_that_the_readers_are_promised_is_there():
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        "LICENSE-CONTENT",
        "Makefile",
        ".ci/run",
    ):
        assert (ROOT / name).stat().st_size > 100, name
