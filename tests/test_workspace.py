"""work/ is the learner's: new files arrive, untouched ones are updated, everything else is left alone."""

import json
import os
from pathlib import Path

import pytest

import attnedu
from attnedu import workspace


def notebook(text):
    return json.dumps({"cells": [{"cell_type": "markdown", "source": text}], "metadata": {}, "nbformat": 4})


@pytest.fixture
def course(tmp_path):
    root = tmp_path / "course"
    for name in ("notebooks/00_start_here", "notebooks/02_scores", "exercises/02_scores"):
        path = root / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook(f"{name}, first edition"), encoding="utf-8")
    return root


def new_edition(course, name="notebooks/02_scores.ipynb", text="second edition"):
    (course / name).write_text(notebook(text), encoding="utf-8")


def test_the_first_time_every_lesson_and_exercise_is_copied(course):
    done = workspace.prepare(course)
    assert done.added == ["00_start_here.ipynb", "02_scores.ipynb", "exercises/02_scores.ipynb"]
    assert (course / "work/exercises/02_scores.ipynb").is_file()
    assert not done.failed


def test_the_second_time_nothing_happens_and_nothing_is_said(course):
    workspace.prepare(course)
    done = workspace.prepare(course)
    assert len(done.same) == 3
    assert done.sentences() == []


def test_an_untouched_file_is_brought_up_to_date(course):
    workspace.prepare(course)
    new_edition(course)
    assert workspace.prepare(course).updated == ["02_scores.ipynb"]
    assert "second edition" in (course / "work/02_scores.ipynb").read_text()


def test_opening_a_notebook_is_no_edit_but_running_it_is(course):
    workspace.prepare(course)
    opened = course / "work/02_scores.ipynb"
    saved = json.loads(opened.read_text())
    saved["metadata"] = {"language_info": {"version": "3.11.7"}}
    saved["cells"][0]["source"] = [saved["cells"][0]["source"]]
    opened.write_text(json.dumps(saved, indent=1))
    assert len(workspace.prepare(course).same) == 3
    new_edition(course)
    assert workspace.prepare(course).updated == ["02_scores.ipynb"]
    saved = json.loads(opened.read_text())
    saved["cells"][0]["outputs"] = [{"text": "a result"}]
    opened.write_text(json.dumps(saved))
    assert workspace.prepare(course).yours == ["02_scores.ipynb"]


def test_an_edited_file_is_left_alone_and_named(course):
    workspace.prepare(course)
    mine = course / "work/02_scores.ipynb"
    mine.write_text("my own thoughts")
    done = workspace.prepare(course)
    assert done.yours == ["02_scores.ipynb"]
    assert "02_scores.ipynb" in " ".join(done.sentences())
    assert mine.read_text() == "my own thoughts"


def test_an_edited_file_with_a_newer_edition_is_left_alone_and_the_way_to_get_it_is_said(course):
    workspace.prepare(course)
    mine = course / "work/02_scores.ipynb"
    mine.write_text("my own thoughts")
    new_edition(course)
    done = workspace.prepare(course)
    assert done.outdated == ["02_scores.ipynb"]
    assert "rename or delete" in " ".join(done.sentences())
    assert mine.read_text() == "my own thoughts"
    assert workspace.prepare(course).outdated == ["02_scores.ipynb"]


def test_a_deleted_file_comes_back_fresh(course):
    workspace.prepare(course)
    (course / "work/02_scores.ipynb").unlink()
    assert workspace.prepare(course).added == ["02_scores.ipynb"]


def test_a_file_that_was_there_before_the_first_copy_is_the_learners(course):
    (course / "work").mkdir()
    mine = course / "work/02_scores.ipynb"
    mine.write_text("mine, from before")
    assert workspace.prepare(course).outdated == ["02_scores.ipynb"]
    assert mine.read_text() == "mine, from before"


def test_a_file_of_the_learners_own_is_never_looked_at(course):
    workspace.prepare(course)
    notes = course / "work/notes.ipynb"
    notes.write_text("notes")
    workspace.prepare(course)
    assert notes.read_text() == "notes"


