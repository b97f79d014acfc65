"""Values, chances, advice and reviews of games of any goal: what trying everything says."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import Advice, Values, advise_or_label, evaluate_guess, hardest_feedback, next_move
from bestguess.advice.chances import Chances
from bestguess.advice.values import least_by_parts
from bestguess.games import Code
from questions import Best, Question
from worlds import playthroughs, small_games

RUNS = playthroughs(small_games, most=3)


class Truth:
    """What positions of *game* are worth, by trying everything; candidates that all weigh nothing are alike."""

    def __init__(self, game: bg.Game) -> None:
        self.game = game
        alike = Question(game)
        alike.weight = dict.fromkeys(game.secrets, 1)
        self.by_weight, self.alike = Best(Question(game), "mean", None), Best(alike, "mean", None)
        self.chances: dict[tuple[tuple[Code, ...], int], Fraction] = {}

    def best(self, candidates: Sequence[Code]) -> Best:
        """The best play by the weights that count for *candidates*."""
        weight = self.by_weight.question.weight
        return self.by_weight if any(weight[code] for code in candidates) else self.alike

    def weight(self, candidates: Sequence[Code]) -> int:
        """What *candidates* weigh."""
        weight = self.best(candidates).question.weight
        return sum(weight[code] for code in candidates)

    def cost(self, guess: Code) -> Fraction:
        """What *guess* costs in the user's unit."""
        return self.game.cost_unit * int(self.alike.question.cost[guess])

    def is_over(self, candidates: Sequence[Code]) -> bool:
        """Whether nothing has to be asked, with goal identify."""
        return self.game.goal == "identify" and len({self.game.label_of(code) for code in candidates}) == 1

    def value(self, candidates: Sequence[Code]) -> Fraction:
        """The least expected number or cost of further guesses."""
        if self.is_over(candidates):
            return Fraction(0)
        total = self.best(candidates).of(tuple(candidates))[1]
        return int(total) * self.game.cost_unit / self.weight(candidates)

    def value_of(self, guess: Code, candidates: Sequence[Code]) -> Fraction:
        """The same when *guess* is made first."""
        best = self.best(candidates)
        if self.is_over(candidates) or guess not in best.question.useful(candidates):
            return self.cost(guess) + self.value(candidates)
        total = best.of_guess(guess, tuple(candidates), 0, 0)[1]
        return int(total) * self.game.cost_unit / self.weight(candidates)

    def over_with(self, guess: Code, candidates: Sequence[Code]) -> Fraction:
        """How likely the game is over with *guess*."""
        return self.chance_of(guess, candidates, 1)

    def chance(self, candidates: Sequence[Code], rows: int) -> Fraction:
        """The best chance to be done within *rows*."""
        if self.is_over(candidates):
            return Fraction(1)
        if not rows:
            return Fraction(0)
        key = (tuple(candidates), rows)
        if key not in self.chances:
            self.chances[key] = max(self.chance_of(guess, candidates, rows) for guess in self.game.guesses)
        return self.chances[key]

    def chance_of(self, guess: Code, candidates: Sequence[Code], rows: int) -> Fraction:
        """The same when *guess* is made in the first of them."""
        question = self.best(candidates).question
        parts = question.parts(guess, candidates)
        found = Fraction(0)
        for answer, part in parts.items():
            won = answer == self.game.win or self.is_over(part)
            found += sum(question.weight[code] for code in part) * (1 if won else self.chance(part, rows - 1))
        return found / self.weight(candidates)


@given(RUNS, st.sampled_from([None, 0, 20]))
def test_values_are_those_of_trying_everything(run: bg.Position, nodes: int | None) -> None:
    """Of a position and of each guess: exact where there is no limit, else bounds; a known guess reaches the upper."""
    if run.over and run.game.goal == "hit":
        return
    truth, codes, values = Truth(run.game), run.candidates, Values(run.game, nodes)
    for guess in run.game.guesses:
        found = values.of_guess(run, guess)
        assert found.bounds.lower <= truth.value_of(guess, codes) <= found.bounds.upper
        assert found.proven or nodes is not None
    found = values.of(run)
    assert found.bounds.lower <= truth.value(codes) <= found.bounds.upper
    assert found.proven or nodes is not None
    assert (found.guess is None) == (run.label is not None)
    if found.guess is not None:
        assert truth.value_of(found.guess, codes) <= found.bounds.upper
        if run.table.weights[run.candidate_indices].any():
            least = least_by_parts(run) * run.game.cost_unit / truth.weight(codes)
            assert least <= truth.value(codes)


