"""table(FILE): a game from a CSV file."""

from pathlib import Path

import numpy as np
import pytest

import bestguess as bg

ANIMALS = "win=yes,cat,dog,cow\ncat,yes,fur,fur\ndog,fur,yes,fur\ncow,fur,fur,yes\nweight,2,1,1/2\n"


@pytest.fixture
def animals(tmp_path: Path) -> Path:
    """A file that is right."""
    path = tmp_path / "animals.csv"
    path.write_text(ANIMALS)
    return path


def test_a_file_is_a_game(animals: Path) -> None:
    """Secrets, guesses, feedbacks, weights and the winner come from the file."""
    game = bg.game(f"table({animals})")
    assert (list(game.guesses), list(game.secrets)) == (["cat", "dog", "cow"], ["cat", "dog", "cow"])
    assert (game.win, game.weights, game.feedback("cat", "dog")) == ("yes", (4, 2, 1), "fur")
    assert bg.check_game(game) == []
    assert bg.find_candidates(game, game.parse_history("cat:fur")).codes == ("dog", "cow")


def test_a_table_written_out_is_the_same_game(tmp_path: Path) -> None:
    """A built-in game as CSV has the same table, up to the order of the feedbacks."""
    game = bg.game("mastermind(2,3)")
    lines = [["guess", *game.secrets], *([g, *(game.feedback(g, s) for s in game.secrets)] for g in game.guesses)]
    path = tmp_path / "mm.csv"
    path.write_text("\n".join(",".join(line) for line in lines))
    table, native = bg.Table(bg.game(f"table({path},win=2.0)")), bg.Table(game)
    assert np.array_equal(np.array(table.feedbacks)[table.ordinals], np.array(native.feedbacks)[native.ordinals])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a first row of secrets"),
        ("win=y,a\n", "expected a row for each guess"),
        ("win=y,a,b\na,y,n\nb,n\n", "row 3 has 2 cells, expected 3"),
        ("x,a,b\na,y,n\nb,n,y\n", "no winning feedback"),
        ("win=z,a,b\na,y,n\nb,n,y\n", "no cell has the winning feedback 'z'"),
        ("win=y,a,a\na,y,n\n", "the secret 'a' is listed twice"),
        ("win=y,a,b\na,y,n\na,n,y\n", "the guess 'a' is listed twice"),
        ("win=y,a,\na,y,n\n", "expected a secret, got an empty cell"),
        ("win=y,a,b\na,y,\n", "expected a feedback, got an empty cell"),
        ("win=y,a\na,y\nweight,-1\n", "row 3: expected a weight of 0 or more such as 2, 0.5 or 1/3, got '-1'"),
        ("win=y,a\na,y\nweight,x\n", "expected a weight of 0 or more such as 2, 0.5 or 1/3, got 'x'"),
        ("win=y,a\na,y\nweight,1e999999999\n", "got '1e999999999'"),
        ("win=y,a\na,y\nweight,1/0\n", "got '1/0'"),
        ("win=y,a\na,y\nweight,1\nb,n\n", "row 4 comes after the row of weights"),
        ('win=y,a\n"a,y\n', "cannot be read as CSV"),
    ],
)
def test_bad_files_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    """Each fault of a file is one clear line."""
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(bg.FileError, match=message) as caught:
        bg.game(f"table({path})")
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_missing_binary_and_huge_files_are_refused(tmp_path: Path, animals: Path) -> None:
    """What cannot be read, or would not fit, is refused."""
    with pytest.raises(bg.FileError, match="No such file"):
        bg.game(f"table({tmp_path / 'none.csv'})")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(bg.FileError, match="cannot be read as CSV"):
        bg.game(f"table({tmp_path / 'binary.csv'})")
    with pytest.raises(bg.SizeError, match="over the limit of 10"):
        bg.TableGame(str(animals), memory_limit=10)


def test_unknown_feedback_is_refused(animals: Path) -> None:
    """Only the feedbacks in the cells are feedbacks."""
    with pytest.raises(bg.HistoryError, match=r"row 1 of the history, 'cat:furr': .* did you mean 'fur'"):
        bg.game(f"table({animals})").parse_history("cat:furr")
