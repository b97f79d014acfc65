"""The reference of the library: every name of `bestguess.__all__`, by theme, and of `bestguess.gym`."""

import re
from functools import cache

import griffe

from tools.docs.docstrings import fields_of
from tools.docs.links import ROOT

THEMES = {
    "games": (
        "Games",
        "What is guessed, and what the answers are.",
        ["games", "table", "table_file", "symmetry_search"],
    ),
    "strategies": ("Strategies", "What is left, and the next guess.", ["candidates", "strategies"]),
    "trees": ("Trees", "A strategy written out.", ["trees"]),
    "optima": ("Optima and proofs", "The best tree, and how sure that is.", ["solvers", "bounds", "check"]),
    "advice": ("Advice and reviews", "What a guess is worth.", ["valuation"]),
    "play": ("Play and puzzles", "One run of a game, and positions to practise on.", ["play", "puzzles"]),
    "figures": ("Comparisons", "Strategies over all secrets, and over many sizes.", ["statistics"]),
    "plots": ("Plots", "Pictures of the numbers, on axes of Matplotlib.", ["plots"]),
    "errors": ("Errors", "All bad input raises one of these, with one line that says what was expected.", ["errors"]),
}
"""Pages by name: their title, what they begin with, and the packages and modules whose names they have."""
WHOLE = {"Comparison", "Playthrough", "Sweep"}
"""Classes that are shown with what they inherit."""
_WHOLE = "    options:\n      inherited_members: true\n"
GYM = "gym"
"""The package whose names stand apart, since it is imported apart."""
_VERSION = "__version__"  # a text, which needs no entry


@cache
def public_names() -> dict[str, griffe.Object]:
    """What every name of `bestguess.__all__` stands for."""
    return _exported("bestguess")


@cache
def gym_names() -> dict[str, griffe.Object]:
    """What every name of `bestguess.gym.__all__` stands for."""
    return _exported(f"bestguess.{GYM}")


def theme_of(name: str) -> str:
    """The page that has *name*.

    >>> theme_of("optimum"), theme_of("Table")
    ('optima', 'games')
    """
    module = public_names()[name].path.split(".")[1]
    found = [theme for theme, (_, _, modules) in THEMES.items() if module in modules]
    if not found:
        raise ValueError(
            f"expected a theme in tools/docs/library.py for bestguess.{module}, which has {name}; got none"
        )
    return found[0]


def undocumented() -> list[str]:
    """Public names, and public methods, properties and fields of public classes, that have no docstring.

    For a field it is enough that its class, or one that this extends, speaks of it.
    """
    names = public_names() | {f"{GYM}.{name}": found for name, found in gym_names().items()}
    missing = [name for name, found in names.items() if not found.docstring]
    for name, found in names.items():
        if isinstance(found, griffe.Class):
            fields = fields_of(found)
            others = {member: one for member, one in found.members.items() if member not in fields}
            missing += [f"{name}.{field}" for field in fields if not is_explained(found, field)]
            missing += [
                f"{name}.{member}"
                for member, one in others.items()
                if isinstance(one, griffe.Object) and not member.startswith("_") and not one.docstring
            ]
    return sorted(missing)


def is_explained(found: griffe.Class, field: str) -> bool:
    """Whether a *field* has a docstring, or that of a class has its name in it."""
    classes = [found, *(one for one in found.mro() if isinstance(one, griffe.Class))]
    own = [one.members[field].docstring for one in classes if field in one.members]
    texts = [one.docstring.value for one in classes if one.docstring]
    return any(own) or any(re.search(rf"\b{field}\b", text, re.IGNORECASE) for text in texts)


def library_pages() -> dict[str, str]:
    """The pages by name, and one that lists all names."""
    themes: dict[str, list[str]] = {theme: [] for theme in THEMES}
    for name in public_names():
        themes[theme_of(name)].append(name)
    pages = {f"reference/library/{theme}.md": _page(theme, names) for theme, names in themes.items()}
    return {"reference/library/index.md": _index(themes), **pages, f"reference/library/{GYM}.md": _gym_page()}


def _page(theme: str, names: list[str]) -> str:
    title, begin, _ = THEMES[theme]
    functions = [name for name in names if public_names()[name].is_function]
    others = [name for name in names if name not in functions]
    entries = [f"::: bestguess.{name}\n{_WHOLE if name in WHOLE else ''}" for name in functions + others]
    return "\n".join([f"# {title}\n", f"{begin}\n", *entries])


def _gym_page() -> str:
    begin = "What `import bestguess.gym` has. [Environments for agents that learn](../../gym.md) shows how it is used."
    return "\n".join(["# Environments\n", f"{begin}\n", *(f"::: bestguess.{GYM}.{name}\n" for name in gym_names())])


def _index(themes: dict[str, list[str]]) -> str:
    lines = ["# The library, name by name", "", "`import bestguess as bg`; every name is one of `bg`. "]
    lines += ["[The library](../../library.md) shows how they are used together.", ""]
    for theme, names in themes.items():
        lines += [f"## {THEMES[theme][0]}", "", "| name | what it is |", "|---|---|"]
        lines += [f"| [`{name}`]({theme}.md#bestguess.{name}) | {_first(public_names()[name])} |" for name in names]
        lines.append("")
    lines += [
        "## Environments",
        "",
        "Names of `bestguess.gym`, which is imported apart.",
        "",
        "| name | what it is |",
        "|---|---|",
    ]
    lines += [f"| [`{name}`]({GYM}.md#bestguess.{GYM}.{name}) | {_first(one)} |" for name, one in gym_names().items()]
    return "\n".join([*lines, ""])


def _first(found: griffe.Object) -> str:
    """The first paragraph of a docstring, in one line."""
    text = found.docstring.value if found.docstring else ""
    return text.split("\n\n")[0].replace("\n", " ").replace("|", r"\|")


def _exported(path: str) -> dict[str, griffe.Object]:
    package = griffe.load(path, search_paths=[ROOT / "src"])
    names = [str(name) for name in package.exports or [] if str(name) != _VERSION]
    return {name: _target(package[name]) for name in names}


def _target(found: griffe.Object | griffe.Alias) -> griffe.Object:
    return found.final_target if isinstance(found, griffe.Alias) else found
