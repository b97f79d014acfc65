"""Programs as strategies: what they are asked, and everything that they may do wrong."""

import os
import pickle
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.cli.app import run
from bestguess.cli.options import quote_command
from bestguess.errors import StrategyError
from commands import output

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE = 'win="is it",big cat,dog\nbig cat,"is it",no\ndog,no,"is it"\n'


def program(folder: Path, answer: str, *, start: str = "ready") -> str:
    """The command of a program that answers a guess by the Python expression *answer* of `rows`, the words after it."""
    code = f"""
import sys, time
for line in sys.stdin:
    what, *rows = line.split()
    if what == "game":
        print({start!r}, flush=True)
    else:
        print({answer}, flush=True)
"""
    path = folder / "bot.py"
    path.write_text(code)
    return quote_command([sys.executable, str(path)])


def test_the_example_in_python() -> None:
    """It plays as the strategy `first` does, over all secrets and over a sample."""
    bot = bg.Program(quote_command([sys.executable, str(EXAMPLES / "bot.py")]))
    game = "mastermind(3,5)"
    played, built = bg.compare(game, [bot, "first"])
    assert played.as_json() | {"strategy": "first", "seconds": 0} == built.as_json() | {"seconds": 0}
    first, second = bg.compare(game, [bot, "first"], sample=20, seed=3)
    assert (first.secrets, first.total, first.distribution) == (20, second.total, second.distribution)
    with pytest.raises(StrategyError, match=r"does not play bullscows\(2,3\): expected 'ready', got 'error only"):
        bot.guess(bg.game("bullscows(2,3)"))
    bot.close()


def test_conversation_of_the_page() -> None:
    """What docs/bots.md shows is what the bot answers."""
    page = (EXAMPLES.parent / "docs" / "bots.md").read_text("utf-8")
    block = page.split("A whole conversation, with bot.py:\n\n")[1].split("\n\n")[0]
    lines = [line.strip() for line in block.splitlines()]  # a question and its answer, in turn
    command = [sys.executable, str(EXAMPLES / "bot.py")]
    asked = "".join(f"{question}\n" for question in lines[::2])
    said = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said == lines[1::2]
    assert said[0] == "ready"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_example_in_c(tmp_path: Path) -> None:
    """It compiles without a warning, and plays as the strategy `first` does."""
    compiled = str(tmp_path / "mybot")
    options = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *options, "-o", compiled, str(EXAMPLES / "bot.c")], check=True)
    first, other = bg.compare("mastermind(4,4)", [f"exec:{compiled}", "first"])
    assert first.distribution == other.distribution


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(
    ("game", "played"),
    [
        ("mastermind(3,4)", True),
        ("mastermind(3,4,rows=7)", True),
        ("mastermind(3,10)", False),
        ("mastermind(3,4,feedback=exact)", False),
        ("mastermind(3,4,symbols=RGBY)", False),
        ("mastermind(3,4,secrets=distinct)", False),
        ("mastermind(3,4,rule=strict)", False),
        ("bullscows(3,4)", False),
    ],
)
def test_the_examples_refuse_what_they_cannot_play(tmp_path: Path, game: str, played: bool) -> None:
    """They know Mastermind alone, with or without rows, and say `error` to all else."""
    compiled = str(tmp_path / "mybot")
    subprocess.run(["cc", "-o", compiled, str(EXAMPLES / "bot.c")], check=True)
    for words in ([sys.executable, str(EXAMPLES / "bot.py")], [compiled]):
        done = subprocess.run(words, input=f"game {game}\n", capture_output=True, text=True, check=True)
        assert done.stdout.split(" ")[0].strip() == ("ready" if played else "error")


@pytest.mark.parametrize(
    "game", ["mastermind(2,4)", "bullscows(3,4)", "balance(4)", "numbers(9)", "mastermind(2,4,rows=3)"]
)
@pytest.mark.parametrize("name", ["first", "entropy", "optimal"])
def test_playing_is_the_tree(game: str, name: str) -> None:
    """What is played secret by secret has the figures of the tree."""
    from bestguess.statistics.playing import played_figures

    table = bg.Table(bg.game(game))
    built = bg.build_tree(table, name).figures
    played = played_figures(table.game, table, bg.strategy(name, game=game), table.secrets)
    assert played.as_json() | {"seconds": 0} == built.as_json() | {"seconds": 0}


