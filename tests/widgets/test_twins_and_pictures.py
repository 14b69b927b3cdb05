"""The plain-function twins, the texts and the pictures that stand in for a widget."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from attnedu import core
from attnedu.widgets import (
    MaskLab,
    SoftmaxBridge,
    TalentShow,
    explore_mask_lab,
    explore_softmax_bridge,
    explore_talent_show,
)

WIDGETS = [TalentShow, SoftmaxBridge, MaskLab]


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_repr_is_the_same_in_every_run(kind):
    first, second = repr(kind()), repr(kind())
    assert first == second
    assert first.startswith(f"{kind.__name__}(")
    assert "0x" not in first


@pytest.mark.parametrize("kind", WIDGETS)
def test_the_mime_bundle_has_a_stable_text_a_view_and_a_picture(kind):
    widget = kind()
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == repr(widget)
    assert "application/vnd.jupyter.widget-view+json" in data
    assert '<svg xmlns="' in data["text/html"]
    assert data["text/html"] == kind()._repr_mimebundle_()[0]["text/html"]


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_static_picture_is_well_formed_and_titled_by_its_alt_text(kind):
    alt, svg = kind().static_picture()
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root[0].text == alt
    assert len(alt) > 80


def test_a_picture_says_what_is_hidden_by_hatching_not_by_colour():
    lab = MaskLab(mask=core.causal_mask(5))
    assert lab.static_picture()[1].count('data-hidden="true"') == 3 * 10
    show = TalentShow()
    show.struck = ["singer"]
    assert show.static_picture()[1].count('data-hidden="true"') == 3


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_picture_has_no_id_that_another_picture_on_the_page_could_share(kind):
    assert 'id="' not in kind().static_picture()[1].replace('data-hidden="', "")


def test_names_cannot_break_the_picture():
    alt, svg = SoftmaxBridge([1, 2], names=["<b>", '"&"']).static_picture()
    assert ET.fromstring(svg)[0].text == alt


def test_the_twin_of_the_talent_show_prints_what_the_widget_holds(capsys):
    made = explore_talent_show(struck=["singer"], level="after")
    printed = capsys.readouterr().out.strip()
    show = TalentShow()
    show.struck, show.level = ["singer"], "after"
    assert printed == show.describe()
    # 1 - e^1 / (e^2 + e^1 + e^0 + e^-1), worked apart from the package
    assert made["row_sums"][0] == pytest.approx(0.763117, abs=1e-6)
    assert f"{100 * 0.763117:.1f} %" in printed


def test_the_twin_of_the_bridge_prints_what_the_widget_holds(capsys):
    made = explore_softmax_bridge([np.log(3), 0], shift=4)
    assert made["weights"] == pytest.approx([0.75, 0.25])
    assert capsys.readouterr().out.strip() == SoftmaxBridge([np.log(3), 0], shift=4).describe()


def test_the_twin_of_the_mask_lab_names_leaks_and_empty_rows(capsys):
    mask = core.causal_mask(5)
    mask[0] = False
    made = explore_mask_lab(mask=mask, push=3)
    printed = capsys.readouterr().out
    assert made["leaking_rows"].tolist() == [False, True, True, True, False]
    assert len(re.findall("leak of ball", printed)) == 3
    assert len(re.findall("empty row", printed)) == 2
    assert made["row_sums_on_scores"] == pytest.approx([0, 1, 1, 1, 1])


def test_renormalising_equals_hiding_scores_until_the_hidden_score_dominates(capsys):
    mask = core.causal_mask(5)
    fine = explore_mask_lab(mask=mask, renormalise=True, push=30)
    assert fine["mask_on_weights"] == pytest.approx(fine["mask_on_scores"], abs=1e-12)
    lost = explore_mask_lab(mask=mask, renormalise=True, push=900)
    assert lost["row_sums_on_weights"].tolist() == [0, 0, 0, 0, 1]
    assert lost["row_sums_on_scores"] == pytest.approx(np.ones(5))
    assert "0.000" in capsys.readouterr().out


@pytest.mark.parametrize("explore", [explore_talent_show, explore_softmax_bridge, explore_mask_lab])
def test_a_twin_leaves_no_widget_behind(explore, capsys):
    import ipywidgets

    before = len(ipywidgets.widgets.widget._instances)
    explore()
    assert len(ipywidgets.widgets.widget._instances) == before
    assert capsys.readouterr().out
