"""What holds for all tests, those in docstrings and documents too."""

from collections.abc import Iterator

import pytest

from bestguess.games import registry as game_registry
from bestguess.strategies import registry as strategies


@pytest.fixture(autouse=True)
def own_registrations() -> Iterator[None]:
    """Games and strategies that a test registers are known to that test alone."""
    known = [
        (entries, dict(entries))
        for entries in (game_registry._families, game_registry._registered_games, strategies._entries)
    ]
    yield
    for entries, before in known:
        entries.clear()
        entries.update(before)  # type: ignore[arg-type]
