"""Puzzles: every property by its plain definition, and that the same seed gives the same puzzles."""

import itertools
import os
import threading
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bestguess as bg
from bestguess.engine import interruptible
from bestguess.games import Code
from bestguess.puzzles import KINDS, NearMiss, Puzzle, failure
from bestguess.puzzles.generation import draw_positions
from plain import parts_of
from questions import Best, Question
from worlds import custom_games

WHOLE = bool(os.environ.get("BESTGUESS_VERIFY"))
SMALL = ["mastermind(2,4)", "mastermind(3,3)", "mastermind(3,4)", "bullscows(2,6)", "bullscows(3,5)", "twod(5)"]
SMALL += ["mastermind(3,4,secrets=distinct)", "mastermind(2,6,rows=9)"]
small_games = st.one_of(st.sampled_from(SMALL).map(bg.game), custom_games(weighted=False))


def candidates_of(game: bg.Game, history: bg.History) -> list[Code]:
    """The secrets that fit every row."""
    return [code for code in game.secrets if all(game.score(row.guess, code) == row.feedback for row in history)]


def plain_misses(game: bg.Game, puzzle: Puzzle) -> dict[Code, float]:
    """By how much each guess misses the puzzle, by the words of the definitions; 0 for the solutions."""
    candidates, question = tuple(candidates_of(game, puzzle.history)), Question(game)
    if puzzle.kind == "only-secret":
        played = [row.guess for row in puzzle.history]
        return {code: contradicted(game, puzzle.history, code) for code in game.secrets if code not in played}
    if puzzle.kind == "best-guess":
        best = Best(question, "mean", None)
        totals = {guess: best.of_guess(guess, candidates)[1] for guess in question.useful(candidates)}
        return {guess: total - min(totals.values()) for guess, total in totals.items()}
    return {guess: Best(question, "lost", 2).of_guess(guess, candidates)[0] for guess in game.guesses}


def contradicted(game: bg.Game, history: bg.History, code: Code) -> int:
    """How many rows do not fit *code*."""
    return sum(game.score(row.guess, code) != row.feedback for row in history)


def check_puzzle(game: bg.Game, puzzle: Puzzle) -> None:
    """Everything that a puzzle says is true of its position, by trying everything."""
    candidates, misses = candidates_of(game, puzzle.history), plain_misses(game, puzzle)
    solutions = [guess for guess, miss in misses.items() if miss == 0]
    kind = KINDS[puzzle.kind]
    assert sorted(puzzle.solutions) == sorted(solutions)
    assert 1 <= len(solutions) <= 3
    assert puzzle.candidates == len(candidates)
    assert kind.min_candidates <= len(candidates) <= kind.max_candidates
    parts = parts_of(game, puzzle.solutions[0], candidates)
    assert puzzle.parts == {feedback: len(part) for feedback, part in parts.items()}
    assert puzzle.consistent == any(game.win in parts_of(game, guess, candidates) for guess in solutions)
    if puzzle.kind in ("win-in-two", "cannot-lose"):
        assert puzzle.consistent == (puzzle.kind == "win-in-two")
        assert set(puzzle.parts.values()) == {1}
    wrong = [miss for miss in misses.values() if miss]
    assert puzzle.near_misses == (wrong.count(min(wrong)) if wrong else 0)
    if puzzle.near_miss is not None:
        check_near_miss(game, puzzle, puzzle.near_miss, misses)


def check_near_miss(game: bg.Game, puzzle: Puzzle, wrong: NearMiss, misses: dict[Code, float]) -> None:
    """The nearest wrong guess is one, and fails on what it says."""
    assert misses[wrong.guess] == min(miss for miss in misses.values() if miss)
    if puzzle.kind == "only-secret":
        assert wrong.row is not None
        row = puzzle.history[wrong.row - 1]
        assert game.score(row.guess, wrong.guess) == wrong.feedback != row.feedback
        return
    parts = parts_of(game, wrong.guess, candidates_of(game, puzzle.history))
    parts.pop(game.win, None)
    assert wrong.candidates_after == len(parts[wrong.feedback]) == max(map(len, parts.values()))
    if puzzle.kind == "best-guess":
        assert wrong.loss == Fraction(int(misses[wrong.guess]), puzzle.candidates)
    else:
        assert wrong.loss is None
        assert wrong.candidates_after > 1


@settings(max_examples=200 if WHOLE else 6, deadline=None)
@given(small_games, st.sampled_from([*KINDS]), st.integers(0, 2**32))
def test_puzzles_are_true_of_small_games(game: bg.Game, kind: str, seed: int) -> None:
    """Of random small games, every puzzle has exactly the solutions that its definition gives."""
    puzzles = list(itertools.islice(bg.puzzles.make(game, kind, 3, seed), 3))
    assume(puzzles)
    for puzzle in puzzles:
        check_puzzle(game.with_rows(None), puzzle)


@pytest.mark.parametrize("kind", KINDS)
def test_positions_are_such_as_players_come_to(kind: str) -> None:
    """Every row leaves fewer candidates, none wins, no position comes twice, and the order is that of solutions."""
    game = bg.game("mastermind(4,5)")
    puzzles = list(bg.puzzles.make(game, kind, 8, 3))
    assert len(puzzles) == 8
    assert len({tuple(bg.Position(game, puzzle.history).candidates) for puzzle in puzzles}) == 8
    assert [len(puzzle.solutions) for puzzle in puzzles] == sorted(len(puzzle.solutions) for puzzle in puzzles)
    for puzzle in puzzles:
        counts = [bg.Position(game, puzzle.history[:rows]).count for rows in range(len(puzzle.history) + 1)]
        assert counts == sorted(set(counts), reverse=True)
        assert all(row.feedback != game.win for row in puzzle.history)
        assert puzzle.difficulty in (1, 2, 3)


