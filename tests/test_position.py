"""Positions: candidates, allowed guesses, the end of the game, and that no step changes a position."""

import copy
import pickle
from collections.abc import Callable
from typing import assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import Code, Feedback
from bestguess.position import as_position
from plain import is_allowed, parts_of
from sampling import without_table
from worlds import any_games, playthroughs, question_games, ruled_games

TEXT = "mastermind(4,6)"
GAMES = st.one_of(any_games, question_games(), ruled_games())


def fresh(game: bg.Game) -> bg.Game:
    """Return a copy of *game* whose table has not been built."""
    return copy.copy(game)


def difference(guess: int, secret: int) -> int:
    """Return the distance of the secret: 0 wins, and is a feedback that is false in Python."""
    return abs(guess - secret)


LINE = bg.CustomGame(range(5), range(5), difference, 0, name="line")


# Candidates, compared with a plain loop over score.


@given(GAMES, st.booleans(), st.data())
def test_candidates_are_those_of_a_plain_loop(game: bg.Game, built: bool, data: st.DataObject) -> None:
    """With any history, with a table or without one, built at once or row by row."""
    game = fresh(game)
    feedbacks = list(game.table.feedbacks) if built else list(copy.copy(game).table.feedbacks)
    rows, position = list[tuple[Code, Feedback]](), bg.Position(game)
    for _ in range(data.draw(st.integers(0, 3))):
        allowed = [guess for guess in game.guesses if is_allowed(game, guess, rows)]
        if position.over or not allowed:
            break
        guess = data.draw(st.sampled_from(allowed))
        feedback = data.draw(st.sampled_from([*parts_of(game, guess, game.secrets), *feedbacks[:2]]))
        try:
            game.as_feedback(feedback)
        except bg.errors.FeedbackError:  # marks that no word can get
            break
        rows.append((guess, feedback))
        position = position.after(guess, feedback)
    expected = [secret for secret in game.secrets if all(game.score(g, secret) == f for g, f in rows)]
    for same_position in (
        position,
        bg.Position(game, rows),
        bg.Position(game, bg.History(rows)),
        bg.Position(fresh(game), rows),
    ):
        assert list(same_position.candidates) == expected == same_position.candidates
        assert len(same_position.candidates) == same_position.count == len(expected)
        assert [game.secrets[int(index)] for index in same_position.candidate_indices] == expected
        assert [secret in same_position.candidates for secret in game.secrets] == [
            secret in expected for secret in game.secrets
        ]
        check_what_is_known(same_position, expected)
    for guess in game.guesses[:5]:
        parts = parts_of(game, guess, expected)
        assert position.partition(guess) == parts
        assert list(position.partition(guess)) == list(parts)
        if is_allowed(game, guess, rows) and position.outcome != "won":
            assert {feedback: list(part.candidates) for feedback, part in position.parts(guess).items()} == parts


def check_what_is_known(position: bg.Position, candidates: list[Code]) -> None:
    """Check that labels, weights and the list of candidates are those of *wanted*."""
    game = position.game
    labels = {game.label_of(secret) for secret in candidates}
    assert position.labels_left == (None if game.labels is None else len(labels))
    assert position.label == (labels.pop() if game.goal == "identify" and len(labels) == 1 else None)
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    heaviest = max((weight[secret] for secret in candidates), default=0)
    likely = [secret for secret in candidates if 2 * weight[secret] > heaviest or not heaviest]
    assert position.likely == (None if game.weights is None else len(likely))
    for limit in (None, 0, 2):
        listed = position.list_candidates(limit)
        assert (listed.count, list(listed.codes)) == (len(candidates), candidates[:limit])
        assert (listed.likely, listed.labels, listed.label) == (
            position.likely,
            position.labels_left,
            position.label,
        )
        if game.weights is not None:
            assert list(listed.likely_codes) == likely[:limit]


