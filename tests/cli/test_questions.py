"""Games of any goal on the command line: texts, JSON keys, and what is refused."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.cli.app import run
from commands import document, output, read_document, refused

GOLDEN = Path(__file__).parent.parent / "golden"
PEOPLE = f"table({GOLDEN / 'people.csv'},goal=identify)"
FAULTS = f"table({GOLDEN / 'faults.csv'},goal=identify)"


def test_games_names_both_sides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A table whose sides are exchanged is as good a game: its description shows what is guessed, and what is meant."""
    table = tmp_path / "animals.csv"
    for text, guesses, secrets in (
        (
            "x,cat,dog,eel\nIs it furry?,y,y,n\nDoes it bark?,n,y,n\n",
            "2: Is it furry?, Does it bark?",
            "3: cat, dog, eel",
        ),
        ("x,furry,barks\ncat,y,n\ndog,y,y\neel,n,n\ncow,n,y\n", "4: cat, dog, eel, ...", "2: furry, barks"),
    ):
        table.write_text(text)
        shown = output(capsys, "games", f"table({table},goal=identify)", "--check")
        rows = dict(line.split(maxsplit=1) for line in shown.splitlines() if line.startswith(("guesses", "secrets")))
        assert {name: row.strip() for name, row in rows.items()} == {"guesses": guesses, "secrets": secrets}
    assert document(capsys, "games", f"table({table},goal=identify)")["guesses"] == 4


BATTERY = '"Measure the battery":low'


def test_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    """How many, with how many labels, and what it is once there is one."""
    history = ("--history", '"Look at the lamp":whole')
    assert output(capsys, "candidates", FAULTS, *history).startswith(
        "4 of 5 secrets are left, 2 of them likely, with 3 labels\n"
    )
    found = document(capsys, "candidates", FAULTS, *history)
    assert (found["candidates"], found["labels"], "label" in found) == (4, 3, False)
    over = output(capsys, "candidates", FAULTS, "--history", BATTERY)
    assert over.startswith("2 of 5 secrets are left, with 1 label: it is change the battery\n")
    found = document(capsys, "candidates", FAULTS, "--history", BATTERY)
    assert (found["labels"], found["label"]) == (1, "change the battery")
    found = document(capsys, "candidates", PEOPLE, "--history", '"Hair: which colour?":black')
    assert ("labels" in found, found["label"]) == (False, "Dmitri")


