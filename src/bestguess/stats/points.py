"""Ways of playing a game as points: their mean, worst case and chance to lose. The front has the best points.

A way of playing is a strategy, the best play after a given first guess, or the play that finds most secrets within so
many guesses. The rows of the game do not matter: every point counts all secrets, also those that are found later.
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
"""The default limit of nodes for the proof of one point."""
_MAX_FIRST_GUESSES = 24  # up to this many first guesses, try all of them
_BEST_FIRST_GUESSES = 6  # with more first guesses, try only this many, the best of those that ship as data
_LOST = "lost"


class Way(NamedTuple):
    """A way of playing: a strategy, perhaps with a given first guess, or the play that finds most *within* a limit."""

    strategy: str
    first_guess: Code | None = None
    within: int | None = None

    @property
    def objective(self) -> str | None:
        """The objective for which the tree is proven best; None for strategies that look one step ahead."""
        return _LOST if self.within is not None else _objectives().get(self.strategy)


@dataclass(frozen=True)
class Point:
    """The figures of a way of playing. *secrets* and *weights* are what it finds with exactly 1, 2, … guesses."""

    way: Way
    first_guess: Code
    secrets: tuple[int, ...]
    weights: tuple[int, ...]

    def __repr__(self) -> str:
        title = f"{self.way.strategy} from {quote(self.first_guess)}"
        return one_line(self, f"{title}: mean {float(self.mean):.3f}, worst {self.worst}, at worst {self.at_worst}")

    @property
    def total(self) -> int:
        """The sum of weight times guesses."""
        return sum(guesses * weight for guesses, weight in enumerate(self.weights, start=1))

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses."""
        return Fraction(self.total, sum(self.weights) or 1)

    @property
    def worst(self) -> int:
        """The largest number of guesses."""
        return len(self.secrets)

    @property
    def at_worst(self) -> int:
        """The number of secrets that need the most guesses."""
        return self.secrets[-1]

    def chance_to_lose(self, within: int) -> Fraction:
        """Return the chance that the secret is not found within *within* guesses."""
        return Fraction(sum(self.weights[within:]), sum(self.weights) or 1)

    def measures(self, within: int) -> tuple[Fraction, int, Fraction]:
        """Return mean, worst case and chance to lose. Lower is better."""
        return self.mean, self.worst, self.chance_to_lose(within)


@dataclass(frozen=True)
class Objectives:
    """The points of a game, in no particular order. *missing* has the reason for each point that is not known."""

    game: str
    within: int
    """The number of guesses after which a secret that is not found counts as lost."""
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
        """The points that no other dominates: none is as good in mean, worst case and chance, and better in one."""
        return tuple(compress(self.points, on_front(self.points, self.within)))

    def as_json(self) -> "ObjectivesJson":
        """Return the points as a JSON document."""
        points = list[ObjectivePointJson]()
        for point, is_on_front in zip(self.points, on_front(self.points, self.within), strict=True):
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
                    "lost_share": float(point.chance_to_lose(self.within)),
                    "distribution": {str(guesses): count for guesses, count in enumerate(point.secrets, start=1)},
                    "front": is_on_front,
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
    """A way of playing: a strategy, perhaps after a given first guess, or the best play within some number of rows."""

    strategy: str
    objective: Annotated[str, Literal["mean,worst", "worst,mean", "lost"]] | None
    """The objective for which the tree is proven best; null for strategies that look one step ahead."""
    given_guess: str | None  # the first guess that the way prescribes; null: the strategy's own
    given_rows: int | None  # the number of guesses within which it finds most secrets; null: no such limit


class ObjectivePointJson(WayJson):
    """The figures of a way of playing."""

    first_guess: str  # the first guess
    proven: bool  # whether it is proven that no tree is better for its objective
    mean: float  # mean number of guesses over all secrets
    worst: int  # the largest number of guesses
    at_worst: int  # the number of secrets that need the most guesses
    total: int  # guesses summed over all secrets
    lost: int  # the number of secrets not found within `within` guesses
    lost_share: float  # the chance that the secret is not found within `within` guesses
    distribution: dict[str, int]  # the number of secrets found with each number of guesses
    front: bool  # whether no other point is as good in mean, worst case and chance to lose, and better in one


