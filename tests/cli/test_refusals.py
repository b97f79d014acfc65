"""What is refused: exit code 2, nothing on standard output, and one line on standard error that names the culprit."""

import errno
import os
from pathlib import Path

import pytest

import bestguess
from commands import document, output, ran, read_document, refused

FILES = {
    "people.csv": "x,Anna Lee,Bob\nHat?,yes,no\n",
    "unsound.csv": "win=y,a,b,c\na,y,n,m\nb,n,y,n\nd,n,n,n\n",
    "raises.py": "x = 1\n1 / 0\n",
    "lines.py": "raise ValueError('two\\nlines')\n",
    "own.py": """
import sys
import bestguess as bg

def broken():
    raise ValueError("no")

bg.register_game("broken", broken)
bg.register_game("quits", sys.exit)
bg.register_game("spot", lambda n: bg.CustomGame([(0, n), (1, n)], [(0, n), (1, n)], lambda g, s: g == s, True))
bg.register_strategy("leaves", sys.exit)
""",
}
OWN = ["--load", "own.py"]
PEOPLE = "table(people.csv,goal=identify)"
HUGE = str(2**70)
WAYS = "expected --history, or --guesses with --secret, or --guesses with --squares"
SWEEP = ["sweep", "mastermind", "--pegs", "2", "--colours"]

