"""What every route uses: settings, caches, worker pools, and the way from a query to a response."""

import asyncio
import copy
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from bestguess.engine import default_memory_limit
from bestguess.errors import HistoryError
from bestguess.games import Game, TableGame
from bestguess.games.table import Progress
from bestguess.position import Position
from bestguess.trees import Tree
from bestguess.web.caches import ByteLimitedCache, CachedResponse, TableCache, response_cache
from bestguess.web.event_stream import EventStream
from bestguess.web.hosts import client_of
from bestguess.web.jobs import Compute, JobContext, JobTable, Subscription, finished_job
from bestguess.web.own_tables import game_bytes, own_game, tree_bytes
from bestguess.web.pools import WorkerPool
from bestguess.web.queries import AnyGameQuery, BaseQuery, GameQuery, OwnTable
from bestguess.web.responses import CACHE_FOR_A_DAY, etag_for, matches_etag
from bestguess.web.settings import Settings
from bestguess.web.validation import (
    canonical,
    check_answered,
    check_row_count,
    has_table,
    pair_count,
    row_numbers,
    served_game,
)

_SMALL_PAIRS = 2**26  # guess-secret pairs of a table that takes at most a tenth of a second
_QUICK_REVIEW_PAIRS = 2**24  # of a table whose positions are reviewed as quickly
_FEW_SECRETS = 2**20  # that are scanned as quickly
_BYTES_PER_RESPONSE = 500  # the memory of a cached body besides its bytes
_WORST_CASES_BYTES = 2**20
_BYTES_PER_WORST_CASE = 400
# The limits that change results.
_RESULT_LIMITS = ("pairs", "tree_pairs", "proof_pairs", "proof_nodes", "sweep_pairs", "puzzle_pairs", "sets")


