"""write_table: any game that fits as a file, which is the same game."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games.table_file import write_table
from commands import document, output
from worlds import any_games, question_games


def texts_of(game: bg.Game) -> list[list[str]]:
    """The feedback texts of the table of *game*."""
    table = game.table
    found: list[list[str]] = np.array(table.feedbacks, object)[table.ordinals].tolist()
    return found


def check_same(game: bg.Game, read: bg.Game) -> None:
    """Both are the same game, but for their names and the order of their feedbacks; codes become texts."""
    game = game.as_text()
    assert (list(read.guesses), list(read.secrets)) == (list(game.guesses), list(game.secrets))
    assert (read.goal, read.win, read.rows, read.labels) == (game.goal, game.win, game.rows, game.labels)
    assert texts_of(read) == texts_of(game)
    assert (read.costs, read.cost_unit) == (game.costs, game.cost_unit)
    assert read.weights == game.weights


@given(st.one_of(any_games, question_games()), st.sampled_from([None, 3]))
def test_a_written_game_is_the_same_game(game: bg.Game, rows: int | None) -> None:
    """Codes, feedbacks, goal, labels, weights, costs and rows."""
    game = game.with_rows(rows)
    with tempfile.TemporaryDirectory() as folder:
        text = write_table(game, Path(folder, "a game.csv"))
        read = bg.game(text)
        assert str(read) == text
        check_same(game, read)
        again = write_table(read, Path(folder, "again.csv"))
        assert Path(folder, "again.csv").read_bytes() == Path(folder, "a game.csv").read_bytes()
        check_same(read, bg.game(again))


@given(
    st.lists(st.sampled_from(["cost", "a", "b", 'q"', "c,d", "win=x", "two\nlines"]), min_size=1),
    st.lists(st.sampled_from(["weight", "label", "a", "b"]), min_size=2),
    st.booleans(),
    st.booleans(),
)
def test_names_that_look_reserved(guesses: list[str], secrets: list[str], labels: bool, costs: bool) -> None:
    """A guess may be called cost, and a secret weight or label."""
    guesses, secrets = list(dict.fromkeys(guesses)), list(dict.fromkeys([*secrets, "x"]))[::-1]

    def score(guess: str, secret: str) -> str:
        return secret if guess == guesses[0] else "cost"

    game = bg.CustomGame(
        guesses,
        secrets,
        score,
        goal="identify",
        labels=[secret.upper() for secret in secrets] if labels else None,
        costs=range(1, len(guesses) + 1) if costs else None,
    )
    with tempfile.TemporaryDirectory() as folder:
        read = bg.game(write_table(game, Path(folder, "t.csv")))
        assert (list(read.guesses), list(read.secrets)) == (list(game.guesses), list(game.secrets))
        assert texts_of(read) == texts_of(game)
        assert [read.label_of(s) for s in read.secrets] == [game.label_of(s) for s in game.secrets]
        assert (read.costs, read.weights) == (game.costs, None)


def equal(guess: object, secret: object) -> bool:
    """The plainest feedback."""
    return guess == secret


def test_words_that_look_reserved(tmp_path: Path) -> None:
    """A word that is both a guess and a secret is no row and no column of another kind."""
    for words in (["alarm", "label", "lapel"], ["aloe", "cost", "most"], ["height", "weighs", "weight", "wights"]):
        (tmp_path / "words.txt").write_text("\n".join(words))
        game = bg.game(f"words({tmp_path / 'words.txt'})")
        read = bg.game(write_table(game, tmp_path / "table.csv"))
        assert (list(read.guesses), list(read.secrets)) == (words, words)
        assert bg.optimum(read).total == bg.optimum(game).total


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bg.game("mastermind(2,2,rule=strict)"), "expected a game without a rule, which a table cannot say"),
        (lambda: bg.CustomGame([" a"], [" a"], equal, True), "expected texts that begin and end with no space, got th"),
        (lambda: bg.CustomGame("a", "a", lambda g, s: "", ""), "the text of the feedback '' is empty"),
        (lambda: bg.CustomGame(["label", "a"], "a", equal, True), "no guess of a table is called 'label'"),
        (lambda: bg.CustomGame("ab", ["Cost", "b"], equal, goal="identify"), "no secret of a table is called 'Cost'"),
        (
            lambda: bg.CustomGame(["a", "costs"], "ab", lambda g, s: str(ord(s)), goal="identify"),
            "is not called 'costs'",
        ),
        (
            lambda: bg.CustomGame("ab", "ab", lambda g, s: "yY"[g == s], "Y"),
            "two feedbacks to 'a' differ in case only, 'Y' and 'y'",
        ),
        (
            lambda: bg.CustomGame("ab", "ab", equal, True, weights=[1, 2**30]),
            "expected a weight of at most nine digits",
        ),
        (lambda: bg.CustomGame(["\ud800"], ["\ud800"], equal, True), "has a text that cannot be written to a file"),
    ],
)
def test_what_a_table_cannot_say_is_refused(tmp_path: Path, make: Callable[[], bg.Game], message: str) -> None:
    """In one line, and no file is left."""
    with pytest.raises(bg.errors.GameError, match=message):
        write_table(make(), tmp_path / "t.csv")
    assert os.listdir(tmp_path) == []


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    """Before anything is written."""
    with pytest.raises(bg.errors.SizeError, match="over the limit of 100"):
        write_table("mastermind(4,6)", tmp_path / "t.csv", memory_limit=100)
    with pytest.raises(bg.errors.SizeError, match="as a table needs about"):
        write_table("mastermind(4,6)", tmp_path / "t.csv", memory_limit=1296 * 1296)
    with pytest.raises(bg.errors.FileError, match="expected an existing folder"):
        write_table("mastermind(2,2)", tmp_path / "no" / "t.csv")
    assert os.listdir(tmp_path) == []


def test_the_command_writes_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And says how the game is called then."""
    monkeypatch.chdir(tmp_path)
    found = document(capsys, "games", "mastermind(2,3,rows=4)", "--table", "mm.csv")
    assert (found["table"], found["goal"], found["labels"], found["costs"]) == (
        "table(mm.csv,rows=4)",
        "hit",
        None,
        False,
    )
    check_same(bg.game("mastermind(2,3,rows=4)"), bg.game(found["table"]))
    assert "table(mm.csv,rows=4)" in output(capsys, "games", found["table"], "--table", "mm.csv")
