"""Tables of results: their content in each format, and that programs for these formats can read it."""

import csv
import io
import sys

import pytest

import bestguess as bg
from bestguess.games.codes import text_of
from bestguess.stats import Sweep
from bestguess.strategies import FunctionStrategy
from commands import output
from objects import GAMES
from worlds import fault_game

STRATEGIES = ["minimax", "entropy", "optimal"]


def swept(*arguments: object, **options: object) -> Sweep:
    """Return a whole sweep."""
    return bg.sweep(*arguments, **options)[-1]  # type: ignore[arg-type]


def cells(markdown: str) -> list[list[str]]:
    """Return the cells of a table in Markdown."""
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in markdown.splitlines()]


def test_a_comparison_as_csv() -> None:
    """Exact numbers are under their JSON keys, with the number of secrets that need each number of guesses."""
    comparison = bg.compare("mastermind(4,6)", STRATEGIES)
    lines = list(csv.DictReader(io.StringIO(comparison.to_csv())))
    assert [line["strategy"] for line in lines] == STRATEGIES
    assert [(int(line["total"]), float(line["mean"])) for line in lines] == [
        (figures.total, figures.mean) for figures in comparison
    ]
    assert [int(lines[0][f"guesses_{depth}"]) for depth in range(1, 7)] == [1, 6, 62, 533, 694, 0]
    assert "lost" not in lines[0]
    assert "seeds" not in lines[0]


def test_what_only_some_tables_have() -> None:
    """Lost secrets where boards have rows, the spread where a strategy is random, costs where guesses have them."""
    board = bg.compare("mastermind(3,4,rows=3)", ["first", "random"], seeds=2)
    assert "lost" in cells(board.to_markdown())[0]
    assert "±" in board.to_markdown()
    assert r"$\pm$" in board.to_latex()
    assert {"lost", "lost_weight", "seeds", "mean_sd"} <= board.records()[0].keys()
    assert "mean cost" in cells(bg.compare(fault_game(), "first").to_markdown())[0]
    nothing = bg.compare("mastermind(3,4,secrets=distinct,rows=1)", "entropy", first_guess="112")
    assert cells(nothing.to_markdown())[2] == ["entropy", "112", "0", "-", "-", "0", "24"]


def test_what_is_lost_is_weighed() -> None:
    """Losing one heavy secret is worse than losing two light ones."""
    cells_of = {("q", "a"): "1", ("q", "b"): "1", ("q", "c"): "2", ("q", "d"): "3"}
    game = bg.CustomGame(
        "abcdq", "abcd", lambda g, s: cells_of.get((g, s), "yes" if g == s else "no"), win="yes", weights=[10, 1, 1, 1]
    ).with_rows(2)

    def heedless(position: bg.Position) -> str:
        return {"": "q", "q:1": "b", "q:2": "c", "q:3": "d"}.get(str(position.history), "a")

    board = bg.compare(game, [heedless, "first"])
    assert [(figures.lost, figures.lost_weight) for figures in board] == [(1, 10), (2, 2)]
    _, _, *rows = cells(board.to_markdown())
    assert [(row[0], row[6]) for row in rows] == [("first", "2"), ("heedless", "1 (weight 10)")]


def test_who_loses_most_is_not_the_best() -> None:
    """Headings tell that total, mean and worst count secrets found; who loses least is first. Else the order stays."""
    names = ["first", "random", "entropy"]
    board = bg.compare("mastermind(3,4,rows=2)", names, seeds=2)
    head, _, *rows = cells(board.to_markdown())
    assert head[2:7] == ["total of those found", "mean of those found", "worst of those found", "at worst", "lost"]
    lost = [float(row[6]) for row in rows]
    assert lost == sorted(lost)
    assert [row[0] for row in rows] != names
    records = list(csv.DictReader(io.StringIO(board.to_csv())))
    assert [record["strategy"] for record in records] == [row[0] for row in rows]
    assert all(float(record["found"]) == 64 - float(record["lost"]) for record in records)
    assert [figures.strategy for figures in board] == names, "what was asked for keeps its order"
    same = bg.compare(
        "mastermind(3,4,rows=2)", [FunctionStrategy("last", lambda position: position.candidates[-1]), "first"]
    )
    assert [figures.lost for figures in same] == [60, 60]
    assert [record["mean"] for record in same.records()] == sorted(figures.mean for figures in same)
    spare = bg.compare("mastermind(3,4,rows=9)", names, seeds=2)
    assert cells(spare.to_markdown())[0][2:6] == ["total", "mean", "worst", "at worst"]
    assert [record["strategy"] for record in spare.records()] == names
    assert swept("mastermind", [3], [4], "first", rows=3).lines().headings[3] == "total of those found"
    assert swept("mastermind", [3], [4], "first", rows=9).lines().headings[3] == "total"


