"""Contents lists lead where they say: no heading stands twice, and every link has its heading."""

import re
from collections import Counter

import pytest

from tests.house.access_lint import cells_of, headings_of
from tests.house.prose import ROOT

SOURCES = sorted(
    [*(ROOT / "notebooks/source").glob("[0-9][0-9]_*.py"), *(ROOT / "solutions").glob("[0-9][0-9]_*.py")]
)


def read(path):
    return cells_of(path.read_text(encoding="utf-8"))


def test_no_heading_stands_twice_since_a_link_finds_the_first_in_any_open_notebook():
    seen = Counter(text.strip() for path in SOURCES for _, text, _ in headings_of(read(path)))
    assert [text for text, times in seen.items() if times > 1] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_contents_list_names_the_parts_of_its_notebook_in_their_order(path):
    cells = read(path)
    parts = [text.strip() for level, text, _ in headings_of(cells) if level == 2]
    links = re.findall(r"(?s)^\d+\. \[([^\]]+)\]\(#([^)]+)\)", cells[0].text, re.M)
    named = [" ".join(label.split()) for label, _ in links]
    assert [anchor for _, anchor in links] == [label.replace(" ", "-") for label in named]
    assert [part for part in parts if part in named] == named
