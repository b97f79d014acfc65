"""Games given as texts are shared: one object, one table, and only the last few are kept."""

import copy
import pickle
import threading
from collections import OrderedDict
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.games import registry


@pytest.fixture(autouse=True)
def nothing_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins with no game kept."""
    monkeypatch.setattr(registry, "_shared", OrderedDict())


def test_the_same_text_is_the_same_game() -> None:
    """In any of its forms, wherever a text is given; its table is built once."""
    game = bg.game("mastermind(4,6)")
    assert bg.game("mm4x6") is bg.game("mastermind") is bg.game(" mastermind( 4 , 6 ) ") is game
    assert bg.Position("mm4x6").game is game
    assert bg.build_tree("mm4x6", "first").rules is game
    assert bg.game(game) is game
    assert bg.game("mm4x6").table is game.table
    assert bg.game("words(english,4)") is bg.game("words(english,4)")
    assert bg.Mastermind(4, 6) is not game
    assert bg.Mastermind(4, 6) == game


def test_boards_share_one_table() -> None:
    """The feedbacks of a game do not depend on its rows, whichever is asked for first."""
    boards = [bg.game(f"mastermind(3,5,rows={rows})") for rows in (4, 5)]
    assert [board.rows for board in boards] == [4, 5]
    assert boards[0].table.ordinals is boards[1].table.ordinals is bg.game("mastermind(3,5)").table.ordinals
    assert [board.table.game for board in boards] == boards
    assert bg.game("mastermind(3,5)").rows is None
    assert bg.game("mastermind(3,5,rows=4)") is boards[0]
    assert registry._shared_bytes() == boards[0].table.ordinals.nbytes


def test_only_the_last_few_are_kept() -> None:
    """So many games, and so many bytes of tables; those that were used lately stay."""
    first = bg.game("mastermind(1,1)")
    for size in range(1, 17):
        bg.game(f"mastermind(1,{size})")
        assert bg.game("mastermind(1,1)") is first
    games = [bg.game(f"twod({size})") for size in range(1, 31)]
    assert len(registry._shared) == registry._MAX_SHARED == 16
    assert list(registry._shared) == [f"twod({size})" for size in range(15, 31)]
    assert bg.game("mastermind(1,1)") is not first
    assert bg.game("twod(30)") is games[-1]


def test_large_tables_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest first; a game that is in use keeps its own."""
    monkeypatch.setattr(registry, "_MAX_SHARED_BYTES", 300_000)
    games = [bg.game(text) for text in ("mastermind(3,6)", "mastermind(4,4)", "mastermind(3,8)")]
    assert len(registry._shared) == 3
    tables = [game.table for game in games]
    assert [table.ordinals.nbytes for table in tables] == [216**2, 256**2, 512**2]
    bg.game("mastermind(1,2)")
    assert list(registry._shared) == ["mastermind(3,8)", "mastermind(1,2)"]
    assert [game.table for game in games] == tables
    assert bg.game("mastermind(3,6)") is not games[0]


def test_nothing_changes_a_shared_game() -> None:
    """Neither rows, rules and costs, nor positions, trees and searches: what differs is another object."""
    game = bg.game("mastermind(2,3)")
    bg.Position("mastermind(2,3,rows=4)", "12:1.0", secret="13").after("13")
    bg.optimum("mastermind(2,3,rows=4)", "worst")
    bg.build_tree("mastermind(2,3,rule=strict)", "entropy")
    bg.advise("mm2x3", "12:1.0", candidates=["13", "11"])
    assert game.with_rows(3) is not game.with_rows(3)
    assert (game.rows, game.rule, game.weights, game.costs, game.use_sample) == (None, "free", None, None, None)
    assert bg.game("mm2x3") is game
    other = copy.copy(game)
    other.use_sample = True
    assert bg.Position(other).has_table is False
    assert bg.Position("mm2x3").has_table is True


def test_what_is_not_shared(tmp_path: Path) -> None:
    """Files are read anew, since they may have changed; what you register is kept by its text."""
    file = tmp_path / "few.txt"
    file.write_text("ab\nba\n")
    before = bg.game(f"words({file})")
    file.write_text("ab\nba\naa\n")
    assert [len(game.secrets) for game in (before, bg.game(f"words({file})"))] == [2, 3]
    table = tmp_path / "t.csv"
    table.write_text("win=y,a,b\na,y,n\nb,n,y\n")
    assert bg.game(f"table({table})") is not bg.game(f"table({table})")
    assert not registry._shared


def test_texts_are_shared_by_threads() -> None:
    """All get the same game."""
    found, together = list[bg.Game](), threading.Barrier(8)

    def ask() -> None:
        together.wait()
        found.append(bg.game("mastermind(3,7)"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(game is found[0] for game in found)


def test_a_copy_for_another_process_has_no_table() -> None:
    """It builds its own, once."""
    game = bg.game("mastermind(4,6)")
    _ = game.table
    for one in (game, game.with_rows(3)):
        _ = one.table
        data = pickle.dumps(one)
        assert len(data) < 1000
        again = pickle.loads(data)
        assert again == one
        assert again._table is again._original is None
        assert again.table is again.table
