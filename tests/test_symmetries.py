"""symmetries.find: all symmetries of small games, those that were planted in larger ones, and never a wrong one."""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games.symmetries import renamed_guesses, symmetry_problem
from bestguess.games.table import Table
from worlds import question_games

Map = tuple[int, ...]


def table_game(cells: Sequence[Sequence[object]], **options: Any) -> bg.CustomGame:
    """A game with these feedbacks; the goal is to identify unless said otherwise."""
    make: Callable[..., bg.CustomGame] = bg.CustomGame
    options = {"goal": "identify", **options} if "win" not in options else options
    return make(range(len(cells)), range(len(cells[0])), lambda guess, secret: cells[guess][secret], **options)


def copy_of(text: str, symmetries: Sequence[bg.symmetries.Symmetry] = ()) -> bg.CustomGame:
    """The same game with these *symmetries* only."""
    game = bg.game(text)
    make: Callable[..., bg.CustomGame] = bg.CustomGame
    options = {"goal": game.goal, "labels": game.labels, "symmetries": symmetries}
    return make(game.guesses, game.secrets, game.score, game.win, **options)


def is_symmetry(table: Table, guesses: Iterable[int], secrets: Iterable[int]) -> bool:
    """By the definition, pair by pair."""
    to, on = list(guesses), list(secrets)
    for row, image in zip(table.ordinals.tolist(), table.ordinals[to].tolist(), strict=True):
        names = {(before, image[on[secret]]) for secret, before in enumerate(row)}
        if len(names) > min(len({one for one, _ in names}), len({other for _, other in names})):
            return False
        if any((one == table.win) != (other == table.win) for one, other in names):
            return False
    labels = set(zip(table.labels.tolist(), table.labels[on].tolist(), strict=True))
    return (
        table.costs[to].tolist() == table.costs.tolist()
        and table.weights[on].tolist() == table.weights.tolist()
        and len(labels) == len({one for one, _ in labels}) == len({other for _, other in labels})
    )


def all_symmetries(table: Table) -> set[tuple[Map, Map]]:
    """Every pair of permutations that is a symmetry: for tiny games."""
    guesses, secrets = (list(permutations(range(count))) for count in table.ordinals.shape)
    return {(to, on) for to in guesses for on in secrets if is_symmetry(table, to, on)}


def closure(steps: Iterable[tuple[Map, Map]], identity: tuple[Map, Map]) -> set[tuple[Map, Map]]:
    """The group that *steps* make."""
    group, waiting, steps = {identity}, [identity], list(steps)
    while waiting:
        to, on = waiting.pop()
        for next_to, next_on in steps:
            product = (tuple(next_to[g] for g in to), tuple(next_on[s] for s in on))
            if product not in group:
                group.add(product)
                waiting.append(product)
    return group


def found_in(game: bg.Game) -> list[tuple[Map, Map]]:
    """What the search finds, by index, each checked by the definition."""
    found = [
        (
            tuple(game.guesses.index(step.guess(guess)) for guess in game.guesses),
            tuple(game.secrets.index(step.secret(secret)) for secret in game.secrets),
        )
        for step in bg.symmetries.find(game)
    ]
    assert all(is_symmetry(game.table, to, on) for to, on in found)
    return found


@given(question_games(max_secrets=5, max_guesses=4))
def test_all_symmetries_of_tiny_games_are_found(game: bg.CustomGame) -> None:
    """Both goals, with labels, weights, costs and several winners; exchanges of equal secrets come on top."""
    table = game.table
    guesses, secrets = table.ordinals.shape
    identity = (tuple(range(guesses)), tuple(range(secrets)))
    equal = []
    for one in range(secrets):
        for other in range(one):
            swapped = list(identity[1])
            swapped[one], swapped[other] = other, one
            if (table.ordinals[:, one] == table.ordinals[:, other]).all() and is_symmetry(table, identity[0], swapped):
                equal.append((identity[0], tuple(swapped)))
    assert closure([*found_in(game), *equal], identity) == all_symmetries(table)


def orbits(count: int, images: Iterable[Sequence[int]]) -> list[int]:
    """For each of so many things the lowest that it can become."""
    lowest, before, maps = list(range(count)), list[int](), list(images)
    while lowest != before:
        before = list(lowest)
        for image in maps:
            for one, other in enumerate(image):
                lowest[one] = lowest[other] = min(lowest[one], lowest[other])
    return lowest


def planted(rng: np.random.Generator, secrets: int, guesses: int, win: bool) -> tuple["np.typing.NDArray[Any]", Map]:
    """A table of four feedbacks with a random symmetry of the secrets, and that symmetry. Feedbacks are renamed."""
    on = rng.permutation(secrets)
    rows = [np.where(np.arange(secrets) == secret, 0, 1) for secret in range(secrets)] if win else []
    for _ in range(guesses):
        start = row = rng.integers(1, 4, size=secrets)
        while True:
            rows.append(np.concatenate([[0], 1 + rng.permutation(3)])[row])
            row = row[on]
            if (row == start).all():
                break
    rng.shuffle(rows)
    return np.array(rows, np.uint8), tuple(on.tolist())


