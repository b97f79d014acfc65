"""The pictures of the site, each drawn from what bestguess finds while the site is built."""

from collections.abc import Callable

PICTURES: dict[str, Callable[[], str]] = {}
"""How each picture is drawn, by the name of its file."""


def draw_all() -> dict[str, bytes]:
    """All pictures by the names of their files."""
    return {name: draw().encode() for name, draw in PICTURES.items()}