class Service:
    """Computes responses, caches them, and shares computations between requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.closed = False
        self.tables = TableCache(min(settings.table_bytes, default_memory_limit() // 2))
        self.trees: ByteLimitedCache[Tree] = ByteLimitedCache(settings.tree_bytes, tree_bytes)
        self.bodies: ByteLimitedCache[bytes] = ByteLimitedCache(
            settings.answer_bytes, lambda data: len(data) + _BYTES_PER_RESPONSE
        )
        self.own_games: ByteLimitedCache[TableGame] = ByteLimitedCache(settings.own_cache_bytes, game_bytes)
        self.responses = response_cache(settings.answer_bytes // 4)
        self.short_pool, self.large_pool, self.long_pool = (
            WorkerPool(name, running, waiting, settings.seconds, settings.extra_running)
            for name, running, waiting in (
                ("short", settings.running, settings.waiting),
                ("large", settings.long_running, settings.waiting),
                ("long", settings.long_running, settings.long_waiting),
            )
        )
        self.worst_cases: ByteLimitedCache[tuple[int | None]] = ByteLimitedCache(
            _WORST_CASES_BYTES, lambda _: _BYTES_PER_WORST_CASE
        )
        self._jobs = JobTable()
        self._limits = " ".join(str(getattr(settings, name)) for name in _RESULT_LIMITS)

    async def resolve(self, request: Request, query: AnyGameQuery) -> tuple[AnyGameQuery, Position]:
        """*query* in canonical form, and the position it asks about, as `position` gives it."""
        game = await self.game_of(request, query)
        check_answered(game, self.settings)
        position = self.position(game, getattr(query, "history", ""), getattr(query, "ignored", ""))
        return canonical(query, position, self.settings), position

    async def game_of(self, request: Request, query: GameQuery) -> Game:
        """The game of *query*: a built-in one, or that of the table in the body. Raises BestguessError."""
        if isinstance(query, OwnTable):
            return await self.own_game(request, query)
        return served_game(query.game, self.settings.secrets)

    async def own_game(self, request: Request, query: OwnTable) -> TableGame:
        """The game of the table in *query*: cached, or read in the short pool. Raises BestguessError."""
        key = own_key(query)
        game = self.own_games.get(key)
        if game is None:
            client = client_of(request.scope)
            job = self._jobs.subscribe(key, self.short_pool, lambda _: own_game(query, self.settings), client)
            game = await _result(request, job)
            self.own_games.put(key, game)
        return game

    async def respond(
        self,
        request: Request,
        query: BaseQuery,
        compute: Compute,
        *,
        pool: WorkerPool,
        light: bool = True,
        media_type: str = "application/json",
        headers: dict[str, str] | None = None,
        streams: bool = True,
    ) -> Response:
        """The response to *query*, which is in canonical form: 304, from the cache, or computed in *pool*.

        *light*: whether that takes so little memory that it may run besides what runs in *pool* for other clients.

        In the long pool the response may be an event stream, if *streams* and the client accepts it. What was sent by
        POST is kept here only.
        """
        path, is_get = request.scope["path"], request.method == "GET"
        key = body_key(path, query)
        streaming = streams and pool is self.long_pool and "text/event-stream" in request.headers.get("accept", "")
        tagged = {"ETag": etag_for(self._limits, key), "Cache-Control": CACHE_FOR_A_DAY}
        response_headers = {**(tagged if is_get else {"Cache-Control": "no-store"}), **(headers or {})}
        if pool is self.long_pool:
            response_headers["Vary"] = "Accept"
        if is_get and matches_etag(tagged["ETag"], request.headers.get("if-none-match")) and not streaming:
            return Response(status_code=304, headers=response_headers)
        data = self.bodies.get(key)
        if streaming:
            return EventStream(self._finished(data) if data else self._subscribe(request, key, pool, compute, light))
        if data is None:
            data = await _result(request, self._subscribe(request, key, pool, compute, light))
        if is_get:
            cached = CachedResponse(key, media_type, response_headers)
            self.responses.put((path, request.scope["query_string"]), cached)
        return Response(data, media_type=media_type, headers=response_headers)

    def position(self, game: Game, history: str = "", ignored: str = "") -> Position:
        """The position of *game* after *history*, whose game is a copy that belongs to it; raises BestguessError.

        The copy has no table (see `table_loaded`), and is marked to be sampled where this server builds none.
        """
        check_row_count(game, history, self.settings)
        own = copy.copy(game)
        own.use_sample = None if has_table(game, self.settings) else True
        position = Position(own, history, ignored=row_numbers(ignored))
        rows = len(position.history)
        if strange := [number for number in sorted(position.ignored) if not 1 <= number <= rows]:
            raise HistoryError(f"expected rows from 1 to {rows} to ignore, got {strange[0]}")
        return position

    @contextmanager
    def table_loaded(self, position: Position, progress: Progress | None = None) -> Iterator[None]:
        """Within it the game of *position*, which is its own, has the table, cached or new, unless it is sampled."""
        game = position.game
        try:
            if position.has_table:
                game._table = self.tables.get(game, progress=progress).for_game(game)
            yield
        finally:
            game._table = None  # else who holds the position, such as a request that ends later, keeps the table

    def with_table(self, game: Game, threads: int = 1, progress: Progress | None = None) -> Game:
        """A copy of *game* that has the table, cached or new."""
        own = copy.copy(game)
        own._table = self.tables.get(game, threads, progress).for_game(game)  # not *own*: a cycle would keep the table
        return own

    @property
    def pools(self) -> tuple[WorkerPool, ...]:
        """The worker pools."""
        return self.short_pool, self.large_pool, self.long_pool

    def pool_for(self, game: Game) -> WorkerPool:
        """The pool for a short computation: large games do not delay small ones."""
        return self.short_pool if is_small(game) else self.large_pool

    def is_light(self, game: Game) -> bool:
        """Whether a computation about *game* needs no large table, or one that is there already."""
        return is_small(game) or not has_table(game, self.settings) or game in self.tables

    def pool_for_scan(self, game: Game) -> WorkerPool:
        """The pool for a computation that looks at every secret of *game* and needs no table."""
        return self.short_pool if len(game.secrets) <= _FEW_SECRETS else self.large_pool

    def pool_for_review(self, game: Game) -> WorkerPool:
        """The pool for a review, which takes longer than advice."""
        return self.short_pool if pair_count(game) <= _QUICK_REVIEW_PAIRS else self.large_pool

    def close(self) -> None:
        """Cancels every computation and empties the caches of tables and trees."""
        self.closed = True
        self._jobs.close()
        for pool in self.pools:
            pool.close()
        self.tables.clear()
        self.trees.clear()

    def _finished(self, data: bytes) -> Subscription:
        return Subscription(self._jobs, finished_job(data))

    def _subscribe(self, request: Request, key: str, pool: WorkerPool, compute: Compute, light: bool) -> Subscription:
        """A subscription of the client of *request* to the job that runs *compute* and caches its result."""

        def compute_and_cache(context: JobContext) -> bytes:
            data: bytes = compute(context)
            self.bodies.put(key, data)
            return data

        return self._jobs.subscribe(key, pool, compute_and_cache, client_of(request.scope), light)


def is_small(game: Game) -> bool:
    """Whether the table of *game* is built so quickly that other requests can wait for it."""
    return pair_count(game) <= _SMALL_PAIRS


def body_key(path: str, query: BaseQuery) -> str:
    """The key of the cached body for *query*, which is in canonical form."""
    return f"{path} {query.model_dump_json()}"


def own_key(query: OwnTable) -> str:
    """The key of the cached game of the table in *query*."""
    sha256 = hashlib.sha256(query.table.encode(errors="surrogatepass")).hexdigest()
    named = query.model_copy(update={"table": sha256}).model_dump(include={"table", "game", "win", "goal"})
    return json.dumps(named)


async def _result(request: Request, subscription: Subscription) -> Any:
    """The result of a job; raises its error, or ClientDisconnect when the client goes first."""
    final = asyncio.ensure_future(subscription.final_event())
    disconnect = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({final, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if not final.done():
            raise ClientDisconnect
        name, value = final.result()
    finally:
        final.cancel()
        disconnect.cancel()
        subscription.close()
    if name == "error":
        raise value
    return value


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
