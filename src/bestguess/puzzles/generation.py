"""Make puzzles: draw random positions by a seed, and keep those with few solutions.

The positions are ones that a reasonable player could reach. Of the random module only `random.Random.random` is used,
because its numbers are the same in every version of Python and on every machine.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TypedDict

import numpy as np

from bestguess.advice import Values, why_not
from bestguess.arguments import as_integer, check_progress
from bestguess.engine import poll
from bestguess.errors import GameError, SizeError
from bestguess.games import FREE, HIT, Code, Feedback, Game, GameLike, History, as_game
from bestguess.games.table import Progress
from bestguess.position import Position
from bestguess.puzzles.kinds import FAR, Kind, as_kind
from bestguess.puzzles.puzzle import NearMiss, Puzzle
from bestguess.strategies import as_seed

MAX_PAIRS = 10**8
"""The largest game that puzzles are made for, in pairs of a guess and a secret."""
MAX_PUZZLES = 10_000
"""The most puzzles of one call."""
_PATIENCE = 3_000  # how many draws without a new puzzle of one solution end the search
_MAX_ROWS = 12
_CONSISTENT = 0.75  # the share of guesses that are consistent with all rows; the others ignore one row
_MANY_CANDIDATES, _MANY_ROWS, _MANY_NEAR_MISSES = 8, 4, 20  # more than these make a puzzle more difficult


def make(
    game: GameLike, kind: str = "win-in-two", count: int = 10, seed: int = 0, *, progress: Progress | None = None
) -> Iterator[Puzzle]:
    """Yield *count* puzzles of one *kind*, each as soon as it is found; fewer if no more are found.

    The kinds are `only-secret`, `win-in-two`, `cannot-lose` and `best-guess`. Puzzles with exactly one solution come
    first. If there are too few of them, puzzles with two or three solutions follow. The rows of the game are ignored.
    The same seed gives the same puzzles on every machine. *progress* is called with the number found and *count*.

    Raises SizeError, before any computation, if the game has more than 10^8 pairs of a guess and a secret.

    >>> puzzle = next(make("mastermind(4,6)", "win-in-two", seed=1))
    >>> puzzle.candidates, puzzle.solutions, max(puzzle.parts.values())
    (8, ('1232',), 1)
    """
    kind_of_puzzle, number, first_seed = as_kind(kind), as_integer("count", count, 1, MAX_PUZZLES), as_seed(seed)
    check_progress(progress)
    rules = as_game(game)
    check_puzzles(rules, kind_of_puzzle)
    table = rules.table
    if len(table.winners[1]) != len(table.secrets) or table.max_wins != 1:
        raise GameError(f"puzzles need a game where each secret has one winning guess of its own, unlike {rules}")
    return _generate(rules.with_rows(None), kind_of_puzzle, number, first_seed, progress)


def check_puzzles(game: Game, kind: Kind) -> None:
    """Raise SizeError or GameError if puzzles of this *kind* cannot be made for *game*."""
    if game.rule != FREE:
        raise GameError(f"puzzles need a game without a rule, {game} has rule={game.rule}")
    if game.goal != HIT:
        raise GameError(f"puzzles need a game with goal=hit, {game} has goal={game.goal}")
    if game.costs is not None:
        raise GameError(f"puzzles need a game without costs, {game} has costs")
    pairs = len(game.guesses) * len(game.secrets)
    if pairs > MAX_PAIRS:
        raise SizeError(
            f"puzzles need a game of at most {MAX_PAIRS:,} pairs of a guess and a secret, {game} has {pairs:,}"
        )
    if kind.name == "best-guess" and game.weights is not None:
        raise GameError(f"puzzles of the kind {kind.name!r} need a game without weights, {game} has weights")


def _generate(game: Game, kind: Kind, count: int, seed: int, progress: Progress | None) -> Iterator[Puzzle]:
    """Yield puzzles with one solution as they are found, then the others, those with the fewest solutions first.

    On Ctrl-C the others found so far are still yielded, before KeyboardInterrupt is raised again.
    """
    others, found_count = list[Puzzle](), 0
    interruption: KeyboardInterrupt | None = None
    try:
        for puzzle in _different_puzzles(game, kind, seed):
            if len(puzzle.solutions) > 1:
                others.append(puzzle)
                continue
            found_count += 1
            if progress:
                progress(found_count, count)
            yield puzzle
            if found_count == count:
                return
    except KeyboardInterrupt as error:
        interruption = error
    yield from sorted(others, key=lambda puzzle: len(puzzle.solutions))[: count - found_count]
    if interruption is not None:
        raise interruption


def _different_puzzles(game: Game, kind: Kind, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles with different candidates, until too many draws in a row give none with a single solution.

    The first round uses the first position of each random game that has few enough candidates. Small games may have too
    few of these, so the second round also uses the positions after it.
    """
    seen, seed_text = set[bytes](), f"{game} {kind.name} {seed}"
    for further in (False, True):
        fruitless = 0
        for position in draw_positions(game, kind, seed_text, further):
            poll()
            fruitless += 1
            if fruitless > _PATIENCE:
                break
            if position is None or (key := position.candidate_indices.tobytes()) in seen:
                continue
            seen.add(key)
            puzzle = puzzle_of(position, kind)
            if puzzle is not None:
                fruitless = 0 if len(puzzle.solutions) == 1 else fruitless
                yield puzzle


