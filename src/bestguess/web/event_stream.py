"""Results of long computations as server-sent events: progress, partial results, then the result or an error.

By hand: the format is one line of code, and the connection must close its subscription.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bestguess.games.documents import as_mapping
from bestguess.web.jobs import FINAL_EVENTS, Event, Subscription
from bestguess.web.problems import ProblemJson, StreamedProblemJson, problem_for

KEEP_ALIVE = 10.0
"""Seconds of silence after which a comment line is sent, so that proxies keep the connection open."""


class EventStream(StreamingResponse):
    """The events of *subscription*, which is closed when the client disconnects."""

    def __init__(self, subscription: Subscription) -> None:
        self._subscription = subscription
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(_chunks(subscription), media_type="text/event-stream", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._subscription.close()


async def _chunks(subscription: Subscription) -> AsyncIterator[bytes]:
    while True:
        try:
            event = await asyncio.wait_for(subscription.next_event(), KEEP_ALIVE)
        except TimeoutError:
            yield b": still computing\n\n"
            continue
        yield _encode_event(event)
        if event[0] in FINAL_EVENTS:
            return


def _encode_event(event: Event) -> bytes:
    name, value = event
    if name != "result":
        document = _error_document(value) if name == "error" else value
        value = json.dumps(document, default=as_mapping).encode()
    return b"event: %s\ndata: %s\n\n" % (name.encode(), value)


def _error_document(error: BaseException) -> StreamedProblemJson:
    response = problem_for(error)
    if response.status_code == 500:
        logging.getLogger(__name__).error("an event stream ended with an unexpected error", exc_info=error)
    fields: ProblemJson = json.loads(bytes(response.body))
    return {**fields, "status": response.status_code}
