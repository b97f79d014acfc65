"""Golden transcripts of commands, of all that ask, replayed and compared.

A transcript is a text file: commands after ``$``, after each what is typed after ``<``, what is printed after ``>``,
what stands on standard error after ``!``, and the exit code. BESTGUESS_GOLDEN=1 writes what comes out into the files.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

import bestguess as bg
from commands import Interrupted, on_terminal, output, printed_by, ran, read_document, without_home

TRANSCRIPTS = sorted((Path(__file__).parent.parent / "golden" / "transcripts").glob("*.txt"))


def replayed(path: Path) -> str:
    """What comes out when the transcript at *path* is played again, in the same form."""
    shown = list[str]()
    for session in path.read_text("utf-8").removeprefix("$ ").split("\n$ "):
        command, *lines = session.splitlines()
        typed = [line[1:].removeprefix(" ") for line in lines if line.startswith("<")]
        code, *texts = printed_by(shlex.split(command)[1:], "".join(line + "\n" for line in typed))
        signed = zip("<>!", (typed, *map(str.splitlines, texts)), strict=True)
        marked = [f"{sign} {line}".rstrip() for sign, lines in signed for line in lines]
        shown += [f"$ {command}", *marked, f"exit {code}"]
    return "\n".join(shown) + "\n"


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcripts(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same comes out, in 80 columns but for what is refused, commands and long_lines: a terminal wraps those."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(path.parent.parent)  # which has the files of the games
    found = replayed(path)
    if os.environ.get("BESTGUESS_GOLDEN"):
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8")
    wide = [line for line in found.splitlines() if len(line) > 82 and re.match("> (?!expected|To continue: )", line)]
    assert bool(wide) == (path.stem == "long_lines")
    kept = tmp_path / "bestguess" / "games.jsonl"
    finished = "play" in path.name and "\nexit 0\n" in found and "\n> To continue: " not in found
    assert kept.exists() == (finished and "--no-record" not in found)


def test_every_interactive_command_has_transcripts() -> None:
    """Nothing that asks goes without one, ends well and ends badly."""
    for command in ("play", "assist", "puzzles"):
        codes = {path.read_text("utf-8").splitlines()[-1] for path in TRANSCRIPTS if path.name.startswith(command)}
        assert codes == {"exit 0", "exit 2"}


def test_json_stands_alone() -> None:
    """With --json the conversation is on standard error; the document has the secret only of a game that is over."""
    captured = ran(0, "play", "mm4x6", "--seed", "7", "--no-record", "--json", typed="1122\n4134\n")
    found = read_document(captured.out)
    assert (found["state"], found["secret"], found["history"]) == ("won", "4134", "1122:1.0 4134:4.0")
    assert found["review"]["guesses"] == 2
    assert "Found in 2 guesses." in captured.err
    captured = ran(0, "play", "mm4x6", "--seed", "7", "--json", typed="1122\nquit\n")
    assert read_document(captured.out)["secret"] is None
    assert "4134" not in captured.out + captured.err
    found = read_document(ran(0, "assist", "mm4x6", "--json", typed="1122\t1 0\nquit\n").out)
    assert (found["state"], found["candidates"]) == ("running", 256)


def test_a_game_is_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With its guesses, what they lost, and how often help was taken: here two hints and a guess taken back."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran(0, "play", "mm4x6", "--seed", "7", typed="1122\nhint\nhint\n1234\nundo\n1334\n4134\n")
    (kept,) = bg.records.load(bg.records.default_path())
    assert (kept.game, kept.history) == ("mastermind(4,6)", "1122:1.0 1334:2.1 4134:4.0")
    assert (kept.guesses, kept.won, kept.hints) == (3, True, 3)
    assert kept.loss == pytest.approx(77 / 1296 + 2 / 13)


@pytest.mark.parametrize(
    ("typed", "options", "helped"),
    [
        ("rows\nhelp\nwhy\ntry 99\nnonsense\n1334\n", [], 0),  # what tells nothing, and what is refused
        ("hint\n", [], 1),
        ("1122\nundo\n", [], 1),
        ("finish\n", [], 1),
        ("candidates\nwhy 1122\ntry 1122\n", [], 3),
        ("", ["--history", "1122:1.0 1334:2.1"], 2),
    ],
)
def test_what_counts_as_help(
    typed: str, options: list[str], helped: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Lists, reasons, trials, hints, undo, guesses by the computer and given rows; `stats` shows such games apart."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    played = ran(0, "play", "mm4x6", "--seed", "7", "--json", *options, typed=f"{typed}4134\n")
    assert read_document(played.out)["hints"] == helped
    (kept,) = bg.records.load(bg.records.default_path())
    assert (kept.won, kept.hints) == (True, helped)
    title = output("stats").splitlines()[0]
    assert title == f"mastermind(4,6), {'with help' if helped else 'without help'}"


@pytest.mark.parametrize(("command", "typed"), [("play --seed 7 --no-record", "1122\n"), ("assist", "1122 1.0\n")])
def test_ctrl_c_says_how_to_go_on(command: str, typed: str) -> None:
    """Exit code 130, and the rows so far in the command that goes on."""
    last = ran(130, *command.split(), typed=Interrupted(typed)).out.splitlines()[-1]
    assert last.startswith(f"To continue: bestguess {command.split()[0]} 'mastermind(4,6)'")
    assert last.endswith("--history 1122:1.0")


def test_the_end_of_input_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no error, and the command that is printed goes on with the same secret and the same rows."""
    monkeypatch.setattr("secrets.randbelow", lambda most: 7)
    begun = output("play", "mm4x6", typed="1122\n1234\n")
    command = re.search(r"\nguess 3: \nTo continue: bestguess (.*)\n$", begun)
    assert command is not None
    again = output(*shlex.split(command[1]), "--no-record", typed="give up\n")
    assert again.count("  1  1122  ") == begun.count("  1  1122  ") == 1
    assert "You gave up: the secret was" in again


