"""Random requests made from the OpenAPI document: the document is true, and nothing breaks."""

import os
import random
import re
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error

from bestguess.web import create_app
from bestguess.web.middleware import TABLE_PATHS
from hostile import large_tables, question, random_table
from servers import GAMES, small_settings

schemathesis.checks.load_all_checks()
VERIFY = bool(os.environ.get("BESTGUESS_VERIFY"))
EXAMPLES = 600 if VERIFY else 8  # for each of twenty operations
TABLES = 1_000 if VERIFY else 6  # for each of the eleven that take a table
TIMEOUT = 600.0  # seconds: a busy machine is no fault
MOST_GROWTH = 512  # MiB of memory: the caches have 4 x 64 at most
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
LARGE = large_tables()
schema = schemathesis.openapi.from_asgi(
    "/api/openapi.json", create_app(small_settings(seconds=20.0, query=2**20, body=2**20))
)
table_schema = schemathesis.openapi.from_asgi(
    "/api/openapi.json",
    create_app(small_settings(seconds=2.0, table_bytes=2**26, body=2**20, own_open_bytes=2**30)),
)
memory = list[int]()


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


@schema.exclude(method="POST", path=sorted(TABLE_PATHS)).parametrize()
@settings(max_examples=EXAMPLES)
def test_random_requests(case: "schemathesis.Case[Any]") -> None:
    """Every response conforms to its schema, and none is 500."""
    chance, checks = random.Random(repr((case.path, case.query))), CHECKS
    if case.query and chance.random() < 0.5:  # random texts are seldom games
        case.query.update({name: value for name, value in meaningful(chance).items() if name in case.query})
        checks = CHECKS[:-1]
    case.call_and_validate(checks=checks, timeout=TIMEOUT)


@table_schema.include(method="POST", path=sorted(TABLE_PATHS)).parametrize()
@settings(max_examples=TABLES)
def test_random_tables(case: "schemathesis.Case[Any]") -> None:
    """The same with tables in the bodies: as they come, small ones, and large ones. The memory stays bounded."""
    memory.append(resident())
    assert memory[-1] - memory[0] < MOST_GROWTH
    draw, checks = random.Random(repr((case.path, case.body))), CHECKS
    if isinstance(case.body, dict) and draw.random() < 0.8:
        table = draw.choice(LARGE) if draw.random() < 0.01 else random_table(draw)
        asked = question(draw, table, case.path).items()
        case.body.update({name: value for name, value in asked if name in fields_of_body(case.path)})
        checks = CHECKS[:-1]
    case.call_and_validate(checks=checks, timeout=TIMEOUT)


def fields_of_body(path: str) -> set[str]:
    """What may be in the body of a POST to *path*."""
    content = table_schema.raw_schema["paths"][path]["post"]["requestBody"]["content"]
    name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return set(table_schema.raw_schema["components"]["schemas"][name]["properties"])


def resident() -> int:
    """The memory of this process, in MiB."""
    status = Path("/proc/self/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) // 1024 if found else 0
