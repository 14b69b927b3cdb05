"""What learners write for `padding_mask`: wrong once, wrong twice, and right in unusual ways."""

import numpy as np
import torch

from tests.practice.learners.corpus import Learners
from tests.practice.learners.parts import causal

here = Learners("padding_mask")
one, two, right = here.one, here.two, here.right


# one mistake each

one("M12", note="<=")(lambda lengths, T_k: (np.arange(T_k) <= np.asarray(lengths)[:, None])[:, None, :])
one("M12", note="1.. <")(
    lambda lengths, T_k: (np.arange(1, T_k + 1) < np.asarray(lengths)[:, None])[:, None, :]
)
one("M12", note="0<j<=len")(
    lambda lengths, T_k: ((np.arange(T_k) <= np.asarray(lengths)[:, None]) & (np.arange(T_k) > 0))[:, None, :]
)
one("M11", note=">=")(lambda lengths, T_k: (np.arange(T_k) >= np.asarray(lengths)[:, None])[:, None, :])
one("M51", note="left")(
    lambda lengths, T_k: (np.arange(T_k) >= T_k - np.asarray(lengths)[:, None])[:, None, :]
)
one("M51", note="left by flip")(
    lambda lengths, T_k: (np.arange(T_k)[::-1] < np.asarray(lengths)[:, None])[:, None]
)
one("M45", "M43", note="no query axis")(lambda lengths, T_k: np.arange(T_k) < np.asarray(lengths)[:, None])
one("M43", note="query axis")(
    lambda lengths, T_k: (np.arange(T_k) < np.asarray(lengths)[:, None])[:, :, None]
)
one("M43", note="batch axis")(lambda lengths, T_k: (np.arange(T_k) < np.asarray(lengths)[:, None])[None])
one("M45", "M43", note="T_k x batch")(
    lambda lengths, T_k: np.arange(T_k)[:, None] < np.asarray(lengths)[None]
)
one("M45", "M43", note="four axes")(
    lambda lengths, T_k: (np.arange(T_k) < np.asarray(lengths)[:, None])[:, None, None, :]
)
one("M50", note="ones")(lambda lengths, T_k: np.ones((len(lengths), 1, T_k), bool))


@one("M55", "M50")
def first_length(lengths, T_k):
    out = np.zeros((len(lengths), 1, T_k), bool)
    for b in range(len(lengths)):
        out[b, 0, : lengths[0]] = True
    return out


@one("M55", "M50")
def with_max(lengths, T_k):
    return np.stack([[np.arange(T_k) < max(lengths)] for _ in lengths])


@one("M51", "M11")
def pad_count(lengths, T_k):  # takes lengths to be the number of pads
    return np.stack([(np.arange(T_k) < T_k - n)[None] for n in lengths])


@one("M43", "M45")
def pairs(lengths, T_k):  # G04
    keep = np.arange(T_k) < np.asarray(lengths)[:, None]
    return keep[:, :, None] & keep[:, None, :]


@one("M45", "M11", "M09")
def additive(lengths, T_k):
    return np.where(np.arange(T_k) < np.asarray(lengths)[:, None], 0.0, -np.inf)[:, None, :]


@one("M58", "M43")
def with_causal(lengths, T_k):
    keep = np.arange(T_k) < np.asarray(lengths)[:, None]
    return keep[:, None, :] & causal(T_k, T_k)


@one("M38")
def mutates(lengths, T_k):
    rows = []
    for b in range(len(lengths)):
        row = []
        for _j in range(T_k):
            row.append(lengths[b] > 0)
            lengths[b] -= 1
        rows.append([row])
    return np.array(rows)


@one("M55")
def last_sequence(lengths, T_k):
    out = np.ones((len(lengths), 1, T_k), bool)
    for b in range(len(lengths) - 1):
        out[b, 0, lengths[b] :] = False
    return out


# two mistakes each

two("M11", "M12")(lambda n, t: (np.arange(t) > np.asarray(n)[:, None])[:, None])
two("M11", "M51")(lambda n, t: (np.arange(t) < t - np.asarray(n)[:, None])[:, None])
two("M12", "M51")(lambda n, t: (np.arange(t) >= t - np.asarray(n)[:, None] - 1)[:, None])
two("M11", "M43")(lambda n, t: (np.arange(t) >= np.asarray(n)[:, None])[:, :, None])
two("M12", "M43")(lambda n, t: (np.arange(t) <= np.asarray(n)[:, None])[:, :, None])
two("M12", "M45")(lambda n, t: np.arange(t) <= np.asarray(n)[:, None])
two("M11", "M45")(lambda n, t: np.arange(t) >= np.asarray(n)[:, None])


# unusual, and right

right("ints")(lambda n, t: (np.arange(t)[None, None] < np.array(n)[:, None, None]).astype(int))
right("floats")(lambda n, t: (np.arange(t)[None, None] < np.array(n)[:, None, None]).astype(float))
right("list", child=True)(lambda n, t: [[[j < x for j in range(t)]] for x in n])
right("expand_dims")(lambda n, t: np.expand_dims(np.less.outer(np.arange(t), np.asarray(n)).T, 1))
right("stack")(lambda n, t: np.stack([np.r_[np.ones(x, bool), np.zeros(t - x, bool)][None] for x in n]))
right("tri rows")(lambda n, t: np.tri(t + 1, t, -1, dtype=bool)[np.asarray(n)][:, None])
right("torch: arange")(
    lambda n, t: torch.arange(t)[None, None, :] < torch.as_tensor(np.array(n))[:, None, None]
)


@right()
def fill(lengths, T_k):
    m = np.zeros((len(lengths), 1, T_k), dtype=bool)
    for b, n in enumerate(lengths):
        m[b, :, :n] = 1
    return m
