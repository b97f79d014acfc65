"""The commands of the board that ask nothing: advise, review, watch, stats."""

import inspect
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer

import bestguess as bg
from bestguess.advice import Step
from bestguess.cli.app import app, run
from bestguess.cli.board import render_step
from bestguess.cli.review import render_review
from bestguess.cli.suggestions import render_answer, render_contradictions
from commands import document, on_terminal, output, read_document, shown, without_colours

KNUTH = "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0"


def test_advise(capsys: pytest.CaptureFixture[str]) -> None:
    """The best guesses with all their keys, the proven best first."""
    found = document(capsys, "advise", "mastermind(4,6)", "--history", "1123:1.1")
    assert found.pop("seconds") >= 0
    assert found.pop("table_seconds") >= 0
    assert (found["game"], found["history"], found["candidates"]) == ("mastermind(4,6)", "1123:1.1", 230)
    assert (found["strategy"], found["choice"], found["sampled"]) == ("entropy", "1415", False)
    assert found["suggestions"][0] == {
        "guess": "1415",
        "consistent": True,
        "parts": 14,
        "largest_part": 41,
        "expected_size": pytest.approx(6256 / 230),
        "entropy": pytest.approx(3.302968, abs=1e-6),
        "win_probability": 1 / 230,
        "expected_guesses": 798 / 230,
        "expected_range": [798 / 230, 798 / 230],
        "proven": True,
    }
    assert len(found["suggestions"]) == 5


def test_advise_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines of 80 columns at most, what to play first, the chart of a guess and what forbids it."""
    text = output(capsys, "advise", "mm4x6", "--history", "1122:1.0", "--strategy", "minimax", "--explain", "1111")
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("256 candidates left\n")
    assert text.splitlines()[2:7] == [
        "Play 1344, as minimax does: 3.527 guesses expected (proven).",
        "It splits them into 13 parts of 44 at most, and may win (<1%).",
        "",
        "To compare it with other good guesses, the fewest guesses expected first:",
        "guess  may win  parts  largest  mean left  bits  guesses expected",
    ]
    assert "1111 would leave 2 parts:" in text
    assert "1111 is not possible: row 1, 1122, would have got 2.0, not 1.0." in text


def test_advise_gives_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """The best guess known, and what the strategy plays where that is another one; alone if one is asked for."""
    text = output(capsys, "advise", "mm4x6")
    assert "Play 1123: 4.340 guesses expected (proven).\n" in text
    assert text.endswith("\nThe strategy entropy plays 1234.\n")
    one = output(capsys, "advise", "mm4x6", "--count", "1")
    assert one.splitlines()[2:] == text.splitlines()[2:4]
    only = output(capsys, "advise", "mm4x6", "--history", "1122:1.0 1344:0.1 3526:1.2 1462:1.1")
    assert only.endswith("\nPlay 3632: 1.000 guesses expected (proven).\nIt is the only candidate.\n")
    rough = render_answer(bg.advise("bc4x10", "0123:1.1 4567:1.1", by="optimal", budget=0))
    assert rough[-1] == "What optimal plays is not proven within the budget; this is the best known."
    large = output(capsys, "advise", "mm8x12", "--history", "12345678:3.1")
    assert "guesses or more expected.\nIt splits them into" in large
    assert "in the order of entropy:" in large


def test_advice_on_a_narrow_terminal() -> None:
    """What matters most fits in 40 columns, and no cell is broken."""
    lines = without_colours(shown(["advise", "mm4x6", "--history", "1122:1.0"], columns=40))
    assert max(map(len, lines)) <= 40
    assert lines[-8:-5] == [
        "guess  may win  guesses expected",
        "1334       <1%  3.508 (proven)",
        "1344       <1%  3.527 (proven)",
    ]


def test_a_guess_that_is_never_the_secret(capsys: pytest.CaptureFixture[str]) -> None:
    """Is explained like any other, and said to be one."""
    text = output(capsys, "advise", "mastermind(3,4,secrets=distinct)", "--explain", "112")
    assert text.endswith("112 is a guess, but never the secret.\n")


def test_advise_from_a_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file of codes takes the place of a history."""
    file = tmp_path / "codes.txt"
    file.write_text("3632 3662\n4562 4625 5532 6425 6623\n")
    found = document(capsys, "advise", "mastermind(4,6)", "--candidates", str(file))
    assert found["candidates"] == 7
    assert found["suggestions"][0]["proven"]
    large = document(capsys, "advise", "mastermind(6,9)", "--candidates", str(_written(file, "123456 654321")))
    assert (large["candidates"], large["sampled"], large["suggestions"][0]["expected_guesses"]) == (2, True, 1.5)


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_advice_for_a_large_game_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """It comes from a sample, and says so, in 80 columns."""
    assert document(capsys, "advise", "mastermind(6,9)", "--history", "112233:1.2")["sampled"]
    text = output(capsys, "advise", "mastermind(8,12)")
    assert "From a sample of guesses and candidates" in text
    assert max(map(len, text.splitlines())) <= 80


