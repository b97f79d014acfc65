"""Every value has a repr of one short line."""

import copy
import inspect
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess import advice, check, puzzles, solve, stats, symmetries, trees
from bestguess.advice import Values, next_move, why_not
from bestguess.check import CheckResult
from bestguess.games.table import Table
from bestguess.records import Record
from bestguess.stats import Store, Sweep, objectives
from bestguess.strategies import FunctionStrategy, MetricStrategy, Program
from worlds import fault_game

GAME = "mastermind(4,6)"
ROWS = "1122:1.0 1344:0.1 3526:1.2 1462:1.1"
CROSSED = "1122:0.0 3344:0.2 5566:2.1"
TREE = bg.build_tree(GAME, "minimax")
RECORD = Record(GAME, ROWS, 5, True, None, 0, "2026-01-31")


def swept(*arguments: Any, **options: Any) -> Sweep:
    """Return a whole sweep."""
    return bg.sweep(*arguments, **options)[-1]


def checked(folder: Path) -> CheckResult:
    """Return the result of a successful check."""
    TREE.save(folder / "tree.json")
    return bg.check_file(folder / "tree.json")


# One of each public class, large enough that its fields would not fit on a line.
VALUES: dict[str, Callable[[Path], object]] = {
    "Advice": lambda _: bg.advise(GAME, ROWS),
    "Balance": lambda _: bg.Balance(12),
    "Bounds": lambda _: Values(GAME, 0).of(bg.Position(GAME)).bounds,
    "BullsCows": lambda _: bg.BullsCows(4, 10),
    "CandidateList": lambda _: bg.Position(GAME).list_candidates(),
    "Candidates": lambda _: bg.Position(GAME).candidates,
    "CheckResult": checked,
    "CodeSymmetries": lambda _: bg.game("mastermind(4,6)").symmetries,
    "Comparison": lambda _: bg.compare(GAME, ["first", "minimax", "entropy"]),
    "Conflict": lambda _: why_not(bg.Position(GAME, ROWS), "1333")[0],
    "Contradiction": lambda _: bg.contradictions(GAME, CROSSED)[0],
    "CustomGame": lambda _: fault_game(),
    "Figures": lambda _: TREE.figures,
    "FirstGuess": lambda _: (bg.first_guesses("mastermind(3,4)").first_guesses or ())[0],
    "Hint": lambda _: bg.hint(GAME, ROWS, step=2),
    "History": lambda _: bg.History([("1122", "1.0")] * 10),
    "LazyNode": lambda _: bg.lazy_tree(GAME).after("1.1").after("1.0"),
    "Limits": lambda _: bg.Limits(seconds=60, nodes=10**6),
    "Mastermind": lambda _: bg.Mastermind(4, 6),
    "Metric": lambda _: bg.Metric(lambda sizes: max(sizes)),
    "MetricStrategy": lambda _: MetricStrategy("largest", max),
    "Move": lambda _: next_move(bg.Position(GAME, ROWS)),
    "NearMiss": lambda _: next(bg.puzzles.make(GAME, "win-in-two", seed=1)).near_miss,
    "Node": lambda _: TREE.root,
    "Numbers": lambda _: bg.Numbers(100),
    "Objective": lambda _: bg.Objective("mean,worst"),
    "Objectives": lambda _: objectives("mastermind(2,4)"),
    "FunctionStrategy": lambda _: FunctionStrategy("last", lambda position: position.candidates[-1]),
    "Part": lambda _: bg.explain(GAME, "1122", examples=99)[0],
    "Partition": lambda _: bg.Position(GAME).partition("1122"),
    "Point": lambda _: objectives("mastermind(2,4)").points[0],
    "Position": lambda _: bg.Position(GAME, "1122:1.0 " * 10),
    "Program": lambda _: Program(f'"{sys.executable}" -c "{"pass;" * 30}"'),
    "Puzzle": lambda _: next(bg.puzzles.make(GAME, "win-in-two", seed=1)),
    "Record": lambda _: RECORD,
    "RecordSummary": lambda _: bg.records.summarise([RECORD] * 50),
    "Repair": lambda _: bg.contradictions(GAME, CROSSED)[0].repairs[0],
    "Result": lambda _: bg.optimum(GAME, certify=True),
    "Review": lambda _: bg.review(GAME, ROWS),
    "ReviewedMove": lambda _: bg.review(GAME, ROWS).moves[0],
    "Row": lambda _: bg.Row("1122", "1.0"),
    "Step": lambda _: next(iter(bg.watch(GAME, "3632"))),
    "Store": lambda folder: Store(folder / ("x" * 90)),
    "Strategy": lambda _: bg.strategy("entropy"),
    "Suggestion": lambda _: bg.advise(GAME, ROWS).best,
    "Sweep": lambda _: swept("mastermind", [2, 3], [2, 3, 4], "minimax"),
    "Symmetry": lambda _: bg.symmetries.Symmetry(lambda code: code[::-1]),
    "Table": lambda _: Table(GAME),
    "TableGame": lambda _: bg.TableGame("examples/faults.csv", goal="identify"),
    "Tree": lambda _: TREE,
    "Twod": lambda _: bg.Twod(5),
    "Value": lambda _: Values(GAME, 0).of(bg.Position(GAME)),
    "Values": lambda _: Values(GAME),
    "Words": lambda _: bg.game("words(english,5)"),
}
TABLES = {"Comparison", "Sweep"}  # which have a line for each strategy or size
ROOMS = (bg, advice, check, puzzles, solve, stats, symmetries, trees)
NOT_SHOWN = {"Game", "Claim", "Kind", "OptimalStrategy"}  # without instances, or not for users


