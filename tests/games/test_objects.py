"""Games over any objects: they come back as they are, and the same game over texts has the same figures."""

import enum
import pickle
import random
from collections import Counter, namedtuple
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import hardest_feedback
from bestguess.games import Code, Feedback
from bestguess.games.table_file import write_table
from objects import bits, numbers, pair_text, pairs
from plain import paths_of
from worlds import draw_position, question_games


class Answer(enum.IntEnum):
    """An answer that is a number, too."""

    NO = 0
    NEAR = 1
    YES = 2


Point = namedtuple("Point", "x y")  # as users write it


def near(guess: Point, secret: Point) -> Answer:
    """Whether two points are the same, or neighbours."""
    distance = abs(guess.x - secret.x) + abs(guess.y - secret.y)
    return Answer.YES if not distance else Answer.NEAR if distance == 1 else Answer.NO


def overlap(guess: frozenset[int], secret: frozenset[int]) -> Fraction:
    """The share of what two sets have in common."""
    return Fraction(len(guess & secret), len(guess | secret))


POINTS = [Point(x, y) for x in range(3) for y in range(3)]
SETS = [frozenset(some) for some in ({1}, {2}, {1, 2}, {1, 3}, {1, 2, 3})]
GAMES: dict[str, bg.Game] = {
    "tuples": pairs(weights=range(9)),
    "numbers": numbers(),
    "truth values as feedback, enums as labels": bits(costs=[1, Fraction(1, 2), 3]),
    "named tuples, enums as feedback": bg.CustomGame(POINTS, POINTS, near, Answer.YES, name="points"),
    "frozen sets, fractions as feedback": bg.CustomGame(SETS, SETS, overlap, Fraction(1), name="sets"),
    "truth values as codes": bg.CustomGame([False, True], [False, True], bool.__ne__, False, name="truth"),
    "mixed codes": bg.CustomGame([1, "a", (2,)], [1, "a", (2,)], lambda g, s: g == s, True, name="mixed"),
}
some_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def is_own(value: object, values: "list[Any] | tuple[Any, ...]") -> bool:
    """Whether *value* is one of these very objects, not one that is equal to it."""
    return any(value is one for one in values)


@some_game
def test_codes_come_back_as_they_are(game: bg.Game) -> None:
    """Guesses, secrets and feedbacks are the objects of the user wherever they are returned."""
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    assert bg.check_game(game) == [] or game.goal == "identify"
    start = bg.Position(game)
    assert all(is_own(code, secrets) for code in start.candidates)
    for by in ("first", "random", "minimax", "entropy", "optimal", "optimal-worst", bg.Metric(max), first_allowed):
        assert is_own(bg.best_guess(start, by=by), guesses)
    advice = bg.advise(start)
    assert all(is_own(suggestion.guess, guesses) for suggestion in advice.suggestions)
    guess = advice.choice
    parts = start.partition(guess)
    assert all(is_own(code, secrets) for part in parts.values() for code in part)
    assert parts == {feedback: list(part.candidates) for feedback, part in start.parts(guess).items()}
    for feedback, part in parts.items():
        assert all(type(game.score(guess, code)) is type(feedback) for code in part)
        assert all(game.score(guess, code) == feedback for code in part)
    assert is_own(hardest_feedback(start, guess), [*game.table.feedbacks])


def first_allowed(position: bg.Position) -> Code:
    """A strategy of one's own, which sees the objects: a guess that tells something, or wins."""
    for guess in position.game.guesses:
        parts = position.partition(guess)
        if len(parts) > 1 or position.game.win in parts:
            return guess
    raise AssertionError("no guess tells anything")


def score_of(game: bg.Game, secret: Code, guess: Code) -> Feedback:
    """What the owner of *secret* answers."""
    return game.score(guess, secret)


@some_game
def test_trees_hold_the_objects(game: bg.Game) -> None:
    """Nodes, branches, labels and solutions; played by an object, or a function that answers with objects."""
    tree = bg.build_tree(game, "entropy")
    assert is_own(tree.first_guess, tuple(game.guesses))
    for history, node in tree.root.walk():
        position = bg.Position(game, history)
        assert node.label == position.label
        assert node.label is not None or is_own(node.guess, tuple(game.guesses))
        assert set(node.branches) <= set(position.partition(game.guesses[0] if node.label is not None else node.guess))
    for secret in game.secrets:
        rows = tree.play(secret)
        assert rows == tree.play(partial(score_of, game, secret))
        assert rows in tree.solutions()
        assert all(is_own(row.guess, tuple(game.guesses)) for row in rows)
        assert all(row.feedback == game.score(row.guess, secret) for row in rows)
    assert paths_of(tree) == paths_of(bg.lazy_tree(game, "entropy"))


