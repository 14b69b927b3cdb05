"""The joiner, which gives the browser one text without imports."""

import re

import pytest

from attnedu.widgets import MaskLab, SoftmaxBridge, TalentShow, _join


@pytest.mark.parametrize("kind", [TalentShow, SoftmaxBridge, MaskLab])
def test_the_joined_front_end_imports_nothing_and_exports_render(kind):
    text = kind._esm
    assert not re.search(r"^\s*(import|export (?!default))", text, re.MULTILINE)
    assert text.count("export default { render }") == 1


@pytest.mark.parametrize("kind", [TalentShow, SoftmaxBridge, MaskLab])
def test_the_front_end_fetches_nothing(kind):
    addresses = set(re.findall(r"https?://[^\s\"']+", kind._esm + kind._css))
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of a vocabulary
    assert not re.search(
        r"\bfetch\(|XMLHttpRequest|@import|url\((?!#)", (kind._esm + kind._css).replace("url(#", "(#")
    )


def test_a_module_is_joined_once_and_before_its_users():
    text = _join.join_modules("mask_lab")
    assert text.count("const $arithmetic_softmax =") == 1
    assert text.index("const $parts_format =") < text.index("const $logic_mask_lab =")


def test_an_import_of_another_form_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(_join, "STATIC", tmp_path)
    (tmp_path / "bad.mjs").write_text('import everything from "./other.mjs";\n')
    with pytest.raises(ValueError, match=r"bad\.mjs: write imports as"):
        _join.join_modules("bad")
    (tmp_path / "bad.mjs").write_text('import { a as b } from "./other.mjs";\n')
    (tmp_path / "other.mjs").write_text("export const a = 1;\n")
    with pytest.raises(ValueError, match="without `as`"):
        _join.join_modules("bad")


@pytest.mark.parametrize("path", sorted(_join.STATIC.rglob("*.*")), ids=lambda path: path.name)
def test_every_front_end_file_is_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize("path", sorted(_join.STATIC.rglob("*.mjs")), ids=lambda path: path.name)
def test_no_text_ever_becomes_markup(path):
    """A token is shown by textContent and attributes alone: nothing parses it as HTML or runs it."""
    text = path.read_text(encoding="utf-8")
    if (
        path.name == "page.mjs"
    ):  # shows a widget's own picture, escaped by Python, where the widget cannot start
        text = text.replace("new DOMParser().parseFromString(saved,", "")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|"
        r"setHTML|srcdoc|\beval\(|new Function",
        text,
    )


@pytest.mark.parametrize("path", sorted(_join.STATIC.rglob("*.mjs")), ids=lambda path: path.name)
def test_arithmetic_and_logic_know_nothing_of_the_page(path):
    if path.parent.name in ("arithmetic", "logic"):
        assert not re.search(
            r"\b(document|window|globalThis)\.|setTimeout\(", path.read_text(encoding="utf-8")
        )


def test_modules_that_two_widgets_share_stand_once_in_a_page():
    page = _join.join_page(["talent_show", "mask_lab", "softmax_bridge"])
    assert page.count("const $arithmetic_softmax =") == 1
    assert page.count("widgets.") == 3
    assert not re.search(r"^\s*(import|export)\b", page, re.MULTILINE)
