"""What is for people: hints, the adversary, watching, feedbacks as they are written, records."""

import json
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import draw_secret, hardest_feedback
from bestguess.cli.typed import read_feedback, read_history, read_rows
from bestguess.records import RecordFile, read_records
from plain import PlainSolver, parts_of
from worlds import PEG_GAMES, any_games, custom_games, playthroughs


@given(playthroughs(st.sampled_from(PEG_GAMES).map(bg.game)))
def test_what_a_hint_says_is_certain(run: bg.Position) -> None:
    """Present symbols are in every candidate, absent ones in none, fixed ones at their place in all; no others are."""
    codes = run.candidates
    if run.over:
        return
    found = bg.hint(run)
    assert (found.step, found.candidates, found.guesses) == (1, len(codes), ())
    for symbol in run.game.guesses[-1] + run.game.guesses[0]:
        assert (symbol in found.present) == all(symbol in code for code in codes)
        assert (symbol in found.absent) == all(symbol not in code for code in codes)
    for peg, symbol in enumerate(found.fixed):
        column = {code[peg] for code in codes}
        assert (column == {symbol}) if symbol != "." else len(column) > 1


def test_hints_say_more_each_time() -> None:
    """First no guess, then several with the best among them, then the best; after that nothing is left to say."""
    run = bg.Position(bg.game("mastermind(4,6)"), "1122:1.0")
    best = bg.advise(run).best.guess
    assert bg.hint(run, step=1).guesses == ()
    assert len(bg.hint(run, step=2).guesses) == 4
    assert best in bg.hint(run, step=2).guesses
    assert bg.hint(run, step=3).guesses == bg.hint(run, step=9).guesses == (best,)


@given(any_games, st.data())
def test_the_adversary_never_lies_and_ends(game: bg.Game, data: st.DataObject) -> None:
    """Every answer leaves a candidate; the game is won only when the guess is the last one."""
    run = bg.Position(game)
    for _ in range(len(game.secrets)):
        guess = data.draw(st.sampled_from(run.candidates).filter(lambda code: code in game.guesses))
        before = run.count
        run = run.after(guess, hardest_feedback(run, guess))
        assert 0 < run.count < before or run.over
        if run.over:
            assert before == 1
            return
    raise AssertionError("a guess that wins takes one candidate away")


@given(playthroughs(custom_games(max_secrets=6, weighted=False)), st.data())
def test_the_adversary_makes_you_work_longest(run: bg.Position, data: st.DataObject) -> None:
    """No other feedback leaves a position that needs more guesses on average."""
    if run.over:
        return
    guess = data.draw(st.sampled_from(run.game.guesses))
    solver = PlainSolver(run.game, None, True, False)
    parts = parts_of(run.game, guess, run.candidates)
    need = {f: Fraction(int(solver.value(part)), len(part)) for f, part in parts.items() if f != run.game.win}
    answer = hardest_feedback(run, guess)
    assert (answer == run.game.win and not need) or need[answer] == max(need.values())


@given(any_games, st.data())
def test_watching_finds_the_secret(game: bg.Game, data: st.DataObject) -> None:
    """Every step's feedback is true, what is left gets less, and the last step wins."""
    secret = data.draw(st.sampled_from(game.secrets))
    steps = list(bg.watch(game, secret, data.draw(st.sampled_from(["first", "minimax", "entropy", "optimal"]))))
    assert [step.feedback for step in steps] == [game.score(step.guess, secret) for step in steps]
    assert [step.feedback == game.win for step in steps] == [False] * (len(steps) - 1) + [True]
    assert [step.candidates_before for step in steps[1:]] == [step.candidates_after for step in steps[:-1]]


@pytest.mark.parametrize("strategy", ["minimax", "optimal-worst"])
def test_five_guesses_are_enough(strategy: str) -> None:
    """Of mastermind(4,6), every secret of a sample."""
    game = bg.game("mastermind(4,6)")
    for secret in game.secrets[::97]:
        assert len(list(bg.watch(game, secret, strategy))) <= 5


def test_watching_needs_a_table() -> None:
    """A game too large for one is refused, and what can be done is said."""
    with pytest.raises(bg.errors.SizeError, match=r"small enough for a table, got mastermind\(8,12\)"):
        next(bg.watch(bg.game("mastermind(8,12)"), "12345678", "first"))