def test_every_class_for_users_is_shown() -> None:
    """Every public class is in the table above, so that a new class is tested here as well."""
    classes = {getattr(room, name) for room in ROOMS for name in room.__all__ if inspect.isclass(getattr(room, name))}
    names = {kind.__name__ for kind in classes if not issubclass(kind, Exception)}
    assert names - NOT_SHOWN <= VALUES.keys()


# Values that hold a function of the user's own, which Python does not pickle.
OF_FUNCTIONS = {"CustomGame", "Metric", "FunctionStrategy", "Symmetry"}


@pytest.mark.parametrize("name", VALUES)
def test_a_repr_is_one_short_line(name: str, tmp_path: Path) -> None:
    """It has about a hundred characters at most, no address, array or line break; pickles and deep copies keep it."""
    value = VALUES[name](tmp_path)
    assert name in [kind.__name__ for kind in type(value).__mro__]
    line = repr(value)
    if name in TABLES:
        line = line.replace("\n", " ")
    else:
        assert 3 < len(line) <= 105
    assert line.isprintable()
    assert " at 0x" not in line
    assert "array(" not in line
    for again in () if name in OF_FUNCTIONS else (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert (type(again), repr(again)) == (type(value), repr(value))
        assert type(value).__eq__ is object.__eq__ or again == value


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Tree", "<Tree of mastermind(4,6), minimax: 1,378 nodes, mean 4.476, worst 5>"),
        ("Node", "<Node 1122: 1296 candidates of mastermind(4,6)>"),
        ("Result", "<Result mastermind(4,6): mean 4.340 guesses (total 5625), proven optimal>"),
        ("CandidateList", "<CandidateList of 1296: 1111, 1112, 1113, 1114, 1115, …>"),
        ("Advice", "<Advice 3632, expected 1.000, of 1 candidate: mastermind(4,6) after 1122:1.0 1344:0.1 3526:1.…>"),
        ("CheckResult", "<CheckResult tree of mastermind(4,6), minimax: total 5801, worst 5>"),
        ("Objectives", "<Objectives 9 points within 3, least mean 2.812, worst 4, lost 18.8%: mastermind(2,4)>"),
        ("Puzzle", "<Puzzle win-in-two, 8 candidates, 1 solution, difficulty 1: mastermind(4,6) after 6555:0.0 24…>"),
        ("Partition", "<Partition by 1122, 1296 candidates in 13 parts: 1.0: 256, 0.1: 256, 0.0: 256, 1.1: 208, …>"),
    ],
)
def test_a_repr_says_what_matters(name: str, line: str, tmp_path: Path) -> None:
    """It has the game, the strategy, and the figures that people look for first."""
    assert repr(VALUES[name](tmp_path)) == line


def test_pickles_of_what_computes_later() -> None:
    """Pickling computes a comparison to its end, and leaves out the native parts of a position."""
    comparison = bg.compare("mastermind(2,3)", ["first", "entropy"])
    assert list(pickle.loads(pickle.dumps(comparison))) == list(comparison)
    assert len(comparison.known) == 2
    position = bg.Position("mastermind(2,3)", "11:1.0")
    guess = bg.best_guess(position)
    assert bg.best_guess(pickle.loads(pickle.dumps(position))) == guess
    assert not pickle.loads(pickle.dumps(position.table)).ordinals.flags.writeable


def test_a_comparison_is_printed_as_a_table() -> None:
    """Printing computes the missing figures; iterating yields each strategy before the next is computed."""
    comparison = bg.compare("mastermind(4,6)", ["first", "minimax"])
    assert comparison.known == ()
    assert next(iter(comparison)).strategy == "first"
    assert len(comparison.known) == 1
    assert str(comparison).splitlines() == [
        "mastermind(4,6): 1,296 secrets",
        "strategy  total    mean  worst  at worst",
        "first      7471  5.7647      9         6",
        "minimax    5801  4.4761      5       694",
    ]
    assert repr(comparison) == str(comparison)
    assert len(comparison.known) == 2


def test_a_sweep_is_printed_as_a_table() -> None:
    """The table has a column for each argument. Only the first of many sizes are shown."""
    assert str(swept("mastermind", [2], [2, 3], "minimax", consistent=True)).splitlines() == [
        "mastermind, minimax (consistent)",
        "pegs  colours  secrets  total    mean  worst  at worst",
        "   2        2        4      8  2.0000      3         1",
        "   2        3        9     24  2.6667      4         1",
    ]
    many = str(swept("numbers", range(1, 51), by="first")).splitlines()
    assert (len(many), many[-1]) == (43, "… and 10 more")


def test_what_an_error_ended_is_shown() -> None:
    """The strategies before the failure are shown, and that others are missing. Reading these raises one line."""

    def broken(position: bg.Position) -> str:
        raise ValueError("no idea")

    comparison = bg.compare("mastermind(2,3)", ["first", FunctionStrategy("broken", broken), "entropy"])
    with pytest.raises(bg.errors.StrategyError, match="no idea"):
        list(comparison)
    assert repr(comparison).splitlines()[0] == "mastermind(2,3): 9 secrets, 1 of 3 strategies computed"
    with pytest.raises(bg.BestguessError, match=r"item 2 of 3 was not computed: StrategyError: .*no idea"):
        list(comparison)


def test_texts_of_others_stay_on_the_line() -> None:
    """Line breaks and escapes in codes and names are replaced by their codes."""
    odd = ["a\nb", "c\x1b[2J"]
    game = bg.CustomGame(odd, odd, lambda guess, secret: guess == secret, True, name="odd\nname")
    for value in (
        bg.build_tree(game, "first"),
        bg.Position(game).candidates,
        bg.Position(game).list_candidates(),
        bg.advise(game),
        bg.lazy_tree(game),
    ):
        assert repr(value).isprintable()
