"""A widget as a page: what stands in the file, what may run in it, and how small it is."""

import base64
import hashlib
import json
import os
import re
from html.parser import HTMLParser

import anywidget
import numpy as np
import pytest
import traitlets
from ipywidgets import IntSlider, Widget

from attnedu.core.recordings import recording
from attnedu.widgets import MaskLab, SoftmaxBridge, TalentShow
from attnedu.widgets.page import Views, pack, page_html, page_styles, write_page

from .node_tests import run_node_test

EVIL = ["</script><script>alert(1)</script>", "<!-- <script>", "]]>", "\u2028", "</noscript><b>"]


class Elements(HTMLParser):
    """The tags of a page in order, and the text inside each script and style."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.inside = [], [], False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.inside = tag == "script"

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.texts.append((self.tags[-1][1]["type"], data))

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]

    def script(self, kind):
        return "".join(text for found, text in self.texts if found == kind)


def state_of(*widgets):
    return Widget.get_manager_state(widgets=list(widgets))["state"]


def page_of(*widgets, **more):
    views = Views(state_of(*widgets))
    body = "".join(views.mount(widget.model_id, "<p>still</p>") for widget in widgets)
    return page_html("A page", body, views, **more)


class Foreign(anywidget.AnyWidget):
    """A widget of another maker."""

    _esm = "export default { render({ model, el }) { el.textContent = model.get('word'); } };"
    _css = ".foreign { color: red }"
    word = traitlets.Unicode("hello").tag(sync=True)
    data = traitlets.Bytes(b"").tag(sync=True)


def test_a_widget_is_saved_as_one_page_and_its_path_is_returned(tmp_path):
    path = SoftmaxBridge().save(tmp_path / "bridge")
    assert path == tmp_path / "bridge.html"
    page = Elements(path.read_text(encoding="utf-8"))
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert page.all("a")[0] == {"class": "pg-skip", "href": "#main"}


def test_nothing_in_a_page_is_fetched(tmp_path):
    text = page_of(TalentShow(), SoftmaxBridge(), MaskLab())
    page = Elements(text)
    policy = next(a["content"] for a in page.all("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    assert not re.search(r"https?:|\*|unsafe-eval|script-src[^;]*unsafe|blob", policy)
    assert not [a for _, a in page.tags if "src" in a]
    assert page.all("link") == [{"rel": "icon", "href": "data:,"}]
    assert set(re.findall(r"https?://[^\s\"'<&]+", text)) == {"http://www.w3.org/2000/svg"}


def test_the_one_script_that_may_run_is_named_by_its_hash():
    page = Elements(page_of(MaskLab()))
    policy = next(a["content"] for a in page.all("meta") if "content" in a and "script-src" in a["content"])
    digest = hashlib.sha256(page.script("module").encode()).digest()
    assert f"script-src 'sha256-{base64.b64encode(digest).decode()}';" in policy
    own = Elements(page_of(MaskLab(), own_scripts=True)).all("meta")
    assert any("script-src 'unsafe-inline';" in a.get("content", "") for a in own)


def test_parts_that_widgets_share_stand_in_a_page_once():
    alone = [len(page_of(kind())) for kind in (TalentShow, SoftmaxBridge, MaskLab)]
    text = page_of(TalentShow(), SoftmaxBridge(), MaskLab())
    assert text.count("const $parts_dom =") == 1
    assert text.count(".at-defs {") == 1
    assert len(text) < 0.7 * sum(alone)


def test_two_widgets_of_a_kind_share_the_code_and_two_views_of_one_share_the_model():
    first, second = SoftmaxBridge(), SoftmaxBridge([3.0, 1.0])
    views = Views(state_of(first, second))
    places = [views.mount(w.model_id, "") for w in (first, second, first)]
    numbers = [re.search(r'data-pg-model="(\d+)"', place)[1] for place in places]
    assert numbers == ["0", "1", "0"]
    assert views.stems == ["softmax_bridge"]
    assert [model["state"]["scores"] for model in views.models] == [first.scores, second.scores]


def test_the_code_of_another_maker_is_kept_once_and_lets_a_blob_run():
    text = page_of(Foreign(word="a"), Foreign(word="b"))
    page = Elements(text)
    data = json.loads(page.script("application/json"))
    assert data["codes"] == [Foreign._esm]
    assert [(m["code"], m["state"]["word"]) for m in data["models"]] == [(0, "a"), (0, "b")]
    assert text.count(".foreign {") == 1
    assert re.search(r"script-src 'sha256-[^']+' blob:;", text)


def test_a_widget_saved_by_an_older_version_keeps_the_code_that_came_with_it():
    widget = SoftmaxBridge()
    state = state_of(widget)
    state[widget.model_id]["state"]["_esm"] = "export default { render() {} };  // of last year"
    views = Views(state)
    views.mount(widget.model_id, "")
    assert views.stems == []
    assert views.codes == ["export default { render() {} };  // of last year"]


def test_the_manager_s_own_traits_stay_outside():
    (model,) = json.loads(Elements(page_of(TalentShow())).script("application/json"))["models"]
    assert set(model["state"]) == {name for name in TalentShow().keys if not name.startswith("_")} - {
        "layout",
        "tabbable",
        "tooltip",
    }


def test_a_widget_without_code_or_without_state_has_no_place():
    slider = IntSlider()
    views = Views(state_of(slider))
    assert views.mount(slider.model_id, "") is None
    assert views.mount("unknown", "") is None
    assert views.models == []


@pytest.mark.parametrize("evil", EVIL)
def test_tokens_that_look_like_tags_stay_text(evil):
    show = TalentShow(acts=[evil, "b", "c", "d"], judges=["x", evil, "z"])
    text = page_of(show, Foreign(word=evil))
    page = Elements(text)
    assert len(page.all("script")) == 2
    assert text.count("</script>") == 2
    data = json.loads(page.script("application/json"))
    assert data["models"][0]["state"]["acts"][0] == evil
    assert data["models"][1]["state"]["word"] == evil
    assert "<!--" not in page.script("application/json") + page.script("module")


def test_what_stands_where_scripts_are_off_cannot_leave_its_place():
    widget = MaskLab()
    text = Views(state_of(widget)).mount(widget.model_id, "<p>a</p></NOSCRIPT><script>alert(1)</script>")
    inside = re.search(r"<noscript>(.*)</noscript>", text, re.DOTALL)[1]
    assert "</noscript" not in inside.lower()


def test_a_saved_page_holds_picture_and_table_for_where_scripts_are_off(tmp_path):
    text = MaskLab().save(tmp_path / "m.html").read_text(encoding="utf-8")
    still = re.search(r"<noscript>(.*?)</noscript>", text, re.DOTALL)[1]
    assert "<svg" in still
    assert "<caption>" in still
    assert 'scope="col"' in still


def test_infinite_numbers_travel_as_a_kernel_sends_them():
    class Holder(Foreign):
        values = traitlets.List().tag(sync=True)

    text = page_of(Holder(values=[1.5, -np.inf, float("nan")]))
    (model,) = json.loads(Elements(text).script("application/json"))["models"]
    assert model["state"]["values"] == [1.5, "-inf", "nan"]


def test_a_page_is_the_same_each_time_it_is_made(tmp_path):
    first, second = (MaskLab().save(tmp_path / name).read_bytes() for name in ("a.html", "b.html"))
    assert first == second


@pytest.mark.parametrize("name", ["there", "there/x.html", "taken.html"])
def test_a_page_is_written_over_pages_only_and_into_folders_that_exist(tmp_path, name):
    (tmp_path / "taken.html").write_text("<p>mine</p>")
    if name == "there":
        (tmp_path / "there").mkdir()
    words = {"there": "is a folder", "there/x.html": "is no folder: make it", "taken.html": "choose another"}
    with pytest.raises(ValueError, match=words[name]):
        write_page(tmp_path / name, page_of(MaskLab()))
    assert (tmp_path / "taken.html").read_text() == "<p>mine</p>"
    path = MaskLab().save(tmp_path / "fresh.html")
    assert MaskLab().save(path) == path


@pytest.mark.parametrize("name", ["lesson 0.5", "my.widget", "bridge", "a.HTM", "b.html", "c.html.txt"])
def test_a_name_that_does_not_end_in_html_gets_it(tmp_path, name):
    path = SoftmaxBridge().save(str(tmp_path / name))
    assert path.name == (name if name.lower().endswith((".htm", ".html")) else f"{name}.html")
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "must name a file"),
        ("  ", "must name a file"),
        ("a\0b", "must name a file"),
        (".", "is a folder"),
        ("new/", "is a folder"),
        ("..", "is a folder"),
        ("x" * 300, "name too long"),
        ("x" * 5000 + "/a", "name too long"),
        ("away", "leads nowhere"),
        ("loop", "leads nowhere"),
        ("pipe", "is no file"),
        ("a\ud800", "no name for a file"),
    ],
)
def test_a_name_that_cannot_be_written_is_answered_in_words_and_nothing_is_written(
    tmp_path, monkeypatch, name, words
):
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    (inner / "away.html").symlink_to(tmp_path / "elsewhere.html")
    (inner / "loop.html").symlink_to(inner / "loop.html")
    os.mkfifo(inner / "pipe.html")
    there = sorted(tmp_path.rglob("*"))
    with pytest.raises(ValueError, match=words) as caught:
        SoftmaxBridge().save(name)
    assert len(str(caught.value)) < 400
    assert sorted(tmp_path.rglob("*")) == there


def test_a_place_that_cannot_be_written_is_answered_in_words(tmp_path, monkeypatch):
    def refuse(self, data):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_bytes", refuse)
    with pytest.raises(ValueError, match=r"a.html could not be written: permission denied. Choose another"):
        SoftmaxBridge().save(tmp_path / "a")
    with pytest.raises(TypeError, match="path must be a text"):
        SoftmaxBridge().save(3)


def test_a_widget_that_was_closed_is_saved_as_it_was(tmp_path):
    widget = SoftmaxBridge([3.0, 1.0])
    before = widget.save(tmp_path / "before").read_bytes()
    widget.close()
    assert widget.save(tmp_path / "after").read_bytes() == before


def test_the_page_s_own_names_do_not_meet_those_of_widgets():
    assert not re.search(r"\.at-(?!widget)", page_styles())
    assert "/*" not in page_styles()
    assert len(page_styles()) < 5000


def sized(values):
    widget = Foreign(data=values.tobytes())
    return len(page_of(widget).encode())


def test_a_model_s_worth_of_scores_makes_a_page_well_below_a_megabyte():
    rng = np.random.default_rng(0)
    worst = rng.normal(size=(12, 12, 32, 32)).astype("f4")  # random digits: nothing to squeeze but exponents
    assert worst.nbytes > 580_000
    assert sized(worst) < 750_000
    recorded = np.asarray(recording("smollm2").scores).astype("f4").ravel()
    real = np.resize(recorded, (12, 12, 32, 32))
    assert sized(real) < 450_000


def test_bytes_are_sorted_where_that_helps_and_come_back_in_the_browser(tmp_path):
    rng = np.random.default_rng(1)
    floats = rng.normal(size=400).astype("f4")
    kept = [
        b"",
        b"abc" * 50,
        bytes(range(256)),
        floats.tobytes(),
        floats.astype("f8").tobytes(),
        floats.astype("f2").tobytes()[:-1],
        np.arange(70_000, dtype="<i4").tobytes(),  # longer than the sample
    ]
    packed = [pack(data) for data in kept]
    assert packed[3]["size"] == 4
    assert packed[1]["size"] == 1
    assert len(packed[6]["data"]) < 0.02 * len(kept[6])
    numbers = {
        "packed": [{"packed": p, "bytes": list(d)} for p, d in zip(packed, kept, strict=True)],
        "floats": {"packed": packed[3], "values": floats.astype(float).tolist()},
    }
    run_node_test("page", numbers, tmp_path)


def test_a_binary_trait_is_packed_and_leaves_no_copy_in_the_state():
    values = np.linspace(-3, 3, 1000, dtype="f4")
    (model,) = json.loads(Elements(page_of(Foreign(data=values.tobytes()))).script("application/json"))[
        "models"
    ]
    (buffer,) = model["buffers"]
    assert buffer["path"] == ["data"]
    assert buffer["size"] == 4
    assert "data" not in model["state"]
