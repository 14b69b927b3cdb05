"""Progress: one line per event, nothing lost, whatever dies or runs beside it."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from attnedu.practice import jsonlines, progress


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty learner's folder."""
    monkeypatch.setenv("ATTNEDU_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(progress, "_unsaved", [])
    monkeypatch.setattr(progress, "_told", set())
    return tmp_path / "home"


def test_events_come_back_in_order_with_kind_name_and_time(home):
    progress.record("check", "softmax", verdict="raised")
    progress.record("hint", "softmax", level=1)
    assert [(e["kind"], e["name"]) for e in progress.events()] == [("check", "softmax"), ("hint", "softmax")]
    assert progress.events("hint", "softmax")[0]["level"] == 1
    assert progress.events(name="attention") == []
    assert progress.path() == home / "progress.jsonl"
    assert all(e["time"].endswith("+00:00") for e in progress.events())


def test_each_event_is_one_line_of_ascii(home):
    progress.record("quiz", "größe", note="zwei\nZeilen")
    content = progress.path().read_bytes()
    assert content.count(b"\n") == 1
    assert content.isascii()
    assert progress.events()[0]["note"] == "zwei\nZeilen"


def test_arrays_and_infinities_are_kept_as_json(home):
    progress.record("outcome", "x", value=np.array([0.5, np.nan, -np.inf]), n=np.int64(3), odd=object)
    json.loads(progress.path().read_text(), parse_constant=pytest.fail)
    assert progress.events()[0]["value"] == [0.5, "nan", "-inf"]


def test_fields_cannot_replace_kind_name_or_time(home):
    event = progress.record("check", "softmax", kind="prank", name="other", time="never")
    assert (event["kind"], event["name"]) == ("check", "softmax")
    assert event["time"] != "never"


def test_done_attempts_and_last_report_read_the_checks(home):
    for name, verdict in [
        ("a", "not attempted"), ("a", "misconception"), ("a", "correct"), ("a", "raised"),
        ("b", "correct, and note"), ("c", "wrong shape"),
    ]:  # fmt: skip
        progress.record("check", name, verdict=verdict)
    assert progress.done() == {"a", "b"}
    assert (progress.attempts("a"), progress.attempts("never")) == (3, 0)
    assert progress.last_report("a")["verdict"] == "raised"
    assert progress.last_report("never") is None


def test_nothing_recorded_means_nothing_found_and_no_file(home):
    assert progress.events() == []
    assert progress.done() == set()
    assert not home.exists()


def test_a_line_torn_at_any_byte_is_skipped_and_the_next_event_is_whole(home):
    progress.record("check", "first", verdict="correct")
    before = progress.path().read_bytes()
    progress.record("check", "torn", verdict="correct", note="é ✓")
    last = progress.path().read_bytes()[len(before) :]
    for cut in range(len(last) + 1):
        progress.path().write_bytes(before + last[:cut])
        progress.record("check", "next", verdict="raised")
        names = [event["name"] for event in progress.events()]
        # Only the newline may be missing from a line that still counts.
        assert names == (["first", "torn", "next"] if cut >= len(last) - 1 else ["first", "next"]), cut


def test_lines_of_others_are_passed_over(home):
    home.mkdir()
    progress.path().write_bytes(
        b'\n\n[1]\n"text"\n{"kind": "check"}\n\xff\n{"kind": "check", "name": "ok"}\n'
    )
    assert [event["name"] for event in progress.events()] == ["ok"]


WRITER = """
import sys
from attnedu.practice import progress
for i in range(int(sys.argv[2])):
    progress.record("check", f"{sys.argv[1]}-{i}", verdict="correct", text="x" * 300)
"""


def start_writer(label, count):
    return subprocess.Popen([sys.executable, "-c", WRITER, label, str(count)], env=dict(os.environ))


def test_notebooks_that_write_at_once_lose_nothing(home):
    writers = [start_writer(label, 60) for label in "abc"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0]
    names = [event["name"] for event in progress.events()]
    assert sorted(names) == sorted(f"{label}-{i}" for label in "abc" for i in range(60))
    for label in "abc":
        assert [n for n in names if n.startswith(label)] == [f"{label}-{i}" for i in range(60)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_writer_leaves_a_file_that_reads_and_takes_more(home):
    for attempt in range(3):
        writer = start_writer(f"k{attempt}", 100_000)
        deadline = time.monotonic() + 30
        while not any(e["name"].startswith(f"k{attempt}") for e in progress.events()):
            assert time.monotonic() < deadline, "the writer did not start"
            time.sleep(0.01)
        writer.send_signal(signal.SIGKILL)
        writer.wait(timeout=10)
        started = time.monotonic()
        progress.record("check", f"after-{attempt}", verdict="correct")
        assert time.monotonic() - started < 5, "a dead writer must not hold the lock"
        names = [event["name"] for event in progress.events()]
        killed = [name for name in names if name.startswith(f"k{attempt}-")]
        assert killed == [f"k{attempt}-{i}" for i in range(len(killed))]
        assert names[-1] == f"after-{attempt}"


def test_a_lock_held_by_someone_else_delays_but_never_blocks(home, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(jsonlines, "PATIENCE", 0.05)
    progress.record("check", "attention", verdict="correct")
    with open(home / "progress.lock", "w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        progress.record("check", "softmax", verdict="correct")
    # Written without the lock: at the end all the same, over nothing.
    assert progress.done() == {"attention", "softmax"}


def test_an_unwritable_folder_is_said_once_and_progress_is_kept_in_memory(home, capsys):
    home.write_text("a file where the folder should be")
    progress.record("check", "a", verdict="correct")
    progress.record("check", "b", verdict="correct")
    told = capsys.readouterr().out
    assert told.count("cannot be saved") == 1
    assert "Traceback" not in told
    assert progress.done() == {"a", "b"}
    assert home.read_text() == "a file where the folder should be"


def test_what_was_kept_in_memory_is_written_once_the_folder_can_be(home, capsys):
    home.write_text("in the way")
    progress.record("check", "a", verdict="correct")
    home.unlink()
    progress.record("check", "b", verdict="correct")
    assert [event["name"] for event in jsonlines.read(progress.path())] == ["a", "b"]
    assert [event["name"] for event in progress.events()] == ["a", "b"]


def test_export_writes_json_and_never_over_a_file(home, tmp_path):
    progress.record("check", "softmax", verdict="correct")
    target = progress.export(tmp_path / "mine.json")
    assert json.loads(target.read_text())["events"] == progress.events()
    before = target.read_bytes()
    with pytest.raises(FileExistsError, match="choose another name"):
        progress.export(target)
    assert target.read_bytes() == before


def test_without_attnedu_home_the_folder_is_that_of_the_user(monkeypatch):
    monkeypatch.delenv("ATTNEDU_HOME", raising=False)
    assert progress.path().name == "progress.jsonl"
    assert "attnedu" in str(progress.path().parent)
