"""rule=hard and rule=strict on the command line: what breaks them is refused, in one line that names row and letter."""

import json
from pathlib import Path

import pytest

from commands import document, output, ran, refused

BROKEN, KEPT = "eerie:YBYBG prune:BYBBG", "eerie:YBYBG there:BGGGG"
WHY = "row 2 of the history, 'prune:BYBBG': rule hard: 'prune' needs two e, because row 1 was eerie:YBYBG"


@pytest.fixture
def hard(few: str) -> str:
    """The same game in hard mode."""
    return f"{few[:-1]},rule=hard)"


@pytest.mark.parametrize("command", ["candidates", "advise", "review", "play", "assist", "optimum"])
def test_histories_that_break_the_rule(hard: str, command: str) -> None:
    """Exit code 2 and one line, of every command that takes a history."""
    assert refused(command, hard, "--history", BROKEN) == f"bestguess: {WHY}\n"


def test_json_says_the_rule(hard: str, tmp_path: Path) -> None:
    """Of comparisons and trees; and a tree is checked."""
    compared = document("compare", hard, "--strategies", "entropy,first")["results"]
    assert [figures["rule"] for figures in compared] == ["hard", "hard"]
    assert document("compare", "mm2x3", "--strategies", "first")["results"][0]["rule"] == "free"
    path = tmp_path / "tree.json"
    ran(0, "tree", "build", hard, "--strategy", "entropy", "--output", str(path))
    assert json.loads(path.read_text())["rule"] == "hard"
    assert document("tree", "show", str(path))["rule"] == "hard"
    assert document("check", str(path))["total"] == compared[0]["total"]


def test_the_list_of_games_names_the_rules(hard: str) -> None:
    """And one game says its own."""
    forms = {one["family"]: one["form"] for one in document("games")["games"]}
    assert "rule=hard|strict" in forms["words"]
    assert all("rule=strict" in forms[name] for name in ("mastermind", "bullscows"))
    assert "rule" not in forms["twod"] + forms["table"]
    assert document("games", hard)["rule"] == "hard"
    assert "rule" in output("games", hard)


def test_resuming_with_ignored_rows(hard: str) -> None:
    """A row that is ignored does not have to keep to the rule."""
    resumed = output("assist", hard, "--history", BROKEN, "--ignore", "2", "--plain", typed="rows\n")
    assert "prune  BYBBG  (ignored)" in resumed


def test_rows_that_are_typed_at_once(hard: str) -> None:
    """None is taken when one of them breaks the rule, and the reason is told."""
    printed = output("assist", hard, "--plain", typed="eerie YBYBG, prune BYBBG\nrows\neerie YBYBG, there BGGGG\n")
    assert WHY in printed
    assert "The board is empty." in printed
    assert printed.index(WHY) < printed.index("The board is empty.") < printed.index("2  there  BGGGG")
