"""Strategies: their choices, compared with plain Python, and their errors."""

import math
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess import engine
from bestguess.strategies import FunctionStrategy, MetricStrategy
from plain import METRICS, is_over, plain_guess
from worlds import any_games, draw_position, question_games

GAMES = any_games | question_games()


@given(GAMES, st.sampled_from(sorted(METRICS)), st.booleans(), st.data())
def test_native_choice_is_the_plain_one(game: bg.Game, name: str, consistent: bool, data: st.DataObject) -> None:
    """The lowest metric (entropy and parts by cost), then consistent, then cheapest, then lowest; without rounding."""
    position = draw_position(game, data)
    assume(not is_over(game, position.candidates))
    consistent &= game.goal == "hit"
    guess = bg.strategy(name, consistent=consistent, game=game)(position)
    assert guess == plain_guess(game, name, consistent, position.candidates)
    assert guess == bg.strategy(name, consistent=consistent)(position)


@given(GAMES, st.booleans())
def test_a_metric_of_your_own_is_as_good_as_a_built_in_one(game: bg.Game, consistent: bool) -> None:
    """A Python function gives the same tree. A function of part sizes does not know costs, which only break ties."""
    consistent &= game.goal == "hit"
    metrics = {"minimax": bg.metrics.largest_part, "expected-size": bg.metrics.expected_size}
    if game.costs is None:
        metrics["entropy"] = lambda sizes: -bg.entropy(sizes) if any(sizes) else 0.0
        metrics["most-parts"] = lambda sizes: -len(sizes)
    for name, metric in metrics.items():
        own = MetricStrategy(name, metric, consistent)
        assert bg.build_tree(game, own) == bg.build_tree(game, name, consistent=consistent)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=8), st.lists(st.integers(1, 50), min_size=1, max_size=8))
def test_equal_entropies_are_equal(one: list[int], other: list[int]) -> None:
    """Entropies are within 1e-9 of each other exactly when exact integers say that they are equal."""
    if sum(one) == sum(other):
        exact = math.prod(size**size for size in one) == math.prod(size**size for size in other)
        assert (abs(bg.entropy(one) - bg.entropy(other)) < 1e-9) == exact


def test_random_state_is_splitmix64() -> None:
    """The first number for seed 0 is that of the published generator."""
    assert engine.random_state(0) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        (lambda sizes: float("nan"), r"the metric 'bad' must return a number for part sizes \[.*\], got nan"),
        (lambda sizes: 1 / 0, "the metric 'bad' fails for part sizes .*ZeroDivisionError"),
        (lambda sizes: exit(), "the metric 'bad' fails for part sizes .*SystemExit"),
        (lambda sizes: "much", "the metric 'bad' must return a number for part sizes .*, got 'much'"),
    ],
)
def test_bad_metrics_are_refused(metric: bg.Metric, message: str) -> None:
    """The error names the metric and the part sizes."""
    with pytest.raises(bg.errors.StrategyError, match=message):
        bg.build_tree(bg.game("mastermind(2,3)"), MetricStrategy("bad", metric))


def test_a_metric_that_prefers_nothing_still_ends() -> None:
    """Guesses that do not split the candidates are never played, whatever their metric."""
    tree = bg.build_tree(bg.game("mastermind(2,4)"), MetricStrategy("worst", lambda sizes: -max(sizes)))
    assert tree.figures.secrets == 16


def test_a_strategy_of_your_own() -> None:
    """Any function from a position to a guess works. A wrong guess, or one that does not split, is refused."""
    game = bg.game("mastermind(3,4)")
    last = bg.build_tree(game, FunctionStrategy("last", lambda position: position.candidates[-1]))
    assert last.figures.secrets == 64
    assert last.root.guess == "444"
    with pytest.raises(
        bg.errors.StrategyError, match=r"'same' plays '111' after '111:0\.0', which does not split the candidates"
    ):
        bg.build_tree(game, FunctionStrategy("same", lambda position: "111"))
    with pytest.raises(bg.errors.StrategyError, match="'wrong' fails at the start: CodeError: expected 3 symbols"):
        bg.build_tree(game, FunctionStrategy("wrong", lambda position: "9"))
    with pytest.raises(bg.errors.StrategyError, match="'leaving' fails at the start: SystemExit"):
        bg.build_tree(game, FunctionStrategy("leaving", lambda position: exit()))


