"""What the widgets share: their front end as one text, a stable repr, a picture where no widget can run.

The browser gets a widget's code as a blob, and a relative import inside a blob fails. So the few modules in
`static/` are joined here, each in a function of its own: no bundler, no built file, no network.
"""

import re
from pathlib import Path

import anywidget
import traitlets

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import \{([^}]+)\} from "\./(\w+)\.mjs";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)


def join_modules(stem):
    """The text of `static/<stem>.mjs` with every module that it imports, directly or not, put in front.

    A module becomes a function that returns what it exports; an import becomes a destructuring.
    raises ValueError for an import that is not of the form `import { a, b } from "./name.mjs";`

    >>> "import" in join_modules("format")
    False
    """
    parts, done = [], set()

    def bind(match):
        return f"const {{{match[1]}}} = ${match[2]};"

    def read(name):
        text = (STATIC / f"{name}.mjs").read_text(encoding="utf-8")
        for _, needed in IMPORT.findall(text):
            if needed not in done:
                done.add(needed)
                inner = read(needed)
                body, given = EXPORT.sub("", inner), ", ".join(EXPORT.findall(inner))
                parts.append(f"const ${needed} = (() => {{\n{body}\nreturn {{ {given} }};\n}})();")
        text = IMPORT.sub(bind, text)
        if re.search(r"^import\b", text, re.MULTILINE) or re.search(
            r"^const \{[^}]*\bas\b", text, re.MULTILINE
        ):
            raise ValueError(
                f'{name}.mjs: write imports as `import {{ a, b }} from "./name.mjs";`, without `as`'
            )
        return text

    own = read(stem)
    return "\n".join([*parts, own])


def join_styles(stem):
    """The shared style sheet followed by the widget's own."""
    return "\n".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("base", stem))


class LessonWidget(anywidget.AnyWidget):
    """A widget of the course. A subclass adds traits, `_title()`, `snapshot()` and `static_picture()`.

    Traits are the only state; `reached` holds the ids of the questions that have been answered by doing.
    """

    reached = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def _title(self):
        raise NotImplementedError

    def __repr__(self):
        """The same text in every run: no address, no id."""
        return self._title()

    def snapshot(self):
        """The present numbers as text, the same that the function twin prints."""
        raise NotImplementedError

    def static_picture(self):
        """(alt text, SVG) of the present state, for places where no widget can run."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        alt, svg = self.static_picture()
        # A page that can run the widget prefers it; the picture is for the others.
        data["text/html"] = f'<figure style="margin:0">{svg}<figcaption>{escape(alt)}</figcaption></figure>'
        return data, metadata


def escape(text):
    """Text made safe inside HTML and SVG."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
