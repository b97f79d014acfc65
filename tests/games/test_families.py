"""The families balance and numbers, exact pegs, and other symbols: their codes, their feedback, their symmetries."""

import copy
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import hardest_feedback
from bestguess.cli.typed import read_rows
from bestguess.games.balance import Weighings
from bestguess.games.symmetries import verified_generators
from bestguess.games.table import Table

SMALL = [
    *(f"balance({coins}{find})" for coins in (3, 4, 5, 6) for find in ("", ",find=coin")),
    *(f"numbers({most})" for most in (1, 2, 3, 10, 17)),
    *(f"mastermind({pegs},{colours},feedback=exact)" for pegs in (1, 2, 3) for colours in (1, 2, 3, 4)),
    "mastermind(2,4,secrets=distinct,feedback=exact)",
    "mastermind(2,4,feedback=exact,symbols=RGBY,rule=strict)",
    "mastermind(3,3,symbols=XAZ)",
    "bullscows(2,4,symbols=ZYXW)",
]


@pytest.mark.parametrize("text", SMALL)
def test_every_family_is_sound(text: str) -> None:
    """Feedbacks, ordinals and symmetries agree, and the text is the game."""
    game = bg.game(text)
    table = game.table
    problems = [problem for problem in bg.check_game(game) if not problem.startswith("warning: ")]
    assert (str(game), bg.game(str(game)), problems) == (text, game, [])
    texts = np.array(table.feedbacks, object)[table.ordinals].tolist()
    assert texts == [[game.score(guess, secret) for secret in game.secrets] for guess in game.guesses]
    assert [game.guesses.index(guess) for guess in game.guesses] == list(range(len(game.guesses)))
    assert [game.guesses[index] for index in range(len(game.guesses))] == list(game.guesses)
    assert all(game.as_feedback(feedback.upper()) == feedback for feedback in game.feedbacks)
    for kind, codes in ((game.as_guess, game.guesses), (game.as_secret, game.secrets)):
        assert all(kind(code) == kind(code.lower()) == code for code in codes)


@pytest.mark.parametrize("text", SMALL)
def test_symmetries_by_index_are_those_by_code(text: str) -> None:
    """What families say fast is what their plain functions say."""
    table = Table(text)
    fast = table.game.native.generators
    plain = verified_generators(table)
    if fast is not None:
        found = fast()
        assert [one.permutation.tolist() for one in found] == [one.permutation.tolist() for one in plain]
        assert [one.renamed.tolist() for one in found] == [one.renamed.tolist() for one in plain]


def orbits(images: Iterable[Sequence[int]], size: int) -> list[int]:
    """The lowest of each orbit, by the whole group."""
    lowest = list(range(size))
    for image in images:
        lowest = [min(lowest[guess], image[guess]) for guess in range(size)]
    return sorted(set(lowest))


@given(st.sampled_from([3, 4, 5]), st.data())
def test_weighings_that_differ_after_a_history(coins: int, data: st.DataObject) -> None:
    """One of each orbit under the permutations of coins that leave both sides of every weighing as they are.

    So it is after weighings that are themselves the lowest of their orbits; after others, one of each at least.
    """
    table = Table(f"balance({coins})")
    weighings, lowest, history = table.guesses, data.draw(st.booleans()), list[int]()
    for _ in range(data.draw(st.integers(0, 2))):
        some = table.representatives(history).tolist() if lowest else list(range(len(weighings)))
        history.append(data.draw(st.sampled_from(some)))

    def images() -> Iterable[list[int]]:
        for names in permutations(weighings.letters):  # type: ignore[attr-defined]
            rename = str.maketrans(dict(zip(weighings.letters, names, strict=True)))  # type: ignore[attr-defined]
            raw = [weighing.translate(rename).split("-") for weighing in weighings]
            kept = all(
                [set(side) for side in raw[row]] == [set(s) for s in weighings[row].split("-")] for row in history
            )
            if kept:
                yield [weighings.index(table.game.as_guess("-".join(sides))) for sides in raw]

    found, one_of_each = table.representatives(history).tolist(), orbits(images(), len(weighings))
    assert found == one_of_each if lowest else set(found) >= set(one_of_each)