def test_ctrl_d_ends_quietly() -> None:
    """On a terminal: a new line, the command that goes on, unbroken, and exit code 0."""
    code, text = on_terminal(["assist", "mm4x6"], ("guess [1123]: ", "\x04"), columns=40)
    lines = text.splitlines()
    assert (code, lines[-2].rstrip()) == (0, "guess [1123]:")
    assert lines[-1] == "To continue: bestguess assist 'mastermind(4,6)'"


def test_the_end_of_input_anywhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 2 and a line, no traceback."""

    def end(*arguments: object) -> None:
        raise EOFError

    monkeypatch.setattr("bestguess.cli.play.load_game_and_table", end)
    assert ran(2, "play", "mm4x6").err.strip() == "bestguess: expected an answer, got the end of input"


def test_advice_that_fails_ends_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking again would not mend what was not typed."""

    def fail(*arguments: object, **options: object) -> None:
        raise bg.errors.StrategyError("no advice")

    monkeypatch.setattr("bestguess.cli.assist.advise", fail)
    assert ran(2, "assist", "mm4x6").err == "bestguess: no advice\n"


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        (["play", "mastermind(4,6)", "--seed", "7", "--no-record", "--plain"], ["1122"]),
        (["play", "mastermind(4,6)", "--adversary", "--json"], ["1122"]),
        (["assist", "mastermind(4,6)", "--strategy", "minimax", "--seed", "3"], ["1122 1.0"]),
        (["assist", "mastermind(4,6)", "--plain", "--ignore", "1"], ["1122 1.0", "ignore 1"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_going_on_keeps_the_options(
    command: list[str], typed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was given is in the command that goes on, files with spaces too; and that command works."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "a game.py"
    file.write_text("")
    begun = [*command[:2], "--load", str(file), *(word for word in command[2:] if word not in ("--ignore", "1"))]
    captured = ran(0, *begun, typed="\n".join([*typed, "quit"]) + "\n")
    found = re.search(r"To continue: bestguess (.*)", captured.out + captured.err)
    assert found is not None
    words = shlex.split(found[1])
    assert {*command, "--load", str(file), "--history"} <= set(words)
    ran(0, *words, typed="quit\n")
    assert not bg.records.default_path().exists()


def test_a_record_that_cannot_be_kept_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The game is played: exit code 0, the document, and a note that it is not kept. So too without a home."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    captured = ran(0, "play", "mm4x6", "--seed", "7", "--json", typed="4134\n")
    assert read_document(captured.out)["state"] == "won"
    last = captured.err.splitlines()[-1]
    assert last.startswith("bestguess: ")
    assert last.endswith("cannot save the game: Not a directory; this game is not in bestguess stats")
    without_home(monkeypatch)
    homeless = ran(0, "play", "mm4x6", "--seed", "7", typed="4134\n")
    assert "set HOME or XDG_DATA_HOME; this game is not in bestguess stats" in homeless.err
