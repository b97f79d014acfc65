"""The first commands: text, JSON, exit codes, and one line for bad input."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bestguess
from bestguess.cli.app import run
from commands import (
    command,
    document,
    ignoring_interrupts,
    interrupted,
    interrupted_in_native_code,
    output,
    read_document,
)
from unix import unix

ROOT = Path(__file__).parents[2]


def test_score(capsys: pytest.CaptureFixture[str]) -> None:
    """The feedback, bare or as JSON."""
    assert output(capsys, "score", "mm4x6", "1122", "1213") == "1.2\n"
    assert document(capsys, "score", "bc4x10", "0123", "0123") == {
        "game": "bullscows(4,10)",
        "guess": "0123",
        "secret": "0123",
        "feedback": "4.0",
        "won": True,
    }


def test_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    """How many, and the lowest of them."""
    found = document(capsys, "candidates", "mastermind(4,6)", "--history", "1122:1.0", "--limit", "2")
    assert found.pop("seconds") >= 0
    assert found == {
        "game": "mastermind(4,6)",
        "history": "1122:1.0",
        "candidates": 256,
        "codes": ["1333", "1334"],
    }
    text = output(capsys, "candidates", "mastermind(4,6)", "--history", "1122:1.0", "--limit", "2")
    assert text == "256 of 1,296 secrets are left\n1333  1334\n... and 254 more\n"
    assert output(capsys, "candidates", "mm4x6", "--history", "1122:0.0 1122:4.0") == "0 of 1,296 secrets are left\n"


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    """All families are listed, and one game is described and checked."""
    assert [g["family"] for g in document(capsys, "games")["games"]][:3] == ["mastermind", "bullscows", "twod"]
    listed = output(capsys, "games")
    assert "bullscows" in listed
    assert max(map(len, listed.splitlines())) <= 80
    described = document(capsys, "games", "mm5x4")
    assert (described["secrets"], described["table_bytes"], described["native"]) == (1024, 1048576, True)
    assert "problems" not in described
    checked = document(capsys, "games", "mm4x6", "--check")
    assert checked["problems"] == []
    assert checked["table_seconds"] > 0
    assert "1,679,616" in output(capsys, "games", "mm4x6", "--check")


def test_games_of_your_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--load runs a file that registers games."""
    path = tmp_path / "mine.py"
    path.write_text(
        "import bestguess as bg\n"
        "def make(n):\n"
        "    return bg.CustomGame(range(n), range(n), lambda g, s: (g > s) - (g < s), win=0)\n"
        "bg.register_game('hilo', make)\n"
    )
    assert output(capsys, "score", "hilo(9)", "3", "5", "--load", str(path)) == "-1\n"
    assert "hilo" in output(capsys, "games", "--load", str(path))
    assert document(capsys, "candidates", "hilo(9)", "--history", "3:-1", "--load", str(path))["candidates"] == 5


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command explains itself with examples."""
    assert output(capsys, "--version") == f"bestguess {bestguess.__version__}\n"
    assert "candidates" in output(capsys, "--help")
    for name in ("score", "candidates", "games"):
        assert "Examples" in output(capsys, name, "--help")


def test_greeting(capsys: pytest.CaptureFixture[str]) -> None:
    """The command alone says in five lines what to try, and what it says can be tried."""
    first, *lines = output(capsys).splitlines()
    assert first.startswith(f"bestguess {bestguess.__version__}: ")
    assert len(lines) == 4
    assert max(map(len, lines)) <= 80
    for line in lines:
        name = line.split()[1]
        assert name == "--help" or "Examples" in output(capsys, name, "--help")


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    """Versions, features, folders and speed, in one screen."""
    found = document(capsys, "doctor")
    assert found["bestguess"] == bestguess.__version__
    assert set(found["extras"]) == {"cluster", "gym", "plots", "web"}
    assert 0 < found["speed"]["optimum_seconds"] < 60
    text = output(capsys, "doctor")
    assert len(text.splitlines()) <= 24
    for said in (found["python"], found["package"], "mastermind(4,6)", "english (4 to 8 letters)"):
        assert said in text


OWN = """
import sys
import bestguess as bg

