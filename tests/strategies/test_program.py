"""Programs as strategies: the requests that they get, and everything that they may do wrong."""

import math
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import bestguess as bg
from bestguess import engine
from bestguess.cli.app import run
from bestguess.cli.options import quote_command
from bestguess.errors import StrategyError
from bestguess.stats.playing import ParallelPrograms, played_figures
from bestguess.strategies import Program
from bestguess.trees.figures import Figures

FIGURES = bg.build_tree("mastermind(2,3)", "first").figures
EXAMPLES = Path(__file__).parents[2] / "examples"


def program(folder: Path, answer: str, *, start: str = "ready") -> str:
    """Return the command of a program that guesses the Python expression *answer* of `rows`, the words it is sent."""
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


def has_ended(process: str) -> bool:
    """Whether *process* has ended, or soon ends: a busy machine takes its time."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        state = subprocess.run(["ps", "-o", "stat=", "-p", process], capture_output=True, check=False)
        if state.stdout.strip()[:1] in (b"", b"Z"):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Return the commands of the examples; the one in C is compiled without a warning, if there is a compiler."""
    commands = [[sys.executable, str(EXAMPLES / "bot.py")]]
    if shutil.which("cc") is not None:
        compiled = str(tmp_path_factory.mktemp("bots") / "mybot")
        options = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["cc", *options, "-o", compiled, str(EXAMPLES / "bot.c")], check=True)
        commands.append([compiled])
    return commands


def test_the_examples(bots: list[list[str]]) -> None:
    """They play like the strategy `first`, over all secrets and over a sample."""
    game, times = "mastermind(3,5)", {"seconds": 0, "table_seconds": 0}
    for words in bots:
        bot = Program(quote_command(words))
        played, built = bg.compare(game, [bot, "first"])
        assert played.as_json() | {"strategy": "first"} | times == built.as_json() | times
        first, second = bg.compare(game, [bot, "first"], sample=20, seed=3)
        assert (first.secrets, first.total, first.distribution) == (20, second.total, second.distribution)
        with pytest.raises(StrategyError, match=r"does not play bullscows\(2,3\): expected 'ready', got 'error only"):
            bot.guess(bg.game("bullscows(2,3)"))
        bot.close()


@pytest.mark.parametrize(
    ("options", "played"),
    [
        ("3,4", True),
        ("3,4,rows=7", True),
        ("3,10", False),
        ("3,4,feedback=exact", False),
    ],
)
def test_the_examples_refuse_what_they_cannot_play(bots: list[list[str]], options: str, played: bool) -> None:
    """They play only plain Mastermind, with or without rows, and answer `error` to any other game."""
    for words in bots:
        done = subprocess.run(words, input=f"game mastermind({options})\n", capture_output=True, text=True, check=True)
        assert done.stdout.split(" ")[0].strip() == ("ready" if played else "error")


def test_conversation_of_the_page(bots: list[list[str]]) -> None:
    """The bot answers as docs/bots.md shows."""
    page = (EXAMPLES.parent / "docs" / "bots.md").read_text("utf-8")
    block = page.split("With bot.py:\n\n")[1].split("\n\n")[0]
    lines = [line.strip() for line in block.splitlines()]  # a question and its answer, in turn
    requests = "".join(f"{question}\n" for question in lines[::2])
    answers = subprocess.run(bots[0], input=requests, capture_output=True, text=True, check=True).stdout.splitlines()
    assert answers == lines[1::2]
    assert answers[0] == "ready"


@pytest.mark.parametrize("game", ["mastermind(2,4)", "balance(4)", "mastermind(2,4,rows=3)"])
@pytest.mark.parametrize("name", ["first", "optimal"])
def test_playing_is_the_tree(game: str, name: str) -> None:
    """Playing against each secret gives the figures of the tree."""
    rules = bg.game(game)
    built = bg.build_tree(rules, name).figures.as_json()
    played = played_figures(rules, bg.strategy(name), rules.secrets).as_json()
    assert played | {"seconds": None} == built | {"seconds": None}


