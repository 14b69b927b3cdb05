"""Are the shipped recordings whole, small, described, and the ones whose figures the lessons quote?"""

import hashlib
import json
import math
import shutil

import numpy as np
import pytest

from attnedu.core import recordings
from attnedu.core.recordings import recording, recording_names

NAMES = ("smollm2", "minilm")


def softmax_by_hand(row):
    """A softmax that shares no code with the package: math.exp, one row, a list."""
    top = max(row)
    parts = [math.exp(float(score) - float(top)) for score in row]
    total = sum(parts)
    return [part / total for part in parts]


def visible_weights(name, layer, head, query):
    """The weights of one row; a causal model's row ends at its own query."""
    taken = recording(name)
    row = taken.head(layer, head)[query]
    return softmax_by_hand(row[: query + 1] if taken.causal else row)


@pytest.mark.parametrize(("name", "shape"), [("smollm2", (30, 9, 9, 9)), ("minilm", (6, 12, 11, 11))])
def test_every_layer_and_head_is_there_as_finite_float32_scores(name, shape):
    taken = recording(name)
    assert taken.scores.shape == shape
    assert taken.scores.dtype == np.float32
    assert np.isfinite(taken.scores).all()
    assert len(taken.tokens) == shape[-1]
    assert taken.scores.min() < 0 < taken.scores.max()  # scores, not weights


def test_the_causal_model_is_marked_causal_and_its_future_cells_hold_scores():
    assert recording("smollm2").causal is True
    assert recording("minilm").causal is False
    future = np.triu_indices(9, k=1)
    assert np.abs(recording("smollm2").scores[..., future[0], future[1]]).min(axis=-1).max() > 0


def test_the_tokens_are_the_words_of_the_sentence():
    words = ["The", "dog", "chased", "the", "ball", "because", "it", "rolled", "away"]
    assert recording("smollm2").tokens == tuple(words)
    assert recording("minilm").tokens == ("[CLS]", *(word.lower() for word in words), "[SEP]")


def test_smollm2_layer_22_head_6_gives_the_row_of_it_that_an_independent_reader_measured():
    weights = visible_weights("smollm2", 22, 6, query=6)
    assert weights == pytest.approx([0.149, 0.051, 0.040, 0.031, 0.664, 0.038, 0.026], abs=0.0006)


def test_minilm_layer_5_head_6_gives_ball_half_of_the_row_of_it():
    weights = visible_weights("minilm", 5, 6, query=7)
    assert weights[5] == pytest.approx(0.506, abs=0.0006)
    assert weights[2] == pytest.approx(0.028, abs=0.0006)
    assert visible_weights("minilm", 4, 3, query=7)[5] == pytest.approx(0.385, abs=0.0006)


def test_181_of_270_heads_give_the_first_token_more_than_half_from_the_third_query_on():
    shares = [
        sum(visible_weights("smollm2", layer, head, query)[0] for query in range(2, 9)) / 7
        for layer, head in [(layer, head) for layer in range(30) for head in range(9)]
    ]
    assert sum(share > 0.5 for share in shares) == 181
    assert sum(shares) / 270 == pytest.approx(0.58, abs=0.001)


def test_eight_heads_have_ball_as_the_largest_above_0_3_in_the_row_of_it():
    rows = [visible_weights("smollm2", layer, head, 6) for layer in range(30) for head in range(9)]
    assert sum(max(row) == row[4] and row[4] > 0.3 for row in rows) == 8


def test_a_previous_token_head_is_where_it_was_found():
    shares = [visible_weights("smollm2", 16, 0, query)[query - 1] for query in range(2, 9)]
    assert sum(shares) / 7 == pytest.approx(0.79, abs=0.006)


@pytest.mark.parametrize("name", NAMES)
def test_the_checksum_in_the_provenance_is_that_of_the_file(name):
    stored = (recordings.FOLDER / f"{name}.npz").read_bytes()
    assert hashlib.sha256(stored).hexdigest() == recording(name).provenance["npz_sha256"]


def test_all_data_files_together_stay_under_200_kb():
    sizes = [path.stat().st_size for path in recordings.FOLDER.iterdir() if path.suffix in (".npz", ".json")]
    assert len(sizes) == 4
    assert sum(sizes) < 200_000


@pytest.mark.parametrize("name", NAMES)
def test_the_provenance_says_what_from_whom_and_under_which_licence(name):
    page = recording(name).provenance
    for key in (
        "model",
        "model_licence",
        "package",
        "package_version",
        "package_licence",
        "copy",
        "sentence",
    ):
        assert page[key], key
    assert page["model_licence"] == "Apache-2.0"
    assert len(page["model_file_sha256"]) == len(page["npz_sha256"]) == 64
    assert "before softmax" in page["recorded"]
    assert page["model"].split("-")[0] in page["attribution"]
    assert page["shape"] == list(recording(name).scores.shape)
    assert len(page["token_ids"]) == len(page["tokens"]) == page["shape"][-1]


def test_an_unknown_name_is_refused_with_the_names_that_exist():
    assert recording_names() == ["minilm", "smollm2"]
    with pytest.raises(ValueError, match="no recording is called 'gpt2': there are minilm, smollm2"):
        recording("gpt2")


@pytest.mark.parametrize("name", ["../smollm2", "", None])
def test_a_name_that_is_no_name_is_refused_the_same_way(name):
    with pytest.raises(ValueError, match="there are minilm, smollm2"):
        recording(name)


def test_a_changed_file_is_refused(tmp_path, monkeypatch):
    for path in recordings.FOLDER.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    page = json.loads((tmp_path / "minilm.json").read_text(encoding="utf-8"))
    shutil.copy(tmp_path / "smollm2.npz", tmp_path / "minilm.npz")
    monkeypatch.setattr(recordings, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=page["npz_sha256"][:12]):
        recording("minilm")


def test_changing_one_copy_does_not_change_the_next():
    taken = recording("minilm")
    taken.scores[:] = 0
    assert np.abs(recording("minilm").scores).max() > 1
    one = recording("smollm2")
    one.head(22, 6)[:] = 0
    assert np.abs(one.scores[22, 6]).max() > 1


@pytest.mark.parametrize(("layer", "head", "said"), [(30, 0, "layers 0 to 29"), (0, -1, "heads 0 to 8")])
def test_a_head_that_does_not_exist_is_refused_with_the_range(layer, head, said):
    with pytest.raises(ValueError, match=said):
        recording("smollm2").head(layer, head)
