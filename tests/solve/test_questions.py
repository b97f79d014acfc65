"""The exact search on random games of every kind, against a solver that tries everything."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games.declarations import MAX_SUM_OF_COSTS
from plain import paths_of
from questions import INFINITE, Best, Question, best_play, least_guesses, least_worst, random_question
from unreliable import UnreliableExecutor
from worlds import PEG_GAMES, custom_games, function_game, playthroughs, ruled_games, word_games

SMALL = [text for text in PEG_GAMES if len(bg.game(text).secrets) <= 9]


@st.composite
def games_of_many_feedbacks(draw: st.DrawFn) -> bg.CustomGame:
    """More feedbacks in all than fit 64 bits, but few for each guess, so that few guesses are perfect."""
    secrets = draw(st.integers(3, 5))
    guesses = secrets + draw(st.sampled_from([50, 60]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    most = [rng.randint(1, 3) for _ in range(guesses)]
    answers = {(g, s): 4 * g + rng.randint(0, most[g]) for g in range(guesses) for s in range(secrets)}
    game = function_game(answers, guesses, secrets)
    assert len(game.table.feedbacks) > 64
    return game


KINDS: dict[str, st.SearchStrategy[bg.Game]] = {
    "built-in": st.sampled_from(SMALL).map(bg.game) | word_games(max_secrets=6, lengths=(2, 5)),
    "custom": custom_games(max_secrets=6) | games_of_many_feedbacks(),
    "questions": st.integers(0, 2**32).map(random_question),
    "ruled": ruled_games(max_secrets=6, lengths=(2, 4)),
}
every_kind = st.one_of(custom_games(max_secrets=6), *(KINDS[name] for name in ("built-in", "questions", "ruled")))


def draw_running(games: st.SearchStrategy[bg.Game], data: st.DataObject) -> bg.Position:
    """A position after one guess at most, which is not over."""
    position = data.draw(playthroughs(games, most=1))
    return bg.Position(position.game) if position.over else position


@pytest.mark.parametrize("objective", bg.Objective)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_every_objective_is_as_good_as_trying_everything(
    kind: str, objective: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Value, bounds, feasibility and tree, from any position, after any first guess; the certificate is accepted."""
    position = draw_running(KINDS[kind], data)
    game, history, candidates = position.game, position.history, tuple(position.candidates)
    if game.costs is not None and objective in ("at-worst", "lost"):
        with pytest.raises(bg.errors.StrategyError, match="cost"):
            bg.optimum(position, objective, max_guesses=2)
        return
    most, rows = data.draw(st.none() | st.integers(1, 5)), data.draw(st.none() | st.integers(1, 5))
    limit = rows if most is None else most  # rows limit the guesses where nobody says more
    if limit is None and objective == "lost":
        limit = most = 2
    consistent = game.goal == "hit" and data.draw(st.booleans())
    useful = Question(game, consistent=consistent, history=history).useful(candidates)
    first = data.draw(st.none() | st.sampled_from(useful))
    if rows is not None:
        position = bg.Position(game.with_rows(len(history) + rows), history)
    limits, certify = bg.Limits(threads=data.draw(st.integers(1, 3))), data.draw(st.booleans())
    found = bg.optimum(
        position,
        objective,
        max_guesses=most,
        consistent=consistent,
        first_guess=first,
        certify=certify,
        limits=limits,
    )
    assert (found.proven, found.secrets) == (True, len(candidates))
    if certify:
        path = tmp_path_factory.mktemp("proofs") / "proof.cert"
        found.save_certificate(path)
        assert bg.check_file(path).proves is not None
    best = best_play(Question(game, consistent=consistent, history=history, first=first), objective, candidates, limit)
    if best is None:
        assert (found.feasible, found.tree, found.total) == (False, None, None)
        return
    assert found.feasible
    assert found.tree is not None
    units = found.tree.unit_figures
    if objective == "worst":
        assert units["worst"] == least_worst(best.question, candidates, limit)
        assert found.lower_bound == found.upper_bound == found.worst
        return
    lost, rest = best.of(candidates)
    assert paths_of(found.tree) == best.tree(candidates)
    if objective == "at-worst":
        assert found.at_limit == found.lower_bound == found.upper_bound == rest
        return
    assert (found.lost_weight or 0, units["total"]) == (lost, rest)
    assert found.lower_bound == found.upper_bound == (found.lost_weight if objective == "lost" else found.total)
    if objective == "lost":
        assert found.lost == len(candidates) - len(best.tree(candidates))
        assert history or found.tree.game == str(game.with_rows(limit))


