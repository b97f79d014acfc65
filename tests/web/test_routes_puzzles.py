"""The route of practice puzzles: the server's puzzles are the library's."""

import pytest
from starlette.testclient import TestClient

import bestguess as bg
from bestguess.puzzles import KINDS, shipped_puzzles
from servers import document, fault


@pytest.mark.parametrize("kind", ["only-secret", "cannot-lose"])
def test_puzzles_are_the_librarys(client: TestClient, kind: str) -> None:
    """Those that ship come as they are, others are made; both are the library's."""
    for game, seed, source in (("mastermind(4,6,rows=10)", 1, "shipped"), ("mastermind(3,4)", 2, "computed")):
        found = document(client.get("/api/puzzles", params={"game": game, "kind": kind, "count": 2, "seed": seed}))
        plain = bg.game(game).with_rows(None)
        expected = shipped_puzzles(plain, KINDS[kind], 2, seed) or bg.puzzles.make(plain, kind, 2, seed)
        assert found == {
            "game": str(plain),
            "kind": kind,
            "question": KINDS[kind].question,
            "seed": seed,
            "count": 2,
            "complete": True,
            "puzzles": [puzzle.as_json() for puzzle in expected],
            "source": source,
        }


def test_without_a_count(client: TestClient) -> None:
    """All that ship come, of a game without any ten; a game that has fewer than were looked for is not complete."""
    asked = {"game": "mastermind(4,6)", "kind": "only-secret"}
    found = document(client.get("/api/puzzles", params=asked))
    assert (len(found["puzzles"]), found["complete"], found["source"]) == (50, True, "shipped")
    found = document(client.get("/api/puzzles", params={**asked, "game": "mastermind(3,4)", "kind": "cannot-lose"}))
    assert (found["complete"], found["source"]) == (False, "shipped")
    found = document(client.get("/api/puzzles", params={**asked, "game": "mastermind(3,5)"}))
    assert (len(found["puzzles"]), found["complete"], found["source"]) == (10, True, "computed")


def test_what_is_refused(client: TestClient) -> None:
    """Games too large, unknown kinds and counts."""
    answer = client.get("/api/puzzles", params={"game": "mastermind(4,5)"})
    assert fault(answer) == (422, "size")
    assert "390,625" in answer.json()["detail"]
    assert fault(client.get("/api/puzzles", params={"game": "mm4x6", "kind": "mate"}))[1] == "request"
    assert fault(client.get("/api/puzzles", params={"game": "mm4x6", "count": 51}))[1] == "request"
