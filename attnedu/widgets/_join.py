"""The front end of a widget as one text: no bundler, no built file, no network.

The browser gets a widget's code as a blob, and a relative import inside a blob fails. So the modules in
`static/` are joined here, each in a function of its own that returns what it exports; an import becomes a
destructuring.
"""

import posixpath
import re
from pathlib import Path

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import \{([^}]+)\} from "(\.{1,2}/[\w/]+)\.mjs";$', re.MULTILINE)
OTHER_IMPORT = re.compile(r"^import\b|^const \{[^}]*\bas\b", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
# Comments that fill whole lines, and indentation: a third of the text, and nothing that runs.
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:.*?\*/|\n(?:[ \t]*\*.*\n)+?[ \t]*\*/))[ \t]*\n", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def join_modules(stem):
    """The text of `static/<stem>.mjs` with every module that it imports, directly or not, put in front.

    raises ValueError for an import that is not of the form `import { a, b } from "./name.mjs";`

    >>> "import" in join_modules("parts/format")
    False
    """
    parts, own = _collect([stem])
    return "\n".join([*parts, own[stem]])


def join_page(stems):
    """One module for several widgets: each shared part once; it defines `widgets`, {stem: {render}}.

    >>> join_page(["talent_show", "mask_lab"]).count("const $parts_format =")
    1
    """
    parts, own = _collect(stems)
    each = [
        f"widgets.{stem} = (() => {{\n{DEFAULT.sub('return ', text)}\n}})();" for stem, text in own.items()
    ]
    return "\n".join([*parts, "const widgets = {};", *each])


def join_styles(stem):
    """The shared style sheets followed by the widget's own."""
    return "\n".join(_style(name) for name in ("parts/base", stem))


def join_page_styles(stems):
    """The shared style sheets once, then those of the given widgets."""
    return "\n".join(_style(name) for name in ("parts/base", *stems))


def _style(name):
    text = (STATIC / f"{name}.css").read_text(encoding="utf-8")
    return INDENT.sub("", re.sub(r"/\*.*?\*/\n?", "", text, flags=re.DOTALL))


def _collect(stems):
    """(the texts of all imported modules in an order that works, {stem: its own text})."""
    parts, done = [], set()

    def read(name):
        text = (STATIC / f"{name}.mjs").read_text(encoding="utf-8")

        def module(path):
            return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))

        for needed in (module(path) for _, path in IMPORT.findall(text)):
            if needed not in done:
                done.add(needed)
                inner = read(needed)
                body, given = EXPORT.sub("", inner), ", ".join(EXPORT.findall(inner))
                made = f"(() => {{\n{body}\nreturn {{ {given} }};\n}})();"
                parts.append(f"const {_variable(needed)} = {made}")
        text = IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_variable(module(found[2]))};", text)
        if OTHER_IMPORT.search(text):
            raise ValueError(
                f'{name}.mjs: write imports as `import {{ a, b }} from "./name.mjs";`, without `as`'
            )
        return INDENT.sub("", COMMENT.sub("", text)).strip("\n")

    own = {stem: read(stem) for stem in stems}
    return parts, own


def _variable(name):
    return "$" + name.replace("/", "_")