@pytest.mark.parametrize(
    ("text", "feedback"),
    [
        *(("1.2", "1.2"), ("12", "1.2"), ("1A2B", "1.2"), ("1 2", "1.2"), ("1 - 2", "1.2"), ("bww", "1.2")),
        *(("●○○", "1.2"), ("xoo", "1.2"), ("w w b", "1.2"), ("none", "0.0"), ("0", "0.0"), ("5 0", None), ("", None)),
        *(("3.1", None), ("1 2 3", None), ("bq", None), ("-", "0.0"), ("*-", None), ("-2", None), ("1", None)),
        *(("1b 2w", "1.2"), ("2w1b", "1.2"), ("1a 2b", "1.2"), ("2b1a", "1.2"), ("2b", "2.0"), ("2w", "0.2")),
        *(("1, 2", "1.2"), ("1 . 2", "1.2"), ("1 black 2 white", "1.2"), ("2 whites and 1 black", "1.2")),
        *(("1 bull 2 cows", "1.2"), ("1 Bull, 2 Cows", "1.2"), ("0 bulls 1 cow", "0.1"), ("1b2b", None)),
        *(("BBW", "2.1"), ("BBBB", "4.0"), ("B", "1.0"), ("WB W", "1.2"), ("None", "0.0"), ("● ○", "1.1")),
        *(("1b 1x", None), ("1a 1w 1b", None), ("1q", None), ("1b 5w", None), ("1\t2", "1.2")),
    ],
)
def test_feedback_as_people_write_it(text: str, feedback: str | None) -> None:
    """Numbers and letters are read; what is none of them is refused."""
    game = bg.game("mastermind(4,6)")
    if feedback is None:
        with pytest.raises(bg.errors.FeedbackError, match="got"):
            read_feedback(game, text)
    else:
        assert read_feedback(game, text) == feedback


def test_feedback_of_other_games() -> None:
    """Words in any case, between quotes, or short; the text of an object with spaces in it."""
    assert read_feedback(bg.game("twod(3)"), " low ") == "low"
    answers: dict[str, object] = {"a": "so so", "b": (1, 2), "c": False}
    own = bg.CustomGame(["which"], "abc", lambda _, secret: answers[secret], goal="identify").as_text()
    for text, feedback in (("so so", "so so"), ('"so so"', "so so"), ("( 1, 2 )", "(1,2)"), ("False ", "False")):
        assert read_feedback(own, text) == feedback


@pytest.mark.parametrize(
    ("game", "text", "rows"),
    [
        ("mm4x6", "1 1 2 2 1.0", "1122:1.0"),
        ("mm4x6", "1 1 2 2: BBW", "1122:2.1"),
        ("mm4x6", "1122 1, 2", "1122:1.2"),
        ("mm4x6", "1122:1.0, 1344:0.1", "1122:1.0 1344:0.1"),
        ("mm4x6", "1122:1,0,1344:0,1", None),  # which comma separates the rows is not clear
        ("mm4x6", "1122:1,0, 1344:0,1", "1122:1.0 1344:0.1"),
        ("mm4x6", "1122 bw; 1344 none,3 5 2 6 1b 2w", "1122:1.1 1344:0.0 3526:1.2"),
        ("mm4x6", "1122:1.0 1344:0.1", "1122:1.0 1344:0.1"),
        ("mm4x6", "1122:1.0, 1344", None),
        ("mm4x6", "1122:1.0, 1344:9", None),
        ("mm4x6", "1122", None),
        ("mm4x6", "", None),
        ("mm1x6", "1 0", "1:0.0"),
        ("mm2x6", "1 2 0 1", "12:0.1"),
        ("bullscows(4,16)", "c a f e 1b 2c", "CAFE:1.2"),
        ("twod(5)", "1 2 low, 34 high", "12:low 34:high"),
    ],
)
def test_rows_as_people_type_them(game: str, text: str, rows: str | None) -> None:
    """Pegs apart, several rows at once; what is not clear is refused."""
    rules = bg.game(game)
    if rows is None:
        with pytest.raises(bg.BestguessError, match="expected"):
            read_rows(rules, text)
    else:
        assert str(read_rows(rules, text)) == rows
        assert str(read_history(rules, text)) == rows


