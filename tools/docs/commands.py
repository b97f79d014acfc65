"""The reference of the command line, from the help of the commands themselves."""

import re
from collections.abc import Iterator
from typing import Any

import typer

from bestguess.cli.app import app

_EXAMPLES = "[bold]Examples[/bold]"
_MARKUP = re.compile(r"\[/?[a-z]+\]")
_MORE = "[The command line](../command-line.md) shows how they are used together."
_COMMON = {"help", "install_completion", "show_completion"}  # of every command, or of none


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its whole name, those of groups one by one."""
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        below = getattr(command, "commands", None)
        if below is None:
            yield name, command
        else:
            yield from ((f"{name} {sub}", one) for sub, one in below.items())


def commands_page() -> str:
    """The page: a table of all commands, then each with its options and examples."""
    rows = [f"| [`{name}`](#bestguess-{anchor(name)}) | {summary(command)} |" for name, command in commands()]
    lines = ["# Commands", "", "What `bestguess COMMAND --help` says.", _MORE, ""]
    lines += ["| command | does |", "|---|---|", *rows, ""]
    for name, command in commands():
        lines += [*_section(name, command), ""]
    return "\n".join(lines)


def anchor(name: str) -> str:
    """How the address of a section names a command.

    >>> anchor("tree build")
    'tree-build'
    """
    return name.replace(" ", "-")


def summary(command: Any) -> str:
    """The first paragraph of a command's help, in one line."""
    return _plain(command.help.split("\n\n")[0])


def examples(command: Any) -> list[str]:
    """The examples in a command's help."""
    found = command.help.partition(_EXAMPLES)[2].split("\n\n")
    return [_plain(example) for example in found if example.strip()]


def _section(name: str, command: Any) -> Iterator[str]:
    parameters = [one for one in command.params if one.name not in _COMMON and not one.hidden]
    arguments = [one for one in parameters if not one.opts[0].startswith("-")]
    options = [one for one in parameters if one.opts[0].startswith("-")]
    usage = " ".join([_argument(one) for one in arguments] + (["[OPTIONS]"] if options else []))
    yield from [f"## bestguess {name}", "", "```text", f"bestguess {name} {usage}".rstrip(), "```", ""]
    for paragraph in command.help.partition(_EXAMPLES)[0].strip().split("\n\n"):
        yield from [_escaped(_plain(paragraph)), ""]
    if shown := examples(command):
        yield from ["```sh", *shown, "```", ""]
    if parameters:
        yield from ["| argument or option | meaning | default |", "|---|---|---|"]
        yield from (_row(one) for one in arguments + options)


def _argument(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.required else f"[{name}]"


def _row(parameter: Any) -> str:
    is_option = parameter.opts[0].startswith("-")
    if not is_option:
        names = f"`{_argument(parameter)}`"
    else:
        value = "" if parameter.is_flag else f" {parameter.metavar or _kind(parameter)}"
        names = ", ".join(f"`{name}{value}`" for name in parameter.opts + parameter.secondary_opts)
    text, _, told = _plain(parameter.help or "").partition(" Default: ")
    return f"| {names} | {_escaped(text)} | {_escaped(told.rstrip('.') or _default(parameter))} |"


def _default(parameter: Any) -> str:
    default = parameter.default
    if default is None or default is False or default in ("", (), []) or not parameter.show_default:
        return ""
    return f"`{default}`"


def _kind(parameter: Any) -> str:
    """The choices of a parameter without a metavar, or what its type is called."""
    if choices := parameter.type_descriptor.choices:
        return "|".join(map(str, choices))
    return str(getattr(parameter.type_descriptor.annotation, "__name__", "value")).upper()


def _plain(text: str) -> str:
    """*text* in one line, without the marks for bold and the like."""
    return " ".join(_MARKUP.sub("", text).split())


def _escaped(text: str) -> str:
    return re.sub(r"([|<*_])(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)", r"\\\1", text)
