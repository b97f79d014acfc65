"""Random requests made from the OpenAPI document: the document is true, and nothing breaks."""

import os
import random
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error

from bestguess.web import create_app
from servers import GAMES, small_settings

schemathesis.checks.load_all_checks()
EXAMPLES = 600 if os.environ.get("BESTGUESS_VERIFY") else 20  # for each of twenty operations
CHECKS = [
    not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.negative_data_rejection,
]
HISTORIES = {
    "mastermind(2,3)": ["", "11:0.0", "12:0.1 31:1.0", "11:0.0 22:0.0 33:0.0", "12:2.0"],
    "mastermind(3,4)": ["", "112:1.0", "112:1.1 123:0.3", "111:0.0 222:0.0 333:0.0 444:0.0"],
    "bullscows(3,5)": ["", "012:1.1", "012:0.0"],
    "twod(4)": ["", "12:low", "12:low 33:high", "00:equal"],
}
schema = schemathesis.openapi.from_asgi(
    "/api/openapi.json", create_app(small_settings(seconds=20.0, query=2**20, body=2**20))
)


def meaningful(chance: random.Random) -> dict[str, str]:
    """Valid parameters: a game, a history and a guess of it, a strategy."""
    game = chance.choice(GAMES)
    strategy = chance.choice(["first", "random", "minimax", "entropy", "optimal", "optimal-worst"])
    return {
        "game": game,
        "history": chance.choice(HISTORIES.get(game, [""])),
        "guess": {"mastermind(2,3)": "12", "twod(4)": "12", "bullscows(3,5)": "012"}.get(game, "112"),
        "strategy": strategy,
        "strategies": f"{strategy},random",
    }


@schema.parametrize()
@settings(max_examples=EXAMPLES)
def test_random_requests(case: "schemathesis.Case[Any]") -> None:
    """Every response conforms to its schema, and none is 500."""
    chance, checks = random.Random(repr((case.path, case.query))), CHECKS
    if case.query and chance.random() < 0.5:  # random texts are seldom games
        case.query.update({name: value for name, value in meaningful(chance).items() if name in case.query})
        checks = CHECKS[:-1]
    case.call_and_validate(checks=checks)


def test_every_operation_is_described() -> None:
    """OpenAPI describes every route of the API and the models of its responses."""
    described = {(method.upper(), path) for path, methods in schema.raw_schema["paths"].items() for method in methods}
    assert len(described) == 21
    for _, path in described:
        for operation in schema.raw_schema["paths"][path].values():
            assert any(status in operation["responses"] for status in ("200", "201"))
