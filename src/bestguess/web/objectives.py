"""JSON documents of objectives: what ways of playing cost, shipped or computed."""

from typing import Literal

from bestguess.games import Game
from bestguess.stats.points import Objectives, ObjectivesJson, Way, find_points, shipped_points
from bestguess.trees import Tree
from bestguess.web.jobs import JobContext
from bestguess.web.queries import ObjectivesQuery
from bestguess.web.service import Service
from bestguess.web.trees import strategy_tree, with_table


class ObjectivesDocument(ObjectivesJson):
    """What ways of playing cost in mean, in the worst case, and in chance to lose within so many guesses."""

    source: Literal["computed", "shipped"]


def objectives_document(
    service: Service, context: JobContext, query: ObjectivesQuery, game: Game
) -> ObjectivesDocument:
    """The points of *game*; each proof looks at a limited number of nodes, and what takes more is missing."""
    nodes = service.settings.proof_nodes
    game = with_table(service, context, game, service.settings.tree_pairs)
    shipped = shipped_points(game)

    def make(way: Way) -> Tree:
        board = game.with_rows(way.within)
        return strategy_tree(service, context, board, way.strategy, False, nodes, way.first_guess)

    def report(done: int, total: int, way: Way, known: Objectives) -> None:
        context.step = {"done": done, "total": total}
        context.progress(done, total, label=way.strategy)
        if not shipped:
            context.partial(known.as_json())

    found = find_points(game, query.within, make, shipped, nodes, report)
    return {**found.as_json(), "source": "shipped" if shipped else "computed"}
