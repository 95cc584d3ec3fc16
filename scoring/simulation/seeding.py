"""Random numbers that depend on a name and a seed only, and so not on which others are run, in what order, or in which process."""

from __future__ import annotations

from zlib import crc32

import numpy as np


def seeded(name: str, seed: int) -> np.random.Generator:
    """A generator of its own for `name` and `seed`."""
    return np.random.default_rng((crc32(name.encode()), seed))