def rules(guess, secret):
    return guess == secret

bg.register_game("quits", sys.exit)
bg.register_game("nothing", lambda: None)
turn = bg.symmetries.Symmetry(sys.exit)
bg.register_game("turns", lambda: bg.CustomGame("abc", "abc", rules, True, symmetries=[turn]))
bg.register_game("weighs", lambda: bg.CustomGame("abc", "abc", rules, True, weights=[1, 2]))
bg.register_strategy("leaves", sys.exit)
bg.register_strategy("strays", lambda position: "99")
bg.metrics.register("word", str)
bg.metrics.register("stops", sys.exit)
"""


def bad_files(folder: Path) -> dict[str, str]:
    """Files that are wrong, by what is wrong with them."""
    texts = {
        "ragged": "win=y,a,b\na,y,n\nb,n\n",
        "winnerless": "x,a,b\na,y,n\nb,n,y\n",
        "syntax": "import (\n",
        "raises": "x = 1\n1 / 0\n",
        "leaves": "raise SystemExit('bye')\n",
        "broken": "import bestguess as b\ndef make():\n    raise ValueError('no')\nb.register_game('broken', make)\n",
        "unsound": "win=y,a,b,c\na,y,n,m\nb,n,y,n\nd,n,n,n\n",
        "lines": "raise ValueError('two\\nlines')\n",
        "own": OWN,
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {name: str(folder / name) for name in texts}


BAD = [
    (["score", "mastermnd(4,6)", "1122", "1213"], "mastermnd"),
    (["score", "mastermind(0,6)", "1", "1"], "mastermind(0,6)"),
    (["score", "bullscows(5,4)", "01234", "01234"], "bullscows(5,4)"),
    (["score", "mastermind(4,6)", "112", "1213"], "'112'"),
    (["score", "mastermind(4,6)", "1127", "1213"], "'7'"),
    (["score", "bc4x10", "0012", "0123"], "'0012'"),
    (["candidates", "mastermind(4,6)", "--history", "1122:3.1"], "'3.1'"),
    (["candidates", "mastermind(4,6)", "--history", "1122"], "'1122'"),
    (["candidates", "mastermind(4,6)", "--limit", "-1"], "--limit"),
    (["candidates", "mastermind(4,6)", "--limit", "many"], "--limit"),
    (["candidates", "mastermind(4,6)", "--threads", "0"], "--threads"),
    (["candidates", "table({ragged})"], "row 3"),
    (["candidates", "table({winnerless})"], "win="),
    (["candidates", "table(nowhere.csv)"], "bestguess: nowhere.csv: cannot be read: No such file"),
    (["candidates", "animals.csv"], 'expected a game, got the name of a file: write "table(animals.csv)"'),
    (["games", "./answers.txt"], 'write "words(./answers.txt)"'),
    (["stats", "a,b.csv"], """write 'table("a,b.csv")'"""),
    (["tree", "build", "animals.csv", "--output", "x.json"], 'write "table(animals.csv)"'),
    (["games", "mastermind(6,9)", "--check"], "282,429,536,481 bytes"),
    (["optimum", "mastermind(4,6)", "--memory-limit", "1MB"], "over the limit of 1,000,000"),
    (["optimum", "mastermind(4,6)", "--memory-limit", "much"], "'much'"),
    (["games", "--check"], "expected a game to check"),
    (["games", "--load", "{syntax}"], "SyntaxError"),
    (["games", "--load", "{raises}"], "line 2, fails: ZeroDivisionError"),
    (["games", "--load", "nowhere.py"], "nowhere.py"),
    (["games", "--load", "n" * 5000], "--load: no such file: nnn"),
    (["games", "--load", "{leaves}"], "SystemExit"),
    (["optimum", "mm4x6", "--memory-limit", "some"], "'some'"),
    (["games", "broken", "--load", "{broken}"], "ValueError: no"),
    (["games", "--load", "{lines}"], "fails: ValueError: two lines"),
    (["optimum", "quits", "--load", "{own}"], "got 'quits': SystemExit"),
    (["optimum", "nothing", "--load", "{own}"], "the function registered as 'nothing', got None"),
    (["optimum", "turns", "--load", "{own}"], "the symmetries of turns are not sound: SystemExit"),
    (["optimum", "weighs", "--load", "{own}"], "there are 2 weights for 3 secrets"),
    (["compare", "mm2x3", "--strategies", "leaves", "--load", "{own}"], "'leaves' fails at the start: SystemExit"),
    (["compare", "mm2x3", "--strategies", "strays", "--load", "{own}"], "'strays' fails at the start: CodeError"),
    (["advise", "mm2x3", "--strategy", "word", "--load", "{own}"], "the metric 'word' is not a number"),
    (["advise", "mm2x3", "--strategy", "stops", "--load", "{own}"], "the metric 'stops' fails for part sizes"),
    (["advise", "mm4x6", "--history", "1122:0.0 1122:4.0"], "row 1 or row 2 must be wrong"),
    (["review", "mm4x6", "--history", "1122:0.0 1122:4.0"], "row 1 or row 2 must be wrong"),
    (["optimum", "mm4x6", "--history", "1122:0.0 1122:4.0"], "no secret of mastermind(4,6) fits"),
    (["play", "mm4x6", "--history", "1122:0.0 1122:4.0"], "expected answers that a secret fits"),
    (["score", "mm4x6", '"1122', "1213"], "between double quotes"),
    (["candidates", "mm4x6", "--threads", "99999999999"], "--threads"),
    (["candidates", "mm4x6", "--threads", str(2**70)], "--threads"),
    (["candidates", "mm4x6", "--limit", str(2**70)], "--limit"),
    (["review", "mm4x6", "--history", "1122:1.0", "--time-limit", "nan"], "--time-limit"),
    (["review", "mm4x6", "--history", "1122:1.0", "--time-limit", "-1"], "--time-limit"),
    (["optimum", "mm4x6", "--time-limit", "inf"], "--time-limit"),
    (["optimum", "mm4x6", "--time-limit", "1e300"], "--time-limit"),
    (["optimum", "mm4x6", "--max-guesses", str(2**70)], "--max-guesses"),
    (["watch", "mm4x6", "--seed", str(2**70)], "--seed"),
    (["assist", "mm4x6", "--ignore", str(2**70)], str(2**70)),
    (["optimum", "mm4x6", "--memory-limit", "1e30GB"], "--memory-limit"),
    (["optimum", "mm4x6", "--memory-limit", "nan"], "--memory-limit"),
    (["compare", "mm4x6", "--strategies", "random", "--seeds", str(2**70)], "--seeds"),
    (["tree", "show", "x.json", "--depth", str(2**70)], "--depth"),
    (["web", "--port", str(2**70)], "--port"),
    (["advise", "mm4x6", "--candidates", "/dev/zero"], "/dev/zero: expected a file of codes of at most"),
    (["scores"], "Did you mean 'score'"),
    (["help"], "Try: bestguess --help"),
    (["play", "words"], '; write "words(english,5)"'),
    (["play", "wordle"], '; write "words(english,5)"'),
    (["play", "mastermind", "4", "6"], ': write "mastermind(4,6)"'),
    (["advise", "mm4x6", "1122:1.0"], ': write --history "1122:1.0"'),
    (["compare", "mm4x6", "minimax", "entropy"], ": write --strategies minimax,entropy"),
    (["advise", "mm4x6", "--history", "1122:1.0,1344:0.1"], "; rows are separated by spaces"),
    (["advise", "table(x.csv,goals=identify)"], "; a table has the options win, goal and rows, got goals"),
    (["score"], "GAME"),
    (["score", "--nonsense"], "--nonsense"),
]


@pytest.mark.parametrize(("arguments", "culprit"), BAD, ids=lambda value: " ".join(value)[:60])
def test_bad_input_gets_one_line(
    arguments: list[str], culprit: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Exit code 2, nothing on standard output, and one line that names the culprit."""
    files = bad_files(tmp_path)
    assert run([argument.format(**files) if "{" in argument else argument for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.endswith("\n")
    assert culprit in captured.err


@pytest.mark.parametrize(("arguments", "culprit"), BAD, ids=lambda value: " ".join(value)[:60])
def test_bad_input_gets_one_line_of_json(
    arguments: list[str], culprit: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With --json, also where the parser refuses: schema, version, kind and the same message."""
    files = bad_files(tmp_path)
    arguments = [argument.format(**files) if "{" in argument else argument for argument in arguments]
    assert run(arguments) == 2
    message = capsys.readouterr().err.removeprefix("bestguess: ").rstrip("\n")
    assert run([*arguments, "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    found = read_document(captured.err)
    assert found.pop("kind").replace("-", "").isalpha()
    if arguments[0] != "web":  # has no --json, and says that
        assert found.pop("message") == message
        assert found == {"schema": "bestguess.error/1", "version": bestguess.__version__}


@pytest.mark.parametrize(
    "arguments",
    [
        ["optimum", "mm2x3", "--certificate"],
        ["optimum", "mm2x3", "--tree"],
        ["optimum", "mm2x3", "--checkpoint"],
        ["sweep", "mastermind", "--plot"],
        ["compare", "mm2x3", "--plot"],
        ["tree", "build", "mm2x3", "--output"],
        ["games", "mm2x3", "--table"],
        ["puzzles", "mm3x4", "--output"],
    ],
    ids=" ".join,
)
def test_a_dash_is_no_file(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where standard output has something else, ``-`` is refused, and no file of that name is written."""
    monkeypatch.chdir(tmp_path)
    assert run([*arguments, "-"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "expected the name of a file, got '-'\n" in captured.err
    assert not list(tmp_path.iterdir())


def test_what_is_quoted_is_safe_and_short(capsys: pytest.CaptureFixture[str]) -> None:
    """A message has no control characters, and does not repeat all of a long input."""
    assert run(["stats", "--export", "no\x1b[2Jwhere/\x07"]) == 2
    assert capsys.readouterr().err.startswith("bestguess: no\\x1b[2Jwhere/\\x07: ")
    assert run(["score", "mm4x6", "1" * 100_000, "1213"]) == 2
    assert len(capsys.readouterr().err) < 2_100


def test_kinds_of_errors(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A program can tell what was wrong: the kinds are those of the library's exceptions, and usage and system."""

    def kind(*arguments: str) -> str:
        assert run([*arguments, "--json"]) == 2
        return str(read_document(capsys.readouterr().err)["kind"])

    assert kind("score", "go", "1", "1") == "game"
    assert kind("score", "mm4x6", "1", "1") == "code"
    assert kind("candidates", "mm4x6", "--history", "x") == "history"
    assert kind("advise", "mm4x6", "--history", "1122:0.0 1122:1.0") == "contradiction"
    assert kind("tree", "show", "nowhere.json") == "file"
    assert kind("games", "mm6x9", "--check") == "size"
    assert kind("scores") == kind("score") == kind("score", "--nonsense") == "usage"

    def fail(*arguments: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("bestguess.cli.advise.load_game", fail)
    assert kind("score", "mm4x6", "1122", "1213") == "system"


@unix
def test_an_endless_file_of_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A pipe that never ends is refused once it has given more than a file may have."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"yes 1122 > {pipe}"], stderr=subprocess.DEVNULL):
        assert run(["advise", "mm4x6", "--candidates", str(pipe)]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "expected a file of codes of at most 33,554,432 bytes, got more" in captured.err


def test_an_unsound_game_is_told_to_its_author(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--check lists the faults, and the exit code says that there are some."""
    path = bad_files(tmp_path)["unsound"]
    assert run(["games", f"table({path})", "--check", "--json"]) == 2
    captured = capsys.readouterr()
    assert "no guess wins the secret 'c'" in read_document(captured.out)["problems"]
    assert captured.err.count("\n") == 1
    assert run(["games", f"table({path})", "--check"]) == 2
    assert "- warning: the guess 'd' never splits anything" in capsys.readouterr().out
    Path(path).write_text("win=y,a,b\na,y,y\nd,n,n\n")
    assert run(["games", f"table({path})", "--check"]) == 0  # a warning only
    assert "- warning: the guess 'd' never splits anything" in capsys.readouterr().out


def closed(how: str, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command that a shell starts with a stream closed, such as `<&-`."""
    script = ["sh", "-c", f'exec "$@" {how}', "sh", *command(*arguments)]
    done = subprocess.run(script, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@unix
def test_closed_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed input has ended, and what a closed output or error stream would get is lost: never a traceback."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    end = "got the end of input"
    for code, said, *arguments in (
        (2, f"bestguess: expected a guess, {end} after 0 rows\n", "serve-game", "mm4x6"),
        (2, "bestguess: expected --yes with --delete where nobody can be asked\n", "stats", "--delete"),
        (0, "", "play", "mm4x6", "--seed", "1"),
        (0, "", "assist", "mm4x6"),
    ):
        found = closed("<&-", *arguments)
        assert (found[0], found[2]) == (code, said), arguments
    code, _, errors = closed("<&-", "review", "words(english,5)", "--guesses", "crane", "--squares", "-")
    assert (code, errors.count("\n"), "Traceback" in errors) == (2, 1, False)
    for arguments in (["score", "mm2x3", "11", "12"], ["--help"], ["compare", "mm2x3"], ["compare", "mm2x3", "--json"]):
        assert closed(">&-", *arguments) == (0, "", "")
    assert closed("2>&-", "score", "mm2x3", "11", "12") == (0, "1.0\n", "")
    assert closed("2>&-", "score", "mm2x3", "11", "99") == (2, "", "")
    assert closed("<&- >&- 2>&-", "assist", "mm2x3") == (0, "", "")


@unix
def test_a_closed_pipe_is_no_error() -> None:
    """`bestguess … | head -1` ends quietly."""
    script = f"{command()[0]} candidates 'mastermind(5,8)' --limit 32768 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "32,768 of 32,768 secrets are left\n", "")


def test_a_closed_pipe_on_windows(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """There, it is an invalid argument; elsewhere that is an error like any other."""

    def fail(*arguments: object) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr("bestguess.cli.app._discard_output", lambda: 77)
    monkeypatch.setattr("bestguess.cli.advise.load_game", fail)
    assert run(["score", "mm4x6", "1122", "1213"]) == 2
    assert "Invalid argument" in capfd.readouterr().err
    monkeypatch.setattr(os, "name", "nt")
    assert run(["score", "mm4x6", "1122", "1213"]) == 77
    assert capfd.readouterr().err == ""


def test_ctrl_c_is_heard_in_a_native_scan(tmp_path: Path) -> None:
    """A scan of 2^32 codes for four hundred rows stops between two steps."""
    history = " ".join(["11223344:0.0"] * 400)
    scan = ["candidates", "mastermind(8,16)", "--history", history, "--threads", "1"]
    code, _, errors = interrupted_in_native_code(scan, tmp_path)
    assert code == 130
    assert "Traceback" not in errors


def slow_game(folder: Path, secrets: int) -> list[str]:
    """A command about a user's own game of so many *secrets*, each of which prints a line and takes some time."""
    path = folder / "slow.py"
    path.write_text(
        "import sys, time, bestguess as bg\n"
        "def slow(g, s):\n"
        "    print('slow', file=sys.stderr, flush=True)\n"
        "    time.sleep(0.01)\n"
        "    return g == s\n"
        f"bg.register_game('slow', lambda: bg.CustomGame(range({secrets}), range({secrets}), slow, win=True))\n"
    )
    return ["candidates", "slow", "--history", "1:False", "--load", str(path)]


def test_ctrl_c_ends_with_130(tmp_path: Path) -> None:
    """A long run of a user's own function hears Ctrl-C."""
    code, _, errors = interrupted(slow_game(tmp_path, 10**4), "slow")
    assert code == 130
    assert "Traceback" not in errors


def test_ctrl_c_stays_ignored(tmp_path: Path) -> None:
    """A command that a script starts in the background ignores Ctrl-C, and goes on to its end."""
    code, out, _ = interrupted([*slow_game(tmp_path, 50), "--json"], "slow", ignored=True)
    assert code == 0
    assert read_document(out)["candidates"] == 49


@unix
def test_tests_hear_ctrl_c_where_it_is_ignored() -> None:
    """`make test` in the background, where every process ignores Ctrl-C, starts commands that hear it."""
    test = f"{Path(__file__).relative_to(ROOT)}::{test_ctrl_c_ends_with_130.__name__}"
    words = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", test]
    done = subprocess.run(ignoring_interrupts(words), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_a_history_without_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    """The shell makes several arguments of it: the message says how it is given."""
    assert run(["candidates", "mm4x6", "--history", "1122:1.0", "1344:0.1", "--limit", "3"]) == 2
    message = capsys.readouterr().err
    assert message.endswith("; a history is one argument, between quotes: --history '1122:1.0 1344:0.1'\n")
    assert run(["candidates", "mm4x6", "--history", "1122:", "1.0"]) == 2
    assert capsys.readouterr().err.endswith("between quotes: --history 1122:1.0\n")
    assert run(["candidates", "mm4x6", "1122:1.0"]) == 2
    assert "quotes" not in capsys.readouterr().err


def test_a_file_instead_of_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What to write: with the goal that the table has."""
    for corner, text in (("win=y", "{}"), ("who", "{},goal=identify")):
        path = tmp_path / "pets.csv"
        path.write_text(f"{corner},a,b\na,y,n\nb,n,y\n")
        assert run(["advise", str(path)]) == 2
        assert f'write "table({text.format(path)})"' in capsys.readouterr().err


# Runs the console script with the arguments given. It gets Ctrl-C when it imports MODULE, or when Python shuts down.
_CTRL_C_ONCE = """
import atexit, os, runpy, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "MODULE":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.HANDLER)
sys.meta_path.insert(0, Finder())
if "MODULE" == "the end":
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def _with_ctrl_c(module: str, handler: str) -> tuple[int, str, str]:
    """Exit code, output and errors of `bestguess score` with Ctrl-C when it imports *module*."""
    code = _CTRL_C_ONCE.replace("MODULE", module).replace("HANDLER", handler)
    arguments = [sys.executable, "-c", code, *command("score", "mm4x6", "1122", "1213")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@unix
@pytest.mark.parametrize(
    "module", ["bestguess.cli.app", "typer", "numpy", "datetime", "bestguess.engine", "bestguess.cli.advise"]
)
def test_ctrl_c_while_a_command_starts(module: str) -> None:
    """Whatever is being imported, nothing is printed and the exit code is 130; where Ctrl-C is ignored, it stays so."""
    assert _with_ctrl_c(module, "default_int_handler") == (130, "", "")
    assert _with_ctrl_c(module, "SIG_IGN") == (0, "1.2\n", "")


@unix
def test_ctrl_c_while_a_command_ends() -> None:
    """The result is there, nothing else is printed, and the exit code is 130."""
    assert _with_ctrl_c("the end", "default_int_handler") == (130, "1.2\n", "")
