"""Making puzzles: positions are drawn by a seed, and those with few solutions become puzzles.

Positions are such as a reasonable player could have come to. Only `random.Random.random` is used, whose numbers are the
same in every version of Python and on every machine.
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

MOST_PAIRS = 10**8
"""The pairs of a guess and a secret that a game of puzzles has at most."""
MOST_PUZZLES = 10_000
_PATIENCE = 3_000  # games drawn in a row without a new puzzle before no more are looked for
_MOST_ROWS = 12
_CONSISTENT = 0.75  # how often a guess fits all rows; otherwise it fits all but one
_MANY_CANDIDATES, _MANY_ROWS, _MANY_NEAR_MISSES = 8, 4, 20  # that make a puzzle more difficult, if there are more


def make(
    game: GameLike, kind: str = "win-in-two", count: int = 10, seed: int = 0, *, progress: Progress | None = None
) -> Iterator[Puzzle]:
    """Give *count* puzzles of one *kind*, each as soon as it is found: fewer where no more are found.

    Kinds: `only-secret`, `win-in-two`, `cannot-lose`, `best-guess`. Puzzles with exactly one solution come first; where
    there are too few of them, others follow, with all their solutions, three at most. The rows of the game do not
    matter. The same seed gives the same puzzles on every machine. *progress* is called with what is found and *count*.

    Raises SizeError, before anything is computed, for a game of more than 10^8 pairs of a guess and a secret.

    >>> puzzle = next(make("mastermind(4,6)", "win-in-two", seed=1))
    >>> puzzle.candidates, puzzle.solutions, max(puzzle.parts.values())
    (8, ('1232',), 1)
    """
    asked, number, start = as_kind(kind), as_integer("count", count, 1, MOST_PUZZLES), as_seed(seed)
    check_progress(progress)
    rules = as_game(game)
    check_puzzles(rules, asked)
    table = rules.table
    if len(table.winners[1]) != len(table.secrets) or table.most_won != 1:
        raise GameError(f"puzzles are made of games where one guess wins each secret, and no other; not of {rules}")
    return _made(rules.with_rows(None), asked, number, start, progress)


def check_puzzles(game: Game, kind: Kind) -> None:
    """Raises SizeError or GameError when no puzzles of this *kind* are made of *game*."""
    if game.rule != FREE:
        raise GameError(f"puzzles are made of games without a rule, {game} has rule={game.rule}")
    if game.goal != HIT:
        raise GameError(f"puzzles are made of games with goal=hit, {game} has goal={game.goal}")
    if game.costs is not None:
        raise GameError(f"puzzles are made of games without costs, {game} has costs")
    pairs = len(game.guesses) * len(game.secrets)
    if pairs > MOST_PAIRS:
        raise SizeError(
            f"puzzles are made of games of at most {MOST_PAIRS:,} pairs of a guess and a secret, {game} has {pairs:,}"
        )
    if kind.name == "best-guess" and game.weights is not None:
        raise GameError(f"expected a game without weights for puzzles of the kind {kind.name!r}, got {game}")


def _made(game: Game, kind: Kind, count: int, seed: int, progress: Progress | None) -> Iterator[Puzzle]:
    """Puzzles with one solution as they are found, then others, the fewest solutions first; these on Ctrl-C too."""
    others, found = list[Puzzle](), 0
    interruption: KeyboardInterrupt | None = None
    try:
        for puzzle in _different(game, kind, seed):
            if len(puzzle.solutions) > 1:
                others.append(puzzle)
                continue
            found += 1
            if progress:
                progress(found, count)
            yield puzzle
            if found == count:
                return
    except KeyboardInterrupt as error:
        interruption = error
    yield from sorted(others, key=lambda puzzle: len(puzzle.solutions))[: count - found]
    if interruption is not None:
        raise interruption


def _different(game: Game, kind: Kind, seed: int) -> Iterator[Puzzle]:
    """Puzzles of different candidates, until too many positions in a row bring none with a single solution.

    First of the positions where few candidates are left for the first time; then, since small games may have too few of
    those, of later ones.
    """
    seen, name = set[bytes](), f"{game} {kind.name} {seed}"
    for further in (False, True):
        fruitless = 0
        for position in drawn_positions(game, kind, name, further):
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


def drawn_positions(game: Game, kind: Kind, seed: str, further: bool) -> Iterator[Position | None]:
    """Positions of as many candidates as *kind* asks for, without end; None for every game that has none.

    A game is played against a random secret until few enough candidates are left, or *further*: then it gives all its
    positions from there on. Every row tells something.
    """
    rng = random.Random(f"{seed} further" if further else seed)
    while True:
        played = islice(_played(game, rng, kind.most), None if further else 1)
        large_enough = [position for position in played if position.history and position.count >= kind.least]
        yield from large_enough or (None,)


def _played(game: Game, rng: random.Random, most: int) -> Iterator[Position]:
    """The positions of a game in which at most *most* candidates are left; none when the secret is found before."""
    table = game.table
    secret = _below(rng, len(table.secrets))
    position: Position = Position(game)
    if len(position.candidate_indices) <= most:
        yield position
    while len(position.history) < _MOST_ROWS:
        # A guess that wins against a random candidate; now and then against one that fits all rows but one.
        rows, fitting = position.history, position.candidate_indices
        if rows and rng.random() >= _CONSISTENT:
            left_out = _below(rng, len(rows))
            fitting = table.candidates(History([row for place, row in enumerate(rows) if place != left_out]))
        guess = int(table.winner[fitting[_below(rng, len(fitting))]])
        ordinal = int(table.ordinals[guess, secret])
        if ordinal == table.win:
            return
        after = position.after(table.guesses[guess], table.feedbacks[ordinal])
        if after.count < position.count:
            position = after
            if len(position.candidate_indices) <= most:
                yield position


def _below(rng: random.Random, end: int) -> int:
    """A random number from 0 to *end* - 1."""
    return int(rng.random() * end)


def puzzle_of(position: Position, kind: Kind) -> Puzzle | None:
    """Return the puzzle of this *kind* that *position* is; None if it has no solution, or too many."""
    misses = kind.misses(position)
    if misses is None:
        return None
    table, size = position.table, len(position.candidate_indices)
    solutions = _in_order(position, np.flatnonzero(misses == 0))
    consistent = position.may_win(solutions[0])
    least_wrong = misses[misses > 0].min(initial=FAR)
    wrong = [] if least_wrong == FAR else _in_order(position, np.flatnonzero(misses == least_wrong))
    # It is more difficult where there is much to keep in mind, where looking among the candidates does not help, and
    # where many wrong guesses come near.
    much = len(position.history) > _MANY_ROWS if kind.most == 1 else size > _MANY_CANDIDATES
    difficulty = min(3, 1 + much + (not consistent) + (len(wrong) > _MANY_NEAR_MISSES))
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
    """Return *guesses* in the order of ties: consistent before others, then the lowest."""
    return sorted(map(int, guesses), key=lambda guess: (not position.may_win(guess), guess))


def _part_sizes(position: Position, guess: int) -> dict[Feedback, int]:
    """Return how many candidates *guess* leaves after each answer, the winning one among them."""
    sizes = position.table.part_sizes(guess, position.candidate_indices).tolist()
    return {feedback: size for feedback, size in zip(position.table.feedbacks, sizes, strict=True) if size}


def failure(game: Game, puzzle: Puzzle, guess: Code) -> NearMiss | None:
    """Return what *guess*, which does not solve *puzzle*, fails on; None for no secret where the secret is asked for.

    *loss* of a guess that is not even second best is a lower bound; None if the guess tells nothing.

    >>> mastermind = as_game("mastermind(4,6)")
    >>> failure(mastermind, next(make(mastermind, "win-in-two", 1, 1)), "1111").candidates_after
    5
    """
    game = game.with_rows(None)
    table, position, kind = game.table, Position(game, puzzle.history), as_kind(puzzle.kind)
    number = table.guesses.index(game.as_guess(guess))
    if kind.most == 1 and not len(table.won(number)):
        return None
    misses = kind.misses(position)
    assert misses is not None, "the position of a puzzle has solutions"
    return _near_miss(position, kind, number, int(misses[number]))


def _near_miss(position: Position, kind: Kind, guess: int, miss: int) -> NearMiss:
    """Return what *guess* fails on, which misses by so much: the first row that it contradicts, or its largest part."""
    table = position.table
    code = table.guesses[guess]
    if kind.most == 1:
        conflict = why_not(position, table.secrets[int(table.won(guess)[0])])[0]
        return NearMiss(code, conflict.expected, None, conflict.number, None)
    losing = {answer: size for answer, size in _part_sizes(position, guess).items() if answer != position.game.win}
    feedback = max(losing, key=losing.__getitem__)
    loss = Fraction(miss, len(position.candidate_indices)) if kind.rows_left is None and miss < FAR else None
    return NearMiss(code, feedback, losing[feedback], None, loss)


class PuzzlesJson(TypedDict):
    """Practice puzzles of one kind; fewer than were asked for where no more were found."""

    game: str
    kind: str  # the kind of the puzzles
    question: str  # what is asked
    seed: int  # the seed that they are drawn by
    count: int  # how many puzzles were looked for
    complete: bool  # whether so many were found
    puzzles: Sequence[Puzzle]  # the puzzles, those with one solution first


def puzzles_json(game: Game, kind: Kind, seed: int, count: int, puzzles: Sequence[Puzzle]) -> PuzzlesJson:
    """Return *puzzles* of one *kind*, of which so many were looked for, by their JSON keys."""
    return {
        "game": str(game),
        "kind": kind.name,
        "question": kind.about,
        "seed": seed,
        "count": count,
        "complete": len(puzzles) == count,
        "puzzles": puzzles,
    }
