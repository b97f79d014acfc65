"""words(…): Wordle and its kin, from files and from the lists that ship; results that people share."""

import io
import json
import pickle
import re
import zlib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess import engine
from bestguess.cli.app import run
from bestguess.games import files_in_text, is_described_by_text, read_squares
from bestguess.games.word_lists import MAX_BYTES
from commands import document, refused
from plain import marks_of
from worlds import word_games

FEW = "caret\ncater\ncrane\neerie\nprune\nreact\nthere\ntrace\nwhere\n"
LISTS = Path(bg.__file__).parent / "data" / "word_lists"


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A file of nine words."""
    path = tmp_path / "few.txt"
    path.write_text(FEW)
    return path


@given(word_games(), st.sampled_from([engine.Simd.portable, engine.best_simd()]))
def test_the_kernel_is_the_plain_scorer(game: bg.Words, simd: engine.Simd) -> None:
    """For every length, with repeated letters and letters of any alphabet, by each version of the loops."""
    before = engine.simd()
    engine.set_simd(simd)
    try:
        table = game.table
    finally:
        engine.set_simd(before)
    assert len(table.feedbacks) == 3**game.length
    assert table.ordinals.dtype == (np.uint8 if game.length <= 5 else np.uint16)
    for guess, row in zip(game.guesses, table.ordinals, strict=True):
        for secret, ordinal in zip(game.secrets, row, strict=True):
            assert table.feedbacks[ordinal] == game.score(guess, secret) == marks_of(guess, secret)


@given(word_games())
def test_word_games_are_sound_and_read_what_they_write(game: bg.Words) -> None:
    """The text is the game, whatever its files are called; and so is a copy for another process."""
    assert bg.check_game(game) == []
    again = bg.game(str(game))
    assert again == game == pickle.loads(pickle.dumps(game)) == eval(repr(game), {"game": bg.game})
    assert (again.weights, again.guesses, again.secrets) == (game.weights, game.guesses, game.secrets)
    assert hash(again) == hash(game)
    assert str(game.with_rows(6)) == str(game)[:-1] + ",rows=6)"


def test_feedback_is_read_in_every_usual_form(few: Path) -> None:
    """Letters in any case, signs, digits and the squares of both palettes are the same feedback."""
    letters = ["yygby", "YYG-Y", "yyg.y", "11201", "YYGxY", "Y Y G B Y"]
    for text in (*letters, "🟨🟨🟩⬛🟨", "🟨🟨🟩⬜🟨", "🟦🟦🟧⬛🟦", "🟨🟨🟩⬛\ufe0f🟨"):
        assert bg.game(f"words({few})").as_feedback(text) == "YYGBY"


def test_all_feedbacks_are_read_but_the_impossible(few: Path) -> None:
    """A letter cannot stand elsewhere when all the others are in their places; any other row of marks is read."""
    game = bg.game(f"words({few})")
    refused = [text for text in game.feedbacks if Counter(text) == {"G": 4, "Y": 1}]
    assert len(refused) == 5
    for text in game.feedbacks:
        if text in refused:
            with pytest.raises(bg.errors.FeedbackError, match=re.escape(repr(text))):
                game.as_feedback(text)
        else:
            assert game.as_feedback(text) == text


@pytest.mark.parametrize("text", ["", "YYGB", "YYGBYB", "33333", "🟨🟨🟩⬛🟥"])
def test_what_is_no_feedback_is_refused(few: Path, text: str) -> None:
    """With what came."""
    with pytest.raises(bg.errors.FeedbackError, match=re.escape(f"5 marks of B, Y and G such as BYGBB, got {text!r}")):
        bg.game(f"words({few})").as_feedback(text)


def test_words_are_read_in_any_case_and_written_in_lower(tmp_path: Path) -> None:
    """In files and as guesses, with or without accents in one character."""
    (tmp_path / "upper.txt").write_text("\ufeffCRANE\r\nReact\r\nCAFE\u0301S\r\n", encoding="utf-8")
    game = bg.game(f"words({tmp_path / 'upper.txt'})")
    assert list(game.secrets) == ["cafés", "crane", "react"]
    assert game.as_guess("CRANE") == "crane"
    assert game.as_secret("Cafe\u0301s") == "cafés"
    assert bg.Position(game, "Crane:YYGBY").candidates == ["react"]


def test_lists_beside_the_secrets(tmp_path: Path, few: Path) -> None:
    """Further guesses, words that are out, which may still be guessed, and weights of those that are left."""
    few.write_text("crane 3\nreact\ncaret\t1/2\nthere 9\n")
    (tmp_path / "more.txt").write_text("slate\ncrane\n")
    (tmp_path / "out.txt").write_text("there\nzonal\n")
    game = bg.game(f"words({few},guesses={tmp_path / 'more.txt'},without={tmp_path / 'out.txt'},rows=6)")
    assert list(game.secrets) == ["caret", "crane", "react"]
    assert list(game.guesses) == ["caret", "crane", "react", "slate", "there"]
    assert (game.weights, game.rows) == ((1, 6, 2), 6)
    assert bg.game(f"words({few})").weights == (1, 6, 2, 18)
    assert bg.game(str(game)) == game
    with pytest.raises(bg.errors.CodeError, match="'there' may be guessed, but is no secret"):
        game.score("slate", "there")
    with pytest.raises(bg.errors.CodeError, match="'zonal' is not in the list"):
        game.as_guess("zonal")
    with pytest.raises(bg.errors.CodeError, match="expected a word of 5 letters, got 'cranes', which has 6"):
        game.as_guess("cranes")


@pytest.mark.parametrize("name", ["a,b(1).txt", 'a"b.txt', "rows=3", "english"])
def test_names_of_files_are_quoted_where_they_must_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A name with a comma, a bracket, a quote or an equals sign, or that of a list that ships."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(FEW)
    quoted = '"' + name.replace('"', '""') + '"'
    game = bg.game(f"words({quoted},guesses={quoted},rows=5)")
    assert bg.game(str(game)) == game == bg.Words(name, guesses=name).with_rows(5)
    assert files_in_text(str(game)) == [name, name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crane\nreact\ncaretS\n", "line 3: expected a word of 5 letters as in line 1, got 'carets'"),
        ("\ncrane\nreact 2\nCRANE\n", "line 4: the word 'crane' is listed twice, first in line 2"),
        (" \n\n", "expected words, got none"),
        ("crane two\n", "line 1: expected a weight of 0 or more such as 2, 0.5 or 1/3, got 'two'"),
        ("crane 1 2\n", "line 1: expected a word and an optional weight, got 'crane 1 2'"),
        ("cr4ne\n", "line 1: expected a word of letters, got 'cr4ne'"),
        ("crane\nreact\u2028trace\n", "line 2: expected only spaces and tabs between words, got U+2028"),
        ("a\n", "line 1: expected a word of 2 to 10 letters, got 'a', which has 1"),
    ],
)
def test_bad_files_are_refused_with_the_line(tmp_path: Path, text: str, message: str) -> None:
    """Each fault of a list is one clear line."""
    path = tmp_path / "bad.txt"
    path.write_text(text)
    with pytest.raises(bg.errors.FileError, match=re.escape(message)) as caught:
        bg.game(f"words({path})")
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_lists_beside_the_secrets_are_refused(tmp_path: Path, few: Path) -> None:
    """Other lengths, weights where there are none, and a list that leaves no secret."""
    (tmp_path / "four.txt").write_text("lane\n")
    (tmp_path / "weights.txt").write_text("crane 2\n")
    with pytest.raises(
        bg.errors.FileError, match=re.escape(f"four.txt: line 1: expected a word of 5 letters as in {few}, got")
    ):
        bg.game(f"words({few},guesses={tmp_path / 'four.txt'})")
    with pytest.raises(bg.errors.FileError, match="line 1: expected one word, got 'crane 2'"):
        bg.game(f"words({few},without={tmp_path / 'weights.txt'})")
    with pytest.raises(bg.errors.GameError, match="got none: without= excludes all 9 of them"):
        bg.game(f"words({few},without={few})")
    few.write_text("crane 0\nreact 0\n")
    with pytest.raises(bg.errors.GameError, match="all weights are 0"):
        bg.game(f"words({few})")


def test_missing_binary_and_huge_files_are_refused(tmp_path: Path) -> None:
    """300 MB are refused by their size: nothing of them is read."""
    with pytest.raises(bg.errors.FileError, match="No such file"):
        bg.game(f"words({tmp_path / 'none.txt'})")
    with pytest.raises(bg.errors.FileError, match="expected a file"):
        bg.game(f"words({tmp_path})")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(bg.errors.FileError, match="expected a file in UTF-8, got byte 0x"):
        bg.game(f"words({tmp_path / 'binary.txt'})")
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(300 * 10**6)  # a hole: it takes no room on the disk
    with pytest.raises(bg.errors.SizeError, match=f"at most {MAX_BYTES:,} bytes, got 300,000,000"):
        bg.game(f"words({tmp_path / 'huge.txt'})")


def test_named_files_opens_none() -> None:
    """The files of a text are known before they are looked for."""
    assert files_in_text("words(/no/such,guesses=b.txt,without=c.txt,rows=6)") == ["/no/such", "b.txt", "c.txt"]
    assert files_in_text("words(english,5,without=c.txt)") == ["c.txt"]
    assert files_in_text("words(ENGLISH , 5)") == files_in_text("bc4x10") == []
    assert files_in_text("table(a,b.csv,win=x)") == ["a,b.csv"]


@pytest.mark.parametrize("length", range(4, 9))
def test_lists_that_ship(length: int) -> None:
    """Common words with weights as secrets, a large list as guesses, and what is said of them is true."""
    game = bg.game(f"words(ENGLISH,{length},rows=6)")
    assert str(game) == f"words(english,{length},rows=6)"
    assert isinstance(game, bg.Words)
    assert game.origin is not None
    said = game.origin["lengths"][str(length)]
    assert len(game.secrets) == said["secrets"] <= 2600
    assert len(game.guesses) == said["secrets"] + said["more_guesses"] > 2 * len(game.secrets)
    assert game.weights is not None
    assert {str(weight): count for weight, count in Counter(game.weights).items()} == said["of_weight"]
    assert set("".join(game.guesses)) <= set("abcdefghijklmnopqrstuvwxyz")
    assert list(game.guesses) == sorted(set(game.guesses))
    assert bg.check_game(game, sample=500) == []


def test_a_list_that_ships_is_described_by_its_text(few: Path) -> None:
    """Results may be kept under the text, also with rows. Not where a file adds words or takes some out."""
    assert is_described_by_text(bg.game("words(english,4)"))
    assert is_described_by_text(bg.game("words(english,4,rows=6)"))
    assert not is_described_by_text(bg.Words(str(few)))
    assert not is_described_by_text(bg.Words("english", 5, guesses=str(few)))
    assert not is_described_by_text(bg.Words("english", 5, without=str(few)))
    assert not is_described_by_text(type("Other", (bg.Words,), {})("english", 4))


def test_the_lists_are_small_and_have_their_licence_beside_them() -> None:
    """Under 400 KB in the wheel, which compresses files as zlib does; Debian's text as it is."""
    files = list(LISTS.iterdir())
    assert sum(len(zlib.compress(file.read_bytes())) for file in files) < 400_000
    about = json.loads((LISTS / "english.json").read_text())
    assert "Copyright 2000-2011 by Kevin Atkinson" in (LISTS / about["licence"]).read_text()
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    assert f"src/bestguess/data/word_lists/{about['licence']}" in project


