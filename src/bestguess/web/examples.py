"""One example for every route of the API: a request, and the answer that it gets.

The answers are in examples.json, which tools/page_files.py writes; a test asks the server again and compares.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import bestguess
from bestguess.games.csvtable import text_name

ANSWERS = Path(__file__).with_name("examples.json")
KEY = "the key of the examples in the documentation"
"""The challenges of the examples are made with it; other servers do not know them."""
_OWN = "bWFzdGVybWluZCgyLDMp.0123456789abcdef.Gz2211UH5Es3gisS"


@dataclass(frozen=True)
class Example:
    """A request by its path and query, and its body if it has one."""

    path: str
    body: dict[str, str] | None = None

    @property
    def command(self) -> str:
        """The request as a command line."""
        data = "" if self.body is None else f" --json '{json.dumps(self.body, ensure_ascii=False)}'"
        post = " -X POST" if self.path.endswith("/secret") else ""
        return f"curl{post}{data} 'http://127.0.0.1:8000{self.path}'"


def _own(name: str, **more: str) -> Example:
    """A question about a table of one's own."""
    return Example(f"/api/{name}", {"game": f"table({text_name(_TABLE)})", **more, "table": _TABLE})


_GAME = "game=mastermind(2,3)"
_TABLE = "win=yes,cat,dog,cow\ncat,yes,fur,fur\ndog,fur,yes,hoof\ncow,fur,hoof,yes\n"
EXAMPLES = {
    "GET /api/health": Example("/api/health"),
    "GET /api/games": Example("/api/games"),
    "GET /api/abilities": Example("/api/abilities?game=mastermind(8,12)"),
    "GET /api/strategies": Example("/api/strategies"),
    "GET /api/advise": Example("/api/advise?game=mastermind(4,6)&history=1122:1.0+1344:0.1&count=2"),
    "GET /api/explain": Example(f"/api/explain?{_GAME}&guess=12"),
    "GET /api/hint": Example("/api/hint?game=mastermind(4,6)&history=1122:1.0+1344:0.1+3526:1.2&step=3"),
    "GET /api/candidates": Example("/api/candidates?game=bullscows(4,10)&history=0123:1.1&limit=5"),
    "GET /api/contradictions": Example(f"/api/contradictions?{_GAME}&history=11:0.0+22:0.0+33:1.0"),
    "GET /api/move": Example("/api/move?game=mastermind(4,6)&history=1123:0.0"),
    "GET /api/review": Example(f"/api/review?{_GAME}&history=11:1.0+12:2.0"),
    "GET /api/puzzles": Example("/api/puzzles?game=mastermind(4,6)&kind=win-in-two&count=1"),
    "GET /api/tree": Example(f"/api/tree?{_GAME}&strategy=minimax"),
    "GET /api/tree/file": Example(f"/api/tree/file?{_GAME}&strategy=minimax&format=text"),
    "GET /api/compare": Example(f"/api/compare?{_GAME}&strategies=minimax,entropy"),
    "GET /api/objectives": Example(f"/api/objectives?{_GAME}&within=2"),
    "GET /api/sweep": Example("/api/sweep?family=mastermind&pegs=2&symbols=2-3&strategy=minimax"),
    "POST /api/table": Example("/api/table", {"table": _TABLE}),
    "POST /api/abilities": _own("abilities"),
    "POST /api/advise": _own("advise", history="cat:fur"),
    "POST /api/explain": _own("explain", guess="dog"),
    "POST /api/hint": _own("hint", history="cat:fur"),
    "POST /api/candidates": _own("candidates", history="cat:fur"),
    "POST /api/contradictions": _own("contradictions", history="dog:hoof cat:yes"),
    "POST /api/move": _own("move", history="cat:fur"),
    "POST /api/review": _own("review", history="cat:fur cow:yes"),
    "POST /api/tree": _own("tree"),
    "POST /api/compare": _own("compare", strategies="minimax,entropy"),
    "POST /api/challenges": Example("/api/challenges", {"game": "mastermind(2,3)", "secret": "31"}),
    "GET /api/challenges/{id}": Example(f"/api/challenges/{_OWN}"),
    "GET /api/challenges/{id}/feedback": Example(f"/api/challenges/{_OWN}/feedback?guess=12"),
    "POST /api/challenges/{id}/secret": Example(f"/api/challenges/{_OWN}/secret"),
}


@cache
def example_answers() -> dict[str, Any]:
    """The answer to each example, by method and path; those that are not JSON are texts."""
    found: dict[str, Any] = json.loads(ANSWERS.read_text("utf-8"))
    for answer in found.values():
        if isinstance(answer, dict):
            answer["version"] = bestguess.__version__
    return found


def add_examples(openapi: dict[str, Any]) -> None:
    """Adds to the operations of the *openapi* document their examples."""
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            key = f"{method.upper()} {path}"
            if key in EXAMPLES and key in example_answers():
                operation["x-example-request"] = EXAMPLES[key].command
                operation["x-example-response"] = example_answers()[key]
