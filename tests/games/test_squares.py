"""Results of word games that people share: squares of both palettes, and whatever stands round them."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.cli.app import run
from bestguess.games import read_squares
from commands import document

GAME = "words(english,5)"
GUESSES = "crane sloth short"
SHARED = "Wordle 1,234 3/6*\n\n⬛🟨⬛⬛⬛\n🟩⬛🟩🟨🟨\n🟩🟩🟩🟩🟩\n"
HISTORY = "crane:BYBBB sloth:GBGYY short:GGGGG"
SQUARES = {"B": "⬛⬜", "Y": "🟨🟦", "G": "🟩🟧"}


@pytest.mark.parametrize(
    "shared",
    [
        SHARED,
        SHARED.replace("\n", "\r\n"),
        SHARED.replace("⬛", "⬜\ufe0f").replace("🟩", "🟧").replace("🟨", "🟦"),
        "\ufeffMy result today 3/6 in hard mode\n" + SHARED + "\nhttps://example.org 🟩 so 1/6 lucky!",
        "\n".join(f"  {' '.join(line)} *" for line in SHARED.split()[3:]),
        SHARED.split("\n", 1)[1].rstrip(),
    ],
)
@pytest.mark.parametrize("guesses", [GUESSES, "CRANE, sloth;\nshort ", GUESSES.split()])
def test_shared_results_are_read(shared: str, guesses: str | list[str]) -> None:
    """With and without headline, text round it, CRLF, variation selectors, spaces and the palette of high contrast."""
    assert str(read_squares(GAME, guesses, shared)) == HISTORY


@given(st.lists(st.sampled_from(bg.game(GAME).secrets[::37]), min_size=1, max_size=6), st.randoms())
def test_what_is_shared_comes_back(guesses: list[str], random: object) -> None:
    """The squares of any playthrough, each mark drawn in either palette."""
    game = bg.game(GAME)
    marks = [game.score(guess, game.secrets[0]) for guess in guesses]
    choice = random.choice  # type: ignore[attr-defined]
    lines = ["".join(choice(SQUARES[mark]) for mark in row) for row in marks]
    rows = read_squares(game, guesses, "\n".join(lines))
    assert [tuple(row) for row in rows] == list(zip(guesses, marks, strict=True))


@pytest.mark.parametrize(
    ("guesses", "shared", "message"),
    [
        ("crane sloth", SHARED, "expected 3 guesses, one for each row of squares, got 2"),
        ("", SHARED, "expected 3 guesses, one for each row of squares, got 0"),
        (GUESSES, "Wordle 1,234 3/6", "expected rows of coloured squares, got none"),
        (GUESSES, SHARED.replace("3/6", "4/6"), "the headline says '4/6', but there are 3 rows of squares"),
        (GUESSES, SHARED.replace("3/6", "X/6"), "the headline says 'X/6', not found, but the last row is the winning"),
        (GUESSES, SHARED.replace("⬛🟨⬛⬛⬛", "⬛🟨⬛⬛"), "line 3: expected 5 squares, got 4"),
        (GUESSES, SHARED.replace("⬛🟨⬛⬛⬛", "🟩🟩🟩🟩🟨"), "line 3: expected a feedback that a word can get"),
        ("crane slooth short", SHARED, "expected a word of 5 letters, got 'slooth', which has 6"),
        ("crane slqth short", SHARED, "'slqth' is not in the list"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    guesses: str, shared: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line with the culprit, by the library and by the command, which exits with 2."""
    with pytest.raises(bg.BestguessError, match=message.replace("(", r"\(")):
        read_squares(GAME, guesses, shared)
    path = tmp_path / "shared.txt"
    path.write_text(shared, encoding="utf-8")
    assert run(["review", GAME, "--guesses", guesses, "--squares", str(path)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line or not guesses


def test_review_of_a_shared_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a file or from standard input, the same as by its history; rows that contradict each other are named."""
    path = tmp_path / "shared.txt"
    path.write_text(SHARED, encoding="utf-8")
    wanted = document(capsys, "review", GAME, "--history", HISTORY)
    given = ["review", GAME, "--guesses", GUESSES, "--squares"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SHARED.encode()), encoding="latin-1"))
    for source in (str(path), "-"):
        found = document(capsys, *given, source)
        assert {**found, "seconds": 0} == {**wanted, "seconds": 0}
    path.write_text(SHARED.replace("⬛🟨⬛⬛⬛", "🟩🟩🟩⬛⬛"), encoding="utf-8")
    assert run([*given, str(path)]) == 2
    assert "row 1 must be wrong" in capsys.readouterr().err


WAYS = "expected --history, or --guesses with --secret, or --guesses with --squares"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], WAYS),
        (["--guesses", "crane"], WAYS),
        (["--history", "crane:BBBBB", "--squares", "shared.txt"], WAYS),
        (
            ["--guesses", "crane", "--squares", "none.txt"],
            "none.txt: expected a file with a shared result, or - to paste it: no such file",
        ),
        (
            ["--guesses", "crane", "--squares", "bad.txt"],
            "bad.txt: expected a file with a shared result, or - to paste it: ",
        ),
        (
            ["--guesses", "crane", "--squares", "long.txt"],
            "long.txt: expected a file with a shared result of at most 65,536 bytes, got more",
        ),
    ],
)
def test_bad_options_and_files(
    options: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line each, and exit code 2."""
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_bytes(b"\xff\xfe")
    Path("long.txt").write_bytes(b" " * 65_537)
    assert run(["review", GAME, *options]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line


def test_other_games_have_no_squares() -> None:
    """Results of peg games are not squares."""
    with pytest.raises(bg.errors.GameError, match=r"expected a game of words, .* got mastermind\(4,6\)"):
        read_squares("mastermind(4,6)", ["1122"], "🟩🟩🟩🟩")
