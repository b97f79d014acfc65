"""What is prepared when the server starts."""

import bestguess as bg
from bestguess.web.queries import AdviseQuery
from bestguess.web.service import body_key
from bestguess.web.warmup import warm_up
from servers import client_of, document, small_settings


def test_common_games_are_prepared() -> None:
    """What is prepared is what would be computed: the same bytes for the same query."""
    with client_of(small_settings()) as client, client_of(small_settings()) as other:
        service = other.app.state.service  # type: ignore[attr-defined]
        early = ["balance(5,find=coin)", "mastermind(3,4,rows=2)"]  # they may end before advice does
        warm_up(service, ["mastermind(2,3)", "mastermind(3,4,rows=5)", "mastermind(6,6)", *early])
        for game in early:
            assert service.bodies.get(body_key("/api/advise", AdviseQuery(game=game))) is not None
        choice = document(client.get("/api/advise?game=mastermind(3,4,rows=5)"))["choice"]
        for history in ("", f"{choice}:0.1", f"{choice}:1.0"):
            given = {"game": "mastermind(3,4,rows=5)", "history": history}
            key = body_key("/api/advise", AdviseQuery.model_validate(given))
            assert service.bodies.get(key) == client.get("/api/advise", params=given).content
        assert bg.game("mastermind(6,6)") not in service.tables