@given(playthroughs(GAMES))
def test_a_position_of_a_game_too_large_for_a_table(position: bg.Position) -> None:
    """Scans and samples give the same candidates, and nothing builds the table."""
    game = without_table(position.game)
    game._table = None
    scanned = bg.Position(game, position.history)
    expected = list(position.candidates)
    assert (list(scanned.candidates), scanned.count, scanned.has_table) == (expected, len(expected), False)
    assert (scanned.candidates[:2], scanned.candidates[-1:]) == (expected[:2], expected[-1:])
    assert (scanned.outcome, scanned.label, scanned.likely) == (position.outcome, position.label, position.likely)
    assert list(scanned.allowed) == list(position.allowed)
    guess = game.guesses[-1]
    assert scanned.partition(guess) == position.partition(guess)
    if not position.over and is_allowed(game, guess, position.history):
        row = (guess, game.score(guess, expected[0]))
        assert list(scanned.after(*row).candidates) == list(position.after(*row).candidates)
    assert game._table is None


def test_candidates_are_a_sequence() -> None:
    """The lowest comes first, slices are lists, and negative indices work, with a table or without."""
    expected = [f"{a}{b}" for a in "123" for b in "123" if (a == "1") != (b == "2")]
    games = [bg.Mastermind(2, 3), bg.Mastermind(2, 3), without_table(bg.Mastermind(2, 3))]
    _ = games[1].table
    for game in games:
        candidates = bg.Position(game, "12:1.0").candidates
        assert expected == ["11", "13", "22", "32"]
        assert (len(candidates), list(candidates), bool(candidates)) == (4, expected, True)
        for cut in (slice(2), slice(-2, None), slice(None, None, -1), slice(1, 99), slice(3, 1), slice(None, None, 2)):
            assert candidates[cut] == expected[cut]
            assert isinstance(candidates[cut], list)
        assert [candidates[place] for place in range(-4, 4)] == expected + expected
        for place in (4, -5, 99):
            with pytest.raises(IndexError):
                candidates[place]
        assert (list(reversed(candidates)), candidates.index("22"), candidates.count("22")) == (expected[::-1], 2, 1)
        others: list[object] = ["12", "99", "", 11, None, [], ("1", "1")]
        assert "11" in candidates
        assert not any(code in candidates for code in others)
        assert candidates == expected == list(candidates)
        assert candidates == tuple(expected)
        assert candidates == bg.Position("mm2x3", "12:1.0").candidates
        others = [expected[:-1], expected[::-1], "11132232", set(expected)]
        assert not any(candidates == other for other in others)
        with pytest.raises(TypeError, match="unhashable"):
            hash(candidates)
        assert repr(candidates) == "<Candidates 4: 11, 13, 22, 32>"
    assert repr(bg.Position(TEXT).candidates) == "<Candidates 1296: 1111, 1112, 1113, 1114, 1115, …>"
    assert repr(bg.Position("mm2x3", "12:0.0 12:1.0").candidates) == "<Candidates 0>"
    assert not bg.Position("mm2x3", "12:0.0 12:1.0").candidates


def test_candidates_of_a_very_large_game() -> None:
    """They are counted and found when they are read, without a table and without a list of all."""
    game = bg.Mastermind(8, 12)
    start = bg.Position(game)
    assert (len(start.candidates), start.candidates[0], start.candidates[:2]) == (12**8, "1" * 8, ["1" * 8, "11111112"])
    position = start.after("11223344", "1.0").after("15555555", "0.0")
    assert len(position.candidates) == position.count == 6 * 7**7
    first = position.candidates[:3]
    assert first == ["66266666", "66266667", "66266668"]
    assert [code for code, _ in zip(position.candidates, range(3), strict=False)] == first
    assert "66266666" in position.candidates
    assert "16666666" not in position.candidates
    assert (position.candidates[-1], start.candidates[-1]) == ("CCCCCCC4", "C" * 8)
    with pytest.raises(IndexError, match="there are 4,941,258 candidates"):
        position.candidates[len(position.candidates)]
    assert (position.over, position.has_table, position.labels_left, position.likely) == (False, False, None, None)
    assert position.list_candidates(2).codes == ("66266666", "66266667")
    assert (position.allowed is game.guesses, position.why_forbidden("11111111")) == (True, None)
    assert game._table is None
    for needs_table in (lambda: position.table, lambda: position.parts("11223344"), lambda: position.different_guesses):
        with pytest.raises(bg.errors.SizeError, match=r"the table of mastermind\(8,12\) has 429,981,696 x 429,981,696"):
            needs_table()