def test_advise(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Costs where there are costs; nothing to ask once it is known; a file of names."""
    found = document(capsys, "advise", FAULTS)
    assert (found["goal"], found["labels"], found["choice"]) == ("identify", 4, "Look at the lamp")
    best = found["suggestions"][0]
    assert (best["guess"], best["cost"], best["proven"]) == ("Measure the battery", 2.5, True)
    assert best["expected_guesses"] == pytest.approx(40.5 / 13)
    assert best["win_probability"] == pytest.approx(8 / 13)
    sure = output(capsys, "advise", PEOPLE, "--history", '"Hair: which colour?":red')
    assert "and is the last one.\n" in sure
    text = output(capsys, "advise", FAULTS)
    assert "Ask Measure the battery: a cost of 3.115 expected (proven).\n" in text
    assert "It splits them into 2 parts of 3 at most, and may be the last one (62%). It costs 2.5.\n" in text
    over = document(capsys, "advise", FAULTS, "--history", BATTERY)
    assert (over["choice"], over["suggestions"], over["label"]) == (None, [], "change the battery")
    assert "It is change the battery. There is nothing left to ask.\n" in output(
        capsys, "advise", FAULTS, "--history", BATTERY
    )
    file = tmp_path / "possible.txt"
    file.write_text('Anna Lee\nBob "Carla"\n')
    assert document(capsys, "advise", PEOPLE, "--candidates", str(file))["candidates"] == 3
    file.write_text("Anna Lee")
    assert document(capsys, "advise", PEOPLE, "--candidates", str(file))["label"] == "Anna Lee"
    rows = document(capsys, "advise", PEOPLE.replace(")", ",rows=1)"))
    assert (rows["rows_left"], rows["suggestions"][0]["chance"]) == (1, 0.25)
    explained = document(capsys, "advise", "balance(4)", "--explain", "A-B")
    assert [part["feedback"] for part in explained["explained"]["parts"]] == ["level", "left", "right"]


def test_watch_and_review(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps to what it is; loss and luck in the unit of the costs."""
    found = document(capsys, "watch", "balance(13,find=coin)", "--secret", "m-", "--strategy", "optimal")
    assert (found["guesses"], found["label"], found["moves"][-1]["labels_after"]) == (3, "M", 1)
    text = output(capsys, "watch", PEOPLE, "--secret", "Anna Lee")
    assert text.endswith("It is Anna Lee.\nfound with 3 questions\n")
    assert document(capsys, "watch", PEOPLE.replace(")", ",rows=1)"), "--secret", "Bob")["lost"]
    found = document(capsys, "watch", FAULTS, "--secret", "loose lamp", "--strategy", "optimal")
    assert (found["cost"], [move["cost"] for move in found["moves"]]) == (4.5, [2.5, 1.0, 1.0])
    text = output(capsys, "watch", FAULTS, "--secret", "old battery")
    assert "  2 parts, 3 left at most, cost 2.5; 2 left, with 1 label\n" in text
    assert text.endswith("It is change the battery.\nfound with 1 question, cost 2.5\n")
    lost = output(capsys, "watch", FAULTS.replace(")", ",rows=1)"), "--secret", "blown fuse")
    assert lost.endswith("lost: no row is left, and the secret blown fuse is not found, cost 2.5\n")
    found = document(capsys, "review", FAULTS, "--history", f'{BATTERY} "Shake it":nothing')
    assert (found["goal"], found["label"], found["guesses"], found["cost"]) == (
        "identify",
        "change the battery",
        2,
        3.5,
    )
    assert [move["loss"] for move in found["moves"]] == [0.0, 1.0]
    assert found["moves"][1]["best"] == []
    assert found["cost"] + found["expected_now"] == pytest.approx(found["value"] + found["loss"] - found["luck"])
    text = output(capsys, "review", "balance(12)", "--history", "AB-CD:level EFG-HIJ:left")
    assert text.splitlines()[-1].startswith("2 questions + 1.833 expected = 3.000 at the start")


SHIPS = """
import bestguess as bg

SHIPS = ["a1-a2", "a2-a3", "a3-b3", "b1-b2"]

def shot(field, ship):
    if field in ship.split("-"):
        return "hit"
    return "near" if field[0] in ship else "far"

bg.register_game("ships", lambda: bg.CustomGame(["a1", "a2", "a3", "b1", "b2", "b3"], SHIPS, shot, "hit"))
"""


def test_several_winners(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with --load, where a guess wins against several secrets and a secret is won by several guesses."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "ships.py"
    file.write_text(SHIPS)
    load = ("--load", str(file))
    found = document(capsys, "advise", "ships", *load)
    best = {one["guess"]: one for one in found["suggestions"]}
    assert best["a2"]["win_probability"] == 0.5
    assert found["suggestions"][0]["expected_guesses"] == 1.5
    monkeypatch.setattr("sys.stdin", io.StringIO("a\n2\n"))
    assert run(["play", "ships", "--seed", "1", *load]) == 0
    assert "Found in" in capsys.readouterr().out
    stats = document(capsys, "stats", "ships", *load)
    assert (stats["won"], stats["games"]) == (1, 1)
    optimum = document(capsys, "optimum", "ships", *load)
    assert optimum["mean"] == 1.5
    review = document(capsys, "review", "ships", "--history", "b3:far a1:near a2:hit", *load)
    assert review["moves"][-1]["candidates_after"] >= 1
    assert review["guesses"] + review["expected_now"] == pytest.approx(
        review["value"] + review["loss"] - review["luck"]
    )
    assert "one guess wins each secret" in refused(capsys, "puzzles", "ships", *load)


def test_records_of_questions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is over is won; its loss is in the unit of the costs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("look\nshake\nmeasure\n"))
    assert run(["play", FAULTS, "--seed", "4", "--json"]) == 0
    found = read_document(capsys.readouterr().out)
    assert (found["state"], found["label"]) == ("won", "change the battery")
    (record,) = bg.records.load(bg.records.default_path())
    assert (record.won, record.guesses) == (True, 3)
    assert record.loss == pytest.approx(found["review"]["loss"])
    text = output(capsys, "stats", FAULTS)
    assert "mean loss       0.503 a game, against the best moves" in text
    unknown = bg.records.Record("table(gone.csv,goal=identify)", "", 1, True, 0.25, 0, "2026-01-31")
    bg.records.keep(unknown, bg.records.default_path())
    assert "0.250 guesses a game" in output(capsys, "stats")


_QUESTIONS = [
    "112",
    "1 1 2",
    "has a beard?",
    "1",
    "5",
    "hair",
    "w",
    "wears a",
    "A-B",
    "ab cd",
    "abc/def",
    "50",
    "7",
    "look",
    "nothing",
]
_ANSWERS = [
    "",
    "0.1",
    "bw",
    "yes",
    "n",
    "2",
    "left",
    "l",
    "level",
    "low",
    "too high",
    "equal",
    "brown",
    "full",
    "dark",
    "9",
]
_TYPED = st.one_of(
    st.sampled_from(["", "undo", "hint", "help", "questions", "guesses", "candidates", "rows", "give", "quit", "more"]),
    st.builds("{} {}".format, st.sampled_from(_QUESTIONS), st.sampled_from(_ANSWERS)),
    st.builds("{}: {}; {} {}".format, *[st.sampled_from(_QUESTIONS), st.sampled_from(_ANSWERS)] * 2),
    st.builds("{} {}".format, st.sampled_from(["why", "try", "edit 1", "ignore"]), st.sampled_from(_QUESTIONS)),
    st.sampled_from(
        [
            *_ANSWERS,
            "why anna",
            "why a+",
            "edit 1 2 yes",
            "edit 1 123 1.0",
            "112:0.1, 123 bw",
            "ignore 1",
            "heed 1",
            '"',
            '"Has a beard?" no',
        ]
    ),
    st.text(max_size=6).filter(lambda text: not set(text) & set("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")),
)
_GAMES = [
    "mastermind(3,4)",
    PEOPLE,
    FAULTS,
    FAULTS.replace(")", ",rows=2)"),
    "balance(6,find=coin)",
    "balance(5,rows=2)",
    "numbers(60)",
]


@pytest.mark.parametrize("command", [["play", "--seed", "1"], ["play", "--adversary"], ["assist"]], ids=" ".join)
@given(st.sampled_from(_GAMES), st.lists(_TYPED, max_size=10))
def test_whatever_is_typed(command: list[str], game: str, typed: list[str]) -> None:
    """Every conversation ends with 0 and nothing on standard error, also where the input ends."""
    out, errors = io.StringIO(), io.StringIO()
    options = ["--no-record"] if command[0] == "play" else []
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", io.StringIO("".join(line + "\n" for line in typed))), ("stdout", out)):
            patch.setattr(f"sys.{name}", stream)
        patch.setattr("sys.stderr", errors)
        code = run([command[0], game, *command[1:], *options])
    assert (code, errors.getvalue()) == (0, "")
    ended = ("Found in", "It is ", "You gave up", "Lost, no row", "Lost: no row", "To go on: bestguess")
    assert any(line.startswith(ended) for line in out.getvalue().splitlines())


def test_no_hint_at_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """What is lost is counted in games without costs only: there alone it is hinted at."""
    for game, hinted in ((FAULTS, False), (PEOPLE, True)):
        text = output(capsys, "optimum", game, "--max-guesses", "1")
        assert "no strategy exists within 1 question (proven)" in text
        assert ("--objective lost" in text) == hinted


def test_what_a_histogram_counts_is_said_where_the_figures_are_costs(capsys: pytest.CaptureFixture[str]) -> None:
    """The bars are of questions, the table of what they cost."""
    path = Path(__file__).parents[2] / "examples" / "faults.csv"
    assert "\noptimal: secrets by number of questions\n" in output(capsys, "optimum", f"table({path},goal=identify)")
