"""Describe pieces of a search as plain data, and run them in a worker.

A task is a set of candidates, or some guesses in one, with a budget and a time limit. It may be lost, repeated or late:
its answer is a fact about the game, so it is true whenever it arrives. Between tasks a worker keeps the table, and what
it knows about sets.
"""

import copyreg
import os
import socket
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestguess import engine
from bestguess.games import game, is_described_by_text
from bestguess.games.rules import FREE
from bestguess.games.symmetries import CodeSymmetries, native_code_symmetries
from bestguess.games.table import Table
from bestguess.games.words import native_word_rule
from bestguess.position import Position

if TYPE_CHECKING:
    from bestguess.engine import Indices, Ordinals

Cost: TypeAlias = tuple[int, int]
"""The weight of the lost secrets, and the total of the others."""
Path: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of the index of a guess and the ordinal of its feedback."""

_MAX_SOLVED_BYTES = 1_200_000  # solved sets in one answer


@dataclass(frozen=True)
class TableData:
    """A table as plain data, for a game that a worker cannot build from its text."""

    ordinals: "Ordinals"
    numbers: dict[str, Any]
    """The other arguments of `engine.native_table`, except the rule."""
    guesses: tuple[str, ...]
    """The guesses, if symmetries or a rule need them."""
    symmetries: CodeSymmetries | None
    """Symmetries of symbols and positions. Other kinds are not plain data, and are left out."""
    rule: str
    """The rule. Only word games can have one here: other games with rules can be built from their text."""

    @classmethod
    def of(cls, table: Table) -> "TableData":
        """Return the data of *table*."""
        game = table.game
        symmetries = game.symmetries if isinstance(game.symmetries, CodeSymmetries) else None
        guesses = tuple(table.guesses) if symmetries is not None or game.rule != FREE else ()
        numbers = {
            "feedbacks": len(table.feedbacks),
            "win": table.win,
            "winner": table.winner,
            "weights": table.weights if game.has_weights else None,
            "labels": table.labels if game.identifies else None,
            "costs": table.costs if game.has_costs else None,
            "winners": None if game.identifies else table.winners,
        }
        return cls(table.ordinals, numbers, guesses, symmetries, game.rule)

    @cached_property
    def native(self) -> engine.NativeTable:
        """The table as the core sees it."""
        return engine.native_table(self.ordinals, self.ordinals.T.copy(), rule=self.native_rule, **self.numbers)

    @cached_property
    def native_rule(self) -> engine.Rule | None:
        """The rule as the core sees it."""
        return native_word_rule(self.rule, self.guesses)

    @cached_property
    def native_symmetries(self) -> engine.Symmetries | None:
        """The symmetries as the core sees them."""
        return None if self.symmetries is None else native_code_symmetries(self.symmetries, self.guesses)


def _objective(linear: bool, cost: Sequence[int], weighted: bool, may_lose: bool, most: int | None) -> engine.Objective:
    return engine.Objective(linear=linear, cost=cost, weighted=weighted, may_lose=may_lose, spending_limit=most)


def _as_plain_data(objective: engine.Objective) -> tuple[Any, ...]:
    limits = (objective.may_lose, objective.spending_limit)
    return _objective, (objective.linear, tuple(objective.cost), objective.weighted, *limits)


copyreg.pickle(engine.Objective, _as_plain_data)


@dataclass(frozen=True)
class Question:
    """The part that all tasks of one search share."""

    search: str
    """A unique name of the search."""
    game: str | None
    """The text of the game; None if workers cannot build the game from it and need the table."""
    game_files: tuple[tuple[str, str], ...]
    """The name and the SHA-256 of each file of the game. A worker needs the same files to build the game."""
    objective: engine.Objective
    consistent: bool
    history: Path
    memory_limit: int | None
    """Bytes that each worker may use. None: half of the memory of its machine, divided by the cores."""

    @classmethod
    def about(
        cls, position: Position, objective: engine.Objective, *, consistent: bool, memory_limit: int | None
    ) -> "Question":
        """Return the question for a new search: the cost of *position* by *objective*."""
        game = position.table.game
        text = str(game) if is_described_by_text(game) else None
        ordinals = [position.table.ordinal(row.feedback) for row in position.active_rows]
        history = tuple(zip(position.guesses_so_far, ordinals, strict=True))
        return cls(uuid.uuid4().hex, text, game.files, objective, consistent, history, memory_limit)


@dataclass(frozen=True)
class Task:
    """One piece of work: search the set after *path*, or only some *guesses* in it."""

    question: Question
    path: Path
    guesses: tuple[int, ...]
    """The guesses to try; empty for the whole set."""
    budget: Cost
    """Only costs below this matter."""
    seconds: float
    """About how long the task may take."""
    first_news: int = 1
    """The number of the first message in *news*."""
    news: tuple[bytes, ...] = ()
    """Messages with what other workers have learnt."""
    table: TableData | None = None
    """The table, for a worker that cannot build it."""


@dataclass(frozen=True)
class Answer:
    """The answer of a worker to a task. Fields without a comment are those of `engine.TaskResult`."""

    worker: str
    """A unique name of the worker."""
    seen: int
    """The number of the last message in `Task.news` that this worker has read."""
    seconds: float
    """Processor time of the task."""
    nodes: int = 0
    needs_table: bool = False
    """Whether the worker needs the table, and has done nothing."""
    finished: bool = False
    best: Cost = (0, 0)
    found: bool = False
    least_refuted: Cost = (0, 0)
    open_guesses: Sequence[int] = ()
    opened: int | None = None
    open_parts: Sequence[tuple[int, int, Cost, Cost, bool]] = ()
    won: Cost = (0, 0)
    bound: Cost = (0, 0)
    key: bytes = b""
    solved: bytes = b""


class _LoadedTable:
    """A table and what is known about its sets, for the tasks of one search."""

    def __init__(self, question: Question, table: TableData | Table) -> None:
        self.game, self.table = (question.game, question.game_files), table
        self.native, self.symmetries = table.native, table.native_symmetries
        copies = 1 if isinstance(table, Table) and table.symmetric else 2  # by guesses and by secrets
        memory_limit = max(_memory_limit(question) - copies * table.ordinals.nbytes, 0)
        self.memory = engine.SearchMemory(memory_limit=memory_limit, may_lose=question.objective.may_lose)
        self.seen = 0
        self.candidates = self.after(question.history, np.arange(table.ordinals.shape[1], dtype=np.uint32))

    def after(self, path: Path, candidates: "Indices") -> "Indices":
        """Return the *candidates* that give the answers of *path*."""
        for guess, feedback in path:
            candidates = candidates[self.table.ordinals[guess, candidates] == feedback]
        return candidates

    def allowed(self, path: Path) -> "Indices | None":
        """Return the guesses that the rule allows after *path*; None if it allows all."""
        rule = self.table.native_rule
        if rule is None or not path:
            return None
        guesses, feedbacks = zip(*path, strict=True)
        return rule.allowed(guesses, feedbacks, np.arange(self.table.ordinals.shape[0], dtype=np.uint32))


_loaded: dict[str, _LoadedTable] = {}  # by search; only the last one, since it may use all the memory of the worker
_lock = threading.Lock()


def _memory_limit(question: Question) -> int:
    """Return how many bytes this worker may use."""
    return question.memory_limit or engine.default_memory_limit() // (os.cpu_count() or 1)


def _load(task: Task) -> _LoadedTable | None:
    """Return the table for *task*, updated with its news; None if this worker neither has it nor can build it."""
    question = task.question
    with _lock:
        if question.search not in _loaded:
            previous = next(iter(_loaded.values()), None)
            _loaded.clear()
            table: TableData | Table | None = task.table
            if table is None and question.game is not None:
                if previous is not None and previous.game == (question.game, question.game_files):
                    table = previous.table
                else:
                    table = _build_table(question.game, question)
            del previous  # frees its search memory before the new one is allocated
            if table is None:
                return None
            _loaded[question.search] = _LoadedTable(question, table)
        loaded = _loaded[question.search]
        for number, solved in enumerate(task.news, task.first_news):
            if number > loaded.seen:
                loaded.memory.learn(solved)
                loaded.seen = number
        return loaded


def _build_table(text: str, question: Question) -> Table | None:
    """Return the table of the game *text*; None if its files here differ from those of the coordinator."""
    rules = game(text)
    if rules.files != question.game_files:
        return None
    return rules.build_table(threads=1, memory_limit=_memory_limit(question))


def run_task(task: Task) -> Answer:
    """Run *task* in a worker and return the answer."""
    start = time.thread_time()
    worker = f"{socket.gethostname()}:{os.getpid()}:{threading.get_ident()}"
    loaded = _load(task)
    if loaded is None:
        return Answer(worker, 0, 0.0, needs_table=True)
    question = task.question
    lost, total = task.budget
    request = engine.SearchRequest(
        objective=question.objective,
        candidates=loaded.after(task.path, loaded.candidates),
        history=[guess for guess, _ in (*question.history, *task.path)],
        allowed=loaded.allowed((*question.history, *task.path)),
        consistent=question.consistent,
        upper_bound=total,
        lost_upper_bound=lost,
        symmetries=loaded.symmetries,
        memory_limit=0,  # the search has no memory of its own: it shares *memory*
        memory=loaded.memory,
    )
    result = engine.run_task(loaded.native, request, len(task.path), task.guesses, task.seconds)
    return Answer(
        worker,
        loaded.seen,
        time.thread_time() - start,
        nodes=result.nodes,
        finished=result.finished,
        best=result.best,
        found=result.found,
        least_refuted=result.least_refuted,
        open_guesses=result.open_guesses,
        opened=result.opened,
        open_parts=result.open_parts,
        won=result.won,
        bound=result.bound,
        key=result.key,
        solved=select_solved(result.solved, question.objective.may_lose, _MAX_SOLVED_BYTES),
    )


def select_solved(solved: bytes, may_lose: bool, max_bytes: int) -> bytes:
    """Return the sets of *solved* that are most useful to others: those that cost most, within *max_bytes*."""
    fields = [("key", "V16"), *([("lost", "<i8")] if may_lose else []), ("cost", "<i8")]
    sets = np.frombuffer(solved, dtype=fields)
    count = max_bytes // sets.itemsize
    if len(sets) <= count:
        return solved
    most_expensive = np.argpartition(sets["cost"], -count)[-count:]
    return sets[np.sort(most_expensive)].tobytes()
