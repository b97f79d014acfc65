"""The subcommands by name. Each has a module of its name, which is imported when the command is first needed."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from bestguess.cli.ctrl_c import raise_on_ctrl_c

_NAMES = (
    "score",
    "candidates",
    "play",
    "assist",
    "advise",
    "review",
    "puzzles",
    "watch",
    "stats",
    "compare",
    "sweep",
    "optimum",
    "check",
    "games",
    "strategies",
    "web",
    "serve-game",
    "schema",
    "doctor",
    "tree",
)
"""In the order of the help. A module has a function of its name; one of several commands has an `app` instead."""


class Command(TyperCommand):
    """A command that Ctrl-C stops, whose help shows no type beside flags, which take no value."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters, with `--help`."""
        return _plain_flags(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Runs the command, which Ctrl-C may stop from now on: all that it needs is imported."""
        raise_on_ctrl_c()
        return super().invoke(ctx)


class Group(TyperGroup):
    """Several commands under one name, with such help."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters, with `--help`."""
        return _plain_flags(super().get_params(ctx))


def _plain_flags(parameters: Any) -> Any:
    for one in parameters:
        if getattr(one, "is_flag", False):
            one.metavar = ""
    return parameters


class LazyGroup(Group):
    """A group whose commands are loaded one by one: each starts as fast as what it needs can be imported."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast(Any, _Commands())


class _Commands(Mapping[str, Any]):
    """The commands by name. The names are there at once; a command is made when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        if name not in _NAMES:
            raise KeyError(name)
        return _command(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


@cache
def _command(name: str) -> Any:
    name = name.replace("-", "_")
    module = import_module(f"bestguess.cli.{name}")
    app: typer.Typer | None = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode="rich")
        app.command(cls=Command)(getattr(module, name))
    return typer.main.get_command(app)
