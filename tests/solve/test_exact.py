"""The exact search: against the literature, without its savings, and when it is stopped."""

import itertools
import os
import threading
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess import engine
from bestguess.bounds import SearchState
from bestguess.solve import exact
from bestguess.solve.objectives import any_within, fewest_at_limit, fewest_lost, least_mean
from plain import paths_of
from worlds import custom_games, draw_position, word_file

GOLDEN = tomllib.loads((Path(__file__).parent.parent / "golden" / "optimal.toml").read_text())
ROWS = GOLDEN["optimal"] + (GOLDEN["long"] if os.environ.get("BESTGUESS_VERIFY") else [])
CASES = [(entry, game, wanted) for entry in ROWS for game, wanted in entry.items() if "(" in game]
SYMMETRIC = [
    "mastermind(2,6)",
    "mastermind(3,4)",
    "mastermind(4,3)",
    "mastermind(3,5,secrets=distinct)",
    "mastermind(3,3,feedback=exact)",
    "mastermind(3,4,secrets=distinct,feedback=exact)",
    "bullscows(3,6)",
    "bullscows(4,5)",
]
OBJECTIVES: list[Callable[[int], engine.Objective]] = [
    lambda secrets: least_mean(None, secrets),
    lambda secrets: least_mean(5, secrets),
    lambda secrets: any_within(4),
    lambda secrets: fewest_at_limit(6, secrets),
    lambda secrets: fewest_lost(3, secrets),
]