def draw_positions(game: Game, kind: Kind, seed: str, further: bool) -> Iterator[Position | None]:
    """Yield positions with as many candidates as *kind* needs, without end; None for a random game that has none.

    Each random game gives its first position with few enough candidates, and with *further* also those after it. Every
    row of its history reduces the candidates.
    """
    rng = random.Random(f"{seed} further" if further else seed)
    while True:
        positions = islice(_play_at_random(game, rng, kind.max_candidates), None if further else 1)
        large_enough = [
            position for position in positions if position.history and position.count >= kind.min_candidates
        ]
        yield from large_enough or (None,)


def _play_at_random(game: Game, rng: random.Random, max_candidates: int) -> Iterator[Position]:
    """Play a random game; yield its positions with at most *max_candidates* candidates, until the secret is found."""
    table = game.table
    secret = _random_below(rng, len(table.secrets))
    position: Position = Position(game)
    if len(position.candidate_indices) <= max_candidates:
        yield position
    while len(position.history) < _MAX_ROWS:
        # Guess a random candidate. Now and then ignore one row, as a player might who overlooks it.
        rows, pool = position.history, position.candidate_indices
        if rows and rng.random() >= _CONSISTENT:
            ignored = _random_below(rng, len(rows))
            pool = table.candidates(History([row for place, row in enumerate(rows) if place != ignored]))
        guess = int(table.winner[pool[_random_below(rng, len(pool))]])
        ordinal = int(table.ordinals[guess, secret])
        if ordinal == table.win:
            return
        after = position.after(table.guesses[guess], table.feedbacks[ordinal])
        if after.count < position.count:  # else the guess told nothing: draw another
            position = after
            if len(position.candidate_indices) <= max_candidates:
                yield position


def _random_below(rng: random.Random, end: int) -> int:
    return int(rng.random() * end)


