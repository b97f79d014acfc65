"""Small games that are worked on as if they were too large for a table."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import bestguess as bg
from bestguess.advice import samples


def without_table(game: bg.Game) -> bg.Game:
    """A copy of *game* that is sampled."""
    sampled = copy.copy(game)
    sampled.use_sample = True
    return sampled


@contextmanager
def one_sampled_guess() -> Iterator[None]:
    """Within it, samples hold one guess beside those that win: the best are left out."""
    samples._cached_sample.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "_GUESSES", 1)
        yield
    samples._cached_sample.cache_clear()