def test_rows_of_a_game_of_your_own() -> None:
    """Its feedbacks are single words, so a comma may separate rows; a history may be empty."""
    game = bg.CustomGame(["ab", "cd"], ["ab", "cd"], lambda g, s: "hit" if g == s else "miss", win="hit")
    assert str(read_rows(game, "ab miss, cd hit")) == "ab:miss cd:hit"
    assert str(read_rows(game, "a b:miss")) == "ab:miss"
    assert str(read_history(game, "")) == ""
    with pytest.raises(bg.errors.HistoryError, match="row 1"):
        read_history(game, "ab")


def test_a_lone_b_is_ambiguous_in_bulls_and_cows() -> None:
    """It may be bulls, or the B of 1A2B; with a word beside it, it is not."""
    game = bg.game("bullscows(4,10)")
    with pytest.raises(bg.errors.FeedbackError, match="two ways"):
        read_feedback(game, "2b")
    assert [read_feedback(game, text) for text in ("0A2B", "2b0c", "2 bulls", "2b 1c")] == ["0.2", "2.0", "2.0", "2.1"]


def test_a_drawn_secret_follows_the_seed_and_the_weights() -> None:
    """The same seed draws the same secret; what weighs nothing is never drawn."""
    game = bg.game("mastermind(4,6)")
    assert {draw_secret(game, 7) for _ in range(3)} == {"4134"}
    assert len({draw_secret(game, seed) for seed in range(50)}) > 40
    heavy = bg.CustomGame("abc", "abc", lambda g, s: g == s, win=True, weights=[0, 1, 0])
    assert {draw_secret(heavy, seed) for seed in range(20)} == {"b"}


def record(**changes: object) -> bg.records.Record:
    """A game that was won in four."""
    fields: dict[str, object] = {"game": "mastermind(4,6)", "history": "1122:4.0", "guesses": 4, "won": True}
    make: type[bg.records.Record] = bg.records.Record
    return make(**{**fields, "loss": 0.25, "hints": 0, "day": "2026-01-31", **changes})  # type: ignore[arg-type]


def test_records_are_kept_and_read(tmp_path: Path) -> None:
    """What is kept comes back, oldest first, and by game."""
    path = tmp_path / "new" / "games.jsonl"
    assert bg.records.load(path) == []
    games = [record(), record(game="bullscows(4,10)", loss=None), record(won=False)]
    for one in games:
        bg.records.keep(one, path)
    assert bg.records.load(path) == games
    assert bg.records.load(path, "bullscows(4,10)") == games[1:2]
    found = bg.records.summarise(games)
    assert (found.games, found.won, found.mean_guesses, found.mean_loss) == (3, 2, 4.0, 0.25)
    assert (found.streak, found.longest_streak) == (0, 2)
    assert bg.records.summarise([]).mean_guesses is None


WRONG = [
    json.dumps({**asdict(record()), **wrong})
    for wrong in ({"loss": "x"}, {"guesses": True}, {"guesses": 4.5}, {"won": 1}, {"hints": None}, {"day": 3})
]


def test_what_a_record_does_not_know_is_passed_over(tmp_path: Path) -> None:
    """A later version may keep more."""
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({**asdict(record()), "mood": "good"}) + "\n")
    assert bg.records.load(path) == [record()]


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"game": 3}', "null", "garbage", "\udcff", "[" * 100_000, *WRONG])
def test_a_damaged_record_is_passed_over(line: str, tmp_path: Path) -> None:
    """The others are read, the line is numbered, and what is kept after a torn line is not a part of it."""
    path = tmp_path / "games.jsonl"
    bg.records.keep(record(), path)
    damaged = line.encode("utf-8", "surrogateescape")
    with path.open("ab") as file:
        file.write(damaged)
    bg.records.keep(record(guesses=6), path)
    assert read_records(path) == RecordFile((record(), record(guesses=6)), (2,))
    assert bg.records.load(path) == [record(), record(guesses=6)]
    assert path.read_bytes().split(b"\n")[1] == damaged


def test_a_record_that_cannot_be_kept(tmp_path: Path) -> None:
    """Says so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(bg.errors.FileError, match="cannot be kept"):
        bg.records.keep(record(), tmp_path / "file" / "games.jsonl")


def test_parts_of_a_large_game_are_estimates() -> None:
    """Parts of a sample are scaled to all candidates."""
    parts = bg.explain("mm8x12", "12345678")
    assert sum(part.share for part in parts) == pytest.approx(1)
    assert sum(part.size for part in parts) == pytest.approx(12**8, rel=1e-6)
    assert parts[0].size > 10**7
    small = bg.explain("mm4x6", "1122")
    assert sum(part.size for part in small) == 1296
