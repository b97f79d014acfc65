"""The bounds by counting: those of docs/certificates.md to the letter, and never above what is true."""

import math
import os
import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from bestguess.check.bounds import Bounds, HitBounds, IdentifyBounds
from bestguess.check.costs import INFINITE, Costs
from bestguess.check.document import GameFile
from bestguess.check.games import FileLocations, rules_of
from bestguess.check.limits import Limits
from bestguess.check.symmetry import PegCodes, lowest_images
from bestguess.check.table import Table
from written import (
    FAMILIES,
    Certificate,
    Counted,
    Counting,
    Game,
    Question,
    Set,
    Solver,
    game_of,
    pegs_game,
    table_game,
)

GAMES = 1000 if os.environ.get("BESTGUESS_VERIFY") else 100
STEP = 10  # games in one test


def table_of(game: Game, folder: Path) -> tuple[Table, Set]:
    """The table of the checker for *game*, whose file is put in *folder*, and its secrets."""
    (folder / "game.csv").write_text(game.content or "", newline="")
    document = Certificate(game, Question("lost", 1)).document()
    files = [GameFile(**file) for file in document["game_files"]]
    rules = rules_of(document["game"], files, Limits(), locations=FileLocations(str(folder)))
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
            costs = Costs(counted.what, counted.limit, counted.cost_limit)
            bounds = (IdentifyBounds if game.win is None else HitBounds)(table, costs, consistent)
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
    everything = np.arange(len(game.guesses))
    (split,) = bounds.splits(everything, chosen, depth, spent)
    for row, guess in enumerate(game.guesses):
        after, total = spent + game.cost(guess), np.zeros(len(split.adds), np.int64)
        for feedback, part in game.split(guess, candidates).items():
            adds = split.adds[:, row, bounds.table.texts.index(feedback)]
            total += adds
            found = finite(adds.tolist())
            if game.is_found(feedback, part):
                assert found == solver.found(part, depth + 1, after)
                continue
            numbers = np.array([place[secret] for secret in part])
            by_parts = finite(bounds.by_parts(numbers, everything, depth + 1, after))
            assert max(found, by_parts) == counting.bound(part, depth + 1, after)
            assert max(found, by_parts) <= solver.best(part, depth + 1, after)[0]
        assert np.array_equal(split.sums[:, row], np.minimum(total, INFINITE))


def wide_games() -> list[Game]:
    """Games in which one thing decides: winners that tell little, labels that weigh nothing, or much."""
    places = range(10)
    hits = {f"w{pair}": ["won" if place // 2 == pair else "no" for place in places] for pair in range(5)}
    hits["pairs"] = [f"f{place // 2}" for place in places]
    halves = {f"h{bit}": [f"{place >> bit & 1}" for place in places] for bit in range(4)}
    thirds = {f"t{step}": [f"{place // step % 3}" for place in places] for step in (1, 3, 9)}
    weight, rising, label = {"weight": ["9", *"000000000"]}, {"weight": list("0123456789")}, {"label": [*"abbcccdddd"]}
    games = []
    for win, rows in (
        ("won", hits),
        ("won", hits | weight),
        (None, halves),
        (None, halves | weight),
        (None, halves | label),
        (None, thirds | rising | label),
    ):
        lines = [["" if win is None else f"win={win}", *(f"s{place}" for place in places)]]
        lines += [[name, *cells] for name, cells in rows.items()]
        games.append(game_of("\n".join(map(",".join, lines)) + "\n", win))
    return games


@pytest.mark.parametrize("number", range(6))
def test_bounds_of_wide_games(tmp_path: Path, number: int) -> None:
    """Of all candidates and of most of them, for whatever counts."""
    game = wide_games()[number]
    table, secrets = table_of(game, tmp_path)
    for what in ("total", "within", "last", "lost"):
        for limit in (None, 1, 2, 3, 4, 5) if what == "total" else (1, 2, 3, 4, 5):
            counted = Counted(what, limit)
            solver = Solver(game, Question("mean"), counted)
            bounds = (IdentifyBounds if game.win is None else HitBounds)(table, Costs(what, limit), consistent=False)
            for candidates in (secrets, secrets[1:], secrets[:7]):
                for depth in (0, 1):
                    spent = 0 if limit is None else depth
                    check_parts(game, bounds, Counting(solver, secrets), solver, candidates, depth, spent)


@pytest.mark.parametrize("number", range(len(FAMILIES)))
def test_images_are_those_of_the_symmetries(number: int) -> None:
    """The lowest of each orbit, by trying every symmetry, after any guesses."""
    game = FAMILIES[number]()
    lowest_after = lowest_images(rules_of(game.text, [], Limits()))
    rng = random.Random(number)
    for length in (0, 0, 1, 1, 1, 2, 2, 3):
        fixed = tuple(rng.randrange(len(game.guesses)) for _ in range(length))
        lowest = [game.guesses[guess] for guess in lowest_after(fixed).tolist()]
        assert tuple(lowest) == game.lowest([game.guesses[guess] for guess in fixed])


def exchanges(codes: Sequence[str], symbols: str, apart: bool) -> list[dict[str, str]]:
    """Where *codes* go if two places are exchanged, or two symbols, if *apart* at one place; and nothing else."""
    pegs, found = len(codes[0]), []
    for pair in combinations(range(pegs), 2):
        order = [pair[::-1][pair.index(place)] if place in pair else place for place in range(pegs)]
        found.append({code: "".join(code[place] for place in order) for code in codes})
    for one, other in combinations(symbols, 2):
        swap = str.maketrans(one + other, other + one)
        for at in [[place] for place in range(pegs)] if apart else [list(range(pegs))]:
            moved = [[code[p].translate(swap) if p in at else code[p] for p in range(pegs)] for code in codes]
            found.append(dict(zip(codes, map("".join, moved), strict=True)))
    return found


@pytest.mark.parametrize(("exact", "bullscows"), [(False, False), (True, False), (False, True)])
def test_exchanges_that_keep_a_set(exact: bool, bullscows: bool) -> None:
    """A guess need not be looked at exactly if an exchange that keeps the set takes it to a lower one."""
    symbols, rng = "ZABC", random.Random(3)
    rules = rules_of(pegs_game(3, symbols, bullscows, exact).text, [], Limits())
    codes, place = PegCodes(rules, rules.secrets), {guess: number for number, guess in enumerate(rules.guesses)}
    swaps = exchanges(rules.guesses, symbols, exact)
    for size in (1, 2, 3, 4, 5) * 4:
        some = set(rng.sample(rules.secrets, size))
        closing = rng.choice(swaps)
        some |= {closing[code] for code in some}
        keeping = [swap for swap in swaps if {swap[code] for code in some} == some]
        lowest = [all(place[guess] <= place[swap[guess]] for swap in keeping) for guess in rules.guesses]
        assert codes.lowest(np.array(sorted(place[code] for code in some))).tolist() == lowest
