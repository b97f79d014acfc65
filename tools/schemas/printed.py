"""Documents that commands print, where the server answers with none or with less. Texts below fields describe them."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from bestguess.web import schemas
from bestguess.web.schemas import Count, Document, FamilyEntry, Goal, Part, Plain, ReviewFields
from bestguess.web.schemas import Figures as AnsweredFigures

Rule = Literal["free", "hard", "strict"]
State = Literal["won", "lost", "running"]
# A field that may be left out; one whose default is None is never null when it is there.
MAY_BE_NULL: Any = Field(default_factory=lambda: None)
_DOCSTRINGS = ConfigDict(use_attribute_docstrings=True)


class Timed(Plain):
    """How long it took."""

    model_config = _DOCSTRINGS
    seconds: float | None = None
    """how long it took, in seconds; only where a command prints it"""


class TimedWithTable(Timed):
    """How long it took, and the table apart."""

    model_config = _DOCSTRINGS
    table_seconds: float | None = None
    """how long the feedback table took, in seconds; only where a command prints it"""


class Figures(AnsweredFigures):
    """Guesses over all secrets that are found, or what they cost; where guesses are limited, how many are lost."""

    model_config = _DOCSTRINGS
    worst: float | None
    """the most guesses, or the most that they cost; null: nothing is found"""
    seconds: float
    """how long the tree took, in seconds"""
    table_seconds: float
    """how long the feedback table took, in seconds"""


class Error(Document):
    """Why a command did not do what was asked: one line on standard error, with exit code 2."""

    model_config = _DOCSTRINGS
    kind: Annotated[str, Field(pattern="^[a-z]+(-[a-z]+)*$")]
    """what kind of error it is: game, code, feedback, history, strategy, contradiction, file, size, cluster, input,
    usage (an argument or option), system, end-of-input, or a kind of the command's own"""
    message: str
    """what was expected and what came, in one line"""


class Score(Document):
    """The feedback to a guess."""

    model_config = _DOCSTRINGS
    game: str
    guess: str
    secret: str
    feedback: str
    won: bool
    """whether this feedback wins; never with goal identify"""


class Candidates(Timed, schemas.Candidates):
    """The secrets that are left."""


class Explained(Plain):
    """How a guess splits the candidates."""

    model_config = _DOCSTRINGS
    guess: str
    """the guess as it was written, which the feedbacks are to"""
    parts: list[Part]
    """the candidates by the feedback that the guess would get, the largest part first"""


class Advice(TimedWithTable, schemas.Advice):
    """The best next guesses; none, and no choice, when it is known what the secret is (goal identify)."""

    model_config = _DOCSTRINGS
    explained: Explained | None = None
    """how the guess of --explain splits the candidates"""


class Review(Timed, schemas.Review):
    """What every move was worth."""


class Puzzles(Timed, schemas.Puzzles):
    """Practice puzzles of one kind; fewer than were asked for where no more were found."""

    model_config = _DOCSTRINGS
    source: Literal["shipped", "computed"] | None = None  # type: ignore[assignment]
    """computed now, or shipped; only in answers of the server, as commands compute all of them"""


class Step(Plain):
    """A guess of a strategy, its feedback, and what the guess could leave."""

    guess: str
    feedback: str
    candidates_before: Count
    candidates_after: Count
    consistent: bool
    parts: Count
    largest_part: Count
    likely_after: Count | None = None
    labels_after: Count | None = None
    label: str | None = None
    cost: float | None = None


class Watched(Document):
    """How a strategy finds a secret."""

    model_config = _DOCSTRINGS
    game: str
    secret: str
    strategy: str
    guesses: Count
    """how many guesses were made"""
    cost: float | None = None
    """what all guesses cost; only in games with costs"""
    label: str | None = None
    won: bool | None = None
    """whether the secret was found; only where the board has rows"""
    lost: bool | None = None
    """whether the rows were not enough; only where the board has rows"""
    moves: list[Step]


