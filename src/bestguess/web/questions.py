"""Questions: the parameters of each route, read by one model each, and the games and histories in them."""

import re
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from bestguess.errors import FileError, GameError, HistoryError, SizeError, StrategyError, unknown
from bestguess.games import Game, History, families
from bestguess.games import game as parse_game
from bestguess.play import Playthrough
from bestguess.strategies import known_strategies
from bestguess.table import Table
from bestguess.valuation import LoadedGame
from bestguess.valuation.samples import fits_table
from bestguess.web.settings import Settings

GameText: TypeAlias = Annotated[str, Field(max_length=200, description="a game", examples=["mastermind(4,6)"])]
HistoryText: TypeAlias = Annotated[
    str, Field(max_length=8_000, description="guesses and feedbacks so far", examples=["1122:1.0 1344:0.1"])
]
IgnoredText: TypeAlias = Annotated[
    str,
    Field(max_length=200, pattern="^([0-9]{1,3}(,[0-9]{1,3})*)?$", description="rows that count for nothing: 2,3"),
]
StrategyText: TypeAlias = Annotated[str, Field(max_length=40, description="a strategy", examples=["entropy"])]
CodeText: TypeAlias = Annotated[str, Field(max_length=40, description="a code", examples=["1122"])]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**63, description="seed of samples and of random")]
Budget: TypeAlias = Annotated[int | None, Field(ge=0, lt=2**63, description="nodes that may be searched")]

_THREADS = 1  # of the core for one quick question, so that many are answered at once


class Question(BaseModel):
    """The parameters of a route; one that it does not know is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class GameQuestion(Question):
    """A game."""

    game: GameText


Asked = TypeVar("Asked", bound="GameQuestion")


class PositionQuestion(GameQuestion):
    """A game, and what has happened so far."""

    history: HistoryText = ""
    ignored: IgnoredText = ""


class AdviseQuestion(PositionQuestion):
    """The best next guesses."""

    strategy: StrategyText = "entropy"
    count: Annotated[int, Field(ge=1, le=1_000, description="how many guesses")] = 5
    consistent: bool = False
    budget: Budget = None
    seed: Seed = 0


class ExplainQuestion(PositionQuestion):
    """What a guess would do."""

    guess: CodeText
    seed: Seed = 0


class HintQuestion(PositionQuestion):
    """A hint."""

    step: Annotated[int, Field(ge=1, le=3, description="each says more")] = 1
    seed: Seed = 0


class CandidatesQuestion(PositionQuestion):
    """The secrets that are left."""

    limit: Annotated[int, Field(ge=0, le=1_000_000, description="codes to list at the most")] = 100


class MoveQuestion(GameQuestion):
    """What a strategy plays."""

    history: HistoryText = ""
    strategy: StrategyText = "optimal-worst"
    seed: Seed = 0


class ReviewQuestion(GameQuestion):
    """What every move was worth."""

    history: HistoryText
    budget: Budget = None


class TreeQuestion(GameQuestion):
    """A node of a strategy's tree."""

    strategy: StrategyText = "minimax"
    consistent: bool = False
    history: HistoryText = ""
    secret: Annotated[str | None, Field(max_length=40, description="the path that finds this code")] = None


class TreeFileQuestion(GameQuestion):
    """A strategy's tree as a file."""

    strategy: StrategyText = "minimax"
    consistent: bool = False
    format: Literal["json", "text", "dot", "svg", "sheet"] = "json"


class CompareQuestion(GameQuestion):
    """Strategies over every secret."""

    strategies: Annotated[str, Field(max_length=400, description="names with commas", examples=["minimax,entropy"])]
    consistent: bool = False
    seeds: Annotated[int, Field(ge=1, le=100_000, description="seeds that random is averaged over")] = 10


