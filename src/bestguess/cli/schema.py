"""bestguess schema: the JSON schemas of documents and files."""

import json
from typing import Annotated

import typer

from bestguess.cli.completion import offer
from bestguess.cli.options import Json
from bestguess.cli.render.tables import table
from bestguess.cli.terminal import Terminal, print_json
from bestguess.data import read_schema, schema_names
from bestguess.errors import BestguessError, unknown


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="The document. Default: list all documents.", autocompletion=offer(schema_names)
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Print the JSON schema of a document, or list the documents.

    A document says itself which it is: "schema": "bestguess.advise/1" is of the
    schema advise. Those whose name ends in -file are of files. A schema is JSON
    with or without --json.

    [bold]Examples[/bold]

      bestguess schema

      bestguess schema advise

      bestguess schema certificate-file
    """
    if name is None:
        _list_schemas(as_json)
    elif name in schema_names():
        print(json.dumps(read_schema(name), indent=2))
    else:
        raise BestguessError(unknown("schema", name, schema_names()))


def _list_schemas(as_json: bool) -> None:
    listed = [(name, read_schema(name)["title"]) for name in schema_names()]
    if as_json:
        print_json("schemas", {"schemas": [{"name": name, "about": about} for name, about in listed]})
    else:
        Terminal().print(table(("schema", "of"), listed))