def test_codes_with_spaces(tmp_path: Path) -> None:
    """They are in double quotes, in requests and in answers."""
    file = tmp_path / "pets.csv"
    file.write_text("win=yes,big cat,dog\nbig cat,yes,no\ndog,no,yes\n")
    bot = Program(program(tmp_path, "'dog' if rows else '\"big cat\"'"))
    (figures,) = bg.compare(f"table({file})", bot)
    assert (figures.distribution, figures.first_guess) == ({1: 1, 2: 1}, "big cat")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("'7777'", "says '7777' at the start: "),
        (
            "'11' if not rows else ''",
            "says '' after '11:1.0': expected 2 symbols from '123', got '', which has 0; the secret was 12",
        ),
        ("1 / 0", "ended with code 1 when asked 'guess': ZeroDivisionError"),
        ("'11'", "has not found '12' after 200 guesses"),
    ],
)
def test_what_goes_wrong(tmp_path: Path, answer: str, message: str) -> None:
    """The error of its row is one line with the program, the request and the answer."""
    bot = Program(program(tmp_path, answer))
    (failed,) = bg.compare("mastermind(2,3)", bot)
    assert failed.error is not None
    assert failed.error.startswith("exec:")
    assert message in failed.error
    assert "\n" not in failed.error


def test_who_fails_loses_nobody_elses_figures(tmp_path: Path) -> None:
    """Its row has no numbers, the rows of the others do not change, and every table format accepts it."""
    names = ["entropy", f"exec:{sys.executable} -c 'exit(3)'", "exec:no-such-program-here", "first"]
    results = bg.compare("mastermind(3,4)", names)
    assert [row.strategy for row in results] == names
    assert [results[0], results[3]] == list(bg.compare("mastermind(3,4)", ["entropy", "first"]))
    assert [row.error is None for row in results] == [True, False, False, True]
    ended, missing = results[1], results[2]
    assert ended.error == f"{names[1]} ended with code 3 when asked 'game mastermind(3,4)'"
    assert missing.error == "exec:no-such-program-here: there is no program 'no-such-program-here' to start"
    assert math.isnan(ended.total)
    assert (ended.secrets, ended.distribution, str(ended)) == (64, {}, "failed")
    assert ended.as_json()["total"] is None
    assert [record["total"] for record in results.records()] == [208, None, None, 250]
    assert [record["error"] for record in results.records()] == [None, ended.error, missing.error, None]
    assert "nan" not in results.to_csv() + results.to_markdown() + results.to_latex()
    assert results.to_pandas()["total"].isna().tolist() == [False, True, True, False]
    (sampled,) = bg.compare("mastermind(3,4)", names[1], sample=5, seed=1)
    assert (sampled.secrets, sampled.sample) == (5, (64, 1))
    with ThreadPoolExecutor(2) as executor:
        assert [row.error for row in bg.compare("mastermind(3,4)", names, executor=executor)] == [
            row.error for row in results
        ]


MEETS = """
import pathlib, sys, time
mine, other = map(pathlib.Path, sys.argv[1:])
for line in sys.stdin:
    if line.startswith("game"):
        print("ready", flush=True)
        continue
    mine.touch()
    while not other.exists():
        time.sleep(0.01)
    print(["1", "2", "3"][len(line.split()) - 1], flush=True)
"""


def test_programs_play_side_by_side(tmp_path: Path) -> None:
    """Two programs that wait for each other both finish. Rows and progress come in order, in this thread."""
    bot, one, other = tmp_path / "bot.py", str(tmp_path / "one"), str(tmp_path / "other")
    bot.write_text(MEETS)
    pairs = ((one, other), (other, one))
    bots = [Program(quote_command([sys.executable, str(bot), *files]), seconds=60) for files in pairs]
    names = ["first", *(program.name for program in bots)]
    reports = list[tuple[str, int, int, int]]()

    def progress(name: str) -> Callable[[int, int], None]:
        return lambda done, total: reports.append((name, done, total, threading.get_ident()))

    results = list(bg.compare("mastermind(1,3)", ["first", *bots], threads=2, progress=progress))
    assert [(one.strategy, one.error, one.total) for one in results] == [(name, None, 6) for name in names]
    assert {thread for *_, thread in reports} == {threading.get_ident()}
    assert [name for name, done, total, _ in reports if done == total == 3] == names[1:]


