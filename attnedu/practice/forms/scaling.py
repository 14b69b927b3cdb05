"""Ways to get the scale of scores wrong. Sizes in the probes are distinct, so each is told from the others."""

import numpy as np

from ..engine.model import Form


def scaling_forms(raw="raw", q="q", v=None):
    """Wrong forms of `scores = raw / √d_k`. v adds √d_v where values are at hand."""

    def get(s):
        return getattr(s, raw), getattr(s, q).shape[-1]

    def scaled(rule):
        def run(s):
            array, d_k = get(s)
            return rule(array, d_k, array.shape[-2], array.shape[-1])

        return run

    forms = [
        Form(
            "M06",
            scaled(lambda r, d, T_q, T_k: r),
            "q @ k.T, never divided",
            "the dot product is the score as it is",
        ),
        Form("M07", scaled(lambda r, d, T_q, T_k: r / d), "/ d_k", "the scale is d_k itself"),
        Form("M07", scaled(lambda r, d, T_q, T_k: r * np.sqrt(d)), "* np.sqrt(d_k)", "the scale multiplies"),
        Form(
            "M07", scaled(lambda r, d, T_q, T_k: r / np.sqrt(T_k)), "/ np.sqrt(T_k)", "the scale counts keys"
        ),
        Form(
            "M07",
            scaled(lambda r, d, T_q, T_k: r / np.sqrt(T_q)),
            "/ np.sqrt(T_q)",
            "the scale counts queries",
        ),
        Form("M07", scaled(lambda r, d, T_q, T_k: r / T_k), "/ T_k", "the scale counts keys"),
        Form("M07", scaled(lambda r, d, T_q, T_k: r / d**0.25), "/ d_k**0.25", "one fourth root is enough"),
        Form("M07", scaled(lambda r, d, T_q, T_k: r / d**2), "/ d_k**2", "the scale is d_k squared"),
        Form("M07", scaled(lambda r, d, T_q, T_k: r * d), "* d_k", "the scale multiplies"),
        Form(
            "M07", scaled(lambda r, d, T_q, T_k: r / np.log(d)), "/ np.log(d_k)", "the scale is a logarithm"
        ),
        Form(
            "M07",
            scaled(lambda r, d, T_q, T_k: r / (2 * np.sqrt(d))),
            "/ (2 * np.sqrt(d_k))",
            "scaled and halved",
        ),
        Form(
            "M07", scaled(lambda r, d, T_q, T_k: r / np.sqrt(2 * d)), "/ np.sqrt(2 * d_k)", "d_k counts twice"
        ),
        Form(
            "M07",
            scaled(lambda r, d, T_q, T_k: r / r.std()),
            "/ scores.std()",
            "the scale comes from the data",
        ),
        Form(
            "M07",
            scaled(lambda r, d, T_q, T_k: r / np.sqrt(d - 1)),
            "/ np.sqrt(d_k - 1)",
            "one component less",
        ),
    ]
    if v is not None:
        forms.append(
            Form(
                "M07",
                lambda s: getattr(s, raw) / np.sqrt(getattr(s, v).shape[-1]),
                "/ np.sqrt(d_v)",
                "the values' length",
            )
        )
    return tuple(forms)


def length_forms(raw="raw", q="q", k="k"):
    """More wrong scales, for an exercise whose subject they are: lengths read off the wrong axis, the scale applied twice."""

    def of(rule):
        return lambda s: rule(getattr(s, raw), getattr(s, q), getattr(s, k))

    return (
        cosine(q, k),
        Form("M07", of(lambda r, q, k: r / (q.shape[-1] / 2)), "/ (d_k / 2)", "the scale is half of d_k", rare=True),
        Form("M07", of(lambda r, q, k: r / np.sqrt(q.shape[-1] / 2)), "/ np.sqrt(d_k / 2)", "half of the components count", rare=True),
        Form("M07", of(lambda r, q, k: r / np.sqrt(q.shape[-1] + k.shape[-1] + k.shape[-2])), "/ np.sqrt(2 * d_k + T_k)", "the scale counts everything", rare=True),
        Form("M07", of(lambda r, q, k: r / np.sqrt(len(q))), "/ np.sqrt(len(q))", "the scale is the length of the array"),
        Form("M41", of(lambda r, q, k: r / np.sqrt(q.shape[1])), "/ np.sqrt(q.shape[1])", "axis 1 holds the components, whatever stands in front"),
        Form("M41", of(lambda r, q, k: r / np.sqrt(q.shape[2])), "/ np.sqrt(q.shape[2])", "there are exactly three axes", rare=True),
        Form("M07", of(lambda r, q, k: r / np.sqrt(len(k))), "/ np.sqrt(len(k))", "the scale is the length of the array"),
        Form("M07", of(lambda r, q, k: r / np.sqrt(q.size)), "/ np.sqrt(q.size)", "the scale counts every number of q"),
        Form("M07", of(lambda r, q, k: r / np.sqrt(r.shape[-1] * r.shape[-2])), "/ np.sqrt(T_q * T_k)", "the scale counts cells"),
        Form("M07", of(lambda r, q, k: r / r.shape[-2]), "/ T_q", "the scale counts queries"),
        Form("M07", of(lambda r, q, k: r / q.shape[-1] ** 1.5), "/ d_k**1.5", "the scale is applied to both sides and the product", rare=True),
        Form("M07", of(lambda r, q, k: r / np.abs(r).max()), "/ abs(scores).max()", "scores must lie between -1 and 1"),
        Form("M07", of(lambda r, q, k: r / r.std(axis=-1, keepdims=True)), "/ scores.std(axis=-1)", "the scale comes from the data"),
        Form("M07", of(lambda r, q, k: r / q.std()), "/ q.std()", "the scale comes from the data", rare=True),
        Form("M07", of(lambda r, q, k: r / np.linalg.norm(q)), "/ np.linalg.norm(q)", "the scale comes from the data", rare=True),
        Form("M07", of(lambda r, q, k: r / np.log2(q.shape[-1])), "/ np.log2(d_k)", "the scale is a logarithm", rare=True),
        Form("M07", of(lambda r, q, k: r / np.sqrt(q.shape[-1] + 1)), "/ np.sqrt(d_k + 1)", "one component more", rare=True),
        Form("M07", of(lambda r, q, k: r / np.sqrt(512)), "/ np.sqrt(512)", "the scale is that of the paper", rare=True),
        Form("M53", of(lambda r, q, k: r // np.sqrt(q.shape[-1])), "// np.sqrt(d_k)", "a floor division is a division"),
        Form("M07", of(lambda r, q, k: r / 8), "/ 8", "the scale is that of the paper", rare=True),
    )  # fmt: skip


def cosine(q="q", k="k"):
    """Both lengths divided out, and nothing else."""

    def run(s):
        queries, keys = (
            x / np.linalg.norm(x, axis=-1, keepdims=True) for x in (getattr(s, q), getattr(s, k))
        )
        return queries @ np.swapaxes(keys, -1, -2)

    return Form("M07", run, "q @ k.T / (|q| |k|), no root", "the score is a cosine")