class Played(Document):
    """A game that was played on the terminal."""

    model_config = _DOCSTRINGS
    game: str
    history: str
    secret: str | None
    """the secret; null when the game was given up or had none"""
    state: State
    """how the game stands"""
    label: str | None = None
    hints: Count
    """how often help was taken: hints, lists, reasons, moves back, guesses by the computer, rows that were given"""
    review: ReviewFields | None = None
    """what every move was worth; only when the game is over"""


class Assisted(Document):
    """A board that was entered on the terminal."""

    model_config = _DOCSTRINGS
    game: str
    history: str
    ignored: list[Count]
    """the numbers of the rows that were left out"""
    state: State
    """how the game stands"""
    candidates: Count
    labels: Count | None = None
    label: str | None = None


class PlayedFigures(Plain):
    """Statistics of games that were played."""

    model_config = _DOCSTRINGS
    games: Count
    """how many games were played"""
    won: Count
    """how many of them were won"""
    mean_guesses: float | None
    """guesses on average in games that were won; null: none was"""
    mean_loss: float | None
    """guesses lost on average in games that were won and reviewed; null: none was"""
    streak: Count
    """how many of the last games were won in a row"""
    longest_streak: Count
    """the most games that were won in a row"""
    guesses: list[Count]
    """the guesses of each game that was won, the oldest first"""


class PlayedKind(PlayedFigures):
    """Games of one kind: of the same game, all with help or all without."""

    model_config = _DOCSTRINGS
    game: str
    helped: bool
    """whether help was taken"""
    lost: Count
    """how many games were not won"""
    distribution: dict[str, Count]
    """how many games were won by each number of guesses"""


class Stats(PlayedFigures, Document):
    """Statistics of the games that were played on this machine."""

    model_config = _DOCSTRINGS
    game: str | None
    """the game that was asked for, in its long form; null: all games"""
    file: str
    """where the games are kept"""
    deleted: bool
    """whether they were deleted"""
    export: str | None
    """the file that they were written to; null: none"""
    kinds: list[PlayedKind]
    """each kind of game apart"""
    damaged_lines: list[Count]
    """the numbers of lines in the file that are no records of games"""


class ComparedFigures(TimedWithTable, schemas.ComparedFigures):
    """Figures of one strategy; of random over so many seeds."""

    model_config = _DOCSTRINGS
    of: Count | None = None
    """how many secrets the game has; only of a sample"""
    worst: float | None
    """the most guesses, or the most that they cost; null: nothing is found"""


class FailedProgram(TimedWithTable):
    """A program that failed: what went wrong, and no figures."""

    model_config = _DOCSTRINGS
    game: str
    goal: Goal
    rule: Rule
    strategy: str
    consistent: bool
    """false: what a program guesses is its own"""
    secrets: Count
    of: Count | None = None
    """how many secrets the game has; only of a sample"""
    total: None
    """null: there are no figures"""
    mean: None
    """null: there are no figures"""
    worst: None
    """null: there are no figures"""
    at_worst: None
    """null: there are no figures"""
    distribution: None
    """null: there are no figures"""
    first_guess: None
    """null: there are no figures"""
    error: str
    """what went wrong, and what the program was asked then"""


class Comparison(Document):
    """Strategies over every secret, or over a sample."""

    model_config = _DOCSTRINGS
    game: str
    sample: Count | None = None
    """how many secrets were drawn; only of a sample"""
    seed: Count | None = None
    """what drew them; only of a sample"""
    results: list[ComparedFigures | FailedProgram]
    """the figures of each strategy, in the order that was asked for"""


class SizeFigures(Figures, schemas.ComparedFigures):
    """Figures of one size; of random over so many seeds."""

    model_config = _DOCSTRINGS
    arguments: dict[str, Count] | None = None
    """the arguments that make the game, by their names; left out where they are pegs, colours and digits"""


class Sweep(Document):
    """A strategy over many sizes, as a command prints it."""

    family: str
    strategy: str
    results: list[SizeFigures]