def test_no_secret_is_offensive() -> None:
    """The filter was applied: words that the list of offensive ones rates 1 or 2 may be guessed, not be secrets."""
    game = bg.game("words(english,5)")
    for word in ("bitch", "whore", "penis"):
        assert word in game.guesses
        assert word not in game.secrets


def test_words_without_a_file() -> None:
    """Any collection of words, or a mapping to their weights, is a list as one in a file is."""
    words = ["crane", "REACT", "caret"]
    for given_words in (words, tuple(words), set(words), (word for word in words), dict.fromkeys(words).keys()):
        game = bg.Words(given_words)
        assert list(game.secrets) == list(game.guesses) == ["caret", "crane", "react"]
        assert (game.weights, game.score("crane", "react")) == (None, "YYGBY")
    weighted = bg.Words({"crane": 3, "react": Fraction(1, 2), "caret": 0})
    assert (list(weighted.secrets), weighted.weights) == (["caret", "crane", "react"], (0, 6, 1))
    more = bg.Words(words, guesses=["slate", "crane"], without={"react"}, rule="hard").with_rows(6)
    assert list(more.guesses) == ["caret", "crane", "react", "slate"]
    assert (list(more.secrets), more.rule, more.rows) == (["caret", "crane"], "hard", 6)
    shipped = bg.Words("english", 5, without=["crane"])
    assert len(shipped.secrets) == len(bg.Words("english", 5).secrets) - 1
    assert "crane" in shipped.guesses


