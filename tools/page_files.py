"""Writes the files of the page that are generated from the Python package.

    web/src/shared/api/types.ts   the requests and answers of the server, from its OpenAPI document
    web/src/game/catalog.ts       the games in the page's menu, the names of the strategies, and what perfect play needs

Also src/bestguess/web/examples.json, the answers to the examples in the documentation of the API.

The page plays without the server, so it has its own copy of the second; tests/test_generated.py compares both files.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pydantic import SecretStr
from starlette.testclient import TestClient

from bestguess.data import known_figures, known_plan
from bestguess.games import game
from bestguess.games.registry import PRESETS
from bestguess.strategies import known_strategies
from bestguess.trees import Figures
from bestguess.web import Settings
from bestguess.web.app import create_app
from bestguess.web.examples import ANSWERS, EXAMPLES, KEY
from bestguess.web.jobs import ProgressJson
from bestguess.web.json_schema import SchemaWriter

WEB = Path(__file__).parent.parent / "web"
TYPES = WEB / "src" / "shared" / "api" / "types.ts"
CATALOG = WEB / "src" / "game" / "catalog.ts"
_HEAD = "/** Written by tools/page_files.py from the Python package. Do not edit. */\n"


def generated() -> dict[Path, str]:
    """The text of every generated file."""
    return {ANSWERS: answers(), TYPES: api_types(), CATALOG: catalog()}


def answers() -> str:
    """The answers to the examples of the API, one line each, without the version."""
    settings = Settings(key=SecretStr(KEY), rate=0.0, warm=0)
    found = dict[str, Any]()
    nonce = patch("bestguess.web.challenges.secrets.token_urlsafe", return_value="0123456789abcdef")
    with nonce, TestClient(create_app(settings), base_url="http://localhost") as client:
        for key, example in EXAMPLES.items():
            answer = client.request(key.partition(" ")[0], example.path, json=example.body)
            assert answer.is_success, f"{key}: {answer.text}"
            is_json = answer.headers["content-type"] == "application/json"
            found[key] = answer.json() if is_json else answer.text
            if is_json:
                del found[key]["version"]
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def openapi_document() -> dict[str, Any]:
    """The OpenAPI document, with the data of "progress" events added: OpenAPI 3.1 cannot describe event streams."""
    document = create_app().openapi()
    document["components"]["schemas"]["Progress"] = SchemaWriter("").object(ProgressJson)
    return document


def api_types() -> str:
    """The TypeScript types of the OpenAPI document, by openapi-typescript."""
    command = WEB / "node_modules" / ".bin" / "openapi-typescript"
    with tempfile.TemporaryDirectory() as folder:
        given, written = Path(folder, "openapi.json"), Path(folder, "types.ts")
        given.write_text(json.dumps(openapi_document()))
        subprocess.run(
            [command, given, "--default-non-nullable=false", "--output", written], check=True, capture_output=True
        )
        return _HEAD + written.read_text()


def catalog() -> str:
    """The games of the menu and the names of the built-in strategies, as TypeScript constants."""
    games = [preset.game for preset in PRESETS if preset.in_menu]
    strategies = [entry.name for entry in known_strategies() if entry.built_in]
    return "\n".join(
        [
            _HEAD,
            "/** The games in the menu, the default first. */",
            _constant("MENU_GAMES", games),
            "/** The names of the strategies, in the order in which they are listed. */",
            _constant("STRATEGIES", strategies),
            "export type StrategyName = (typeof STRATEGIES)[number]\n",
            "/** The least mean of guesses, the most that such play takes, and the least number that always suffices:",
            " * by games without a last row, where they are proven and ship. */",
            f"export const PERFECT: Readonly<Record<string, readonly number[]>> = {{\n{_perfect(games)}}}\n",
        ]
    )


def _perfect(menu: list[str]) -> str:
    """A line for each game of the *menu*, and each small one, whose figures ship."""
    sizes = [(pegs, symbols) for pegs in range(2, 7) for symbols in range(pegs, 11)]
    small = [f"{family}({pegs},{symbols})" for family in ("mastermind", "bullscows") for pegs, symbols in sizes]
    texts = dict.fromkeys([*small, *(str(game(text).with_rows(None)) for text in menu)])
    known = [(text, _figures(text, "optimal"), _figures(text, "optimal-worst")) for text in texts]
    proven = [(text, one, other) for text, one, other in known if one and other]
    return "".join(
        f"  '{text}': [{round(one.mean, 4):g}, {one.worst}, {other.worst}],\n" for text, one, other in proven
    )


def _figures(text: str, strategy: str) -> Figures | None:
    """What ships of *strategy* in the game."""
    plan = known_plan(game(text), strategy)
    return known_figures(game(text), strategy) or (plan.figures if plan else None)


def _constant(name: str, texts: list[str]) -> str:
    lines = "".join(f"  '{text}',\n" for text in texts)
    return f"export const {name} = [\n{lines}] as const\n"


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
        print(path, file=sys.stderr)
