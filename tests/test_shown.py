"""Every value says in one short line what it is."""

import copy
import inspect
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from worlds import fault_game

GAME = "mastermind(4,6)"
ROWS = "1122:1.0 1344:0.1 3526:1.2 1462:1.1"
CROSSED = "1122:0.0 3344:0.2 5566:2.1"
TREE = bg.build_tree(GAME, "minimax")
RECORD = bg.Record(GAME, ROWS, 5, True, None, 0, "2026-01-31")


def swept(*arguments: Any, **options: Any) -> bg.Sweep:
    """A sweep to the end."""
    return [*bg.sweep(*arguments, **options)][-1]


def checked(folder: Path) -> bg.Checked:
    """What a checker found true."""
    bg.save_tree(TREE, folder / "tree.json")
    return bg.check_file(folder / "tree.json")


# One of each public class, large enough that its fields would not fit on a line.
VALUES: dict[str, Callable[[Path], object]] = {
    "Advice": lambda _: bg.advise(GAME, ROWS),
    "Balance": lambda _: bg.Balance(12),
    "Bounds": lambda _: bg.Values(GAME, 0).of(bg.Position(GAME)).bounds,
    "BullsCows": lambda _: bg.BullsCows(4, 10),
    "CandidateList": lambda _: bg.find_candidates(GAME),
    "Checked": checked,
    "CodeSymmetries": lambda _: bg.game("mastermind(4,6)").symmetries,
    "Comparison": lambda _: bg.compare(GAME, ["first", "minimax", "entropy"]),
    "Conflict": lambda _: bg.why_not(GAME, "1333", history=ROWS)[0],
    "Contradiction": lambda _: bg.find_contradictions(GAME, history=CROSSED)[0],
    "CustomGame": lambda _: fault_game(),
    "Figures": lambda _: TREE.figures,
    "Hint": lambda _: bg.hint(GAME, 2, history=ROWS),
    "History": lambda _: bg.History([("1122", "1.0")] * 10),
    "LazyNode": lambda _: bg.lazy_tree(GAME).after("1.1").after("1.0"),
    "Mastermind": lambda _: bg.Mastermind(4, 6),
    "Metric": lambda _: bg.Metric(lambda sizes: max(sizes)),
    "MetricStrategy": lambda _: bg.MetricStrategy("largest", max),
    "Move": lambda _: bg.next_move(GAME, history=ROWS),
    "NearMiss": lambda _: next(bg.make_puzzles(GAME, "win-in-two", seed=1)).near_miss,
    "Node": lambda _: TREE.root,
    "Numbers": lambda _: bg.Numbers(100),
    "Objectives": lambda _: bg.objectives("mastermind(2,4)"),
    "OwnStrategy": lambda _: bg.OwnStrategy("last", lambda position: position.codes[-1]),
    "Part": lambda _: bg.explain(GAME, "1122", 99)[0],
    "Partition": lambda _: bg.partition(GAME, "1122"),
    "Playthrough": lambda _: bg.Playthrough(GAME, "1122:1.0 " * 10),
    "Position": lambda _: bg.Position(GAME, "1122:1.0 " * 10),
    "Program": lambda _: bg.Program(f'"{sys.executable}" -c "{"pass;" * 30}"'),
    "Puzzle": lambda _: next(bg.make_puzzles(GAME, "win-in-two", seed=1)),
    "Record": lambda _: RECORD,
    "RecordSummary": lambda _: bg.summarise_records([RECORD] * 50),
    "Repair": lambda _: bg.find_contradictions(GAME, history=CROSSED)[0].repairs[0],
    "Result": lambda _: bg.optimum(GAME, certify=True),
    "Review": lambda _: bg.review(GAME, ROWS),
    "ReviewedMove": lambda _: bg.review(GAME, ROWS).moves[0],
    "Row": lambda _: bg.Row("1122", "1.0"),
    "Situation": lambda _: bg.Situation(GAME, "1122:1.0 " * 10),
    "Step": lambda _: next(iter(bg.watch(GAME, "3632"))),
    "Store": lambda folder: bg.Store(folder / ("x" * 90)),
    "Strategy": lambda _: bg.strategy("entropy", game=GAME),
    "Suggestion": lambda _: bg.advise(GAME, ROWS).best,
    "Sweep": lambda _: swept("mastermind", [2, 3], [2, 3, 4], "minimax"),
    "Symmetry": lambda _: bg.Symmetry(lambda code: code[::-1]),
    "Table": lambda _: bg.Table(GAME),
    "TableGame": lambda _: bg.TableGame("examples/faults.csv", goal="identify"),
    "Tree": lambda _: TREE,
    "Twod": lambda _: bg.Twod(5),
    "Value": lambda _: bg.Values(GAME, 0).of(bg.Position(GAME)),
    "Values": lambda _: bg.Values(GAME),
    "Words": lambda _: bg.game("words(english,5)"),
}
NOT_OURS = {"Code", "Feedback", "Game"}  # texts, and what has no instances


