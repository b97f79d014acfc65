"""The responses as OpenAPI describes them. Responses are encoded as bytes; these models are for readers and tests."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bestguess.web.field_words import describe_fields

Kind = Literal[
    "game",
    "code",
    "feedback",
    "history",
    "strategy",
    "contradiction",
    "size",
    "file",
    "request",
    "not-found",
    "rate",
    "busy",
    "internal",
]
Goal = Literal["hit", "identify"]
Count = Annotated[int, Field(ge=0)]
Cost = Annotated[float, Field(ge=0)]
"""Guesses, or what they cost in games with costs."""
Range = tuple[float, float]
HalfOpenRange = tuple[float, float | None]
ChanceRange = tuple[float | None, float]


class Plain(BaseModel):
    """An object that has these fields and no others."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=describe_fields)


class Problem(Plain):
    """What cannot be answered, and why."""

    error: Kind
    detail: str


class Progress(Plain):
    """How far a long computation is: the data of a stream's "progress" events."""

    done: Count
    total: Count
    label: str = ""
    lower_bound: float | None = None
    upper_bound: float | None = None


class Document(Plain):
    """What answers a question, and by which version of bestguess."""

    schema_: str = Field(alias="schema", pattern=r"^bestguess\.[a-z]+/1$")
    version: str


class Health(Document):
    """How the server is."""

    status: Literal["ok"]
    running: Count
    waiting: Count


class FamilyEntry(Plain):
    """A family of games."""

    family: str
    form: str
    example: str
    about: str


class Preset(Plain):
    """A game that many play."""

    game: str
    name: str


class Games(Document):
    """What can be played."""

    families: list[FamilyEntry]
    presets: list[Preset]
    limits: dict[str, float]


class StrategyEntry(Plain):
    """A strategy."""

    strategy: str
    about: str
    built_in: bool


class Strategies(Document):
    """The strategies there are."""

    strategies: list[StrategyEntry]


class Abilities(Document):
    """Which questions about a game this server answers."""

    game: str
    secrets: Annotated[int, Field(ge=0, description="how many secrets the game has")]
    count: Annotated[bool, Field(description="candidates are counted, exactly")]
    advice: Annotated[bool, Field(description="advise, explain, hint and move")]
    sampled: Annotated[bool, Field(description="these are estimates, from a sample of the candidates")]
    review: bool
    tree: bool
    compare: bool
    optimum: Annotated[bool, Field(description="the best tree is proven, or ships")]
    puzzles: Annotated[bool, Field(description="practice puzzles ship, or are made")]
    contradictions: bool
    contradiction_rows: Annotated[
        Count | None, Field(description="most rows of which contradictions are looked for; null: any number")
    ]


class Suggestion(Plain):
    """A guess and what it would do; where the board has rows, with the chance to win within those that are left."""

    guess: str
    consistent: bool
    parts: Count
    largest_part: Count
    expected_size: float
    entropy: float
    win_probability: float
    expected_guesses: float | None
    expected_range: HalfOpenRange
    proven: bool
    cost: float | None = None
    chance: float | None = None
    chance_range: ChanceRange | None = None


class Advice(Document):
    """The best next guesses; none, and no choice, when it is known what the secret is (goal identify)."""

    game: str
    goal: Goal
    history: str
    candidates: Count
    strategy: str
    choice: str | None
    best: str | None
    certain: bool
    nodes: Count
    sampled: bool
    likely: Count | None = None
    labels: Count | None = None
    label: str | None = None
    rows_left: Count | None = None
    suggestions: list[Suggestion]


class Part(Plain):
    """The candidates that would give one feedback."""

    feedback: str
    size: Count
    share: float
    codes: list[str]


class Conflict(Plain):
    """A row that forbids the guess as the secret."""

    number: Count
    row: str
    expected: str


class Explanation(Document):
    """What a guess would do."""

    game: str
    history: str
    guess: str
    candidates: Count
    consistent: bool
    sampled: bool
    parts: list[Part]
    conflicts: list[Conflict]
    suggestion: Suggestion


