"""bestguess puzzles: its JSON document, its file, and what Ctrl-C leaves. `test_transcripts` has its text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.puzzles import KINDS
from commands import Interrupted, document, output, ran, read_document, refused, shown


@pytest.mark.parametrize("kind", KINDS)
def test_json(kind: str) -> None:
    """The document has what the library gives; rows of the board do not matter."""
    found = document("puzzles", "mastermind(3,6,rows=9)", "--kind", kind, "--count", "2", "--seed", "3")
    assert found.pop("seconds") >= 0
    made = [puzzle.as_json() for puzzle in bg.puzzles.make("mm3x6", kind, 2, 3)]
    assert found == {
        "game": "mastermind(3,6)",
        "kind": kind,
        "question": KINDS[kind].question,
        "seed": 3,
        "count": 2,
        "complete": True,
        "puzzles": made,
    }


def test_output_file(tmp_path: Path) -> None:
    """The file has the document that --json prints; a wrong place is said before the work."""
    path = tmp_path / "puzzles.json"
    assert output("puzzles", "mm3x4", "--kind", "only-secret", "--output", str(path), "--json") == path.read_text()
    assert read_document(path.read_text())["schema"] == "bestguess.puzzles/1"
    nowhere = str(tmp_path / "none" / "puzzles.json")
    assert "expected an existing folder" in refused("puzzles", "mm3x4", "--output", nowhere)
    told = refused("puzzles", "mm3x4", "--output", str(tmp_path))
    assert told == f"bestguess: {tmp_path}: cannot be written: expected a file, got a folder\n"


def test_interrupted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C prints and saves what was found, says so, and exits with 130."""

    def stopped(*arguments: Any, **options: Any) -> Iterator[bg.puzzles.Puzzle]:
        yield next(bg.puzzles.make(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr("bestguess.cli.puzzles.make", stopped)
    path = tmp_path / "puzzles.json"
    captured = ran(130, "puzzles", "mm3x6", "--json", "--output", str(path))
    assert captured.err == "bestguess: 1 of 5 puzzles: stopped\n"
    for text in (captured.out, path.read_text()):
        found = read_document(text)
        assert (found["complete"], len(found["puzzles"])) == (False, 1)


def test_pegs_on_a_terminal() -> None:
    """A terminal shows pegs in colour, the difficulty as dots, and the answers as pegs."""
    text = shown(["puzzles", "mm3x6", "--kind", "only-secret", "--count", "1", "--seed", "1"])
    assert "Puzzle 1  ●○○  1 code possible" in text
    assert "1.0  ●" in text


def test_puzzles_are_played() -> None:
    """What was solved, and how much of it at the first try; Ctrl-C says the same and exits with 130."""
    puzzles = list(bg.puzzles.make("mm3x6", "cannot-lose", 3, 1))
    first, second, third = (puzzle.solutions[0] for puzzle in puzzles)
    assert puzzles[1].near_miss is not None
    wrong = puzzles[1].near_miss.guess
    arguments = ["puzzles", "mm3x6", "--kind", "cannot-lose", "--count", "3", "--seed", "1", "--play"]
    played = output(*arguments, typed=f"{first}\n{wrong}\n{second}\n{third}\n")
    assert played.endswith("\n3 of 3 puzzles solved, 2 at the first try.\n")
    captured = ran(130, *arguments, typed=Interrupted(f"{first}\n{wrong}\n"))
    assert captured.out.endswith("\n1 of 3 puzzles solved, 1 at the first try.\n")
    assert captured.err == ""