class SweepQuestion(Question):
    """A strategy over many sizes."""

    family: Literal["mastermind", "bullscows"]
    pegs: Annotated[str, Field(max_length=7, pattern=r"^[0-9]{1,2}(-[0-9]{1,2})?$", examples=["1-4"])]
    symbols: Annotated[str, Field(max_length=7, pattern=r"^[0-9]{1,2}(-[0-9]{1,2})?$", examples=["2-6"])]
    strategy: StrategyText = "minimax"
    consistent: bool = False


class GuessQuestion(Question):
    """A guess at a challenge."""

    guess: CodeText


@lru_cache(maxsize=4096)
def served_game(text: str, most_secrets: int) -> Game:
    """The game that *text* names: a built-in family, of so many secrets at the most, and never a file.

    >>> served_game("mm4x6", 2000)
    game('mastermind(4,6)')
    """
    name = text.strip().partition("(")[0].strip().lower()
    known = [family.name for family in families() if family.built_in and family.name != "table"]
    if name == "table":
        raise FileError("table(FILE) is for the library and the command line: the server opens no file by request")
    if name not in known and not re.fullmatch(r"(mm|bc)[0-9]+x[0-9]+", name):
        raise GameError(unknown("game", name[:40], known))
    game = parse_game(text)
    if len(game.secrets) > most_secrets:
        raise SizeError(f"expected a game of at most {most_secrets:,} secrets, got {game} with {len(game.secrets):,}")
    return game


def checked_strategy(name: str) -> str:
    """*name*, when it is a strategy of bestguess's own; else StrategyError."""
    known = [entry.name for entry in known_strategies() if entry.built_in]
    if name not in known:
        raise StrategyError(unknown("strategy", name, known))
    return name


def canonical(question: Asked, settings: Settings) -> tuple[Asked, Game]:
    """*question* with its texts in the one form they have, and its game; raises BestguessError.

    Two questions that mean the same are equal then, so that one is computed.
    """
    game = served_game(question.game, settings.secrets)
    texts: dict[str, str | int] = {"game": str(game)}
    fields = type(question).model_fields
    if "history" in fields:
        texts["history"] = str(_history(game, question.history, settings))  # type: ignore[attr-defined]
    if "ignored" in fields:
        numbers = {int(number) for number in question.ignored.split(",") if number}  # type: ignore[attr-defined]
        texts["ignored"] = ",".join(map(str, sorted(numbers)))
    if "strategy" in fields:
        checked_strategy(question.strategy)  # type: ignore[attr-defined]
    if "seed" in fields and not _draws(question, game, settings):
        texts["seed"] = 0
    if "guess" in fields:
        texts["guess"] = game.parse_guess(question.guess)  # type: ignore[attr-defined]
    return question.model_copy(update=texts), game


def _draws(question: GameQuestion, game: Game, settings: Settings) -> bool:
    """Whether the answer to *question* depends on its seed: by `random`, in a sample, or in the order of a hint."""
    drawn = isinstance(question, HintQuestion) or getattr(question, "strategy", "") == "random"
    return drawn or not has_table(game, settings)


def _history(game: Game, text: str, settings: Settings) -> History:
    if (rows := len(text.split())) > settings.rows:
        raise SizeError(f"expected a history of at most {settings.rows} rows, got {rows}")
    return game.parse_history(text)


def has_table(game: Game, settings: Settings) -> bool:
    """Whether *game* is worked on by its table here."""
    return len(game.guesses) * len(game.secrets) <= settings.pairs and fits_table(game)


def playthrough(game: Game, table: Table | None, history: str, ignored: str) -> Playthrough:
    """The run of *game* on *table*, or without one when it is too large."""
    loaded = LoadedGame(game, _THREADS)
    loaded.table = table
    numbers = sorted({int(number) for number in ignored.split(",") if number})
    rows = len(history.split())
    if strange := [number for number in numbers if not 1 <= number <= rows]:
        raise HistoryError(f"expected rows from 1 to {rows} to ignore, got {strange[0]}")
    return Playthrough(loaded, history, numbers)