def test_the_text_of_words_without_a_file() -> None:
    """It is a hash of all of them, the same for the same words in any order; it names no game that can be read."""
    words = ["ab", "ba", "cc"]
    game = bg.Words(words)
    assert re.fullmatch(r"words\([0-9a-f]{16}\)", str(game))
    assert game == bg.Words(words[::-1]) == bg.Words(set(words))
    assert is_described_by_text(game) is False
    others = [
        bg.Words({"ab": 1, "ba": 1, "cc": 2}),
        bg.Words(words, guesses=["dd"]),
        bg.Words(words, without=["cc"]),
        bg.Words(words[:2], guesses=["cc"]),
        bg.Words(words, rule="hard"),
        bg.Words(words).with_rows(3),
    ]
    assert others[2] == others[3]  # the same game, said otherwise
    assert len({game, *others}) == len({str(other) for other in (game, *others)}) == 6
    with pytest.raises(bg.errors.FileError, match="No such file"):
        bg.game(str(game))
    tree = bg.build_tree(game, "first")
    with pytest.raises(bg.errors.StrategyError, match="expected a tree of"):
        bg.best_guess(others[1], by=tree)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the secrets: expected words, got none"),
        (["ab", "abc"], "the secrets: line 2: expected a word of 2 letters as in line 1, got 'abc'"),
        (["a b"], "expected words, each a text without spaces, got 'a b'"),
        (["a\ud800"], "the secrets: surrogates not allowed"),
        ({"ab": -1}, "the secrets: line 1: expected a weight of 0 or more such as 2, 0.5 or 1/3, got '-1'"),
        ({"ab": 0.5}, "expected weights that are integers or fractions, got 0.5: write Fraction('0.5')"),
    ],
)
def test_bad_lists_are_refused(words: list[str], message: str) -> None:
    """As files are, in one line that says where."""
    with pytest.raises(bg.errors.GameError) as caught:
        bg.Words(words)
    assert str(caught.value) == message


