"""`python -m tools.schemas` writes the JSON schemas that ship, in src/bestguess/data/schema_files.

They describe the types of the documents, which stand beside the code that writes these. tests/test_schemas.py compares
the files with what is written now.
"""

import json
import sys
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args

from bestguess.advice import Hint
from bestguess.cli.advise import AdviceDocument, ScoreJson, TimedCandidates
from bestguess.cli.assist import AssistJson
from bestguess.cli.compare import ComparisonDocument, SweepJson
from bestguess.cli.error_lines import ErrorJson
from bestguess.cli.games import DoctorJson, FamiliesJson, GameDescriptionJson, SchemasJson
from bestguess.cli.optimum import CheckDocument
from bestguess.cli.play import PlayJson
from bestguess.cli.puzzles import PuzzlesDocument
from bestguess.cli.review import ReviewDocument, WatchJson
from bestguess.cli.stats import StatsDocument
from bestguess.cli.tree import BuiltTree, ExportJson, TreeViewDocument
from bestguess.records import Record
from bestguess.solve import Result
from bestguess.solve.certificate import CertificateFile
from bestguess.strategies.registry import StrategiesJson
from bestguess.trees.files import TreeFile
from bestguess.web.abilities import AbilitiesJson
from bestguess.web.board import ContradictionsJson, ExplanationJson
from bestguess.web.comparisons import SweptJson
from bestguess.web.jobs import ProgressJson
from bestguess.web.json_schema import Schema, SchemaWriter
from bestguess.web.moves import StrategyMoveJson
from bestguess.web.objectives import ObjectivesDocument
from bestguess.web.own_tables import OwnTableJson
from bestguess.web.problems import StreamedProblemJson
from bestguess.web.routes.about import GamesJson, HealthJson
from bestguess.web.routes.challenges import ChallengeFeedbackJson, ChallengeJson, ChallengeSecretJson
from bestguess.web.trees import TreeNodeJson

FOLDER = Path(__file__).parents[1] / "src" / "bestguess" / "data" / "schema_files"


class Entry(NamedTuple):
    """A document: what it is in one line, who gives it, and its type, or a union of types."""

    about: str
    given_by: str
    kind: Any


