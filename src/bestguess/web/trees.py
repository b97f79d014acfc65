"""Strategies written out: one node of a tree at a time, the path to a secret, and the whole tree as a file."""

import re
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.games import Game
from bestguess.trees import Node, Tree, play_out
from bestguess.trees.files import tree_text
from bestguess.trees.formats import FORMATS
from bestguess.web import schemas
from bestguess.web.answers import encoded, untimed
from bestguess.web.building import tree_of
from bestguess.web.flights import Job
from bestguess.web.kitchen import Kitchen
from bestguess.web.questions import TreeFileQuestion, TreeQuestion, canonical

_FILES = {
    "json": ("application/json", "json"),
    "text": ("text/plain; charset=utf-8", "txt"),
    "dot": ("text/vnd.graphviz; charset=utf-8", "dot"),
    "svg": ("image/svg+xml", "svg"),
    "sheet": ("image/svg+xml", "svg"),
}
_FILE_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The tree; as JSON it is the file that `bestguess check` accepts.",
        "content": {kind.partition(";")[0]: {"schema": {}} for kind, _ in _FILES.values()},
    }
}


def tree_routes(kitchen: Kitchen) -> APIRouter:
    """The routes of trees."""
    router = APIRouter(tags=["explore"], responses=schemas.PROBLEMS)

    @router.get("/tree", responses=schemas.streamable(schemas.TreeNode))
    async def tree(request: Request, question: Annotated[TreeQuestion, Query()]) -> Response:
        """One node of a strategy's tree: where the history leads, or the root and the path to a secret."""
        asked, game = canonical(question, kitchen.settings)
        if asked.secret is not None:
            asked = asked.model_copy(update={"secret": game.parse_secret(asked.secret), "history": ""})

        def work(job: Job) -> bytes:
            found = tree_of(kitchen, job, game, asked.strategy, asked.consistent)
            return encoded("tree", node_document(found, game, asked))

        return await kitchen.answer(request, asked, work, lane=kitchen.long)

    @router.get("/tree/file", responses=_FILE_RESPONSES, response_class=Response)
    async def tree_file(request: Request, question: Annotated[TreeFileQuestion, Query()]) -> Response:
        """A strategy's tree to keep: JSON, text, Graphviz DOT, a picture or a sheet to print."""
        asked, game = canonical(question, kitchen.settings)

        def work(job: Job) -> bytes:
            found = tree_of(kitchen, job, game, asked.strategy, asked.consistent)
            text = tree_text(found) if asked.format == "json" else FORMATS[asked.format](found, None)
            return text.encode()

        media_type, ending = _FILES[asked.format]
        name = re.sub("[^a-z0-9]+", "-", f"{game}-{asked.strategy}{'-consistent' * asked.consistent}").strip("-")
        headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
        return await kitchen.answer(
            request, asked, work, lane=kitchen.long, media_type=media_type, headers=headers, streams=False
        )

    return router


def node_document(tree: Tree, game: Game, question: TreeQuestion) -> dict[str, Any]:
    """The node where the history of *question* leads, or the root and the path to its secret."""
    node = tree.root.at(game.parse_history(question.history))
    path = {} if question.secret is None else {"path": _path(tree, game, question.secret)}
    return {
        "game": str(game),
        "strategy": tree.strategy,
        "consistent": tree.consistent,
        "figures": untimed(tree.figures.as_json()),
        "history": question.history,
        **_below(node),
        "branches": [{"feedback": feedback, **_below(branch)} for feedback, branch in node.branches.items()],
        "depths": {str(depth): count for depth, count in enumerate(np.bincount(_depths(node)).tolist()) if depth},
        **path,
    }


def _below(node: Node) -> dict[str, Any]:
    depths = _depths(node)
    return {
        "guess": node.guess,
        "wins": node.wins,
        "candidates": len(depths),
        "height": int(depths.max()),
        "mean": float(depths.mean()),
    }


def _depths(node: Node) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """How many guesses each secret below *node* still needs, the one at *node* counted."""
    below = slice(node.index, node.tree.ends[node.index])
    here = int(node.tree.depth[node.index])
    return node.tree.depth[below][node.tree.wins[below]].astype(np.int64) - here + 1


def _path(tree: Tree, game: Game, secret: str) -> list[dict[str, Any]]:
    """The rows that find *secret*, and how many candidates each leaves."""
    node, steps = tree.root, []
    for row in play_out(tree.root, lambda guess: game.feedback(guess, secret), game.win):
        if row.feedback != game.win:
            node = node.after(row.feedback)
        steps.append({**row._asdict(), "candidates": 1 if row.feedback == game.win else node.size})
    return steps
