"""Long answers as events: progress, parts as soon as they are known, then the whole document or what went wrong."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bestguess.web.flights import LAST, Event, Seat
from bestguess.web.problems import problem_of

KEEP_ALIVE = 10.0
"""Seconds after which a comment line says that the connection is alive."""


class EventStream(StreamingResponse):
    """The events that *seat* hears; when the client goes, the seat is left."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(_chunks(seat), media_type="text/event-stream", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._seat.leave()


async def _chunks(seat: Seat) -> AsyncIterator[bytes]:
    while True:
        try:
            event = await asyncio.wait_for(seat.next(), KEEP_ALIVE)
        except TimeoutError:
            yield b": still computing\n\n"
            continue
        yield _written(event)
        if event[0] in LAST:
            return


def _written(event: Event) -> bytes:
    name, value = event
    data = value if name == "result" else json.dumps(_fault(value) if name == "error" else value).encode()
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)


def _fault(error: BaseException) -> dict[str, Any]:
    answer = problem_of(error)
    if answer.status_code == 500:
        logging.getLogger(__name__).error("a stream ended with a fault", exc_info=error)
    return {**json.loads(bytes(answer.body)), "status": answer.status_code}
