"""Questions about a table of one's own, in the body of a POST."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from bestguess.games.csvtable import text_name
from bestguess.web.middleware import TABLE_PATHS
from servers import client_of, document, fault, small_settings

ANIMALS = "win=yes,cat,dog,cow\ncat,yes,fur,fur\ndog,fur,yes,hoof\ncow,fur,hoof,yes\n"
FAULTS = (
    "faults,pump,valve,fuse,cost\ndoes it hum?,yes,yes,no,1\nis it hot?,yes,no,no,5/2\n"
    "label,call us,call us,new fuse,\nweight,1,1/2,1,\n"
)


def body(table: str, options: str = "", **more: Any) -> dict[str, Any]:
    """The body of a question about *table*."""
    return {"table": table, "game": f"table({text_name(table)}{options})", **more}


QUESTIONS: dict[str, dict[str, Any]] = {
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
    assert {f"/api/{name}" for name in ("table", *QUESTIONS)} == TABLE_PATHS


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions(client: TestClient, name: str) -> None:
    """Every question is answered: as GET would, were the table in a file; twice alike, and not kept by the client."""
    first, second = (client.post(f"/api/{name}", json=body(ANIMALS, **QUESTIONS[name])) for _ in range(2))
    assert document(first) == document(second)
    assert first.headers["cache-control"] == "no-store"
    assert "etag" not in first.headers
    if name != "hint":
        assert document(first)["game"] == f"table({text_name(ANIMALS)})"


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
        ({"table": "a"}, "file", "table: expected a first row of secrets"),
        ({"table": "a;b;c"}, "file", "separated by semicolons"),
        ({"table": "w,a,b\na,x\n"}, "file", "table: row 2 has 2 cells, expected 3"),
        ({"table": "w,a,b\nq,x,\n"}, "file", "row 2: expected a feedback, got an empty cell"),
        ({"table": "w,a,b\nq,x,x\n"}, "game", "no guess tells"),
        ({"table": "w,a,b\na,y,n\nb,n,n\n", "win": "y"}, "game", "'b'"),
        ({"table": "win=y,a,b\na,y,n\nb,n,y\n", "goal": "identify"}, "file", "either goal=identify or win="),
        ({"table": "w,a,b\na,y,n\nb,n,y\n", "goal": "hit"}, "file", "no winning feedback"),
        ({"table": "w,a,b\na,y,n\nb,n,y\n", "goal": "hit", "win": ""}, "file", "no winning feedback"),
        ({"table": "w,a,b\na,y,n\nb,n,y\n", "goal": "identify", "win": "y"}, "game", "got both"),
        ({"table": "w,a,b,c\na,y,n,x\nweight,1/999999999,1/999999998,1/999999997\n"}, "file", "weights that add up"),
        ({"table": 'w,a,b\n"a,y,n\n'}, "file", "cannot be read as CSV"),
        ({"table": 5}, "request", "table: input should be a valid string"),
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


@pytest.mark.parametrize(
    "game", ["table(0123456789abcdef)", "mastermind(2,3)", "table", "table()", "go", f"table({text_name(ANIMALS)}x)"]
)
def test_the_name_is_that_of_the_table(client: TestClient, game: str) -> None:
    """Another name is refused."""
    assert fault(client.post("/api/advise", json={"table": ANIMALS, "game": game})) == (422, "game")


def test_spellings_share_an_answer() -> None:
    """The same question in other words is the same; the same name with another table could never be."""
    with client_of(small_settings()) as client:
        name = text_name(ANIMALS)
        spellings = [f"table({name})", f" TABLE( {name} ) ", f'table("{name}")']
        answers = [client.post("/api/advise", json={"table": ANIMALS, "game": game}).content for game in spellings]
        assert len(set(answers)) == 1
        assert len(client.app.state.service.bodies) == 1  # type: ignore[attr-defined]


def test_without_a_table(client: TestClient) -> None:
    """A POST without a table is refused, and a GET with the name of one."""
    assert fault(client.post("/api/advise", json={"game": "mastermind(2,3)"})) == (422, "request")
    assert fault(client.get("/api/advise", params={"game": f"table({text_name(ANIMALS)})"})) == (422, "file")
    assert fault(client.get("/api/table")) == (404, "not-found")
