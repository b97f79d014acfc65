"""What the server says it answers about a game is what it answers."""

from urllib.parse import urlencode

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from bestguess.web import Settings
from servers import KEY, client_of, document, fault, small_settings

HISTORIES = {
    "mastermind(3,4)": "111:0.0 222:0.0",
    "mastermind(6,6)": "111111:0.0 222222:0.0",
    "bullscows(4,10)": "0123:0.1 4567:0.2",
}
ANSWERED = {
    "count": "candidates?",
    "advice": "advise?",
    "review": "review?",
    "tree": "tree?strategy=first&",
    "compare": "compare?strategies=first&",
    "optimum": "tree?strategy=optimal&",
}


@pytest.mark.parametrize("game", HISTORIES)
def test_abilities_are_true(client: TestClient, game: str) -> None:
    """Whatever the server says it answers has an answer, and whatever it says it does not is refused by its size."""
    said = document(client.get("/api/abilities", params={"game": game}))
    for name, path in ANSWERED.items():
        given = {"game": game} | ({"history": HISTORIES[game]} if name in ("count", "advice", "review") else {})
        answer = client.get(f"/api/{path}&{urlencode(given)}")
        if said[name]:
            assert document(answer)
        else:
            assert fault(answer) == (422, "size"), name
    advice = document(client.get("/api/advise", params={"game": game, "history": HISTORIES[game]}))
    assert advice["sampled"] == said["sampled"]


def test_abilities_depend_on_the_limits() -> None:
    """A server with other limits answers other questions, and contradictions are found in as many rows as it says."""
    game, rows = "mastermind(3,4)", ["111:0.0", "222:0.0", "333:0.0", "444:0.0"]
    with client_of(small_settings(pairs=1_000, scan_pairs=64 * 4)) as client:
        said = document(client.get("/api/abilities", params={"game": game}))
        assert (said["sampled"], said["review"], said["tree"], said["contradiction_rows"]) == (True, False, False, 4)
        for count, status in ((4, 200), (5, 422)):
            given = {"game": game, "history": " ".join([*rows, "111:0.0"][:count])}
            assert client.get("/api/contradictions", params=given).status_code == status


def test_large_games_with_the_usual_limits() -> None:
    """Nothing that helps at the board is refused but very long histories, and games without a kernel or a table."""
    with client_of(Settings(key=SecretStr(KEY), rate=0.0, warm=0)) as client:
        for game in ("mastermind(8,16,rows=12)", "bullscows(8,16)"):
            said = document(client.get("/api/abilities", params={"game": game}))
            assert (said["count"], said["advice"], said["sampled"]) == (True, True, True)
            assert not any(said[name] for name in ("review", "tree", "compare", "contradictions"))
        said = document(client.get("/api/abilities", params={"game": "balance(20)"}))
        assert {name for name, value in said.items() if value} == {"game", "secrets"}
        given = {"game": "mastermind(8,12)", "history": "11223344:1.0 55667788:2.0"}
        too_long = {"game": "mastermind(8,16)", "history": " ".join(["11223344:1.0"] * 17)}
        for question in ("candidates", "advise", "hint", "move", "explain"):
            guess = {"guess": "12345678"} if question == "explain" else {}
            found = document(client.get(f"/api/{question}", params=given | guess))
            # Two pegs of 5 to 8 in place and none elsewhere; or one such colour in both its places and elsewhere.
            assert found["candidates"] == 8 * 21 * 4**5 + 24 * (5**5 - 4**5), question
            assert found.get("sampled", True), question
            if not guess:
                assert fault(client.get(f"/api/{question}", params={"game": "balance(20)"})) == (422, "size")
                answer = client.get(f"/api/{question}", params=too_long)
                assert fault(answer) == (422, "size")
                assert "at most 16 rows" in answer.json()["detail"]
