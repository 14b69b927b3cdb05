"""The front door tells the truth: examples run, links lead somewhere, minutes are those of the notebooks."""

import doctest
import json
import re
import struct
from pathlib import Path

import pytest
import typer
import yaml

from attnedu.cli import app
from tests.house.access_lint import Cell, heading_problems, markdown_problems, style_problems
from tests.house.terms_lint import swaps_in_code

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", README)
EXAMPLES = [code for language, code in BLOCKS if language == "python"]
INDENTED = re.findall(r"(?m)^    \S.*$", re.sub(r"(?ms)^```.*?^```$", "", README))
COMMANDS = [
    *re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```$", "", README)),
    *(line.strip() for line in INDENTED),
]
LINKS = re.findall(r"\]\(([^)\s]+)\)", README)
ROW = re.compile(r"(?m)^\| (\d\d|Fix)\b.*\|$")


def test_the_readme_fits_in_150_lines():
    assert len(README.splitlines()) <= 150


def test_it_opens_with_two_sentences_and_one_picture():
    _, opening, picture, *_ = README.split("\n\n")
    assert len(re.findall(r"[.?!](?=\s|$)", opening)) == 2
    assert picture.startswith("![")
    assert README.count("![") == 1


def test_its_examples_give_what_they_show(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path))  # a first check, whatever was checked before
    assert len(EXAMPLES) == 2
    test = doctest.DocTestParser().get_doctest("\n".join(EXAMPLES), {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 8
    said = []
    failed, _ = doctest.DocTestRunner().run(test, out=said.append)
    assert not failed, "".join(said)


def test_its_examples_call_scores_scores_and_weights_weights():
    test = doctest.DocTestParser().get_doctest("\n".join(EXAMPLES), {}, "README.md", "README.md", 0)
    assert swaps_in_code("".join(example.source for example in test.examples)) == []


@pytest.mark.parametrize("link", LINKS)
def test_every_link_leads_to_something_here(link):
    assert not link.startswith(("http", "/", "#"))
    assert (ROOT / link).exists()


def test_every_folder_that_it_names_is_here_or_made_by_a_command():
    named = [
        command for command in COMMANDS if re.fullmatch(r"[\w.]+(/[\w.]+)*/?", command) and "/" in command
    ]
    for name in named:
        assert name == "work/" or (ROOT / name).exists(), name


def test_every_make_target_that_it_names_exists():
    named = {target for command in COMMANDS for target in re.findall(r"\bmake ([a-z][\w-]*)", command)}
    targets = set(re.findall(r"(?m)^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    assert {"lab", "test", "bench"} <= named <= targets


def test_every_attnedu_command_that_it_names_exists_and_none_is_left_out():
    at_start = r"(?:^|&& |\.venv/bin/)attnedu ([a-z]+)"
    named = {word for command in COMMANDS for word in re.findall(at_start, command)}
    assert named == set(typer.main.get_command(app).commands)


def test_the_environment_that_it_activates_is_the_one_that_the_file_makes():
    (activated,) = re.findall(r"conda activate (\w+)", README)
    assert yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["name"] == activated


def test_what_it_installs_is_an_extra_of_this_project():
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for extra in ",".join(re.findall(r"-e \"?\.\[([\w,]+)\]", README)).split(","):
        assert re.search(rf"(?m)^{extra} = \[", pyproject), extra


def about(path):
    """A notebook's own metadata."""
    return json.loads(path.read_text(encoding="utf-8"))["metadata"]["attnedu"]


ROWS = [match[0] for match in ROW.finditer(README)]


@pytest.mark.parametrize("row", ROWS)
def test_the_minutes_of_a_row_are_those_of_its_notebooks(row):
    _, notebook, exercise, minutes = (cell.strip() for cell in row.strip("|").split("|"))
    stems = re.findall(r"\(\w+/(\w+)\.ipynb\)", row)
    assert stems
    assert len(set(stems)) == 1, "one number and name for one topic"
    reading = about(ROOT / f"notebooks/{stems[0]}.ipynb")["teaching_minutes"] if notebook else 0
    practising = about(ROOT / f"exercises/{stems[0]}.ipynb")["exercise_minutes"] if exercise else 0
    assert minutes == " + ".join(str(number) for number in (reading, practising) if number)


@pytest.mark.parametrize("folder", ["notebooks", "exercises"])
def test_every_notebook_has_a_row_in_the_order_of_the_course(folder):
    listed = re.findall(rf"\(({folder}/\w+\.ipynb)\)", "\n".join(ROWS))
    assert listed == [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / folder).glob("*.ipynb"))]


def test_the_hours_of_the_route_are_those_of_the_lessons():
    together = 0
    for path in (ROOT / "notebooks").glob("0[0-6]_*.ipynb"):
        together += about(path)["teaching_minutes"]
        exercise = ROOT / "exercises" / path.name
        together += about(exercise)["exercise_minutes"] if exercise.exists() else 0
    assert "five and a half hours for 00 to 06" in " ".join(README.split())
    assert 315 <= together <= 345


def test_the_lab_takes_the_ninety_minutes_that_it_promises():
    lab = README.split("**A lab, 90 minutes")[1].split("- **")[0]
    assert sum(int(number) for number in re.findall(r"\((\d+)\)", lab)) == 90


def test_every_room_of_the_package_is_on_the_map():
    rooms = {path.parent.name for path in (ROOT / "attnedu").glob("*/__init__.py")}
    assert set(re.findall(r"\]\(attnedu/(\w+)\)", README)) == rooms


def test_everyone_can_read_it():
    cells = [Cell("markdown", README)]
    text = re.sub(r"(?ms)^```.*?^```$|^    \S.*?$", "", README)
    assert heading_problems(cells) == []
    assert markdown_problems([Cell("markdown", text)]) == []
    assert style_problems([Cell("markdown", text)]) == []


def test_the_picture_is_small_and_carries_nothing_of_the_machine_it_was_taken_on():
    for path in (ROOT / "docs").rglob("*"):
        data = path.read_bytes()
        assert path.suffix == ".png"
        assert len(data) < 200_000
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        kinds, place = [], 8
        while place < len(data):
            length, kind = struct.unpack(">I4s", data[place : place + 8])
            kinds.append(kind)
            place += 12 + length
        assert set(kinds) <= {b"IHDR", b"PLTE", b"tRNS", b"pHYs", b"IDAT", b"IEND"}  # pixels, and no text


def test_the_citation_can_be_read():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "type", "title", "abstract", "authors", "version"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert all("name" in author or "family-names" in author for author in citation["authors"])
    assert citation["license"] == ["BSD-3-Clause", "CC-BY-4.0"]
