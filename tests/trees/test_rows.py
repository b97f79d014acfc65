"""Trees of games with rows: what needs more guesses is lost, and everything says so."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import Code, Feedback
from bestguess.strategies import OwnStrategy
from bestguess.trees.formats import FORMATS
from plain import paths_of
from worlds import any_games

ONE_STEP = st.sampled_from(["first", "minimax", "entropy", "random"])


@given(any_games, ONE_STEP, st.integers(1, 6))
def test_what_needs_more_guesses_is_lost(game: bg.Game, name: str, rows: int) -> None:
    """The tree is that without rows, ended at the last one; lost are the secrets that it would find later."""
    free, board = bg.build_tree(game, name), bg.build_tree(game.with_rows(rows), name)
    found = {secret: path for secret, path in paths_of(free).items() if len(path) <= rows}
    assert paths_of(board) == found
    assert board.lost == len(game.secrets) - len(found)
    figures = board.figures
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    lost = [secret for secret in game.secrets if secret not in found]
    assert (figures.lost, figures.lost_weight) == (len(lost), sum(weight[secret] for secret in lost))
    assert figures.secrets == len(game.secrets)
    assert figures.total == sum(weight[secret] * len(path) for secret, path in found.items())
    assert board.root.lost == len(lost)
    assert board.root.size == len(game.secrets)
    assert (free.figures.lost, free.figures.lost_weight) == (None, None)
    if rows >= free.figures.worst:
        assert (figures.total, figures.distribution, lost) == (free.figures.total, free.figures.distribution, [])


@given(any_games, st.integers(1, 4))
def test_a_strategy_that_is_called_is_not_called_after_the_last_row(game: bg.Game, rows: int) -> None:
    """The tree is the same as that of the core, and no position without a row is ever asked."""
    board = game.with_rows(rows)
    entropy = bg.strategy("entropy", game=board)

    def called(position: bg.Position) -> Code:
        assert position.rows_left is not None
        assert 1 <= position.rows_left <= rows
        return entropy(position)

    assert bg.build_tree(board, OwnStrategy("entropy", called)) == bg.build_tree(board, "entropy")


@given(any_games, st.integers(1, 4), st.data())
def test_following_a_path_ends_with_the_rows(game: bg.Game, rows: int, data: st.DataObject) -> None:
    """Lazy or not, a secret that is lost gives the rows that were played, without the winning feedback."""
    board = game.with_rows(rows)
    secret = data.draw(st.sampled_from(game.secrets))
    tree, lazy = bg.build_tree(board, "entropy"), bg.lazy_tree(board, "entropy")

    def scorer(guess: Code) -> Feedback:
        return game.score(guess, secret)

    path = paths_of(bg.build_tree(game, "entropy"))[secret]
    for node in (tree, tree.root, lazy):
        history = node.play(scorer)
        assert node.play(secret) == history
        assert tuple(row.guess for row in history) == path[:rows]
        assert (history[-1].feedback == game.win) == (len(path) <= rows)
    assert [step.guess for step in bg.watch(board, secret, "entropy")] == list(path[:rows])


def test_no_guess_comes_after_the_last_row() -> None:
    """The node of the last row says so, and that more is asked for is no contradiction of the answers."""
    game = bg.game("mastermind(4,6,rows=2)")
    for root in (bg.build_tree(game, "minimax").root, bg.lazy_tree(game, "minimax")):
        last = root.after("1.0")
        assert last.last
        assert not root.last
        assert last.branches == {}
        with pytest.raises(bg.errors.HistoryError, match="no row is left after 1344"):
            last.after("0.1")
    lazy = bg.lazy_tree(game, "minimax").after("1.0")
    with pytest.raises(bg.errors.FeedbackError, match=r"expected a feedback that 4 pegs can give, got '3.1'"):
        lazy.after("3.1")
    with pytest.raises(bg.errors.ContradictionError, match=r"no candidate answers 1344 with \(0, 4\)"):
        lazy.after((0, 4))


def test_a_tree_that_finds_nothing() -> None:
    """A first guess that is no secret, on a board of one row: no mean, no worst, and nothing breaks."""
    game = bg.game("mastermind(3,4,secrets=distinct,rows=1)")
    tree = bg.build_tree(game, "entropy", first_guess="112")
    figures = tree.figures
    assert math.isnan(figures.mean)
    assert (figures.worst, figures.at_worst, figures.total, figures.lost) == (0, 0, 0, 24)
    document = figures.as_json()
    assert (document["mean"], document["worst"], document["distribution"]) == (None, None, {})
    assert tree.solutions() == []
    assert paths_of(tree) == {}
    texts = {name: make(tree, None) for name, make in FORMATS.items()}
    assert texts["text"] == "112  24 candidates, 24 lost\n"
    assert "24 secrets, 24 lost" in texts["dot"]
    assert "nan" not in "".join(texts.values())


def test_formats_say_what_is_lost() -> None:
    """Where a tree ends with the last row, and where nodes are collapsed."""
    tree = bg.build_tree(bg.game("mastermind(3,4,rows=3)"), "entropy")
    assert "    1.1: 414  3 candidates, 2 lost\n" in FORMATS["text"](tree, None)
    assert "  0.1: 244  9 candidates, at most 2 guesses, 3 lost\n" in FORMATS["text"](tree, 2)
    assert "64 secrets, guesses: total 116, mean 2.8293, worst 3 (35 secrets), 23 lost" in FORMATS["dot"](tree, 1)
    assert "64 candidates\\nat most 3 guesses\\n23 lost" in FORMATS["dot"](tree, 1)
    assert "9 candidates, at most 2 guesses, 3 lost" in FORMATS["svg"](tree, 2)
    assert "lost" not in FORMATS["text"](bg.build_tree(bg.game("mastermind(3,4,rows=4)"), "entropy"), None)


def test_figures_of_the_literature_within_rows() -> None:
    """mastermind(4,6): of Neuwirth's strategy 12 secrets need six guesses, 596 need five."""
    game = bg.game("mastermind(4,6)")
    lost = [bg.build_tree(game.with_rows(rows), "entropy").figures.lost for rows in (4, 5, 6)]
    assert lost == [608, 12, 0]
    assert str(bg.build_tree(game.with_rows(5), "entropy").figures) == "5650:5:596:12 lost"
