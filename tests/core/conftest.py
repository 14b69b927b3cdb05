"""What the tests of the arithmetic share: hypothesis that draws the same examples in every run."""

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("core", derandomize=True, deadline=None, max_examples=60, database=None)
settings.load_profile("core")


@pytest.fixture
def rng():
    return np.random.default_rng(20)


@pytest.fixture
def qkv(rng):
    """Pairwise distinct sizes: batch 7, heads 6, T_q=3, T_k=5, d_k=4, d_v=2."""
    return (
        rng.standard_normal((7, 6, 3, 4)),
        rng.standard_normal((7, 6, 5, 4)),
        rng.standard_normal((7, 6, 5, 2)),
    )
