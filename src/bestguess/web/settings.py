"""The limits of the server: each setting is an environment variable BESTGUESS_WEB_NAME."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bestguess import engine
from bestguess.errors import BestguessError

PREFIX = "BESTGUESS_WEB_"
PAGE = Path(__file__).parent / "page"

_MIN_KEY = 32  # characters


class SettingError(BestguessError):
    """A setting has a value that is not allowed."""


def _number(default: float, description: str) -> Any:
    """A setting that is a finite number of 0 or more."""
    return Field(default=default, ge=0, allow_inf_nan=False, description=description)


class Settings(BaseSettings):
    """The limits of the server, from arguments, else from the environment, else the defaults.

    `load_settings` is the same with one-line errors.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="host names of this server besides loopback, separated by commas"
    )
    proxies: str = Field(
        default="", description="addresses of proxies whose X-Forwarded-For is trusted, separated by commas"
    )
    rate: float = _number(50.0, "requests per second and client; 0: no limit")
    burst: int = _number(200, "requests that a client may send at once")
    query: int = _number(8_192, "longest query, in bytes")
    body: int = _number(4_096, "longest request body, in bytes")
    own_bytes: int = _number(2**18, "longest table of one's own, in bytes")
    own_guesses: int = _number(2_000, "most guesses of a table of one's own")
    own_secrets: int = _number(2_000, "most secrets of a table of one's own")
    own_feedbacks: int = _number(1_000, "most different feedbacks of a table of one's own")
    own_letters: int = _number(120, "longest text in a table of one's own, in letters")
    own_cache_bytes: int = _number(2**26, "memory for cached tables of one's own, in bytes")
    rows: int = _number(32, "most rows of a history")
    secrets: int = _number(2**32, "most secrets of a game; the default allows every built-in one")
    row_secrets: int = _number(2**36, "most secrets times rows of a position: counting looks at every one")
    pairs: int = _number(2**30, "most guess-secret pairs of a table; larger games are valued from a sample")
    tree_pairs: int = _number(2**30, "most guess-secret pairs of a game whose whole tree is built")
    proof_pairs: int = _number(2**26, "most guess-secret pairs of a game whose optimum is proven")
    proof_nodes: int = _number(10_000, "most search nodes for the proof of one size of a sweep")
    sweep_pairs: int = _number(2**28, "most guess-secret pairs of one size of a sweep")
    puzzle_pairs: int = _number(2**25, "most guess-secret pairs of a game whose puzzles are made")
    sweep_cells: int = _number(128, "most sizes of one sweep")
    seeds: int = _number(100, "most seeds to average the strategy random over")
    count: int = _number(20, "most suggestions of one advice")
    scan_pairs: int = _number(12 * 10**7, "most secrets times rows of a contradiction in a game without a table")
    sets: int = _number(20, "most sets of rows that contradict each other in one answer")
    codes: int = _number(10_000, "most candidates in one list")
    budget_pairs: int = _number(10**9, "most guess-candidate pairs times nodes of a budget")
    seconds: float = _number(120.0, "time limit of one computation, in seconds")
    running: int = _number(engine.default_threads(), "short computations that run at once")
    extra_running: int = _number(
        4, "computations of each kind that run besides, each of a client that has none running"
    )
    waiting: int = _number(256, "short computations that may wait")
    long_running: int = _number(1, "long computations that run at once")
    long_waiting: int = _number(8, "long computations that may wait")
    connections: int = _number(1_000, "connections at once; fewer if the system allows fewer open files")
    client_connections: int = _number(100, "connections at once of one client that is no proxy")
    send_seconds: float = _number(30.0, "time limit for a client to read what was sent to it, in seconds")
    table_bytes: int = _number(2**31, "memory for cached tables, in bytes")
    tree_bytes: int = _number(2**26, "memory for cached trees, in bytes")
    answer_bytes: int = _number(2**26, "memory for cached responses, in bytes")
    warm: int = _number(1, "1: prepare common games when the server starts; 0: do not")
    key: SecretStr = Field(
        default=SecretStr(""),
        description="key that hidden secrets are derived from; default: one in the user's data folder",
    )
    page: Path = Field(default=PAGE, description="folder of the built page")

    @property
    def table_body(self) -> int:
        """The longest body with a table of one's own, in bytes: in JSON a letter of two bytes may take six."""
        return 3 * self.own_bytes + 2 * self.query + self.body

    @field_validator("hosts", mode="before")
    @classmethod
    def _split_hosts(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip().lower() for part in value.split(",") if part.strip())
        return value

    @field_validator("key")
    @classmethod
    def _check_key(cls, value: SecretStr) -> SecretStr:
        if 0 < len(value) < _MIN_KEY:
            raise ValueError("the key is too short")
        return value


def load_settings() -> Settings:
    """The settings from the environment; raises SettingError for the first one that is not allowed."""
    try:
        return Settings()
    except ValidationError as error:
        raise SettingError(_message(error)) from None  # the chain would show the key


def _message(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    if name == "key":
        return f"{PREFIX}KEY: expected {_MIN_KEY} characters or more, got fewer"
    return f"{PREFIX}{name.upper()}: expected a number of 0 or more, got {first['input']!r}"


def settings_help() -> list[tuple[str, str, str]]:
    """The variable, the default and the meaning of each setting."""
    shown = {name: field for name, field in Settings.model_fields.items() if name not in ("key", "page")}
    defaults = {name: str(field.default or "") for name, field in shown.items()}
    return [
        (PREFIX + name.upper(), defaults.get(name, ""), field.description or "")
        for name, field in Settings.model_fields.items()
    ]
