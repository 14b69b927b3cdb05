"""The joiner, which gives the browser one text without imports."""

import re

import pytest

from attnedu.widgets import MaskLab, SoftmaxBridge, TalentShow, _base


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
    text = _base.join_modules("mask_lab")
    assert text.count("const $arithmetic =") == 1
    assert text.index("const $format =") < text.index("const $goals =")


def test_an_import_of_another_form_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(_base, "STATIC", tmp_path)
    (tmp_path / "bad.mjs").write_text('import everything from "./other.mjs";\n')
    with pytest.raises(ValueError, match=r"bad\.mjs: write imports as"):
        _base.join_modules("bad")
    (tmp_path / "bad.mjs").write_text('import { a as b } from "./other.mjs";\n')
    (tmp_path / "other.mjs").write_text("export const a = 1;\n")
    with pytest.raises(ValueError, match="without `as`"):
        _base.join_modules("bad")


@pytest.mark.parametrize("path", sorted(_base.STATIC.iterdir()), ids=lambda path: path.name)
def test_every_front_end_file_is_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 200
