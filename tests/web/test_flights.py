"""Who computes and who waits: lanes, shared computations, busy servers, and what is kept."""

import asyncio
import threading
from collections.abc import Callable

import pytest

import bestguess as bg
from bestguess.errors import SizeError
from bestguess.web.flights import Flights, Job, Lane
from bestguess.web.kitchen import key_of
from bestguess.web.problems import Busy, Cancelled
from bestguess.web.questions import AdviseQuestion
from bestguess.web.quick import warm
from bestguess.web.stores import Store, Tables
from servers import client_of, document, fault, small_settings


def waiting_for(event: threading.Event) -> Callable[[Job], bytes]:
    """Work that ends with *event*."""

    def work(job: Job) -> bytes:
        assert event.wait(60)
        return b"done"

    return work


def test_a_full_queue_is_refused_at_once() -> None:
    """One runs, one waits, the third is refused; once they are done there is room again."""
    lane, event = Lane("test", 1, 1, 60.0), threading.Event()

    async def ask() -> None:
        flights = Flights()
        seats = [flights.join(key, lane, waiting_for(event)) for key in ("a", "b")]
        assert (lane.running, lane.waiting) == (1, 1)
        with pytest.raises(Busy):
            flights.join("c", lane, waiting_for(event))
        same = flights.join("a", lane, waiting_for(event))  # no new work
        event.set()
        assert [await seat.last() for seat in [*seats, same]] == [("result", b"done")] * 3
        assert await flights.join("c", lane, waiting_for(event)).last() == ("result", b"done")

    asyncio.run(ask())
    lane.close()


def test_what_nobody_waits_for_never_begins() -> None:
    """A computation that still waits for its turn is taken out of the queue when its client goes."""
    lane, event, begun = Lane("test", 1, 5, 60.0), threading.Event(), list[str]()

    def work(job: Job) -> bytes:
        begun.append("b")
        return b""

    async def ask() -> None:
        flights = Flights()
        first = flights.join("a", lane, waiting_for(event))
        second = flights.join("b", lane, work)
        second.leave()
        assert (lane.running, lane.waiting) == (1, 0)
        event.set()
        assert (await first.last())[0] == "result"

    asyncio.run(ask())
    lane.close()
    assert begun == []


def test_the_last_who_leaves_cancels() -> None:
    """A running computation hears of it when the last one has gone, not before; the next who asks begins anew."""
    lane, jobs, begun = Lane("test", 1, 5, 60.0), list[Job](), threading.Semaphore(0)

    def work(job: Job) -> bytes:
        jobs.append(job)
        begun.release()
        assert job.cancel.wait(60)
        job.check()
        return b""

    async def ask() -> None:
        flights = Flights()
        one, other = flights.join("a", lane, work), flights.join("a", lane, work)
        assert await asyncio.to_thread(begun.acquire, timeout=60)
        one.leave()
        assert not jobs[0].cancel.is_set()
        other.leave()
        assert jobs[0].cancel.is_set()
        again = flights.join("a", lane, work)
        assert await asyncio.to_thread(begun.acquire, timeout=60)
        assert len(jobs) == 2
        again.leave()

    asyncio.run(ask())
    lane.close()


def test_a_server_that_ends_says_so_at_once() -> None:
    """Whoever waits hears that the server ends, though the computation has not heard of it yet."""
    lane, event = Lane("test", 1, 5, 60.0), threading.Event()

    async def ask() -> None:
        flights = Flights()
        seats = [flights.join(key, lane, waiting_for(event)) for key in ("a", "b")]
        flights.close()
        assert [type((await seat.last())[1]) for seat in seats] == [Cancelled, Cancelled]
        event.set()

    asyncio.run(ask())
    lane.close()


def test_faults_reach_everyone() -> None:
    """What a computation raises is heard by all who wait, and the next who asks begins anew."""
    lane, event = Lane("test", 1, 5, 60.0), threading.Event()

    def work(job: Job) -> bytes:
        assert event.wait(60)
        raise SizeError("too large")

    async def ask() -> None:
        flights = Flights()
        seats = [flights.join("a", lane, work) for _ in range(2)]
        event.set()
        found = [await seat.last() for seat in seats]
        assert [name for name, _ in found] == ["error", "error"]
        assert found[0][1] is found[1][1]
        assert await flights.join("a", lane, lambda job: b"fine").last() == ("result", b"fine")

    asyncio.run(ask())
    lane.close()