def test_every_public_class_is_shown() -> None:
    """A class that is new is tried here as well."""
    classes = {name for name in bg.__all__ if inspect.isclass(getattr(bg, name))}
    errors = {name for name in classes if issubclass(getattr(bg, name), Exception)}
    assert classes - errors - NOT_OURS == VALUES.keys()


@pytest.mark.parametrize("name", VALUES)
def test_a_repr_is_one_short_line(name: str, tmp_path: Path) -> None:
    """At most about a hundred characters, no address, no array, no line break."""
    value = VALUES[name](tmp_path)
    assert isinstance(value, getattr(bg, name))
    line = repr(value)
    assert 3 < len(line) <= 105
    assert line.isprintable()
    assert " at 0x" not in line
    assert "array(" not in line


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Tree", "<Tree of mastermind(4,6), minimax: 1,378 nodes, mean 4.476, worst 5>"),
        ("Node", "<Node 1122: 1296 candidates of mastermind(4,6)>"),
        ("Figures", "<Figures of mastermind(4,6), minimax: mean 4.476, worst 5>"),
        ("Result", "<Result mastermind(4,6): mean 4.340 guesses (total 5625), proven optimal>"),
        ("CandidateList", "<CandidateList of 1296: 1111, 1112, 1113, 1114, 1115, …>"),
        ("Sweep", "<Sweep of mastermind, minimax: pegs 2-3, colours 2-4; 6 sizes known>"),
        ("Comparison", "<Comparison of 3 strategies for mastermind(4,6): nothing computed yet>"),
        ("Partition", "<Partition of mastermind(4,6) by 1122: 1296 candidates in 13 parts>"),
        ("Symmetry", "<Symmetry of guesses and secrets>"),
    ],
)
def test_a_repr_says_what_matters(name: str, line: str, tmp_path: Path) -> None:
    """The game, who plays, and the figures that people ask for first."""
    assert repr(VALUES[name](tmp_path)) == line


OF_FUNCTIONS = {"CustomGame", "Metric", "OwnStrategy", "Symmetry"}  # of the user's own, which Python does not pickle


@pytest.mark.parametrize("name", sorted(VALUES.keys() - OF_FUNCTIONS))
@pytest.mark.parametrize("copied", [lambda value: pickle.loads(pickle.dumps(value)), copy.deepcopy])
def test_values_are_pickled_and_copied(name: str, copied: Callable[[Any], Any], tmp_path: Path) -> None:
    """A pickle or a deep copy of any value says what the value says."""
    value = VALUES[name](tmp_path)
    again = copied(value)
    assert (type(again), repr(again)) == (type(value), repr(value))
    if type(value).__eq__ is not object.__eq__:
        assert again == value


def test_pickles_of_what_computes_later() -> None:
    """A comparison is computed to its end, and a position that was used has no native parts in its pickle."""
    found = bg.compare("mastermind(2,3)", ["first", "entropy"])
    assert list(pickle.loads(pickle.dumps(found))) == list(found)
    assert len(found.known) == 2
    position = bg.Position("mastermind(2,3)", "11:1.0")
    guess = bg.best_guess(position)
    assert bg.best_guess(pickle.loads(pickle.dumps(position))) == guess
    assert not pickle.loads(pickle.dumps(position.table)).ordinals.flags.writeable


def test_a_repr_computes_nothing() -> None:
    """A list of strategies says what is known so far."""
    found = bg.compare("mastermind(2,3)", ["first", "entropy"])
    repr(found)
    assert found.known == ()
    assert found[0].strategy == "first"
    assert repr(found) == f"<Comparison of 2 strategies for mastermind(2,3): first {found[0]}>"


def test_a_repr_says_what_is_lost() -> None:
    """Mean and worst are of those found, and who loses least comes first: in a list of strategies too."""
    game = "mastermind(3,4,rows=2)"
    found = bg.compare(game, ["first", "entropy"])
    assert [one.lost for one in found] == [60, 58]
    said = f"of 2 strategies for {game}, of those found: entropy 11:2:5:58 lost"
    assert repr(found).startswith(f"<Comparison {said}")
    lost = "lost 60, of those found mean 1.750"
    assert lost in repr(found[0])
    assert lost in repr(bg.build_tree(game, "first"))


def test_texts_of_others_stay_on_the_line() -> None:
    """Codes and names with line breaks and escapes are written out."""
    odd = ["a\nb", "c\x1b[2J"]
    game = bg.CustomGame(odd, odd, lambda guess, secret: guess == secret, True, name="odd\nname")
    for value in (bg.build_tree(game, "first"), bg.find_candidates(game), bg.advise(game), bg.lazy_tree(game)):
        assert repr(value).isprintable()
