"""From a query to a response: shared computations, busy pools, ETags."""

import threading
import weakref
from typing import Any

import pytest
from starlette.testclient import TestClient

import bestguess as bg
from bestguess.advice import Advice, Hint, advise_or_label, hint
from bestguess.games.table import Table
from bestguess.trees import Figures
from bestguess.web.validation import served_game
from servers import ADVICE, client_of, document, fault, small_settings


def test_a_busy_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the queue is full, the response is 503 with Retry-After; long computations do not delay short ones."""
    event, begun = threading.Event(), threading.Event()

    def slow(*given: object) -> Figures:
        begun.set()
        assert event.wait(60)
        return bg.build_tree(bg.game("mastermind(2,3)"), "first").figures

    monkeypatch.setattr("bestguess.web.comparisons.strategy_figures", slow)
    with client_of(small_settings(long_running=1, long_waiting=0)) as client:
        path = "/api/compare?strategies=first&game="
        first = threading.Thread(target=lambda: client.get(path + "mm2x3"))
        first.start()
        assert begun.wait(60)
        refused = client.get(path + "mm2x2")
        assert fault(refused) == (503, "busy")
        assert int(refused.headers["retry-after"]) >= 1
        assert document(client.get("/api/health"))["running"] == 1
        assert client.get("/api/advise?game=mm2x3").status_code == 200
        event.set()
        first.join(60)
        assert client.get(path + "mm2x2").status_code == 200


def test_large_games_do_not_delay_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a query about a large game is computed, all workers of the short pool are free."""
    event, begun = threading.Event(), threading.Event()

    def slow(*given: object, **more: object) -> Hint:
        begun.set()
        assert event.wait(60)
        return hint("mastermind(2,3)")

    monkeypatch.setattr("bestguess.web.board.hint", slow)
    with client_of(small_settings(running=1, waiting=0)) as client:
        first = threading.Thread(target=lambda: client.get("/api/hint?game=mastermind(6,6)"))
        first.start()
        assert begun.wait(60)
        assert client.get("/api/advise?game=mm2x3").status_code == 200
        event.set()
        first.join(60)


def test_equal_queries_share_one_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty clients with the same query get the same response from one computation."""
    computed, event, together = list[str](), threading.Event(), threading.Barrier(21)

    def counted(position: bg.Position, **more: Any) -> Advice:
        computed.append("once")
        assert event.wait(60)
        return advise_or_label(position, **more)

    monkeypatch.setattr("bestguess.web.board.advise_or_label", counted)
    with client_of(small_settings()) as client:
        answers = list[bytes]()

        def ask() -> None:
            together.wait(60)
            answers.append(client.get("/api/advise?game=mastermind(3,4)").content)

        threads = [threading.Thread(target=ask) for _ in range(20)]
        for thread in threads:
            thread.start()
        together.wait(60)
        event.set()
        for thread in threads:
            thread.join(60)
    assert len(answers) == 20
    assert len(set(answers)) == 1
    assert computed == ["once"]


def test_a_matching_etag_is_304(client: TestClient) -> None:
    """Equal queries have one ETag however they are written; a request with it gets 304."""
    first = client.get(ADVICE)
    tag = first.headers["etag"]
    assert tag.startswith('"')
    assert first.headers["cache-control"] == "public, max-age=86400"
    again = client.get("/api/advise?count=5&game=mm2x3", headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get("/api/advise?count=4&game=mm2x3", headers={"if-none-match": tag})
    assert other.status_code == 200
    assert other.headers["etag"] != tag


def test_the_seed_counts_where_something_is_random(client: TestClient) -> None:
    """The seed changes results of `random`, hints and samples only; all other queries ignore it."""
    asked = {"advise?game=mm2x3": 1, "explain?game=mm2x3&guess=11": 1, "move?game=mm2x3&strategy=random": 2}
    asked |= {"hint?game=mm2x3&step=2": 2, "advise?game=mm6x6": 2}
    for query, responses in asked.items():
        tags = {client.get(f"/api/{query}&seed={seed}").headers["etag"] for seed in (1, 2)}
        assert len(tags) == responses, query


def test_an_etag_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server recognises the ETag of a response that it has never computed."""
    with client_of(small_settings()) as client:
        tag = client.get(ADVICE).headers["etag"]
    monkeypatch.setattr("bestguess.web.board.advise_or_label", None)
    with client_of(small_settings()) as client:
        assert client.get(ADVICE, headers={"if-none-match": tag}).status_code == 304


HISTORY = "1122:1.0 1344:0.1"
QUESTIONS = [
    f"advise?history={HISTORY}&ignored=2",
    f"explain?history={HISTORY}&guess=3526",
    f"hint?history={HISTORY}",
    f"candidates?history={HISTORY}",
    f"contradictions?history={HISTORY}",
    f"move?history={HISTORY}",
    f"review?history={HISTORY}",
    f"tree?history={HISTORY}&strategy=minimax",
    "tree/file?strategy=entropy",
    "compare?strategies=random,first&seeds=2",
    "puzzles?seed=2&count=1",
]


def test_tables_are_in_their_cache_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games and trees that are kept for longer than a request have no table, which is built once for all questions."""
    texts, built, build = ["mastermind(4,6)", "mastermind(4,6,rows=7)"], list[str](), Table.__init__

    def counted(self: Table, game: bg.Game, **options: Any) -> None:
        built.append(str(game))
        build(self, game, **options)

    monkeypatch.setattr(Table, "__init__", counted)
    with client_of(small_settings(puzzle_pairs=10**7)) as client:
        service = client.app.state.service  # type: ignore[attr-defined]
        for question in QUESTIONS:
            for text in texts:
                assert client.get(f"/api/{question}&game={text}").status_code == 200
        games = [served_game(text, service.settings.secrets) for text in texts]
        assert all(one._table is None for game in games for one in (game, game._original or game))
        assert all(tree.rules._table is None for tree, _ in service.trees._entries.values())
        assert built == ["mastermind(4,6)"]
        table = weakref.ref(service.tables.get(games[0]).ordinals)
        service.tables.clear()
        assert table() is None


def test_a_sample_has_another_etag() -> None:
    """A server with smaller limits samples, which changes nothing of the game that other servers use."""
    found = []
    for pairs in (1_000, 100_000):
        with client_of(small_settings(pairs=pairs)) as client:
            answer = client.get("/api/advise?game=mastermind(3,4)")
            found.append((answer.json()["sampled"], answer.headers["etag"]))
        assert served_game("mastermind(3,4)", small_settings().secrets).use_sample is None
    assert [sampled for sampled, _ in found] == [True, False]
    assert found[0][1] != found[1][1]
