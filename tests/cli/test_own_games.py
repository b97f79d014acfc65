"""Games of --load whose codes are objects, here pairs: every command reads and writes their texts."""

from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from commands import document, output, ran, read_document, refused

OWN = """
import enum
import bestguess as bg

def sign(number):
    return (number > 0) - (number < 0)

def directions(guess, secret):
    return sign(secret[0] - guess[0]), sign(secret[1] - guess[1])

def make_spot(n):
    points = [(x, y) for x in range(n) for y in range(n)]
    return bg.CustomGame(points, points, directions, win=(0, 0))

def middle(position):
    objects = [*position.candidates, *(code for row in position.history for code in row)]
    assert all(isinstance(code, tuple) for code in objects), objects
    return position.candidates[len(position.candidates) // 2]

class Lamp(enum.Enum):
    RED = 1
    GREEN = 2

def make_lamps():
    written = lambda value: value.name.lower() if isinstance(value, Lamp) else "yes" if value else "no"
    return bg.CustomGame(Lamp, Lamp, lambda guess, secret: guess is secret, win=True, text=written)

def make_bits():
    labels = [(number.bit_count(), number % 2) for number in range(8)]
    return bg.CustomGame([1, 2, 4], range(8), lambda g, s: bool(g & s), goal="identify", labels=labels, costs=[1, 2, 3])

class Pairs(bg.Game):
    family = "pairs"
    guesses = secrets = [(x, y) for x in range(2) for y in range(2)]
    win = 2

    def score(self, guess, secret):
        return sum(one == other for one, other in zip(guess, secret))

    as_guess = as_secret = as_feedback = lambda self, given: given

    def arguments(self):
        return ()

bg.register_game("spot", make_spot)
bg.register_game("lamps", make_lamps)
bg.register_game("bits", make_bits)
bg.register_game("pairs", Pairs)
bg.register_strategy("middle", middle)
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The option that loads these games, in an empty folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN)
    return ["--load", "own.py"]


HISTORY = ["--history", '"(1,1)":"(1,0)"']


def test_score_and_candidates(load: list[str]) -> None:
    """Codes and feedbacks are texts without spaces, between quotes where a history needs them or not."""
    assert output("score", "spot(3)", "(0,1)", "(2,1)", *load) == '"(1,0)"\n'
    found = document("score", "spot(3)", '"(2,1)"', "(2,1)", *load)
    assert found == {"game": "spot(3)", "guess": "(2,1)", "secret": "(2,1)", "feedback": "(0,0)", "won": True}
    for history in (HISTORY[1], "(1,1):(1,0)"):
        found = document("candidates", "spot(3)", "--history", history, *load)
        assert (found["codes"], found["history"]) == (["(2,1)"], HISTORY[1])
    assert output("score", "lamps", "red", "green", *load) == "no\n"
    assert output("score", "pairs", "(0,1)", "(1,1)", *load) == "1\n"


def test_advise_watch_and_review(load: list[str]) -> None:
    """A strategy of the user's own sees objects; documents have their texts."""
    found = document("advise", "spot(3)", "--strategy", "middle", "--explain", "(1,0)", *load)
    assert (found["choice"], found["suggestions"][0]["guess"]) == ("(1,1)", "(1,1)")
    assert found["explained"]["parts"][0]["codes"] == ["(0,1)", "(0,2)"]
    Path("codes.txt").write_text("(0,0) (2,2)\n")
    assert document("advise", "spot(3)", "--candidates", "codes.txt", *load)["candidates"] == 2
    moves = document("watch", "spot(3)", "--secret", "(2,1)", "--strategy", "middle", *load)["moves"]
    assert [(move["guess"], move["feedback"]) for move in moves] == [("(1,1)", "(1,0)"), ("(2,1)", "(0,0)")]
    rows = '"(1,1)":"(1,0)" "(2,1)":"(0,0)"'
    review = document("review", "spot(3)", "--history", rows, *load)
    assert (review["history"], review["moves"][0]["best"]) == (rows, ["(1,1)"])
    answered = document("review", "spot(3)", "--guesses", "(1,1) (2, 1)", "--secret", "(2, 1)", *load)
    assert answered["moves"] == review["moves"]


