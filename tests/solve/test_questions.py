"""The exact search on random games of every kind, against a solver that tries everything."""

import os
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.games.declarations import MOST_SPENT
from questions import INFINITE, Best, Question, least_worst, random_question, table_text, worst_of_least_total

SEEDS = range(2000 if os.environ.get("BESTGUESS_VERIFY") else 240)


def solutions(game: bg.Game, tree: bg.Tree) -> dict[str, tuple[str, ...]]:
    """The guesses by which *tree* finds each candidate that it finds, by playing it."""
    found = {}
    for secret in game.table.candidates(tree.history).tolist():
        code, node, path = game.secrets[secret], tree.root, []
        while node.label is None:
            path.append(node.guess)
            answer = game.score(node.guess, code)
            if answer == game.win or (node.last and answer not in node.branches):
                break
            node = node.branches[answer]
        if node.label is not None or answer == game.win:
            found[code] = tuple(path)
    return found


def limits(seed: int) -> int | None:
    """A limit of guesses for some of the seeds."""
    return (None, None, 1, 2, 3)[seed % 5]


@pytest.mark.parametrize("block", range(8))
@pytest.mark.parametrize("objective", ["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"])
def test_every_objective_is_as_good_as_trying_everything(objective: str, block: int) -> None:
    """Value, feasibility and tree, with and without limits."""
    feasible = 0
    for seed in SEEDS[block::8]:
        game, limit = random_question(seed), limits(seed // 7)
        consistent = game.goal == "hit" and seed % 3 == 0
        if game.costs is not None and objective in ("at-worst", "lost"):
            with pytest.raises(bg.errors.StrategyError, match="cost"):
                bg.optimum(game, objective, max_guesses=2)
            continue
        limit = limit or 2 if objective == "lost" else limit
        found = bg.optimum(
            game, objective, max_guesses=limit, consistent=consistent, limits=bg.Limits(threads=1 + seed % 2)
        )
        assert found.proven, seed
        question, all_secrets = Question(game, consistent=consistent), tuple(game.secrets)
        worst = least_worst(question, all_secrets, limit)
        if worst == INFINITE and objective != "lost":
            assert (found.feasible, found.tree) == (False, None), seed
            continue
        feasible += 1
        assert found.tree is not None
        units = found.tree.unit_figures
        match objective:
            case "mean" | "lost":
                best = Best(question, objective, limit)
            case "worst":
                assert units.worst == worst, seed
                assert found.upper_bound == found.lower_bound == found.tree.figures.worst
                continue
            case "mean,worst":
                by_cost = game.costs is not None
                most = worst_of_least_total(question, all_secrets, limit)
                assert units.worst == most, seed
                best = Best(question, "mean", limit if by_cost else int(most), most if by_cost else INFINITE)
            case "worst,mean":
                by_cost = game.costs is not None
                best = Best(question, "mean", limit if by_cost else int(worst), worst if by_cost else INFINITE)
            case _:
                best = Best(question, objective, int(worst) if limit is None else limit)
        lost, rest = best.of(all_secrets)
        assert solutions(game, found.tree) == best.tree(all_secrets), seed
        if objective == "at-worst":
            assert found.at_limit == rest, seed
        else:
            assert (int(found.lost_weight or 0), units.total) == (lost, rest), seed
    assert feasible > len(SEEDS[block::8]) / 4


@pytest.mark.parametrize("block", range(4))
def test_from_any_position(block: int) -> None:
    """After a row, the rest is as good as trying everything from there."""
    running = 0
    for seed in SEEDS[block::4]:
        game = random_question(seed)
        guess = game.guesses[seed % len(game.guesses)]
        answer = game.score(guess, game.secrets[0])
        question = Question(game)
        part = question.parts(guess, game.secrets)[answer]
        history = bg.History([(guess, answer)])
        if question.is_over(answer, part):
            with pytest.raises(bg.errors.HistoryError):
                bg.optimum(bg.Position(game, history))
            continue
        running += 1
        best = Best(question, "mean", None)
        found = bg.optimum(bg.Position(game, history))
        assert found.tree is not None
        assert found.tree.unit_figures.total == best.of(part)[1], seed
        assert solutions(game, found.tree) == best.tree(part), seed
    assert running > len(SEEDS[block::4]) / 4


@pytest.mark.parametrize("block", range(4))
def test_first_guesses_and_checkpoints(block: int, tmp_path: Path) -> None:
    """The value of each first guess; a search that begins with what another has found gives the same."""
    for seed in SEEDS[block::12]:
        game = random_question(seed)
        question, all_secrets = Question(game), tuple(game.secrets)
        objective = ("mean", "worst")[seed % 2]
        limit = (None, 1, 2, 3)[seed // 12 % 4]
        found = bg.first_guesses(game, objective, max_guesses=limit)
        assert found.first_guesses is not None
        assert {first.guess for first in found.first_guesses} == set(question.useful(all_secrets)), seed
        for first in found.first_guesses:
            if objective == "mean":
                value = Best(question, "mean", limit).of_guess(first.guess, all_secrets, 0, 0)[1]
            else:
                value = least_worst(question, all_secrets, limit, first.guess)
            expected = None if value == INFINITE else value * game.cost_unit
            assert (first.value, first.proven) == (expected, True), seed
        file = tmp_path / f"{seed}.checkpoint"
        first_run = bg.optimum(game, objective, checkpoint=file)
        assert bg.optimum(game, objective, checkpoint=file).tree == first_run.tree


@pytest.mark.parametrize("block", range(4))
def test_certificates_hold(block: int, tmp_path: Path) -> None:
    """The certificate of every objective is accepted, for games from files."""
    for seed in SEEDS[block::24]:
        game = random_question(seed)
        file = tmp_path / f"{seed}.csv"
        file.write_text(table_text(game))
        text = f"table({file}{',goal=identify' if game.goal == 'identify' else ''})"
        for objective in ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"):
            if game.costs is not None and objective in ("at-worst", "lost"):
                continue
            limit = limits(seed // 7) or (2 if objective == "lost" else None)
            found = bg.optimum(text, objective, max_guesses=limit, certify=True)
            proof = tmp_path / f"{seed}.cert"
            found.save_certificate(proof)
            bg.check_file(proof)


@pytest.mark.parametrize("objective", ["mean", "worst", "worst,mean", "mean,worst"])
def test_the_unit_of_costs_changes_nothing(objective: str) -> None:
    """Up to the largest costs that are allowed, everything is so many times as much."""
    tried = 0
    for seed in SEEDS[:120]:
        game = random_question(seed)
        if game.costs is None:
            continue
        tried += 1
        scale = (MOST_SPENT - 1) // sum(game.costs)
        assert isinstance(game, bg.CustomGame)
        options = {
            name: getattr(game, name) for name in ("goal", "labels", "weights") if getattr(game, name) is not None
        }
        large = bg.CustomGame(
            game.guesses, game.secrets, game.score, game.win, costs=[scale * cost for cost in game.costs], **options
        )
        limit = (None, 3, 4)[seed % 3]
        found, other = (bg.optimum(one, objective, max_guesses=limit) for one in (game, large))
        assert found.proven, seed
        assert (other.proven, other.feasible) == (True, found.feasible), seed
        if found.tree is not None and other.tree is not None:
            assert solutions(large, other.tree) == solutions(game, found.tree), seed
            assert other.tree.unit_figures.total == scale * found.tree.unit_figures.total, seed
    assert tried > 20


def test_costs_that_are_too_large_are_refused() -> None:
    """What was spent must fit beside the number of guesses."""
    with pytest.raises(bg.errors.GameError, match=r"expected costs that add up to less than 8,796,093,022,208"):
        bg.CustomGame("ab", "xy", lambda g, s: g == "a" and s, goal="identify", costs=[2**42, 2**42])
