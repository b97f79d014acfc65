"""Questions about a position: each is asked by GET with a query, or by POST with a table of one's own in the body."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.web.queries import GameQuery, with_table

Asked = TypeVar("Asked", bound=GameQuery)
_Answer: TypeAlias = Callable[[Request, Asked], Awaitable[Response]]

_Responses: TypeAlias = dict[int | str, dict[str, Any]]


def question(
    router: APIRouter, path: str, model: type[Asked], responses: _Responses
) -> Callable[[_Answer[Asked]], _Answer[Asked]]:
    """A decorator for the function that answers a request whose query is a *model*: adds its routes to *router*."""
    query, body = Annotated[model, Query()], with_table(model)

    def add(answer: _Answer[Asked]) -> _Answer[Asked]:
        async def by_query(request: Request, query: query) -> Response:  # type: ignore[valid-type]
            return await answer(request, query)

        async def by_body(request: Request, body: body) -> Response:  # type: ignore[valid-type]
            return await answer(request, body)

        for method, route in (("GET", by_query), ("POST", by_body)):
            router.add_api_route(
                path, route, methods=[method], responses=responses, name=answer.__name__, description=answer.__doc__
            )
        return answer

    return add
