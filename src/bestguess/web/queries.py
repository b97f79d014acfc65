"""The query parameters of each route, one model each."""

from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model

GameText: TypeAlias = Annotated[str, Field(max_length=200, description="a game", examples=["mastermind(4,6)"])]
HistoryText: TypeAlias = Annotated[
    str, Field(max_length=8_000, description="guesses and feedbacks so far", examples=["1122:1.0 1344:0.1"])
]
IgnoredText: TypeAlias = Annotated[
    str,
    Field(max_length=200, pattern="^([0-9]{1,3}(,[0-9]{1,3})*)?$", description="rows to ignore, such as 2,3"),
]
StrategyText: TypeAlias = Annotated[str, Field(max_length=40, description="a strategy", examples=["entropy"])]
CodeText: TypeAlias = Annotated[str, Field(max_length=200, description="a code", examples=["1122"])]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**63, description="seed of samples and of the strategy random")]
Budget: TypeAlias = Annotated[int | None, Field(ge=0, lt=2**63, description="most nodes to search")]
_RANGES = r"^[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*$"
SizesText: TypeAlias = Annotated[str | None, Field(max_length=40, pattern=_RANGES)]
Consistent: TypeAlias = Annotated[bool, Field(description="whether every guess must be one that can be the secret")]

FirstGuess: TypeAlias = Annotated[
    str | None, Field(max_length=200, description="the first guess; default: the strategy's own")
]


class BaseQuery(BaseModel):
    """The parameters of a route; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class GameQuery(BaseQuery):
    """A game."""

    game: GameText


class PositionQuery(GameQuery):
    """A game and its history."""

    history: HistoryText = ""
    ignored: IgnoredText = ""


class AdviseQuery(PositionQuery):
    """The best next guesses."""

    strategy: StrategyText = "entropy"
    count: Annotated[int, Field(ge=1, le=1_000, description="most guesses to suggest")] = 5
    consistent: Consistent = False
    budget: Budget = None
    seed: Seed = 0


class ExplainQuery(PositionQuery):
    """What a guess would do."""

    guess: CodeText
    seed: Seed = 0


class HintQuery(PositionQuery):
    """A hint."""

    step: Annotated[int, Field(ge=1, le=3, description="from 1 to 3: a higher step tells more")] = 1
    seed: Seed = 0


class CandidatesQuery(PositionQuery):
    """The candidates."""

    limit: Annotated[int, Field(ge=0, le=1_000_000, description="most codes to list")] = 100


class MoveQuery(GameQuery):
    """What a strategy plays."""

    history: HistoryText = ""
    strategy: StrategyText = "optimal-worst"
    seed: Seed = 0


class ReviewQuery(GameQuery):
    """What every move was worth."""

    history: HistoryText
    budget: Budget = None


class PuzzlesQuery(GameQuery):
    """Practice puzzles."""

    kind: Annotated[
        Literal["only-secret", "win-in-two", "cannot-lose", "best-guess"], Field(description="the kind of puzzle")
    ] = "win-in-two"
    count: Annotated[int | None, Field(ge=1, le=50, description="how many puzzles; default: all that ship, or 10")] = (
        None
    )
    seed: Annotated[int, Field(ge=0, lt=2**63, description="seed of the puzzles; those of seed 1 ship")] = 1


class TreeQuery(GameQuery):
    """A node of a strategy's tree."""

    strategy: StrategyText = "minimax"
    consistent: Consistent = False
    first_guess: FirstGuess = None
    history: HistoryText = ""
    secret: Annotated[str | None, Field(max_length=200, description="the secret whose path to show")] = None


class TreeFileQuery(GameQuery):
    """A strategy's tree as a file."""

    strategy: StrategyText = "minimax"
    consistent: Consistent = False
    first_guess: FirstGuess = None
    format: Annotated[Literal["json", "text", "dot", "svg", "sheet"], Field(description="the kind of file")] = "json"


class CompareQuery(GameQuery):
    """Strategies over every secret."""

    strategies: Annotated[
        str, Field(max_length=400, description="strategies, separated by commas", examples=["minimax,entropy"])
    ]
    consistent: Consistent = False
    seeds: Annotated[int, Field(ge=1, le=100_000, description="seeds to average random over")] = 10


class ObjectivesQuery(GameQuery):
    """What ways of playing cost."""

    within: Annotated[
        int | None,
        Field(
            ge=1,
            le=32,
            description="guesses within which the secret is to be found; default: one less than the least "
            "worst case, at most the rows of the game",
        ),
    ] = None


class SweepQuery(BaseQuery):
    """A strategy over many sizes: of each number that the games of the family have."""

    family: Annotated[str, Field(max_length=40, description="a family of games", examples=["mastermind"])]
    pegs: Annotated[
        SizesText, Field(description="places of a code, such as 1-4, for mastermind and bullscows", examples=["1-4"])
    ] = None
    symbols: Annotated[
        SizesText, Field(description="colours or digits, such as 2-6, for mastermind and bullscows", examples=["2-6"])
    ] = None
    n: Annotated[SizesText, Field(description="sizes, such as 10,100, for numbers and twod")] = None
    coins: Annotated[SizesText, Field(description="numbers of coins, such as 3-12, for balance")] = None
    length: Annotated[SizesText, Field(description="lengths of words, such as 4-6, for words")] = None
    strategy: StrategyText = "minimax"
    consistent: Consistent = False


class GuessQuery(BaseQuery):
    """A guess at a challenge."""

    guess: CodeText
    history: Annotated[
        HistoryText, Field(description="the rows before it, by which a game with goal identify is known to be over")
    ] = ""


class OwnTable(BaseQuery):
    """A table of one's own."""

    table: Annotated[
        str, Field(description="the table, a CSV text", examples=["win=yes,cat,dog\ncat,yes,no\ndog,no,yes\n"])
    ]


class TableQuery(OwnTable):
    """A table of one's own, its winning feedback where its corner does not name it, or its goal."""

    win: Annotated[str | None, Field(max_length=200, description="the winning feedback")] = None
    goal: Annotated[
        Literal["hit", "identify"] | None,
        Field(description="the goal; default: hit where a winning feedback is named, else identify"),
    ] = None


AnyGameQuery = TypeVar("AnyGameQuery", bound=GameQuery)


def with_table(query: type[AnyGameQuery]) -> type[AnyGameQuery]:
    """The model of a body that has the fields of *query*, and a table."""
    name = query.__name__.replace("Query", "Body")
    made: type[AnyGameQuery] = create_model(name, __base__=(query, OwnTable), __doc__=query.__doc__)  # type: ignore[arg-type]
    return made


class NewChallenge(BaseModel):
    """The game to guess at, and the secret if it is not to be drawn."""

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, Field(max_length=200, description="the game", examples=["mastermind(4,6,rows=10)"])]
    secret: Annotated[
        str | None,
        Field(
            max_length=40,
            description="the secret that the challenge is to have; by default one is drawn",
            examples=["3632"],
        ),
    ] = None