def test_review(capsys: pytest.CaptureFixture[str]) -> None:
    """Every move with its keys; the sums are those of the moves."""
    found = document(capsys, "review", "mastermind(4,6)", "--history", KNUTH)
    keys = {"guess", "feedback", "candidates_before", "candidates_after", "loss", "luck", "loss_range", "luck_range"}
    assert set(found["moves"][0]) == keys | {"proven", "best", "win_probability"}
    assert [move["candidates_after"] for move in found["moves"]] == [256, 44, 7, 1, 1]
    assert found["moves"][0]["loss"] == pytest.approx(77 / 1296)
    assert found["value"] == 5625 / 1296
    assert (found["guesses"], found["expected_now"], found["proven"]) == (5, 0, True)
    assert found["value"] + found["loss"] - found["luck"] == pytest.approx(5)
    assert found["loss"] == pytest.approx(sum(move["loss"] for move in found["moves"]))


def test_review_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each move and the sum; ranges where nothing is proven."""
    text = output(capsys, "review", "mastermind(4,6)", "--history", KNUTH)
    assert text.splitlines()[-1] == "5 guesses = 4.340 at the start + 0.147 lost + 0.513 bad luck"
    rough = render_review(bg.review("bullscows(4,10)", "0123:1.1 0245:0.1", budget=0))
    assert rough[-1].startswith("Not all of it is proven")
    assert any(" to " in line for line in rough)
    assert max(map(len, rough)) <= 80


def test_review_of_guesses_and_secret(capsys: pytest.CaptureFixture[str]) -> None:
    """The feedbacks follow from the secret."""

    def told(game: str, *options: str) -> dict[str, Any]:
        return {**document(capsys, "review", game, *options), "seconds": 0}

    wanted = told("mm4x6", "--history", "1122:1.0 1344:0.1 3526:1.2")
    for guesses in ("1122 1344 3526", "1122, 1344,3526"):
        assert told("mm4x6", "--guesses", guesses, "--secret", "3632") == wanted
    wanted = told("balance(12)", "--history", "AB-CD:left EFG-HIJ:level")
    assert told("balance(12)", "--guesses", "AB-CD EFG-HIJ", "--secret", "C-") == wanted


def test_no_game_is_mastermind(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Assist, watch and puzzles without a game are of mastermind(4,6), as play is; so is the family's name alone."""
    for game in ([], ["mastermind"]):
        assert output(capsys, "watch", *game, "--secret", "3632").startswith("mastermind(4,6), secret 3632")
        assert output(capsys, "puzzles", *game, "--count", "1").startswith("mastermind(4,6), win-in-two")
        for command in ("play", "assist"):
            monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
            assert output(capsys, command, *game).startswith("mastermind(4,6): 1,296 secrets.")
    assert "[default: mastermind(4,6)]" in output(capsys, "assist", "--help")