GAME = "words(english,5)"
GUESSES = "crane sloth short"
SHARED = "Wordle 1,234 3/6*\n\n⬛🟨⬛⬛⬛\n🟩⬛🟩🟨🟨\n🟩🟩🟩🟩🟩\n"
HISTORY = "crane:BYBBB sloth:GBGYY short:GGGGG"
PALETTES = {"B": "⬛⬜", "Y": "🟨🟦", "G": "🟩🟧"}


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
    lines = ["".join(choice(PALETTES[mark]) for mark in row) for row in marks]
    rows = read_squares(game, guesses, "\n".join(lines))
    assert [tuple(row) for row in rows] == list(zip(guesses, marks, strict=True))


@pytest.mark.parametrize(
    ("guesses", "shared", "message"),
    [
        ("crane sloth", SHARED, "expected 3 guesses, one for each row of squares, got 2"),
        (GUESSES, "Wordle 1,234 3/6", "expected rows of coloured squares, got none"),
        (GUESSES, SHARED.replace("3/6", "4/6"), "the headline says '4/6', but there are 3 rows of squares"),
        (GUESSES, SHARED.replace("3/6", "X/6"), "the headline says 'X/6', not found, but the last row is the winning"),
        (GUESSES, SHARED.replace("⬛🟨⬛⬛⬛", "⬛🟨⬛⬛"), "line 3: expected 5 squares, got 4"),
        (GUESSES, SHARED.replace("⬛🟨⬛⬛⬛", "🟩🟩🟩🟩🟨"), "line 3: expected a feedback that a word can get"),
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
    assert message in line


def test_review_of_a_shared_result(tmp_path: Path) -> None:
    """From a file or from standard input, the same as by its history; rows that contradict each other are named."""
    path = tmp_path / "shared.txt"
    path.write_text(SHARED, encoding="utf-8")
    wanted = document("review", GAME, "--history", HISTORY)
    given = ["review", GAME, "--guesses", GUESSES, "--squares"]
    pasted = io.TextIOWrapper(io.BytesIO(SHARED.encode()), encoding="latin-1")
    for source in (str(path), "-"):
        found = document(*given, source, typed=pasted)
        assert {**found, "seconds": 0} == {**wanted, "seconds": 0}
    path.write_text(SHARED.replace("⬛🟨⬛⬛⬛", "🟩🟩🟩⬛⬛"), encoding="utf-8")
    assert "row 1 must be wrong" in refused(*given, str(path))


WAYS = "expected --history, or --guesses with --secret, or --guesses with --squares"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--guesses", "crane"], WAYS),
        (["--history", "crane:BBBBB", "--squares", "shared.txt"], WAYS),
        (
            ["--guesses", "crane", "--squares", "none.txt"],
            "none.txt: expected a file with a shared result, or - to paste it: no such file",
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
    Path("long.txt").write_bytes(b" " * 65_537)
    assert run(["review", GAME, *options]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line


def test_other_games_have_no_squares() -> None:
    """Results of peg games are not squares."""
    with pytest.raises(bg.errors.GameError, match=r"expected a game of words, .* got mastermind\(4,6\)"):
        read_squares("mastermind(4,6)", ["1122"], "🟩🟩🟩🟩")
