"""Strategies and trees in games with a rule: they play the best allowed guess."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.data import known_figures, known_first_guess, known_plan
from bestguess.games import Code
from plain import METRICS, is_allowed, paths_of, plain_guess
from worlds import playthroughs, ruled_games


def best_allowed(name: str, consistent: bool, position: bg.Position) -> Code:
    """Return the choice of `plain_guess` among the allowed guesses."""
    game, codes = position.game, list(position.candidates)
    allowed = [guess for guess in game.guesses if is_allowed(game, guess, position.history)]
    chosen = bg.CustomGame(allowed, codes, game.score, game.win)
    if game.weights is not None:
        weight = dict(zip(game.secrets, game.weights, strict=True))
        weights = [weight[code] for code in codes]
        chosen = bg.CustomGame(allowed, codes, game.score, game.win, weights=weights if any(weights) else None)
    return plain_guess(chosen, name, consistent, codes)


@given(playthroughs(ruled_games()), st.sampled_from(sorted(METRICS)), st.booleans())
def test_the_best_allowed_guess(position: bg.Position, name: str, consistent: bool) -> None:
    """By every metric, custom ones included, with the usual ties."""
    assume(not position.over)
    expected = best_allowed(name, consistent, position)
    assert bg.best_guess(position, by=name, consistent=consistent) == expected
    if position.game.weights is None:
        metric = bg.Metric(METRICS[name], name)  # type: ignore[arg-type]
        assert bg.best_guess(position, by=metric, consistent=consistent) == expected


@given(ruled_games(), st.sampled_from(["first", "random", *METRICS]), st.booleans())
def test_trees_keep_to_the_rule(game: bg.Game, name: str, consistent: bool) -> None:
    """In every node, also of lazy trees, and when watched. Every secret is found, and the file has the rule."""
    tree = bg.build_tree(game, name, consistent=consistent)
    assert tree.figures.secrets == len(game.secrets)
    assert (tree.figures.rule, tree.figures.as_json()["rule"]) == (game.rule, game.rule)
    for history, node in tree.root.walk():
        assert is_allowed(game, node.guess, history)
        assert node.wins or not consistent
    assert paths_of(bg.lazy_tree(game, name, consistent=consistent)) == paths_of(tree)
    secret = game.secrets[-1]
    chosen = bg.strategy(name, consistent=consistent, game=game)
    assert tuple(step.guess for step in bg.watch(game, secret, chosen)) == paths_of(tree)[secret]


def test_strategies_of_the_user_must_keep_to_the_rule(few: str) -> None:
    """A function, and the tree of the same game without the rule, are refused in one line."""
    game = bg.game(f"{few[:-1]},rule=hard)")
    position = bg.Position(game, "eerie:YBYBG")

    def stubborn(position: bg.Position) -> str:
        return (
            "prune"
            if str(position.history) == "eerie:YBYBG"
            else position.candidates[0]
            if position.history
            else "eerie"
        )

    message = "the strategy 'stubborn' plays 'prune' after 'eerie:YBYBG': rule hard: 'prune' needs two e, because row 1"
    with pytest.raises(bg.errors.StrategyError, match=message):
        bg.best_guess(position, by=stubborn)
    with pytest.raises(bg.errors.StrategyError, match=message):
        bg.build_tree(game, stubborn)
    tree = bg.build_tree(game.without_rule(), "entropy")
    with pytest.raises(bg.errors.StrategyError, match=r"expected a tree of .*rule=hard"):
        bg.best_guess(game, by=tree)


def test_shipped_results_are_not_those_of_a_rule() -> None:
    """Plans, first guesses and figures ship only for the game without a rule."""
    game = bg.game("mastermind(4,6,rule=strict)")
    for known in (known_plan(game, "optimal"), known_first_guess(game), known_figures(game, "minimax")):
        assert known is None
    free = game.without_rule()
    assert None not in (known_plan(free, "optimal"), known_first_guess(free), known_figures(free, "minimax"))
