"""The commands of the board that ask nothing: advise, review, watch, stats."""

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer

import bestguess as bg
from bestguess.advice import Step
from bestguess.cli.app import app
from bestguess.cli.board import render_step
from bestguess.cli.review import render_review
from bestguess.cli.suggestions import render_contradictions, render_recommendation
from commands import FakeTerminal, document, output, ran, read_document, shown, without_colours


def test_advice_on_a_narrow_terminal() -> None:
    """What matters most fits in 40 columns, and no cell is broken."""
    lines = without_colours(shown(["advise", "mm4x6", "--history", "1122:1.0"], columns=40))
    assert max(map(len, lines)) <= 40
    assert lines[-8:-5] == [
        "guess  may win  guesses expected",
        "1334       <1%  3.508 (proven)",
        "1344       <1%  3.527 (proven)",
    ]


def test_advise_from_a_list(tmp_path: Path) -> None:
    """A file of codes takes the place of a history."""
    file = tmp_path / "codes.txt"
    file.write_text("3632 3662\n4562 4625 5532 6425 6623\n")
    found = document("advise", "mastermind(4,6)", "--candidates", str(file))
    assert found["candidates"] == 7
    assert found["suggestions"][0]["proven"]
    file.write_text("123456 654321")
    large = document("advise", "mastermind(6,9)", "--candidates", str(file))
    assert (large["candidates"], large["sampled"], large["suggestions"][0]["expected_guesses"]) == (2, True, 1.5)


def test_what_is_not_proven_is_said() -> None:
    """In advice, and in a review, which has ranges then, in lines of 80 columns."""
    advice = render_recommendation(
        bg.advise("bc4x10", "0123:1.1 4567:1.1", by="optimal", budget=0), follow_strategy=True
    )
    assert advice[-1] == "The budget is too small to prove what optimal plays; this is the best known guess."
    review = render_review(bg.review("bullscows(4,10)", "0123:1.1 0245:0.1", budget=0))
    assert review[-1].startswith("Not everything is proven")
    assert any(" to " in line for line in review)
    assert max(map(len, review)) <= 80


def test_a_named_strategy_is_obeyed() -> None:
    """Also the one whose order is the default; without a name the best guess known is played."""
    rows = ("mm4x6", "--history", "1122:1.0")
    assert "\nPlay 1334: 3.508 guesses" in output("advise", *rows)
    assert "\nPlay 1345, as entropy does: 3.531 guesses" in output("advise", *rows, "--strategy", "entropy")
    assert "[1334]" in output("assist", *rows, typed="quit\n")
    assert "[1345]" in output("assist", *rows, "--strategy", "entropy", typed="quit\n")


def test_review_of_guesses_and_secret() -> None:
    """The feedbacks follow from the secret."""

    def told(game: str, *options: str) -> dict[str, Any]:
        return {**document("review", game, *options), "seconds": 0}

    wanted = told("mm4x6", "--history", "1122:1.0 1344:0.1 3526:1.2")
    for guesses in ("1122 1344 3526", "1122, 1344,3526"):
        assert told("mm4x6", "--guesses", guesses, "--secret", "3632") == wanted
    wanted = told("balance(12)", "--history", "AB-CD:left EFG-HIJ:level")
    assert told("balance(12)", "--guesses", "AB-CD EFG-HIJ", "--secret", "C-") == wanted


def test_no_game_is_mastermind() -> None:
    """Assist, watch and puzzles without a game are of mastermind(4,6), as play is; so is the family's name alone."""
    for game in ([], ["mastermind"]):
        assert output("watch", *game, "--secret", "3632").startswith("mastermind(4,6), secret 3632")
        assert output("puzzles", *game, "--count", "1").startswith("mastermind(4,6), win-in-two")
        for command in ("play", "assist"):
            assert output(command, *game, typed="quit\n").startswith("mastermind(4,6): 1,296 secrets.")
    assert "[default: mastermind(4,6)]" in output("assist", "--help")


def _commands(command: Any, *words: str) -> list[tuple[tuple[str, ...], Any]]:
    """The *command* of these *words*, and every command below it, with their words."""
    below = getattr(command, "commands", {})
    return [(words, command), *(found for name, one in below.items() for found in _commands(one, *words, name))]


def test_help() -> None:
    """Of every command: examples, lines that are not broken at 80 columns, and no type beside flags.

    It shows --json, but for groups of commands and for those that README.md and docs/command-line.md except.
    """
    without = set[str]()
    for words, command in _commands(typer.main.get_command(app)):
        text = output(*words, "--help")
        assert "Examples" in text
        assert " ".join(["bestguess", *words]) in text
        assert "bool" not in text.lower()
        for paragraph in inspect.cleandoc(command.help).split("\n\n")[1:]:
            assert max(map(len, paragraph.splitlines())) <= 77, (words, paragraph)
        if "--json" not in text and not hasattr(command, "commands"):
            without.add(" ".join(words))
    for page in ("README.md", "docs/command-line.md"):
        text = " ".join((Path(__file__).parents[2] / page).read_text("utf-8").split())
        (excepted,) = re.findall(r"every command but (.*?) takes `--json`", text)
        assert set(re.findall("`(.*?)`", excepted)) == without
    assert "<csv|markdown|latex>" in output("compare", "--help")


