"""Points of ways of playing, against trees played secret by secret, brute force, and all trees of tiny games."""

import json
import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import bestguess as bg
from bestguess.games import Code, Feedback
from bestguess.stats import objectives
from bestguess.stats.points import Point, Way, find_points, make_tree, on_front, point_of
from objects import pairs
from worlds import fault_game

GAMES = ["mastermind(2,3)", "mastermind(3,4)", "bullscows(3,5)", "twod(4)", "numbers(9)", "balance(4)"]


def weighed_game() -> bg.Game:
    """Return a game of six numbers, one of which is likely."""
    return bg.CustomGame(range(6), range(6), lambda guess, secret: (guess > secret) - (guess < secret), win=0,
                         weights={0: 1, 1: 5, 2: 1, 3: 0, 4: 2, 5: 1})  # fmt: skip


@pytest.mark.parametrize("game", [*map(bg.game, GAMES), weighed_game()], ids=str)
def test_points_are_those_of_the_trees(game: bg.Game) -> None:
    """Every secret is played: mean and lost share by weight, the worst case, and how many secrets need it."""
    weight = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
    whole = sum(weight.values())
    result = objectives(game)
    assert {point.way for point in result.points} >= {
        Way("optimal"),
        Way("minimax"),
        Way("optimal", None, result.within),
    }
    for point in result.points:
        if point.way.within is not None:
            continue
        tree = bg.build_tree(game, point.way.strategy, first_guess=point.way.first_guess)
        needed = {secret: len(tree.play(secret)) for secret in game.secrets}
        worst = max(needed.values())
        total = sum(weight[secret] * depth for secret, depth in needed.items())
        assert (point.total, point.mean, point.worst) == (total, Fraction(total, whole), worst)
        assert point.at_worst == list(needed.values()).count(worst)
        for within in range(1, worst + 2):
            lost = sum(weight[secret] for secret, depth in needed.items() if depth > within)
            assert point.chance_to_lose(within) == Fraction(lost, whole)
        assert point.first_guess == tree.root.guess


def brute_force(points: list[Point], within: int) -> list[bool]:
    """Return for each point whether it is on the front: none is at least as good in all three and better in one."""
    measures = [(point.mean, point.worst, point.chance_to_lose(within)) for point in points]

    def beats(theirs: tuple[Fraction | int, ...], mine: tuple[Fraction | int, ...]) -> bool:
        pairs = list(zip(theirs, mine, strict=True))
        return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)

    return [not any(beats(theirs, mine) for theirs in measures) for mine in measures]


def test_the_front_by_brute_force() -> None:
    """For random points the front has those that no other dominates; equal points are on it together."""
    draw = random.Random(1)
    several = 0
    for _ in range(300):
        points = []
        for number in range(draw.randint(1, 9)):
            counts = [draw.randint(0, 3) for _ in range(draw.randint(0, 4))]
            columns = (*counts, 20 - sum(counts))
            points.append(Point(Way(f"s{number}"), "1", columns, columns))
        for within in (1, 3, 9):
            marks = on_front(points, within)
            assert marks == brute_force(points, within)
            several += 1 < sum(marks) < len(marks)
    assert several > 20


@cache
def all_depths(game: bg.Game, left: frozenset[Code]) -> frozenset[tuple[int, ...]]:
    """Return the sorted depths of the secrets *left*, for every tree without useless guesses."""
    depth_lists = set[tuple[int, ...]]()
    for guess in game.guesses:
        parts = dict[Feedback, set[Code]]()
        for secret in left:
            parts.setdefault(game.score(guess, secret), set()).add(secret)
        if len(parts) == 1 and game.win not in parts:
            continue
        won = parts.pop(game.win, set())
        below = [all_depths(game, frozenset(part)) for part in parts.values()]
        for chosen in product(*below):
            deeper = [depth + 1 for one in chosen for depth in one]
            depth_lists.add(tuple(sorted([1] * len(won) + deeper)))
    return frozenset(depth_lists)