def test_guesses_that_tell_nothing(tmp_path: Path) -> None:
    """A game goes on after a guess that tells nothing, which a tree could not have."""
    answer = "['11', '11', '12', '21', '22'][len(rows)]"
    (figures,) = bg.compare("mastermind(2,2)", "exec:" + program(tmp_path, answer))
    assert figures.distribution == {1: 1, 2: 0, 3: 1, 4: 1, 5: 1}
    (limited,) = bg.compare("mastermind(2,2,rows=3)", "exec:" + program(tmp_path, answer))
    assert (limited.lost, limited.total, limited.worst) == (2, 4, 3)


def test_codes_with_spaces(tmp_path: Path) -> None:
    """They stand in double quotes, in questions and in answers."""
    file = tmp_path / "pets.csv"
    file.write_text(TABLE.replace('"is it"', "yes"))
    bot = bg.Program(program(tmp_path, "'dog' if rows else '\"big cat\"'"))
    (figures,) = bg.compare(f"table({file})", bot)
    assert (figures.distribution, figures.first_guess) == ({1: 1, 2: 1}, "big cat")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("'7777'", "says '7777' at the start: "),
        ("'11' if not rows else ''", "says '' after '11:1.0': "),
        ("1 / 0", "ended with code 1, asked 'guess': ZeroDivisionError"),
        ("'11'", "has not found '12' after 200 guesses"),
    ],
)
def test_what_goes_wrong(tmp_path: Path, answer: str, said: str) -> None:
    """One line that names the program, what it was asked, and what it said."""
    bot = bg.Program(program(tmp_path, answer))
    with pytest.raises(StrategyError) as caught:
        list(bg.compare("mastermind(2,3)", bot))
    assert str(caught.value).startswith("exec:")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_comes_too_late(tmp_path: Path) -> None:
    """It is refused, and the program starts anew: no answer is taken for that to another question."""
    bot = bg.Program(program(tmp_path, "time.sleep(0 if rows else 600) or '12'"), seconds=60)
    game = bg.game("mastermind(2,3)")
    assert bot.guess(game, "11:1.0") == "12"
    bot.seconds = 0.3
    bot.close()
    before = time.monotonic()
    for _ in range(2):
        with pytest.raises(
            StrategyError, match=r"gave no answer to '\w.*' within 0.3 seconds: a program must flush .*--bot-time S"
        ):
            bot.guess(game)
    assert time.monotonic() - before < 300
    bot.seconds = 60
    assert bot.guess(game, "11:1.0") == "12"
    bot.close()


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is interrupted and asks again gets the answer to the new question, not to the old one."""
    bot = bg.Program(program(tmp_path, "['11', '12', '21'][len(rows)]"))
    game = bg.game("mastermind(2,3)")
    assert bot.guess(game) == "11"

    def interrupt() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("bestguess.strategies.program.poll", interrupt)
        with pytest.raises(KeyboardInterrupt):
            bot.guess(game, "11:1.0")
    assert bot.guess(game, "11:1.0 12:0.1") == "21"
    bot.close()


def test_asked_by_several_threads(tmp_path: Path) -> None:
    """Each gets the answer to its own question."""
    bot = bg.Program(program(tmp_path, "time.sleep(0.001) or ['11', '12', '13', '21'][len(rows)]"))
    game = bg.game("mastermind(2,3)")
    histories = ["", "11:0.0", "11:0.0 12:0.0", "11:0.0 12:0.0 13:0.0"] * 25
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda history: bot.guess(game, history), histories))
    assert answers == ["11", "12", "13", "21"] * 25
    bot.close()


@pytest.mark.skipif(os.name == "nt", reason="a script for a shell")
def test_what_stays_behind(tmp_path: Path) -> None:
    """A program that closes its output is ended, and so is what it started."""
    child = tmp_path / "child"
    script = tmp_path / "bot.sh"
    script.write_text(
        f"sleep 60 > /dev/null 2>&1 & echo $! > {child}; read game; echo ready; read guess; exec 1>&-; sleep 60\n"
    )
    bot = bg.Program(f"sh {script}")
    with pytest.raises(StrategyError, match="closed its output, asked 'guess'"):
        bot.guess(bg.game("mastermind(2,3)"))
    state = subprocess.run(["ps", "-o", "stat=", "-p", child.read_text().strip()], capture_output=True, check=False)
    assert state.stdout.strip()[:1] in (b"", b"Z")  # gone, or ended and not yet buried by whoever took it over


def test_a_forbidden_guess(tmp_path: Path) -> None:
    """The rule of the game holds for programs too."""
    bot = bg.Program(program(tmp_path, "'12'"))
    with pytest.raises(StrategyError, match=r"says 12 after '12:[^']*': rule strict: '12' as the secret"):
        list(bg.compare("mastermind(2,3,rule=strict)", bot))


def test_what_a_program_is_not_asked_for(tmp_path: Path) -> None:
    """Its first guess may be given; that it be consistent cannot be, since what it guesses is its own."""
    bot = program(tmp_path, "['21', '11', '12', '21'][len(rows)]")
    (figures,) = bg.compare("mastermind(2,2)", f"exec:{bot}", first_guess="22")
    assert (figures.first_guess, figures.distribution) == ("22", {1: 1, 2: 1, 3: 1, 4: 1})
    with pytest.raises(StrategyError, match="expected consistent=False for exec:"):
        bg.compare("mastermind(2,2)", f"exec:{bot}", consistent=True)


def test_random_over_a_sample() -> None:
    """It is averaged over seeds there too: the mean of all single runs."""
    (averaged,) = bg.compare("mastermind(3,4)", "random", sample=20, seed=5, seeds=3)
    runs = [
        bg.compare("mastermind(3,4)", bg.strategy("random", seed=seed, game="mm3x4"), sample=20, seed=5, seeds=1)
        for seed in range(3)
    ]
    assert averaged.total == pytest.approx(sum(run[0].total for run in runs) / 3)
    assert averaged.secrets == 20


@pytest.mark.parametrize("command", ["", "   ", "no-such-program-here", "'unclosed"])
def test_no_program(command: str) -> None:
    """What cannot be started is refused at once."""
    with pytest.raises(StrategyError):
        bg.strategy(f"exec:{command}", game="mm4x6")


def test_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`watch` shows a program's guesses as those of any strategy."""
    command = program(tmp_path, "['11', '12', '21', '22'][len(rows)]")
    shown = output(capsys, "watch", "mastermind(2,2)", "--secret", "21", "--strategy", f"exec:{command}")
    assert "a program" in shown
    assert "found in 3 guesses" in shown