def test_a_game_of_questions_too_large_for_a_table() -> None:
    """The few secrets are scored one by one; only choosing a guess needs the table."""
    position = bg.Position("balance(26)", "ABCDEFGHI-JKLMNOPQR:left")
    assert (position.count, position.candidates[0], position.candidates[-1]) == (18, "A+", "R-")
    assert (position.outcome, position.labels_left) == (None, None)
    known = position.after("A-B", "left")
    assert known.candidates == ["A+"]
    assert (known.label, known.outcome, known.over) == ("A+", "identified", True)
    coins = bg.Position("balance(26,find=coin)", "ABCDEFGHI-JKLMNOPQR:left")
    assert (coins.labels_left, coins.after("A-B", "left").label) == (18, "A")
    with pytest.raises(bg.errors.SizeError, match=r"the table of balance\(26\)"):
        bg.best_guess(position)


# A position never changes.


@given(playthroughs(GAMES), st.data())
def test_steps_leave_a_position_as_it_was(position: bg.Position, data: st.DataObject) -> None:
    """Steps return the positions that their histories describe."""
    game, history = position.game, position.history
    before = (hash(position), repr(position), list(position.candidates), position.outcome, position.ignored)
    if history:
        number = data.draw(st.integers(1, len(history)))
        without = position.without(number)
        assert without == bg.Position(game, history, ignored=[number])
        assert list(without.active_rows) == [row for place, row in enumerate(history, 1) if place != number]
        assert without.history == history
        assert without.without(number) == without
        assert without.restore(number) == position == position.restore(number)
        assert position.before() == bg.Position(game, history[:-1])
        assert without.before().ignored == ({number} if number < len(history) else set())
    if not position.over:
        guess = data.draw(st.sampled_from(position.allowed))
        for feedback, part in position.parts(guess).items():
            after = position.after(guess, feedback)
            assert after == part == bg.Position(game, [*history, (guess, feedback)])
            assert hash(after) == hash(part)
            assert (list(after.candidates), after.key) == (list(part.candidates), part.key)
            assert after.before() == position
            assert (after.outcome, after.label, after.rows_left) == (part.outcome, part.label, part.rows_left)
    assert before == (hash(position), repr(position), list(position.candidates), position.outcome, position.ignored)
    assert position == bg.Position(game, history)


def test_equality_is_that_of_game_rows_and_what_is_ignored() -> None:
    """The secret does not count, nor the way in which the position was built."""
    position = bg.Position(TEXT).after("1122", "1.0")
    same = [
        bg.Position("mm4x6", "1122:1.0"),
        bg.Position(bg.Mastermind(4, 6), [("1122", "1.0")]),
        bg.Position(TEXT, (((1, 1, 2, 2), (1, 0)),)),
        bg.Position(TEXT, "1122:1.0", secret="1333"),
        bg.Position(TEXT, secret="1456").after("1122"),
        bg.Position(TEXT, "1122:1.0", ignored=[1]).restore(1),
    ]
    assert all(position == other and hash(position) == hash(other) for other in same)
    assert len({position, *same}) == 1
    others = [
        bg.Position(TEXT),
        position.without(1),
        bg.Position("mastermind(4,6,rows=9)", "1122:1.0"),
        position.before(),
    ]
    assert all(position != other for other in others)
    assert position != "1122:1.0"


