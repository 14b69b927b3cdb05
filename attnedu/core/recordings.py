"""What scores do real models compute? Two recordings, made once from the models, read here with NumPy alone.

``smollm2`` is a causal decoder (its readers apply ``causal_mask`` before softmax), ``minilm`` is a
bidirectional encoder. Both read "The dog chased the ball because it rolled away". What is stored is scores,
scaled, before any mask and before softmax: no weights. ``python -m attnedu.models.record`` makes the files.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True, eq=False)
class Recording:
    """The scaled scores of every layer and head of one model on one sentence.

    tokens      tuple of T strings: the words, and for MiniLM ``[CLS]`` and ``[SEP]``
    scores      float32, (layers, heads, T, T); rows are queries, columns are keys
    causal      True if the model hides future keys: apply ``causal_mask(T)`` before softmax
    provenance  dict: model, licence, package, checksums, exactly what was recorded, attribution
    """

    tokens: tuple[str, ...]
    scores: np.ndarray = field(repr=False)
    causal: bool
    provenance: dict = field(repr=False)

    def head(self, layer: int, head: int) -> np.ndarray:
        """Return the scores of one head, (T, T), as a copy; layers and heads count from 0.

        Raises ValueError if the model has no such layer or head.

        Example:
            >>> recording("smollm2").head(22, 6).shape
            (9, 9)
        """
        for name, index, size in (
            ("layer", layer, self.scores.shape[0]),
            ("head", head, self.scores.shape[1]),
        ):
            if not 0 <= index < size:
                raise ValueError(f"{name} is {index}: this model has {name}s 0 to {size - 1}")
        return self.scores[layer, head].copy()


def recording_names() -> list[str]:
    """Return the names that ``recording`` knows.

    Example:
        >>> recording_names()
        ['minilm', 'smollm2']
    """
    return sorted(path.stem for path in FOLDER.glob("*.npz"))


def recording(name: str) -> Recording:
    """Return the recording called ``name``, a fresh copy each time.

    Raises ValueError if there is no such recording, naming those that exist, or if the file's sha256 is not
    the one that its provenance gives.

    Source: SmolLM2-135M-Instruct and all-MiniLM-L6-v2, both Apache-2.0; see ``.provenance["attribution"]``.

    Example:
        >>> smollm2 = recording("smollm2")
        >>> row = smollm2.head(22, 6)[smollm2.tokens.index("it")]
        >>> smollm2.tokens[row.argmax()], round(float(row.max()), 3)
        ('ball', 6.501)
    """
    if name not in recording_names():
        raise ValueError(f"no recording is called {name!r}: there are {', '.join(recording_names())}")
    provenance = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    stored = (FOLDER / f"{name}.npz").read_bytes()
    found = hashlib.sha256(stored).hexdigest()
    if found != provenance["npz_sha256"]:
        raise ValueError(
            f"{name}.npz has sha256 {found[:12]}…, its provenance says {provenance['npz_sha256'][:12]}…: "
            "the file has changed; install attnedu again"
        )
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        scores = arrays["scores"]
    return Recording(tuple(provenance["tokens"]), scores, provenance["causal"], provenance)