def test_no_more_programs_at_once_than_threads() -> None:
    """The others wait for a free place; `close` ends those that play and those that wait."""
    playing, most, both = list[str](), list[int](), threading.Barrier(2)

    def play(program: Program, report: Callable[[int, int], None]) -> Figures:
        playing.append(program.name)
        most.append(len(playing))
        if program.command in ("a", "b"):
            both.wait(60)
        while program.command == "endless":
            engine.poll()
            time.sleep(0.01)
        playing.remove(program.name)
        return replace(FIGURES, strategy=program.name)

    commands = ["a", "b", "c", "d", "endless", "endless", "endless"]
    running = ParallelPrograms(play, [Program(command) for command in commands], 2)
    assert [running.next_figures(None).strategy for _ in "abcd"] == ["exec:a", "exec:b", "exec:c", "exec:d"]
    running.close()
    assert max(most) == 2
    assert all(run.figures.done() for run in running._runs)


@pytest.mark.skipif(os.name == "nt", reason="signals are others")
def test_ctrl_c_while_programs_end() -> None:
    """A second Ctrl-C does not leave programs behind: `close` waits for them, and then raises."""
    began, ended = threading.Event(), threading.Event()

    def interrupt() -> None:
        began.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def play(program: Program, report: Callable[[int, int], None]) -> Figures:
        began.set()
        try:
            while True:
                engine.poll()
                time.sleep(0.01)
        finally:
            interrupt()  # while the main thread waits
            time.sleep(0.2)
            ended.set()

    running = ParallelPrograms(play, [Program("endless")], 1)
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        running.next_figures(None)
    with pytest.raises(KeyboardInterrupt):
        running.close()
    assert ended.is_set()


@pytest.mark.skipif(os.name == "nt", reason="processes are listed otherwise")
def test_what_an_abandoned_comparison_leaves(tmp_path: Path) -> None:
    """A comparison that is dropped after its first row leaves no program behind."""
    written = tmp_path / "process"
    endless = f"import os; open({str(written)!r}, 'w').write(str(os.getpid())); [input() for _ in iter(int, 1)]"
    quick = program(tmp_path, "['11', '12', '21', '22'][len(rows)]")
    names = [f"exec:{quick}", "exec:" + quote_command([sys.executable, "-c", endless])]
    comparison = bg.compare("mastermind(2,2)", names, threads=2)
    assert comparison[0].total == 10
    while not written.exists() or not written.read_text():
        time.sleep(0.01)
    del comparison
    assert has_ended(written.read_text())


def test_what_comes_too_late(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A late answer is refused, and the program starts again, so that it does not answer the next request."""
    slow = program(tmp_path, "time.sleep(0 if rows else 600) or '12'")
    assert run(["watch", "mm2x3", "--secret", "12", "--strategy", f"exec:{slow}", "--bot-time", "0.1"]) == 2
    line = r"gave no answer to '\w.*' within 0.1 seconds: a program must flush .*--bot-time S"
    assert re.search(line, capsys.readouterr().err)
    bot, game = Program(slow, seconds=0.1), bg.game("mastermind(2,3)")
    with pytest.raises(StrategyError, match=line):
        bot.guess(game)
    bot.seconds = 60
    assert bot.guess(game, "11:1.0") == "12"
    bot.close()


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interruption, the next request gets its own answer, not the old one."""
    bot = Program(program(tmp_path, "['11', '12', '21'][len(rows)]"))
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
    """Each thread gets the answer to its own request."""
    bot = Program(program(tmp_path, "time.sleep(0.001) or ['11', '12', '13', '21'][len(rows)]"))
    game = bg.game("mastermind(2,3)")
    histories = ["", "11:0.0", "11:0.0 12:0.0", "11:0.0 12:0.0 13:0.0"] * 25
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda history: bot.guess(game, history), histories))
    assert answers == ["11", "12", "13", "21"] * 25
    bot.close()