def test_the_repr_is_code_and_never_has_the_secret() -> None:
    """Long reprs are shortened; a repr of a custom game looks like code, too."""
    for text in ("", "1122:1.0", "1122:1.0 1344:0.1"):
        position = bg.Position(TEXT, text, secret="1536" if not text else None)
        assert repr(position) == f"Position('{TEXT}', '{text}')"
        assert eval(repr(position), {"Position": bg.Position}) == position
    ignored = bg.Position(TEXT, "1122:1.0 1344:0.1").without(2)
    assert repr(ignored) == f"Position('{TEXT}', '1122:1.0 1344:0.1', ignored={{2}})"
    assert eval(repr(ignored), {"Position": bg.Position}) == ignored
    long = bg.Position(TEXT, " ".join(["1122:1.0"] * 9))
    assert repr(long).startswith("<Position of mastermind(4,6) after 9 rows: 1122:1.0 1122:1.0")
    assert len(repr(long)) < 110
    for with_secret in (
        bg.Position(LINE, secret=3),
        bg.Position(TEXT, secret="6543"),
        bg.Position(TEXT, secret="6543"),
    ):
        assert not {"3", "6543"} & set(repr(with_secret).replace("'", " ").split())
        assert "6543" not in with_secret._repr_html_()
    assert repr(bg.Position(LINE, [(2, 1)])) == "Position('line', '2:1')"


def test_pickles_carry_no_table() -> None:
    """Attributes that can be computed again are left out. The secret is included, because a game goes on with it."""
    games: list[tuple[bg.Game, Code]] = [(bg.Mastermind(4, 6), "1536"), (LINE, 3), (bg.Words("english", 5), "crane")]
    for game, secret in games:
        position: bg.Position = bg.Position(game, secret=secret).after(game.guesses[0])
        _ = game.table, position.candidates[0], position.partition(game.guesses[0]), position.allowed
        data = pickle.dumps(position)
        assert len(data) < 400_000  # words are listed; the table of these has 10 million cells
        again = pickle.loads(data)
        assert again == position
        assert hash(again) == hash(position)
        assert again.game._table is None
        assert list(again.candidates) == list(position.candidates)
        assert again.after(secret).outcome == "won"
    assert len(pickle.dumps(bg.Position(bg.Mastermind(4, 6), "1122:1.0"))) < 1000


# Histories.


def test_contradictory_answers_leave_no_candidate() -> None:
    """A contradiction is no error until a candidate is needed."""
    rows = "1111:0.0 1112:3.0"
    stepwise = bg.Position(TEXT).after("1111", "0.0").after("1112", "3.0")
    for position in (bg.Position(TEXT, rows), stepwise, bg.Position(without_table(bg.Mastermind(4, 6)), rows)):
        assert (position.count, list(position.candidates), position.candidates[:1]) == (0, [], [])
        assert position.partition("1234") == {}
        assert position.after("1234", "0.0").count == 0
        assert position.before().count == 625
        for ask in (
            position.check_possible,
            position.check_running,
            lambda contradictory=position: bg.best_guess(contradictory),
        ):
            with pytest.raises(
                bg.errors.ContradictionError, match=r"no secret of mastermind\(4,6\) fits the answers 11"
            ):
                ask()
    assert stepwise.parts("1234") == {}


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: bg.Position(TEXT, "1122:4.0 1344:0.1"), r"expected no row after the winning one, '1122:4\.0', got '1"),
        (lambda: bg.Position(TEXT, "1122:4.0").after("1344", "0.1"), "the game is over: it is won"),
        (lambda: bg.Position(TEXT, "1122:3.1"), "a feedback that 4 pegs can give, got '3.1'"),
        (lambda: bg.Position(TEXT).before(), "there is no row to undo"),
        (lambda: bg.Position(LINE).after(2, 9), "expected a feedback that a guess of line can get, got 9"),
    ],
)
def test_what_cannot_be_played(refused: Callable[[], bg.Position], message: str) -> None:
    """Rows after the winning one, feedbacks that no guess can get, and taking back a row when there is none."""
    with pytest.raises(bg.BestguessError, match=message):
        refused()