@given(RUNS, st.integers(1, 4), st.sampled_from([0, 1000]))
def test_chances_are_those_of_trying_everything(run: bg.Position, rows: int, nodes: int) -> None:
    """Of a position and of each guess; whatever guesses cost, rows count guesses."""
    if run.over and run.game.goal == "hit":
        return
    truth, codes, chances = Truth(run.game), run.candidates, Chances(nodes)
    for guess in run.game.guesses:
        low, high = chances.of_guess(run, rows, guess).bounds
        assert low <= truth.chance_of(guess, codes, rows) <= high
        assert low == high or (rows > 2 and not nodes)
    found = chances.of(run, rows)
    assert found.bounds.lower <= truth.chance(codes, rows) <= found.bounds.upper
    assert found.proven or (rows > 1 and not nodes)
    assert (found.guess is None) == (run.label is not None)
    if found.guess is not None:
        assert truth.chance_of(found.guess, codes, rows) >= found.bounds.lower
    for guess in run.game.guesses:  # what is known of the position helps, and is true of the guesses too
        low, high = chances.of_guess(run, rows, guess, by_tree=False).bounds
        assert low <= truth.chance_of(guess, codes, rows) <= high


@given(small_games, st.data())
def test_a_list_of_candidates(game: bg.Game, data: st.DataObject) -> None:
    """Advice from a bare list is worth what trying everything says, whatever history could have led there."""
    codes = data.draw(st.lists(st.sampled_from(game.secrets), min_size=1, unique=True))
    advice, truth = bg.advise(game, candidates=codes), Truth(game)
    assert advice.candidates == len(codes)
    if truth.is_over(codes):
        assert (advice.suggestions, advice.label) == ((), game.label_of(codes[0]))
        return
    assert advice.best.expected_range.upper is not None
    ordered = [code for code in game.secrets if code in codes]
    assert advice.best.expected_range.lower <= truth.value(ordered) <= advice.best.expected_range.upper


def check_best_chance(advice: Advice, best: Fraction, exactly: bool) -> None:
    """The best chance comes first, and is that of the choice; no suggestion wins more often."""
    chances = {one.guess: one.chance_range for one in advice.suggestions if one.chance_range is not None}
    lowest = [chance.lower or Fraction(0) for chance in chances.values()]
    assert lowest == sorted(lowest, reverse=True)
    assert chances[advice.choice].lower == lowest[0]
    assert not exactly or chances[advice.choice] == (best, best)


@given(
    RUNS,
    st.sampled_from(["entropy", "minimax", "most-parts", "expected-size", "first", "random", "optimal"]),
    st.sampled_from([None, 0]),
    st.sampled_from([None, 1, 2, 3]),
)
def test_advice(run: bg.Position, by: str, budget: int | None, left: int | None) -> None:
    """Values, chances and ends by trying everything; the choice of a strategy, and the best that is proven."""
    if left is not None:
        run = bg.Position(run.game.with_rows(len(run.history) + left), run.history)
    game, truth, codes = run.game, Truth(run.game), run.candidates
    if run.label is not None:
        over = advise_or_label(run, by=by, budget=budget)
        assert (over.choice, over.suggestions, over.label, over.certain) == (None, (), run.label, True)
        assert (over.as_json()["choice"], over.as_json()["label"]) == (None, game.text(run.label))
        with pytest.raises(bg.errors.HistoryError, match="over: it is"):
            _ = over.best
        for ask in (bg.advise, bg.hint, next_move):
            with pytest.raises(bg.errors.HistoryError, match="over: it is"):
                ask(run)
        return
    if run.over:
        with pytest.raises(bg.errors.HistoryError, match="won"):
            bg.advise(run, by=by)
        return
    advice = bg.advise(run, by=by, budget=budget)
    assert advice.as_json()["goal"] == game.goal
    assert advice.label is None
    assert (advice.labels is None) == (game.labels is None)
    for one in advice.suggestions:
        parts = Question(game).parts(one.guess, codes)
        assert one.consistent == (game.win in parts)
        assert (one.parts, one.largest_part) == (len(parts), max(map(len, parts.values())))
        assert one.win_probability == truth.over_with(one.guess, codes)
        assert (
            one.expected_range.upper is None
            or one.expected_range.lower <= truth.value_of(one.guess, codes) <= one.expected_range.upper
        )
        assert one.cost == (None if game.costs is None else truth.cost(one.guess))
        assert (one.chance_range is None) == (left is None)
        if left is not None and one.chance_range is not None:
            assert one.chance_range.lower is not None
            assert one.chance_range.lower <= truth.chance_of(one.guess, codes, left) <= one.chance_range.upper
    if left is not None:
        check_best_chance(advice, truth.chance(codes, left), exactly=left <= 2 or budget is None)
    elif budget is None:
        assert advice.best.expected_range.upper == truth.value(codes)
        uppers = [one.expected_range.upper for one in advice.suggestions if one.expected_range.upper is not None]
        assert uppers == sorted(uppers)
        best = [one for one in advice.suggestions if one.expected_range.upper == advice.best.expected_range.upper]
        ranks = [(not one.consistent, one.cost or 0, game.guesses.index(one.guess)) for one in best]
        assert ranks == sorted(ranks)
    if left is None and by != "optimal":
        assert advice.choice == bg.best_guess(run, by=by)
    assert evaluate_guess(run, advice.best.guess).win_probability == advice.best.win_probability