@pytest.mark.parametrize("game", ["spot(3)", "spot(3,rows=2)", "bits", "lamps", "pairs"])
def test_trees_and_certificates_are_checked(load: list[str], game: str) -> None:
    """The table beside them is what the checker knows the game by; both may be moved together."""
    text = output("optimum", game, "--certificate", "x.cert", "--tree", "x.json", *load)
    assert text.endswith(
        f"x.json.csv: the table of {game}, for bestguess check\nx.cert.csv: the table of {game}, for bestguess check\n"
    )
    built = output("tree", "build", game, "--strategy", "entropy", "--output", "built.json", *load)
    assert built.endswith(f"built.json.csv: the table of {game}, for bestguess check\n")
    moved = Path("moved")
    moved.mkdir()
    for name in ("x.cert", "x.json", "built.json"):
        for suffix in ("", ".csv"):
            Path(name + suffix).rename(moved / (name + suffix))
        assert document("check", str(moved / name))["holds"]
    optimum = document("optimum", game, *load)
    shown = document("tree", "show", str(moved / "x.json"))
    for key in ("total", "worst", "distribution", "first_guess"):
        assert shown[key] == optimum[key]


def test_a_tree_is_shown_after_a_history(load: list[str]) -> None:
    """Which is read by the table beside it."""
    output("tree", "build", "spot(3)", "--strategy", "middle", "--output", "tree.json", *load)
    assert document("tree", "show", "tree.json", *HISTORY)["guess"] == "(2,1)"
    wrong = refused("tree", "show", "tree.json", "--history", "(1,1):(9,0)")
    assert "unknown feedback '(9,0)', did you mean" in wrong
    Path("tree.json.csv").unlink()
    assert document("tree", "show", "tree.json", *HISTORY)["guess"] == "(2,1)"
    assert "tree.json.csv" in refused("check", "tree.json")


@pytest.mark.parametrize("option", ["--tree", "--certificate"])
def test_a_table_that_cannot_be_written_is_told_before_the_work(load: list[str], option: str) -> None:
    """As a file itself is."""
    Path("file.csv").mkdir()
    told = refused("optimum", "spot(3)", option, "file", *load)
    assert told == "bestguess: file.csv: cannot be written: expected a file, got a folder\n"


def conversation(typed: list[str], *arguments: str) -> tuple[str, dict[str, Any]]:
    """What a command prints when these lines are typed, and its JSON document."""
    captured = ran(0, *arguments, "--json", typed="".join(f"{line}\n" for line in typed))
    return captured.err, read_document(captured.out)


def test_play(load: list[str]) -> None:
    """Guesses may be typed with spaces in them; the record has the history as text."""
    typed = ["(0, 0)", "why (0,0)", "try (1, 1)", "hint", "finish"]
    text, found = conversation(typed, "play", "spot(3)", "--seed", "1", *load)
    assert "(0,0) is not possible: row 1, (0,0), would have got (0,0), not (0,1)." in text
    assert "(1,1) would leave 2 parts:" in text
    assert found["state"] == "won"
    assert bg.records.load(bg.records.default_path())[0].history == found["history"]
    text, found = conversation(["(0,0)"], "play", "spot(3)", "--adversary", *load)
    assert (found["state"], found["history"]) == ("running", '"(0,0)":"(1,1)"')
    text, found = conversation(["1", "2", "4"], "play", "bits", "--seed", "3", *load)
    assert (found["state"], found["label"]) == ("won", "(2,1)")


def test_assist(load: list[str]) -> None:
    """Rows are typed as texts; rows that contradict each other are repaired."""
    typed = ["", "(1, 0)", "(2, 0): (0,0)", "ignore 2", "restore 2", "heed 2", "edit 2 (2,1) (0, 0)"]
    text, found = conversation(typed, "assist", "spot(3)", "--strategy", "middle", *load)
    assert "No secret fits these answers: 1 row must be wrong." in text
    assert text.count("  2  (2,0)  (0,0)  (ignored)\n") == 1
    assert (found["state"], found["history"]) == ("won", '"(1,1)":"(1,0)" "(2,1)":"(0,0)"')
