"""The data that every lesson shares: a talent show, a worked example small enough for paper, and real heads.

The recorded scores of real models are in `recordings`.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class TalentShow:
    """Judges write a score for every act; what an act brings is its value.

    judges: 3 names, the queries          acts: 4 names, the keys
    scores: (3, 4), any real numbers      brings: 2 names, what the columns of `values` measure
    values: (4, 2), what each act brings
    """

    judges: tuple
    acts: tuple
    scores: np.ndarray
    brings: tuple
    values: np.ndarray


def talent_show():
    """Three judges, four acts, twelve scores on paper. One judge writes only negative scores.

    >>> show = talent_show()
    >>> show.scores.shape == (len(show.judges), len(show.acts))
    True
    """
    return TalentShow(
        judges=("Ada", "Blaise", "Carl"),
        acts=("juggler", "singer", "magician", "dancer"),
        scores=np.array([[2.0, 1.0, 0.0, -1.0], [-3.0, -1.0, -2.0, -5.0], [0.5, 4.0, 0.5, 1.0]]),
        brings=("laughter", "music"),
        values=np.array([[8.0, 0.0], [1.0, 9.0], [5.0, 1.0], [2.0, 6.0]]),
    )


@dataclass(frozen=True, eq=False)
class WorkedExample:
    """Three tokens with small integers, d_k = 4 so that √d_k = 2, d_v = 2. q, k: (3, 4); v: (3, 2)."""

    tokens: tuple
    q: np.ndarray
    k: np.ndarray
    v: np.ndarray


def worked_example():
    """The example of lesson 05: every raw score is a small even integer, so every scaled score is an integer.

    >>> example = worked_example()
    >>> (example.q @ example.k.T / 2).astype(int).tolist()
    [[2, 1, 0], [0, 3, 1], [1, -1, 2]]
    """
    return WorkedExample(
        tokens=("sun", "warms", "stone"),
        q=np.array([[0.0, 1.0, 0.0, 2.0], [2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]]),
        k=np.array([[0.0, 0.0, 1.0, 2.0], [2.0, 2.0, -1.0, 0.0], [1.0, 0.0, 2.0, 0.0]]),
        v=np.array([[4.0, 0.0], [0.0, 2.0], [2.0, 6.0]]),
    )
