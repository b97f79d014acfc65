"""The strategies `optimal` and `optimal-worst` on boards with rows: the best within them, or the fewest lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from plain import paths_of
from questions import Question, best_play
from worlds import any_games, custom_games


@given(custom_games(max_secrets=6), st.integers(1, 4), st.booleans())
def test_the_best_tree_within_the_rows(game: bg.CustomGame, rows: int, consistent: bool) -> None:
    """Against trying everything: the least total, then worst case, within the rows; else the least lost."""
    tree = bg.build_tree(game.with_rows(rows), "optimal", consistent=consistent)
    question, secrets = Question(game, consistent=consistent), tuple(game.secrets)
    best = best_play(question, "mean,worst", secrets, rows) or best_play(question, "lost", secrets, rows)
    assert best is not None
    assert (tree.figures.lost_weight, tree.figures.total) == best.of(secrets)
    assert paths_of(tree) == best.tree(secrets)


@given(any_games, st.integers(1, 4), st.sampled_from(["optimal", "optimal-worst"]), st.data())
def test_played_step_by_step_it_is_the_tree(game: bg.Game, rows: int, name: str, data: st.DataObject) -> None:
    """What is watched, guess by guess, is what the whole tree plays, lost games included.

    Secrets that weigh nothing may be found or lost as it happens: another test is about those.
    """
    board = game.with_rows(rows)
    if len(game.secrets) > 100 or 0 in (game.weights or ()):
        return
    secret = data.draw(st.sampled_from(game.secrets))
    steps = [step.guess for step in bg.watch(board, secret, name)]
    found = paths_of(bg.build_tree(board, name))
    assert len(steps) <= rows
    assert (game.score(steps[-1], secret) == game.win) == (secret in found)
    if secret in found:
        assert len(steps) == len(found[secret])


@given(custom_games(), st.integers(1, 4))
def test_played_step_by_step_it_is_as_good_as_the_tree(game: bg.Game, rows: int) -> None:
    """With secrets that weigh nothing: the weight that is lost, and the total of the rest, are those of the tree."""
    board = game.with_rows(rows)
    weights = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    lost = total = 0
    for secret in game.secrets if len(game.secrets) <= 12 else ():
        steps = [step.guess for step in bg.watch(board, secret, "optimal")]
        won = game.score(steps[-1], secret) == game.win
        lost += 0 if won else weights[secret]
        total += weights[secret] * len(steps) if won else 0
    if len(game.secrets) <= 12:
        figures = bg.build_tree(board, "optimal").figures
        assert (lost, total) == (lost if game.weights is None else figures.lost_weight, figures.total)
        assert figures.lost == lost or game.weights is not None


def test_a_tree_that_loses_is_played_to_its_end() -> None:
    """Three rows are too few here: secrets that weigh nothing are lost, even where all that are left could be found."""
    answers = [
        "wqrqqppp",
        "qwpqqqqp",
        "qpwpqqqq",
        "qppwqqqp",
        "pqqqwqpq",
        "pppppwqq",
        "qpppppwp",
        "pqqpqppw",
        "qqppqqqq",
    ]
    weights = (1, 0, 1, 0, 1, 1, 0, 0)
    game = bg.CustomGame(range(9), range(8), lambda g, s: answers[g][s], win="w", weights=weights)
    game = game.with_rows(3)
    tree = bg.build_tree(game, "optimal")
    assert (tree.figures.total, tree.figures.lost, tree.figures.lost_weight) == (7, 2, 0)
    steps = [len(list(bg.watch(game, secret, "optimal"))) for secret in game.secrets]
    assert sum(weight * count for weight, count in zip(weights, steps, strict=True)) == 7


@pytest.mark.parametrize(("rows", "worst", "total"), [(6, 6, (5625, 5625)), (5, 5, None), (4, None, None)])
def test_what_is_certain_of_a_move(rows: int, worst: int | None, total: tuple[int, int] | None) -> None:
    """A total is that of the game without rows: it is known only where the rows do not bind. Lost: no worst case."""
    game = bg.game(f"mastermind(4,6,rows={rows})")
    move = bg.strategy("optimal", game=game).move(bg.Position(game))
    assert (move.certain, move.worst, move.total) == (True, worst, total)