def test_names() -> None:
    """Unknown, taken and odd names are refused; registered names work."""
    game = bg.game("mastermind(2,3)")
    with pytest.raises(bg.errors.StrategyError, match="unknown strategy 'Knuth', did you mean 'minimax', by Knuth"):
        bg.strategy("Knuth", game="mm4x6")
    with pytest.raises(bg.errors.StrategyError, match="unknown strategy 'minmax', did you mean 'minimax'"):
        bg.strategy("minmax", game=game)
    with pytest.raises(bg.errors.StrategyError, match="the first guess '99' is not a guess of mastermind"):
        bg.strategy("minimax", first_guess="99", game=game)
    with pytest.raises(bg.errors.StrategyError, match="belongs to a built-in strategy"):
        bg.metrics.register("minimax", max)
    with pytest.raises(bg.errors.StrategyError, match="without space or comma"):
        bg.register_strategy("a,b", lambda position: "11")
    bg.metrics.register("cubes", lambda sizes: sum(size**3 for size in sizes))
    bg.register_strategy("lowest", lambda position: position.candidates[0])
    assert bg.build_tree(game, "lowest").guesses == bg.build_tree(game, "first").guesses
    assert {"cubes", "lowest", "entropy"} <= {entry.name for entry in bg.known_strategies()}
    assert repr(bg.strategy("cubes", first_guess="11", game=game)) == "strategy('cubes', first_guess='11')"
    assert repr(bg.strategy("cubes", first_guess=0)) == "strategy('cubes', first_guess=0)"


def test_a_first_guess_without_a_game() -> None:
    """The game that is played reads the first guess, wherever the strategy is used."""

    def asks(first: object) -> list[Callable[[], object]]:
        players = [bg.strategy(name, first_guess=first) for name in ("minimax", "optimal")]
        return [
            ask
            for player in players
            for ask in (
                lambda player=player: player("mm3x4"),
                lambda player=player: player.move("mm3x4").guess,
                lambda player=player: bg.best_guess("mm3x4", by=player),
                lambda player=player: bg.build_tree("mm3x4", player).first_guess,
                lambda player=player: bg.lazy_tree("mm3x4", player).guess,
                lambda player=player: bg.compare("mm3x4", player)[0].first_guess,
                lambda player=player: next(iter(bg.watch("mm3x4", "123", player))).guess,
            )
        ]

    for first in ("112", (1, 1, 2), ["1", "1", "2"]):
        assert [ask() for ask in asks(first)] == ["112"] * 14
    for ask in asks("999"):
        with pytest.raises(
            bg.errors.StrategyError, match=r"^the first guess '999' is not a guess of mastermind\(3,4\)"
        ):
            ask()


def test_squares_of_large_weights_are_exact() -> None:
    """Equal sums of squares near 2^62 are equal, in whichever order they are added."""
    big = 2**29
    weights = [big + 1, big - 1, big, 1]
    answers = {("x", s): f for s, f in zip("abcd", "1123", strict=True)} | {
        ("y", s): f for s, f in zip("abcd", "2113", strict=True)
    }
    game = bg.CustomGame(
        "yxabcd", "abcd", lambda g, s: "won" if g == s else answers.get((g, s), "-"), "won", weights=weights
    )
    weight = dict(zip("abcd", weights, strict=True))

    def value(guess: str) -> float:
        return sum(sum(weight[secret] for secret in part) ** 2 for part in bg.Position(game).partition(guess).values())

    chosen = bg.strategy("expected-size", game=game)(bg.Position(game))
    assert chosen == min(game.guesses, key=lambda guess: (value(guess), guess not in "abcd"))