@pytest.mark.parametrize("damage", ["", "{", "[1]", '{"02_scores.ipynb": 3}', "\x00"])
def test_with_a_damaged_manifest_every_file_that_differs_counts_as_edited(course, damage):
    workspace.prepare(course)
    (course / "work" / workspace.MANIFEST).write_text(damage)
    before = (course / "work/02_scores.ipynb").read_text()
    new_edition(course)
    assert workspace.prepare(course).outdated == ["02_scores.ipynb"]
    assert (course / "work/02_scores.ipynb").read_text() == before


def test_a_crash_between_remembering_and_writing_does_not_look_like_an_edit(course, monkeypatch):
    workspace.prepare(course)
    new_edition(course)
    place = workspace._place

    def crash(target, data):
        if target.name == "02_scores.ipynb":
            raise KeyboardInterrupt
        place(target, data)

    monkeypatch.setattr(workspace, "_place", crash)
    with pytest.raises(KeyboardInterrupt):
        workspace.prepare(course)
    monkeypatch.undo()
    assert workspace.prepare(course).updated == ["02_scores.ipynb"]


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(30, "Read-only file system")]
)
def test_a_folder_that_cannot_be_written_is_said_and_nothing_is_lost(course, monkeypatch, error):
    workspace.prepare(course)
    new_edition(course)
    before = (course / "work/02_scores.ipynb").read_text()

    def refuse(self, data):
        raise error

    monkeypatch.setattr(Path, "write_bytes", refuse)
    done = workspace.prepare(course)
    assert list(done.failed) == ["02_scores.ipynb"]
    assert error.strerror.lower() in " ".join(done.sentences())
    assert (course / "work/02_scores.ipynb").read_text() == before


def test_a_locked_file_is_said_and_no_part_of_a_file_is_left_behind(course, monkeypatch):
    workspace.prepare(course)
    new_edition(course, "exercises/02_scores.ipynb")
    replace = os.replace

    def locked(source, target):
        if Path(target).name.endswith(".ipynb"):
            raise PermissionError(13, "The file is used by another process")
        replace(source, target)

    monkeypatch.setattr(os, "replace", locked)
    done = workspace.prepare(course)
    assert done.failed == {"exercises/02_scores.ipynb": "the file is used by another process"}
    assert not list((course / "work").rglob("*.part"))


def test_a_file_in_the_place_of_the_folder_is_said(course):
    (course / "work").write_text("I am a file")
    done = workspace.prepare(course)
    assert len(done.failed) == 3
    assert (course / "work").read_text() == "I am a file"


def test_a_folder_or_a_link_in_the_place_of_a_file_is_left_alone(course):
    (course / "work/02_scores.ipynb").mkdir(parents=True)
    elsewhere = course / "elsewhere.txt"
    elsewhere.write_text("kept")
    (course / "work/00_start_here.ipynb").symlink_to(elsewhere)
    done = workspace.prepare(course)
    assert set(done.failed) == {"00_start_here.ipynb", "02_scores.ipynb"}
    assert elsewhere.read_text() == "kept"


def test_links_between_lessons_and_exercises_work_in_work(course):
    new_edition(course, "notebooks/02_scores.ipynb", "now [try it](../exercises/02_scores.ipynb)")
    new_edition(course, "exercises/02_scores.ipynb", "back to [the lesson](../notebooks/02_scores.ipynb)")
    workspace.prepare(course)
    assert "](exercises/02_scores.ipynb)" in (course / "work/02_scores.ipynb").read_text()
    assert "](../02_scores.ipynb)" in (course / "work/exercises/02_scores.ipynb").read_text()


def test_the_course_is_found_from_a_folder_inside_it_when_only_the_package_is_installed(course, monkeypatch):
    monkeypatch.setattr(attnedu, "__file__", str(course.parent / "site-packages/attnedu/__init__.py"))
    assert workspace.course_root(course / "notebooks") == course


def test_without_a_course_the_message_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(attnedu, "__file__", str(tmp_path / "site-packages/attnedu/__init__.py"))
    with pytest.raises(workspace.NoCourse, match="make lab"):
        workspace.course_root(tmp_path)
