"""Notebooks as pages: one file each, in which the widgets still work, with no kernel and no network."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from urllib.parse import quote

import nbformat

from .workspace import EXERCISES, LESSONS, NoCourse, course_root

AT_ONCE = 2  # kernels


class ExportError(Exception):
    """A notebook cannot be exported; the message says why and what to do."""


@dataclass
class Page:
    """What became of one notebook: where its page is and how large, or why there is none."""

    notebook: Path
    path: Path
    size: int = 0
    remarks: list[str] = field(default_factory=list)
    problem: str = ""

    def sentences(self):
        """Say it in words, one line a fact."""
        if self.problem:
            return [self.problem]
        said = (
            f"Wrote {self.path}: {size_in_words(self.size)}. It opens by itself, without network or kernel."
        )
        return [said, *(f"  In it {remark}." for remark in dict.fromkeys(self.remarks))]


def find_notebook(name):
    """Return the path of a notebook, given by path or by the short name of a lesson, such as "03".

    raises ExportError, with what there is instead
    """
    path = Path(name)
    if path.is_file():
        return path
    if path.is_dir():
        raise ExportError(f"{name} is a folder: name the notebooks in it, such as {path / '*.ipynb'}")
    if path.suffix or len(path.parts) > 1:
        raise ExportError(f"There is no file {name}. A lesson can be named by its number: attnedu export 03")
    try:
        root = course_root()
    except NoCourse as error:
        raise ExportError(f"There is no file {name}, and lessons are not here either. {error}") from error
    notebooks = [path for room in (LESSONS, EXERCISES) for path in sorted((root / room).glob("*.ipynb"))]
    for notebook in notebooks:  # a lesson before an exercise of the same number
        if notebook.stem == str(name) or notebook.stem.startswith(f"{name}_"):
            return notebook
    known = ", ".join(dict.fromkeys(notebook.stem for notebook in notebooks))
    raise ExportError(f"There is no file and no lesson {name}. The lessons are: {known}.")


def export(names, folder, execute=True):
    """Write a page for each notebook; return an iterator of `Page`, in the order given, each as it is done.

    names: paths, or short names of lessons     folder: made if it is not there
    execute: run the notebooks first; if not, their saved outputs and widgets are used
    raises ExportError before anything is run, if a name or the folder cannot be used
    """
    notebooks = list(dict.fromkeys(find_notebook(name) for name in names))
    read = {path: _read(path) for path in notebooks}
    folder = Path(folder)
    pages = {path: f"{quote(path.stem)}.html" for path in notebooks}
    if len(set(pages.values())) < len(pages):
        raise ExportError(
            "Two of these notebooks have one name, and so would their pages: export them apart."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ExportError(
            f"{folder} is a file: -o needs a folder, which is made if it is not there."
        ) from error
    except OSError as error:
        raise ExportError(f"{folder} could not be made: {_why(error)}.") from error

    def one(at):
        path = notebooks[at]
        top = _top(path.name, [(pages[other], _title(other, read[other])) for other in notebooks], at)
        return _export_one(path, read[path], folder, pages, top, execute)

    def in_order():
        with ThreadPoolExecutor(AT_ONCE) as pool:
            yield from pool.map(one, range(len(notebooks)))

    return in_order()


def in_words(names, folder, execute=True):
    """The same, said in sentences. raises ExportError, at the end, if a page could not be made"""
    pages = export(names, folder, execute)
    if execute:
        yield "Running the cells first, which takes some seconds for each notebook."
    problems = []
    for page in pages:
        problems += [page.problem] if page.problem else []
        if not page.problem:
            yield f"Wrote {page.path}: {size_in_words(page.size)}. It works by itself, without a network."
            yield from (f"  {remark}" for remark in dict.fromkeys(page.remarks))
    if problems:
        raise ExportError("\n".join(problems))


def _export_one(source, notebook, folder, pages, top, execute):
    from .export_cells import body_of
    from .export_run import CellFailed, run
    from .widgets.page import page_html, write_page

    page = Page(source, folder / f"{source.stem}.html")
    try:
        if execute:
            run(notebook, source.resolve().parent)
        elif not any(cell.get("outputs") for cell in notebook.cells):
            page.remarks.append("It holds no outputs: the notebook was saved without any.")
        body = body_of(notebook, source.stem, source.resolve().parent, pages)
        text = page_html(
            body.title, body.html, body.views, top=top, lang=body.lang, own_scripts=body.own_scripts
        )
        write_page(page.path, text)
    except CellFailed as error:
        page.problem = (
            f"{source}: {error}. No page was written. Mend the cell, or use --no-execute to take the outputs "
            "as they were saved."
        )
    except ValueError as error:
        page.problem = f"{source}: {error}"
    except (AttributeError, LookupError, TypeError) as error:  # a form that no program should have written
        page.problem = f"{source} is no sound notebook ({error}): open it in JupyterLab and save it again."
    except OSError as error:
        page.problem = f"{page.path} could not be written: {_why(error)}."
    else:
        page.size, page.remarks = page.path.stat().st_size, page.remarks + body.remarks
    return page


def _top(name, pages, at):
    """What stands above the text: what this page is, and the way to its neighbours."""
    links = []
    for to, way in ((at - 1, "Before"), (at + 1, "Next")):
        if 0 <= to < len(pages):
            links.append(f'<li>{way}: <a href="{pages[to][0]}">{escape(pages[to][1])}</a></li>')
    return (
        f"<p>A page made from {escape(name)}. Its widgets work, and nothing is fetched or sent; "
        "to run or change code, open the notebook.</p>"
        + (f'<nav aria-label="Pages"><ul>{"".join(links)}</ul></nav>' if links else "")
    )


def _title(path, notebook):
    return notebook.metadata.attnedu.get("title") or path.stem


def _read(path):
    from .export_notebook import mended

    try:
        return mended(nbformat.read(path, as_version=4))
    except OSError as error:
        raise ExportError(f"{path} could not be read: {_why(error)}.") from error
    except Exception as error:  # nbformat and json have many ways to say it
        raise ExportError(f"{path} cannot be read as a notebook. Is it an .ipynb file?") from error


def _why(error):
    return (error.strerror or str(error)).lower()


def size_in_words(size):
    """A number of bytes as people say it.

    >>> size_in_words(48_211), size_in_words(1_234_567)
    ('48 kB', '1.2 MB')
    """
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} kB"