def test_as_any_strategy(tmp_path: Path) -> None:
    """A program builds trees, is sent to other processes, and starts anew when it was closed."""
    bot = bg.Program(program(tmp_path, "['11', '12', '21', '22'][len(rows)]"))
    assert bg.build_tree("mastermind(2,2)", bot).figures.total == 10
    bot.close()
    assert pickle.loads(pickle.dumps(bot)).guess(bg.game("mastermind(2,2)"), "11:1.0") == "12"


@pytest.mark.skipif(os.name == "nt", reason="programs are found otherwise")
def test_what_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says why, and what to write instead."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("")
    Path("folder").mkdir()
    for command, said in (
        ("./bot.py", "'./bot.py' is not executable (chmod +x it, or exec:python3 ./bot.py)"),
        ("./folder x", "'./folder' is a folder, not a program"),
        ("bot.py", "there is no program 'bot.py' to start; did you mean ./bot.py or python3 bot.py?"),
        ("nothing", "there is no program 'nothing' to start"),
    ):
        with pytest.raises(StrategyError) as caught:
            bg.Program(command)
        assert str(caught.value) == f"exec:{command}: {said}"


@pytest.mark.parametrize(
    "command", [["watch", "mm2x3", "--secret", "12"], ["tree", "build", "mm2x3", "--output", "t"], ["advise", "mm2x3"]]
)
def test_the_time_of_a_program(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that takes one program takes its time."""
    monkeypatch.chdir(tmp_path)
    slow = program(tmp_path, "time.sleep(60)")
    assert run([*command, "--strategy", f"exec:{slow}", "--bot-time", "0.4"]) == 2
    assert "within 0.4 seconds" in capsys.readouterr().err
