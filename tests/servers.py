"""A server in process, with small limits, and clients of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from starlette.testclient import TestClient

from bestguess.games.csvtable import text_name
from bestguess.web import Settings, create_app
from validity import check_document

KEY = "a key for tests, and for nothing else"
SMALL = {"secrets": 100_000, "pairs": 3_000_000, "proof_pairs": 200_000, "proof_nodes": 500, "sweep_pairs": 200_000}
SMALL["puzzle_pairs"] = 50_000
ADVICE = "/api/advise?game=mastermind(2,3)"
GAMES = ["mastermind(2,3)", "mastermind(3,4)", "bullscows(3,5)", "twod(4)", "mastermind(3,4,secrets=distinct,rows=8)"]

ANIMALS = "win=yes,cat,dog,cow\ncat,yes,fur,fur\ndog,fur,yes,hoof\ncow,fur,hoof,yes\n"
TABLE_QUESTIONS: dict[str, dict[str, Any]] = {
    "abilities": {},
    "advise": {"count": 2},
    "explain": {"guess": "dog"},
    "hint": {"step": 3},
    "candidates": {"limit": 2},
    "contradictions": {"history": "dog:hoof cat:yes"},
    "move": {"history": "cat:fur"},
    "review": {"history": "cat:fur cow:yes"},
    "tree": {"secret": "cow"},
    "compare": {"strategies": "minimax,optimal"},
}
"""What every question that takes a table may have in its body besides, for the table of animals."""


def small_settings(**given: Any) -> Settings:
    """Settings for quick tests: no limit of requests, small games."""
    return Settings(**{"key": KEY, "rate": 0.0, "warm": 0, "hosts": ("testserver",), **SMALL, **given})


class CheckedClient(TestClient):
    """A client that fails when the JSON of an answer is not as its schema says."""

    def request(self, *given: Any, **named: Any) -> httpx2.Response:
        """The answer to a request."""
        answer = super().request(*given, **named)
        if answer.headers.get("content-type") == "application/json" and answer.content:
            found = answer.json()
            if "openapi" not in found:
                check_document(found, None if answer.is_success else "problem")
        return answer


@contextmanager
def client_of(settings: Settings) -> Iterator[TestClient]:
    """A client of a server with *settings*, in process; a fault of the server is raised here."""
    with CheckedClient(create_app(settings), base_url="http://localhost") as client:
        yield client


def document(answer: httpx2.Response) -> dict[str, Any]:
    """The document of a good *answer*, without what all have."""
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.json()
    assert found.pop("schema").startswith("bestguess.")
    assert found.pop("version")
    return found


def fault(answer: httpx2.Response) -> tuple[int, str]:
    """The status and the kind of an *answer* that is none; its detail is one line."""
    found = answer.json()
    assert set(found) == {"error", "detail"}
    assert found["detail"]
    assert "\n" not in found["detail"]
    return answer.status_code, found["error"]


def asking(table: str, options: str = "", **more: Any) -> dict[str, Any]:
    """The body of a question about *table*."""
    return {"table": table, "game": f"table({text_name(table)}{options})", **more}