@pytest.mark.parametrize(("entry", "text", "wanted"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_published_optima(entry: dict[str, object], text: str, wanted: int) -> None:
    """Every proven optimum of the literature comes out, proven."""
    limit = entry.get("max_guesses")
    assert limit is None or isinstance(limit, int)
    objective = str(entry["objective"])
    result = bg.optimum(bg.game(text), objective, max_guesses=limit, consistent=bool(entry.get("consistent")))
    value = {"worst": result.worst, "at-worst": result.at_limit}.get(objective, result.total)
    assert (value, result.proven, result.feasible) == (wanted, True, True)
    assert result.worst == entry.get("worst", result.worst)
    assert result.lower_bound == result.upper_bound == wanted


def test_first_guesses_of_mean_then_worst() -> None:
    """They have the values of the mean: the search for the worst case leaves them as they are."""
    game = bg.game("mastermind(4,4)")
    mean, both = (bg.first_guesses(game, name) for name in ("mean", "mean,worst"))
    assert both.first_guesses == mean.first_guesses
    assert (mean.worst, both.worst) == (5, 4)


def test_values_of_first_guesses() -> None:
    """mastermind(4,6), consistent guesses only: the published value of each of the five first guesses."""
    result = bg.first_guesses(bg.game("mastermind(4,6)"), consistent=True)
    assert result.first_guesses is not None
    values = {one.guess: one.value for one in result.first_guesses}
    assert values == {"1123": 5660, "1234": 5743, "1122": 5752, "1112": 5848, "1111": 6359}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("rows", "objective", "rule"), [(None, "mean", "free"), (3, "lost", "free"), (9, "mean", "hard")]
)
def test_values_of_the_best_first_guesses(
    rows: int | None, objective: str, rule: Any, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are many, the best have their values, and no other is below its bound, or below the last of these.

    By a rule, guesses that are never best may cost more.
    """
    words = bg.game("words(english,4)").guesses[::17]
    few = bg.Words(word_file(words[::3]), guesses=word_file(words), rule=rule).with_rows(rows)
    every = bg.first_guesses(few, objective).first_guesses
    monkeypatch.setattr("bestguess.solve.search._MAX_TO_VALUE_ALL", 3)
    monkeypatch.setattr("bestguess.solve.search._BEST_TO_VALUE", 4)
    states = list[SearchState]()
    best = bg.first_guesses(few, objective, progress=states.append, limits=bg.Limits(threads=threads)).first_guesses
    assert every is not None
    assert best is not None
    least = sorted(first.value for first in every if first.value is not None)
    assert sorted(first.value for first in best if first.proven and first.value is not None)[:4] == least[:4]
    for first, whole in zip(best, every, strict=True):
        assert first.guess == whole.guess
        assert first == whole if first.proven else least[3] <= (first.value or 0) <= (whole.value or 10**9)
    done = [state.first_guesses for state in states if state.first_guesses is not None]
    assert all(0 <= some <= of == len(every) for some, of in done)


def test_parts_of_bulls_and_cows() -> None:
    """Tanaka 1996: what feedbacks to 0123 contribute to the total of bullscows(4,10)."""
    game = bg.game("bullscows(4,10)")
    for feedback, wanted in {"0.0": 1806, "0.4": 32, "1.3": 30, "2.1": 312, "2.2": 21, "3.0": 97}.items():
        result = bg.optimum(bg.Position(game, f"0123:{feedback}"))
        assert (result.total or 0) + result.secrets == wanted


def test_stopped_searches_know_their_bounds() -> None:
    """A time limit or an event ends with the best tree so far, bounds around the value, and not proven."""
    game = bg.game("mastermind(4,9)")
    event = threading.Event()
    event.set()
    for result in (bg.optimum(game, limits=bg.Limits(seconds=0.2)), bg.optimum(game, limits=bg.Limits(cancel=event))):
        assert not result.proven
        assert result.tree is not None
        assert result.lower_bound is not None
        assert result.upper_bound is not None
        assert result.lower_bound <= 34666 <= result.upper_bound == result.total
        assert "not proven" in result.summary()


def test_a_limit_of_nodes_is_the_same_everywhere() -> None:
    """A budget of nodes always ends at the same place, whatever the threads; the larger, the closer the bounds."""
    game = bg.game("mastermind(4,6)")
    little = [bg.optimum(game, limits=bg.Limits(nodes=5, threads=threads)) for threads in (1, 2)]
    assert all(not result.proven and result.nodes == 6 for result in little)
    assert little[0].lower_bound == little[1].lower_bound is not None
    assert little[0].upper_bound == little[1].upper_bound is not None
    results = [bg.optimum("mastermind(4,5)", limits=bg.Limits(nodes=limit)) for limit in range(0, 320, 40)]
    assert [result.proven for result in results] == sorted(result.proven for result in results)
    assert results[-1].proven
    lowers, uppers = [result.lower_bound or 0 for result in results], [result.upper_bound or 0 for result in results]
    assert lowers == sorted(lowers)
    assert uppers == sorted(uppers, reverse=True)
    assert uppers[0] > uppers[2] == 2463 > lowers[2]
    for result in results:
        assert result.tree is not None
        assert result.total == result.upper_bound == sum(map(len, paths_of(result.tree).values()))


@pytest.mark.parametrize("objective", ["mean", "worst,mean", "mean,worst", "at-worst", "lost"])
def test_threads_memory_and_checkpoints_change_nothing(objective: str, tmp_path: Path) -> None:
    """The same tree from any number of threads, with a cache that forgets, and from a checkpoint, with its proof."""
    limit = 4 if objective == "lost" else None

    def found(**options: Any) -> bg.Result:
        return bg.optimum("mastermind(4,5)", objective, max_guesses=limit, **options)

    first, again = (found(checkpoint=tmp_path / "search.part", certify=True) for _ in range(2))
    assert again.nodes < first.nodes
    again.save_certificate(tmp_path / "again.cert")
    assert bg.check_file(tmp_path / "again.cert").total == first.total
    others = [found(limits=bg.Limits(threads=1)), found(limits=bg.Limits(threads=4))]
    others.append(found(limits=bg.Limits(memory=2_500_000)))
    assert all(result.tree == first.tree for result in (again, *others))


savings = st.builds(
    engine.Savings,
    classes=st.booleans(),
    bound_by_winners=st.booleans(),
    bound_by_all_guesses=st.booleans(),
    memory=st.booleans(),
    images=st.booleans(),
    most_parts=st.booleans(),
)


@pytest.mark.parametrize("objective", OBJECTIVES)
@given(
    game=custom_games(max_secrets=6) | st.sampled_from(SYMMETRIC).map(bg.game),
    some=savings,
    consistent=st.booleans(),
    data=st.data(),
)
def test_what_a_search_leaves_out_changes_nothing(
    objective: Callable[[int], engine.Objective],
    game: bg.Game,
    some: engine.Savings,
    consistent: bool,
    data: st.DataObject,
) -> None:
    """Without any of its savings, after any history: the same value and the same tree."""
    position, table = draw_position(game, data), game.table
    threads = data.draw(st.integers(1, 2))

    def found(savings: engine.Savings) -> tuple[object, ...]:
        request = engine.SearchRequest(
            objective=objective(len(table.secrets)),
            candidates=position.candidate_indices,
            history=[table.guesses.index(row.guess) for row in position.history],
            consistent=consistent,
            symmetries=table.native_symmetries,
            threads=threads,
            memory_limit=2**28,
            savings=savings,
        )
        result = engine.search(table.native, request)
        assert result.proven
        return result.lower, result.lost_lower, [column.tolist() for column in result.tree]

    assert found(some) == found(engine.Savings())


@pytest.mark.parametrize("nodes", [0, 3, 20])
@pytest.mark.parametrize(
    ("objective", "limit"),
    [*itertools.product(["worst", "worst,mean", "at-worst"], [None, 3, 4, 6]), ("lost", 3), ("lost", 4)],
)
def test_stopped_searches_of_every_objective(objective: str, limit: int | None, nodes: int) -> None:
    """What a search of two halves knows when it is stopped is true, and in the unit of its objective."""
    game = bg.game("mastermind(4,5)" if objective == "lost" else "mastermind(4,4)")
    truth = bg.optimum(game, objective, max_guesses=limit)
    found = bg.optimum(game, objective, max_guesses=limit, limits=bg.Limits(nodes=nodes))
    values = {"at-worst": truth.at_limit, "worst": truth.worst, "lost": truth.lost_weight}
    value = values.get(objective, truth.total)
    if found.proven:
        assert (found.feasible, found.upper_bound) == (truth.feasible, truth.upper_bound)
        return
    if value is not None:
        assert (found.lower_bound or 0) <= value
        assert found.upper_bound is None or found.upper_bound >= value
    if found.feasible:
        assert found.tree is not None
        assert truth.feasible
        assert limit is None or found.tree.figures.worst <= limit
        assert len(paths_of(found.tree)) + (found.lost or 0) == found.secrets
        assert objective != "lost" or found.upper_bound == found.lost_weight
    assert found.feasible is not False


def test_bad_questions() -> None:
    """Impossible limits and first guesses, contradictions and too little memory are refused."""
    questions: list[tuple[str, dict[str, Any], str]] = [
        ("", {"max_guesses": 0}, "expected max_guesses of 1 or more, got 0"),
        ("11:0.0 22:0.0 33:0.0", {}, "no secret of"),
        ("", {"first_guess": "99"}, "the first guess '99'"),
        ("", {"max_guesses": True}, "expected max_guesses of 1 or more, got True"),
        ("33:0.0", {"first_guess": "33"}, "the first guess '33' does not split the candidates"),
        ("11:0.0", {"first_guess": "11", "consistent": True}, "not consistent with the history"),
        ("", {"limits": bg.Limits(memory=10)}, "over the limit of 10"),
        ("", {"objective": "lost"}, "expected max_guesses or a game with rows"),
    ]
    for history, options, message in questions:
        with pytest.raises(bg.BestguessError, match=message):
            bg.optimum(bg.Position(bg.Mastermind(2, 3), history), **options)


def test_published_losses() -> None:
    """mastermind(4,6) within four guesses: 768 found at most; within five: all, and one guess more in all."""
    result = bg.optimum(bg.game("mastermind(4,6)"), "lost", max_guesses=4)
    assert (result.lost, result.lost_weight, result.secrets, result.proven) == (528, 528, 1296, True)
    assert sum((result.as_json()["distribution"] or {}).values()) == 768
    five = bg.optimum(bg.game("mastermind(4,6,rows=5)"))
    assert (five.total, five.worst, five.lost) == (5626, 5, 0)
    four = bg.optimum(bg.game("mastermind(4,6,rows=4)"))
    assert (four.feasible, four.proven, four.total) == (False, True, None)


@pytest.mark.parametrize(("text", "total"), [("mastermind(3,4,rule=strict)", 206), ("bullscows(3,6,rule=strict)", 437)])
def test_strict_pegs(text: str, total: int) -> None:
    """With symmetries. Where every code may be the secret, strict guesses are the consistent ones."""
    strict = bg.optimum(text)
    consistent = bg.optimum(text.replace(",rule=strict", ""), consistent=True)
    assert strict.total == consistent.total
    assert strict.total == total


# Whether any strategy exists


@pytest.mark.parametrize(
    "ask", [bg.least_worst, lambda p: bg.solvable_within(p, 0), lambda p: bg.solvable_within(p, 9)]
)
def test_nothing_is_found_in_a_game_that_is_over(ask: Callable[[bg.Position], object]) -> None:
    """Won, lost or identified: one line, whatever is asked; a contradiction is named as one."""
    for text, history in (
        ("mastermind(2,3)", "12:2.0"),
        ("mastermind(2,3,rows=1)", "12:0.0"),
        ("balance(3)", "A-B:left A-C:left"),
    ):
        with pytest.raises(bg.errors.HistoryError):
            ask(bg.Position(text, history))
    with pytest.raises(bg.errors.ContradictionError, match=r"no secret of mastermind\(2,3\)"):
        ask(bg.Position("mastermind(2,3)", "11:0.0 22:0.0 33:0.0"))


def test_ctrl_c_ends_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not proven is no answer."""
    optimum = exact.optimum

    def interrupted(*given: Any, **options: Any) -> bg.Result:
        return replace(optimum(*given, **options), proven=False, interrupted=True)

    monkeypatch.setattr(exact, "optimum", interrupted)
    for ask in (bg.least_worst, partial(bg.solvable_within, guesses=3)):
        with pytest.raises(KeyboardInterrupt):
            ask("mastermind(2,3)")