def test_more_rows_than_the_board_has_are_refused() -> None:
    """In a history and by `after`. Ignored rows count as used."""
    game = bg.Mastermind(2, 3).with_rows(2)
    with pytest.raises(bg.errors.HistoryError, match=r"expected at most 2 rows in mastermind\(2,3,rows=2\), got 3"):
        bg.Position(game, "11:0.0 22:1.0 23:0.2")
    with pytest.raises(bg.errors.HistoryError, match="expected at most 2 rows"):
        bg.Position(game, "11:0.0 22:1.0 23:0.2", ignored=[1])
    full = bg.Position(game, "11:0.0 22:1.0")
    assert (full.rows_left, full.outcome) == (0, "lost")
    for position in (full, full.without(1)):
        with pytest.raises(bg.errors.HistoryError, match="no row is left: all 2 of"):
            position.after("23", "0.2")
    assert bg.Position(game, "11:0.0").rows_left == 1
    assert bg.Position(TEXT).rows_left is None
    identified = bg.Position(bg.game("balance(3)").with_rows(2), "A-B:left A-C:left")
    with pytest.raises(bg.errors.HistoryError):
        identified.after("B-C", "level")


def test_ignored_rows_exclude_nothing() -> None:
    """They stay in the history; rows are numbered from 1."""
    position = bg.Position(TEXT, "1122:1.0 1344:0.1 3526:1.2", ignored=[2])
    assert (position.ignored, len(position.history)) == (frozenset({2}), 3)
    assert position.after("1111", "0.0").ignored == {2}
    assert bg.advise(position, candidates=position.game.secrets).candidates == position.count
    won = bg.Position(TEXT, "1122:4.0").without(1)
    assert (won.outcome, won.count) == (None, 1296)
    assert won.after("1344", "4.0").outcome == "won"
    with pytest.raises(bg.errors.HistoryError, match="expected no row after the winning one"):
        won.after("1344", "0.1").restore(1)
    for change in (position.without, position.restore):
        for number in (0, 4):
            with pytest.raises(bg.errors.HistoryError, match=f"expected a row from 1 to 3, got {number}"):
                change(number)
    with pytest.raises(bg.errors.HistoryError, match="expected rows from 1 to 3 to ignore, got 9"):
        bg.Position(TEXT, position.history, ignored=[1, 9])


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        (bg.Position(TEXT, "1122:1.0"), None),
        (bg.Position("mastermind(4,6,rows=1)", "1122:4.0"), "won"),
        (bg.Position("mastermind(4,6,rows=2)", "1111:0.0 1112:3.0"), "lost"),
        (bg.Position(LINE, [(2, 0)]), "won"),
        (bg.Position("balance(3)", "A-B:left A-C:left A-C:left"), "identified"),
        (bg.Position("balance(3,rows=2)", "A-B:left A-C:left"), "identified"),
        (bg.Position("balance(3,rows=1)", "A-B:left"), "lost"),
        (bg.Position("balance(3)", "A-B:left A-B:right"), None),
        (bg.Position("mm4x6", "1122:4.0 1344:0.1", ignored=[2]), "won"),
    ],
    ids=repr,
)
def test_how_it_ends(position: bg.Position, outcome: str | None) -> None:
    """`outcome` says how the game ended, `over` whether. test_finished.py tests the errors."""
    assert (position.outcome, position.over) == (outcome, outcome is not None)
    if outcome == "won":
        with pytest.raises(bg.errors.HistoryError, match="the game is over: it is won"):
            position.parts(position.game.guesses[0])


# A secret.


def test_a_position_with_a_secret_scores_itself() -> None:
    """Later positions have the secret, too. A feedback that it does not give is refused."""
    position = bg.Position(TEXT, secret="3632").after("1122").after("1344")
    assert str(position.history) == "1122:1.0 1344:0.1"
    assert position.before().after("3632").outcome == "won"
    assert position.without(1).after((3, 6, 3, 2)).outcome == "won"
    assert position.parts("3632")["4.0"].history[-1] == ("3632", "4.0")
    assert position.parts("3526")["1.2"].after("3632").outcome == "won"
    another = r"row 1 of the history, '1122:0\.0': the secret gives a different feedback"
    with pytest.raises(bg.errors.HistoryError, match=another):
        bg.Position(TEXT, secret="3632").after("1122", "0.0")
    with pytest.raises(bg.errors.HistoryError, match="the secret gives a different feedback"):
        bg.Position(TEXT, "1122:0.0", secret="3632")
    with pytest.raises(bg.errors.CodeError, match="expected 4 symbols"):
        bg.Position(TEXT, secret="99")
    with pytest.raises(bg.errors.HistoryError, match="expected a feedback, or a position with a secret, got None"):
        bg.Position(TEXT).after("1122")