@given(st.sampled_from([(2, 2), (2, 3), (3, 2)]), st.sampled_from(["", ",symbols="]), st.data())
def test_exact_pegs_that_differ_after_a_history(size: tuple[int, int], option: str, data: st.DataObject) -> None:
    """One of each orbit under the permutations of places, and of the colours of each place."""
    pegs, colours = size
    letters = "ZAM"[:colours] if option else "123"[:colours]
    table = Table(f"mastermind({pegs},{colours},feedback=exact{option}{letters if option else ''})")
    history = data.draw(st.lists(st.integers(0, len(table.guesses) - 1), max_size=2))

    def images() -> Iterable[list[int]]:
        for places in permutations(range(pegs)):
            for names in product(list(permutations(letters)), repeat=pegs):
                maps = [dict(zip(letters, name, strict=True)) for name in names]
                image = ["".join(maps[p][code[places[p]]] for p in range(pegs)) for code in table.guesses]
                found = [table.guesses.index(code) for code in image]
                if all(found[guess] == guess for guess in history):
                    yield found

    assert table.representatives(history).tolist() == orbits(images(), len(table.guesses))


def test_other_symbols_change_no_symmetry() -> None:
    """Whatever letters are used, in whatever order: the core sees the same symmetries, and strategies play the same."""
    plain, renamed = bg.game("mastermind(3,4)"), bg.game("mastermind(3,4,symbols=ZQAB)")
    for history in ([], [0], [1, 30], [27]):
        assert plain.table.representatives(history).tolist() == renamed.table.representatives(history).tolist()
    tree, other = bg.build_tree(plain, "entropy"), bg.build_tree(renamed, "entropy")
    assert tree.distribution == other.distribution
    assert tree.first_guess.translate(str.maketrans("1234", "ZQAB")) == other.first_guess


