"""Making puzzles: positions are drawn by a seed, and those with few solutions become puzzles."""

from collections.abc import Iterator

import numpy as np

from bestguess.advice import Values
from bestguess.arguments import as_integer, check_progress
from bestguess.errors import GameError, SizeError
from bestguess.games import FREE, HIT, Game, GameLike, as_game
from bestguess.games.table import Progress
from bestguess.interruption import poll
from bestguess.position import Position
from bestguess.puzzles.difficulty import difficulty
from bestguess.puzzles.drawing import drawn_positions
from bestguess.puzzles.kinds import Kind, as_kind
from bestguess.puzzles.near_misses import in_order, near_miss, nearest, part_sizes
from bestguess.puzzles.puzzle import Puzzle
from bestguess.strategies import as_seed

MOST_PAIRS = 10**8
"""The pairs of a guess and a secret that a game of puzzles has at most."""
MOST_PUZZLES = 10_000
_PATIENCE = 3_000  # games drawn in a row without a new puzzle before no more are looked for


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
    except KeyboardInterrupt:
        yield from _fewest_solutions(others, count - found)
        raise
    yield from _fewest_solutions(others, count - found)


def _fewest_solutions(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """The *count* puzzles with the fewest solutions, those found first before others."""
    return sorted(puzzles, key=lambda puzzle: len(puzzle.solutions))[:count]


def _different(game: Game, kind: Kind, seed: int) -> Iterator[Puzzle]:
    """Puzzles of different candidates, until too many positions in a row bring none with a single solution.

    First of the positions where few candidates are left for the first time; then, since small games may have too few of
    those, of later ones.
    """
    seen, name = set[bytes](), f"{game} {kind.name} {seed}"
    for further in (False, True):
        fruitless = 0
        for position in drawn_positions(game, name, kind.least, kind.most, further=further):
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


def puzzle_of(position: Position, kind: Kind) -> Puzzle | None:
    """The puzzle of this *kind* that *position* is; None if it has no solution, or too many."""
    misses = kind.misses(position)
    if misses is None:
        return None
    table, size = position.table, len(position.candidate_indices)
    solutions = in_order(position, np.flatnonzero(misses == 0))
    consistent = position.may_win(solutions[0])
    wrong = nearest(position, misses)
    return Puzzle(
        game=str(table.game),
        kind=kind.name,
        history=position.history,
        rows_left=kind.rows_left,
        candidates=size,
        solutions=tuple(table.guesses[guess] for guess in solutions),
        consistent=consistent,
        parts=part_sizes(position, solutions[0]),
        expected=Values(position.game, threads=1).of(position).bounds.upper if kind.rows_left is None else None,
        near_miss=near_miss(position, kind, wrong[0], int(misses[wrong[0]])) if wrong else None,
        near_misses=len(wrong),
        difficulty=difficulty(kind, len(position.history), size, consistent, len(wrong)),
        rules=position.game,
    )