def test_the_same_seed_gives_the_same_puzzles() -> None:
    """Everywhere: what is written here was made once. Another seed, other puzzles; rows and form do not matter."""
    expected = {
        "only-secret": "115:0.1 456:1.0 431:0.1 553:1.1",
        "win-in-two": "421:0.1 664:0.0 233:1.0",
        "cannot-lose": "625:0.1 312:2.0",
        "best-guess": "164:0.1 512:1.0",
    }
    found = {kind: str(next(bg.puzzles.make("mm3x6", kind, 1, 7)).history) for kind in KINDS}
    assert found == expected
    for given_game in ("mastermind(3,6,rows=10)", bg.game("mastermind(3,6,rows=2)")):
        assert str(next(bg.puzzles.make(given_game, "win-in-two", 5, 7)).history) == expected["win-in-two"]
    assert str(next(bg.puzzles.make("mm3x6", "win-in-two", 1, 8)).history) != expected["win-in-two"]


def test_fewer_where_there_are_no_more() -> None:
    """A small game has a few puzzles, a tiny one none; those with one solution come first."""
    assert not list(bg.puzzles.make("mastermind(1,1)", "only-secret", 3))
    few = list(bg.puzzles.make("mastermind(3,4)", "cannot-lose", 1000))
    assert 0 < len(few) < 1000


def test_what_is_refused() -> None:
    """Rules, other goals, costs, several winners, sizes by their figure, weights where they matter, other kinds."""
    costs = bg.CustomGame("ab", "ab", lambda g, s: g == s, True, costs=[1, 2])
    several = bg.CustomGame("ab", "ab", lambda g, s: True, True)
    for game, message in (
        ("mastermind(4,6,rule=strict)", "puzzles need a game without a rule"),
        ("balance(12)", "goal=identify"),
        (costs, "has costs"),
        (several, "one winning guess of its own"),
    ):
        with pytest.raises(bg.errors.GameError, match=message):
            bg.puzzles.make(game)
    with pytest.raises(bg.errors.SizeError, match=r"at most 100,000,000 pairs .* mastermind\(5,8\) has 1,073,741,824"):
        bg.puzzles.make("mastermind(5,8)")
    weighted = bg.CustomGame("abc", "abc", lambda g, s: g == s, win=True, weights={"a": 2, "b": 1, "c": 1})
    with pytest.raises(bg.errors.GameError, match="without weights"):
        bg.puzzles.make(weighted, "best-guess")
    bg.puzzles.make(weighted, "only-secret")
    with pytest.raises(bg.BestguessError, match="unknown kind of puzzle 'win-in-tow', did you mean 'win-in-two'"):
        bg.puzzles.make("mm3x4", "win-in-tow")


def test_stops_when_asked() -> None:
    """Whoever waits no longer can end the search."""
    stop = threading.Event()

    def check() -> None:
        if stop.is_set():
            raise RuntimeError("nobody waits")

    with interruptible(check):
        puzzles = bg.puzzles.make("mm3x6", "win-in-two", 100)
        next(puzzles)
        stop.set()
        with pytest.raises(RuntimeError, match="nobody waits"):
            next(puzzles)


def test_an_interruption_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Ctrl-C, puzzles that wait for others with fewer solutions are given first."""
    several = next(bg.puzzles.make("mastermind(3,4)", "cannot-lose", 1))
    assert len(several.solutions) > 1

    def interrupted(*arguments: Any) -> Iterator[bg.Position | None]:
        yield from itertools.islice(draw_positions(*arguments), 2000)
        raise KeyboardInterrupt

    monkeypatch.setattr("bestguess.puzzles.generation.draw_positions", interrupted)
    puzzles = bg.puzzles.make("mastermind(3,4)", "cannot-lose", 5)
    found = [next(puzzles), next(puzzles)]
    assert found[0] == several
    with pytest.raises(KeyboardInterrupt):
        next(puzzles)


@pytest.mark.parametrize("kind", KINDS)
def test_what_every_wrong_guess_fails_on(kind: str) -> None:
    """Counted anew: the first row that does not fit, the largest part, and a loss that is never too high."""
    game = bg.game("mastermind(3,6,secrets=distinct)")
    puzzle = next(bg.puzzles.make(game, kind, 1, 2))
    position = bg.Position(game, puzzle.history)
    for guess in set(game.guesses) - set(puzzle.solutions):
        wrong = failure(game, puzzle, guess)
        if wrong is None:
            assert kind == "only-secret"
            assert guess not in game.secrets
        elif kind == "only-secret":
            answers = [game.score(row.guess, guess) for row in puzzle.history]
            unfit = [number for number, row in enumerate(puzzle.history) if row.feedback != answers[number]]
            assert (wrong.row, wrong.feedback) == (unfit[0] + 1, answers[unfit[0]])
        else:
            answers = [game.score(guess, secret) for secret in position.candidates]
            largest = max(answers.count(answer) for answer in answers if answer != game.win)
            assert answers.count(wrong.feedback) == wrong.candidates_after == largest
            if wrong.loss is not None:
                total = bg.optimum(position, first_guess=guess).upper_bound
                assert total is not None
                assert puzzle.near_miss is not None
                assert puzzle.near_miss.loss is not None
                assert puzzle.expected is not None
                assert puzzle.near_miss.loss <= wrong.loss <= Fraction(int(total), position.count) - puzzle.expected