# Allowed guesses.


def test_allowed_guesses() -> None:
    """All guesses, or those that the rule allows. None as indices means all."""
    free = bg.Position("mastermind(2,3)", "12:1.0")
    assert free.allowed is free.game.guesses
    assert free.allowed_indices is None
    strict = bg.Position("mastermind(2,3,rule=strict)", "12:1.0")
    assert strict.allowed == ["11", "13", "22", "32"]
    assert strict.allowed_indices is not None
    assert strict.allowed_indices.tolist() == [0, 2, 4, 7]
    assert list(strict.without(1).allowed) == list(strict.game.guesses)
    assert strict.why_forbidden("33") == "rule strict: '33' as the secret would give 0.0, but row 1 was 12:1.0"
    assert (strict.why_forbidden("11"), free.why_forbidden("33")) == (None, None)
    strict.check_allowed("11")
    for refuse in (strict.check_allowed, strict.parts, lambda guess: strict.after(guess, "0.0")):
        with pytest.raises(bg.errors.HistoryError, match=r"^rule strict: '33' as the secret would give"):
            refuse("33")
    assert strict.partition("33").keys() == {"0.0", "1.0"}
    assert [bg.Position("mm2x3").game.guesses[int(index)] for index in bg.Position("mm2x3").different_guesses] == [
        "11",
        "12",
    ]
    assert (free.may_win(0), free.may_win(1), free.guesses_so_far) == (True, False, (1,))


@given(playthroughs(ruled_games()))
def test_positions_of_one_key_are_worth_the_same(position: bg.Position) -> None:
    """The key depends on the candidates and the allowed guesses, not on the order of the rows."""
    if position.over:
        return
    turned = bg.Position(position.game.without_rule(), position.history[::-1])
    assert turned.key == bg.Position(position.game.without_rule(), position.history).key
    same_rule = bg.Position(position.game, position.history)
    assert same_rule.key == position.key
    if position.allowed_indices is not None:
        assert position.key != turned.key


# Positions as arguments.


def test_what_is_given_for_a_position() -> None:
    """A position, a game, or the text of a game."""
    position = bg.Position(TEXT, "1122:1.0")
    assert as_position(position) is position
    assert as_position(TEXT, "1122:1.0") == as_position(bg.game(TEXT), [("1122", "1.0")]) == position
    for wrong in (None, 7, bg.game("mm2x3").table, bg.History()):
        with pytest.raises(bg.errors.GameError, match="expected a game, or its text such as mastermind"):
            as_position(wrong)  # type: ignore[arg-type]


def test_types_are_those_of_the_game() -> None:
    """A type checker knows that the guesses of a game of numbers are numbers."""
    assert_type(bg.best_guess(LINE), int)
    assert_type(bg.Position(LINE).candidates[0], int)
    assert_type(bg.best_guess(bg.Mastermind(2, 3)), str)
    assert_type(bg.Position(bg.Mastermind(2, 3)).candidates[0], str)
    assert bg.best_guess(LINE) in range(5)


def test_a_position_never_changes() -> None:
    """No attribute can be set, and returned dicts are copies."""
    position = bg.Position("mm2x3", "12:1.0")
    for name in ("count", "candidates", "history", "game", "anything"):
        with pytest.raises(AttributeError, match=f"a position never changes, so {name} cannot be set"):
            setattr(position, name, None)
    position.partition("11").clear()
    assert len(position.candidates) == 4


def test_what_is_no_guess_is_refused_by_every_rule() -> None:
    """Asking whether it is forbidden raises CodeError, with or without a rule."""
    for game in ("mm4x6", "mastermind(4,6,rule=strict)"):
        with pytest.raises(bg.errors.CodeError, match="'99'"):
            bg.Position(game).why_forbidden("99")
