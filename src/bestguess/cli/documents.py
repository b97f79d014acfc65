"""What commands print with --json, beyond what the library says itself, field by field."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypedDict

from bestguess.advice.reasons import PartJson
from bestguess.advice.reviews import ReviewJson
from bestguess.advice.suggestions import AdviceJson
from bestguess.advice.watching import StepJson
from bestguess.candidates import CandidatesJson
from bestguess.check import Checked
from bestguess.games.registry import FamilyJson
from bestguess.puzzles.making import PuzzlesJson
from bestguess.records import RecordSummaryJson
from bestguess.trees.figures import FailedProgramJson, FiguresJson, TimedFiguresJson


class ScoreJson(TypedDict):
    """The feedback to a guess."""

    game: str
    guess: str
    secret: str
    feedback: str
    won: bool  # whether this feedback wins; never with goal identify


class CandidatesDocument(CandidatesJson):
    """The secrets that are left."""

    seconds: NotRequired[float]


class ExplainedJson(TypedDict):
    """How a guess splits the candidates."""

    guess: str  # the guess as it was written, which the feedbacks are to
    parts: list[PartJson]  # the candidates by the feedback that the guess would get, the largest part first


class AdviceDocument(AdviceJson):
    """The best next guesses; none, and no choice, when it is known what the secret is (goal identify)."""

    seconds: NotRequired[float]
    table_seconds: NotRequired[float]
    explained: NotRequired[ExplainedJson]  # how the guess of --explain splits the candidates


class ReviewDocument(ReviewJson):
    """What every move was worth."""

    seconds: NotRequired[float]


class WatchedJson(TypedDict):
    """How a strategy finds a secret."""

    game: str
    secret: str
    strategy: str
    guesses: int
    cost: NotRequired[float]
    label: NotRequired[str]
    won: NotRequired[bool]  # whether the secret was found; only where the board has rows
    lost: NotRequired[bool]  # whether the rows were not enough; only where the board has rows
    moves: list[StepJson]  # the rows one by one


class PlayedJson(TypedDict):
    """A game that was played on the terminal."""

    game: str
    history: str
    secret: str | None  # the secret; null when the game was given up or had none
    state: str
    label: NotRequired[str]
    hints: int
    """How often help was taken: hints, lists, reasons, moves back, guesses by the computer, rows that were given."""
    review: NotRequired[ReviewJson]  # what every move was worth; only when the game is over


class AssistedJson(TypedDict):
    """A board that was entered on the terminal."""

    game: str
    history: str
    ignored: list[int]  # the numbers of the rows that were left out
    state: str
    candidates: int
    labels: NotRequired[int]  # how many different labels the candidates have; only where secrets have labels
    label: NotRequired[str]


class PuzzlesDocument(PuzzlesJson):
    """Practice puzzles of one kind; fewer than were asked for where no more were found."""

    source: NotRequired[Literal["computed", "shipped"]]
    """Computed now, or shipped; only in answers of the server, as commands compute all of them."""
    seconds: NotRequired[float]


class PlayedKindJson(RecordSummaryJson):
    """Games of one kind: of the same game, all with help or all without."""

    game: str
    helped: bool  # whether help was taken
    lost: int  # how many games were not won
    distribution: dict[str, int]  # how many games were won by each number of guesses


class StatsJson(RecordSummaryJson):
    """Statistics of the games that were played on this machine."""

    game: str | None  # the game that was asked for, in its long form; null: all games
    file: str  # where the games are kept
    deleted: bool  # whether they were deleted
    export: str | None  # the file that they were written to; null: none
    kinds: list[PlayedKindJson]  # each kind of game apart
    damaged_lines: Sequence[int]  # the numbers of lines in the file that are no records of games


class ComparisonDocument(TypedDict):
    """Strategies over every secret, or over a sample."""

    game: str
    sample: NotRequired[int]  # how many secrets were drawn; only of a sample
    seed: NotRequired[int]  # what drew them; only of a sample
    results: Sequence[TimedFiguresJson | FiguresJson | FailedProgramJson]
    """The figures of each strategy, in the order that was asked for."""


class SizeFiguresJson(TimedFiguresJson):
    """Figures of one size; of random over so many seeds."""

    arguments: NotRequired[dict[str, int]]
    """The arguments that make the game, by their names; left out where they are pegs, colours and digits."""


class SweepJson(TypedDict):
    """A strategy over many sizes, as a command prints it."""

    family: str
    strategy: str
    results: list[SizeFiguresJson]  # the figures of each size


@dataclass(frozen=True, kw_only=True, repr=False)
class CheckedDocument(Checked):
    """What was found true of a tree or a certificate."""

    file: str
    """The file that was checked."""
    holds: Literal[True] = True
    """True: what does not hold is an error."""
    kind: Annotated[str, Literal["tree", "certificate"]]
    total: float | None
    worst: float | None


class BuiltTreeJson(TimedFiguresJson):
    """A tree that was built and written to a file: its figures."""

    nodes: int  # how many nodes the tree has
    file: str  # the file that it was written to


class ShownNodeJson(TypedDict):
    """A node of a tree: a guess, or a leaf, which says what it is."""

    guess: NotRequired[str]  # the guess; a leaf has none
    label: NotRequired[str]  # what it is; only at a leaf
    cost: NotRequired[float]  # what the guess costs; only in games with costs
    candidates: int
    branches: NotRequired["dict[str, ShownBranchJson]"]
    """What comes after each feedback; left out where no more is shown."""


class ShownBranchJson(ShownNodeJson):
    """What comes after a feedback."""

    worst: float  # the most further guesses, or the most that they cost


class ShownTreeJson(TimedFiguresJson, ShownNodeJson):
    """The figures of a tree in a file, and its guesses after a history."""

    history: str
    wins: bool  # whether the guess can win here


class ExportedJson(TypedDict):
    """A tree in another format."""

    file: str  # the file of the tree
    format: str  # the format
    output: NotRequired[str]  # the file that was written
    content: NotRequired[str]  # the text; only where no file was written


class FamiliesJson(TypedDict):
    """The families of games, as a command prints them."""

    games: list[FamilyJson]  # the families of games


class DescribedJson(TypedDict):
    """The description of a game."""

    game: str
    guesses: int  # how many guesses there are
    secrets: int
    rows: int | None  # how many guesses the board allows; null: no limit
    rule: str
    goal: str
    win: str | None  # the winning feedback; null: the goal is identify
    feedbacks: list[str] | None  # all feedbacks; null where there are too many, or where only the table tells
    weighted: bool  # whether secrets have weights
    labels: int | None  # how many different labels the secrets have; null: they have none
    costs: bool  # whether guesses have costs
    native: bool  # whether the core computes the feedback
    table_bytes: int  # how large the feedback table is
    source: NotRequired[str]  # where the words of a list that ships come from
    licence: NotRequired[str]  # the file with the licence of a list that ships
    secrets_from: NotRequired[str]  # which words of a list that ships are secrets
    guesses_from: NotRequired[str]  # which words of a list that ships may be guessed
    weights: NotRequired[str]  # what the weights of a list that ships say
    lists: NotRequired[list[str]]  # the files that --lists wrote
    table: NotRequired[str]  # the text of the game that --table wrote
    problems: NotRequired[list[str]]  # mistakes and warnings that --check found
    table_seconds: NotRequired[float | None]
    """How long the feedback table took, in seconds; None where mistakes were found; only with --check."""


class SchemaEntryJson(TypedDict):
    """A document that has a schema."""

    name: str  # the name that bestguess schema takes
    about: str


class SchemasJson(TypedDict):
    """The documents that have a schema."""

    schemas: list[SchemaEntryJson]  # the schemas


class SpeedJson(TypedDict):
    """What the usual game takes on this machine."""

    game: str
    table_seconds: float  # how long the feedback table took, in seconds
    minimax_seconds: float  # how long the tree of minimax took, in seconds
    optimum_seconds: float  # how long the proof of the optimum took, in seconds


class DoctorJson(TypedDict):
    """Versions, features, folders and speed."""

    bestguess: str  # the version of bestguess
    python: str  # the version of Python
    numpy: str  # the version of NumPy
    system: str  # the operating system and the processor
    threads: int  # how many threads are used by default
    memory_limit: int  # how many bytes tables may have by default
    instructions: str  # the instructions of the processor that are used
    program: str  # the path of the program
    package: str  # the folder of the package
    data_folder: str | None  # the folder of the user's files; null: there is no home folder
    extras: dict[str, str | None]  # the version of what each extra needs; null: not installed
    page: bool  # whether the page is built
    word_lists: dict[str, list[int]]  # the lengths of the words of each list that ships
    speed: SpeedJson  # what the usual game takes on this machine


class ErrorJson(TypedDict):
    """Why a command did not do what was asked: one line on standard error, with exit code 2."""

    kind: Annotated[str, ("pattern", "^[a-z]+(-[a-z]+)*$")]
    """What kind of error it is: game, code, feedback, history, strategy, contradiction, file, size, cluster, input,
    usage (an argument or option), system, end-of-input, or a kind of the command's own."""
    message: str  # what was expected and what came, in one line
