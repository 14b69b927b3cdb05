"""The command line says in words what it did, and what to type next; nothing here opens a browser."""

import json
import socket

import nbformat
import pytest
from typer.testing import CliRunner

from attnedu import __version__, check_file, cli, doctor, lab, lessons, workspace

COMMANDS = ["lab", "list", "doctor", "build", "check", "progress"]


def run(*arguments):
    """Return (exit code, everything printed, on one line)."""
    result = CliRunner().invoke(cli.app, list(arguments), env={"COLUMNS": "200", "TERM": "dumb"})
    return result.exit_code, " ".join(result.output.split())


def write(path, *codes):
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


REPORT = """\
class Report:
    def __init__(self, verdict): self.verdict = verdict
    def __str__(self): return f"double: {self.verdict}"
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    code, text = run(command, "--help")
    assert code == 0
    assert len(text.split()) > 12


def test_without_a_command_the_help_names_the_first_one_to_type():
    assert "attnedu lab" in run()[1]


def test_the_version_is_the_packages():
    assert run("--version") == (0, f"attnedu {__version__}")


def test_list_shows_every_lesson_with_its_minutes():
    code, text = run("list")
    assert code == 0
    for lesson in lessons.lessons(workspace.course_root()):
        assert lesson.name in text


def test_a_lesson_takes_its_minutes_and_what_is_done_from_the_notebooks(tmp_path, monkeypatch):
    lesson = write(tmp_path / "notebooks/02_scores.ipynb", "1")
    notebook = nbformat.read(lesson, as_version=4)
    notebook.metadata.attnedu = {"title": "Scores", "teaching_minutes": 25}
    nbformat.write(notebook, lesson)
    write(tmp_path / "exercises/02_scores.ipynb", 'check("softmax", softmax)', "check('row_sums', row_sums)")
    monkeypatch.setattr(lessons, "done", lambda: {"softmax", "another"})
    (found,) = lessons.lessons(tmp_path)
    assert (found.title, found.reading) == ("Scores", 25)
    assert found.exercises == {"softmax", "row_sums"}
    assert found.done == {"softmax"}


def test_doctor_finds_all_that_the_course_needs_here():
    code, text = run("doctor")
    assert code == 0, text
    assert "numpy" in text


def test_doctor_gives_the_command_that_mends_a_missing_package(monkeypatch):
    real = doctor.metadata.version

    def version(name):
        if name == "matplotlib":
            raise doctor.metadata.PackageNotFoundError(name)
        return "0.1" if name == "numpy" else real(name)

    monkeypatch.setattr(doctor.metadata, "version", version)
    code, text = run("doctor")
    assert code == 1
    assert "0.1, but >=2.0 is needed" in text
    assert "pip install -e ." in text.split("For matplotlib, numpy: ")[1]


def test_build_check_passes_or_names_the_notebook():
    code, text = run("build", "--check")
    assert code == 0 or "out of date: " in text


def test_check_prints_the_reports_of_a_notebook(tmp_path):
    path = write(tmp_path / "02.ipynb", REPORT, 'Report("correct")', 'Report("wrong shape")')
    code, text = run("check", str(path))
    assert code == 1
    assert "double: correct double: wrong shape 1 of 2 correct." in text


def test_check_succeeds_when_every_report_is_correct(tmp_path):
    code, text = run("check", str(write(tmp_path / "02.ipynb", REPORT, 'Report("correct, and note")')))
    assert (code, text) == (0, "double: correct, and note 1 of 1 correct.")


def test_check_goes_on_after_a_cell_that_raises_and_names_the_cell(tmp_path):
    path = write(tmp_path / "02.ipynb", REPORT, "1 / 0", 'Report("correct")', "def f(:")
    code, text = run("check", str(path))
    assert code == 1
    assert "cell 2: the code stopped with ZeroDivisionError" in text
    assert "double: correct" in text
    assert "cell 4: the code stopped with SyntaxError" in text


def test_check_survives_a_notebook_that_ends_its_process(tmp_path):
    path = write(tmp_path / "02.ipynb", REPORT, 'Report("correct")', "import os; os._exit(3)")
    found = check_file.check_file(path)
    assert [one.verdict for one in found] == ["correct", None]
    assert found[-1].cell == 3
    assert "exit code 3" in found[-1].text


def test_check_stops_a_notebook_that_never_ends(tmp_path):
    path = write(tmp_path / "02.ipynb", REPORT, 'Report("correct")', "while True: pass")
    found = check_file.check_file(path, timeout=4)
    assert "within 4 s" in found[-1].text
    assert found[-1].cell == 3


@pytest.mark.parametrize("content", [None, "", "no json", "[]", "{}", '{"cells": [1]}'])
def test_check_says_when_a_file_is_missing_or_no_notebook(tmp_path, content):
    path = tmp_path / "x.ipynb"
    if content is not None:
        path.write_text(content)
    code, text = run("check", str(path))
    assert code == 1
    assert "no file" in text or "cannot be read as a notebook" in text


@pytest.fixture
def record(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "progress.jsonl"


def test_progress_without_a_record_says_how_one_begins(record):
    code, text = run("progress")
    assert code == 1
    assert "attnedu lab" in text


def test_progress_is_exported_to_a_new_file_and_never_over_an_old_one(record, tmp_path):
    record.parent.mkdir()
    record.write_text(json.dumps({"kind": "check", "name": "softmax", "verdict": "correct"}) + "\n")
    assert "softmax" in run("progress")[1]
    target = tmp_path / "mine.json"
    assert run("progress", "--export", str(target))[0] == 0
    assert "softmax" in target.read_text()
    target.write_text("something else")
    code, text = run("progress", "--export", str(target))
    assert code == 1
    assert target.name in text
    assert target.read_text() == "something else"


def test_progress_says_why_a_file_cannot_be_written(record, tmp_path):
    record.parent.mkdir()
    record.write_text('{"kind": "check", "name": "softmax"}\n')
    code, text = run("progress", "--export", str(tmp_path / "no/such/folder/mine.json"))
    assert code == 1
    assert "could not be written" in text


@pytest.fixture
def work(tmp_path):
    write(tmp_path / "work" / lab.FIRST, "1")
    return tmp_path / "work"


def test_lab_opens_the_first_lesson_in_work_and_passes_options_on(work):
    start = lab.plan(work, ["--no-browser", "--IdentityProvider.token=abc"])
    assert f"--ServerApp.root_dir={work}" in start.command
    assert f"--LabApp.default_url=/lab/tree/{lab.FIRST}" in start.command
    assert start.command.count("--no-browser") == 1
    assert "--IdentityProvider.token=abc" in start.command


def test_lab_asks_no_question_about_news_and_leaves_the_learners_configuration(work):
    start = lab.plan(work, ["--no-browser"])
    page = json.loads((work / ".jupyter/labconfig/page_config.json").read_text())
    assert page["disabledExtensions"] == {"@jupyterlab/apputils-extension:announcements": True}
    assert start.environment["JUPYTER_CONFIG_PATH"].startswith(str(work / ".jupyter"))
    assert "JUPYTER_CONFIG_DIR" not in set(start.environment) - set(lab.os.environ)


@pytest.mark.parametrize("form", [["--port", "{}"], ["--port={}"], ["--ServerApp.port={}"]])
def test_a_port_in_use_is_said_with_one_that_is_free(work, form):
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(lab.CannotStart, match=f"Port {port} is in use") as caught:
            lab.plan(work, ["--no-browser", *[part.format(port) for part in form]])
    assert 'make lab ARGS="--port ' in str(caught.value)


def test_without_a_browser_the_address_is_left_to_the_learner(work, monkeypatch):
    def none():
        raise lab.webbrowser.Error

    monkeypatch.setattr(lab.webbrowser, "get", none)
    start = lab.plan(work, [])
    assert "--no-browser" in start.command
    assert "No browser was found" in " ".join(start.notes)


def test_lab_says_when_the_first_lesson_is_not_there(tmp_path):
    with pytest.raises(lab.CannotStart, match="could not be made"):
        lab.plan(tmp_path, [])


def test_lab_prepares_work_and_hands_over_to_jupyterlab(monkeypatch, tmp_path):
    write(tmp_path / "notebooks" / lab.FIRST, "1")
    started = []
    monkeypatch.setattr(workspace, "course_root", lambda: tmp_path)
    monkeypatch.setattr(lab, "run", lambda start: started.append(start) or 0)
    code, text = run("lab", "--no-browser", "--port", "0")
    assert code == 0
    assert "Copied 1 notebook into" in text
    assert "--no-browser" in started[0].command
    assert (tmp_path / "work" / lab.FIRST).is_file()


def test_without_lessons_every_command_that_needs_them_says_what_to_do(monkeypatch):
    def missing():
        raise workspace.NoCourse("Get a clone and type `make lab`")

    monkeypatch.setattr(workspace, "course_root", missing)
    for command in ("lab", "list"):
        code, text = run(command)
        assert code == 1
        assert "make lab" in text
