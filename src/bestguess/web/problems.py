"""Errors as answers: ``{"error": kind, "detail": one line}``."""

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

from bestguess.errors import (
    BestguessError,
    CodeError,
    ContradictionError,
    FeedbackError,
    FileError,
    GameError,
    HistoryError,
    SizeError,
    StrategyError,
)

KINDS: Mapping[type[BestguessError], str] = {
    GameError: "game",
    CodeError: "code",
    FeedbackError: "feedback",
    HistoryError: "history",
    StrategyError: "strategy",
    ContradictionError: "contradiction",
    SizeError: "size",
    FileError: "file",
}
_HTTP_KINDS = {404: "not-found", 413: "size", 429: "rate", 503: "busy", 500: "internal"}
_LONGEST = 500  # characters of a detail: what came may be long, and the answer should not be


class Busy(Exception):  # noqa: N818 - an answer, not a fault
    """There is too much to do already; *after* so many seconds it may be worth asking again."""

    def __init__(self, after: int) -> None:
        super().__init__(f"the server is busy: ask again in {after} s")
        self.after = after


class Cancelled(Busy):
    """Nobody waits for this any more, or the server ends."""

    def __init__(self) -> None:
        super().__init__(1)


def problem(status: int, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The answer for what cannot be answered."""
    line = " ".join(detail.split())
    line = line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
    more = {"Cache-Control": "no-store", **(headers or {})}
    return JSONResponse({"error": kind, "detail": line}, status, headers=more)


def problem_of(error: BaseException) -> JSONResponse:
    """The answer for *error*."""
    if isinstance(error, BestguessError):
        return problem(422, KINDS.get(type(error), "request"), str(error))
    if isinstance(error, ClientDisconnect):  # which nobody reads
        error = Cancelled()
    if isinstance(error, Busy):
        return problem(503, "busy", str(error), {"Retry-After": str(error.after)})
    return problem(500, "internal", "the server failed to answer; this is a fault of its own")


def add_problem_handlers(app: FastAPI) -> None:
    """Makes *app* answer every error in one form."""

    async def refused(request: Request, error: Exception) -> Response:
        return problem_of(error)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem(422, "request", _first_fault(error))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind, detail = _HTTP_KINDS.get(error.status_code, "request"), str(error.detail)
        if error.status_code == 404 and detail == "Not Found":
            detail = f"expected a path of this server, got {request.url.path!r}"
        elif error.status_code == 400:  # a body that is no text at all
            return problem(422, "request", f"body: {detail}")
        elif error.status_code == 405:
            detail = f"{request.method} is not for {request.url.path}"
        return problem(error.status_code, kind, detail, error.headers)

    app.add_exception_handler(BestguessError, refused)
    app.add_exception_handler(Busy, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(ClientDisconnect, refused)
    app.add_exception_handler(Exception, refused)


def _first_fault(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, and where."""
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"][1:]) or str(fault["loc"][0])
    what = str(fault["msg"])
    came = fault.get("input")
    got = f", got {str(came)[:60]!r}" if isinstance(came, str | int | float) else ""
    return f"{where}: {what[:1].lower()}{what[1:]}{got}"
