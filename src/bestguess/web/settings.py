"""What the server may spend, and on whom: each setting is an environment variable BESTGUESS_WEB_NAME."""

import os
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from bestguess import engine
from bestguess.errors import BestguessError

PREFIX = "BESTGUESS_WEB_"
PAGE = Path(__file__).parent / "page"


_LEAST_KEY = 32  # characters


class SettingError(BestguessError):
    """A setting is not what it should be."""


def _setting(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Settings:
    """The bounds of the server; `from_environment` reads them."""

    hosts: tuple[str, ...] = _setting((), "names the server is reached by, beside loopback, with commas")
    proxies: str = _setting("", "addresses of proxies whose X-Forwarded-For is believed, with commas")
    rate: float = _setting(50.0, "requests per client and second; 0: no limit")
    burst: int = _setting(200, "requests that a client may make at once")
    query: int = _setting(8_192, "longest query, in bytes")
    body: int = _setting(4_096, "longest body, in bytes")
    rows: int = _setting(32, "rows of a history")
    secrets: int = _setting(20_000_000, "secrets of a game")
    pairs: int = _setting(2**30, "guess-secret pairs of a table; larger games are judged from a sample")
    tree_pairs: int = _setting(2**30, "guess-secret pairs of a game whose whole tree is built")
    proof_pairs: int = _setting(2**26, "guess-secret pairs of a game whose optimum is proven")
    proof_nodes: int = _setting(10_000, "nodes of the proof of one size of a sweep")
    sweep_pairs: int = _setting(2**28, "guess-secret pairs of one size of a sweep")
    sweep_cells: int = _setting(128, "sizes of one sweep")
    seeds: int = _setting(100, "seeds that random is averaged over")
    count: int = _setting(20, "suggestions of one advice")
    codes: int = _setting(10_000, "candidates that are listed")
    budget_pairs: int = _setting(10**9, "guess-candidate pairs that a budget of nodes may come to")
    seconds: float = _setting(120.0, "seconds after which a long computation is given up")
    running: int = _setting(engine.default_threads(), "quick computations at once")
    waiting: int = _setting(256, "quick computations that may wait")
    long_running: int = _setting(1, "long computations at once")
    long_waiting: int = _setting(8, "long computations that may wait")
    table_bytes: int = _setting(2**31, "memory for tables that are kept")
    tree_bytes: int = _setting(2**26, "memory for trees that are kept")
    answer_bytes: int = _setting(2**26, "memory for answers that are kept")
    warm: int = _setting(1, "1: prepare the games that many play when the server starts; 0: do not")
    key: str = field(default="", repr=False, metadata={"about": "what secrets are drawn from; else kept in a file"})
    page: Path = field(default=PAGE, metadata={"about": "folder of the built page"})

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings that *environment* gives; raises SettingError.

        >>> Settings.from_environment({"BESTGUESS_WEB_ROWS": "12"}).rows
        12
        """
        known = {PREFIX + one.name.upper(): one for one in fields(cls)}
        if 0 < len(environment.get(PREFIX + "KEY", "")) < _LEAST_KEY:
            raise SettingError(f"{PREFIX}KEY: expected {_LEAST_KEY} characters or more, got fewer")
        given = {name: text for name, text in environment.items() if name in known}
        return cls(**{known[name].name: _value(name, text, known[name].default) for name, text in given.items()})


def _value(name: str, text: str, default: Any) -> Any:
    """*text* as a value of the kind of *default*; raises SettingError."""
    if isinstance(default, tuple):
        return tuple(part.strip().lower() for part in text.split(",") if part.strip())
    if not isinstance(default, int | float):
        return type(default)(text) if isinstance(default, str) else Path(text)
    try:
        value = type(default)(text)
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise SettingError(f"{name}: expected a number of 0 or more, got {text!r}")
    return value


def settings_help() -> list[tuple[str, str, str]]:
    """The name, the default and the meaning of each setting."""
    listed = []
    for one in fields(Settings):
        plain = one.default is not MISSING and one.name not in ("key", "page") and one.default not in ("", ())
        listed.append((PREFIX + one.name.upper(), str(one.default) if plain else "", one.metadata["about"]))
    return listed