def test_a_job_is_given_up() -> None:
    """After its seconds a computation is refused as too large; one that nobody waits for is cancelled first."""
    job = Job(lambda name, document: None, -1.0)
    with pytest.raises(SizeError, match="got a longer one"):
        job.begin()
    job.cancel.set()
    with pytest.raises(Cancelled):
        job.check()


def test_a_busy_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over its queue the server answers 503 at once with when to ask again; long work does not hold up quick work."""
    event, begun = threading.Event(), threading.Event()

    def slow(*given: object) -> bg.Figures:
        begun.set()
        assert event.wait(60)
        return bg.build_tree(bg.game("mastermind(2,3)"), "first").figures

    monkeypatch.setattr("bestguess.web.comparisons.figures_of", slow)
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


def test_large_games_do_not_hold_up_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a question about a large game is computed, all workers of the quick lane are free."""
    event, begun, hint = threading.Event(), threading.Event(), bg.hint

    def slow(*given: object) -> bg.Hint:
        begun.set()
        assert event.wait(60)
        return hint(bg.Playthrough(bg.game("mastermind(2,3)")))

    monkeypatch.setattr("bestguess.web.quick.hint", slow)
    with client_of(small_settings(running=1, waiting=0)) as client:
        first = threading.Thread(target=lambda: client.get("/api/hint?game=mastermind(6,6)"))
        first.start()
        assert begun.wait(60)
        assert client.get("/api/advise?game=mm2x3").status_code == 200
        event.set()
        first.join(60)


def test_many_at_once_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd that asks the same is answered by one computation, and all alike."""
    computed, event, together = list[str](), threading.Event(), threading.Barrier(21)
    advise = bg.advise

    def counted(*given: object, **more: object) -> object:
        computed.append("once")
        assert event.wait(60)
        return advise(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("bestguess.web.quick.advise", counted)
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


def test_common_games_are_prepared() -> None:
    """What is prepared at the start is what would be computed: the same bytes under the same question."""
    with client_of(small_settings()) as client, client_of(small_settings()) as other:
        kitchen = other.app.state.kitchen  # type: ignore[attr-defined]
        warm(kitchen, ["mastermind(2,3)", "mastermind(3,4,rows=5)", "mastermind(6,6)"])
        choice = document(client.get("/api/advise?game=mastermind(3,4,rows=5)"))["choice"]
        for history in ("", f"{choice}:0.1", f"{choice}:1.0"):
            given = {"game": "mastermind(3,4,rows=5)", "history": history}
            key = key_of("/api/advise", AdviseQuestion.model_validate(given))
            assert kitchen.answers.get(key) == client.get("/api/advise", params=given).content
        assert not kitchen.tables.ready(bg.game("mastermind(6,6)"))


def test_stores_keep_within_their_bytes() -> None:
    """What was not used for longest goes first; what alone is too large is not kept."""
    store: Store[bytes] = Store(12, len)
    for key in ("a", "b"):
        store.keep(key, b"12345")
    assert store.get("a") == b"12345"
    store.keep("c", b"123")
    assert [store.get(key) is not None for key in "abc"] == [True, False, True]
    store.keep("d", b"123456789012")
    assert store.get("d") is None
    assert store.bytes == 10


def test_long_words_are_counted() -> None:
    """A client that says the same in ever more words fills no more memory than the settings allow."""
    with client_of(small_settings(answer_bytes=40_000)) as client:
        wordings = client.app.state.kitchen.wordings  # type: ignore[attr-defined]
        for spaces in range(4_000, 4_020):
            assert client.get(f"/api/candidates?game=mm2x3&history={'+' * spaces}").status_code == 200
        assert 0 < len(wordings._kept) <= 40_000 // 4 // 4_000


def test_a_table_serves_every_board() -> None:
    """The rows of a board do not matter to its table, which is built once."""
    tables = Tables(10**6)
    assert not tables.ready(bg.game("mm2x3"))
    table = tables.of(bg.game("mastermind(2,3,rows=5)"))
    assert tables.of(bg.game("mastermind(2,3)")) is table
    assert tables.ready(bg.game("mm2x3"))


def test_a_table_that_is_given_up() -> None:
    """A table whose progress says to stop is not kept, and may be built later."""
    tables = Tables(10**6)

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        tables.of(bg.game("mm2x3"), progress=stop)
    assert not tables.ready(bg.game("mm2x3"))
    assert tables.of(bg.game("mm2x3")).game == bg.game("mm2x3")
