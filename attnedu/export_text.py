"""The words of a notebook as HTML: Markdown with formulas and code, and the code of cells.

nbconvert reads the Markdown, as it does for Jupyter; `export_maths` sets formulas, Pygments colours code. The
HTML exporter of nbconvert is not used: its styles, scripts, widget manager and MathJax would all be replaced.
"""

import re
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

from nbconvert.filters.markdown_mistune import InvalidNotebook, IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from .export_html import clean
from .export_maths import NoFormula, mathml

# Pygments marks every word; these kinds look like plain text.
PLAIN = re.compile(r'<span class="(?:n|p|o|w|err)">([^<]*)</span>')


class Words:
    """Renders the Markdown of one notebook.

    folder: where its pictures lie     pages: {path of a notebook: address of its page}, for links to them
    headings: what was met so far, as (level, id, HTML)      unread: formulas that could not be converted
    remarks: what was left out
    """

    def __init__(self, folder="", pages=None):
        self.folder = Path(folder)
        self.pages = {Path(path).resolve(): address for path, address in (pages or {}).items()}
        self.headings, self.unread, self.remarks, self.ids = [], [], [], set()

    def html(self, text, attachments=None):
        """Markdown as HTML, closed in itself."""
        renderer = _Renderer(self, attachments)
        made, _, remarks = clean(MarkdownWithMath(renderer=renderer).render(text), inside=self.inside)
        self.remarks += remarks
        return made.replace("<table>", '<div class="pg-wide"><table>').replace("</table>", "</table></div>")

    def inside(self, address):
        """A picture that lies in the folder, as a data: address; None if it is not there."""
        try:
            return _Renderer(self, None)._src_to_base64(unquote(address))
        except (OSError, ValueError):
            return None

    def formula(self, latex, block):
        """A formula as MathML; as it was written, in code font, if it cannot be read."""
        try:
            made = mathml(latex, block)
        except NoFormula as problem:
            self.unread.append(str(problem))
            made = f"<code>{escape(latex.strip(), quote=False)}</code>"
        return f'<span class="pg-formula pg-wide">{made}</span>' if block else made

    def heading_id(self, html):
        """The id by which Jupyter finds a heading: its text with hyphens for spaces."""
        name = base = self.plain(html).replace(" ", "-")
        count = 1
        while name in self.ids:
            count += 1
            name = f"{base}-{count}"
        self.ids.add(name)
        return name

    def plain(self, html):
        """The text of a heading, without tags and without the LaTeX of its formulas."""
        return unescape(re.sub(r"<annotation.*?</annotation>|<[^>]+>", "", html, flags=re.DOTALL)).strip()


class _Renderer(IPythonRenderer):
    def __init__(self, words, attachments):
        super().__init__(escape=False, path=str(words.folder), attachments=attachments)
        self.words = words

    def heading(self, text, level, **attributes):
        name = self.words.heading_id(text)
        self.words.headings.append((level, name, text))
        return f'<h{level} id="{escape(name)}">{text}</h{level}>\n'

    def block_math(self, body):
        return self.words.formula(body, True)

    def inline_math(self, body):
        return self.words.formula(body, False)

    def latex_environment(self, name, body):
        return self.words.formula(f"\\begin{{{name}}}{body}\\end{{{name}}}", True)

    def block_code(self, code, info=None):
        language = (info or "").split()[0] if (info or "").split() else ""
        return f'<div class="pg-code"><pre><code>{highlighted(code.rstrip(), language)}</code></pre></div>\n'

    def link(self, text, url, title=None):
        """A link to another notebook leads to its page if that is made too; else its words remain."""
        path, hash_, place = url.partition("#")
        if not path or re.match(r"[a-z][a-z0-9+.-]*:", url, re.IGNORECASE):
            return super().link(text, url, title)
        page = self.words.pages.get((self.words.folder / unquote(path)).resolve())
        return super().link(text, page + hash_ + place, title) if page else f"<span>{text}</span>"

    def image(self, text, url, title=None):
        """A picture inside the page, if it is here; `clean` says what becomes of another one."""
        try:
            address = self._embed_image_or_attachment(url)
        except (InvalidNotebook, OSError, StopIteration):
            address = url
        return f'<img src="{escape(address)}" alt="{escape(unescape(text))}">'


def highlighted(code, language="python"):
    """Code as HTML with the classes of Pygments, without those that look like plain text.

    >>> highlighted("x = 1")
    'x = <span class="mi">1</span>'
    """
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(code, quote=False)
    return PLAIN.sub(r"\1", highlight(code, lexer, HtmlFormatter(nowrap=True))).rstrip("\n")
