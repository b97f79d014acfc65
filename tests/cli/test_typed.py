"""What people type: choices, feedbacks, guesses and rows in the forms that they write."""

import pytest

import bestguess as bg
from bestguess.cli.typed import (
    answers_to,
    begins_with_guess,
    choices_text,
    choose,
    find_choice,
    has_feedback,
    has_names,
    read_feedback,
    read_guess,
    read_history,
    read_rows,
    read_secret,
    split_row,
)

ANSWERS = {
    "Has a beard?": {"Anna Lee": "no", "Bob": "yes", "Carl": "yes"},
    "Has a hat?": {"Anna Lee": "yes", "Bob": "no", "Carl": "yes"},
    "Hair: long, or short?": {"Anna Lee": "long", "Bob": "short", "Carl": "none"},
}
PEOPLE = bg.CustomGame(
    list(ANSWERS), ["Anna Lee", "Bob", "Carl"], lambda question, who: ANSWERS[question][who], goal="identify"
).as_text()


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("Has a hat?", "Has a hat?"),
        ('"Has a hat?"', "Has a hat?"),
        ("2", "Has a hat?"),
        ("hair", "Hair: long, or short?"),
        ("has a b", "Has a beard?"),
    ],
)
def test_names_are_typed_plainly(typed: str, guess: str) -> None:
    """In full and in any case, by the number, by the beginning."""
    assert read_guess(PEOPLE, typed) == guess


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("has", 'which could mean "Has a beard?", "Has a hat?"'),
        ("beard", 'did you mean "Has a beard?"?'),
        ("4", "got '4'"),
    ],
)
def test_other_names_are_refused_with_what_comes_nearest(typed: str, message: str) -> None:
    """One line that says what was expected, and what was perhaps meant."""
    with pytest.raises(bg.errors.CodeError, match="expected a question of custom") as error:
        read_guess(PEOPLE, typed)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ("has a hat? yes", '"Has a hat?":yes'),
        ("Has a hat?: y", '"Has a hat?":yes'),
        ('"Has a hat?":yes', '"Has a hat?":yes'),
        ("2 y; 1 no, hair 2", '"Has a hat?":yes "Has a beard?":no "Hair: long, or short?":short'),
        ("hair: n", '"Hair: long, or short?":none'),
    ],
)
def test_rows_of_names(typed: str, rows: str) -> None:
    """The answers are those that the question may get: their numbers and beginnings, too."""
    assert str(read_rows(PEOPLE, typed)) == rows
    assert has_feedback(PEOPLE, typed)


def test_answers_of_names() -> None:
    """What a question cannot get is no answer to it."""
    assert answers_to(PEOPLE, "Has a hat?") == ["no", "yes"]
    with pytest.raises(bg.errors.FeedbackError, match=r"expected a feedback \(no, yes\), got 'long'"):
        read_feedback(PEOPLE, "long", "Has a hat?")
    assert not has_feedback(PEOPLE, "hair")
    assert split_row(PEOPLE, "hair") == ("Hair: long, or short?", "")
    assert split_row(PEOPLE, "nothing of it") == ("nothing of it", "")
    assert begins_with_guess(PEOPLE, "Has a hat? no")
    assert not begins_with_guess(PEOPLE, "has")
    assert read_secret(PEOPLE, "anna") == "Anna Lee"
    assert read_secret(bg.game("mm4x6"), "1 1 2 2") == "1122"
    with pytest.raises(bg.errors.CodeError, match="expected a secret"):
        read_secret(PEOPLE, "Dora")
    with pytest.raises(bg.errors.CodeError):
        read_secret(bg.game("numbers(9)"), "10")


def test_choices() -> None:
    """Texts that are numbers are not chosen by another number; of many, none is."""
    assert find_choice("1", ["3", "1", "2"]) == "1"
    assert find_choice("4", ["3", "1", "2"]) is None
    assert find_choice("1", [f"name {n}" for n in range(100)]) is None
    assert find_choice("", ["a", "b"]) is None
    assert find_choice("a", ["a", "ab"]) == "a"
    assert choices_text(["yes", "no"]) == "1 yes, 2 no"
    with pytest.raises(bg.errors.FeedbackError, match=r"could mean a1, a2, a3, …"):
        choose("a feedback", "a", [f"a{n}" for n in range(1, 6)], bg.errors.FeedbackError)
    assert not any(map(has_names, map(bg.game, ("mm4x6", "bc3x4", "twod(3)", "balance(4)", "numbers(4)"))))