def test_watch(capsys: pytest.CaptureFixture[str]) -> None:
    """Knuth's own example by his strategy, and nine guesses by the lowest candidate."""
    text = output(capsys, "watch", "mastermind(4,6)", "--secret", "3632", "--strategy", "minimax")
    lines = text.splitlines()
    assert [line.split()[1] for line in lines[2:-1]] == ["1122", "1344", "3526", "1462", "3632"]
    assert max(map(len, lines)) <= 80
    assert lines[2] == "  1  1122  1.0  13 parts, 256 left at most, may win; 256 left"
    assert lines[-1] == "found in 5 guesses"
    moves = document(capsys, "watch", "bullscows(4,10)", "--secret", "5293", "--strategy", "first")["moves"]
    assert [move["guess"] for move in moves] == ["0123", "0245", "0356", "1543", "1625", "4263", "5273", "5283", "5293"]
    assert {"guess", "feedback", "candidates_after"} <= set(moves[0])
    drawn = document(capsys, "watch", "mm4x6", "--seed", "7")
    assert drawn["secret"] == "4134"


def _commands(command: Any, *words: str) -> list[tuple[str, ...]]:
    """The words of *command*, which are *words*, and of every command below it."""
    below = getattr(command, "commands", {})
    return [words, *(found for name, one in below.items() for found in _commands(one, *words, name))]


def test_which_commands_take_json(capsys: pytest.CaptureFixture[str]) -> None:
    """All but those that README.md and docs/command-line.md except, and groups of commands."""
    root = Path(__file__).parents[2]
    without = set[str]()
    for name in {words[0] for words in _commands(typer.main.get_command(app)) if words} - {"tree"}:
        run([name, "--help"])
        without |= set() if "--json" in capsys.readouterr().out else {name}
    for page in ("README.md", "docs/command-line.md"):
        text = " ".join((root / page).read_text("utf-8").split())
        (excepted,) = re.findall(r"every command but (.*?) takes `--json`", text)
        assert set(re.findall("`(.*?)`", excepted)) == without


def test_every_command_has_help_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """Of every command that the main help names, and of the main help itself."""
    names = _commands(typer.main.get_command(app))
    assert {("play",), ("check",), ("tree",), ("tree", "build")} <= set(names)
    for command in names:
        assert run([*command, "--help"]) == 0
        text = capsys.readouterr().out
        assert "Examples" in text
        assert " ".join(["bestguess", *command]) in text


def test_help_shows_no_type_beside_flags(capsys: pytest.CaptureFixture[str]) -> None:
    """They take no value; other options show what they take."""
    for command in ([], ["compare"], ["tree"], ["tree", "show"]):
        assert "bool" not in output(capsys, *command, "--help").lower()
    assert "<csv|markdown|latex>" in output(capsys, "compare", "--help")


def test_help_is_not_broken_at_80_columns() -> None:
    """Every line of a command's own text, and every example, fits in a line of the help."""

    def commands(command: Any) -> list[Any]:
        return [command, *(found for one in getattr(command, "commands", {}).values() for found in commands(one))]

    for command in commands(typer.main.get_command(app)):
        for paragraph in inspect.cleandoc(command.help).split("\n\n")[1:]:
            assert max(map(len, paragraph.splitlines())) <= 77, (command.name, paragraph)


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