@some_game
def test_histories_are_pairs_of_objects(game: bg.Game) -> None:
    """As a history, as a list of pairs, or as a text; reviews and contradictions have them, too."""
    guess, secret = game.guesses[0], game.secrets[-1]
    row = (guess, game.score(guess, secret))
    position = bg.Position(game, [row])
    assert position == bg.Position(game, bg.History([row])) == bg.Position(game).after(*row)
    assert position == bg.Position(game, secret=secret).after(guess)
    assert position == bg.Position(game, game.history_text(position.history))
    assert is_own(position.history[0].guess, tuple(game.guesses))
    assert position.history[0] == row
    (move,) = bg.review(game, [row]).moves
    assert (move.guess, move.feedback) == row
    assert all(is_own(best, tuple(game.guesses)) for best in move.best)


@given(question_games(), st.sampled_from(["first", "minimax", "entropy"]), st.data())
def test_random_games_over_texts(game: bg.CustomGame, name: str, data: st.DataObject) -> None:
    """Positions, guesses, trees and files of both are the same but for how codes are written."""
    written, text = game.as_text(), game.text
    position = draw_position(game, data)
    same = position.in_game(written)
    assert same == bg.Position(written, game.history_text(position.history))
    assert same.candidates == [text(code) for code in position.candidates]
    guess = data.draw(st.sampled_from(game.guesses))
    assert same.partition(text(guess)) == {
        text(feedback): [text(code) for code in part] for feedback, part in position.partition(guess).items()
    }
    if not position.over:
        assert bg.best_guess(same, by=name) == text(bg.best_guess(position, by=name))
        assert bg.optimum(same).bounds == bg.optimum(position).bounds
    assert bg.build_tree(game, name).as_text() == bg.build_tree(written, name)


@some_game
def test_files_of_games_of_objects(game: bg.Game, tmp_path: Path) -> None:
    """Trees, certificates and tables are written with texts, and checked by what does not know the objects."""
    tree = bg.build_tree(game, "entropy")
    tree.save(tmp_path / "tree.json")
    checked = bg.check_file(tmp_path / "tree.json")
    assert checked.total == tree.total
    assert checked.secrets == len(game.secrets)
    loaded = bg.load_tree(tmp_path / "tree.json")
    assert paths_of(loaded) == paths_of(tree.as_text())
    result = bg.optimum(game, certify=True)
    result.save_certificate(tmp_path / "proof.cert")
    assert bg.check_file(tmp_path / "proof.cert").secrets == len(game.secrets)
    read = bg.game(write_table(game, tmp_path / "table.csv"))
    assert bg.optimum(read).total == result.total
    assert bg.build_tree(read, "first").distribution == bg.build_tree(game, "first").distribution


# Texts.


def twins(**options: Any) -> bg.CustomGame:
    """A game of the number 1 and the text "1", whose texts are alike."""
    codes: list[int | str] = [1, "1", 2]
    make: Callable[..., bg.CustomGame] = bg.CustomGame
    return make(codes, codes, lambda guess, secret: guess == secret, True, **options)


def test_texts_that_are_alike_are_no_matter_to_the_library() -> None:
    """Only what needs texts refuses them: the command line, files, and histories that are written."""
    game = twins(name="twins")
    tree = bg.build_tree(game, "first")
    assert [row.guess for row in tree.play("1")] == [1, "1"]
    assert (bg.optimum(game).total, bg.best_guess(game), bg.advise(game).choice) == (6, 1, 1)
    assert bg.Position(game, [(1, False)]).candidates == ["1", 2]
    assert bg.review(game, [(1, False)]).moves[0].guess == 1
    message = "twins: two guesses have the text '1', 1 and '1': give the game a function text= that tells them apart"
    for ask in (game.as_text, lambda: game.parse_row("1", "False"), lambda: tree.save("never.json")):
        with pytest.raises(bg.errors.GameError) as caught:
            ask()
        assert str(caught.value) == message
    with pytest.raises(bg.errors.HistoryError, match=r"^row 1 of the history, '1:False': twins: two guesses have"):
        bg.Position(game, "1:False")
    assert bg.check_game(game) == [f"warning: {message}"]
    assert not Path("never.json").exists()


