"""The reference of the library: every name of `bestguess.__all__`, by theme, its modules, and what functions return."""

import re
from functools import cache
from typing import NamedTuple

import griffe

import bestguess
from tools.docs.docstrings import fields_of
from tools.docs.links import ROOT


class Theme(NamedTuple):
    """A page: its title, what it begins with, and the packages and modules whose public names it has.

    *others* are names that stand there too, by their paths: those of a module, and classes of what functions return.
    """

    title: str
    begin: str
    packages: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def _in(module: str, names: str) -> tuple[str, ...]:
    """The paths of *names* in a *module*.

    >>> _in("plots", "tree save")
    ('plots.tree', 'plots.save')
    """
    return tuple(f"{module}.{name}" for name in names.split())


THEMES = {
    "positions": Theme(
        "Positions",
        "A game and what was played: the one noun of the library.",
        ("position", "candidates"),
        _in("candidates", "Partition CandidateList"),
    ),
    "games": Theme("Games", "What is guessed, and what the answers are.", ("games",)),
    "strategies": Theme("Strategies", "The next guess.", ("strategies", "metrics"), _in("strategies", "Move Program")),
    "trees": Theme("Trees", "A strategy written out.", ("trees",), _in("trees", "Figures LazyNode")),
    "optima": Theme(
        "Optima and proofs",
        "The best tree, and how sure that is.",
        ("solve", "bounds", "check"),
        ("solve.FirstGuess", "bounds.SearchState", "check.CheckResult"),
    ),
    "advice": Theme(
        "Advice and reviews",
        "What a guess is worth.",
        ("advice",),
        _in("advice", "Advice Suggestion Hint Review ReviewedMove")
        + _in("advice", "Part Step Contradiction Repair why_not")
        + _in("games", "read_squares"),
    ),
    "figures": Theme(
        "Comparisons",
        "Strategies over all secrets, and over many sizes.",
        ("stats",),
        _in("stats", "Comparison Sweep objectives Objectives"),
    ),
    "errors": Theme(
        "bg.errors",
        "A wrong argument raises one of these, with one line that says what was expected.",
        ("errors",),
        _in("errors", "GameError CodeError FeedbackError HistoryError StrategyError ContradictionError")
        + _in("errors", "FileError SizeError ClusterError BestguessWarning"),
    ),
    "metrics": Theme(
        "bg.metrics",
        "Functions of part sizes, by which strategies choose.",
        (),
        _in("metrics", "register largest_part expected_size part_count"),
    ),
    "plots": Theme(
        "bg.plots",
        "Pictures of the numbers, on axes of Matplotlib.",
        (),
        _in("plots", "comparison distribution partition review sweep tree save"),
    ),
    "puzzles": Theme("bg.puzzles", "Positions to practise on.", (), _in("puzzles", "make Puzzle NearMiss")),
    "records": Theme(
        "bg.records",
        "Games that were played.",
        (),
        _in("records", "keep load summarise default_path Record RecordSummary"),
    ),
    "symmetries": Theme(
        "bg.symmetries", "Which guesses are alike.", (), _in("symmetries", "find Symmetry CodeSymmetries")
    ),
    "gym": Theme(
        "bg.gym",
        "What `import bestguess.gym` has. [Environments for agents that learn](../../gym.md) shows how it is used.",
        (),
        _in("gym", "GameEnv GameVectorEnv ENVIRONMENT_IDS"),
    ),
}
"""The pages by name."""
WHOLE = {"stats.Comparison", "stats.Sweep"}
"""Classes that are shown with what they inherit."""
_WHOLE = "    options:\n      inherited_members: true\n"
_VERSION = "__version__"  # a text, which needs no entry


@cache
def documented() -> dict[str, griffe.Object]:
    """What the reference has, by its path below `bestguess`: the public names, and the others of each theme."""
    package = griffe.load("bestguess", search_paths=[ROOT / "src"])
    public = [name for name in bestguess.__all__ if name != _VERSION]
    others = [path for theme in THEMES.values() for path in theme.others]
    return {path: _target(package[path]) for path in [*public, *others]}


def theme_of(name: str) -> str:
    """The page that has *name*, one of `bestguess.__all__`.

    >>> theme_of("optimum"), theme_of("Position")
    ('optima', 'positions')
    """
    module = documented()[name].path.split(".")[1]
    found = [theme for theme, page in THEMES.items() if module in page.packages]
    if not found:
        raise ValueError(
            f"expected a theme in tools/docs/library.py for bestguess.{module}, which has {name}; got none"
        )
    return found[0]


def undocumented() -> list[str]:
    """Names of the reference, and public methods, properties and fields of their classes, that have no docstring.

    For a field it is enough that its class, or one that this extends, speaks of it.
    """
    names = documented()
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
    for name in documented():
        if "." not in name:
            themes[theme_of(name)].append(name)
    for theme, page in THEMES.items():
        themes[theme] += page.others
    pages = {f"reference/library/{theme}.md": _page(theme, names) for theme, names in themes.items()}
    return {"reference/library/index.md": _index(themes), **pages}


def _page(theme: str, names: list[str]) -> str:
    page = THEMES[theme]
    functions = [name for name in names if documented()[name].is_function]
    others = [name for name in names if name not in functions]
    entries = [f"::: bestguess.{name}\n{_WHOLE if name in WHOLE else ''}" for name in functions + others]
    return "\n".join([f"# {page.title}\n", f"{page.begin}\n", *entries])


def _index(themes: dict[str, list[str]]) -> str:
    lines = ["# The library, name by name", "", "`import bestguess as bg`; every name is one of `bg`, or of a module."]
    lines += ["[The library](../../library.md) shows how they are used together.", ""]
    for theme, names in themes.items():
        lines += [f"## {THEMES[theme].title}", "", "| name | what it is |", "|---|---|"]
        lines += [f"| [`{name}`]({theme}.md#bestguess.{name}) | {_first(documented()[name])} |" for name in names]
        lines.append("")
    return "\n".join([*lines, ""])


def _first(found: griffe.Object) -> str:
    """The first paragraph of a docstring, in one line."""
    text = found.docstring.value if found.docstring else ""
    return text.split("\n\n")[0].replace("\n", " ").replace("|", r"\|")


def _target(found: griffe.Object | griffe.Alias) -> griffe.Object:
    return found.final_target if isinstance(found, griffe.Alias) else found