@given(st.integers(0, 2**32), st.sampled_from([(3, 1), (6, 2), (12, 3), (16, 3)]), st.booleans())
def test_planted_symmetries_are_found(seed: int, size: tuple[int, int], win: bool) -> None:
    """Guesses are closed under a permutation of the secrets, each with other names for its feedbacks."""
    ordinals, on = planted(np.random.default_rng(seed), *size, win=win)
    columns = {column.tobytes(): secret for secret, column in enumerate(ordinals.T)}
    assume(len(columns) > 1)
    equal = [columns[column.tobytes()] for column in ordinals.T]  # the last one that is equal
    found = [
        secrets for _, secrets in found_in(table_game(ordinals.tolist(), **({"win": 0} if win else {"labels": equal})))
    ]
    lowest = orbits(size[0], [*found, equal])
    assert all(lowest[secret] == lowest[on[secret]] for secret in range(size[0]))


@pytest.mark.parametrize(
    ("text", "guess_orbits", "least"),
    [
        ("mastermind(3,4)", 3, 2),
        ("mastermind(2,3,feedback=exact)", 1, 3),
        ("mastermind(3,4,secrets=distinct)", 3, 2),
        ("balance(6,find=coin)", 3, 5),
        ("numbers(9)", 5, 1),
    ],
)
def test_families_are_understood(text: str, guess_orbits: int, least: int) -> None:
    """A copy of a game that knows no symmetries gets them back: of the guesses, those differ that should."""
    plain = copy_of(text)
    found = bg.symmetries.find(plain)
    assert len(found) >= least
    game = copy_of(text, found)
    assert [problem for problem in bg.check_game(game) if not problem.startswith("warning: ")] == []
    table = game.table
    assert len(table.representatives([])) == guess_orbits <= len(bg.game(text).table.representatives([]))
    assert bg.optimum(game).bounds == bg.optimum(plain).bounds


def test_many_secrets_that_are_all_alike() -> None:
    """Exchanges of two secrets are found without a search."""
    found = bg.symmetries.find(bg.CustomGame(range(300), range(300), lambda guess, secret: guess == secret, win=True))
    assert len(found) == 299
    for step in found:
        moved = [code for code in range(300) if step.guess(code) != code]
        assert len(moved) == 2
        assert [step.secret(code) for code in range(300)] == [step.guess(code) for code in range(300)]


@pytest.mark.parametrize(
    ("text", "seconds"), [("mastermind(4,6)", 30), ("numbers(1500)", 20), ("balance(11)", 3)]
)  # measured: 0.8, 0.2 and 0.3 s
def test_a_thousand_rows_take_a_second(text: str, seconds: float) -> None:
    """So that users wait for them; the limits are generous."""
    game = bg.game(text)
    _ = game.table
    began = time.process_time()
    assert bg.symmetries.find(game)
    assert time.process_time() - began < seconds


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found by then is returned, and what is too large is not looked at."""
    game = bg.game("mastermind(3,4)")
    whole = len(found_in(game))
    for visits in (0, 5_000, 200_000):
        monkeypatch.setattr(bg.symmetries, "_MAX_VISITS", visits)
        assert len(found_in(game)) <= whole
    monkeypatch.setattr(bg.symmetries, "_MAX_PAIRS", 100)
    assert found_in(game) == []


@pytest.mark.parametrize(
    ("symmetry", "message"),
    [
        (bg.symmetries.Symmetry(lambda code: 0), "symmetry 1 of the guesses is not a permutation of them"),
        (bg.symmetries.Symmetry(lambda code: 9), "symmetry 1 of the guesses leads to 9, which is not one of them"),
        (bg.symmetries.Symmetry(lambda code: [1, 0, 2][code]), "symmetry 1 changes the cost of a guess"),
        (
            bg.symmetries.Symmetry(lambda code: code, lambda code: [0, 2, 1][code]),
            "symmetry 1 changes the weight of a secret",
        ),
        (bg.symmetries.Symmetry(lambda code: code, lambda code: [1, 0, 2][code]), "symmetry 1 changes a feedback"),
    ],
)
def test_declared_symmetries_are_verified(symmetry: bg.symmetries.Symmetry, message: str) -> None:
    """Before they are believed."""
    cells = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    game = table_game(cells, win=0, costs=[1, 2, 2], weights=[2, 2, 1], symmetries=[symmetry])
    with pytest.raises(
        bg.errors.GameError, match=f"the symmetries of custom are not sound: {message}; check_game says more"
    ):
        _ = game.table.native_symmetries
    assert bg.check_game(game) != []


@given(question_games(max_secrets=6, max_guesses=5), st.data())
def test_the_fast_proof_is_the_definition(game: bg.CustomGame, data: st.DataObject) -> None:
    """For any two permutations."""
    table = game.table
    guesses, secrets = table.ordinals.shape
    to, on = (np.array(data.draw(st.permutations(range(count))), np.uint32) for count in (guesses, secrets))
    if data.draw(st.booleans()):
        to = np.arange(guesses, dtype=np.uint32)
    fast = symmetry_problem(table, to, on) is None and renamed_guesses(table, to, on, np.arange(guesses)) is not None
    assert fast == is_symmetry(table, to.tolist(), on.tolist())