@pytest.mark.parametrize("text", ["mastermind(2,2)", "mastermind(1,4)", "bullscows(2,3)", "numbers(5)", "twod(2)"])
def test_no_tree_beats_what_is_proven(text: str) -> None:
    """Of all trees of a tiny game, none has a lower mean, worst case or chance to lose."""
    game = bg.game(text)
    every = all_depths(game, frozenset(game.secrets))
    size = len(game.secrets)
    for within in (1, 2, 3):
        result = objectives(text, within)
        by_way = {point.way: point for point in result.points}
        assert by_way[Way("optimal")].total == min(map(sum, every))
        worst = by_way[Way("optimal-worst")]
        assert (worst.worst, worst.total) == min((depths[-1], sum(depths)) for depths in every)
        lost = by_way[Way("optimal", None, within)].chance_to_lose(within)
        assert lost == Fraction(min(sum(depth > within for depth in depths) for depths in every), size)
        for point in result.points:
            assert point.secrets in {
                tuple(depths.count(depth) for depth in range(1, depths[-1] + 1)) for depths in every
            }


def test_play_goes_on_where_rows_end() -> None:
    """The tree of three rows loses 21 of 64 secrets, and the best play then finds each of them."""
    game = bg.game("mastermind(3,4)")
    way = Way("optimal", None, 3)
    tree = make_tree(game, way, None, 1)
    point = point_of(game, way, tree, None)
    assert point.secrets[:3] == tuple(tree.figures.distribution.values())
    assert (sum(point.secrets), sum(point.secrets[3:])) == (64, 21)
    rest = 0.0
    for history, node in tree.root.walk():
        if node.last and node.lost:
            for feedback, part in bg.Position(game, history).parts(node.guess).items():
                if feedback != game.win:
                    rest += 3 * len(part.candidates) + (bg.optimum(part).total or 0)
    assert point.total == tree.figures.total + rest


def test_within() -> None:
    """The default is one less than the least worst case, and at most the rows of the game."""
    assert objectives("mastermind(3,4)").within == 3
    assert objectives("mastermind(3,4,rows=2)").within == 2
    assert objectives("mastermind(3,4,rows=9)").within == 3
    assert objectives("mastermind(3,4)", 5).within == 5
    assert objectives("mastermind(1,1)").within == 1
    assert objectives("mastermind(3,4,rows=2)").points == objectives("mastermind(3,4)", 2).points


def test_what_is_not_proven_is_missing() -> None:
    """One-step strategies have points; a search without nodes has the reason why it has none."""
    result = objectives("mastermind(3,5)", node_limit=0)
    assert Way("entropy") in {point.way for point in result.points}
    assert result.missing[Way("optimal")] == "not proven within 0 nodes"
    assert {way.objective for way in result.missing} <= {"mean,worst", "worst,mean", "lost"}


def test_progress_and_known_points() -> None:
    """Progress counts up to one before the last way, with the points so far; known points are not computed again."""
    reports = list[tuple[int, int, int]]()
    result = objectives(
        "mastermind(2,3)", 2, progress=lambda done, total, way, known: reports.append((done, total, len(known.points)))
    )
    assert [done for done, _, _ in reports] == list(range(reports[0][1]))
    assert [points for _, _, points in reports] == sorted(points for _, _, points in reports)
    known = {point.way: point for point in result.points}

    def refuse(way: Way) -> bg.Tree:
        raise AssertionError(way)

    assert find_points(bg.game("mastermind(2,3)"), 2, refuse, known, None).points == result.points


def test_codes_are_texts_in_json() -> None:
    """JSON has texts; the points of a custom game have its objects."""
    result = objectives(pairs(), 2)
    document = result.as_json()
    assert json.loads(json.dumps(document)) == document
    assert {point["first_guess"] for point in document["points"]} <= {f"({a},{b})" for a in range(3) for b in range(3)}
    assert {type(point.first_guess) for point in result.points} == {tuple}
    assert {point["given_guess"] for point in document["points"]} > {None}


def test_costs_are_refused() -> None:
    """A game with costs is refused, because points count guesses."""
    with pytest.raises(bg.errors.StrategyError, match="without costs"):
        objectives(fault_game())