class Hint(Document):
    """What a step tells."""

    step: Literal[1, 2, 3]
    candidates: Count
    present: str
    absent: str
    fixed: str
    guesses: list[str]
    likely: Count | None = None
    labels: Count | None = None
    label: str | None = None


class Candidates(Document):
    """The secrets that are left."""

    game: str
    history: str
    candidates: Count
    codes: list[str]
    likely: Count | None = None
    likely_codes: list[str] | None = None
    labels: Count | None = None
    label: str | None = None


class RepairRow(Plain):
    """A row in the place of another."""

    number: Count
    guess: str
    feedback: str


class Repair(Plain):
    """Rows that would leave candidates."""

    rows: list[RepairRow]
    slips: list[Literal["swapped", "one off", "misread", "other feedback"]]
    candidates: Count


class Contradiction(Plain):
    """Rows that cannot all be right."""

    rows: list[Count]
    candidates: Count
    repairs: list[Repair]


class Contradictions(Document):
    """The fewest rows that must be wrong: the sets that leave most candidates, and how many sets there are."""

    game: str
    history: str
    candidates: Count
    contradictions: list[Contradiction]
    sets: Count


class StrategyMove(Document):
    """What a strategy plays; nothing when it is known what the secret is (goal identify)."""

    game: str
    history: str
    strategy: str
    guess: str | None
    label: str | None = None
    candidates: Count
    certain: bool
    worst_now: Cost | None
    worst: Cost | None
    sampled: bool
    rows_left: Count | None = None


class Move(Plain):
    """One row, and what it was worth; where the board has rows, with the chance to win before and after it."""

    guess: str
    feedback: str
    candidates_before: Count
    candidates_after: Count
    loss: float
    luck: float
    loss_range: Range
    luck_range: Range
    proven: bool
    best: list[str]
    win_probability: float
    likely_after: Count | None = None
    labels_after: Count | None = None
    cost: float | None = None
    chance_before: float | None = None
    chance_before_range: Range | None = None
    chance_after: float | None = None
    chance_after_range: Range | None = None


class ReviewFields(Plain):
    """What every move was worth."""

    game: str
    goal: Goal
    label: str | None = None
    history: str
    moves: list[Move]
    value: float
    guesses: Count
    cost: float | None = None
    loss: float
    luck: float
    expected_now: float
    value_range: Range
    expected_now_range: Range
    proven: bool


class Review(ReviewFields, Document):
    """What every move was worth."""


class Figures(Plain):
    """Guesses over all secrets that are found; where the board has rows, how many are lost."""

    game: str
    goal: Goal
    rule: Literal["free", "hard", "strict"]
    strategy: str
    consistent: bool
    secrets: Count
    total: float
    mean: float | None
    worst: Cost | None
    at_worst: float
    distribution: dict[str, float]
    first_guess: str
    lost: float | None = None
    lost_weight: float | None = None


class NearMiss(Plain):
    """The wrong guess that comes nearest to solving a puzzle, and the answer or the row that it fails on."""

    guess: str
    feedback: str
    candidates_after: Count | None
    row: Count | None
    loss: float | None


class Puzzle(Plain):
    """A position with a question, and all its solutions."""

    history: str
    rows_left: Count | None
    candidates: Count
    solutions: list[str]
    consistent: bool
    parts: dict[str, int]
    expected_guesses: float | None
    near_miss: NearMiss | None
    near_misses: Count
    difficulty: Annotated[int, Field(ge=1, le=3)]


class Puzzles(Document):
    """Practice puzzles of one kind; fewer than were asked for where no more were found."""

    game: str
    kind: str
    question: str
    seed: Count
    count: Count
    complete: bool
    puzzles: list[Puzzle]
    source: Literal["shipped", "computed"]


class Branch(Plain):
    """What comes after one feedback: a guess, or with goal identify what it is."""

    feedback: str
    guess: str | None
    label: str | None = None
    wins: bool
    candidates: Count
    height: Count
    mean: float | None
    lost: Count | None = None


