"""The reference of the library: every name of `bestguess.__all__`, by theme."""

from functools import cache

import griffe

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
_VERSION = "__version__"  # a text, which needs no entry


@cache
def public_names() -> dict[str, griffe.Object]:
    """What every name of `bestguess.__all__` stands for."""
    package = griffe.load("bestguess", search_paths=[ROOT / "src"])
    names = [str(name) for name in package.exports or [] if str(name) != _VERSION]
    return {name: _target(package[name]) for name in names}


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
    """Public names, and public methods and properties of public classes, that have no docstring."""
    parts = [(name, found) for name, found in public_names().items()]
    parts += [
        (f"{name}.{member}", one)
        for name, found in public_names().items()
        if found.is_class
        for member, one in found.members.items()
        if isinstance(one, griffe.Object) and one.is_function and not member.startswith("_")
    ]
    return sorted(name for name, one in parts if not one.docstring)


def library_pages() -> dict[str, str]:
    """The pages by name, and one that lists all names."""
    themes: dict[str, list[str]] = {theme: [] for theme in THEMES}
    for name in public_names():
        themes[theme_of(name)].append(name)
    pages = {f"reference/library/{theme}.md": _page(theme, names) for theme, names in themes.items()}
    return {"reference/library/index.md": _index(themes), **pages}


def _page(theme: str, names: list[str]) -> str:
    title, begin, _ = THEMES[theme]
    functions = [name for name in names if public_names()[name].is_function]
    others = [name for name in names if name not in functions]
    entries = [f"::: bestguess.{name}\n" for name in functions + others]
    return "\n".join([f"# {title}\n", f"{begin}\n", *entries])


def _index(themes: dict[str, list[str]]) -> str:
    lines = ["# The library, name by name", "", "`import bestguess as bg`; every name is one of `bg`. "]
    lines += ["[The library](../../library.md) shows how they are used together.", ""]
    for theme, names in themes.items():
        lines += [f"## {THEMES[theme][0]}", "", "| name | what it is |", "|---|---|"]
        lines += [f"| [`{name}`]({theme}.md#bestguess.{name}) | {_summary(name)} |" for name in names]
        lines.append("")
    return "\n".join(lines)


def _summary(name: str) -> str:
    """The first sentence of a name's docstring, in one line."""
    docstring = public_names()[name].docstring
    return docstring.value.split("\n\n")[0].replace("\n", " ").replace("|", r"\|") if docstring else ""


def _target(found: griffe.Object | griffe.Alias) -> griffe.Object:
    return found.final_target if isinstance(found, griffe.Alias) else found
