"""The first commands: text, JSON, exit codes, and one line for bad input."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bestguess
from bestguess.cli.app import main, run
from commands import command, document, interrupted, interrupted_in_native_code, output, read_document
from unix import unix

ROOT = Path(__file__).parents[2]


def test_score() -> None:
    """The feedback, bare or as JSON."""
    assert output("score", "mm4x6", "1122", "1213") == "1.2\n"
    assert document("score", "bc4x10", "0123", "0123") == {
        "game": "bullscows(4,10)",
        "guess": "0123",
        "secret": "0123",
        "feedback": "4.0",
        "won": True,
    }


def test_games() -> None:
    """All families are listed, and one game is described and checked."""
    assert [g["family"] for g in document("games")["games"]][:3] == ["mastermind", "bullscows", "twod"]
    listed = output("games")
    assert "bullscows" in listed
    assert max(map(len, listed.splitlines())) <= 80
    described = document("games", "mm5x4")
    assert (described["secrets"], described["table_bytes"], described["native"]) == (1024, 1048576, True)
    assert "problems" not in described
    checked = document("games", "mm3x4", "--check")
    assert (checked["problems"], checked["table_seconds"] > 0) == ([], True)
    assert "4,096" in output("games", "mm3x4")


# Commands that no other test here starts as a process, and what they print.
PROCESSES = {"tree show tree.json": "minimax", "web --settings": "BESTGUESS_WEB_RATE"}


@pytest.mark.parametrize("arguments", PROCESSES)
def test_commands_run(arguments: str, tmp_path: Path) -> None:
    """As a process of its own, with nothing on standard error."""
    bestguess.build_tree("mm2x3", "minimax").save(tmp_path / "tree.json")
    done = subprocess.run(command(*arguments.split()), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert PROCESSES[arguments] in done.stdout


def test_greeting() -> None:
    """The command alone says in five lines what to try, and what it says can be tried."""
    assert output("--version") == f"bestguess {bestguess.__version__}\n"
    first, *lines = output().splitlines()
    assert first.startswith(f"bestguess {bestguess.__version__}: ")
    assert len(lines) == 4
    assert max(map(len, lines)) <= 80
    for line in lines:
        name = line.split()[1]
        assert name == "--help" or "Examples" in output(name, "--help")


def test_doctor() -> None:
    """Versions, features, folders and speed, in one screen."""
    found = document("doctor")
    assert found["bestguess"] == bestguess.__version__
    assert set(found["extras"]) == {"cluster", "gym", "plots", "web"}
    assert 0 < found["speed"]["optimum_seconds"] < 60
    text = output("doctor")
    assert len(text.splitlines()) <= 24
    for said in (found["python"], found["package"], "mastermind(4,6)", "english (4 to 8 letters)"):
        assert said in text


@unix
def test_closed_streams(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed input has ended, and what a closed output or error stream would get is lost: never a traceback."""

    def closed(stream: str, *arguments: str) -> tuple[int, str]:
        with monkeypatch.context() as patch:
            patch.setattr("sys.argv", ["bestguess", *arguments])
            patch.setattr(f"sys.{stream}", None)
            code = main()
            getattr(sys, stream).close()
        return code, capsys.readouterr().err

    ended = "bestguess: expected a guess, got the end of input after 0 rows\n"
    assert closed("stdin", "serve-game", "mm4x6") == (2, ended)
    assert closed("stdout", "compare", "mm2x3") == (0, "")
    assert closed("stderr", "score", "mm2x3", "11", "99") == (2, "")
    script = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command("assist", "mm2x3")]
    done = subprocess.run(script, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


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


@pytest.mark.parametrize("ignored", [False, True])
def test_ctrl_c_in_a_function_of_the_users_own(ignored: bool, tmp_path: Path) -> None:
    """It ends with 130; where a script started the command in the background, Ctrl-C is ignored."""
    path = tmp_path / "slow.py"
    path.write_text(
        "import sys, time, bestguess as bg\n"
        "def slow(g, s):\n"
        "    print('slow', file=sys.stderr, flush=True)\n"
        "    time.sleep(0.02)\n"
        "    return g == s\n"
        "bg.register_game('slow', lambda: bg.CustomGame(range(20), range(20), slow, win=True))\n"
    )
    slow = ["candidates", "slow", "--history", "1:False", "--load", str(path), "--json"]
    code, out, errors = interrupted(slow, "slow", ignored=ignored)
    assert "Traceback" not in errors
    if ignored:
        assert (code, read_document(out)["candidates"]) == (0, 19)
    else:
        assert (code, out) == (130, "")


# Runs the console script with the arguments given. It gets Ctrl-C when it imports MODULE, or when Python shuts down.
_CTRL_C_ONCE = """
import atexit, os, runpy, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "MODULE":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Finder())
if "MODULE" == "the end":
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@unix
@pytest.mark.parametrize(("module", "printed"), [("bestguess.cli.advise", ""), ("the end", "1.2\n")])
def test_ctrl_c_while_a_command_starts_or_ends(module: str, printed: str) -> None:
    """Nothing but the result is printed, and the exit code is 130."""
    code = _CTRL_C_ONCE.replace("MODULE", module)
    arguments = [sys.executable, "-c", code, *command("score", "mm4x6", "1122", "1213")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, printed, "")
