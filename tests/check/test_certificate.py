"""Certificates: true ones hold, and nothing that is not true is accepted."""

import hashlib
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.check.games import rules_of
from bestguess.check.limits import Limits
from bestguess.check.symmetry import lowest_images
from bestguess.check.table import Table as CheckedTable
from checkers import Check, certified, refused
from worlds import BUILT_IN, PEG_GAMES

SMALL = [text for text in BUILT_IN if len(bg.game(text).secrets) <= 64]
questions = st.tuples(
    st.sampled_from(["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]),
    st.booleans(),
    st.none() | st.integers(1, 6),
)
rows = st.none() | st.integers(2, 6)


@given(st.sampled_from(SMALL), questions, st.data())
def test_true_certificates_hold(
    bgcheck: Check,
    tmp_path_factory: pytest.TempPathFactory,
    text: str,
    question: tuple[str, bool, int | None],
    data: st.DataObject,
) -> None:
    """For every objective, from any position, on any board and with any first guess, also where no strategy exists."""
    path = tmp_path_factory.mktemp("check") / "proof.cert"
    game, (objective, consistent, limit) = bg.game(text).with_rows(data.draw(rows)), question
    if objective == "lost" and game.rows is None and limit is None:
        limit = 3
    history, first_guess = "", None
    if data.draw(st.booleans()):
        guess, secret = data.draw(st.sampled_from(game.guesses)), data.draw(st.sampled_from(game.secrets))
        history = f"{guess}:{game.score(guess, secret)}" if guess != secret else ""
    position = bg.Position(game, history)
    table, candidates = game.table, position.candidate_indices
    telling = [guess for guess in range(len(game.guesses)) if len(table.partition(guess, candidates)) > 1]
    if telling and not consistent and data.draw(st.booleans()):
        first_guess = game.guesses[data.draw(st.sampled_from(telling))]
    asked: dict[str, Any] = {"max_guesses": limit, "consistent": consistent}
    result = bg.optimum(position, objective, first_guess=first_guess, certify=True, **asked)
    result.save_certificate(path)
    found = bg.check_file(path)
    assert bgcheck(path)[0]
    assert (found.total, found.worst) == (result.total, None if result.tree is None else result.tree.worst)
    assert found.proves is not None
    assert (found.limit, found.lost or None) == (result.max_guesses, result.lost or None)
    if result.tree is not None:
        result.tree.save(path)
        assert bg.check_file(path).total == result.total
        assert bg.load_tree(path) == result.tree


def test_false_proofs_that_leave_nothing_to_check(tmp_path: Path) -> None:
    """A first guess that does not split, and a secret that cannot be won, prove nothing."""
    path, table = tmp_path / "proof.cert", tmp_path / "game.csv"
    empty = {"limit": 50, "parent": [None], "guess": [None], "feedback": [None], "bound": [None]}
    no_tree: dict[str, Any] = {"figures": None, "nodes": None, "secret_names": []}
    good = certified(path, "mastermind(2,4)")
    useless = {"history": [["12", "0.0"]], "first_guess": "11", "max_guesses": 50, "limit": 50, "proofs": [empty]}
    message = refused(path, {**good, **no_tree, **useless})
    assert "its first guess does not split the candidates" in message
    for content, culprit in (
        ("win=yes,a,b\na,yes,yes\nb,no,no\n", "the guess 'a' may cost only 0"),
        ("win=yes,a,b\na,yes,no\nb,no,no\n", "no guess wins against 'b'"),
    ):
        table.write_text(content)
        sha256 = hashlib.sha256(table.read_bytes()).hexdigest()
        claim = {"game": f"table({table})", "game_files": [{"name": str(table), "sha256": sha256}], "max_guesses": 1}
        claim |= {"limit": 1, "proofs": [{**empty, "limit": 1}]}
        assert culprit in refused(path, {**good, **no_tree, **claim})


def test_what_cannot_be_certified(tmp_path: Path) -> None:
    """Results that are not proven, or that were asked for without a proof, are refused."""
    for unproven in (
        bg.optimum(bg.game("mastermind(4,6)"), certify=True, limits=bg.Limits(nodes=1)),
        bg.optimum(bg.game("mastermind(2,3)")),
    ):
        with pytest.raises(bg.errors.StrategyError, match="there is no certificate"):
            unproven.save_certificate(tmp_path / "none.cert")
    assert not (tmp_path / "none.cert").exists()


@pytest.mark.parametrize(
    "text", [*random.Random(3).sample(PEG_GAMES, 8), "numbers(20)", "balance(6,find=coin)", "twod(4)"]
)
def test_the_checkers_own_rules_and_symmetries(text: str) -> None:
    """Its feedbacks, one by one and all at once, are those of the engine, and so are its orbits."""
    rules, game = rules_of(text, [], Limits()), bg.game(text)
    assert (rules.guesses, rules.secrets) == (tuple(game.guesses), tuple(game.secrets))
    table = CheckedTable.of(rules, list(rules.secrets), Limits())
    for guess, row in zip(rules.guesses, table.answers.tolist(), strict=True):
        answers = [rules.feedback(guess, secret) for secret in rules.secrets]
        assert answers == [table.texts[answer] for answer in row]
        assert answers == [game.score(guess, secret) for secret in game.secrets]
    lowest, rng = lowest_images(rules), random.Random(text)
    for length in range(3) if rules.symmetry else ():
        fixed = tuple(rng.randrange(len(rules.guesses)) for _ in range(length))
        assert np.array_equal(lowest(fixed), game.table.representatives(fixed))
