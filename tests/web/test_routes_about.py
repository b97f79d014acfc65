"""What the server says about itself."""

from starlette.testclient import TestClient

import bestguess as bg
from servers import document


def test_what_there_is(client: TestClient) -> None:
    """Games without table(FILE), presets that are games, and the built-in strategies."""
    games = document(client.get("/api/games"))
    known = ["mastermind", "bullscows", "twod", "numbers", "balance", "words"]
    assert [family["family"] for family in games["families"]] == known
    assert all(str(bg.game(preset["game"])) == preset["game"] for preset in games["presets"])
    assert games["limits"]["rows"] == 32
    listed = {one["strategy"] for one in document(client.get("/api/strategies"))["strategies"]}
    assert {"first", "random", "minimax", "entropy", "optimal", "optimal-worst"} <= listed
    assert document(client.get("/api/health")) == {"status": "ok", "running": 0, "waiting": 0}