class Step(Plain):
    """A row of a path, and how many candidates it leaves."""

    guess: str
    feedback: str
    candidates: Count


class TreeNode(Document):
    """A node of a strategy's tree."""

    game: str
    strategy: str
    consistent: bool
    figures: Figures
    history: str
    guess: str
    wins: bool
    candidates: Count
    height: Count
    mean: float | None
    lost: Count | None = None
    branches: list[Branch]
    depths: dict[str, Count]
    path: list[Step] | None = None


class ComparedFigures(Figures):
    """Figures of one strategy; of random over so many seeds."""

    seeds: Count | None = None
    mean_sd: float | None = None


class Comparison(Document):
    """Strategies over every secret."""

    game: str
    results: list[ComparedFigures]


class _Way(Plain):
    """A way of playing: a strategy, perhaps after a given first guess, or within so many rows."""

    strategy: str
    objective: Literal["mean,worst", "worst,mean", "lost"] | None
    given_guess: str | None
    given_rows: Count | None


class ObjectivePoint(_Way):
    """What a way of playing costs."""

    first_guess: str
    proven: bool
    mean: float
    worst: Count
    at_worst: Count
    total: Count
    lost: Count
    lost_share: float
    distribution: dict[str, Count]
    front: bool


class MissingWay(_Way):
    """A way of playing that has no figures."""

    reason: str


class Objectives(Document):
    """What ways of playing cost in mean, in the worst case, and in chance to lose within so many guesses."""

    game: str
    within: Count
    points: list[ObjectivePoint]
    missing: list[MissingWay]
    source: Literal["computed", "shipped"]


class _Size(Plain):
    """A size: the numbers that the games of its family have."""

    pegs: Count | None = None
    symbols: Count | None = None
    n: Count | None = None
    coins: Count | None = None
    length: Count | None = None


class SweptFigures(_Size, ComparedFigures):
    """Figures of one size, and where they come from."""

    source: Literal["computed", "shipped"]


class Missing(_Size):
    """A size that has no figures."""

    reason: str


class Shipped(Plain):
    """By which version of bestguess, by which command and when figures that ship were computed."""

    version: str
    command: str
    date: str


class Swept(Document):
    """A strategy over many sizes."""

    family: str
    strategy: str
    consistent: bool
    results: list[SweptFigures]
    missing: list[Missing]
    shipped: Shipped


class OwnTable(Document):
    """What is in a table of one's own."""

    name: str
    game: str
    goal: Goal
    win: str | None
    guesses: list[str]
    secrets: list[str]
    labels: list[str] | None
    weights: list[Count] | None
    costs: list[float] | None
    feedbacks: list[str]
    matrix: list[list[Count]]


class NewChallenge(Plain):
    """The game to guess at, and the secret if it is not to be drawn."""

    game: Annotated[str, Field(max_length=200, examples=["mastermind(4,6,rows=10)"])]
    secret: Annotated[str | None, Field(max_length=40, examples=["3632"])] = None


class Challenge(Document):
    """A hidden secret."""

    id: str
    game: str
    oracle: Literal["open"]


class ChallengeFeedback(Document):
    """The feedback to a guess."""

    guess: str
    feedback: str
    win: bool
    oracle: Literal["open"]


class ChallengeSecret(Document):
    """What was hidden."""

    secret: str


def answer(model: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """The responses of a route that answers with *model*."""
    return {status: {"model": model, "description": model.__doc__ or ""}}


def streamable(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """The responses of a route that answers with *model*, or with events that end with it."""
    found = answer(model)
    found[200]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    return found


_PROBLEM_WORDS = {
    413: "A query or a body that is too long.",
    422: "What was asked is not a question of this game, or contradicts itself.",
    429: "Too many requests of one client; Retry-After says when to go on.",
    503: "Too much to do already; Retry-After says when to ask again.",
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words} for status, words in _PROBLEM_WORDS.items()
}
