"""A notebook as the body of a page: text, code and outputs, in order, without prompts."""

import re
from dataclasses import dataclass, field
from html import escape

from nbconvert.filters import strip_ansi

from .export_fold import folded
from .export_html import clean
from .export_notebook import mended, part
from .export_text import Words, highlighted
from .widgets.page import Views

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
NEEDS_A_KERNEL = (
    "This widget needs a running kernel: open the notebook in JupyterLab. Here is what it shows as text."
)


@dataclass
class Body:
    """The body of a page, and what it needs around it."""

    title: str
    html: str
    views: Views
    lang: str
    own_scripts: bool = False  # an HTML output brings a script of its own
    remarks: list[str] = field(default_factory=list)


def body_of(notebook, name, folder="", pages=None):
    """Turn a notebook, with its outputs, into a `Body`.

    notebook: as nbformat reads it            name: the title, if it has no heading
    folder: where its pictures lie            pages: {path of a notebook: address of its page}
    """
    notebook = mended(notebook)
    writer = _Writer(notebook, Words(folder, pages))
    html = folded(notebook.cells, list(map(writer.cell, notebook.cells)))
    words, about = writer.words, notebook.metadata.attnedu
    levels = [level for level, _, _ in words.headings]
    title = about.get("title") or name
    if levels[:1] != [1] or levels.count(1) > 1:  # a page has one heading of the first level, at its top
        html = [re.sub(r"<(/?)h([1-5])\b", lambda m: f"<{m[1]}h{int(m[2]) + 1}", part) for part in html]
        html.insert(0, f"<h1>{escape(title)}</h1>")
    else:
        title = about.get("title") or words.plain(words.headings[0][2])
    remarks = list(words.remarks)
    remarks += [f"A formula is shown as it was written: {text}." for text in words.unread]
    remarks += ["A widget is shown as text, for it needs a kernel."] * writer.without_code
    lang = about.get("lang") or "en"
    return Body(title, "\n".join(html), writer.views, lang, writer.own_scripts, remarks)


class _Writer:
    def __init__(self, notebook, words):
        saved = part(part(notebook.metadata, "widgets"), STATE)
        self.views, self.words = Views(part(saved, "state")), words
        language = part(notebook.metadata, "language_info").get("name")
        self.language = language if isinstance(language, str) else "python"
        self.own_scripts, self.without_code = False, 0

    def cell(self, cell):
        source = cell.source.strip("\n")
        if cell.cell_type == "markdown":
            attachments = {name: dict(data) for name, data in cell.get("attachments", {}).items()}
            return f'<div class="pg-text">\n{self.words.html(source, attachments)}</div>' if source else ""
        if cell.cell_type == "raw":
            return f"<pre>{escape(source, quote=False)}</pre>" if source else ""
        code = f'<div class="pg-code"><pre><code>{highlighted(source, self.language)}</code></pre></div>'
        shown = "\n".join(filter(None, map(self.output, _joined(cell.get("outputs", [])))))
        return (code if source else "") + (f'\n<div class="pg-out">{shown}</div>' if shown else "")

    def output(self, output):
        if output.output_type == "stream":
            return _pre(output.text)
        if output.output_type == "error":
            return _pre(
                "\n".join(output.get("traceback", [])) or f"{output.ename}: {output.evalue}", "pg-error"
            )
        data = output.get("data", {})
        plain = "".join(data.get("text/plain", ""))
        if VIEW in data:
            return self.widget(data, plain)
        return self.still(data, plain, output.get("metadata", {}))

    def widget(self, data, plain):
        still = self.still({key: data[key] for key in data if key != VIEW}, plain, {})
        place = self.views.mount(part(data, VIEW).get("model_id"), still)
        if place is None:
            self.without_code += 1
            return f'<p class="pg-note">{NEEDS_A_KERNEL}</p>{still}'
        return place

    def still(self, data, plain, metadata):
        """What stands still, in the best form that a page without a program can show."""
        if "text/html" in data:
            return self.foreign(data["text/html"])
        if "image/svg+xml" in data:
            return self.foreign(data["image/svg+xml"])
        for kind in PICTURES:
            if kind in data:
                about = part(metadata, kind)
                alt = escape(str(about.get("alt") or plain.strip("<>") or "a picture without a description"))
                source = re.sub(r"\s", "", "".join(data[kind]))
                picture = f'<img src="data:{kind};base64,{source}" alt="{alt}"{_size(about)}>'
                return f'<div class="pg-shown pg-wide">{picture}</div>'
        if "text/markdown" in data:
            return f'<div class="pg-text">{self.words.html("".join(data["text/markdown"]))}</div>'
        latex = "".join(data.get("text/latex", "")).strip()
        if latex.startswith("$"):
            return f'<div class="pg-text">{self.words.html(latex)}</div>'
        return _pre(plain) if plain else ""

    def foreign(self, html):
        """What an output brings as HTML or SVG, closed in itself."""
        made, runs, remarks = clean(html, scripts=True, inside=self.words.inside)
        self.own_scripts = self.own_scripts or runs
        self.words.remarks += remarks
        return f'<div class="pg-shown pg-wide">{made}</div>'


def _joined(outputs):
    """Pieces of the same stream that follow each other, as one; what \\r has written over is left out."""
    kept = []
    for output in outputs:
        text = "".join(output.get("text", ""))
        if output.output_type == "stream" and kept and kept[-1].get("name") == output.name:
            kept[-1].text += text
            continue
        kept.append(output.copy())
        if output.output_type == "stream":
            kept[-1].text = text
    for output in kept:
        if output.output_type == "stream":
            output.text = re.sub(r"[^\n]*\r(?!\n|$)", "", output.text).replace("\r", "")
    return kept


def _pre(text, kind=""):
    inner = escape(strip_ansi(text).rstrip("\n"), quote=False)
    return f'<pre class="{kind}">{inner}</pre>' if kind else f"<pre>{inner}</pre>"


def _size(about):
    """Width and height that the notebook asks for."""
    wanted = {name: about.get(name) for name in ("width", "height")}
    return "".join(
        f' {name}="{int(value)}"' for name, value in wanted.items() if isinstance(value, (int, float))
    )
