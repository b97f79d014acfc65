"""Strategies and trees in games with a rule: the best of the guesses that are allowed."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.data import known_figures, known_first_guess, known_plan
from bestguess.games import Code
from plain import METRICS, is_allowed, paths_of, plain_guess
from worlds import playthroughs, ruled_games


def best_allowed(name: str, consistent: bool, position: bg.Position) -> Code:
    """What `plain_guess` chooses when it may make allowed guesses only."""
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
    """By every metric, also one of the user's own; ties as everywhere."""
    assume(not position.over)
    wanted = best_allowed(name, consistent, position)
    assert bg.best_guess(position, by=name, consistent=consistent) == wanted
    if position.game.weights is None:
        metric = bg.Metric(METRICS[name], name)  # type: ignore[arg-type]
        assert bg.best_guess(position, by=metric, consistent=consistent) == wanted


@given(ruled_games(), st.sampled_from(["first", "random", *METRICS]), st.booleans())
def test_trees_keep_to_the_rule(game: bg.Game, name: str, consistent: bool) -> None:
    """Node by node, lazy ones too; every secret is found, and the file says the rule."""
    tree = bg.build_tree(game, name, consistent=consistent)
    assert tree.figures.secrets == len(game.secrets)
    assert (tree.figures.rule, tree.figures.as_json()["rule"]) == (game.rule, game.rule)
    for history, node in tree.root.walk():
        assert is_allowed(game, node.guess, history)
        assert node.wins or not consistent
    assert paths_of(bg.lazy_tree(game, name, consistent=consistent)) == paths_of(tree)


def test_strict_pegs_are_consistent_guesses() -> None:
    """Where every guess may be the secret, the two are the same."""
    for name in METRICS:
        strict = bg.build_tree("mastermind(3,4,rule=strict)", name)
        consistent = bg.build_tree("mastermind(3,4)", name, consistent=True)
        assert strict.guesses == consistent.guesses
        assert strict.figures.distribution == consistent.figures.distribution


def test_a_rule_costs_guesses(tmp_path: Path) -> None:
    """Two candidates of four letters alike: a free guess tells all apart, an allowed one does not."""
    path, more = tmp_path / "few.txt", tmp_path / "more.txt"
    path.write_text("bills\nfills\nhills\nmills\npills\n")
    more.write_text("fhbmp\n")
    free, hard = (f"words({path},guesses={more}{rule})" for rule in ("", ",rule=hard"))
    assert bg.build_tree(free, "entropy").figures.worst == 2
    assert bg.build_tree(hard, "entropy").figures.first_guess == "fhbmp"
    first = bg.build_tree(hard, "entropy", first_guess="bills").figures
    assert first.worst == 5
    assert bg.build_tree(free, "entropy", first_guess="bills").figures.worst == 3


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


def test_watching_keeps_to_the_rule() -> None:
    """Every step, to the secret."""
    game = bg.game("words(english,4,rule=hard)")
    history = bg.History()
    for step in bg.watch(game, "cool", "entropy"):
        assert is_allowed(game, step.guess, history)
        history += bg.Row(step.guess, step.feedback)
    assert history[-1].feedback == "GGGG"
    free = [step.guess for step in bg.watch(game.without_rule(), "cool", "entropy")]
    assert [row.guess for row in history] != free


def test_shipped_results_are_not_those_of_a_rule() -> None:
    """Plans, first guesses and figures are known of the free game only."""
    game = bg.game("mastermind(4,6,rule=strict)")
    for known in (known_plan(game, "optimal"), known_first_guess(game), known_figures(game, "minimax")):
        assert known is None
    free = game.without_rule()
    assert None not in (known_plan(free, "optimal"), known_first_guess(free), known_figures(free, "minimax"))
