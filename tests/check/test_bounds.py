"""The bounds by counting: those of docs/certificates.md to the letter, and never above what is true."""

import math
import os
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from bestguess.check.bounds import Bounds
from bestguess.check.costs import INFINITE, Costs
from bestguess.check.limits import Limits
from bestguess.check.rules import rules_of
from bestguess.check.symmetry import Images
from bestguess.check.table import Table
from written import FAMILIES, Certificate, Counted, Counting, Game, Question, Set, Solver, table_game

GAMES = 1000 if os.environ.get("BESTGUESS_VERIFY") else 100
STEP = 10  # games in one test


def table_of(game: Game, folder: Path) -> tuple[Table, Set]:
    """The table of the checker for *game*, whose file is put in *folder*, and its secrets."""
    name = str(folder / "game.csv")
    Path(name).write_text(game.content or "", newline="")
    document = Certificate(game, Question("lost", 1), name).document()
    files = [(file["name"], file["sha256"]) for file in document["game_files"]]
    rules = rules_of(document["game"], files, Limits())
    return Table.of(rules, list(rules.secrets), Limits()), rules.secrets


def drawn_counted(rng: random.Random, game: Game) -> Counted:
    """Something that a proof may count."""
    limit, cost_limit = rng.choice([None, 1, 2, 3, 4]), rng.choice([None, rng.randint(1, 12)])
    what = rng.choice(["total", "within"] if game.priced else ["total", "within", "last", "lost"])
    cost_limit = cost_limit if game.priced else None
    if what != "total" and limit is None and cost_limit is None:
        limit = 2
    return Counted(what, limit, cost_limit)


@pytest.mark.parametrize("start", range(0, GAMES, STEP))
def test_bounds_are_those_that_are_defined(tmp_path: Path, start: int) -> None:
    """Of every part that any guess leaves of any set, after any number of guesses, and whatever is spent."""
    for seed in range(start, start + STEP):
        rng = random.Random(f"bounds {seed}")
        game = rng.choice(FAMILIES)() if rng.random() < 0.1 else table_game(rng)
        table, secrets = table_of(game, tmp_path)
        for _ in range(6):
            counted, consistent = drawn_counted(rng, game), game.win is not None and rng.random() < 0.3
            solver = Solver(game, Question("mean", consistent=consistent), counted)
            bounds = Bounds(table, Costs(counted.what, counted.limit, counted.cost_limit), consistent)
            counting = Counting(solver, secrets)
            places = sorted(rng.sample(range(len(secrets)), rng.randint(2, len(secrets)) if len(secrets) > 1 else 1))
            linear = counted == Counted("total")
            depth = rng.randint(1, 3)
            spent = 0 if linear else depth if not game.priced else rng.randint(1, 8)
            check_parts(game, bounds, counting, solver, tuple(secrets[place] for place in places), depth, spent)


def finite(numbers: Iterable[int]) -> tuple[float, ...]:
    """A cost of the checker as one of the plain solver."""
    return tuple(math.inf if number >= INFINITE else number for number in numbers)


def check_parts(
    game: Game, bounds: Bounds, counting: Counting, solver: Solver, candidates: Set, depth: int, spent: int
) -> None:
    """What each part of *candidates* costs at least by the checker is what it is by definition, and never too much."""
    place = {secret: number for number, secret in enumerate(bounds.table.secrets)}
    chosen = np.array([place[secret] for secret in candidates])
    split = bounds.split(np.arange(len(game.guesses)), chosen, depth, spent)
    for row, guess in enumerate(game.guesses):
        after, total = spent + game.cost(guess), np.zeros(len(split.adds), np.int64)
        for feedback, part in game.split(guess, candidates).items():
            adds = split.adds[:, row, bounds.table.texts.index(feedback)]
            total += adds
            found = finite(adds.tolist())
            if game.is_found(feedback, part):
                assert found == solver.found(part, depth + 1, after)
                continue
            by_parts = finite(bounds.by_parts(np.array([place[secret] for secret in part]), depth + 1, after))
            assert max(found, by_parts) == counting.bound(part, depth + 1, after)
            assert max(found, by_parts) <= solver.best(part, depth + 1, after)[0]
        assert np.array_equal(split.sums[:, row], np.minimum(total, INFINITE))


@pytest.mark.parametrize("number", range(len(FAMILIES)))
def test_images_are_those_of_the_symmetries(number: int) -> None:
    """The lowest of each orbit, by trying every symmetry, after any guesses."""
    game = FAMILIES[number]()
    images = Images(rules_of(game.text, [], Limits()))
    rng = random.Random(number)
    for length in (0, 0, 1, 1, 1, 2, 2, 3):
        fixed = tuple(rng.randrange(len(game.guesses)) for _ in range(length))
        lowest = [game.guesses[guess] for guess in images.lowest(fixed).tolist()]
        assert tuple(lowest) == game.lowest([game.guesses[guess] for guess in fixed])
