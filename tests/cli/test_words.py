"""Words on the command line: every command that takes a game takes them, and bad lists get one line."""

from pathlib import Path

import pytest

import bestguess as bg
from bestguess.cli.board import TILES, render_row
from commands import document, output, ran


def test_score_and_candidates(few: str) -> None:
    """Feedback as people share it, in squares."""
    assert output("score", few, "CRANE", "react") == "YYGBY\n"
    found = document("candidates", few, "--history", "crane:🟨🟨🟩⬛🟨")
    assert (found["codes"], found["history"]) == (["react"], "crane:YYGBY")


def test_a_board_with_rows_and_weights(tmp_path: Path) -> None:
    """What is lost within three rows is the same weight wherever it is asked for, and so is the chance to win."""
    words = ["caret", "cater", "eater", "hater", "later", "mater", "rater", "react", "tater", "water"]
    weights = [4, 2, 2, 4, 4, 1, 1, 4, 1, 4]
    path = tmp_path / "few.txt"
    path.write_text("".join(f"{word} {weight}\n" for word, weight in zip(words, weights, strict=True)))
    board = f"words({path},rows=3)"
    found = document("optimum", board, "--objective", "lost")
    assert (found["proven"], found["lost"] > 0, found["upper_bound"]) == (True, True, found["lost_weight"])
    assert (
        document("optimum", f"words({path})", "--objective", "lost", "--max-guesses", "3")["total"] == (found["total"])
    )
    optimal, first = document("compare", board, "--strategies", "optimal,first")["results"]
    assert (optimal["lost"], optimal["lost_weight"]) == (found["lost"], found["lost_weight"]) <= (first["lost"], 27)
    tree = tmp_path / "tree.json"
    ran(0, "tree", "build", board, "--strategy", "optimal", "--output", str(tree))
    assert document("check", str(tree))["lost_weight"] == found["lost_weight"]
    chance = pytest.approx(1 - found["lost_weight"] / sum(weights))
    advice = document("advise", board)
    assert (advice["suggestions"][0]["chance"], advice["likely"], advice["rows_left"]) == (chance, 5, 3)
    move = document("review", board, "--history", "mater:BGGGG")["moves"][0]
    assert (move["chance_before"], move["likely_after"]) == (chance, 3)
    assert move["win_probability"] == pytest.approx(1 / 27)
    watched = [document("watch", board, "--secret", word, "--strategy", "optimal") for word in words]
    lost = [weight for one, weight in zip(watched, weights, strict=True) if one["lost"]]
    assert (len(lost), sum(lost)) == (found["lost"], found["lost_weight"])


def test_tiles_are_coloured_by_their_marks(few: str) -> None:
    """The letters of a row stand on the colours of their marks; plain rows have the marks alone."""
    run_of_it = bg.Position(few, "crane:YYGBY")
    row = render_row(run_of_it, 1, plain=False)
    styles = {row.plain[span.start : span.end].strip(): span.style for span in row.spans}
    assert [styles[letter] for letter in "CRANE"] == [TILES[mark] for mark in "YYGBY"]
    assert render_row(run_of_it, 1, plain=True).plain == "  1  crane  YYGBY"


def test_games_says_where_the_words_come_from() -> None:
    """The source, its versions and its licence, and what the weights say."""
    text = output("games", "words(english,5)")
    for said in ("SCOWL", "wamerican-large 2020", "COPYRIGHT.scowl", "cuss", "4 for tier 10", "243, BBBBB to GGGGG"):
        assert said in text
    assert len(document("games", "words(english,4)")["feedbacks"]) == 81
    assert document("games", "words(english,6)")["feedbacks"] is None


def test_lists_for_other_programs(tmp_path: Path) -> None:
    """The files that are written are the same game again."""
    folder = tmp_path / "some" / "lists"
    found = document("games", "words(english,4)", "--lists", str(folder))
    assert [Path(path).name for path in found["lists"]] == ["secrets.txt", "guesses.txt", "COPYRIGHT.scowl"]
    assert all(Path(path).is_file() for path in found["lists"])
    game, again = bg.game("words(english,4)"), bg.Words(found["lists"][0], guesses=found["lists"][1])
    assert (again.secrets, again.guesses, again.weights) == (game.secrets, game.guesses, game.weights)
