"""What ways of playing cost in mean, in the worst case and in chance to lose: a point for each, and their front.

A way of playing is a strategy, the best play after a given first guess, or the play that finds most within so many
guesses. Rows of the game do not matter: every point counts all secrets, those too that are found only later.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, product
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypedDict

import numpy as np

from bestguess.arguments import as_limit, as_threads, check_progress
from bestguess.data import best_first_guesses, known_objective_rows
from bestguess.display import one_line
from bestguess.errors import SizeError, StrategyError
from bestguess.games import Code, Game, GameLike, as_game, quote
from bestguess.games.codes import text_of
from bestguess.position import Position
from bestguess.solve import Limits, OptimalStrategy, optimum
from bestguess.solve.optimal import best_within_rows
from bestguess.strategies import known_strategies, strategy
from bestguess.trees import Tree, build_tree
from bestguess.wording import count_text

PROOF_NODES = 10_000
"""How many nodes the proof of one point may look at, if nothing else is said."""
_MOST_FIRST_GUESSES = 24
_BEST = 6  # of more first guesses, those that ship
_LOST = "lost"


class Way(NamedTuple):
    """A way of playing: a strategy, its first guess where that is given, and within how many guesses it is to find."""

    strategy: str
    first_guess: Code | None = None
    within: int | None = None

    @property
    def objective(self) -> str | None:
        """What its tree is proven to be the best for; None of strategies that look one step ahead."""
        return _LOST if self.within is not None else _objectives().get(self.strategy)


@dataclass(frozen=True)
class Point:
    """What a way of playing costs: how many secrets, and what weight of them, it finds by 1, 2, … guesses."""

    way: Way
    first_guess: Code
    secrets: tuple[int, ...]
    weights: tuple[int, ...]

    def __repr__(self) -> str:
        begins = f"{self.way.strategy} from {quote(self.first_guess)}"
        return one_line(self, f"{begins}: mean {float(self.mean):.3f}, worst {self.worst}, at worst {self.at_worst}")

    @property
    def total(self) -> int:
        """The sum of weight times guesses."""
        return sum(guesses * weight for guesses, weight in enumerate(self.weights, start=1))

    @property
    def mean(self) -> Fraction:
        """Guesses on average."""
        return Fraction(self.total, sum(self.weights) or 1)

    @property
    def worst(self) -> int:
        """The most guesses."""
        return len(self.secrets)

    @property
    def at_worst(self) -> int:
        """How many secrets need the most."""
        return self.secrets[-1]

    def lost(self, within: int) -> Fraction:
        """The chance that the secret is not found *within* so many guesses."""
        return Fraction(sum(self.weights[within:]), sum(self.weights) or 1)

    def measures(self, within: int) -> tuple[Fraction, int, Fraction]:
        """Mean, worst case and chance to lose: less is better."""
        return self.mean, self.worst, self.lost(within)


@dataclass(frozen=True)
class Objectives:
    """The points of a game, in no order of rank; *missing* says why others are not known."""

    game: str
    within: int
    """The number of guesses that the chance to lose is about."""
    points: tuple[Point, ...]
    missing: Mapping[Way, str]

    def __repr__(self) -> str:
        count = count_text(len(self.points), "point")
        if not self.points:
            return one_line(self, f"{self.game} within {self.within}: {count}")
        means, worst, lost = zip(*(point.measures(self.within) for point in self.points), strict=True)
        least = f"least mean {float(min(means)):.3f}, worst {min(worst)}, lost {float(min(lost)):.1%}"
        return one_line(self, f"{count} within {self.within}, {least}: {self.game}")

    @property
    def front(self) -> tuple[Point, ...]:
        """The points that no other one dominates: none is as good in mean, worst case and chance, and better in one."""
        return tuple(compress(self.points, on_front(self.points, self.within)))

    def as_json(self) -> "ObjectivesJson":
        """Return the points by their JSON keys."""
        points = list[ObjectivePointJson]()
        for point, front in zip(self.points, on_front(self.points, self.within), strict=True):
            points.append(
                {
                    **_way_json(point.way),
                    "first_guess": text_of(point.first_guess),
                    "proven": point.way.objective is not None,
                    "mean": float(point.mean),
                    "worst": point.worst,
                    "at_worst": point.at_worst,
                    "total": point.total,
                    "lost": sum(point.secrets[self.within :]),
                    "lost_share": float(point.lost(self.within)),
                    "distribution": {str(guesses): count for guesses, count in enumerate(point.secrets, start=1)},
                    "front": front,
                }
            )
        return {
            "game": self.game,
            "within": self.within,
            "points": points,
            "missing": [{**_way_json(way), "reason": reason} for way, reason in self.missing.items()],
        }


def _way_json(way: Way) -> "WayJson":
    return {
        "strategy": way.strategy,
        "objective": way.objective,
        "given_guess": None if way.first_guess is None else text_of(way.first_guess),
        "given_rows": way.within,
    }


class WayJson(TypedDict):
    """A way of playing: a strategy, perhaps after a given first guess, or within so many rows."""

    strategy: str
    objective: Annotated[str, Literal["mean,worst", "worst,mean", "lost"]] | None
    """What its tree is proven to be the best for; null of strategies that look one step ahead."""
    given_guess: str | None  # the first guess that was given; null: the strategy's own
    given_rows: int | None  # within how many guesses it finds most, before the best play goes on; null: not asked


class ObjectivePointJson(WayJson):
    """What a way of playing costs."""

    first_guess: str  # what it plays first
    proven: bool  # whether it is proven that no tree is better by its objective
    mean: float  # guesses on average over all secrets
    worst: int  # the most guesses that are needed
    at_worst: int  # how many secrets need the most guesses
    total: int  # guesses summed over all secrets
    lost: int  # how many secrets are not found within so many guesses
    lost_share: float  # the chance that the secret is not found within so many guesses
    distribution: dict[str, int]  # how many secrets are found by each number of guesses
    front: bool  # whether no other is as good in mean, worst case and chance to lose, and better in one


class MissingWayJson(WayJson):
    """A way of playing that has no figures."""

    reason: str


class ObjectivesJson(TypedDict):
    """What ways of playing cost in mean, in the worst case, and in chance to lose within so many guesses."""

    game: str
    within: int  # the number of guesses that the chance to lose is about
    points: list[ObjectivePointJson]  # what each way of playing costs
    missing: list[MissingWayJson]  # ways of playing that have no figures, and why


Report: TypeAlias = Callable[[int, int, Way, Objectives], None]
"""Is told how many ways of playing are done, of how many, which one is next, and what is known so far."""


def on_front(points: Sequence[Point], within: int) -> list[bool]:
    """Whether each of *points* is dominated by no other: equal ones do not dominate each other."""
    measures = {point.measures(within) for point in points}

    def dominates(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        return one != other and all(mine <= yours for mine, yours in zip(one, other, strict=True))

    best = {one for one in measures if not any(dominates(other, one) for other in measures)}
    return [point.measures(within) in best for point in points]


MakeTree: TypeAlias = Callable[[Way], Tree]
"""Gives the whole tree of a way of playing; raises SizeError when it takes too long to prove."""


def objectives(
    game: GameLike,
    within: int | None = None,
    *,
    node_limit: int = PROOF_NODES,
    threads: int | None = None,
    progress: Report | None = None,
) -> Objectives:
    """Return what strategies and first guesses cost in mean, at worst, and in chance to lose *within* some guesses.

    Default of *within*: one less than the least worst case, and at most the rows of the game. *node_limit* limits each
    proof; what takes more is missing. *progress* is told before each way of playing.

    >>> found = objectives("mastermind(3,4)")
    >>> found.within, [(point.way.strategy, point.total, point.worst) for point in found.front]
    (3, [('optimal', 206, 4), ('optimal-worst', 206, 4), ('optimal', 207, 5)])
    """
    limit, threads = as_limit("node_limit", node_limit, error=StrategyError), as_threads(threads)
    within = as_limit("within", within, least=1, error=StrategyError)
    check_progress(progress, 4)
    rules = as_game(game)
    rules.build_table(threads=threads)
    if rules.has_costs:
        raise StrategyError(f"expected a game without costs, got {rules}: rows count guesses")

    def make(way: Way) -> Tree:
        return made_tree(rules, way, limit, threads)

    return find_points(rules, within, make, {}, limit, progress)


def find_points(
    game: Game,
    within: int | None,
    make: MakeTree,
    known: "Mapping[Way, Point | str]",
    node_limit: int | None,
    progress: Report | None = None,
) -> Objectives:
    """Return the points of *game*, by trees that *make* gives; where some are *known*, they are all there are."""
    rows, game = game.rows, game.with_rows(None)
    listed = [way for way in known if way.within is None] or list(ways(game))
    found, missing = dict[Way, Point](), dict[Way, str]()

    def so_far() -> Objectives:
        points = tuple(found.values())
        # One less than the least worst case, so that every way of playing may lose.
        least = max(1, min((point.worst for point in points), default=2) - 1)
        return Objectives(str(game), within or min(least, rows or least), points, missing)

    def find(way: Way, done: int) -> None:
        if progress is not None:
            progress(done, len(listed) + 1, way, so_far())
        given, unforced = way.first_guess is not None, found.get(Way(way.strategy))
        if given and unforced is not None and unforced.first_guess == way.first_guess:
            return  # it is the same tree
        try:
            point = known.get(way) or point_of(game, way, make(way), node_limit)
        except SizeError as error:
            point = str(error)
        said = {(one.first_guess, one.weights) for one in found.values()}
        if isinstance(point, str):
            missing[way] = point
        elif not given or (point.first_guess, point.weights) not in said:
            found[way] = point

    for done, way in enumerate(listed):
        find(way, done)
    within = so_far().within
    find(Way("optimal", None, within), len(listed))
    return so_far()


def ways(game: Game) -> Iterator[Way]:
    """Yield the ways of playing *game*: the built-in strategies that do not draw, and the first guesses that differ.

    Where these are many, the best that ship, if any.
    """
    for entry in known_strategies():
        if entry.built_in and not entry.drawn:
            yield Way(entry.name)
    table = game.table
    different = table.representatives([]).tolist()
    if len(different) > _MOST_FIRST_GUESSES:
        guesses = best_first_guesses(game, _BEST)
    else:  # those that tell something
        parts = {guess: table.partition(guess) for guess in different}
        useful = [guess for guess in different if len(parts[guess]) > 1 or table.win in parts[guess]]
        guesses = [table.guesses[guess] for guess in useful]
    for guess, name in product(guesses, _objectives()):
        yield Way(name, guess)


def _objectives() -> dict[str, str]:
    """Return the objective of each strategy that has one."""
    made = [entry.make(False, 0) for entry in known_strategies() if entry.built_in]
    return {one.name: one.objective for one in made if isinstance(one, OptimalStrategy)}


def made_tree(game: Game, way: Way, node_limit: int | None, threads: int | None) -> Tree:
    """Return the tree of *way*, built or proven now; raises SizeError when a proof takes more nodes."""
    limited = game.with_rows(way.within)
    chosen = strategy(way.strategy, first_guess=way.first_guess, game=limited)
    if not isinstance(chosen, OptimalStrategy):
        return build_tree(limited, chosen, threads=threads)
    limits = Limits(nodes=node_limit)
    result = best_within_rows(Position(limited), chosen.objective, first_guess=way.first_guess, limits=limits)
    if result.interrupted:
        raise KeyboardInterrupt
    if result.tree is None or not result.proven:
        raise SizeError(f"not proven within {node_limit:,} nodes")
    return result.tree


def point_of(game: Game, way: Way, tree: Tree, node_limit: int | None) -> Point:
    """Return the point of a *tree*: where it ends before all is found, the best play goes on."""
    secrets, weights = _found_by(tree)
    for position in _lost_positions(game, tree):
        rest = optimum(position, "mean,worst", limits=Limits(nodes=node_limit)).tree
        assert rest is not None  # without a limit of guesses there always is one
        for sums, more in zip((secrets, weights), _found_by(rest), strict=True):
            for depth, count in more.items():
                sums[len(position.history) + depth] += count
    depths = range(1, max(secrets) + 1)
    return Point(
        way,
        tree.root.guess,
        tuple(secrets[depth] for depth in depths),
        tuple(weights[depth] for depth in depths),
    )


def _found_by(tree: Tree) -> "tuple[Counter[int], Counter[int]]":
    """Return how many secrets, and what weight, *tree* finds by each number of guesses from its root on."""
    secrets, weights = (np.bincount(tree.guesses_made, column).tolist() for column in (tree.wins, tree.weight))
    return (
        Counter({depth: int(count) for depth, count in enumerate(secrets) if count}),
        Counter({depth: int(weight) for depth, weight in enumerate(weights) if weight}),
    )


def _lost_positions(game: Game, tree: Tree) -> Iterator[Position]:
    """Yield the positions after the last guesses of *tree* in which the secret is not found."""
    for history, node in tree.root.walk():
        if node.last:
            parts = Position(game, history).parts(node.guess)
            yield from (part for part in parts.values() if not part.over)


def shipped_points(game: Game) -> "dict[Way, Point | str]":
    """Return the points of *game* that ship, and why others do not; none of most games."""
    found = dict[Way, Point | str]()
    for name, given, within, first, secrets, weights in known_objective_rows(game):
        way = Way(name, given, within)
        found[way] = first if secrets is None else Point(way, first, tuple(secrets), tuple(weights or secrets))
    return found