def _play_records(*games: tuple[str, int, bool, int]) -> None:
    """Keeps games: each the text, the guesses, whether it was won, and the hints."""
    for text, guesses, won, hints in games:
        bg.records.keep(bg.records.Record(text, "", guesses, won, 0.25, hints, "2026-01-31"), bg.records.default_path())


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


MM46 = "mastermind(4,6)"


def test_stats(data: Path) -> None:
    """Each game apart, and with help apart from without; a histogram with those that were lost."""
    assert output("stats").startswith("No games yet")
    _play_records((MM46, 4, True, 0), (MM46, 6, True, 0), (MM46, 5, True, 2), ("bullscows(4,10)", 7, True, 0))
    _play_records((MM46, 4, True, 0), (MM46, 3, False, 0))
    text = output("stats", "mm4x6")
    assert text.splitlines() == [
        "mastermind(4,6), without help",
        "games           4, 3 won",
        "mean guesses    4.67, of the games won",
        "mean loss       0.250 guesses a game, against the best moves",
        "streak of wins  0, the longest 3",
        "games by number of guesses:",
        "     4  ########################################  2",
        "     5                                            0",
        "     6  ####################                      1",
        "  lost  ####################                      1",
        "",
        "mastermind(4,6), with help",
        "games           1, 1 won",
        "mean guesses    5.00, of the games won",
        "mean loss       0.250 guesses a game, against the best moves",
        "streak of wins  1, the longest 1",
        "games by number of guesses:",
        "  5  ########################################  1",
    ]
    assert "bullscows(4,10), without help" in output("stats")
    found = document("stats")
    assert (found["games"], found["won"], found["mean_guesses"]) == (6, 5, 5.2)
    assert [(kind["game"], kind["helped"], kind["lost"]) for kind in found["kinds"]] == [
        (MM46, False, 1),
        (MM46, True, 0),
        ("bullscows(4,10)", False, 0),
    ]
    assert found["kinds"][0]["distribution"] == {"4": 2, "5": 0, "6": 1}
    asked = document("stats", "bc3x10")
    assert (asked["game"], asked["games"]) == ("bullscows(3,10)", 0)
    assert output("stats", "bc3x10").startswith("No games of bullscows(3,10) yet: ")


def test_stats_are_deleted_only_when_that_is_meant(data: Path) -> None:
    """Through a pipe by --yes alone; on a terminal somebody is asked. Before that they may be exported."""
    _play_records((MM46, 4, True, 0), (MM46, 6, True, 1))
    for typed in ("maybe\n", ""):
        text = output("stats", "--delete", typed=FakeTerminal(typed))
        assert "Delete 2 games in " in text
        assert text.endswith("Nothing was deleted.\n")
        assert len(bg.records.load(bg.records.default_path())) == 2
    export = str(data / "games.json")
    assert output("stats", "--export", export, "--delete", "--yes") == "2 games deleted.\n"
    assert [game["guesses"] for game in json.loads(Path(export).read_text())] == [4, 6]
    assert not bg.records.default_path().exists()
    assert output("stats", "--delete", "--yes") == "There are no games to delete.\n"
    _play_records((MM46, 4, True, 0))
    captured = ran(0, "stats", "--export", "-", "--delete", "--yes")
    assert (len(json.loads(captured.out)), captured.err) == (1, "1 game deleted.\n")


def test_damaged_games_are_named_and_kept(data: Path) -> None:
    """A torn line does not hide the other games; it stays in the file, and goes with --delete."""
    _play_records((MM46, 4, True, 0))
    with bg.records.default_path().open("a") as file:
        file.write('{"game": "mastermi')
    _play_records((MM46, 6, True, 0))
    captured = ran(0, "stats", "--json")
    found = read_document(captured.out)
    assert (found["guesses"], found["damaged_lines"]) == ([4, 6], [2])
    note = f"bestguess: {bg.records.default_path()}, line 2: not the record of a game; this line is ignored\n"
    assert captured.err == note
    assert bg.records.default_path().read_text().splitlines()[1] == '{"game": "mastermi'
    assert ran(0, "stats", "--delete", "--yes").out == "2 games and 1 damaged line deleted.\n"
    assert not bg.records.default_path().exists()


def test_board_lines_fit_in_80_columns() -> None:
    """Of two wrong rows and their repairs, and of the steps of a long code in colour."""
    game = bg.game("mastermind(5,6)")
    run = bg.Position(game, "11223:0.0 44556:0.0 12345:3.1 13245:4.0")
    found = bg.contradictions(run)
    assert len(found[0].rows) == 2
    shown = render_contradictions(run, found)
    assert any(line.startswith(" " * 6) for line in shown)  # some would be longer
    assert max(map(len, shown)) <= 80
    step = Step("11223", "0.5", 32_768, 10_000, True, 21, 10_000)
    lines = render_step(game, 1, step, plain=False).plain.splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= 80
