"""Games of any goal on the command line: texts, JSON keys, and what is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from commands import document, output, ran, read_document

GOLDEN = Path(__file__).parent.parent / "golden"
PEOPLE = f"table({GOLDEN / 'people.csv'},goal=identify)"
FAULTS = f"table({GOLDEN / 'faults.csv'},goal=identify)"


def test_games_names_both_sides(tmp_path: Path) -> None:
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
        shown = output("games", f"table({table},goal=identify)", "--check")
        rows = dict(line.split(maxsplit=1) for line in shown.splitlines() if line.startswith(("guesses", "secrets")))
        assert {name: row.strip() for name, row in rows.items()} == {"guesses": guesses, "secrets": secrets}
    assert document("games", f"table({table},goal=identify)")["guesses"] == 4


def test_files_of_names(tmp_path: Path) -> None:
    """Between quotes or not; names may have spaces, lines separate them."""
    file = tmp_path / "possible.txt"
    file.write_text('Anna Lee\nBob "Carla"\n')
    assert document("advise", PEOPLE, "--candidates", str(file))["candidates"] == 3
    file.write_text("Anna Lee")
    assert document("advise", PEOPLE, "--candidates", str(file))["label"] == "Anna Lee"


def test_review() -> None:
    """Loss and luck are in the unit of the costs."""
    found = document("review", FAULTS, "--history", '"Measure the battery":low "Shake it":nothing')
    assert (found["label"], found["guesses"], found["cost"]) == ("change the battery", 2, 3.5)
    assert [move["loss"] for move in found["moves"]] == [0.0, 1.0]
    assert found["cost"] + found["expected_now"] == pytest.approx(found["value"] + found["loss"] - found["luck"])


def test_optimum() -> None:
    """Bars count questions; what is lost is counted in games without costs only: there alone it is hinted at."""
    assert "\noptimal: secrets by number of questions\n" in output("optimum", FAULTS)
    for game, hinted in ((FAULTS, False), (PEOPLE, True)):
        text = output("optimum", game, "--max-guesses", "1")
        assert "no strategy exists within 1 question (proven)" in text
        assert ("--objective lost" in text) == hinted


def test_records_of_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is over is won; its loss is in the unit of the costs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = read_document(ran(0, "play", FAULTS, "--seed", "4", "--json", typed="look\nshake\nmeasure\n").out)
    assert (found["state"], found["label"]) == ("won", "change the battery")
    (record,) = bg.records.load(bg.records.default_path())
    assert (record.won, record.guesses) == (True, 3)
    assert record.loss == pytest.approx(found["review"]["loss"])
    text = output("stats", FAULTS)
    assert "mean loss       0.503 a game, against the best moves" in text
    unknown = bg.records.Record("table(gone.csv,goal=identify)", "", 1, True, 0.25, 0, "2026-01-31")
    bg.records.keep(unknown, bg.records.default_path())
    assert "0.250 guesses a game" in output("stats")


_QUESTIONS = ["112", "has a beard?", "1", "5", "hair", "w", "wears a", "A-B", "ab cd", "abc/def", "look", "nothing"]
_ANSWERS = ["", "0.1", "bw", "yes", "n", "2", "left", "l", "low", "too high", "equal", "brown", "full", "dark", "9"]
_COMMANDS = ["", "undo", "hint", "help", "questions", "guesses", "candidates", "rows", "give", "quit", "more"]
_ROWS = ["edit 1 2 yes", "edit 1 123 1.0", "112:0.1, 123 bw", '"', '"Has a beard?" no', "why a+", "ignore 1", "heed 1"]
_TYPED = st.one_of(
    st.sampled_from([*_COMMANDS, *_ANSWERS, *_ROWS]),
    st.builds("{} {}".format, st.sampled_from(_QUESTIONS), st.sampled_from(_ANSWERS)),
    st.builds("{}: {}; {} {}".format, *[st.sampled_from(_QUESTIONS), st.sampled_from(_ANSWERS)] * 2),
    st.builds("{} {}".format, st.sampled_from(["why", "try", "edit 1", "ignore"]), st.sampled_from(_QUESTIONS)),
    st.text(max_size=6).filter(lambda text: not set(text) & set("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")),
)
_GAMES = ["mastermind(3,4)", PEOPLE, FAULTS, FAULTS.replace(")", ",rows=2)"), "balance(6,find=coin)", "numbers(60)"]


@pytest.mark.parametrize("command", [["play", "--seed", "1"], ["play", "--adversary"], ["assist"]], ids=" ".join)
@given(st.sampled_from(_GAMES), st.lists(_TYPED, max_size=10))
def test_whatever_is_typed(command: list[str], game: str, typed: list[str]) -> None:
    """Every conversation ends with 0 and nothing on standard error, also where the input ends."""
    options = ["--no-record"] if command[0] == "play" else []
    out = output(command[0], game, *command[1:], *options, typed="".join(line + "\n" for line in typed))
    ended = ("Found in", "It is ", "You gave up", "Lost, no row", "Lost: no row", "To continue: bestguess")
    assert any(line.startswith(ended) for line in out.splitlines())
