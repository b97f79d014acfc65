"""JSON schemas: they are what the tool writes now, describe every field, and are true of what there is."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator

import bestguess as bg
from bestguess.cli.app import app, run
from bestguess.data import read_schema, schema_names
from bestguess.web.app import create_app
from bestguess.web.examples import ANSWERS
from commands import document, output, read_document
from tools.schemas import DOCUMENTS, FOLDER, schema_texts
from validity import check_document, fault_in

ROOT = Path(__file__).parent.parent
FAULTS = f"table({ROOT / 'tests' / 'golden' / 'faults.csv'},goal=identify)"


def schemas_in(value: Any) -> Iterator[dict[str, Any]]:
    """All objects in *value*, itself among them."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from schemas_in(one)


def test_files_are_those_of_the_tool() -> None:
    """`python -m tools.schemas` would not change src/bestguess/data/schema_files."""
    written = schema_texts()
    assert {path: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == written
    assert {path.stem for path in written} == set(schema_names())


@pytest.mark.parametrize("name", schema_names())
def test_schemas_say_everything(name: str) -> None:
    """A schema is valid, names its document in one line, describes every field, and allows no others."""
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == f"urn:bestguess:{name}/1"
    assert len(schema["title"]) <= 55
    objects = [one for one in schemas_in(schema) if one.get("type") == "object" and "properties" in one]
    assert objects
    for one in objects:
        assert one["additionalProperties"] is False
        assert one["description"]
        for field, about in one["properties"].items():
            assert about.get("description"), f"{one['title']}.{field}"
            assert "\n" not in about["description"]
    assert not [key for key in schema.get("$defs", {}) if "__" in key]


# A command line for each command that takes --json, with the schema of what it prints.
PRINTED: dict[str, list[list[str]]] = {
    "score": [["mm2x3", "12", "21"]],
    "candidates": [["mm2x3", "--history", "11:1.0"], ["words(english,4)", "--limit", "3"], ["balance(4,find=coin)"]],
    "play": [["mm2x3", "--seed", "1", "--no-record"]],
    "assist": [["mm2x3", "--history", "11:1.0"]],
    "advise": [
        ["mm2x3", "--explain", "12"],
        ["mastermind(2,3,rows=2)"],
        ["mastermind(6,9)", "--count", "1"],
        [FAULTS],
    ],
    "review": [["mm2x3", "--history", "11:1.0 12:2.0"], ["mastermind(2,3,rows=4)", "--history", "11:1.0 12:2.0"]],
    "puzzles": [["mm2x3", "--kind", "best-guess"], ["mm2x3", "--kind", "only-secret"]],
    "watch": [["mm2x3", "--secret", "12"], ["mastermind(2,3,rows=1)", "--secret", "12"], ["balance(3)"], [FAULTS]],
    "stats": [[], ["mm4x6"]],
    "compare": [["mm2x3", "--strategies", "minimax,random,optimal"], [FAULTS, "--strategies", "entropy"]],
    "sweep": [["mastermind", "--pegs", "1-2", "--colours", "2"], ["numbers", "--n", "3"]],
    "optimum": [
        ["mm2x3", "--first-guesses"],
        ["mm2x3", "--max-guesses", "1"],
        ["mm2x3", "--objective", "at-worst"],
        ["mastermind(2,3,rows=2)", "--objective", "lost", "--first-guesses"],
        ["mm2x3", "--objective", "at-worst", "--max-guesses", "1"],
        [FAULTS],
    ],
    "check": [["tree.json"], ["proof.cert"]],
    "games": [[], ["mm4x6", "--check"], ["words(english,5)", "--lists", "lists"], ["balance(3)", "--table", "c.csv"]],
    "strategies": [[]],
    "schema": [[]],
    "doctor": [[]],
    "tree build": [["mm2x3", "--output", "tree.json"]],
    "tree show": [["tree.json"], ["tree.json", "--depth", "1"], ["leaves.json", "--depth", "9"]],
    "tree export": [["tree.json"], ["tree.json", "--output", "tree.txt"]],
}
ENTERED = {"play": "11\n12\n13\n21\n22\n23\n31\n32\n33\n", "assist": "quit\n"}


def printing(name: str) -> set[str]:
    """The commands that print the document *name*, by its schema."""
    given = [text.removesuffix(" --json").removesuffix(" GAME") for text in DOCUMENTS[name].given_by.split(", ")]
    return {text.removeprefix("bestguess ") for text in given if text.startswith("bestguess ")}


def commands_with_json(command: Any, *words: str) -> Iterator[str]:
    """The names of the commands below *command* that take --json."""
    if any("--json" in parameter.opts for parameter in command.params):
        yield " ".join(words)
    for name, one in getattr(command, "commands", {}).items():
        yield from commands_with_json(one, *words, name)


def test_every_command_with_json_is_tried() -> None:
    """No command that takes --json is missing above, and none that a schema names."""
    assert set(commands_with_json(typer.main.get_command(app))) == PRINTED.keys()
    assert {command for name in DOCUMENTS for command in printing(name)} == PRINTED.keys()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with trees and a certificate."""
    folder = tmp_path_factory.mktemp("files")
    bg.build_tree("mastermind(2,3)", "minimax").save(folder / "tree.json")
    bg.build_tree(FAULTS, "entropy").save(folder / "leaves.json")
    bg.optimum("mastermind(2,3)", certify=True).save_certificate(folder / "proof.cert")
    return folder


@pytest.mark.parametrize("command", PRINTED)
def test_what_commands_print(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, files: Path, command: str
) -> None:
    """Every command prints what its schema says, and one more field, or one less that it must have, is refused."""
    monkeypatch.chdir(files)
    for arguments in PRINTED[command]:
        if command in ENTERED:
            monkeypatch.setattr("sys.stdin", io.StringIO(ENTERED[command]))
        assert run([*command.split(), *arguments, "--json"]) == 0
        found = read_document(capsys.readouterr().out)
        name = found["schema"].removeprefix("bestguess.").removesuffix("/1")
        assert command in printing(name)
        assert fault_in({**found, "more": 1}, name)
        assert fault_in({**found, "schema": "bestguess.other/1"}, name)
        assert fault_in({key: value for key, value in found.items() if key != "version"}, name)


def test_errors(capsys: pytest.CaptureFixture[str]) -> None:
    """An error is a document, too."""
    assert run(["score", "mm2x3", "12", "x", "--json"]) == 2
    found = json.loads(capsys.readouterr().err)
    check_document(found, "error")
    assert fault_in({**found, "kind": "not a kind"}, "error")


def routes_of(name: str) -> set[str]:
    """The routes that give the document *name*, such as `GET /api/advise`."""
    given = [one for one in DOCUMENTS[name].given_by.split(", ") if "/api/" in one]
    return {f"{method} {one.split()[-1]}" for one in given for method in one.split()[:-1] if method != "or"}


def test_answers_of_the_server() -> None:
    """The example of every route is as its schema says; every such document has a schema that names its route."""
    answers = json.loads(ANSWERS.read_text())
    documents = {route: found for route, found in answers.items() if isinstance(found, dict)}
    for route, found in documents.items():
        if "schema" in found:
            check_document({**found, "version": bg.__version__})
            name = found["schema"].removeprefix("bestguess.").removesuffix("/1")
            assert route in routes_of(name)
    routes = set().union(*map(routes_of, DOCUMENTS))
    known = create_app().openapi()["paths"]
    assert routes <= {f"{method.upper()} {path}" for path, methods in known.items() for method in methods}


CERTIFIED: list[tuple[str, str, list[str], dict[str, Any]]] = [
    ("mastermind(2,3)", "", [], {}),
    ("mastermind(3,6)", "", [], {}),  # with images
    ("mastermind(2,3)", "", [], {"max_guesses": 1}),  # without a tree
    ("mastermind(2,3,rows=2)", "", ["lost"], {}),
    ("balance(3,find=coin)", "", ["worst"], {}),
    ("words(english,4)", "", ["lost"], {"max_guesses": 1}),
    (FAULTS, '"Shake it":nothing', ["mean,worst"], {}),
]


@pytest.mark.parametrize(("game", "history", "objective", "options"), CERTIFIED)
def test_files(tmp_path: Path, game: str, history: str, objective: list[str], options: dict[str, Any]) -> None:
    """Trees and certificates are as their schemas say, and one member more or less is refused."""
    result = bg.optimum(bg.Position(game, history), *objective, certify=True, **options)
    result.save_certificate(tmp_path / "proof.cert")
    found = [json.loads((tmp_path / "proof.cert").read_text())]
    if result.tree is not None:
        result.tree.save(tmp_path / "tree.json")
        found.append(json.loads((tmp_path / "tree.json").read_text()))
    for one in found:
        check_document(one)
        name = one["format"].removeprefix("bestguess.") + "-file"
        assert fault_in({**one, "more": 1}, name)
        assert fault_in({**one, "format_version": 1}, name)
        assert fault_in({key: value for key, value in one.items() if key != "rule"}, name)


def test_the_example_of_the_definition() -> None:
    """The certificate that docs/certificates.md shows is as its schema says, and so are the plans that ship."""
    page = (ROOT / "docs" / "certificates.md").read_text()
    check_document(json.loads(page.split("```json\n")[1].split("\n```")[0]))
    for path in sorted((ROOT / "src" / "bestguess" / "data" / "plan_files").glob("mastermind-3-6*")):
        check_document(json.loads(path.read_text()))


def test_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that were played are exported as the schema says."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    record = bg.records.Record("mastermind(4,6)", "1122:4.0", 1, True, None, 0, "2026-01-31")
    bg.records.keep(record, tmp_path / "bestguess" / "games.jsonl")
    assert document("stats", "--export", str(tmp_path / "games.json"))["games"] == 1
    found = json.loads((tmp_path / "games.json").read_text())
    check_document(found, "records-file")
    assert len(found) == 1
    assert fault_in([{**found[0], "day": "today"}], "records-file")


def test_schema_command(capsys: pytest.CaptureFixture[str]) -> None:
    """It lists the schemas, prints one, and says what was meant."""
    lines = output("schema").splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(schema_names())
    listed = document("schema")["schemas"]
    assert [one["name"] for one in listed] == list(schema_names())
    assert listed[1] == {"name": "advise", "about": "the best next guesses"}
    for options in ([], ["--json"]):
        assert json.loads(output("schema", "certificate-file", *options)) == read_schema("certificate-file")
    assert run(["schema", "advize"]) == 2
    assert capsys.readouterr().err == "bestguess: unknown schema 'advize', did you mean 'advise'?\n"
    assert run(["schema", "../atlas"]) == 2
    assert capsys.readouterr().err.startswith("bestguess: unknown schema '../atlas', expected one of abilities, ")
