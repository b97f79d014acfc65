"""Questions about a table of one's own, in the body of a POST."""

import gc
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import Message

from bestguess.games import TableGame
from bestguess.games.csvtable import text_name
from bestguess.trees import build_tree
from bestguess.trees.build import prepare
from bestguess.web import Settings
from bestguess.web.caches import _table_bytes
from bestguess.web.middleware import TABLE_PATHS, OpenTables
from bestguess.web.own_tables import game_bytes, tree_bytes
from hostile import drawn_table
from servers import ANIMALS, TABLE_QUESTIONS, asking, client_of, document, fault, small_settings

FAULTS = (
    "faults,pump,valve,fuse,cost\ndoes it hum?,yes,yes,no,1\nis it hot?,yes,no,no,5/2\n"
    "label,call us,call us,new fuse,\nweight,1,1/2,1,\n"
)


def test_the_paths_with_tables() -> None:
    """A body with a table is allowed where one is expected, and nowhere else."""
    with client_of(small_settings()) as client:
        described = client.get("/api/openapi.json").json()
    bodies = {
        path: methods["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for path, methods in described["paths"].items()
        if "requestBody" in methods.get("post", {})
    }
    schemas = described["components"]["schemas"]
    assert {path for path, name in bodies.items() if "table" in schemas[name]["properties"]} == TABLE_PATHS
    assert {f"/api/{name}" for name in ("table", *TABLE_QUESTIONS)} == TABLE_PATHS


@pytest.mark.parametrize("name", TABLE_QUESTIONS)
def test_questions(client: TestClient, name: str) -> None:
    """Every question is answered: as GET would, were the table in a file; twice alike, and not kept by the client."""
    first, second = (client.post(f"/api/{name}", json=asking(ANIMALS, **TABLE_QUESTIONS[name])) for _ in range(2))
    assert document(first) == document(second)
    assert first.headers["cache-control"] == "no-store"
    assert "etag" not in first.headers
    if name != "hint":
        assert document(first)["game"] == f"table({text_name(ANIMALS)})"


def test_questions_of_many_words(client: TestClient) -> None:
    """A history has as many rows as questions, however many words these have; any of them may come first in a tree."""
    question = "does it bark at night in the garden of the neighbours when it rains?"
    table = f"animals,cat,dog,cow\n{question},no,yes,no\nhorns?,no,no,yes\n"
    body = asking(table, ",goal=identify", history=" ".join([f'"{question}":no'] * 3), ignored="3")
    assert document(client.post("/api/candidates", json=body))["candidates"] == 2
    assert fault(client.post("/api/candidates", json={**body, "ignored": "4"})) == (422, "history")
    tree = asking(table, ",goal=identify", first_guess=question)
    assert document(client.post("/api/tree", json=tree))["guess"] == question


def test_a_table_is_described(client: TestClient) -> None:
    """What is in it: texts, numbers and cells; the goal is identify where nothing wins."""
    found = document(client.post("/api/table", json={"table": FAULTS}))
    name = text_name(FAULTS)
    assert found == {
        "name": name,
        "game": f"table({name},goal=identify)",
        "goal": "identify",
        "win": None,
        "guesses": ["does it hum?", "is it hot?"],
        "secrets": ["pump", "valve", "fuse"],
        "labels": ["call us", "call us", "new fuse"],
        "weights": [2, 1, 2],
        "costs": [1.0, 2.5],
        "feedbacks": ["yes", "no"],
        "matrix": [[0, 0, 1], [0, 1, 1]],
    }
    assert document(client.post("/api/table", json={"table": ANIMALS}))["win"] == "yes"
    free = ANIMALS.replace("win=yes", "animals")
    assert document(client.post("/api/table", json={"table": free}))["goal"] == "identify"
    named = document(client.post("/api/table", json={"table": free, "win": "yes"}))
    assert (named["goal"], named["win"], named["game"]) == ("hit", "yes", f"table({text_name(free)},win=yes)")


@pytest.mark.parametrize(
    ("sent", "kind", "detail"),
    [
        ({"table": "w,a,b\nq,x,\n"}, "file", "row 2 ('q'), column 3 ('b'): expected a feedback, got an empty cell"),
        ({"table": "w,a,b\nq,x,x\n"}, "game", "no guess tells"),
        ({"table": "w,a,b\na,y,n\nb,n,y\n", "goal": "identify", "win": "y"}, "game", "does not work with win=y"),
        ({}, "request", "table: field required"),
        ({"table": ANIMALS, "rows": 3}, "request", "rows: extra inputs"),
    ],
)
def test_what_is_wrong_with_a_table(client: TestClient, sent: dict[str, Any], kind: str, detail: str) -> None:
    """One line says what, and where."""
    answer = client.post("/api/table", json=sent)
    assert fault(answer) == (422, kind), answer.text
    assert detail in answer.json()["detail"]


def test_half_a_character(client: TestClient) -> None:
    """JSON may have text that is none; so may the names of its fields."""
    headers = {"content-type": "application/json"}
    for sent in ({"table": "a,\ud800"}, {"table": ANIMALS, "\ud800": 1}, {"table": ANIMALS, "win": "\ud800"}):
        answer = client.post("/api/table", content=json.dumps(sent), headers=headers)
        assert answer.status_code == 422
        assert "\n" not in answer.json()["detail"]


def test_without_a_table(client: TestClient) -> None:
    """A POST without a table or with another name than its own is refused, and a GET with the name of one."""
    for game in ("mastermind(2,3)", "table", f"table({text_name(ANIMALS)}x)"):
        assert fault(client.post("/api/advise", json={"table": ANIMALS, "game": game})) == (422, "game")
    assert fault(client.post("/api/advise", json={"game": "mastermind(2,3)"})) == (422, "request")
    assert fault(client.get("/api/advise", params={"game": f"table({text_name(ANIMALS)})"})) == (422, "file")
    assert fault(client.get("/api/table")) == (404, "not-found")


LIMITS = [
    ({"own_bytes": len(ANIMALS) - 1}, f"expected a table of at most {len(ANIMALS) - 1} bytes, got {len(ANIMALS)}"),
    ({"own_guesses": 2}, "table: expected at most 2 guesses, got 3"),
    ({"own_secrets": 2}, "table: expected at most 2 secrets, got 3"),
    ({"own_feedbacks": 2}, "table: expected at most 2 different feedbacks, got 3"),
    ({"own_letters": 3}, "table: expected cells of at most 3 letters, got one of 4: 'hoof'"),
]


@pytest.mark.parametrize(("limit", "detail"), LIMITS)
def test_limits(limit: dict[str, int], detail: str) -> None:
    """What is too large is refused; the message says the limit and what came."""
    with client_of(small_settings(**limit)) as client:
        for path in ("table", "advise"):
            answer = client.post(f"/api/{path}", json={"table": ANIMALS} if path == "table" else asking(ANIMALS))
            assert fault(answer) == (422, "size")
            assert answer.json()["detail"] == detail


def test_the_length_of_a_body() -> None:
    """A table of the greatest length fits, however JSON writes it; elsewhere, and beyond it, a body is too long."""
    with client_of(small_settings()) as client:
        settings = client.app.state.service.settings  # type: ignore[attr-defined]
        long = "é" * (settings.own_bytes // 2)
        sent = json.dumps({"table": long})
        assert len(sent) > 3 * settings.own_bytes
        headers = {"content-type": "application/json"}
        assert fault(client.post("/api/table", content=sent, headers=headers)) == (422, "file")
        more = json.dumps({"table": long + "é"})
        assert fault(client.post("/api/table", content=more, headers=headers)) == (422, "size")
        assert fault(client.post("/api/challenges", content=sent, headers=headers)) == (413, "size")
        assert fault(client.request("GET", "/api/advise", content=sent, headers=headers)) == (413, "size")
        too_long = b" " * (settings.table_body + 1)
        assert fault(client.post("/api/table", content=too_long, headers=headers)) == (413, "size")
        assert fault(client.post("/api/table", content=iter([too_long]), headers=headers)) == (413, "size")


def test_what_is_kept_is_bounded() -> None:
    """Many different tables stay within the limits of the caches, and leave nothing else behind."""
    limits = {"own_cache_bytes": 30_000, "answer_bytes": 30_000, "tree_bytes": 30_000, "table_bytes": 30_000}
    with client_of(small_settings(**limits)) as client:
        service = client.app.state.service  # type: ignore[attr-defined]
        for number in range(40):
            table = ANIMALS.replace("fur", f"fur {number}")
            for name in ("advise", "tree", "move"):
                assert client.post(f"/api/{name}", json=asking(table)).status_code == 200
        for cache in (service.own_games, service.bodies, service.trees, service.tables._tables):
            assert 0 < len(cache) < 40
            assert cache.bytes <= 30_000
        assert len(service.responses) == 0
        assert not service.tables._building
        assert not service._jobs._jobs


@pytest.mark.parametrize("table", [ANIMALS, drawn_table(60, 80, "abcdefghij"), drawn_table(9, 9, "é")])
def test_what_is_kept_takes_no_more_than_is_counted(table: str) -> None:
    """The memory of games, tables and trees is at most what the caches count for them."""

    def made() -> Iterator[tuple[object, int]]:
        game = TableGame.from_text(table, goal=None)
        game.as_guess(game.guesses[0]), game.as_secret(game.secrets[0])
        yield game, game_bytes(game)
        if "é" not in table:
            whole = game.table
            prepare(whole)
            yield whole, _table_bytes(whole)
            tree = build_tree(game, "first")
            yield tree, _table_bytes(whole) + tree_bytes(tree)

    list(made())  # what is made once
    gc.collect()
    tracemalloc.start()
    try:
        for kept, counted in made():
            assert kept is not None
            assert tracemalloc.get_traced_memory()[0] <= counted
            gc.collect()
    finally:
        tracemalloc.stop()


def test_tables_in_requests_at_once() -> None:
    """Beyond the limit of one client, or of all, a request with a table is refused; others are answered."""
    waiting, release = list[str](), anyio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        waiting.append(scope["path"])
        await release.wait()
        await Response("good")(scope, receive, send)

    async def ask(client: str, path: str = "/api/advise", length: int = 100_000) -> int:
        statuses = list[int]()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        headers = [(b"content-length", str(length).encode())]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (client, 1)}
        await limited(scope, None, send)  # type: ignore[arg-type]
        return statuses[0]

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            for client in ("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"):
                tasks.start_soon(ask, client)
            await anyio.wait_all_tasks_blocked()
            assert len(waiting) == 4
            assert await ask("10.0.0.1") == 503
            assert await ask("10.0.0.5") == 503
            tasks.start_soon(ask, "10.0.0.5", "/api/challenges")
            await anyio.wait_all_tasks_blocked()
            assert waiting[-1] == "/api/challenges"
            release.set()
        assert not limited._open
        assert await ask("10.0.0.5") == 200

    limited = OpenTables(app, Settings(own_open_bytes=4 * (100_000 + 2**16)))
    anyio.run(run)
