"""Notebooks as pages: what is run, what stands in the page, and what is said when something is wrong."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import jupytext
import nbformat
import pytest
from nbformat import v4
from typer.testing import CliRunner

from attnedu import export_run, workspace
from attnedu.cli import app
from attnedu.export import ExportError, export, find_notebook, size_in_words
from attnedu.export_cells import STATE, VIEW, body_of
from attnedu.export_maths import NoFormula, mathml
from attnedu.export_text import Words, highlighted

ROOT = workspace.course_root()
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def run(*arguments):
    result = CliRunner().invoke(app, ["export", *map(str, arguments)])
    return result.exit_code, " ".join(result.output.split())


def write(path, *cells):
    """A notebook: a text is code, unless it begins with a hash and a space, as Markdown does."""
    made = [v4.new_markdown_cell(c) if c.startswith("# ") else v4.new_code_cell(c) for c in cells]
    nbformat.write(v4.new_notebook(cells=made), path)
    return path


def formulas():
    """Every formula of the lessons and solutions, without its dollars."""
    found = set()
    for source in [*ROOT.glob("notebooks/source/*.py"), *ROOT.glob("solutions/*.py")]:
        for cell in jupytext.read(source, fmt="py:percent").cells:
            if cell.cell_type == "markdown":
                text = re.sub(r"```.*?```|`[^`]*`", "", cell.source, flags=re.DOTALL)
                found |= {a or b for a, b in re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", text, re.DOTALL)}
    return sorted(found)


# Formulas


@pytest.mark.parametrize("latex", formulas())
def test_every_formula_of_the_course_becomes_mathml_and_keeps_its_latex(latex):
    tree = ElementTree.fromstring(mathml(latex, block=True))
    assert tree.find(".//annotation").text == latex.strip()
    shown = "".join(tree.find("semantics")[0].itertext())
    assert shown
    assert not re.search(r"[\\&$]", shown)


def parts(latex, tag):
    return [e.text for e in ElementTree.fromstring(mathml(latex)).iter(tag)]


def test_lines_that_are_aligned_become_rows_whatever_the_environment_is_called():
    for name in ("align", "align*", "aligned", "split"):
        tree = ElementTree.fromstring(mathml(rf"\begin{{{name}}} a &= b \\ c &= d \end{{{name}}}"))
        assert [len(row) for row in tree.iter("mtr")] == [2, 2]
        assert [cell.get("columnalign") for cell in tree.iter("mtd")] == ["right", "left"] * 2


def test_names_stay_in_one_piece_and_operators_get_their_room():
    assert "softmax" in parts(r"\operatorname{softmax}(x)", "mi")
    assert "diag" in parts(r"\mathrm{diag}(w)", "mi")
    assert "for\u00a0" in parts(r"x \text{for } j", "mtext")
    assert "·" in parts(r"q \cdot k", "mo")
    assert parts(r"\ln n", "mspace") == [None]
    assert parts(r"\ln(n)", "mspace") == []


def test_a_minus_after_an_equals_sign_is_a_sign_and_between_terms_an_operator():
    def forms(latex):
        return [e.get("form") for e in ElementTree.fromstring(mathml(latex)).iter("mo") if e.text == "−"]

    assert forms("H = -x") == ["prefix"]
    assert forms(r"H = \; -x") == ["prefix"]
    assert forms("a - b") == [None]


def test_bars_and_brackets_know_their_side():
    tree = ElementTree.fromstring(mathml(r"\lVert v \rVert + \langle g, w \rangle"))
    forms = {(e.text, e.get("form")) for e in tree.iter("mo")}
    assert {("‖", "prefix"), ("‖", "postfix"), ("⟨", "prefix"), ("⟩", "postfix")} <= forms


@pytest.mark.parametrize("latex", [r"\foo{x}", "a & b", r"\frac{a", r"\begin{nothing} x", r"x^"])
def test_what_is_no_formula_is_shown_as_it_was_written(latex):
    with pytest.raises(NoFormula):
        mathml(latex)
    words = Words()
    assert "<code>" in words.html(f"${latex}$")
    assert len(words.unread) == 1


# Text and code


def test_links_lead_to_pages_that_are_made_and_others_lose_only_the_link(tmp_path):
    pages = {tmp_path / "02_scores.ipynb": "02_scores.html"}
    words = Words(tmp_path, pages)
    html = words.html(
        "[a](02_scores.ipynb#The-end) [b](../exercises/02_scores.ipynb) [c](https://example.org/x) [d](#Here)"
    )
    assert re.findall('href="([^"]+)"', html) == [
        "02_scores.html#The-end",
        "https://example.org/x",
        "#Here",
    ]
    assert "<span>b</span>" in html


def test_headings_have_the_ids_by_which_jupyter_finds_them():
    words = Words()
    words.html("## What must a bridge do?\n\n## What *must* a bridge do?\n\n### A $d_k$ & B")
    assert [name for _, name, _ in words.headings] == [
        "What-must-a-bridge-do?",
        "What-must-a-bridge-do?-2",
        "A-dk-&-B",
    ]


def test_pictures_travel_inside_and_none_is_fetched(tmp_path):
    (tmp_path / "p.png").write_bytes(b"png")
    words = Words(tmp_path)
    html = words.html(
        "![in <text>](p.png) ![far](https://x.org/y.png) ![gone](no.png) ![at](attachment:a.png)\n\n"
        '<img src="p.png" alt="raw">',
        attachments={"a.png": {"image/png": PIXEL}},
    )
    sources = re.findall(r'src="([^"]+)"', html)
    assert len(sources) == 3
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert 'alt="in &lt;text&gt;"' in html
    assert '<a href="https://x.org/y.png">Picture: far</a>' in html
    assert "Picture: gone" in html


def test_html_inside_a_sentence_is_kept():
    assert "<b>bold</b>" in Words().html("A <b>bold</b> word")


def test_code_is_marked_where_it_has_a_colour_and_escaped_everywhere():
    html = highlighted('x = a < "</script>"  # &')
    assert re.search(r'<span class="s2">(&quot;|")&lt;/script&gt;(&quot;|")</span>', html)
    assert "&lt; " in html
    assert "<" not in re.sub(r"</?span[^>]*>", "", html)
    assert highlighted("a < b", "no such language") == "a &lt; b"


# Cells


def body(*cells, name="lesson", metadata=None):
    return body_of(v4.new_notebook(cells=list(cells), metadata=metadata or {}), name)


def shown(*outputs):
    return body(v4.new_markdown_cell("# T"), v4.new_code_cell("x", outputs=list(outputs))).html


def data(**mimes):
    return v4.new_output("display_data", {key.replace("__", "/"): value for key, value in mimes.items()})


def levels(html):
    return [int(level) for level in re.findall(r"<h(\d)", html)]


def test_one_heading_of_the_first_level_is_made_where_there_is_none_or_more_than_one():
    one = body(v4.new_markdown_cell("# A $x$\n\n## B"))
    assert levels(one.html) == [1, 2]
    assert one.title == "A x"
    for text in ("## B\n\n### C", "# A\n\n# B", "## B\n\n# A"):
        many = body(v4.new_markdown_cell(text), name="my notebook")
        assert levels(many.html).count(1) == 1
        assert levels(many.html)[0] == 1
        assert "<h1>my notebook</h1>" in many.html
    assert body(v4.new_code_cell("1"), name="bare").title == "bare"


def test_streams_are_joined_and_what_was_written_over_is_gone():
    stream = [
        v4.new_output("stream", name="stdout", text=t)
        for t in ("10%\r", "100%\r\n", "a<b \x1b[31mred\x1b[0m")
    ]
    assert "<pre>100%\na&lt;b red</pre>" in shown(*stream)


def test_an_error_shows_its_traceback():
    html = shown(
        v4.new_output("error", ename="E", evalue="v", traceback=["\x1b[31mTraceback\x1b[0m", "E: <v>"])
    )
    assert '<pre class="pg-error">Traceback\nE: &lt;v&gt;</pre>' in html


def test_the_richest_form_that_stands_still_is_shown():
    assert "<table>" in shown(data(text__html="<table></table>", text__plain="t"))
    assert "<svg>" in shown(data(**{"image/svg+xml": "<svg></svg>"}, text__plain="t"))
    assert 'alt="Figure 1"' in shown(data(image__png=PIXEL + "\n", text__plain="<Figure 1>"))
    assert "<em>x</em>" in shown(data(text__markdown="*x*"))
    assert "<math" in shown(data(text__latex=r"$\displaystyle x^2$", text__plain="x2"))
    assert "<pre>&lt;obj&gt;</pre>" in shown(data(text__plain="<obj>"))
    assert "<pre>t</pre>" in shown(data(application__javascript="alert(1)", text__plain="t"))


def test_scripts_may_run_where_an_output_brings_its_own():
    head = v4.new_markdown_cell("# T")
    for html, runs in (("<p onclick='x()'>", True), ("<script>1</script>", True), ("<b>on = 1</b>", False)):
        assert body(head, v4.new_code_cell("x", outputs=[data(text__html=html)])).own_scripts is runs


def test_a_widget_without_code_is_shown_as_text_with_a_sentence():
    view = data(text__plain="IntSlider(value=3)", **{VIEW: {"model_id": "a"}})
    state = {STATE: {"state": {"a": {"model_name": "IntSliderModel", "state": {"value": 3}}}}}
    cells = [v4.new_markdown_cell("# T"), v4.new_code_cell("x", outputs=[view])]
    for metadata in ({"widgets": state}, {}):
        made = body(*cells, metadata=metadata)
        assert "needs a running kernel" in made.html
        assert "<pre>IntSlider(value=3)</pre>" in made.html
        assert len(made.remarks) == 1


# What happened

CARD = "<p>It is 0.3.</p><details><summary>Show what happened</summary><table></table></details>"
OUTCOME = v4.new_code_cell("y = 1\noutcome('a', x=0.3)", outputs=[data(text__html=CARD)])
FORM, WORK = v4.new_code_cell("predict('a', x=None)"), v4.new_code_cell("x = 0.3\nx")
TRIED = v4.new_code_cell("x", outputs=[data(text__plain="W", **{VIEW: {"model_id": "a"}})])
OURS = {"widgets": {STATE: {"state": {"a": {"state": {"_esm": "export default {}"}}}}}}


def seen(*cells):
    """The text that is read before anything is opened, and that of each fold."""
    cells = [nbformat.NotebookNode(cell, id=str(at)) for at, cell in enumerate(cells)]
    html = body(v4.new_markdown_cell("# T"), *cells, metadata=OURS).html
    assert Balanced(html).open == []
    inside = re.findall(r'<details class="pg-fold">(.*?)</details>', html, re.DOTALL)
    html = re.sub(r'<details class="pg-fold">.*?</details>', "", html, flags=re.DOTALL)
    return [re.sub("<[^>]+>", "", part) for part in (html, *inside)], html


def test_code_from_the_form_of_a_prediction_to_its_outcome_is_in_one_fold():
    (open_text, inside), html = seen(FORM, WORK, OUTCOME, v4.new_markdown_cell("It was 0.7."), WORK)
    assert open_text.split() == ["T", "predict('a',", "x=None)", "It", "was", "0.7.", "x", "=", "0.3", "x"]
    assert "<details" not in html
    assert inside.count("Show what happened") == 1
    for part in ("x = 0.3\nx", "y = 1", "outcome('a', x=0.3)", "It is 0.3."):
        assert part in inside


@pytest.mark.parametrize("between", [v4.new_markdown_cell("Try it."), TRIED, OUTCOME])
def test_text_and_widgets_before_an_outcome_are_read_and_tried_before_it(between):
    (open_text, *folds), html = seen(FORM, between, WORK, OUTCOME)
    assert "x = 0.3" in open_text
    assert "outcome" not in open_text
    assert len(folds) == (2 if between is OUTCOME else 1)
    assert "Try it." in html or "data-pg-model" in html or between is OUTCOME


def test_only_a_call_of_outcome_is_folded():
    for source in (
        "from attnedu.practice import outcome",
        "# outcome('a')",
        "the_outcome(1)",
        "x.outcome(1)",
    ):
        assert len(seen(FORM, v4.new_code_cell(source))[0]) == 1
    (_, inside), _ = seen(v4.new_code_cell("outcome('a')"))  # without a form, without an output
    assert "outcome('a')" in inside


# What others wrote

SWALLOWS = [
    "<b>hi <!-- oops",
    "<textarea>",
    "<div class='x'><textarea>",
    "</div></div></main><p>",
    "<table><tr><td>x</div>",
    "<script>a = '<!--<script>'",
    "<script>a = '<!--<script>'</script>",
    "<svg><style><!-- <p></style>",
    "<plaintext>x",
    "<select><option>a",
    "<title>x",
    "<![foo",
    "<noscript><div>",
]


class Balanced(HTMLParser):
    """Counts what is open; a void element opens nothing."""

    def __init__(self, text):
        super().__init__()
        self.open, self.deepest = [], 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.open += [tag] if tag not in ("img", "br", "input", "source") else []

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("text", SWALLOWS)
def test_each_output_and_each_text_is_closed_in_itself(text):
    for html in (shown(data(text__html=text)), shown(data(text__markdown=text)), Words().html(text)):
        assert Balanced(html).open == []
        assert "<!--" not in html
        assert "<plaintext" not in html


def test_the_hooks_of_the_page_cannot_be_had_by_an_output_or_a_text():
    evil = "<div data-pg-model='0' DATA-PG-MODEL=1>a</div><script data-pg-data type='a/json'>1</script>"
    for html in (shown(data(text__html=evil)), Words().html(evil), shown(data(**{"image/svg+xml": evil}))):
        assert "data-pg" not in html.lower()
        assert "<div>a</div>" in html
    assert 'id="pg-data"' in shown(data(text__html='<i id="pg-data" data-model="7">'))  # these are theirs
    assert "name=" not in shown(data(text__html="<form name=querySelectorAll></form>"))


REFUSED = [
    ('<img src="https://x.org/y.png" alt="a cat">', "https://x.org/y.png"),
    ('<img srcset="https://x.org/y.png 2x" alt="a cat">', "https://x.org/y.png"),
    ('<iframe src="https://x.org"></iframe>', "<iframe>"),
    ('<link rel="stylesheet" href="https://x.org/a.css">', "<link>"),
    ('<script src="https://x.org/a.js"></script>', "script"),
    ("<object data='a.swf'>a</object>", "<object>"),
    ("<video src='https://x.org/v.mp4'></video>", "v.mp4"),
    ("<style>@import 'https://x.org/a.css'; p { color: red }</style>", "a.css"),
    ("<p style='background: u\\72l(https://x.org/b.png)'>a</p>", "b.png"),
    ("<svg><image href='https://x.org/c.png'/></svg>", "c.png"),
    ("<table background='https://x.org/d.png'></table>", "d.png"),
    ("<img src='none.png' alt='lost'>", "none.png"),
]


@pytest.mark.parametrize(("html", "named"), REFUSED)
def test_what_the_page_would_refuse_is_left_out_and_named(html, named):
    head = v4.new_markdown_cell("# T")
    for cell in (v4.new_markdown_cell(html), v4.new_code_cell("x", outputs=[data(text__html=html)])):
        made = body(head, cell)
        assert len(made.remarks) == 1
        assert named in made.remarks[0]
        assert not re.search(
            r"<(iframe|link|script|object|video)|src|srcset|@import|url\(|<image href", made.html
        )
        assert not made.own_scripts


def test_a_picture_that_lies_elsewhere_leaves_its_words_and_a_way_to_it():
    words = Words()
    html = words.html(
        '<img src="https://x.org/y.png" alt="a <cat>"> [![badge](https://x.org/b.svg)](https://x.org)'
    )
    assert '<a href="https://x.org/y.png">Picture: a &lt;cat&gt;</a>' in html
    assert '<a href="https://x.org"><span>Picture: badge</span></a>' in html
    assert len(words.remarks) == 2


def test_text_brings_no_programs():
    made = body(v4.new_markdown_cell("# T\n\n<b onclick='x()'>b</b> [j](javascript:x) <script>1</script>"))
    assert not re.search("onclick|javascript:|<script", made.html)
    assert "<b>b</b>" in made.html
    assert len(made.remarks) >= 2


def test_what_brings_its_bytes_along_stays():
    for html in (
        f'<img src="data:image/png;base64,{PIXEL}" alt="a"/>',
        '<audio controls="" src="data:audio/wav;base64,UklGRg=="></audio>',
        '<svg viewbox="0 0 1 1"><g clip-path="url(#p)"><use xlink:href="#a"></use></g></svg>',
        '<a href="https://x.org/?a=1&amp;b=2">far</a>',
        "<style>#T_1 > td { background: #fff }</style>",
        "<pre>  a\n  b</pre>",
        '<script>if (a < b) { c("</b>") }</script>',
    ):
        made = body(v4.new_markdown_cell("# T"), v4.new_code_cell("x", outputs=[data(text__html=html)]))
        assert html in made.html
        assert made.remarks == []


def test_the_command_line_says_what_was_left_out(tmp_path):
    path = write(tmp_path / "a.ipynb", "# T\n\n<iframe src='https://x.org'></iframe>")
    code, text = run(path, "--no-execute", "-o", tmp_path)
    assert code == 0
    assert "Left out, for a page fetches nothing: <iframe>." in text


def test_a_title_is_escaped_once(tmp_path):
    path = write(tmp_path / "a.ipynb", "# Q & A: a < b")
    list(export([path], tmp_path, execute=False))
    assert "<title>Q &amp; A: a &lt; b</title>" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_half_a_character_does_not_stop_a_page(tmp_path):
    path = tmp_path / "a.ipynb"
    cells = [{"cell_type": "markdown", "metadata": {}, "source": "# a \ud800 <b>", "id": "a"}]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert run(path, "--no-execute", "-o", tmp_path)[0] == 0


OUTPUTS = [{"output_type": "display_data", "metadata": {}, "data": {VIEW: 3, "text/plain": "still here"}}]
CODE = {
    "cell_type": "code",
    "metadata": {},
    "source": "1",
    "outputs": OUTPUTS,
    "execution_count": 1,
    "id": "b",
}
WRONG = {
    "attnedu is a list": {"metadata": {"attnedu": [1]}},
    "a title is a number": {"metadata": {"attnedu": {"title": 5, "lang": 3}}},
    "widgets are a text": {"metadata": {"widgets": "none"}},
    "a state is a list": {"metadata": {"widgets": {STATE: {"state": []}}}},
    "language_info is a number": {"metadata": {"language_info": 3}},
    "a language is a list": {"metadata": {"language_info": {"name": [1]}, "kernelspec": 1}},
    "metadata are a list": {"metadata": []},
    "a state is null": {"metadata": {"widgets": {STATE: {"state": {"m": None, "n": {"state": None}}}}}},
    "a cell without source": {"cells": [{"cell_type": "code", "metadata": {}, "id": "c"}, CODE]},
    "a cell is a number": {"cells": [3, CODE]},
    "a source is a number": {"cells": [{**CODE, "source": 3}, {"cell_type": "markdown", "source": None}]},
    "outputs are a text": {"cells": [{**CODE, "outputs": "x"}, {**CODE, "outputs": [None, {}, 3]}, CODE]},
    "data are a list": {"cells": [{**CODE, "outputs": [{**OUTPUTS[0], "data": [1], "metadata": 2}]}]},
    "a view of no model": {
        "cells": [{**CODE, "outputs": [{**OUTPUTS[0], "data": {VIEW: {"model_id": [1]}}}]}]
    },
    "a stream without text": {"cells": [{**CODE, "outputs": [{"output_type": "stream"}]}]},
    "an error without words": {"cells": [{**CODE, "outputs": [{"output_type": "error", "traceback": 1}]}]},
    "an attachment is a text": {
        "cells": [{"cell_type": "markdown", "source": "a", "attachments": {"a": "b"}}]
    },
}


@pytest.mark.filterwarnings("ignore")  # nbformat's own
@pytest.mark.parametrize("wrong", WRONG)
def test_a_notebook_in_a_wrong_form_becomes_a_page_or_is_answered_in_a_sentence(tmp_path, wrong):
    whole = {"cells": [CODE], "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **WRONG[wrong]}
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(whole))
    result = CliRunner().invoke(app, ["export", str(path), "--no-execute", "-o", str(tmp_path)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if result.exit_code:
        assert "cannot be read as a notebook" in " ".join(result.output.split())
    else:
        text = (tmp_path / "a.html").read_text(encoding="utf-8")
        assert "<h1>" in text
        assert ("still here" in text) == (CODE in whole["cells"])


def test_bytes_of_a_widget_that_are_damaged_are_named():
    saved = {"state": {"_esm": "export default {}"}, "buffers": [{"path": ["a"], "data": "x"}]}
    view = data(text__plain="t", **{VIEW: {"model_id": "m"}})
    with pytest.raises(ValueError, match="bytes of a widget are damaged"):
        body(v4.new_code_cell("x", outputs=[view]), metadata={"widgets": {STATE: {"state": {"m": saved}}}})


# Running


EVERYTHING = [
    "# Everything\n\nA formula, $e^{s}$.",
    "import os, sys\nprint(os.environ.get('MPLBACKEND'), os.environ['ATTNEDU_HOME'], sys.executable)",
    "from attnedu.practice import predict\npredict('x', a=1, confidence=50)",
    "from attnedu.widgets import SoftmaxBridge\nbridge = SoftmaxBridge([2.0, 1.0, 0.0])\nbridge",
    "bridge.temperature = 0.5\nbridge",
    "import anywidget, traitlets\nclass Other(anywidget.AnyWidget):\n"
    "    _esm = 'export default { render({ model, el }) { el.append(model.get(`data`).byteLength) } }'\n"
    "    data = traitlets.Bytes(bytes(range(12))).tag(sync=True)\nOther()",
    "import ipywidgets\nipywidgets.IntSlider(value=3)",
    "from attnedu.practice import outcome, quiz\noutcome('never predicted', weight=0.3141)",
    "quiz('03_axis')",
    "1 / 0",
]


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """The text of a page in which everything occurs, made with one run."""
    folder = tmp_path_factory.mktemp("everything")
    path = write(folder / "everything.ipynb", *EVERYTHING)
    notebook = nbformat.read(path, 4)
    notebook.cells[-1].metadata["tags"] = ["raises-exception"]
    nbformat.write(notebook, path)
    (page,) = export([path], folder / "pages")
    assert not page.problem
    return page, page.path.read_text(encoding="utf-8")


def test_cells_are_run_by_this_python_with_a_record_that_is_thrown_away(everything):
    _, text = everything
    backend, home, python = re.search(r"<pre>(\S+) (\S+) (\S+)</pre>", text).groups()
    assert backend != os.environ["MPLBACKEND"]
    assert home != os.environ["ATTNEDU_HOME"]
    assert not os.path.exists(home)
    assert python == sys.executable


def test_an_outcome_is_closed_on_the_page_and_nobody_is_asked_to_run_a_cell_again(everything):
    _, text = everything
    assert "run this cell again" not in text
    card = text.split("What happened: never predicted")[1].split("</details>")[0]
    assert "<p>Compare it with what you predicted above.</p>" in card
    assert "<summary>" not in card  # the fold around the cell is the only one
    before, inside = text.split('<details class="pg-fold"><summary>Show what happened</summary>')
    assert "3141" not in re.sub("<(script|style).*?</(script|style)>", "", before, flags=re.DOTALL)
    assert inside.split("</details>")[0].count("3141") == 2  # in the code and in the card
    assert "On record" not in text


def test_the_page_holds_each_model_once_in_its_last_state(everything):
    page, text = everything
    assert re.findall(r'data-pg-model="(\d+)"', text) == ["0", "0", "1"]
    assert '"temperature":0.5' in text
    assert text.count("const $parts_dom =") == 1
    assert '"path":["data"]' in text
    assert page.size == len(text.encode())


def test_an_error_that_was_expected_and_a_widget_without_code_do_not_stop_the_page(everything):
    page, text = everything
    assert "ZeroDivisionError" in text
    assert page.remarks == ["A widget is shown as text, for it needs a kernel."]
    assert "IntSlider(value=3)" in text


def test_saved_outputs_and_widgets_are_taken_without_running(tmp_path):
    notebook = nbformat.read(write(tmp_path / "saved.ipynb", "# T", "1 / 0"), 4)
    esm = "export default { render() {} };"
    view = data(text__html="<p>still</p>", **{VIEW: {"model_id": "m"}})
    notebook.cells[1].outputs = [view, view]
    state = {"m": {"model_name": "AnyModel", "state": {"_esm": esm, "reached": ["one"]}}}
    notebook.metadata["widgets"] = {STATE: {"version_major": 2, "version_minor": 0, "state": state}}
    nbformat.write(notebook, tmp_path / "saved.ipynb")
    (page,) = export([tmp_path / "saved.ipynb"], tmp_path, execute=False)
    text = page.path.read_text(encoding="utf-8")
    assert '"reached":["one"]' in text
    assert text.count('data-pg-model="0"') == 2
    assert "<noscript>" in text
    assert not page.remarks


def test_a_cell_that_fails_is_named_and_the_other_notebook_gets_its_page(tmp_path):
    bad = write(tmp_path / "bad.ipynb", "# T", "x = 1", "\nx + 'one'")
    good = write(tmp_path / "good.ipynb", "# T", "print('fine')")
    code, text = run(bad, good, "-o", tmp_path / "pages")
    assert code == 1
    assert "bad.ipynb: cell 3 of 3 (`x + 'one'`) stopped with TypeError: unsupported operand" in text
    assert "--no-execute" in text
    assert "Wrote" in text
    assert [path.name for path in (tmp_path / "pages").iterdir()] == ["good.html"]


def test_a_cell_that_never_ends_or_ends_its_kernel_is_named(tmp_path):
    slow = nbformat.read(write(tmp_path / "slow.ipynb", "import time\ntime.sleep(60)"), 4)
    with pytest.raises(export_run.CellFailed, match="cell 1 of 1 .* did not end within 1 s"):
        export_run.run(slow, tmp_path, seconds=1)
    dead = nbformat.read(write(tmp_path / "dead.ipynb", "1", "import os\nos._exit(3)"), 4)
    with pytest.raises(export_run.CellFailed, match=r"cell 2 of 2 \(`import os`\) ended its kernel"):
        export_run.run(dead, tmp_path)


# Names and folders


def test_a_lesson_is_found_by_number_by_name_and_by_path():
    lesson = ROOT / "notebooks" / "03_softmax.ipynb"
    assert find_notebook("03") == find_notebook("03_softmax") == find_notebook(str(lesson)) == lesson
    assert find_notebook("20").parent.name in ("notebooks", "exercises")


def test_what_cannot_be_found_is_said_with_what_there_is(tmp_path, monkeypatch):
    with pytest.raises(ExportError, match="no lesson 99. The lessons are: 00_start_here, "):
        find_notebook("99")
    with pytest.raises(ExportError, match="There is no file nowhere.ipynb"):
        find_notebook("nowhere.ipynb")
    with pytest.raises(ExportError, match="is a folder"):
        find_notebook(tmp_path)

    def missing():
        raise workspace.NoCourse("Get a clone")

    monkeypatch.setattr("attnedu.export.course_root", missing)
    with pytest.raises(ExportError, match="Get a clone"):
        find_notebook("03")


@pytest.mark.parametrize("content", ["", "no json", "[]", '{"cells": 1}'])
def test_a_file_that_is_no_notebook_is_named_before_anything_is_run(tmp_path, content):
    path = tmp_path / "x.ipynb"
    path.write_text(content)
    code, text = run(path, "-o", tmp_path / "pages")
    assert code == 1
    assert "cannot be read as a notebook" in text
    assert not (tmp_path / "pages").exists()


def test_a_target_that_is_a_file_or_a_page_that_is_not_ours_stays_as_it_is(tmp_path):
    path = write(tmp_path / "a.ipynb", "# T")
    (tmp_path / "file").write_text("mine")
    code, text = run(path, "--no-execute", "-o", tmp_path / "file")
    assert code == 1
    assert "is a file: -o needs a folder" in text
    (tmp_path / "a.html").write_text("mine")
    code, text = run(path, "--no-execute", "-o", tmp_path)
    assert code == 1
    assert "no page made by attnedu" in text
    assert (tmp_path / "a.html").read_text() == "mine"


def test_two_notebooks_of_one_name_are_refused_and_one_given_twice_is_made_once(tmp_path):
    (tmp_path / "b").mkdir()
    paths = [write(tmp_path / "a.ipynb", "# T"), write(tmp_path / "b" / "a.ipynb", "# T")]
    assert "have one name" in run(*paths, "--no-execute", "-o", tmp_path / "pages")[1]
    code, text = run(paths[0], paths[0], "--no-execute", "-o", tmp_path / "pages")
    assert code == 0
    assert text.count("Wrote") == 1


def test_it_says_what_it_wrote_how_large_it_is_and_that_outputs_are_missing(tmp_path):
    path = write(tmp_path / "a.ipynb", "# T", "1")
    code, text = run(path, "--no-execute", "-o", tmp_path / "new" / "pages")
    assert code == 0
    size = (tmp_path / "new" / "pages" / "a.html").stat().st_size
    assert f"a.html: {size_in_words(size)}." in text
    assert "saved without any" in text


def test_pages_that_are_made_together_lead_to_each_other_in_order(tmp_path):
    paths = [write(tmp_path / f"{name}.ipynb", f"# {name}") for name in ("one", "two & 2", "three")]
    list(export(paths, tmp_path, execute=False))
    text = (tmp_path / "two & 2.html").read_text()
    nav = re.search(r'<nav aria-label="Pages">(.*?)</nav>', text)[1]
    assert re.findall('href="([^"]+)"', nav) == ["one.html", "three.html"]
    assert 'href="two%20%26%202.html">two &amp; 2</a>' in (tmp_path / "one.html").read_text()


def test_the_command_line_loads_nothing_of_this_before_it_is_asked():
    code = "import sys, attnedu.cli; print(*{'nbconvert', 'nbclient', 'pygments.lexers'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ""
