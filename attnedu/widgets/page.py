"""Widgets on a page of their own: no kernel, no widget manager, no network; it opens from a file.

The page holds what the widgets need: the state of each model once, the course's modules once however many
widgets use them (`_join`), the code of other makers as text, and `static/page.mjs`, which stands in for the
models.
"""

import base64
import hashlib
import json
import math
import re
import zlib
from functools import cache

import numpy as np

from ._html_table import escape
from ._join import STATIC, join_modules, join_page, join_page_styles, join_styles
from ._page_file import page_path, write_page

# Nothing may be fetched. The one script is let through by its hash; `blob:` is for the code of other makers.
POLICY = (
    "default-src 'none'; script-src {script}; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "media-src data:; base-uri 'none'; form-action 'none'"
)
# What a model keeps for a widget manager, and code that the page holds elsewhere.
MANAGERS = re.compile(r"_(model|view)_|_(esm|css|anywidget_id|dom_classes)$|(layout|tabbable|tooltip)$")
PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="attnedu">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{styles}
</style>
</head>
<body>
<a class="pg-skip" href="#main">Skip to the text</a>
<header>{top}</header>
<main id="main" tabindex="-1">
{body}
</main>
<script type="application/json" data-pg-data>{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


class Views:
    """The widgets of a page: each model once, however many views it has.

    state: {model id: {"state": traits, "buffers": [{"path", "data" in base64}]}}, as a notebook saves it
    """

    def __init__(self, state):
        self.state, self.places = state if isinstance(state, dict) else {}, {}
        self.models, self.stems, self.codes, self.styles = [], [], [], []

    def mount(self, model_id, still):
        """HTML of a place for one view of a model, or None if its code is not in the state.

        still: HTML that stands there where scripts are off
        """
        saved = self.state.get(model_id) if isinstance(model_id, str) else None
        if not _has_code(saved):
            return None
        if model_id not in self.places:
            model = self._model(saved)
            self.places[model_id] = len(self.models)
            self.models.append(model)
        safe = re.sub(r"</(?=noscript)", "&lt;/", still, flags=re.IGNORECASE)
        place = self.places[model_id]
        return f'<div class="pg-widget" data-pg-model="{place}"><noscript>{safe}</noscript></div>'

    def _model(self, saved):
        state, model = saved["state"], {}
        stem = _own_stems().get(state["_esm"])
        if stem:
            model["name"] = stem
            self.stems += [stem] if stem not in self.stems else []
        else:  # of another maker, or saved by another version of the course: the text that came with it
            self.codes += [state["_esm"]] if state["_esm"] not in self.codes else []
            model["code"] = self.codes.index(state["_esm"])
        styles = state["_css"] if isinstance(state.get("_css"), str) else ""
        if not (stem and styles == join_styles(stem)) and styles not in self.styles:
            self.styles.append(styles)
        model["state"] = _json_ready({key: x for key, x in state.items() if not MANAGERS.match(key)})
        try:
            buffers = [
                {"path": one["path"], **pack(base64.b64decode(one["data"]))}
                for one in saved.get("buffers") or []
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError("the saved bytes of a widget are damaged: run the notebook again") from error
        return {**model, "buffers": buffers} if buffers else model


def page_html(title, body, views, *, top="", styles="", lang="en", own_scripts=False):
    """The text of a page.

    title: plain text        body, top: HTML of its main part and of its head        views: a `Views`
    styles: more CSS         own_scripts: whether scripts inside `body` may run
    """
    script = join_page([*views.stems, "page"]) + "\nwidgets.page.open(widgets);"
    script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    allowed = f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
    allowed = "'unsafe-inline'" if own_scripts else allowed
    data = {"models": views.models, "codes": views.codes}
    sheets = join_page_styles(views.stems) if views.stems else ""
    sheets = "\n".join([page_styles(), *([sheets] if sheets else []), styles, *views.styles]).strip()
    return PAGE.format(
        lang=escape(lang),
        policy=POLICY.format(script=allowed + " blob:" * bool(views.codes)),
        title=escape(title),
        styles=sheets.replace("</", "<\\/"),
        top=top,
        body=body,
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace(
            "<", "\\u003c"
        ),
        script=script,
    )


def page_styles():
    """The style sheet of the page itself, without comments."""
    return re.sub(r"/\*.*?\*/\n|^ +", "", (STATIC / "page.css").read_text("utf-8"), flags=re.M | re.S).strip()


def save_widget(widget, path):
    """Write one widget as a page and return its Path; see `_page_file` for the name."""
    path = page_path(path)
    views = Views({"saved": widget._get_embed_state()})  # a closed widget has no id any more
    mounted = views.mount("saved", widget.static_html())
    top = "<p>This widget works by itself: the browser computes, and nothing is fetched or sent.</p>"
    title = re.sub(
        r"(?<=[a-z])(?=[A-Z])", " ", type(widget).__name__
    )  # the repr tells a state that will change
    write_page(path, page_html(title, f"<h1>{escape(title)}</h1>\n{mounted}", views, top=top))
    return path


def pack(data):
    """Bytes as text, small: {"data": deflated and in base64, "size": of the items whose bytes were sorted}.

    Numbers that lie near each other share their first bytes, so all first bytes are put together, then all
    second ones, and so on, if that makes a sample smaller.
    """

    def sorted_by(size, part):
        return np.frombuffer(part, dtype=np.uint8).reshape(-1, size).T.tobytes()

    sample = data[: 1 << 16]
    sizes = [size for size in (1, 2, 4, 8) if len(data) % size == 0]
    best = min(
        sizes, key=lambda size: len(zlib.compress(sorted_by(size, sample[: len(sample) // size * size])))
    )
    packed = zlib.compress(sorted_by(best, data), 9)
    return {"data": base64.b64encode(packed).decode("ascii"), "size": best}


@cache
def _own_stems():
    """{text of the front end: stem} of every module in static/: what tells a widget of the course."""
    found = {}
    for path in sorted(STATIC.glob("*.mjs")):
        try:
            found[join_modules(path.stem)] = path.stem
        except (OSError, ValueError):  # one that is being written must not stand in the way of the others
            continue
    return found


def _has_code(saved):
    """Whether the saved state of a widget holds the text of its front end."""
    state = saved.get("state") if isinstance(saved, dict) else None
    return isinstance(state, dict) and isinstance(state.get("_esm"), str) and bool(state["_esm"].strip())


def _json_ready(value):
    """Infinite numbers as a kernel sends them to a page, as texts; JSON has no such numbers."""
    if isinstance(value, dict):
        return {str(key): _json_ready(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_ready(item) for item in value]
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value