@pytest.mark.parametrize(
    ("text", "feedback"),
    [
        *(("1.2", "1.2"), ("12", "1.2"), ("1A2B", "1.2"), ("1 2", "1.2"), ("1 - 2", "1.2"), ("bww", "1.2")),
        *(("●○○", "1.2"), ("xoo", "1.2"), ("w w b", "1.2"), ("none", "0.0"), ("0", "0.0"), ("5 0", None), ("", None)),
        *(("3.1", None), ("1 2 3", None), ("bq", None), ("-", "0.0"), ("*-", None), ("-2", None), ("1", None)),
        *(("1b 2w", "1.2"), ("2w1b", "1.2"), ("1a 2b", "1.2"), ("2b1a", "1.2"), ("2b", "2.0"), ("2w", "0.2")),
        *(("1, 2", "1.2"), ("1 . 2", "1.2"), ("1 black 2 white", "1.2"), ("2 whites and 1 black", "1.2")),
        *(("1 bull 2 cows", "1.2"), ("1 Bull, 2 Cows", "1.2"), ("0 bulls 1 cow", "0.1"), ("1b2b", None)),
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


def test_a_lone_b_is_ambiguous_in_bulls_and_cows() -> None:
    """It may be bulls, or the B of 1A2B; with a word beside it, it is not."""
    game = bg.game("bullscows(4,10)")
    with pytest.raises(bg.errors.FeedbackError, match="two ways"):
        read_feedback(game, "2b")
    assert [read_feedback(game, text) for text in ("0A2B", "2b0c", "2 bulls", "2b 1c")] == ["0.2", "2.0", "2.0", "2.1"]


@pytest.mark.parametrize(
    ("game", "text", "rows"),
    [
        ("mm4x6", "1 1 2 2 1.0", "1122:1.0"),
        ("mm4x6", "1 1 2 2: BBW", "1122:2.1"),
        ("mm4x6", "1122:1.0, 1344:0.1", "1122:1.0 1344:0.1"),
        ("mm4x6", "1122:1,0,1344:0,1", None),  # which comma separates the rows is not clear
        ("mm4x6", "1122:1,0, 1344:0,1", "1122:1.0 1344:0.1"),
        ("mm4x6", "1122 bw; 1344 none,3 5 2 6 1b 2w", "1122:1.1 1344:0.0 3526:1.2"),
        ("mm4x6", "1122:1.0, 1344", None),
        ("mm4x6", "1122", None),
        ("mm1x6", "1 0", "1:0.0"),
        ("bullscows(4,16)", "c a f e 1b 2c", "CAFE:1.2"),
        ("twod(5)", "1 2 low, 34 high", "12:low 34:high"),
        ("balance(4)", "ab cd left", "AB-CD:left"),
        ("balance(4)", "cd vs ab left", "AB-CD:right"),
        ("balance(4)", "CD-AB:left, C-A:right", "AB-CD:right A-C:left"),
        ("numbers(9)", "5: too low", "5:low"),
        ("numbers(9)", "05 3", "5:equal"),
        ("mastermind(4,6,feedback=exact)", "1 1 2 2 3", "1122:3"),
        ("mastermind(4,6,symbols=RGBYOP)", "r r g g bww", "RRGG:1.2"),
    ],
)
def test_rows_as_people_type_them(game: str, text: str, rows: str | None) -> None:
    """Pegs apart, several rows at once; what is not clear is refused."""
    rules = bg.game(game)
    if rows is None:
        with pytest.raises(bg.BestguessError, match="expected"):
            read_rows(rules, text)
    else:
        assert str(read_rows(rules, text)) == str(read_history(rules, text)) == rows


def test_rows_of_a_game_of_your_own() -> None:
    """Its feedbacks are single words, so a comma may separate rows; a history may be empty."""
    game = bg.CustomGame(["ab", "cd"], ["ab", "cd"], lambda g, s: "hit" if g == s else "miss", win="hit")
    assert str(read_rows(game, "ab miss, cd hit")) == "ab:miss cd:hit"
    assert str(read_rows(game, "a b:miss")) == "ab:miss"
    assert str(read_history(game, "")) == ""
    with pytest.raises(bg.errors.HistoryError, match="row 1"):
        read_history(game, "ab")