class MissingWayJson(WayJson):
    """A way of playing that has no figures."""

    reason: str


class ObjectivesJson(TypedDict):
    """Mean, worst case and chance to lose of several ways of playing."""

    game: str
    within: int  # the number of guesses after which a secret that is not found counts as lost
    points: list[ObjectivePointJson]  # the figures of each way of playing
    missing: list[MissingWayJson]  # ways of playing without figures, and the reasons


Report: TypeAlias = Callable[[int, int, Way, Objectives], None]
"""A function that gets how many ways of playing are finished and how many there are, the next one, and all points."""


def on_front(points: Sequence[Point], within: int) -> list[bool]:
    """Return for each of *points* whether no other dominates it. Equal points do not dominate each other."""
    all_measures = {point.measures(within) for point in points}

    def dominates(measures: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        return measures != other and all(mine <= theirs for mine, theirs in zip(measures, other, strict=True))

    best = {measures for measures in all_measures if not any(dominates(other, measures) for other in all_measures)}
    return [point.measures(within) in best for point in points]


MakeTree: TypeAlias = Callable[[Way], Tree]
"""A function that builds the whole tree of a way of playing. It raises SizeError if a proof takes too long."""


def objectives(
    game: GameLike,
    within: int | None = None,
    *,
    node_limit: int = PROOF_NODES,
    threads: int | None = None,
    progress: Report | None = None,
) -> Objectives:
    """Return the mean, worst case and chance to lose *within* some guesses, for strategies and first guesses.

    *within* is by default one less than the least worst case, and at most the rows of the game. *node_limit* limits
    each proof; points that need more are missing. *progress* is called before each way of playing.

    >>> result = objectives("mastermind(3,4)")
    >>> result.within, [(point.way.strategy, point.total, point.worst) for point in result.front]
    (3, [('optimal', 206, 4), ('optimal-worst', 206, 4), ('optimal', 207, 5)])
    """
    limit, threads = as_limit("node_limit", node_limit, error=StrategyError), as_threads(threads)
    within = as_limit("within", within, least=1, error=StrategyError)
    check_progress(progress, 4)
    rules = as_game(game)
    rules.build_table(threads=threads)
    if rules.has_costs:
        raise StrategyError(f"expected a game without costs, got {rules}: points count guesses")

    def make(way: Way) -> Tree:
        return make_tree(rules, way, limit, threads)

    return find_points(rules, within, make, {}, limit, progress)


def find_points(
    game: Game,
    within: int | None,
    make: MakeTree,
    known: "Mapping[Way, Point | str]",
    node_limit: int | None,
    progress: Report | None = None,
) -> Objectives:
    """Return the points of *game*. *make* builds their trees.

    *known* has points, or the reasons why they are missing. If it is not empty, no other ways of playing are tried.
    """
    rows, game = game.rows, game.with_rows(None)
    all_ways = [way for way in known if way.within is None] or list(ways(game))
    points, missing = dict[Way, Point](), dict[Way, str]()

    def so_far() -> Objectives:
        # One less than the least worst case, so that every way of playing may lose.
        default = max(1, min((point.worst for point in points.values()), default=2) - 1)
        return Objectives(str(game), within or min(default, rows or default), tuple(points.values()), missing)

    def add_point(way: Way, done: int) -> None:
        """Add the point of *way*, or the reason why it is missing. Skip it if an earlier way plays the same."""
        if progress is not None:
            progress(done, len(all_ways) + 1, way, so_far())
        has_given_guess, own_choice = way.first_guess is not None, points.get(Way(way.strategy))
        if has_given_guess and own_choice is not None and own_choice.first_guess == way.first_guess:
            return  # the strategy plays this first guess by itself: the tree is the same
        try:
            point = known.get(way) or point_of(game, way, make(way), node_limit)
        except SizeError as error:
            point = str(error)
        earlier = {(other.first_guess, other.weights) for other in points.values()}
        if isinstance(point, str):
            missing[way] = point
        elif not has_given_guess or (point.first_guess, point.weights) not in earlier:
            points[way] = point

    for done, way in enumerate(all_ways):
        add_point(way, done)
    # The last way depends on the default of `within`, which is known only now.
    within = so_far().within
    add_point(Way("optimal", None, within), len(all_ways))
    return so_far()


def ways(game: Game) -> Iterator[Way]:
    """Yield the ways of playing *game*: built-in strategies that are not random, and first guesses that differ.

    If there are many first guesses, yield only the best of those that ship as data, if any.
    """
    for entry in known_strategies():
        if entry.built_in and not entry.is_random:
            yield Way(entry.name)
    table = game.table
    different = table.representatives([]).tolist()
    if len(different) > _MAX_FIRST_GUESSES:
        guesses = best_first_guesses(game, _BEST_FIRST_GUESSES)
    else:  # those that split the secrets or may win
        parts = {guess: table.partition(guess) for guess in different}
        useful = [guess for guess in different if len(parts[guess]) > 1 or table.win in parts[guess]]
        guesses = [table.guesses[guess] for guess in useful]
    for guess, name in product(guesses, _objectives()):
        yield Way(name, guess)


def _objectives() -> dict[str, str]:
    """Return the objective of each built-in strategy that has one, by name."""
    players = [entry.make(False, 0) for entry in known_strategies() if entry.built_in]
    return {player.name: player.objective for player in players if isinstance(player, OptimalStrategy)}


def make_tree(game: Game, way: Way, node_limit: int | None, threads: int | None) -> Tree:
    """Build the tree of *way*; raise SizeError if its proof takes more than *node_limit* nodes."""
    limited = game.with_rows(way.within)
    player = strategy(way.strategy, first_guess=way.first_guess, game=limited)
    if not isinstance(player, OptimalStrategy):
        return build_tree(limited, player, threads=threads)
    limits = Limits(nodes=node_limit)
    result = best_within_rows(Position(limited), player.objective, first_guess=way.first_guess, limits=limits)
    if result.interrupted:
        raise KeyboardInterrupt
    if result.tree is None or not result.proven:
        raise SizeError(f"not proven within {node_limit:,} nodes")
    return result.tree


def point_of(game: Game, way: Way, tree: Tree, node_limit: int | None) -> Point:
    """Return the point of a *tree*. Where the tree ends before the secret is found, the best play continues it."""
    secrets, weights = _found_by_depth(tree)
    for position in _lost_positions(game, tree):
        rest = optimum(position, "mean,worst", limits=Limits(nodes=node_limit)).tree
        assert rest is not None  # without a limit of guesses there always is a tree
        for sums, rest_counts in zip((secrets, weights), _found_by_depth(rest), strict=True):
            for depth, count in rest_counts.items():
                sums[len(position.history) + depth] += count
    depths = range(1, max(secrets) + 1)
    return Point(
        way,
        tree.root.guess,
        tuple(secrets[depth] for depth in depths),
        tuple(weights[depth] for depth in depths),
    )


def _found_by_depth(tree: Tree) -> "tuple[Counter[int], Counter[int]]":
    """Return the number and the weight of the secrets that *tree* finds with 1, 2, … guesses from its root on."""
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
    """Return the points of *game* that ship as data, or why they are missing. Most games have none."""
    points = dict[Way, Point | str]()
    for name, given_guess, within, first_guess, secrets, weights in known_objective_rows(game):
        way = Way(name, given_guess, within)
        if secrets is None:
            points[way] = first_guess  # the reason why there is no point
        else:
            points[way] = Point(way, first_guess, tuple(secrets), tuple(weights or secrets))
    return points