def puzzle_of(position: Position, kind: Kind) -> Puzzle | None:
    """Return the puzzle of this *kind* at *position*; None if it has no solution, or too many."""
    misses = kind.misses(position)
    if misses is None:
        return None
    table, size = position.table, len(position.candidate_indices)
    solutions = _in_order(position, np.flatnonzero(misses == 0))
    consistent = position.may_win(solutions[0])
    least_wrong = misses[misses > 0].min(initial=FAR)
    wrong = [] if least_wrong == FAR else _in_order(position, np.flatnonzero(misses == least_wrong))
    # A puzzle is more difficult if there is much to keep in mind, if no solution is a candidate, and if many wrong
    # guesses come near.
    is_large = len(position.history) > _MANY_ROWS if kind.max_candidates == 1 else size > _MANY_CANDIDATES
    difficulty = min(3, 1 + is_large + (not consistent) + (len(wrong) > _MANY_NEAR_MISSES))
    return Puzzle(
        game=str(table.game),
        kind=kind.name,
        history=position.history,
        rows_left=kind.rows_left,
        candidates=size,
        solutions=tuple(table.guesses[guess] for guess in solutions),
        consistent=consistent,
        parts=_part_sizes(position, solutions[0]),
        expected=Values(position.game, threads=1).of(position).bounds.upper if kind.rows_left is None else None,
        near_miss=_near_miss(position, kind, wrong[0], int(misses[wrong[0]])) if wrong else None,
        near_misses=len(wrong),
        difficulty=difficulty,
        rules=position.game,
    )


def _in_order(position: Position, guesses: Iterable[int]) -> list[int]:
    """Return *guesses* by the tie rule: consistent ones first, then the lowest."""
    return sorted(map(int, guesses), key=lambda guess: (not position.may_win(guess), guess))


def _part_sizes(position: Position, guess: int) -> dict[Feedback, int]:
    """Return how many candidates *guess* leaves after each feedback, the winning one included."""
    sizes = position.table.part_sizes(guess, position.candidate_indices).tolist()
    return {feedback: size for feedback, size in zip(position.table.feedbacks, sizes, strict=True) if size}


def failure(game: Game, puzzle: Puzzle, guess: Code) -> NearMiss | None:
    """Return why *guess*, which does not solve *puzzle*, fails.

    Return None for `only-secret` if *guess* is not a secret. `NearMiss.loss` is exact for a second-best guess, a lower
    bound for a worse one, and None if the guess does not split the candidates.

    >>> mastermind = as_game("mastermind(4,6)")
    >>> failure(mastermind, next(make(mastermind, "win-in-two", 1, 1)), "1111").candidates_after
    5
    """
    game = game.with_rows(None)
    table, position, kind = game.table, Position(game, puzzle.history), as_kind(puzzle.kind)
    number = table.guesses.index(game.as_guess(guess))
    if kind.max_candidates == 1 and not len(table.secrets_won_by(number)):
        return None
    misses = kind.misses(position)
    assert misses is not None, "the position of a puzzle has solutions"
    return _near_miss(position, kind, number, int(misses[number]))


def _near_miss(position: Position, kind: Kind, guess: int, miss: int) -> NearMiss:
    """Return why *guess*, whose miss is *miss*, fails: the first row that it contradicts, or its largest part."""
    table = position.table
    code = table.guesses[guess]
    if kind.max_candidates == 1:
        conflict = why_not(position, table.secrets[int(table.secrets_won_by(guess)[0])])[0]
        return NearMiss(code, conflict.expected, None, conflict.number, None)
    losing = {answer: size for answer, size in _part_sizes(position, guess).items() if answer != position.game.win}
    feedback = max(losing, key=losing.__getitem__)
    loss = Fraction(miss, len(position.candidate_indices)) if kind.rows_left is None and miss < FAR else None
    return NearMiss(code, feedback, losing[feedback], None, loss)


class PuzzlesJson(TypedDict):
    """Practice puzzles of one kind; fewer than requested if no more were found."""

    game: str
    kind: str  # the kind of the puzzles
    question: str  # the question of the puzzles
    seed: int  # the seed of the random positions
    count: int  # how many puzzles were requested
    complete: bool  # whether as many were found
    puzzles: Sequence[Puzzle]  # the puzzles, those with one solution first


def puzzles_json(game: Game, kind: Kind, seed: int, count: int, puzzles: Sequence[Puzzle]) -> PuzzlesJson:
    """Return *puzzles* of one *kind* by their JSON keys; *count* is how many were requested."""
    return {
        "game": str(game),
        "kind": kind.name,
        "question": kind.question,
        "seed": seed,
        "count": count,
        "complete": len(puzzles) == count,
        "puzzles": puzzles,
    }
