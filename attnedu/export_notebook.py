"""A notebook as it should be: what other programs wrote in a wrong form is put right or left out."""

from nbformat import NotebookNode
from nbformat.v4 import new_output

TEXTS = ("stream", "error", "display_data", "execute_result")


def mended(notebook):
    """Return the notebook in the form on which the page relies: dictionaries, lists, texts in their places.

    raises ValueError if its cells are no list
    """
    if not isinstance(notebook.get("cells"), list):
        raise ValueError("its cells are no list")
    metadata = notebook.metadata = part(notebook, "metadata")
    about = metadata.attnedu = part(metadata, "attnedu")
    for name in ("title", "lang"):
        if not isinstance(about.get(name, ""), str):
            about[name] = str(about[name]) if isinstance(about[name], (int, float)) else ""
    for name in ("widgets", "language_info", "kernelspec"):
        if name in metadata and not isinstance(metadata[name], dict):
            del metadata[name]
    notebook.cells = [_cell(cell) for cell in notebook.cells if isinstance(cell, dict)]
    return notebook


def part(whole, name):
    """A dictionary inside another one; an empty one if something else is there.

    >>> part({"a": [1]}, "a"), part({"a": {"b": 1}}, "a")
    ({}, {'b': 1})
    """
    found = whole.get(name)
    return found if isinstance(found, dict) else NotebookNode()


def text(value):
    """The text of a field: a text, or a list of its lines; "" for anything else."""
    if isinstance(value, (list, tuple)):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""


def _cell(cell):
    cell.source, cell.metadata = text(cell.get("source")), part(cell, "metadata")
    if cell.get("cell_type") not in ("code", "markdown"):
        cell.cell_type = "raw"
    if "attachments" in cell:
        cell.attachments = {
            name: {kind: text(value) for kind, value in data.items()}
            for name, data in part(cell, "attachments").items()
            if isinstance(data, dict) and data
        }
    if cell.cell_type == "code":
        found = cell.get("outputs")
        found = found if isinstance(found, list) else []
        cell.outputs = [_output(output) for output in found if isinstance(output, dict)]
        cell.outputs = [output for output in cell.outputs if output]
        cell.setdefault("execution_count", None)
    return cell


def _output(output):
    kind = output.get("output_type")
    if kind == "stream":
        return new_output(kind, name=str(output.get("name")), text=text(output.get("text")))
    if kind == "error":
        lines = output.get("traceback")
        lines = [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []
        return new_output(
            kind, ename=str(output.get("ename")), evalue=str(output.get("evalue")), traceback=lines
        )
    if kind not in TEXTS:
        return None
    data = {
        kind: value if isinstance(value, dict) else text(value)
        for kind, value in part(output, "data").items()
    }
    return new_output("display_data", data=data, metadata=part(output, "metadata"))
