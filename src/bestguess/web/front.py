"""The shortest way: a question asked in the very words of an earlier one is answered before anything reads them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bestguess.web.answers import is_known
from bestguess.web.stores import Store

if TYPE_CHECKING:
    from bestguess.web.kitchen import Kitchen


@dataclass(frozen=True)
class Words:
    """What words mean: the key of their answer, its kind and its headers."""

    key: str
    media_type: str
    headers: dict[str, str]


class Wordings(Store[Words]):
    """The words of questions that have been answered, by path and query."""

    def __init__(self, most: int) -> None:
        super().__init__(most, lambda words: 2 * len(words.key) + 1_000)


class Front:
    """Answers what is kept under the words of a request; everything else goes on."""

    def __init__(self, app: ASGIApp, kitchen: "Kitchen") -> None:
        self._app, self._kitchen = app, kitchen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or lets the request through."""
        answer = self._known(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (self._app if answer is None else answer)(scope, receive, send)

    def _known(self, scope: Scope) -> Response | None:
        words = self._kitchen.wordings.get((scope["path"], scope["query_string"]))
        if words is None:
            return None
        headers = Headers(scope=scope)
        if "text/event-stream" in headers.get("accept", ""):
            return None
        if is_known(words.headers["ETag"], headers.get("if-none-match")):
            return Response(status_code=304, headers=words.headers)
        data = self._kitchen.answers.get(words.key)
        return None if data is None else Response(data, media_type=words.media_type, headers=words.headers)
