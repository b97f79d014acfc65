"""Error responses: ``{"error": kind, "detail": one line}``."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Literal, NotRequired, TypedDict

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
_MAX_DETAIL = 500  # characters: a detail quotes the request, which may be long


class Busy(Exception):  # noqa: N818 - a normal response, not a fault
    """The queue is full; the client may retry after *retry_after* seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"the server is busy: ask again in {retry_after} s")
        self.retry_after = retry_after


class Cancelled(Busy):
    """The computation was stopped: no client waits for it, or the server stops."""

    def __init__(self) -> None:
        super().__init__(1)


class ProblemJson(TypedDict):
    """What cannot be answered, and why."""

    error: Annotated[str, Literal[*KINDS.values(), "request", "not-found", "rate", "busy", "internal"]]
    """What kind of problem it is."""
    detail: str  # why, in one line


class StreamedProblemJson(ProblemJson):
    """What cannot be answered, and why. Unlike documents, it has no schema and version."""

    status: NotRequired[int]  # the HTTP status that it would have had; only in an event that ends a stream


def problem(status: int, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An error response; *detail* becomes one line of limited length."""
    line = " ".join(detail.split()).encode(errors="replace").decode()  # JSON may have halves of characters
    line = line if len(line) <= _MAX_DETAIL else line[: _MAX_DETAIL - 1] + "…"
    more = {"Cache-Control": "no-store", **(headers or {})}
    fields: ProblemJson = {"error": kind, "detail": line}
    return JSONResponse(fields, status, headers=more)


def problem_for(error: BaseException) -> JSONResponse:
    """The error response for *error*."""
    if isinstance(error, BestguessError):
        return problem(422, KINDS.get(type(error), "request"), str(error))
    if isinstance(error, ClientDisconnect):  # nobody reads the response
        error = Cancelled()
    if isinstance(error, Busy):
        return problem(503, "busy", str(error), {"Retry-After": str(error.retry_after)})
    return problem(500, "internal", "the server failed to answer; this is a fault of its own")


def add_problem_handlers(app: FastAPI) -> None:
    """Makes every error response of *app* a problem."""

    async def known(request: Request, error: Exception) -> Response:
        return problem_for(error)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem(422, "request", _first_error(error))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind, detail = _HTTP_KINDS.get(error.status_code, "request"), str(error.detail)
        if error.status_code == 404 and detail == "Not Found":
            detail = f"expected a path of this server, got {request.url.path!r}"
        elif error.status_code == 400:  # a body that is not text
            return problem(422, "request", f"body: {detail}")
        elif error.status_code == 405:
            detail = f"{request.method} is not for {request.url.path}"
        return problem(error.status_code, kind, detail, error.headers)

    app.add_exception_handler(BestguessError, known)
    app.add_exception_handler(Busy, known)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(ClientDisconnect, known)
    app.add_exception_handler(Exception, known)


def _first_error(error: RequestValidationError) -> str:
    """The first validation error of a request: where, what, and the value. What is missing may have another name."""
    first, *others = error.errors()
    if first["type"] == "json_invalid":
        return f"body: expected JSON, got none at character {first['loc'][1] + 1:,}"
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    message = str(first["msg"])
    value = first.get("input")
    got = f", got {str(value)[:60]!r}" if isinstance(value, str | int | float) else ""
    line = f"{where}: {message[:1].lower()}{message[1:]}{got}"
    extra = [str(one["loc"][-1]) for one in others if one["type"] == "extra_forbidden"]
    return line if first["type"] != "missing" or not extra else f"{line}; {_unknown_name(extra, where)}"


def _unknown_name(names: list[str], missing: str) -> str:
    """That the first of these *names*, or the one that may be meant for what is *missing*, is not known.

    >>> _unknown_name(["count", "gmae"], "game"), _unknown_name(["count"], "game")
    ('gmae: unknown, did you mean game?', 'count: unknown')
    """
    near = get_close_matches(missing, names, n=1)
    return f"{near[0][:40]}: unknown, did you mean {missing}?" if near else f"{names[0][:40]}: unknown"