BAD = [
    # games
    (["score", "mastermnd(4,6)", "1122", "1213"], "mastermnd"),
    (["candidates", "table(nowhere.csv)"], "bestguess: nowhere.csv: cannot be read: No such file"),
    (["candidates", "animals.csv"], 'expected a game, got a file name: write "table(animals.csv)"'),
    (["games", "mastermind(6,9)", "--check"], "282,429,536,481 bytes"),
    (["games", "--check"], "--check needs a game, such as bestguess games mm4x6"),
    (["games", "mm4x6", "--lists", "x"], "expected a game of words with --lists, got mastermind(4,6)"),
    (["advise", "table(x.csv,goals=identify)"], "; a table has the options win, goal and rows, got goals"),
    (["puzzles", "balance(12)"], "puzzles need a game with goal=hit"),
    (["review", "mm8x12", "--history", "12345678:1.0"], "expected a game small enough for a table"),
    # files of the user's own, their games and strategies
    (["games", "--load", "raises.py"], "line 2, fails: ZeroDivisionError"),
    (["games", "--load", "nowhere.py"], "nowhere.py"),
    (["games", "--load", "n" * 5000], "--load: no such file: nnn"),
    (["games", "--load", "lines.py"], "fails: ValueError: two lines"),
    (["games", "broken", *OWN], "ValueError: no"),
    (["optimum", "quits", *OWN], "got 'quits': SystemExit"),
    (["score", "spot(3)", "(0,0)", "(0,3)", *OWN], """expected a guess of spot(3) ("(0,3)", "(1,3)")"""),
    (["compare", "mm2x3", "--strategies", "leaves", *OWN], "'leaves' fails at the start: SystemExit"),
    # codes and histories
    (["score", "mastermind(4,6)", "112", "1213"], "'112'"),
    (["score", "mm4x6", '"1122', "1213"], "between double quotes"),
    (["score", PEOPLE, "Anna Lee", "Bob"], "expected a guess of"),
    (["watch", PEOPLE, "--secret", "Dora"], "expected a secret of"),
    (["candidates", "mm4x6", "--history", "1122:3.1"], "'3.1'"),
    (["advise", "mm4x6", "--history", "1122:0.0 3344:0.2 5566:2.1"], "row 2 or row 3 must be wrong"),
    (["review", "mm4x6", "--history", "1122:0.0 1122:4.0"], "row 1 or row 2 must be wrong"),
    (["play", "mm4x6", "--history", "1122:0.0 1122:4.0"], "no secret fits the answers 1122:0.0 1122:4.0"),
    (["play", "mm4x6", "--seed", "7", "--history", "1122:4.0"], "does not fit the secret of --seed 7"),
    (["play", "mm4x6", "--seed", "7", "--history", "4134:4.0"], "the game is over: it is won"),
    (["play", PEOPLE, "--history", "Hat?:yes"], "the game is over: it is Anna Lee"),
    (["assist", "mm4x6", "--history", "1122:1.0", "--ignore", "2"], "expected rows from 1 to 1 to ignore, got 2"),
    (["review", "mm4x6"], WAYS),
    (["review", "mm4x6", "--guesses", "1122", "--secret", "3632", "--squares", "-"], WAYS),
    (
        ["review", "mm4x6", "--guesses", " , ", "--secret", "3632"],
        "separated by spaces, got ' , '",
    ),
    # options
    (["candidates", "mm4x6", "--limit", HUGE], "--limit"),
    (["candidates", "mm4x6", "--threads", HUGE], "--threads"),
    (["optimum", "mm4x6", "--memory-limit", "1MB"], "over the limit of 1,000,000"),
    (["optimum", "mm4x6", "--memory-limit", "much"], "expected a size such as 500MB or 4GB, got 'much'"),
    (["optimum", "mm4x6", "--memory-limit", "1e999GB"], "--memory-limit"),
    (["review", "mm4x6", "--history", "1122:1.0", "--time-limit", "nan"], "--time-limit"),
    (["optimum", "mm4x6", "--time-limit", "1e300"], "--time-limit"),
    (["optimum", "mm4x6", "--max-guesses", HUGE], "--max-guesses"),
    (["optimum", "mm4x6", "--objective", "lost"], "expected --max-guesses or a game with rows"),
    (
        ["optimum", "mm4x6", "--first-guesses", "--first-guess", "1122"],
        "--first-guesses does not work with --first-guess",
    ),
    (["watch", "mm4x6", "--seed", "-1"], "expected a seed from 0 to 9223372036854775808, got -1"),
    (["play", "mm4x6", "--adversary", "--seed", "1"], "--adversary does not work with --seed"),
    (["advise", "mm4x6", "--strategy", "entropi"], "did you mean 'entropy'?"),
    (["advise", PEOPLE, "--consistent"], "--consistent does not work with goal"),
    (["compare", "mm2x3", "--consistent", "--strategies", "exec:sh"], "--consistent does not work with exec:"),
    (["compare", "mm2x3", "--strategies", '"exec:x"y'], "expected a text between double quotes"),
    (["compare", "mm4x6", "--strategies", ","], "at least one strategy"),
    (["compare", "mm4x6", "--format", "md"], "'--format': expected one of csv, markdown, latex, got 'md'\n"),
    (["compare", "mm4x6", "--format", "csv", "--json"], "--format does not work with --json"),
    (["compare", "mm4x6", "--seeds=0"], "'--seeds': expected 1 or more, got '0'\n"),
    (["compare", "mm4x6", "--sample", "x"], "'--sample': expected an integer, got 'x'\n"),
    (["compare", "mm4x6", "--plot", "picture.doc"], "picture.doc"),
    (["stats", "mm4x6", "--delete"], "--delete does not work with a game"),
    (["stats", "--delete"], "--delete needs --yes if there is no terminal"),
    (["stats", "--export", "-", "--json"], "--json does not work with --export -"),
    (["web", "--port", HUGE], "--port"),
    # sizes
    (["sweep", "mastermind"], "mastermind is swept over --pegs and --colours, got nothing\n"),
    (
        ["sweep", "--x", "3", "mastermind"],
        "No such option: --x; mastermind is swept over --pegs and --colours, got --x\n",
    ),
    ([*SWEEP, "2", "--jsn"], "No such option: --jsn; mastermind is swept over"),
    ([*SWEEP, "4-2"], "'4-2'"),
    (["sweep", "mastermind", "--pegs", "2", "--digits", "2"], "--colours"),
    (["sweep", "mastermind", "--pegs", "6", "--colours", "9"], "mastermind(6,9)"),
    (["sweep", "tod", "--n", "1"], "did you mean 'twod'"),
    # files
    (["advise", "mm4x6", "--candidates", "no-such-file"], "no-such-file: expected a file of codes"),
    (
        ["advise", "mm4x6", "--candidates", "/dev/zero"],
        "expected a file of codes of at most 33,554,432 bytes, got more",
    ),
    (["optimum", "mm4x6", "--tree", "nowhere/tree.json"], "nowhere/tree.json"),
    (["tree", "show", "half.json"], "damaged"),
    (["tree", "show", "good.json", "--history", "12:0.0"], "the tree plays"),
    (["tree", "export", "good.json", "--format", "pdf"], "unknown format 'pdf'"),
    (
        ["tree", "export", "good.json", "--format", "sheet", "--output", "x.pdf"],
        "x.pdf: expected a name that ends in",
    ),
    (["tree", "grow"], "grow"),
    (["check", "byte.json"], "checksum"),
    # what people write instead
    (["scores"], "Did you mean 'score'"),
    (["help"], "Try: bestguess --help"),
    (["words"], """No such command 'words'. Put a command before the game: bestguess play "words(english,5)"\n"""),
    (["mastermind(4,6)"], """Put a command before the game: bestguess play "mastermind(4,6)"\n"""),
    (["play", "words"], '; write "words(english,5)"'),
    (["play", "mastermind", "4", "6"], ': write "mastermind(4,6)"'),
    (["advise", "mm4x6", "1122:1.0", "1344:0.1"], ': write --history "1122:1.0 1344:0.1"'),
    (["compare", "mastermind(4,6)", "minimax", "entropy"], ": write --strategies minimax,entropy"),
    (["advise", "mm4x6", "--history", "1122:1.0,1344:0.1"], "; separate rows with spaces"),
    (
        ["candidates", "mm4x6", "--history", "1122:1.0", "1344:0.1", "--limit", "3"],
        "; put the whole history in quotes: --history '1122:1.0 1344:0.1'\n",
    ),
    (["candidates", "mm4x6", "--history", "1122:", "1.0"], "in quotes: --history 1122:1.0\n"),
    (["compare"], """Missing argument 'GAME'. A game is a text such as "mastermind(4,6)" or bc4x10\n"""),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files that are wrong, and a tree that is not."""
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    bestguess.build_tree("mm2x2", "minimax").save(folder / "good.json")
    good = (folder / "good.json").read_bytes()
    (folder / "half.json").write_bytes(good[: len(good) // 2] + b"#" * 1000)
    (folder / "byte.json").write_bytes(good.replace(b'"total":', b'"totaL":'))
    return folder


@pytest.mark.parametrize(("arguments", "culprit"), BAD, ids=lambda value: " ".join(value)[:60])
def test_bad_input_gets_one_line(
    arguments: list[str],
    culprit: str,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With --json it is JSON with the same message, also where the parser refuses. No file is left behind."""
    monkeypatch.chdir(files)
    before = set(files.iterdir())
    line = refused(*arguments)
    assert culprit in line
    error = read_document(refused(*arguments, "--json"))
    assert error.pop("kind").replace("-", "").isalpha()
    if arguments[0] != "web" and "--json" not in arguments:  # web has none, and says that
        assert f"bestguess: {error.pop('message')}\n" == line
        assert error == {"schema": "bestguess.error/1", "version": bestguess.__version__}
    assert set(files.iterdir()) == before


WRITES = [
    ("optimum", "mm3x4", "--tree"),
    ("optimum", "mm3x4", "--certificate"),
    ("optimum", "mm3x4", "--checkpoint"),
    ("tree", "build", "mm3x4", "--output"),
    ("sweep", "mastermind", "--pegs", "2", "--colours", "2", "--plot"),
    ("compare", "mm3x4", "--plot"),
    ("puzzles", "mm3x4", "--output"),
]


@pytest.mark.parametrize("arguments", WRITES, ids=" ".join)
def test_files_are_tried_before_the_work(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be written (simulated, since root may write anywhere) or ``-``: nothing is computed."""
    real = os.open

    def refuses(path: "os.PathLike[str]", flags: int, *rest: int) -> int:
        if flags & os.O_CREAT and Path(path).parent == tmp_path:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, *rest)

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("it computes")

    monkeypatch.setattr(os, "open", refuses)
    for name in ("solve.exact.solve", "cli.tree.build_tree", "stats.sweep", "stats.compare", "cli.puzzles.make"):
        monkeypatch.setattr(f"bestguess.{name}", nothing)
    told = refused(*arguments, str(tmp_path / "file.svg"))
    assert told.endswith(f" {os.strerror(errno.EROFS)}\n")
    monkeypatch.chdir(tmp_path)
    assert "expected a file name, got '-'\n" in refused(*arguments, "-")
    assert not list(tmp_path.iterdir())


def test_what_is_quoted_is_safe_and_short() -> None:
    """A message has no control characters, and does not repeat all of a long input."""
    assert refused("stats", "--export", "no\x1b[2Jwhere/\x07").startswith("bestguess: no\\x1b[2Jwhere/\\x07: ")
    assert len(refused("score", "mm4x6", "1" * 100_000, "1213")) < 2_100


def test_kinds_of_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program can tell what was wrong: the kinds are those of the library's exceptions, and usage and system."""

    def kind(*arguments: str) -> str:
        return str(read_document(refused(*arguments, "--json"))["kind"])

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


def test_an_unsound_game_is_told_to_its_author(tmp_path: Path) -> None:
    """--check lists the faults, and the exit code says that there are some."""
    path = tmp_path / "unsound.csv"
    path.write_text(FILES["unsound.csv"])
    captured = ran(2, "games", f"table({path})", "--check", "--json")
    assert "no guess wins the secret 'c'" in read_document(captured.out)["problems"]
    assert captured.err.count("\n") == 1
    path.write_text("win=y,a,b\na,y,y\nd,n,n\n")
    warning = "warning: the guess 'd' never splits anything"
    assert warning in output("games", f"table({path})", "--check")
    assert document("games", f"table({path})", "--check")["problems"][0].startswith(warning)
