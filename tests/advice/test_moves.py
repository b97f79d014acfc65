"""What a strategy plays next, that what is certain is true, how it plays on, and how an adversary answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import draw_secret, next_move
from bestguess.bounds import Bounds
from bestguess.strategies import Move
from questions import Question, best_play
from sampling import without_table
from worlds import any_games, custom_games, playthroughs, question_games

ONE_STEP = ["first", "random", "minimax", "expected-size", "entropy", "most-parts"]


def height(chosen: bg.Strategy, position: bg.Position) -> int:
    """The most guesses that a strategy needs from *position* on."""
    parts = position.parts(chosen(position))
    return 1 + max((height(chosen, part) for answer, part in parts.items() if answer != position.game.win), default=0)


@given(playthroughs(), st.sampled_from(ONE_STEP), st.integers(0, 3))
def test_one_step_moves_are_the_strategys(run: bg.Position, by: str, seed: int) -> None:
    """The guess is that of the strategy, always certain, and the worst case is the height of its tree from here."""
    if run.over:
        return
    chosen = bg.strategy(by, seed=seed, game=run.game)
    move = next_move(run, by, seed=seed)
    assert (move.guess, move.certain, move.total) == (chosen(run), True, None)
    assert chosen.move(run, 0) == Move(move.guess)
    assert move.worst == (None if chosen.is_random else height(chosen, run))


@given(playthroughs(custom_games(max_secrets=7)), st.sampled_from([None, 0, 10, 1000]))
def test_optimal_moves(run: bg.Position, budget: int | None) -> None:
    """A certain move is the best by trying everything, bounds hold the true total, and every move is legal."""
    if run.over:
        return
    codes, question = tuple(run.candidates), Question(run.game)
    move = bg.strategy("optimal", game=run.game).move(run, budget)
    best = best_play(question, "mean,worst", codes, None)
    assert best is not None
    truth = int(best.of(codes)[1])
    if move.total is not None:
        assert move.total.lower <= truth <= move.total.upper
    if budget is None:
        assert move.certain
        assert move.total is not None
    if move.certain:
        assert {path[0] for path in best.tree(codes).values()} == {move.guess}
        assert move.worst == best.limit
        assert move.total is None or move.total == Bounds(truth, truth)
    assert move.guess in question.useful(codes)


def test_the_mean_is_bounded_where_the_worst_case_is_not_proven() -> None:
    """A search that ends between the two halves knows the total, and is not certain of its move."""
    game = bg.game("mastermind(4,5)")
    nodes = bg.optimum(game, limits=bg.Limits(threads=1)).nodes
    move = bg.strategy("optimal").move(game, nodes + 1)
    assert (move.certain, move.worst, move.total) == (False, None, Bounds(2463, 2463))
    earlier = bg.strategy("optimal").move(game, nodes // 2)
    assert earlier.total is not None
    assert earlier.total.lower <= 2463 <= earlier.total.upper


def test_the_worst_case_of_a_first_guess() -> None:
    """A strategy with a first guess counts that guess in its worst case."""
    game = bg.game("mastermind(4,6)")
    chosen = bg.strategy("minimax", first_guess="1111", game=game)
    move = next_move(bg.Position(game), chosen)
    assert (move.guess, move.worst) == ("1111", bg.build_tree(game, chosen).worst) == ("1111", 6)


def test_a_small_budget_is_not_certain() -> None:
    """With too few nodes to search, an optimal strategy plays what entropy does, and says that it is not proven."""
    position = bg.Position("mastermind(4,6)", "1112:1.0")
    for by in ("optimal", "optimal-worst"):
        move = bg.strategy(by).move(position, 0)
        assert move == Move(bg.best_guess(position, by="entropy"), certain=False)


def test_moves_from_a_sample() -> None:
    """In a game too large for a table a metric is asked on a sample; a strategy that proves is then never certain."""
    run = bg.Position(without_table(bg.game("mastermind(4,6)")), "1122:1.0")
    assert not run.has_table
    assert next_move(run, "minimax") == Move(bg.advise(run, by="minimax", count=1).choice)
    assert next_move(run, "optimal") == Move(bg.advise(run, count=1).choice, certain=False)


def test_a_drawn_secret_follows_the_seed_and_the_weights() -> None:
    """The same seed draws the same secret; what weighs nothing is never drawn."""
    game = bg.game("mastermind(4,6)")
    assert {draw_secret(game, 7) for _ in range(3)} == {"4134"}
    assert len({draw_secret(game, seed) for seed in range(50)}) > 40
    heavy = bg.CustomGame("abc", "abc", lambda g, s: g == s, win=True, weights=[0, 1, 0])
    assert {draw_secret(heavy, seed) for seed in range(20)} == {"b"}


@given(
    st.one_of(any_games, question_games(max_secrets=8, max_guesses=6)), st.sampled_from(["minimax", "first", "optimal"])
)
def test_watching(game: bg.Game, by: str) -> None:
    """Each secret is found: feedbacks are true, steps follow each other, and the last one wins or says what it is."""
    for secret in game.secrets:
        steps = list(bg.watch(game, secret, by))
        assert [step.feedback for step in steps] == [game.score(step.guess, secret) for step in steps]
        assert [step.candidates_before for step in steps[1:]] == [step.candidates_after for step in steps[:-1]]
        assert all(step.label is None and step.feedback != game.win for step in steps[:-1])
        assert (steps[-1].feedback == game.win) == (game.goal == "hit")
        assert steps[-1].label == (None if game.goal == "hit" else game.label_of(secret))
        run = bg.Position(game, bg.History([(step.guess, step.feedback) for step in steps]))
        assert (run.over, run.count) == (True, steps[-1].candidates_after)
        assert all((step.labels_after is None) == (game.labels is None) for step in steps)


def test_what_cannot_be_watched() -> None:
    """A game too large for a table, and a secret that does not fit: refused at once, not in the middle."""
    with pytest.raises(bg.errors.SizeError, match=r"small enough for a table, got mastermind\(8,12\)"):
        bg.watch(bg.game("mastermind(8,12)"), "12345678", "first")
    with pytest.raises(bg.errors.HistoryError, match=r"row 1 of the history.*: the secret gives a different feedback"):
        bg.watch(bg.Position("mm4x6", "1122:1.0"), "3333")


def test_drawing_among_few_candidates() -> None:
    """One of the candidates, also when they are too few to be met by chance."""
    game = bg.game("mastermind(6,9)")
    secret, guesses = "918273", ("112233", "445566", "789123", "918237", "918372")
    rows = game.as_history(" ".join(f"{guess}:{game.score(guess, secret)}" for guess in guesses))
    drawn = draw_secret(bg.Position(game, rows), 1)
    assert all(game.score(row.guess, drawn) == row.feedback for row in rows)
    with pytest.raises(bg.errors.ContradictionError, match="no secret of"):
        draw_secret(bg.Position(game, "111111:0.0 111222:4.0"), 1)