@given(RUNS, st.sampled_from([None, 0, 20]), st.integers(0, 2), st.data())
def test_reviews(run: bg.Position, budget: int | None, more: int, data: st.DataObject) -> None:
    """Loss and luck by definition; cost + E(now) = E(start) + losses - lucks, exactly, also with questions too many."""
    game, truth = run.game, Truth(run.game)
    history = run.history
    for _ in range(more if game.goal == "identify" else 0):
        guess = data.draw(st.sampled_from(game.guesses))
        history += bg.Row(guess, game.score(guess, run.candidates[0]))
        run = bg.Position(game, history)
    found = bg.review(game, history, budget=budget, prove=budget is None)
    assert found.cost + found.expected_now == found.value + found.loss - found.luck
    assert found.cost == sum(map(truth.cost, (row.guess for row in history)), Fraction(0))
    assert (found.goal, found.label) == (game.goal, run.label)
    assert (found.expected_now == 0) == run.over
    codes: Sequence[Code] = game.secrets
    for move in found.moves:
        left = Question(game).parts(move.guess, codes)[move.feedback]
        before, made = truth.value(codes), truth.value_of(move.guess, codes)
        after = Fraction(0) if move.feedback == game.win else truth.value(left)
        loss, luck = made - before, made - truth.cost(move.guess) - after
        assert move.loss_range.lower <= loss <= move.loss_range.upper
        assert move.luck_range.lower <= luck <= move.luck_range.upper
        assert move.win_probability == truth.over_with(move.guess, codes)
        assert (move.candidates_before, move.candidates_after) == (len(codes), len(left))
        assert move.cost == (None if game.costs is None else truth.cost(move.guess))
        assert move.labels_after == (None if game.labels is None else len({game.label_of(code) for code in left}))
        if move.proven:
            assert (move.loss, move.luck) == (loss, luck)
            assert all(truth.value_of(best, codes) == before for best in move.best)
            assert (move.guess in move.best) == (move.loss == 0)
            assert (move.best == ()) == truth.is_over(codes)
        assert move.proven or budget is not None
        codes = left


@given(RUNS, st.integers(0, 3))
def test_reviews_with_rows(run: bg.Position, left: int) -> None:
    """The chance before and after each move; loss and luck are those of the game without rows."""
    if not run.history:
        return
    rows, truth = len(run.history) + left, Truth(run.game)
    codes: Sequence[Code] = run.game.secrets
    moves, free = bg.review(run.game.with_rows(rows), run.history).moves, bg.review(run).moves
    for number, (move, plain) in enumerate(zip(moves, free, strict=True)):
        assert replace(move, chance_before_range=None, chance_after_range=None) == plain
        assert number == 0 or move.chance_before_range == moves[number - 1].chance_after_range
        assert move.chance_before_range is not None
        assert move.chance_before_range.lower <= truth.chance(codes, rows - number) <= move.chance_before_range.upper
        codes = Question(run.game).parts(move.guess, codes)[move.feedback]
    assert moves[-1].chance_after_range is not None
    assert (moves[-1].chance_after_range == bg.Bounds(Fraction(0), Fraction(0))) == (not run.over and left == 0)
    assert not run.over or moves[-1].chance_after_range == bg.Bounds(Fraction(1), Fraction(1))


@given(RUNS, st.data())
def test_the_adversary_makes_it_last(run: bg.Position, data: st.DataObject) -> None:
    """Its answer leaves the most work of those that do not end it; the game ends when nothing else is left."""
    game, truth = run.game, Truth(run.game)
    if run.outcome == "won":
        return
    guess = data.draw(st.sampled_from(game.guesses))
    parts = Question(game).parts(guess, run.candidates)
    answer = hardest_feedback(run, guess)
    running = {f: part for f, part in parts.items() if not Question(game).is_over(f, part)}
    assert answer in (running or parts)
    if running:
        assert truth.value(running[answer]) == max(map(truth.value, running.values()))


def test_positions_whose_candidates_weigh_nothing() -> None:
    """They are alike, in a table of their own: what is known of it is not taken for the whole table's."""

    def score(guess: str, secret: str) -> str:
        return "won" if guess == secret else "early" if secret in "ab" else "late"

    game = bg.CustomGame("abcdx", "abcd", score, "won", weights=[3, 1, 0, 0])
    chances = Chances(0)
    assert chances.of_guess(bg.Position(game, "x:late"), 2, "x").bounds == (Fraction(1, 2), Fraction(1, 2))
    assert chances.of(bg.Position(game, "x:early"), 1).bounds == (Fraction(3, 4), Fraction(3, 4))


@pytest.mark.parametrize("by", ["first", "minimax", "expected-size", "entropy", "most-parts", "optimal"])
def test_a_sure_win_is_the_choice(by: str) -> None:
    """A guess that wins against all candidates is played, though another splits them."""
    answers = [["won", "no"], ["won", "won"]]
    game = bg.CustomGame(range(2), range(2), lambda guess, secret: answers[guess][secret], win="won")
    advice = bg.advise(game, by=by)
    assert advice.choice == bg.best_guess(game, by=by)
    assert advice.best.guess == 1
    assert by == "first" or advice.choice == 1