@pytest.mark.parametrize("objective", ["mean", "worst", "lost"])
@given(data=st.data())
def test_first_guesses_and_checkpoints(
    objective: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """The value of each first guess; a search that begins with what another has found gives the same."""
    position = draw_running(every_kind, data)
    game, candidates = position.game, tuple(position.candidates)
    if objective == "lost" and game.costs is not None:
        return
    limit = data.draw(st.integers(1, 4) if objective == "lost" else st.none() | st.integers(1, 4))
    consistent = game.goal == "hit" and data.draw(st.booleans())
    question = Question(game, consistent=consistent, history=position.history)
    found = bg.first_guesses(position, objective, max_guesses=limit, consistent=consistent)
    assert found.first_guesses is not None
    different = {game.guesses[index] for index in position.different_guesses.tolist()}
    assert {one.guess for one in found.first_guesses} == {*question.useful(candidates)} & different
    for one in found.first_guesses:
        after = Question(game, consistent=consistent, history=position.history, first=one.guess)
        if objective == "worst":
            value = least_worst(after, candidates, limit)
        else:
            lost, total = Best(after, objective, limit).of(candidates)
            value = total if objective == "mean" else lost
            assert objective == "mean" or one.total == total
        wanted = None if value == INFINITE else value if objective == "lost" else value * game.cost_unit
        assert (one.value, one.proven) == (wanted, True)
    file = tmp_path_factory.mktemp("searches") / "search.part"
    trees = [bg.optimum(position, objective, max_guesses=limit, checkpoint=file).tree for _ in range(2)]
    assert trees[0] == trees[1]


@given(KINDS["ruled"], st.integers(0, 9))
def test_by_workers(game: bg.Game, seed: int) -> None:
    """Workers know the rule: the same value and tree as alone."""
    with UnreliableExecutor(seed) as executor:
        found = bg.optimum(game, executor=executor)
    alone = bg.optimum(game)
    assert (found.total, found.tree) == (alone.total, alone.tree)


@given(data=st.data())
def test_whether_any_strategy_exists(data: st.DataObject) -> None:
    """The least number of guesses, whatever they cost: no k below it is enough; rows that are left limit nothing."""
    position = draw_running(every_kind, data)
    least = least_guesses(Question(position.game, history=position.history), tuple(position.candidates))
    board = bg.Position(position.game.with_rows(len(position.history) + data.draw(st.integers(1, 5))), position.history)
    guesses = data.draw(st.integers(0, 8))
    for start in (position, board):
        assert bg.least_worst(start) == least
        assert bg.solvable_within(start, guesses) == (least <= guesses)


@pytest.mark.parametrize("objective", ["mean", "worst", "worst,mean", "mean,worst"])
def test_the_unit_of_costs_changes_nothing(objective: str) -> None:
    """Up to the largest costs that are allowed, everything is so many times as much."""
    with_costs = (game for game in map(random_question, itertools.count()) if game.costs is not None)
    for place, game in enumerate(itertools.islice(with_costs, 24)):
        assert isinstance(game, bg.CustomGame)
        scale = (MAX_SUM_OF_COSTS - 1) // sum(game.costs or ())
        options = {
            name: getattr(game, name) for name in ("goal", "labels", "weights") if getattr(game, name) is not None
        }
        costs = [scale * cost for cost in game.costs or ()]
        large = bg.CustomGame(game.guesses, game.secrets, game.score, game.win, costs=costs, **options)
        limit = (None, 3, 4)[place % 3]
        found, other = (bg.optimum(one, objective, max_guesses=limit) for one in (game, large))
        assert (other.proven, other.feasible) == (found.proven, found.feasible) == (True, found.feasible)
        if found.tree is not None and other.tree is not None:
            assert paths_of(other.tree) == paths_of(found.tree)
            assert other.tree.unit_figures["total"] == scale * found.tree.unit_figures["total"]


def test_weights_of_two_to_the_31() -> None:
    """The pair is never folded into one number: the weight lost counts first, however large the totals."""
    rng = random.Random(1)
    answers = {(guess, secret): rng.randint(0, 1) for guess in range(9) for secret in range(7)}
    game = function_game(answers, 9, 7, weights=[2**28 + number for number in range(6)] + [2**29 - 16])
    for limit in (1, 2, 3):
        result = bg.optimum(game, "lost", max_guesses=limit)
        lost, total = Best(Question(game), "lost", limit).of(tuple(game.secrets))
        assert (result.lost_weight, result.total) == (lost, total)
        assert limit == 3 or lost * total > 2**58


def test_secrets_without_weight_may_be_lost() -> None:
    """To lose what weighs nothing may help the others: then it is lost."""
    game = bg.CustomGame("abc", "abc", lambda guess, secret: guess == secret, win=True, weights=[1, 0, 1])
    result = bg.optimum(game, "lost", max_guesses=2)
    assert (result.lost, result.lost_weight, result.total) == (1, 0, 3)