class FirstGuess(Plain):
    """What it is worth to begin with a guess."""

    model_config = _DOCSTRINGS
    guess: str
    value: float | None
    """in the unit of the bounds: exact where it is proven, else a lower bound; null: it cannot be done"""
    proven: bool
    """whether the value is exact"""
    total: Count | None = None
    """guesses summed over the secrets that are found; only for the objective lost"""


class Optimum(Document):
    """The best strategy, and what is proven of it. Without one, its figures are null."""

    model_config = _DOCSTRINGS
    game: str
    objective: Literal["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]
    """what is minimised"""
    max_guesses: Count | None
    """the most guesses that are allowed; null: no limit"""
    consistent: bool
    """whether only guesses that can be the secret are made"""
    requested_first_guess: str | None
    """the first guess that was imposed; null: none"""
    history: str
    secrets: Count
    """how many secrets there are after the history"""
    goal: Goal
    rule: Rule
    total: float | None
    mean: float | None
    worst: float | None
    """the most guesses, or the most that they cost"""
    at_worst: Count | None
    distribution: dict[str, Count] | None
    first_guess: str | None
    lower_bound: float | None
    """what no strategy can beat, in the unit of the objective; null: nothing is known"""
    upper_bound: float | None
    """what the best known strategy reaches, in the unit of the objective; null: none is known"""
    proven: bool
    """whether the search is finished"""
    feasible: bool | None
    """whether a strategy exists within the most guesses; null: not known"""
    nodes: Count
    threads: Count
    """how many threads searched"""
    seconds: float
    """how long the search took, in seconds"""
    table_seconds: float
    """how long the feedback table took, in seconds"""
    lost: Count | None = None
    lost_weight: Count | None = None
    at_limit: Count | None = MAY_BE_NULL
    """how many secrets need exactly the most guesses; null: no strategy is known; only for the objective at-worst"""
    first_guesses: list[FirstGuess] | None = None
    """every first guess that differs, or the ten best; only with --first-guesses"""
    strategy: str
    """optimal if that is proven, best if something was imposed, else best known; after which first guess, if imposed"""


class Checked(Document):
    """What was found true of a tree or a certificate."""

    model_config = _DOCSTRINGS
    file: str
    """the file that was checked"""
    holds: Literal[True]
    """true: what does not hold is an error"""
    kind: Literal["tree", "certificate"]
    """what the file is"""
    game: str
    strategy: str
    """what the file says, which proves nothing; none where it has no tree"""
    secrets: Count
    total: float | None
    """guesses, or what they cost, summed over the secrets that are found; null: there is no tree"""
    worst: float | None
    """the most guesses, or the most that they cost; null: there is no tree"""
    proves: str | None
    """what a certificate proves; null: it is a tree"""
    claims: Count
    """how many claims were checked"""
    history: str
    """the rows before the first guess"""
    limit: Count | None
    """the most guesses that are allowed; null: no limit"""
    lost: Count | None
    """how many secrets are not found within the limit; null: no limit, or no tree"""
    lost_weight: Count | None
    """their weight; null: no limit, or no tree"""
    goal: Goal
    costs: bool
    """whether total and worst are costs"""


class Families(Document):
    """The families of games, as a command prints them."""

    model_config = _DOCSTRINGS
    games: list[FamilyEntry]
    """the families of games"""


class Described(Document):
    """The description of a game."""

    model_config = _DOCSTRINGS
    game: str
    guesses: Count
    """how many guesses there are"""
    secrets: Count
    rows: Count | None
    """how many guesses the board allows; null: no limit"""
    rule: Rule
    goal: Goal
    win: str | None
    """the winning feedback; null: the goal is identify"""
    feedbacks: list[str] | None
    """all feedbacks; null where there are too many, or where only the table tells"""
    weighted: bool
    """whether secrets have weights"""
    labels: Count | None
    """how many different labels the secrets have; null: they have none"""
    costs: bool
    """whether guesses have costs"""
    native: bool
    """whether the core computes the feedback"""
    table_bytes: Count
    """how large the feedback table is"""
    source: str | None = None
    """where the words of a list that ships come from"""
    licence: str | None = None
    """the file with the licence of a list that ships"""
    secrets_from: str | None = None
    """which words of a list that ships are secrets"""
    guesses_from: str | None = None
    """which words of a list that ships may be guessed"""
    weights: str | None = None
    """what the weights of a list that ships say"""
    lists: list[str] | None = None
    """the files that --lists wrote"""
    table: str | None = None
    """the text of the game that --table wrote"""
    problems: list[str] | None = None
    """mistakes and warnings that --check found"""
    table_seconds: float | None = MAY_BE_NULL
    """how long the feedback table took, in seconds; null where mistakes were found; only with --check"""


class Speed(Plain):
    """What the usual game takes on this machine."""

    model_config = _DOCSTRINGS
    game: str
    table_seconds: float
    """how long the feedback table took, in seconds"""
    minimax_seconds: float
    """how long the tree of minimax took, in seconds"""
    optimum_seconds: float
    """how long the proof of the optimum took, in seconds"""


class Doctor(Document):
    """Versions, features, folders and speed."""

    model_config = _DOCSTRINGS
    bestguess: str
    """the version of bestguess"""
    python: str
    """the version of Python"""
    numpy: str
    """the version of NumPy"""
    system: str
    """the operating system and the processor"""
    threads: Count
    """how many threads are used by default"""
    memory_limit: Count
    """how many bytes tables may have by default"""
    instructions: str
    """the instructions of the processor that are used"""
    program: str
    """the path of the program"""
    package: str
    """the folder of the package"""
    data_folder: str | None
    """the folder of the user's files; null: there is no home folder"""
    extras: dict[str, str | None]
    """the version of what each extra needs; null: not installed"""
    page: bool
    """whether the page is built"""
    word_lists: dict[str, list[Count]]
    """the lengths of the words of each list that ships"""
    speed: Speed
    """what the usual game takes on this machine"""


class BuiltTree(Figures, Document):
    """A tree that was built and written to a file: its figures."""

    model_config = _DOCSTRINGS
    nodes: Count
    """how many nodes the tree has"""
    file: str
    """the file that it was written to"""


class ShownNode(Plain):
    """A node of a tree: a guess, or a leaf, which says what it is."""

    model_config = _DOCSTRINGS
    guess: str | None = None
    """the guess; a leaf has none"""
    label: str | None = None
    """what it is; only at a leaf"""
    cost: float | None = None
    candidates: Count
    branches: dict[str, "ShownBranch"] | None = None
    """what comes after each feedback; left out where no more is shown"""


class ShownBranch(ShownNode):
    """What comes after a feedback."""

    model_config = _DOCSTRINGS
    worst: float
    """the most further guesses, or the most that they cost"""


class ShownTree(Figures, ShownNode, Document):
    """The figures of a tree in a file, and its guesses after a history."""

    model_config = _DOCSTRINGS
    history: str
    wins: bool


class Exported(Document):
    """A tree in another format."""

    model_config = _DOCSTRINGS
    file: str
    """the file of the tree"""
    format: str
    """the format"""
    output: str | None = None
    """the file that was written"""
    content: str | None = None
    """the text; only where no file was written"""


class SchemaEntry(Plain):
    """A document that has a schema."""

    model_config = _DOCSTRINGS
    name: str
    """the name that bestguess schema takes"""
    about: str


class Schemas(Document):
    """The documents that have a schema."""

    model_config = _DOCSTRINGS
    schemas: list[SchemaEntry]
    """the schemas"""


class Problem(schemas.Problem):
    """What cannot be answered, and why. Unlike documents, it has no schema and version."""

    model_config = _DOCSTRINGS
    status: Count | None = None
    """the HTTP status that it would have had; only in an event that ends a stream"""