def test_feedbacks_and_labels_of_one_text() -> None:
    """They are refused likewise, once they are written."""
    answers = {(1, 1): True, (1, 2): "True", (2, 2): True, (2, 1): "no"}
    game: bg.CustomGame = bg.CustomGame([1, 2], [1, 2], lambda guess, secret: answers[guess, secret], True)
    assert bg.optimum(game).total == 3
    with pytest.raises(bg.errors.GameError, match="two feedbacks have the text 'True', True and 'True'"):
        _ = game.as_text().table
    labelled = bg.CustomGame([1], [1, 2], int.__eq__, goal="identify", labels=["7", 7])
    assert bg.Position(labelled, [(1, True)]).label == "7"
    with pytest.raises(bg.errors.GameError, match="two labels have the text '7', '7' and 7"):
        labelled.as_text()


def test_a_text_of_your_own() -> None:
    """`text=` says how codes and feedbacks are written; it is asked for nothing else."""
    game = twins(name="told apart", text=repr)
    assert [*game.as_text().guesses] == ["1", "'1'", "2"]
    assert (game.parse_row("'1'", "True").guess, game.parse_row("1", "True").guess) == ("1", 1)
    assert game.text(True) == "True"
    assert bg.Position(game, "'1':False") == bg.Position(game, [("1", False)])
    short = pairs(text=pair_text)
    assert [*short.as_text().guesses][:4] == ["0-0", "0-1", "0-2", "1-0"]
    assert bg.Position(short, "0-1:0-2").candidates == [(1, 0)]
    assert (short.as_text().win, short.history_text(bg.History([((0, 1), (0, 2))]))) == ("2-0", "0-1:0-2")
    assert bg.check_game(short) == []
    assert short != pairs()


make: Callable[..., bg.CustomGame] = bg.CustomGame  # without types: these calls are wrong


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: make([[1], [2]], [1], int.__eq__, True), "expected guesses that can be hashed, such as tupl"),
        (lambda: make([1, None], [1], int.__eq__, True), "expected guesses, got None"),
        (lambda: make([1], [1], int.__eq__, True, text=7), "expected the text of the game 'custom', a funct"),
    ],
)
def test_what_cannot_be_a_code(refused: Callable[[], bg.Game], message: str) -> None:
    """In one line, by the constructor."""
    with pytest.raises(bg.errors.GameError) as caught:
        refused()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "expected a feedback from the feedback function of custom, got None for guess 1 and secret 2"),
        ((1, [2]), "expected a feedback that can be hashed, such as a tuple, from the feedback function of custom, g"),
    ],
)
def test_what_cannot_be_a_feedback(answer: Feedback, message: str) -> None:
    """A function that returns nothing, or a list, is told so, whoever asks it first."""
    game: bg.CustomGame = bg.CustomGame([1, 2], [1, 2], lambda guess, secret: True if guess >= secret else answer, True)
    for ask in (lambda: game.score(1, 2), lambda: game.table, lambda: bg.Position(game, secret=2).after(1)):
        with pytest.raises(bg.errors.GameError) as caught:
            ask()
        assert str(caught.value).startswith(message.replace(", from", " from"))
    assert any(problem.startswith(message.replace(", from", " from")) for problem in bg.check_game(game))


def test_functions_that_answer_otherwise_each_time_are_refused() -> None:
    """Of many pairs, all if they are few, it is asked twice whether the answer is the same."""
    asked = Counter[tuple[int, int]]()

    def once_in_a_while(guess: int, secret: int) -> bool:
        asked[guess, secret] += 1
        return (guess == secret) != (asked[guess, secret] == 2 and (guess, secret) == (3, 5))

    with pytest.raises(bg.errors.GameError, match="guess 3 and secret 5 got False, then True"):
        _ = bg.CustomGame(range(9), range(9), once_in_a_while, True).table
    drawn = random.Random(7)
    large = bg.CustomGame(range(200), range(200), lambda g, s: "won" if g == s else str(drawn.random() < 0.5), "won")
    with pytest.raises(bg.errors.GameError, match="is not deterministic"):
        _ = large.table
    assert any("is not deterministic" in problem for problem in bg.check_game(large))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (lambda value: 7, "expected the text of 1 in custom, a text, got 7"),
        (lambda value: 1 / 0, "the text of 1 in custom fails: ZeroDivisionError: division by zero"),
        (lambda value: "", "custom: the text of the guess 1 is empty"),
    ],
)
def test_what_cannot_be_a_text(text: Callable[[object], str], message: str) -> None:
    """A function for texts is called when texts are needed, and refused then."""
    game = bg.CustomGame([1, 2], [1, 2], int.__eq__, True, text=text)
    assert bg.optimum(game).total == 3
    with pytest.raises(bg.errors.GameError) as caught:
        game.as_text()
    assert str(caught.value).startswith(message)


