"""What every route shares: the settings, the stores, the lanes, and the way from a question to an answer."""

import asyncio

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bestguess.engine import default_memory_limit
from bestguess.games import Game
from bestguess.table import Progress, Table
from bestguess.trees import Tree
from bestguess.web.answers import LASTING, is_known, tag_of
from bestguess.web.flights import Flights, Job, Lane, Seat, Work, done
from bestguess.web.front import Wordings, Words
from bestguess.web.questions import Question, has_table
from bestguess.web.settings import Settings
from bestguess.web.stores import Store, Tables
from bestguess.web.streams import EventStream

SMALL_PAIRS = 2**26
"""Of a table that is built within a tenth of a second; games with larger ones have a lane of their own."""
_BYTES_PER_NODE = 200
_BOUNDS = ("pairs", "tree_pairs", "proof_pairs", "proof_nodes", "sweep_pairs")  # settings that answers depend on
_BYTES_PER_ANSWER = 500  # what an answer takes beside its bytes: its question, the places in the store


class Kitchen:
    """Where answers are made."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.closed = False
        self.tables = Tables(min(settings.table_bytes, default_memory_limit() // 2))
        self.trees: Store[Tree] = Store(settings.tree_bytes, lambda tree: _BYTES_PER_NODE * len(tree))
        self.answers: Store[bytes] = Store(settings.answer_bytes, lambda data: len(data) + _BYTES_PER_ANSWER)
        self.wordings = Wordings(settings.answer_bytes // 4)
        self.quick = Lane("quick", settings.running, settings.waiting, settings.seconds)
        self.large = Lane("large", settings.long_running, settings.waiting, settings.seconds)
        self.long = Lane("long", settings.long_running, settings.long_waiting, settings.seconds)
        self.worsts: dict[tuple[str, str], int | None] = {}
        self._flights = Flights()
        self._bounds = " ".join(str(getattr(settings, name)) for name in _BOUNDS)

    async def answer(
        self,
        request: Request,
        question: Question,
        work: Work,
        *,
        lane: Lane,
        media_type: str = "application/json",
        headers: dict[str, str] | None = None,
        streams: bool = True,
    ) -> Response:
        """The answer to *question*, which is in its one form: known to the client, kept, or computed by *work*.

        In the long *lane* it may be told as events, if it *streams*.
        """
        route = request.scope["path"]
        key = key_of(route, question)
        streaming = streams and lane is self.long and "text/event-stream" in request.headers.get("accept", "")
        kept = {"ETag": tag_of(self._bounds, key), "Cache-Control": LASTING, **(headers or {})}
        if lane is self.long:
            kept["Vary"] = "Accept"
        if is_known(kept["ETag"], request.headers.get("if-none-match")) and not streaming:
            return Response(status_code=304, headers=kept)
        data = self.answers.get(key)
        if streaming:
            return EventStream(Seat(self._flights, done(data)) if data else self._join(key, lane, work))
        if data is None:
            data = await self._result(request, self._join(key, lane, work))
        self.wordings.keep((route, request.scope["query_string"]), Words(key, media_type, kept))
        return Response(data, media_type=media_type, headers=kept)

    def table(self, game: Game, progress: Progress | None = None) -> Table | None:
        """The table of *game*, or None when it is too large for one."""
        return self.tables.of(game, 1, progress) if has_table(game, self.settings) else None

    def close(self) -> None:
        """Ends everything."""
        self.closed = True
        self._flights.close()
        for lane in self.lanes:
            lane.close()
        self.tables.clear()
        self.trees.clear()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """All of them."""
        return self.quick, self.large, self.long

    def lane_for(self, game: Game) -> Lane:
        """Where a question at the board is answered: those about large games do not hold up the others."""
        return self.large if len(game.guesses) * len(game.secrets) > SMALL_PAIRS else self.quick

    def _join(self, key: str, lane: Lane, work: Work) -> Seat:
        """A seat where *work* is done, and its result kept."""

        def kept(job: Job) -> bytes:
            data = work(job)
            self.answers.keep(key, data)
            return data

        return self._flights.join(key, lane, kept)

    async def _result(self, request: Request, seat: Seat) -> bytes:
        """What *seat* hears at last; raises what went wrong, or ClientDisconnect when nobody waits for it."""
        ended = asyncio.ensure_future(seat.last())
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait({ended, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                raise ClientDisconnect
            name, value = ended.result()
        finally:
            ended.cancel()
            gone.cancel()
            seat.leave()
        if name == "error":
            raise value
        return bytes(value)


def key_of(route: str, question: Question) -> str:
    """What the answer to *question* is kept under."""
    return f"{route} {question.model_dump_json()}"


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