@pytest.mark.skipif(os.name == "nt", reason="a script for a shell")
def test_what_stays_behind(tmp_path: Path) -> None:
    """A program that closes its output is ended, with the processes that it started."""
    child = tmp_path / "child"
    script = tmp_path / "bot.sh"
    script.write_text(
        f"sleep 600 > /dev/null 2>&1 & echo $! > {child}; read game; echo ready; read guess; exec 1>&-; sleep 600\n"
    )
    bot = Program(f"sh {script}")
    with pytest.raises(StrategyError, match="closed its output when asked 'guess'"):
        bot.guess(bg.game("mastermind(2,3)"))
    assert has_ended(child.read_text().strip())


def test_a_forbidden_guess(tmp_path: Path) -> None:
    """The rule of the game holds for programs too."""
    bot = Program(program(tmp_path, "'12'"))
    (failed,) = bg.compare("mastermind(2,3,rule=strict)", bot)
    assert re.search("says 12 after '12:[^']*': rule strict: '12' as the secret", failed.error or "")


def test_what_a_program_is_not_asked_for(tmp_path: Path) -> None:
    """A first guess may be given, but `consistent` is refused: a program chooses any guess."""
    bot = program(tmp_path, "['21', '11', '12', '21'][len(rows)]")
    (figures,) = bg.compare("mastermind(2,2)", f"exec:{bot}", first_guess="22")
    assert (figures.first_guess, figures.distribution) == ("22", {1: 1, 2: 1, 3: 1, 4: 1})
    with pytest.raises(StrategyError, match="consistent=True does not work with exec:"):
        bg.compare("mastermind(2,2)", f"exec:{bot}", consistent=True)


def test_as_any_strategy(tmp_path: Path) -> None:
    """A program builds trees, can be sent to other processes, and starts again after `close`."""
    bot = Program(program(tmp_path, "['11', '12', '21', '22'][len(rows)]"))
    assert bg.build_tree("mastermind(2,2)", bot).figures.total == 10
    bot.close()
    assert pickle.loads(pickle.dumps(bot)).guess(bg.game("mastermind(2,2)"), "11:1.0") == "12"


@pytest.mark.skipif(os.name == "nt", reason="programs are found otherwise")
def test_what_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says why, and what to write instead."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("")
    Path("folder").mkdir()
    for command, message in (
        ("./bot.py", "'./bot.py' is not executable (chmod +x it, or exec:python3 ./bot.py)"),
        ("./folder x", "'./folder' is a folder, not a program"),
        ("bot.py", "there is no program 'bot.py' to start; did you mean ./bot.py or python3 bot.py?"),
        ("nothing", "there is no program 'nothing' to start"),
    ):
        with pytest.raises(StrategyError) as caught:
            Program(command).guess(bg.game("mm2x3"))
        assert str(caught.value) == f"exec:{command}: {message}"
    for command in ("   ", "'unclosed"):
        with pytest.raises(StrategyError):
            Program(command)


@pytest.mark.parametrize("command", [["watch"], ["tree", "build", "--output", "t"], ["advise"], ["assist"]])
def test_commands_refuse_what_cannot_be_started(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every command that takes a program refuses it before it prints anything."""
    assert run([*command, "mm2x3", "--strategy", "exec:no-such-program-here"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "there is no program 'no-such-program-here' to start" in captured.err


def test_random_over_a_sample() -> None:
    """The figures are averages over seeds: the mean of all single runs."""
    (averaged,) = bg.compare("mastermind(3,4)", "random", sample=20, seed=5, seeds=3)
    strategies = [bg.strategy("random", seed=seed, game="mm3x4") for seed in range(3)]
    runs = [bg.compare("mastermind(3,4)", chosen, sample=20, seed=5, seeds=1)[0].total for chosen in strategies]
    assert averaged.total == pytest.approx(sum(runs) / 3)
    assert averaged.secrets == 20
