"""What `attnedu build` promises: same bytes every time, strict markers, no leak, nothing lost."""

import json
from pathlib import Path

import nbformat
import pytest

from attnedu.build import STUB, BuildError, build

ROOT = Path(__file__).parents[2]

LESSON = """\
# ---
# attnedu:
#   title: Scores
#   objectives: [Tell a score from a weight]
#   prerequisites: [01_talent_show]
#   teaching_minutes: 25
#   exercise_minutes: 10
# ---

# %% [markdown]
# # Scores

# %% tags=["a-tag"]
1 + 1
"""

SOLUTION = '''\
# %% [markdown]
# # Exercises

# %%
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    secret_answer = x + x
    return secret_answer
    ### END SOLUTION

# %% tags=["solution"]
"an explanation for those who solved it"

# %%
after = 1
'''


def make(tmp_path, solution=SOLUTION, lesson=LESSON):
    for name, text in {"notebooks/source/02_scores.py": lesson, "solutions/02_scores.py": solution}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def read(root, name):
    return nbformat.read(root / name, as_version=4)


def snapshot(root):
    return {p.relative_to(root): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_a_first_build_writes_lesson_exercise_and_solution(tmp_path):
    assert build(make(tmp_path)) == [
        "exercises/02_scores.ipynb",
        "notebooks/02_scores.ipynb",
        "solutions/02_scores.ipynb",
    ]


def test_a_second_build_changes_nothing_and_gives_the_same_bytes(tmp_path):
    build(make(tmp_path))
    before = snapshot(tmp_path)
    assert build(tmp_path) == []
    for path in tmp_path.rglob("*.ipynb"):
        path.unlink()
    build(tmp_path)
    assert snapshot(tmp_path) == before


def test_check_names_what_would_change_and_writes_nothing(tmp_path):
    before = snapshot(make(tmp_path))
    assert len(build(tmp_path, check=True)) == 3
    assert snapshot(tmp_path) == before


def test_check_sees_one_changed_byte(tmp_path):
    build(make(tmp_path))
    path = tmp_path / "notebooks/02_scores.ipynb"
    path.write_bytes(path.read_bytes() + b"\n")
    assert build(tmp_path, check=True) == ["notebooks/02_scores.ipynb"]


def test_cell_ids_kernel_and_header_are_fixed(tmp_path):
    build(make(tmp_path))
    lesson = read(tmp_path, "notebooks/02_scores.ipynb")
    assert [cell.id for cell in lesson.cells] == ["02_scores-01", "02_scores-02"]
    assert lesson.metadata.kernelspec.name == "python3"
    assert lesson.metadata.attnedu.teaching_minutes == 25
    assert lesson.metadata.attnedu.objectives == ["Tell a score from a weight"]
    assert lesson.cells[1].metadata.tags == ["a-tag"]


def test_no_notebook_has_outputs_or_counts(tmp_path):
    build(make(tmp_path))
    for path in tmp_path.rglob("*.ipynb"):
        for cell in json.loads(path.read_text())["cells"]:
            assert not cell.get("outputs")
            assert cell.get("execution_count") is None


def test_the_region_becomes_the_stub_at_its_own_indent(tmp_path):
    build(make(tmp_path))
    cell = read(tmp_path, "exercises/02_scores.ipynb").cells[1]
    assert cell.source == f'def double(x):\n    """Twice x."""\n    {STUB}'


def test_no_line_of_a_solution_is_in_the_exercise(tmp_path):
    build(make(tmp_path))
    text = (tmp_path / "exercises/02_scores.ipynb").read_text()
    assert "secret_answer" not in text
    assert "SOLUTION" not in text
    assert "for those who solved it" not in text


def test_a_cell_tagged_solution_is_in_the_solution_alone(tmp_path):
    build(make(tmp_path))
    assert "for those who solved it" in (tmp_path / "solutions/02_scores.ipynb").read_text()
    assert [c.id for c in read(tmp_path, "exercises/02_scores.ipynb").cells] == [
        "02_scores-01",
        "02_scores-02",
        "02_scores-04",
    ]


def test_an_unindented_region_is_stubbed_and_run_all_goes_on_past_it(tmp_path):
    top = '# %%\n### BEGIN SOLUTION\nanswer = "b"\n### END SOLUTION\nprint(answer)\n'
    build(make(tmp_path, top))
    cell = read(tmp_path, "exercises/02_scores.ipynb").cells[0]
    assert cell.source == f"{STUB}\nprint(answer)"
    assert cell.metadata.tags == ["raises-exception"]
    assert "tags" not in read(tmp_path, "solutions/02_scores.ipynb").cells[0].metadata


def test_two_regions_of_a_cell_give_two_stubs(tmp_path):
    two = "# %%\ndef f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION\n\n\n"
    build(make(tmp_path, two + two[5:].replace("f", "g", 1)))
    assert read(tmp_path, "exercises/02_scores.ipynb").cells[0].source.count(STUB) == 2


MALFORMED = {
    "unclosed at the end": ("# %%\n### BEGIN SOLUTION\nx = 1\n", 2, "not closed"),
    "unclosed in its cell": ("# %%\n### BEGIN SOLUTION\nx = 1\n# %%\n### END SOLUTION\n", 2, "not closed"),
    "nested": ("# %%\n### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION\n", 3, "inside the region"),
    "end alone": ("# %%\nx = 1\n### END SOLUTION\n", 3, "without"),
    "unknown word": ("# %%\n### BEGIN FOO\n### END FOO\n", 2, "unknown marker"),
    "hidden tests": ("# %%\n### BEGIN HIDDEN TESTS\n", 2, "unknown marker"),
    "lower case": ("# %%\n### begin solution\nx = 1\n### end solution\n", 2, "unknown marker"),
    "misspelt": ("# %%\n### BEGIN SOLUTOIN\nx = 1\n### END SOLUTION\n", 2, "unknown marker"),
    "misspelt, two hashes": ("# %%\n## BEGN SOLUTION\nx = 1\n", 2, "unknown marker"),
    "plural": ("# %%\n### BEGIN SOLUTIONS\n", 2, "unknown marker"),
    "one hash": ("# %%\n# BEGIN SOLUTION\nx = 1\n# END SOLUTION\n", 2, "unknown marker"),
    "no space": ("# %%\n###BEGIN SOLUTION\n", 2, "unknown marker"),
    "two spaces": ("# %%\n### BEGIN  SOLUTION\n", 2, "unknown marker"),
    "after code": ("# %%\nx = 1  ### BEGIN SOLUTION\n", 2, "unknown marker"),
    "with a remark": ("# %%\n### BEGIN SOLUTION (easy)\n", 2, "unknown marker"),
    "end misspelt": ("# %%\n### BEGIN SOLUTION\nx = 1\n### END SOLUTON\n", 4, "unknown marker"),
    "in a text cell": ("# %% [markdown]\n# ### BEGIN SOLUTION\n", 2, "text cell"),
    "end in a text cell": ("# %%\nx = 1\n# %% [markdown]\n# ### END SOLUTION\n", 4, "text cell"),
    "in a raw cell": ("# %% [raw]\n# ### BEGIN SOLUTION\n", 2, "text cell"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_marker_stops_the_build_and_is_named_by_file_and_line(tmp_path, name):
    text, line, why = MALFORMED[name]
    before = snapshot(make(tmp_path, text))
    with pytest.raises(BuildError, match=why) as caught:
        build(tmp_path)
    assert str(caught.value).startswith(f"solutions/02_scores.py:{line}:")
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize(
    "comment", ["# the solution is below", "# end of the row", "x = 1  # begin with the scores"]
)
def test_an_ordinary_comment_is_no_marker(tmp_path, comment):
    assert build(make(tmp_path, f"# %%\n{comment}\n"))


def test_a_solution_region_in_a_lesson_stops_the_build(tmp_path):
    with pytest.raises(BuildError, match="a lesson has no solutions"):
        build(make(tmp_path, lesson="# %%\n### BEGIN SOLUTION\nx = 1\n### END SOLUTION\n"))


def test_a_solution_tag_in_a_lesson_stops_the_build(tmp_path):
    with pytest.raises(BuildError, match="tagged `solution`"):
        build(make(tmp_path, lesson='# %% tags=["solution"]\nx = 1\n'))


def test_a_notebook_whose_source_is_gone_is_reported_then_removed(tmp_path):
    build(make(tmp_path))
    (tmp_path / "solutions/02_scores.py").unlink()
    gone = ["exercises/02_scores.ipynb", "solutions/02_scores.ipynb"]
    assert build(tmp_path, check=True) == gone
    assert build(tmp_path) == gone
    assert not (tmp_path / gone[0]).exists()


def test_a_notebook_that_no_build_wrote_is_left_alone(tmp_path):
    build(make(tmp_path))
    mine = tmp_path / "notebooks/my_notes.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), mine)
    assert build(tmp_path) == []
    assert mine.exists()


def test_a_built_notebook_that_someone_wrote_in_is_not_overwritten(tmp_path):
    build(make(tmp_path))
    path = tmp_path / "exercises/02_scores.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].source = "def double(x):\n    return 2 * x  # my own work"
    nbformat.write(notebook, path)
    with pytest.raises(BuildError, match=r"exercises/02_scores.ipynb was edited by hand"):
        build(tmp_path)
    assert "my own work" in path.read_text()


def test_a_built_notebook_that_was_only_run_is_built_again(tmp_path):
    build(make(tmp_path))
    path = tmp_path / "notebooks/02_scores.ipynb"
    clean = path.read_bytes()
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].execution_count = 1
    nbformat.write(notebook, path)
    assert build(tmp_path) == ["notebooks/02_scores.ipynb"]
    assert path.read_bytes() == clean


def test_the_notebooks_of_this_repository_are_up_to_date():
    assert build(ROOT, check=True) == [], "run `make build`, or edit the source and not the notebook"


def regions(path):
    """The lines inside and the lines outside the solution regions of a file, read without the builder."""
    inside, outside, within = set(), set(), False
    for line in path.read_text(encoding="utf-8").splitlines():
        if "SOLUTION" in line:
            within = "BEGIN" in line
        else:
            (inside if within else outside).add(line.strip())
    return inside - outside - {""}


@pytest.mark.parametrize("path", sorted((ROOT / "solutions").glob("*.py")), ids=lambda path: path.stem)
def test_no_exercise_of_this_repository_holds_a_line_of_its_solution(path):
    notebook = read(ROOT, f"exercises/{path.stem}.ipynb")
    lines = {line.strip() for cell in notebook.cells for line in cell.source.splitlines()}
    assert not regions(path) & lines
    assert "SOLUTION" not in "\n".join(lines)
