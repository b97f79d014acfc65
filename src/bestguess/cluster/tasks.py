"""Pieces of a search as plain data, and what a worker does with one.

A task is a set of candidates, or some guesses at one, with a budget and a time. It may be lost, repeated or late: its
answer is a fact about the game, true whenever it comes. A worker keeps the table, and what it knows of sets, between
tasks.
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
from bestguess.games import described_by_text, game
from bestguess.games.rules import FREE
from bestguess.games.symmetries import CodeSymmetries, native_code_symmetries
from bestguess.games.table import Table
from bestguess.games.words import native_word_rule
from bestguess.position import Position

if TYPE_CHECKING:
    from bestguess.engine import Indices, Ordinals

Cost: TypeAlias = tuple[int, int]
"""The weight of the secrets that are lost, and the total of the others."""
Path: TypeAlias = tuple[tuple[int, int], ...]
"""Guesses by index, with the ordinals of their feedback."""

_MOST_TOLD = 1_200_000  # bytes of what was learnt in an answer


@dataclass(frozen=True)
class GivenTable:
    """The table of a game that its text does not describe, as a worker needs it."""

    ordinals: "Ordinals"
    numbers: dict[str, Any]
    """What else `engine.native_table` takes, but for the rule."""
    guesses: tuple[str, ...]
    """Where symmetries or a rule need them."""
    symmetries: CodeSymmetries | None
    """Those of symbols and positions, which are plain data."""
    rule: str
    """Of words: no other games that their text does not describe have rules."""

    @classmethod
    def of(cls, table: Table) -> "GivenTable":
        """What workers need to know of *table*."""
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
    """What all tasks of one search have in common."""

    search: str
    """Names the search: no two have the same name."""
    game: str | None
    """The text of the game; None when that does not describe it, and a worker must be given the table."""
    game_files: tuple[tuple[str, str], ...]
    """The name and the SHA-256 of each file of the game, which a worker that reads its text must have, too."""
    objective: engine.Objective
    consistent: bool
    history: Path
    memory_limit: int | None
    """The bytes that each worker may use; None: its share of half of its machine's memory, by cores."""

    @classmethod
    def about(
        cls, position: Position, objective: engine.Objective, *, consistent: bool, memory_limit: int | None
    ) -> "Question":
        """Return the question what *position* costs by *objective*, of a search that has not been named before."""
        game = position.table.game
        text = str(game) if described_by_text(game) else None
        ordinals = [position.table.ordinal(row.feedback) for row in position.active_rows]
        history = tuple(zip(position.guesses_so_far, ordinals, strict=True))
        return cls(uuid.uuid4().hex, text, game.files, objective, consistent, history, memory_limit)


@dataclass(frozen=True)
class Task:
    """One piece of work: the set after *path*, or *guesses* at it, below a *budget*, within about so many *seconds*.

    *news*: what others have learnt, and the number of the first of these messages.
    """

    question: Question
    path: Path
    guesses: tuple[int, ...]
    budget: Cost
    seconds: float
    first_news: int = 1
    news: tuple[bytes, ...] = ()
    table: GivenTable | None = None


@dataclass(frozen=True)
class Answer:
    """What a worker has found; the fields as in `engine.TaskResult`."""

    worker: str
    seen: int
    """The number of the last news that this worker has."""
    seconds: float
    """That its processor spent on the task."""
    nodes: int = 0
    needs_table: bool = False
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


class _Loaded:
    """A table with what is known of its sets, for the tasks of one search."""

    def __init__(self, question: Question, table: GivenTable | Table) -> None:
        self.game, self.table = (question.game, question.game_files), table
        self.native, self.symmetries = table.native, table.native_symmetries
        copies = 1 if isinstance(table, Table) and table.symmetric else 2  # by guesses, and by secrets
        left = max(_memory_limit(question) - copies * table.ordinals.nbytes, 0)
        self.memory = engine.SearchMemory(memory_limit=left, may_lose=question.objective.may_lose)
        self.seen = 0
        self.candidates = self.after(question.history, np.arange(table.ordinals.shape[1], dtype=np.uint32))

    def after(self, path: Path, candidates: "Indices") -> "Indices":
        """The *candidates* that give the answers of *path*."""
        for guess, feedback in path:
            candidates = candidates[self.table.ordinals[guess, candidates] == feedback]
        return candidates

    def allowed(self, path: Path) -> "Indices | None":
        """The guesses that the rule allows after *path*; None: all."""
        rule = self.table.native_rule
        if rule is None or not path:
            return None
        guesses, feedbacks = zip(*path, strict=True)
        return rule.allowed(guesses, feedbacks, np.arange(self.table.ordinals.shape[0], dtype=np.uint32))


_loaded: dict[str, _Loaded] = {}  # of the last search alone, which has all the memory that a worker may use
_guard = threading.Lock()


def _memory_limit(question: Question) -> int:
    """The bytes that this worker may use."""
    return question.memory_limit or engine.default_memory_limit() // (os.cpu_count() or 1)


def _load(task: Task) -> _Loaded | None:
    """The table that *task* is about, with its news; None when this worker does not have it and cannot build it."""
    question = task.question
    with _guard:
        if question.search not in _loaded:
            before = next(iter(_loaded.values()), None)
            _loaded.clear()
            table: GivenTable | Table | None = task.table
            if table is None and question.game is not None:
                same = before is not None and before.game == (question.game, question.game_files)
                table = before.table if before is not None and same else _built(question.game, question)
            del before  # with its memory
            if table is None:
                return None
            _loaded[question.search] = _Loaded(question, table)
        loaded = _loaded[question.search]
        for number, solved in enumerate(task.news, task.first_news):
            if number > loaded.seen:
                loaded.memory.learn(solved)
                loaded.seen = number
        return loaded


def _built(text: str, question: Question) -> Table | None:
    """The table of the game that *text* names here; None if it is made of other files than where it was asked."""
    rules = game(text)
    if rules.files != question.game_files:
        return None
    return rules.build_table(threads=1, memory_limit=_memory_limit(question))


def run_task(task: Task) -> Answer:
    """Does one piece of work, in a worker."""
    began = time.thread_time()
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
        memory_limit=0,  # of a memory of its own, which it does not have
        memory=loaded.memory,
    )
    found = engine.run_task(loaded.native, request, len(task.path), task.guesses, task.seconds)
    return Answer(
        worker,
        loaded.seen,
        time.thread_time() - began,
        nodes=found.nodes,
        finished=found.finished,
        best=found.best,
        found=found.found,
        least_refuted=found.least_refuted,
        open_guesses=found.open_guesses,
        opened=found.opened,
        open_parts=found.open_parts,
        won=found.won,
        bound=found.bound,
        key=found.key,
        solved=worth_telling(found.solved, question.objective.may_lose, _MOST_TOLD),
    )


def worth_telling(solved: bytes, may_lose: bool, most: int) -> bytes:
    """The sets of *solved* that others may meet: when they take more than *most* bytes, those that cost most."""
    fields = [("key", "V16"), *([("lost", "<i8")] if may_lose else []), ("cost", "<i8")]
    sets = np.frombuffer(solved, dtype=fields)
    count = most // sets.itemsize
    if len(sets) <= count:
        return solved
    dearest = np.argpartition(sets["cost"], -count)[-count:]
    return sets[np.sort(dearest)].tobytes()