@pytest.mark.parametrize("coins", range(3, 8))
def test_weighings_are_all_of_them_in_order(coins: int) -> None:
    """Each once, the fewest coins first and then by text, wherever one looks."""
    letters = "ABCDEFG"[:coins]
    listed = set[str]()
    for size in range(1, coins // 2 + 1):
        for left in combinations(letters, size):
            rest = [letter for letter in letters if letter > left[0] and letter not in left]
            listed |= {f"{''.join(left)}-{''.join(right)}" for right in combinations(rest, size)}
    weighings = Weighings(coins)
    assert list(weighings) == sorted(listed, key=lambda one: (len(one), one)) == weighings[:]
    assert [weighings.index(one) for one in weighings] == list(range(len(listed)))
    assert weighings == Weighings(coins) != Weighings(coins + 1)
    sides = [["".join(np.array(list(letters))[row == side]) for side in (1, -1)] for row in weighings.sides()]
    assert ["-".join(pair) for pair in sides] == list(weighings)


@given(st.integers(0, len(Weighings(26)) - 1))
def test_weighings_of_many_coins(index: int) -> None:
    """Are found without listing them."""
    weighings = Weighings(26)
    weighing = weighings[index]
    assert weighings.index(weighing) == index
    assert weighing in weighings
    assert weighings.parse("-".join(reversed(weighing.lower().split("-")))) == weighing
    with pytest.raises(ValueError, match="not in that range"):
        weighings.index(weighing, index + 1)


@pytest.mark.parametrize("text", ["", "A", "AB-C", "AB-BC", "A-M", "A-B-C", "Ä-B", None])
def test_bad_weighings(text: str) -> None:
    """In one line that shows a good one."""
    game = bg.game("balance(12)")
    with pytest.raises(
        bg.errors.CodeError, match="expected as many coins of A to L left as right, each once, such as A-L, got"
    ):
        game.as_guess(text)
    assert text not in game.guesses


@pytest.mark.parametrize("text", ["", "0", "101", "-3", "٣", None, "9" * 5000])
def test_bad_numbers(text: str) -> None:
    """Likewise."""
    with pytest.raises(bg.errors.CodeError, match="expected a number from 1 to 100, got"):
        bg.game("numbers(100)").as_guess(text)


@given(st.integers(0, 77), st.integers(0, 9), st.data())
def test_a_weighing_means_the_same_either_way(guess: int, secret: int, data: st.DataObject) -> None:
    """Wherever a guess is given with its feedback, or a feedback is given to it: the secret stays a candidate."""
    game = bg.game("balance(5)")
    start = bg.Position(game)
    weighing, hidden = game.guesses[guess % len(game.guesses)], game.secrets[secret]
    typed = "-".join("".join(data.draw(st.permutations(side))) for side in reversed(weighing.split("-")))
    answer, plain = game.score(typed, hidden), game.score(weighing, hidden)
    same = bg.Position(game, f"{weighing}:{plain}").candidates
    assert hidden in same
    assert bg.Position(game, f"{typed}:{answer}").candidates == same
    assert bg.Position(game, [(typed, answer)]).candidates == same
    assert start.partition(typed)[answer] == list(same)
    assert start.after(typed, answer).key == start.parts(typed)[answer].key == start.after(weighing, plain).key
    assert start.after(typed, answer) == start.parts(typed)[answer] == start.after(weighing, plain)
    assert bg.Position(game, secret=hidden).after(typed) == start.after(weighing, plain)
    hardest = hardest_feedback(start, typed)
    assert start.after(typed, hardest).count == start.after(weighing, hardest_feedback(start, weighing)).count
    assert list(read_rows(game, f"{typed} {answer}")) == [bg.Row(weighing, plain)]


def test_options_have_an_order() -> None:
    """When a game is written; the usual symbols are not."""
    text = "mastermind(2,4,rows=9,rule=strict,symbols=rgby,feedback=exact,secrets=distinct)"
    written = "mastermind(2,4,secrets=distinct,feedback=exact,symbols=RGBY,rule=strict,rows=9)"
    assert str(bg.game(text)) == written
    assert bg.game(written) == bg.game(text)
    assert str(bg.game("mastermind(4,6,symbols=123456,feedback=both)")) == "mastermind(4,6)"
    assert str(bg.game("bullscows(3,10,symbols=0123456789)")) == "bullscows(3,10)"


def test_strict_games_of_exact_pegs() -> None:
    """A guess fits all feedback so far."""
    table = bg.game("mastermind(2,3,feedback=exact,rule=strict)").table
    allowed = table.allowed(bg.History([("12", "1")]))
    assert allowed is not None
    assert [table.guesses[index] for index in allowed] == ["11", "13", "22", "32"]


def test_weights_and_costs_leave_no_symmetry() -> None:
    """Where an object has them; then its text does not describe it."""
    for text in ("balance(4)", "numbers(5)", "mastermind(2,2,feedback=exact)"):
        game = copy.copy(bg.game(text))
        game.costs, game.cost_unit = tuple(range(1, len(game.guesses) + 1)), Fraction(1)
        assert game.symmetries == ()
        assert game.table.native_symmetries is None


def test_large_tables_are_made_fast() -> None:
    """And what is larger is refused before it is made."""
    table = bg.game("balance(14,find=coin)").table
    assert table.ordinals.shape == (308_113, 28)
    assert table.seconds < 5  # measured: 0.12 s
    assert bg.game("numbers(2000)").table.winner.tolist() == list(range(2000))
    with pytest.raises(bg.errors.SizeError, match=r"the table of balance\(26\) has 120,906,613,075 x 52 pairs"):
        _ = bg.game("balance(26)").table
    assert bg.Position("balance(26)", "ABCDEFGHI-JKLMNOPQR:left").count == 18
