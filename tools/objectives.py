"""`make values`: writes src/bestguess/data/objectives.json, what ways of playing common games cost.

Games that are named as arguments are computed anew; without any, all.
"""

import json
import sys
from pathlib import Path
from typing import Any, TypeAlias

import bestguess as bg
from bestguess.files import write_whole
from bestguess.stats.points import Objectives, Point, Way, find_points, made_tree

PATH = Path(__file__).parent.parent / "src" / "bestguess" / "data" / "objectives.json"
NODES = {  # most search nodes of each proof
    "mastermind(4,6)": 10**6,
    "mastermind(4,6,secrets=distinct)": 10**6,
    "mastermind(5,5)": 10**6,
    "bullscows(3,10)": 10**6,
    "bullscows(4,10)": 10**6,
    "words(english,5)": 2_000,
}
Row: TypeAlias = list[Any]


def about(text: str) -> dict[str, Any]:
    """The rows of a game, and the SHA-256 of its files."""
    game = bg.game(text)
    known = dict[Way, Point | str]()
    nodes, within = NODES[text], 1
    while within == 1 or within < most_guesses(known):
        found = find_points(game, within, lambda way: made_tree(game, way, nodes, None), known, nodes, told)
        known |= {**{point.way: point for point in found.points}, **found.missing}
        within += 1
    rows = [row_of(way, one) for way, one in known.items()]
    return {"sha256": [sha256 for _, sha256 in game.files], "rows": rows}


def most_guesses(known: dict[Way, Point | str]) -> int:
    """The most guesses that the best trees by mean need: within so many they find all."""
    return max(one.worst for way, one in known.items() if isinstance(one, Point) and way.objective == "mean,worst")


def row_of(way: Way, one: Point | str) -> Row:
    """A way of playing and what it costs, or why that is not known."""
    if isinstance(one, str):
        return [*way, one, None, None]
    return [*way, one.first_guess, one.secrets, None if one.weights == one.secrets else one.weights]


def told(done: int, total: int, way: Way, _: Objectives) -> None:
    """Prints what is computed next."""
    print(done, total, *way, flush=True)


if __name__ == "__main__":
    games = json.loads(PATH.read_text("utf-8"))["games"] if sys.argv[1:] else {}
    games |= {text: about(text) for text in sys.argv[1:] or NODES}
    rows = "strategy, given first guess, guesses within which most is found; first guess, secrets and weight by guesses"
    head = {"version": bg.__version__, "command": "make values", "rows": rows}
    body = ",\n".join(f"{json.dumps(text)}: {json.dumps(one)}" for text, one in games.items())
    write_whole(PATH, json.dumps(head)[:-1] + ', "games": {\n' + body + "\n}}\n")