def test_special_symbols_are_written_out() -> None:
    """Names and codes of custom games break neither table."""
    odd = ["a_b & 5%", "{x}|<y>\n$z$ \\ ~^#"]
    game = bg.CustomGame(odd, odd, lambda guess, secret: guess == secret, True, name="odd")
    comparison = bg.compare(game, bg.Metric(max, "my_metric"))
    assert r"my\_metric & a\_b \& 5\% & 3 &" in comparison.to_latex()
    assert r"| my\_metric | a\_b & 5% | 3 |" in comparison.to_markdown()
    later = bg.compare(game, "first", first_guess=odd[1])
    escaped = r"\{x\}\textbar{}\textless{}y\textgreater{}\textbackslash{}n\$z\$ \textbackslash{} "
    assert escaped + r"\textasciitilde{}\textasciicircum{}\#" in later.to_latex()
    assert r"\{x\}\|\<y\>\\n\$z\$ \\ \~^\#" in later.to_markdown()


@pytest.mark.parametrize("name", GAMES)
def test_games_over_objects(name: str) -> None:
    """The first guess is a text in every format."""
    comparison = bg.compare(GAMES[name], ["first", "random", "entropy"], seeds=2)
    firsts = [text_of(figures.first_guess) for figures in comparison]
    assert [record["first_guess"] for record in comparison.records()] == firsts
    assert [record["first_guess"] for record in csv.DictReader(io.StringIO(comparison.to_csv()))] == firsts
    assert [row[1] for row in comparison.lines().rows] == firsts
    assert len(str(comparison).splitlines()) == len(comparison.to_markdown().splitlines()) == 5
    assert comparison.to_latex().count(r" \\") == 4


def test_a_frame_of_pandas() -> None:
    """It has the records, with their types."""
    pytest.importorskip("pandas")
    frame = bg.compare("mastermind(4,6)", STRATEGIES).to_pandas()
    assert frame["total"].tolist() == [5801, 5722, 5625]
    assert swept("numbers", [3, 7], by="minimax").to_pandas()["n"].tolist() == [3, 7]


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what to install."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(bg.BestguessError, match=r"^to_pandas needs pandas: install it with pip install pandas$"):
        bg.compare("mastermind(2,3)", "first").to_pandas()


def test_the_command_prints_what_the_library_writes() -> None:
    """Standard output has only the table: a line for each strategy or size, words left, numbers right."""
    comparison, sizes = bg.compare("mastermind(4,6)", ["minimax"]), swept("mastermind", [4], [6], "minimax")
    compare = ["compare", "mastermind(4,6)", "--strategies", "minimax", "--format"]
    sweep = ["sweep", "mastermind", "--pegs", "4", "--colours", "6", "--format"]
    for arguments, table in ((compare, comparison), (sweep, sizes)):
        assert output(*arguments, "markdown") == table.to_markdown()
        assert output(*arguments, "latex") == table.to_latex()
        lines = csv.DictReader(io.StringIO(output(*arguments, "csv")))
        assert [line["total"] for line in lines] == [str(record["total"]) for record in table.records()]
    assert comparison.to_markdown().splitlines() == [
        "| strategy | first guess | total | mean | worst | at worst | 1 | 2 | 3 | 4 | 5 |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| minimax | 1122 | 5801 | 4.4761 | 5 | 694 | 1 | 6 | 62 | 533 | 694 |",
    ]
    assert sizes.to_latex().splitlines() == [
        r"\begin{tabular}{rrrrrrr}",
        r"\toprule",
        r"pegs & colours & secrets & total & mean & worst & at worst \\",
        r"\midrule",
        r"4 & 6 & 1296 & 5801 & 4.4761 & 5 & 694 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
