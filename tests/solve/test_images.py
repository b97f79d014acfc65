"""What is known of an image of a set changes nothing but the work."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess import engine
from bestguess.solve.objectives import any_within, fewest_at_limit, fewest_lost, least_mean

GAMES = [
    "mastermind(2,6)",
    "mastermind(3,4)",
    "mastermind(4,3)",
    "mastermind(3,5,secrets=distinct)",
    "mastermind(3,3,feedback=exact)",
    "mastermind(3,4,secrets=distinct,feedback=exact)",
    "bullscows(3,6)",
    "bullscows(4,5)",
]
OBJECTIVES: list[Callable[[int], engine.Objective]] = [
    lambda secrets: least_mean(None, secrets),
    lambda secrets: least_mean(5, secrets),
    lambda secrets: any_within(4),
    lambda secrets: fewest_at_limit(6, secrets),
    lambda secrets: fewest_lost(3, secrets),
]


@given(st.sampled_from(GAMES), st.sampled_from(OBJECTIVES), st.booleans(), st.integers(1, 2), st.data())
def test_images_change_neither_value_nor_tree(
    text: str, objective: Callable[[int], engine.Objective], consistent: bool, threads: int, data: st.DataObject
) -> None:
    """After any history, for every objective."""
    table = bg.game(text).table
    guesses = data.draw(st.lists(st.sampled_from(table.guesses), max_size=2))
    secret = data.draw(st.sampled_from(table.secrets))
    assume(all(table.game.score(guess, secret) != table.game.win for guess in guesses))
    position = bg.Position(text, [(guess, table.game.score(guess, secret)) for guess in guesses])

    def found(images: bool) -> tuple[object, ...]:
        request = engine.SearchRequest(
            objective=objective(len(table.secrets)),
            candidates=position.candidate_indices,
            history=[table.guesses.index(guess) for guess in guesses],
            consistent=consistent,
            symmetries=table.native_symmetries,
            threads=threads,
            memory_limit=2**28,
            savings=engine.Savings(images=images),
        )
        result = engine.search(table.native, request)
        assert result.proven
        return result.lower, result.lost_lower, [column.tolist() for column in result.tree]

    assert found(True) == found(False)


@pytest.mark.parametrize(("text", "total"), [("mastermind(2,12)", 847), ("mastermind(3,10)", 5242)])
def test_images_save_work(text: str, total: int) -> None:
    """Where symmetry is plentiful, few sets differ."""
    table = bg.game(text).table

    def nodes(images: bool) -> int:
        request = engine.SearchRequest(
            objective=least_mean(None, len(table.secrets)),
            candidates=table.all_candidates,
            symmetries=table.native_symmetries,
            memory_limit=2**28,
            savings=engine.Savings(images=images),
        )
        result = engine.search(table.native, request)
        assert result.proven
        assert result.lower == total
        return result.nodes

    assert 3 * nodes(True) < nodes(False)
