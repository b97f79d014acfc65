"""The responses as OpenAPI describes them, by the types of their documents."""

from typing import Any, TypeAlias

from bestguess.web.json_schema import SchemaWriter, about, title_of
from bestguess.web.problems import ProblemJson

Responses: TypeAlias = dict[int | str, dict[str, Any]]
_PLACE = "#/components/schemas/"
_documents: dict[Any, str | None] = {}


def answer(kind: Any, document: str | None, status: int = 200, words: str | None = None) -> Responses:
    """The responses of a route that answers with a *document*, whose fields are of *kind*."""
    _documents[kind] = document
    content = {"application/json": {"schema": {"$ref": f"{_PLACE}{title_of(kind)}"}}}
    return {status: {"description": words or about(kind), "content": content}}


def streamable(kind: Any, document: str) -> Responses:
    """The responses of a route that answers with a *document*, or with events that end with it."""
    responses = answer(kind, document)
    responses[200]["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    return responses


def problem_response(status: int, words: str) -> Responses:
    """The response with a problem."""
    return answer(ProblemJson, None, status, words)


PROBLEMS: Responses = {
    **problem_response(413, "A query or a body that is too long."),
    **problem_response(422, "What was asked is not a question of this game, or contradicts itself."),
    **problem_response(429, "Too many requests of one client; Retry-After says when to go on."),
    **problem_response(503, "Too much to do already; Retry-After says when to ask again."),
}


def add_schemas(openapi: dict[str, Any]) -> None:
    """Adds to an OpenAPI document the schemas of all answers."""
    writer = SchemaWriter(_PLACE)
    for kind, document in _documents.items():
        writer.reference(kind, document)
    known = openapi["components"]["schemas"]
    openapi["components"]["schemas"] = dict(sorted({**known, **writer.definitions}.items()))