def test_stats(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    """Each game apart, and with help apart from without; a histogram with those that were lost."""
    assert output(capsys, "stats").startswith("No games yet")
    _play_records((MM46, 4, True, 0), (MM46, 6, True, 0), (MM46, 5, True, 2), ("bullscows(4,10)", 7, True, 0))
    _play_records((MM46, 4, True, 0), (MM46, 3, False, 0))
    text = output(capsys, "stats", "mm4x6")
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
    assert "bullscows(4,10), without help" in output(capsys, "stats")
    found = document(capsys, "stats")
    assert (found["games"], found["won"], found["mean_guesses"]) == (6, 5, 5.2)
    assert [(kind["game"], kind["helped"], kind["lost"]) for kind in found["kinds"]] == [
        (MM46, False, 1),
        (MM46, True, 0),
        ("bullscows(4,10)", False, 0),
    ]
    assert found["kinds"][0]["distribution"] == {"4": 2, "5": 0, "6": 1}
    asked = document(capsys, "stats", "bc3x10")
    assert (asked["game"], asked["games"]) == ("bullscows(3,10)", 0)
    assert output(capsys, "stats", "bc3x10").startswith("No games of bullscows(3,10) yet: ")


def test_stats_are_deleted_only_when_that_is_meant(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    """Through a pipe by --yes alone; on a terminal somebody is asked. What is exported is complete."""
    _play_records((MM46, 4, True, 0), (MM46, 6, True, 1))
    for typed in ("maybe\n", "\x04"):
        code, text = on_terminal(["stats", "--delete"], ("[y/N] ", typed), XDG_DATA_HOME=str(data))
        assert code == 0
        assert "Delete 2 games in " in text
        assert text.endswith("Nothing is deleted.\n")
        assert len(bg.records.load(bg.records.default_path())) == 2
    export = str(data / "games.json")
    assert output(capsys, "stats", "--export", export, "--delete", "--yes") == "2 games deleted.\n"
    assert [game["guesses"] for game in json.loads(Path(export).read_text())] == [4, 6]
    assert not bg.records.default_path().exists()
    assert output(capsys, "stats", "--delete", "--yes") == "There are no games to delete.\n"


def test_games_are_exported_to_standard_output(
    capsys: pytest.CaptureFixture[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--export -` prints the games and nothing else there, and writes no file of that name."""
    monkeypatch.chdir(data)
    _play_records((MM46, 4, True, 0), (MM46, 6, True, 1))
    assert [game["guesses"] for game in json.loads(output(capsys, "stats", "--export", "-"))] == [4, 6]
    assert run(["stats", "--export", "-", "--delete", "--yes"]) == 0
    captured = capsys.readouterr()
    assert len(json.loads(captured.out)) == 2
    assert captured.err == "2 games deleted.\n"
    assert not Path("-").exists()
    _play_records((MM46, 4, True, 0))
    code, text = on_terminal(["stats", "--delete"], ("[y/N] ", "y\n"), XDG_DATA_HOME=str(data))
    assert (code, text.splitlines()[-1]) == (0, "1 game deleted.")
    assert not bg.records.default_path().exists()


def test_damaged_games_are_named_and_kept(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    """A torn line does not hide the other games; it stays in the file, and goes with --delete."""
    _play_records((MM46, 4, True, 0))
    with bg.records.default_path().open("a") as file:
        file.write('{"game": "mastermi')
    _play_records((MM46, 6, True, 0))
    assert run(["stats", "--json"]) == 0
    captured = capsys.readouterr()
    found = read_document(captured.out)
    assert (found["guesses"], found["damaged_lines"]) == ([4, 6], [2])
    named = f"bestguess: {bg.records.default_path()}, line 2: expected a record of a game; the line is passed over\n"
    assert captured.err == named
    assert bg.records.default_path().read_text().splitlines()[1] == '{"game": "mastermi'
    assert run(["stats", "--delete", "--yes"]) == 0
    assert capsys.readouterr().out == "2 games and 1 damaged line deleted.\n"
    assert not bg.records.default_path().exists()


def test_board_lines_fit_in_80_columns() -> None:
    """Of two wrong rows and their repairs, and of the steps of a long code in colour."""
    game = bg.game("mastermind(5,8)")
    run = bg.Position(game, "11223:0.0 44556:0.0 77881:0.1 12345:3.1 13245:4.0")
    found = bg.contradictions(run)
    assert len(found[0].rows) == 2
    shown = render_contradictions(run, found)
    assert any(line.startswith(" " * 6) for line in shown)  # some would be longer
    assert max(map(len, shown)) <= 80
    step = Step("11223", "0.5", 32_768, 10_000, True, 21, 10_000)
    lines = render_step(game, 1, step, plain=False).plain.splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= 80


def test_no_repairs_are_announced_where_there_are_none() -> None:
    """Two wrong rows of a game without a table."""
    run = bg.Position(bg.game("mastermind(6,9)"), "111111:0.0 111111:1.0 222222:0.0 222222:1.0")
    found = bg.contradictions(run)
    assert len(found[0].rows) == 2
    assert "Perhaps" not in "".join(render_contradictions(run, found))


def test_parts_of_a_sample_are_shown_as_estimates(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a game too large for a table, sizes are estimates of two digits, and the heading says so."""
    monkeypatch.setattr("sys.stdin", io.StringIO("try 12345678\nquit\n"))
    shown = output(capsys, "play", "mm8x12", "--plain", "--no-record", "--seed", "1")
    assert "12345678 would leave 26 parts in a sample of the candidates; sizes are estimates:" in shown
    assert "~82,000,000" in shown
    advised = output(capsys, "advise", "mm8x12", "--explain", "12345678")
    assert "parts in a sample of the candidates; sizes are estimates:" in advised
    listed = output(capsys, "advise", "mm4x6", "--explain", "1122", "--count", "1")
    assert "1122 would leave 13 parts:" in listed
    assert "~" not in listed


def test_advise_within_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """The last row goes to a candidate, and its chance to win is said; when no row is left, that is said in a line."""
    given = ["advise", "mastermind(4,6,rows=4)", "--history", "1122:1.0 1344:0.1 3526:1.2", "--strategy", "minimax"]
    found = document(capsys, *given)
    assert (found["choice"], found["rows_left"]) == ("3632", 1)
    assert [one["chance"] for one in found["suggestions"]] == [1 / 7] * 5
    text = output(capsys, *given)
    answer = "Play 3632, as minimax does within the rows: chance to win now, in the last row: 14.3%."
    assert text.splitlines()[2:4] == [answer, ""]
    assert "the best chance to win within the rows first" in text
    earlier = output(capsys, "advise", "mastermind(4,6,rows=4)", "--history", "1122:1.0 1344:0.1")
    assert earlier.splitlines()[2:5] == [
        "Play 3525: chance to win within the 2 rows left: 29.5%.",
        "It splits them into 13 parts of 8 at most, and may win (2%).",
        "Without a limit of rows: 2.682 guesses expected (proven).",
    ]
    assert run(["advise", "mastermind(4,6,rows=2)", "--history", "1122:1.0 1344:0.1"]) == 2
    error = capsys.readouterr().err
    assert error == "bestguess: no row is left: all 2 of mastermind(4,6,rows=2) are used, and the game is lost\n"


def test_review_within_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """Every move has the chance to win before and after it; a board that is full is reviewed as well."""
    given = ["review", "mastermind(4,6,rows=4)", "--history", "1122:1.0 1344:0.1 3526:1.2 1462:1.1"]
    moves = document(capsys, *given)["moves"]
    assert [move["chance_after"] for move in moves] == [115 / 256, 13 / 44, 1 / 7, 0]
    assert moves[0]["chance_before"] == 768 / 1296
    assert moves[0]["chance_before_range"] == [768 / 1296, 768 / 1296]
    text = output(capsys, *given)
    assert "chance after" in text
    assert "The chance to win within the rows was 59.3% at the start." in text


def test_watch_ends_with_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """A game that is lost says so, and what the secret was."""
    found = document(capsys, "watch", "mastermind(4,6,rows=3)", "--secret", "3632", "--strategy", "minimax")
    assert (len(found["moves"]), found["won"], found["lost"], found["secret"]) == (3, False, True, "3632")
    text = output(capsys, "watch", "mastermind(4,6,rows=3)", "--secret", "3632")
    assert "lost: no row is left, and the secret 3632 is not found" in text
    assert "found in" not in text
    won = document(capsys, "watch", "mastermind(4,6,rows=5)", "--secret", "3632", "--strategy", "optimal")
    assert (won["won"], won["lost"]) == (True, False)