DOCUMENTS = {
    "abilities": Entry("which questions about a game the server answers", "GET or POST /api/abilities", AbilitiesJson),
    "advise": Entry("the best next guesses", "bestguess advise --json, GET or POST /api/advise", AdviceDocument),
    "assist": Entry("a board that was entered on the terminal", "bestguess assist --json", AssistJson),
    "candidates": Entry(
        "the secrets that are left",
        "bestguess candidates --json, GET or POST /api/candidates",
        TimedCandidates,
    ),
    "challenge": Entry("a hidden secret", "POST /api/challenges, GET /api/challenges/{id}", ChallengeJson),
    "check": Entry("what was found true of a tree or a certificate", "bestguess check --json", CheckDocument),
    "compare": Entry(
        "strategies over every secret",
        "bestguess compare --json, GET or POST /api/compare",
        ComparisonDocument,
    ),
    "contradictions": Entry(
        "the fewest rows that must be wrong", "GET or POST /api/contradictions", ContradictionsJson
    ),
    "doctor": Entry("versions, features, folders and speed", "bestguess doctor --json", DoctorJson),
    "error": Entry("why a command did not do what was asked", "any command with --json, on standard error", ErrorJson),
    "explain": Entry("what a guess would do", "GET or POST /api/explain", ExplanationJson),
    "export": Entry("a tree in another format", "bestguess tree export --json", ExportJson),
    "feedback": Entry(
        "the feedback to a guess at a hidden secret", "GET /api/challenges/{id}/feedback", ChallengeFeedbackJson
    ),
    "game": Entry("the description of a game", "bestguess games GAME --json", GameDescriptionJson),
    "games": Entry("the families of games", "bestguess games --json, GET /api/games", FamiliesJson | GamesJson),
    "health": Entry("how the server is", "GET /api/health", HealthJson),
    "hint": Entry("what a step of a hint tells", "GET or POST /api/hint", Hint),
    "move": Entry("what a strategy plays", "GET or POST /api/move", StrategyMoveJson),
    "objectives": Entry("what ways of playing cost", "GET /api/objectives", ObjectivesDocument),
    "optimum": Entry("the best strategy, and what is proven of it", "bestguess optimum --json", Result),
    "play": Entry("a game that was played on the terminal", "bestguess play --json", PlayJson),
    "puzzles": Entry("practice puzzles", "bestguess puzzles --json, GET /api/puzzles", PuzzlesDocument),
    "review": Entry("what every move was worth", "bestguess review --json, GET or POST /api/review", ReviewDocument),
    "schemas": Entry("the documents that have a schema", "bestguess schema --json", SchemasJson),
    "score": Entry("the feedback to a guess", "bestguess score --json", ScoreJson),
    "secret": Entry("what a challenge hid", "POST /api/challenges/{id}/secret", ChallengeSecretJson),
    "stats": Entry("statistics of the games that were played", "bestguess stats --json", StatsDocument),
    "strategies": Entry("the strategies there are", "bestguess strategies --json, GET /api/strategies", StrategiesJson),
    "sweep": Entry("a strategy over many sizes", "bestguess sweep --json, GET /api/sweep", SweepJson | SweptJson),
    "table": Entry("what is in a table of one's own", "POST /api/table", OwnTableJson),
    "tree": Entry(
        "the tree of a strategy, or a node of it",
        "bestguess tree build --json, bestguess tree show --json, GET or POST /api/tree",
        BuiltTree | TreeViewDocument | TreeNodeJson,
    ),
    "watch": Entry("how a strategy finds a secret", "bestguess watch --json", WatchJson),
}
"""Documents, which have `schema` and `version`."""
OTHERS = {
    "problem": Entry(
        "what the server cannot answer, and why", "any route, with another status than 200", StreamedProblemJson
    ),
    "progress": Entry("how far a long computation is", "the events `progress` of a stream", ProgressJson),
    "certificate-file": Entry(
        "a file with a tree and proofs that none is better", "bestguess optimum --certificate", CertificateFile
    ),
    "records-file": Entry("a file with the games that were played", "bestguess stats --export", list[Record]),
    "tree-file": Entry("a file with a tree", "bestguess tree build, bestguess optimum --tree", TreeFile),
}
"""What has neither: events, errors of the server, and files."""


def schema_texts() -> dict[Path, str]:
    """Return the text of every file."""
    schemas = {name: _schema(name, entry) for name, entry in {**DOCUMENTS, **OTHERS}.items()}
    return {
        FOLDER / f"{name}.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
    }


def _schema(name: str, entry: Entry) -> Schema:
    writer, document = SchemaWriter("#/$defs/"), name if name in DOCUMENTS else None
    if isinstance(entry.kind, UnionType):
        schema: Schema = {"anyOf": [writer.reference(kind, document) for kind in get_args(entry.kind)]}
    else:
        schema = writer.object(entry.kind, document) if isinstance(entry.kind, type) else writer.schema(entry.kind)
    words = f"{schema.pop('description', '')} Given by: {entry.given_by}."
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:bestguess:{name}/1",
        "title": entry.about,
        "description": words.strip(),
    }
    definitions = {"$defs": dict(sorted(writer.definitions.items()))} if writer.definitions else {}
    return {**schema, **head, **definitions}


def main() -> None:
    """Write every file of the folder, and delete those of documents that are no more."""
    texts = schema_texts()
    FOLDER.mkdir(exist_ok=True)
    for path in set(FOLDER.glob("*.json")) - texts.keys():
        path.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    print(f"{FOLDER}: {len(texts)} files", file=sys.stderr)


if __name__ == "__main__":
    main()
