"""The command line: attnedu lab, list, check, export, doctor, build, progress.

Each command says in words what it did, and, when something is missing, what to type next.
"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from attnedu import __version__, lessons, workspace

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The course on attention scores, softmax and attention weights. Start with: attnedu lab",
)
out = Console(soft_wrap=True, highlight=False)
Names = Annotated[list[str], typer.Argument(help="Notebooks, or lessons by number: 03", show_default=False)]
Folder = Annotated[Path, typer.Option("-o", "--output", help="Where the pages go.", show_default=False)]
Run = Annotated[bool, typer.Option("--execute/--no-execute", help="Run the cells, or take saved outputs.")]


def _stop(message):
    """Say what is wrong and leave with exit code 1."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(escape(str(message)))
    raise typer.Exit(1)


def _root():
    try:
        return workspace.course_root()
    except workspace.NoCourse as error:
        return _stop(error)


def _version(wanted: bool):
    if wanted:
        out.print(f"attnedu {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which.")
    ] = False,
):
    pass


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def lab(context: typer.Context):
    """Open the course in JupyterLab, at the first lesson.

    Copies lessons and exercises into the folder work/.
    That folder is yours: what you have changed there is never overwritten.

    Options that are not known here go to JupyterLab, for example: attnedu lab --no-browser --port 8899
    """
    from attnedu import lab as opening

    root = _root()
    prepared = workspace.prepare(root)
    for line in prepared.sentences():
        out.print(escape(line))
    try:
        start = opening.plan(prepared.work, context.args)
    except opening.CannotStart as error:
        _stop(error)
    for line in start.notes:
        out.print(escape(line))
    raise typer.Exit(opening.run(start))


@app.command("list")
def list_lessons():
    """Show the lessons in order, the minutes each takes, and which exercises are done."""
    table = Table(title="Lessons", title_justify="left")
    for heading in ("lesson", "about", "read", "practise", "exercises done"):
        justify = "right" if heading in ("read", "practise") else "left"
        table.add_column(heading, justify=justify, no_wrap=heading == "lesson")
    for lesson in lessons.lessons(_root()):
        minutes = [f"{value} min" if value else "" for value in (lesson.reading, lesson.practising)]
        done = f"{len(lesson.done)} of {len(lesson.exercises)}" if lesson.exercises else "none to do"
        table.add_row(lesson.name, escape(lesson.title), *minutes, done)
    out.print(table)
    out.print("Open them with: attnedu lab")


@app.command()
def doctor():
    """Look at what is installed and what is missing, and give the command that mends it."""
    from attnedu.doctor import examine

    findings = examine()
    table = Table(title="What was found", title_justify="left")
    for heading in ("", "what", "found"):
        table.add_column(heading)
    for one in findings:
        mark = "ok" if one.ok else "missing" if one.needed else "optional"
        table.add_row(mark, escape(one.what), escape(one.found))
    out.print(table)
    wrong = [one for one in findings if not one.ok]
    for remedy in dict.fromkeys(one.remedy for one in wrong):
        what = ", ".join(one.what for one in wrong if one.remedy == remedy)
        out.print(escape(f"For {what}: {remedy}"))
    if any(one.needed for one in wrong):
        raise typer.Exit(1)
    out.print("All that the course needs is here.")


@app.command()
def build(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if something would.")] = False,
):
    """Build the notebooks from their sources (for those who write lessons)."""
    from attnedu import build as builder

    try:
        changed = builder.build(_root_for_authors(), check)
    except builder.BuildError as error:
        _stop(error)
    for name in changed:
        out.print(escape(f"{'out of date' if check else 'built'}: {name}"))
    if check and changed:
        _stop("These notebooks do not match their sources: edit the .py source, then run `make build`.")
    if not changed:
        out.print("Every notebook matches its source.")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="An exercise notebook: work/exercises/02_scores.ipynb")],
    timeout: Annotated[float, typer.Option(help="Seconds for the whole notebook.")] = 120,
):
    """Run an exercise notebook and print the reports of its checks."""
    from attnedu.check_file import CheckError, check_file

    try:
        found = check_file(file, timeout)
    except CheckError as error:
        _stop(error)
    for one in found:
        prefix = f"cell {one.cell}: the code stopped with " if one.verdict is None else ""
        out.print(escape(prefix + one.text) + "\n", markup=True)
    verdicts = [one.verdict for one in found if one.verdict]
    right = sum(verdict.startswith("correct") for verdict in verdicts)
    out.print(f"{right} of {len(verdicts)} correct." if verdicts else "This notebook holds no checks.")
    if right < len(verdicts) or any(one.verdict is None for one in found):
        raise typer.Exit(1)


@app.command()
def export(notebooks: Names, folder: Folder, execute: Run = True):
    """Make pages in which the widgets work without Jupyter, one file each: attnedu export 03 06 -o pages"""
    from attnedu import export as exporting

    try:
        for line in exporting.in_words(notebooks, folder, execute):
            out.print(escape(line))
    except exporting.ExportError as error:
        _stop(error)


@app.command()
def progress(
    export: Annotated[Path | None, typer.Option(help="Write a copy of your record to this new file.")] = None,
):
    """Say what you have done so far; with --export, write the record to a file that you can hand in."""
    from attnedu.practice import progress as record

    if not record.path().is_file():
        _stop("There is no record yet. It begins with the first prediction or check in a lesson: attnedu lab")
    if export is None:
        out.print(escape(f"Exercises done: {', '.join(sorted(lessons.done())) or 'none so far'}."))
        out.print(escape(f"The record is {record.path()}. It never leaves this machine by itself."))
        return
    try:
        written = record.export(export)  # a file that is already there is not overwritten
    except FileExistsError as error:
        _stop(error)
    except OSError as error:
        _stop(f"{export} could not be written: {(error.strerror or str(error)).lower()}.")
    out.print(escape(f"Your record was written to {written}."))


def _root_for_authors():
    """A folder that holds sources, also before the first build."""
    import attnedu

    for folder in (Path(attnedu.__file__).resolve().parents[1], Path.cwd()):
        if (folder / "notebooks" / "source").is_dir():
            return folder
    return _stop("There is no notebooks/source here. Run this in a clone of the course's repository.")
