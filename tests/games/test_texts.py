"""One text for every value: parse(str(x)) == x, and errors that say what was expected, what came and where."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games.codes import quote, quote_file, unquote
from worlds import BUILT_IN, any_games


@pytest.mark.parametrize("text", [*BUILT_IN, "mastermind(8,16)", "mastermind(4,6,secrets=distinct,rows=9)", "twod(36)"])
def test_games_read_what_they_write(text: str) -> None:
    """The text of a game is the game, and its repr is code."""
    game = bg.game(text)
    assert str(game) == text
    assert bg.game(str(game)) == game == eval(repr(game), {"game": bg.game})
    assert hash(bg.game(text)) == hash(game)


def test_short_and_loose_forms() -> None:
    """Short forms, spaces, capitals and the names of two families alone are read, and written back in the long form."""
    assert str(bg.game("mm4x6")) == "mastermind(4,6)"
    assert str(bg.game("mastermind")) == str(bg.game(" Mastermind ")) == "mastermind(4,6)"
    assert str(bg.game("bullscows")) == "bullscows(4,10)"
    assert str(bg.game("BC4X10")) == "bullscows(4,10)"
    assert str(bg.game(" Mastermind( 4 , 6 , rows = 8 ) ")) == "mastermind(4,6,rows=8)"
    assert bg.game("mm4x6") != bg.game("mm4x6").with_rows(10)
    assert bg.game("mm4x6").with_rows(10).rows == 10


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mastermnd(4,6)", "unknown game 'mastermnd', did you mean 'mastermind'?"),
        ("chess", "unknown game 'chess', expected one of mastermind, bullscows, twod"),
        ("", "expected a game such as mastermind(4,6), got ''"),
        ("mastermind(4,6", "expected a game such as mastermind(4,6), got 'mastermind(4,6'"),
        ("mastermind(0,6)", "expected 1 to 8 pegs in mastermind(0,6), got 0"),
        ("mastermind(4)", "it has 1 number, not 2"),
        ("mastermind(4,x)", "'x' is not an integer"),
        ("mastermind(4,6,row=5)", "unknown option 'row', did you mean 'rows'?"),
        ("mastermind(4,6,rows=0)", "expected rows of 1 or more, got 0"),
        ("mastermind(4,6,rows=5,rows=6)", "rows is given twice"),
        ("mastermind(4,rows=5,6)", "'6' comes after the options"),
        ("mastermind(4,6,secrets=odd)", "expected secrets=all or secrets=distinct, got secrets=odd"),
        ("mastermind(4,3,secrets=distinct)", "expected at least as many colours as pegs"),
        ("mastermind(4,6,symbols=RGB)", "expected 6 symbols for mastermind(4,6), got 'RGB', which has 3"),
        ("mastermind(4,6,symbols=RrGBYO)", "expected different symbols for mastermind(4,6), got 'RrGBYO', which re"),
        ("mastermind(4,6,symbols=ÄÖÜßéè)", "expected letters A to Z or digits for the symbols of mastermind(4,6), go"),
        ("mastermind(4,6,rule=hard)", "expected rule=free or rule=strict in mastermind, got rule=hard"),
        ("bullscows(5,4)", "expected at least as many digits as pegs, got bullscows(5,4)"),
        ("twod(5,rule=strict)", "twod has no rules, only mastermind, bullscows, words have"),
        ("balance(27)", "expected 3 to 26 coins in balance(27), got 27"),
        ("numbers(10001)", "expected 1 to 10000 numbers in numbers(10001), got 10001"),
        ("table()", "expected table(FILE"),
        ("table(win=yes)", "the name of a file comes first"),
        ("table(animals.csv,rule=hard)", "table has no rules, only mastermind, bullscows, words have"),
        ("words()", "expected words(english,length) or words(FILE"),
        ("words(/tmp/Mine/W.txt,5)", "expected one of english; to read a file of words, give no length"),
        ("words(englich,5)", "unknown list of words 'englich', did you mean 'english'?"),
        ("words(english,3)", "expected words of 4 to 8 letters in english, got 3"),
        ('words("english,5)', "expected a text between double quotes"),
    ],
)
def test_game_errors_name_the_culprit(text: str, message: str) -> None:
    """An unknown name, option or size says in one line what is known and what was meant."""
    with pytest.raises(bg.errors.GameError, match=re.escape(message)) as caught:
        bg.game(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["1.2", "1A2B", "1a2b", "1b2w", "1B2C", "1,2", "12"])
def test_feedback_is_read_in_every_usual_form(text: str) -> None:
    """All usual forms of a feedback are the same feedback."""
    assert bg.game("mm4x6").as_feedback(text) == "1.2"


@pytest.mark.parametrize("text", ["3.1", "5.0", "", "1.2.3", "-1.0", "99999.9"])
def test_impossible_feedback_is_refused(text: str) -> None:
    """What four pegs cannot give is refused, with what came."""
    with pytest.raises(bg.errors.FeedbackError, match=re.escape(repr(text))):
        bg.game("mm4x6").as_feedback(text)


@given(any_games, st.data())
def test_histories_read_what_they_write(game: bg.Game, data: st.DataObject) -> None:
    """Codes, feedbacks and histories of every family come back from their text."""
    history = bg.History()
    for guess in data.draw(st.lists(st.sampled_from(list(game.guesses)), max_size=4)):
        history += bg.Row(guess, game.score(guess, data.draw(st.sampled_from(list(game.secrets)))))
    assert game.as_history(str(history)) == history
    assert eval(repr(history), {"History": bg.History}) == history
    assert hash(game.as_history(str(history))) == hash(history)
    for row in history:
        assert game.parse_row(*map(game.text, row)) == game.as_row(*row) == row


texts = st.text(min_size=1)


@given(st.lists(texts, min_size=1, max_size=4, unique=True), st.lists(texts, min_size=2, unique=True))
def test_histories_of_any_texts_read_what_they_write(codes: list[str], feedbacks: list[str]) -> None:
    """Codes and feedbacks may hold anything: spaces, colons, quotes, line breaks."""
    game = bg.CustomGame(codes, range(len(feedbacks)), lambda guess, secret: feedbacks[secret], goal="identify")
    history = bg.History([(codes[place % len(codes)], feedback) for place, feedback in enumerate(feedbacks)])
    assert game.as_history(str(history)) == history
    assert bg.Position(game, history).history == bg.Position(game, str(history)).history == history
    for text in (*codes, *feedbacks):
        assert unquote(quote(text)) == text


def test_quotes_are_written_where_they_are_needed() -> None:
    """A space, a comma, a colon, a quote or a bracket needs quotes; other texts have none."""
    plain, special = ["1122", "1.2", "<", "a-b", "weiß"], ["", "a b", "a\tb", "a,b", "a:b", 'a"b', "(a", "a]", "{a}"]
    assert [quote(text) for text in plain] == plain
    assert [quote(text) for text in special] == [f'"{text}"' if text != 'a"b' else '"a""b"' for text in special]
    assert str(bg.Row("(1,2)", "x")) == '"(1,2)":x'
    game = bg.CustomGame([(1, 2), (3, 4)], [(1, 2), (3, 4)], lambda g, s: g == s, True)
    assert game.as_history("(1,2):False") == game.as_history('"(1,2)":"False"')  # both are read
    for wrong in ('"a', '"a"b', '"'):
        with pytest.raises(bg.errors.CodeError, match="expected a text between double quotes"):
            unquote(wrong)


@pytest.mark.parametrize(
    "name", ["plain.csv", "two words.csv", "a,b.csv", "a(1).csv", 'a"b.csv', "a,win=b.csv", "[x],rows=3"]
)
@pytest.mark.parametrize("options", ["", ",win=yes", ',win="so, yes"', ',win="so, yes",rows=4', ",rows=4"])
def test_tables_read_what_they_write(tmp_path: Path, name: str, options: str) -> None:
    """The name of a file and its winning feedback are quoted where they must be."""
    won = "so, yes" if "so" in options else "yes"
    corner = "" if "win" in options else f'"win={won}"'
    (tmp_path / name).write_text(f'{corner},a,b c\na,"{won}",no\nb c,no,"{won}"\n')
    game = bg.game(f"table({quote_file(str(tmp_path / name))}{options})")
    assert (game.win, game.rows) == (won, 4 if "rows" in options else None)
    assert bg.game(str(game)) == game
    assert str(game).endswith(f"{options})")
    assert bg.Position(game, '"b c":no').candidates == ["a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1122", "row 1 of the history, '1122': expected guess:feedback, such as 1122:0.0"),
        ("1344:0.1,1122:1.0", "expected guess:feedback, such as 1344:0.1"),
        ("1122:1.0 134:1.1", "row 2 of the history, '134:1.1': expected 4 symbols from '123456', got '134'"),
        ("1122:3.1", "row 1 of the history, '1122:3.1': expected a feedback that 4 pegs can give, got '3.1'"),
        ('1122:"1.0', "row 1 of the history, '1122:\"1.0': expected guess:feedback"),
        ('1122:1.0 "1122":1.0x', "row 2 of the history, '\"1122\":1.0x': expected exact.misplaced"),
    ],
)
def test_history_errors_say_where(text: str, message: str) -> None:
    """A bad row is named by number and text."""
    with pytest.raises(bg.errors.HistoryError, match=re.escape(message)):
        bg.game("mm4x6").as_history(text)


def test_names_of_your_own() -> None:
    """A registered function makes games by text, the same text the same game."""

    def number(most: int) -> bg.Game:
        numbers = range(most)
        return bg.CustomGame(numbers, numbers, lambda g, s: "<=>"[(g > s) - (g < s) + 1], win="=")

    bg.register_game("number", number)
    game = bg.game("number(7,rows=3)")
    assert str(game) == "number(7,rows=3)"
    assert bg.game(str(game)) == game
    assert bg.game("number(8)") != bg.game("number(7)")
    with pytest.raises(bg.errors.GameError, match="number"):
        bg.game("number(1,2)")
    with pytest.raises(bg.errors.GameError, match="built-in"):
        bg.register_game("mastermind", number)
    with pytest.raises(bg.errors.GameError, match="lower-case"):
        bg.register_game("My Game", number)
    bg.register_game("broken", lambda: 3)  # type: ignore[arg-type, return-value]
    with pytest.raises(bg.errors.GameError, match="expected a game from the function registered as 'broken', got 3"):
        bg.game("broken")
    bg.register_game("broken", number)
    assert str(bg.game("broken(2)")) == "broken(2)"