# Collections of codes.


def test_collections_keep_their_order() -> None:
    """Lists, generators, ranges, texts, and the keys or values of a mapping; sets, which have none, are sorted."""
    numbers = bg.CustomGame({3, 1, 2}, frozenset({30, 10, 20}), lambda g, s: 10 * g == s, True)
    assert ([*numbers.guesses], [*numbers.secrets]) == ([1, 2, 3], [10, 20, 30])
    assert {*bg.CustomGame({1, "a"}, {1, "a"}, lambda g, s: g == s, True).guesses} == {1, "a"}
    order = ["c", "a", "b"]
    for codes in (order, tuple(order), (code for code in order), "cab", dict.fromkeys(order).keys()):
        assert [*bg.CustomGame(codes, order, str.__eq__, True).guesses] == order
    assert [*bg.CustomGame(range(5, 0, -2), [5, 3, 1], int.__eq__, True).guesses] == [5, 3, 1]
    assert [*bg.CustomGame({"x": "b", "y": "a"}.values(), "ab", str.__eq__, True).guesses] == ["b", "a"]


def test_equal_objects_are_one_code() -> None:
    """The one that is listed is given back for any that equals it."""
    game = bg.CustomGame([1, 2], [1, 2], int.__eq__, True)
    assert [type(game.as_guess(code)) for code in (1, True, 1.0, Fraction(1))] == [int] * 4
    plain = bg.CustomGame(POINTS, POINTS, near, Answer.YES)
    assert plain.as_guess((0, 1)) is POINTS[1]
    assert plain.score((0, 0), (0, 1)) is Answer.NEAR  # type: ignore[arg-type]
    with pytest.raises(bg.errors.GameError, match="the guess 1 is listed 2 times"):
        bg.CustomGame([1, True], [1], int.__eq__, True)


def test_symmetries_of_tuples() -> None:
    """Places and symbols of tuples may be permuted as those of texts."""
    game = pairs(symmetries=bg.symmetries.CodeSymmetries(positions=((0, 1),), symbols=(range(3),)))
    assert bg.check_game(game) == bg.check_game(game.as_text()) == []
    assert game.table.representatives([]).tolist() == [0, 1]
    assert bg.optimum(game).bounds == bg.optimum(pairs()).bounds == bg.optimum("mastermind(2,3)").bounds


def test_feedbacks_become_those_of_the_game(tmp_path: Path) -> None:
    """A number that equals a feedback is that feedback: in histories, certificates and trees."""
    game = bg.CustomGame(POINTS, POINTS, near, Answer.YES)
    position = bg.Position(game).after((1, 1), 1)  # type: ignore[arg-type]
    assert (type(position.history[0].guess), type(position.history[0].feedback)) == (Point, Answer)
    assert type(bg.lazy_tree(game).play(lambda guess: int(near(guess, POINTS[3])))[0].feedback) is Answer
    position = bg.Position(game, [((1, 1), 1)])
    bg.optimum(position, certify=True).save_certificate(tmp_path / "points.cert")
    bg.build_tree(position, "entropy").save(tmp_path / "points.tree")
    for name in ("points.cert", "points.tree"):
        assert bg.check_file(tmp_path / name).secrets == len(position.candidates) == 4


def test_true_and_one_are_not_both_answers() -> None:
    """Python holds them for equal, so a guess that gets both would be called won; nan does not even equal itself."""
    with pytest.raises(bg.errors.GameError, match="gets both True and 1, which are equal in Python"):
        bg.optimum(bg.CustomGame([0, 1, 2], [0, 1, 2], lambda g, s: True if g == s else int(g > s), win=True))
    with pytest.raises(bg.errors.GameError, match="gives nan, which does not equal itself"):
        bg.optimum(bg.CustomGame([0, 1], [0, 1], lambda g, s: 1.0 if g == s else float("nan"), win=1.0))


def test_results_of_a_game_with_a_lambda_can_be_pickled() -> None:
    """They leave the game out; what they say is all there."""
    game = bg.CustomGame(range(8), range(8), lambda g, s: (g > s) - (g < s), win=0)
    for value in (bg.build_tree(game, "minimax"), bg.optimum(game), bg.advise(game), bg.hint(game), bg.review(game)):
        assert repr(pickle.loads(pickle.dumps(value))) == repr(value)
