"""tree, check, compare, sweep and strategies: text, JSON, files, and one line for bad input."""

import csv
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bestguess.cli.figures import render_comparison
from bestguess.cli.terminal import Terminal
from bestguess.trees import Figures
from commands import document, interrupted, output, ran, read_document, refused, shown, without_colours, without_home
from validity import fault_in


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the user's own store."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_compare() -> None:
    """Figures of each strategy by their JSON keys, and as text with a histogram."""
    found = document("compare", "mastermind(4,6)", "--strategies", "minimax, random", "--seeds", "3")
    minimax, random = found["results"]
    assert minimax["distribution"] == {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694}
    assert random["seeds"] == 3
    text = output("compare", "mastermind(4,6)", "--strategies", "minimax,entropy", "--consistent")
    assert "5,786" in text
    assert "  5  ##################################################  " in text
    default = document("compare", "mm2x3")["results"]
    assert [figures["strategy"] for figures in default] == ["minimax", "expected-size", "entropy", "most-parts"]


def test_compare_on_narrow_and_on_simple_terminals() -> None:
    """In 40 columns a list for each strategy; ASCII where only that is shown,; nothing is cut."""
    arguments = ["compare", "mm3x3", "--strategies", "entropy,random", "--seeds", "2"]
    wide = shown(arguments)
    assert ("█" in wide, " ± " in wide) == (True, True)
    for term, encoding in (("xterm", "utf-8"), ("dumb", "utf-8"), ("xterm", "ascii")):
        narrow = shown(arguments, columns=40, encoding=encoding, TERM=term)
        lines = without_colours(narrow)
        assert max(map(len, lines)) <= 40
        assert lines[:4] == ["mastermind(3,3): 27 secrets", "", "entropy", "  total        73"]
        assert narrow.isascii() == ((term, encoding) != ("xterm", "utf-8"))
        assert "?" not in narrow


def test_sweep_without_a_place_for_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It computes, says once that nothing is kept, and ends well."""
    arguments = ["sweep", "mastermind", "--pegs", "2", "--colours", "2-4"]
    (tmp_path / "file").write_text("")

    def swept() -> str:
        captured = ran(0, *arguments, "--json")
        assert [figures["worst"] for figures in read_document(captured.out)["results"]] == [3, 4, 4]
        assert captured.err.count("\n") == 1
        assert captured.err.endswith("; the results of this sweep are not saved\n")
        return captured.err

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert "cannot be created: Not a directory" in swept()

    without_home(monkeypatch)
    assert "set HOME or XDG_DATA_HOME" in swept()


def test_depth_of_trees() -> None:
    """How many guesses deep tree show goes, from the start and after a history, in text and in JSON."""
    built = output("tree", "build", "mastermind(4,6)", "--output", "knuth.json")
    assert "seconds" in built
    after = ["--history", "1122:1.0 1344:2.0"]
    for depth, last in (
        (1, "1415  23 candidates, at most 3 guesses"),
        (2, "  2.1: 1545  2 candidates, at most 2 guesses"),
    ):
        assert last in output("tree", "show", "knuth.json", *after, "--depth", str(depth)).splitlines()
    whole = output("tree", "show", "knuth.json", *after, "--depth", "9")
    assert "at most" not in whole.split("\n\n")[-1]
    for depth in (1, 2, 3):
        for history in ([], after):
            text = output("tree", "show", "knuth.json", *history, "--depth", str(depth))
            assert "seconds" not in text, "a tree in a file has no time of its making"
            assert max(_depth_of(line) for line in text.split("\n\n")[-1].splitlines()) == depth
            found = document("tree", "show", "knuth.json", *history, "--depth", str(depth))
            assert _json_depth(found) == depth


def _depth_of(line: str) -> int:
    """How many guesses deep a line of a tree stands."""
    return (len(line) - len(line.lstrip())) // 2 + 1


def _json_depth(node: dict[str, Any]) -> int:
    """How many guesses deep the branches of a document go."""
    return 1 + max((_json_depth(branch) for branch in node.get("branches", {}).values()), default=0)


def test_deep_documents_are_refused(tmp_path: Path) -> None:
    """A tree of three hundred guesses in a row is shown as text, and refused as a document that is as deep."""
    (tmp_path / "chain.py").write_text(
        "import bestguess as bg\n"
        "bg.register_game('chain', lambda: bg.CustomGame(range(300), range(300), lambda g, s: g == s, win=True))\n"
    )
    output("tree", "build", "chain", "--strategy", "first", "--load", "chain.py", "--output", "chain.json")
    assert output("tree", "show", "chain.json", "--depth", "300").endswith("299  1 candidate\n")
    assert len(document("tree", "show", "chain.json", "--depth", "200")["branches"]) == 1
    assert "a --depth of 200 or less" in refused("tree", "show", "chain.json", "--depth", "300", "--json")


def test_a_tree_file_cannot_forge_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """What a file says of itself is shown without control characters."""
    figures = Figures("mm\x1b[2J", "a\nb", False, 1, 1, 1.0, 1, 1, {1: 1}, "1\r2")
    Terminal().print(*render_comparison(figures.game, [figures], plain=True))
    text = capsys.readouterr().out
    assert "mm\\x1b[2J: 1 secret\n" in text
    assert "a\\nb" in text
    assert "1\\r2" in text
    assert "\x1b" not in text


def test_sweep(tmp_path: Path) -> None:
    """The table by pegs and colours, as JSON, as text, as CSV and as a picture; results are kept."""
    arguments = ["sweep", "mastermind", "--pegs", "2-4", "--colours", "2-6", "--strategy", "minimax"]
    found = document(*arguments, "--plot", "heat.png")
    assert len(found["results"]) == 15
    assert [r["worst"] for r in found["results"] if r["game"] == "mastermind(4,6)"] == [5]
    lines = list(csv.DictReader(output(*arguments, "--format", "csv").splitlines()))
    assert [line["worst"] for line in lines if line["game"] == "mastermind(4,6)"] == ["5"]
    assert (tmp_path / "heat.png").read_bytes().startswith(b"\x89PNG")
    text = output(*arguments)
    assert "[ 5 ]" in text
    assert "4.476" in text
    assert text.endswith("\n[ ]: mastermind(4,6), the traditional game\n")
    with sqlite3.connect(tmp_path / "data" / "bestguess" / "results.sqlite") as store:
        assert store.execute("SELECT COUNT(*) FROM figures").fetchone() == (15,)
    store.close()
    coins = document("sweep", "balance", "--coins", "3-4", "--strategy", "entropy", "--plot", "coins.png")
    assert [(one["game"], one["worst"]) for one in coins["results"]] == [("balance(3)", 2), ("balance(4)", 3)]
    assert (tmp_path / "coins.png").stat().st_size > 10_000


def test_tree_build_show_export_check(tmp_path: Path) -> None:
    """A tree is built, shown, looked up, exported in every format and checked."""
    built = document("tree", "build", "mastermind(4,6)", "--strategy", "minimax", "--output", "knuth.json")
    assert (built["total"], built["file"]) == (5801, "knuth.json")
    assert "1122" in output("tree", "show", "knuth.json")
    shown = document("tree", "show", "knuth.json", "--history", "1122:1.0")
    assert (shown["guess"], shown["candidates"]) == ("1344", 256)
    assert shown["branches"]["0.1"]["candidates"] == 44
    assert "1344  256 candidates\n" in output("tree", "show", "knuth.json", "--history", "1122:1.0")
    starts = {"text": "1122  1296 candidates\n", "dot": "digraph tree {", "svg": "<svg ", "sheet": "<svg "}
    for name, start in starts.items():
        said = output("tree", "export", "knuth.json", "--format", name, "--output", f"out.{name}")
        assert said.startswith(f"out.{name}: {name}, ")
        assert (tmp_path / f"out.{name}").read_text().startswith(start)
        assert "1122" in (tmp_path / f"out.{name}").read_text()
    text = output("tree", "export", "knuth.json", "--depth", "1")
    assert output("tree", "export", "knuth.json", "--depth", "1", "--output", "-") == text
    checked = document("check", "knuth.json")
    assert (checked["holds"], checked["total"], checked["worst"]) == (True, 5801, 5)
    assert "holds" in output("check", "knuth.json")
    assert output("tree") == output("tree", "--help")


def test_strategies(tmp_path: Path) -> None:
    """What there is, and metrics and strategies of your own by --load."""
    (tmp_path / "mine.py").write_text(
        "import bestguess as bg\n"
        "bg.metrics.register('squares', lambda sizes: sum(size * size for size in sizes))\n"
        "bg.register_strategy('last', lambda position: position.candidates[-1])\n"
    )
    assert "minimax" in output("strategies")
    listed = document("strategies", "--load", "mine.py")["strategies"]
    assert {"squares", "last", "entropy"} <= {entry["strategy"] for entry in listed}
    both = ["compare", "mm3x4", "--load", "mine.py", "--strategies", "squares,expected-size,last"]
    squares, expected_size, last = document(*both)["results"]
    assert squares["distribution"] == expected_size["distribution"]
    assert last["first_guess"] == "444"
    swept = ["sweep", "mastermind", "--pegs", "2", "--colours", "2-3", "--strategy", "squares", "--load", "mine.py"]
    assert len(document(*swept)["results"]) == 2


def test_trees_of_questions() -> None:
    """Leaves say what it is, questions what they cost, in text and JSON; the checker agrees."""
    game = f"table({Path(__file__).parents[1] / 'golden' / 'faults.csv'},goal=identify)"
    built = document("tree", "build", game, "--strategy", "minimax", "--output", "faults.json")
    shown = output("tree", "show", "faults.json", "--depth", "9")
    assert "total cost  mean cost  worst cost" in shown
    assert shown.endswith("""
Measure the battery  5 candidates, cost 2.5
  low: It is change the battery  2 candidates
  full: Look at the lamp  3 candidates, cost 1
    whole: Shake it  2 candidates, cost 1
      nothing: It is change the fuse
      flickers: It is fix the lamp
    broken: It is change the lamp
""")
    leaf = document("tree", "show", "faults.json", "--history", '"Measure the battery":low')
    assert (leaf["label"], leaf["candidates"], leaf["branches"]) == ("change the battery", 2, {})
    assert document("tree", "show", "faults.json", "--depth", "2")["branches"]["full"]["cost"] == 1
    checked = document("check", "faults.json")
    assert (checked["total"], checked["worst"], checked["costs"]) == (built["total"], built["worst"], True)
    assert f"total cost {built['total']}, worst cost" in output("check", "faults.json")


def test_sweeps_over_any_arguments(tmp_path: Path) -> None:
    """--NAME RANGE for each argument of a registered family: a heat map of two, a table of three."""
    (tmp_path / "my.py").write_text(
        "import bestguess as bg\n"
        "def make(n, d, times_two=0):\n"
        "    near = d * (1 + times_two)\n"
        "    answer = lambda g, s: 'found' if g == s else 'warm' if abs(g - s) <= near else 'cold'\n"
        "    return bg.CustomGame(range(n), range(n), answer, 'found')\n"
        "bg.register_game('warmer', make)\n"
    )
    given = ["sweep", "warmer", "--load", "my.py", "--n", "4-5", "--d", "1-2"]
    assert "n \\ d  1    2\n4       3    3\n5       3    3\n" in output(*given, "--plot", "map.png")
    assert (tmp_path / "map.png").stat().st_size > 10_000
    results = document(*given)["results"]
    assert [one["arguments"] for one in results] == [{"n": n, "d": d} for n in (4, 5) for d in (1, 2)]
    assert results[0]["game"] == "warmer(4,1)"
    three = output("sweep", "--times-two=0-1", *given[1:])
    assert three.splitlines()[2].split()[:4] == ["n", "d", "times_two", "secrets"]
    assert [line.split()[:5] for line in three.splitlines()[3:5]] == [
        ["4", "1", "0", "4", "8"],
        ["4", "1", "1", "4", "8"],
    ]
    markdown = output(*given, "--times_two", "1", "--format", "markdown")
    assert markdown.startswith("| n | d | times\\_two | secrets | total |")
    for more, line in (
        (["--x", "3"], "No such option: --x; warmer is swept over --n, --d and [--times_two], got --n, --d and --x\n"),
        (["--times-two"], "--times_two: expected a number or a range such as 2-5, got ''\n"),
        (["--times-two", "1", "--plot", "x.png"], "expected one or two arguments with --plot, got 3\n"),
    ):
        assert refused(*given, *more).endswith(line)
    assert "warmer --load my.py --n 2-5 --d 1-2" in output("sweep", "--help")


def test_a_sample_says_what_it_is_a_sample_of(tmp_path: Path) -> None:
    """Its size, that of the game and its seed are in every form; without a sample there is nothing of them."""
    asked = ["compare", "bullscows(3,8)", "--strategies", "first,random", "--seeds", "2", "--seed", "7"]
    sample = ["--sample", "100"]
    assert output(*asked, *sample).splitlines()[0] == "bullscows(3,8): 100 of 336 secrets, seed 7"
    found = document(*asked, *sample)
    assert (found["sample"], found["seed"]) == (100, 7)
    assert [(one["secrets"], one["of"]) for one in found["results"]] == [(100, 336)] * 2
    rows = list(csv.DictReader(output(*asked, *sample, "--format", "csv").splitlines()))
    assert [(row["secrets"], row["of"], row["sample_seed"]) for row in rows] == [("100", "336", "7")] * 2
    assert "| first | 012 | 100 of 336, seed 7 |" in output(*asked, *sample, "--format", "markdown")
    picture = tmp_path / "sample.svg"
    output(*asked, *sample, "--plot", str(picture))
    assert "guesses needed over 100 of 336 secrets, seed 7" in picture.read_text()
    for form in ([], ["--format", "csv"], ["--format", "markdown"], ["--json"]):
        whole = output(*asked, "--sample", "6000", *form)
        assert not re.search(r"seed 7|336 of|sample|\"of\"", whole)


def test_lists_of_strategies(tmp_path: Path) -> None:
    """A comma within quotes belongs to a command, and --strategies may be given again."""
    bot = tmp_path / "a b" / "my,bot.py"
    bot.parent.mkdir()
    bot.write_text((Path(__file__).parents[2] / "examples" / "bot.py").read_text())
    program = f"exec:{sys.executable} '{bot}'"
    found = document("compare", "mm2x3", "--strategies", f"first,{program}", "--strategies", "entropy,minimax")
    assert [one["strategy"] for one in found["results"]] == ["first", program, "entropy", "minimax"]
    answers = f"{sys.executable} {tmp_path / 'answers.py'}"
    (tmp_path / "answers.py").write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('ready' if line.startswith('game') else sys.argv[1].split(',')[len(line.split()) - 1], flush=True)\n"
    )
    for command, name in (
        (f"exec:{answers} '1,2,3'", f"exec:{answers} '1,2,3'"),
        (f'exec:{answers} "\\"1,2,3"', f'exec:{answers} "\\"1,2,3"'),
        (f'"exec:{answers} ""1,2,3"""', f'exec:{answers} "1,2,3"'),
        (f"'exec:{answers} 1,2,3'", f"exec:{answers} 1,2,3"),
    ):
        fails = "\\" in command  # '"1' is no guess
        printed = ran(int(fails), "compare", "mm1x3", "--strategies", f"entropy,{command},minimax", "--json")
        rows = read_document(printed.out)["results"]
        assert [row["strategy"] for row in rows] == ["entropy", name, "minimax"]
        assert ("error" in rows[1]) == fails


def test_a_program_that_fails_has_a_row(tmp_path: Path) -> None:
    """The others keep theirs, in every form, and the exit code is 1; also where all fail, or cannot be started."""
    fails = f"exec:{sys.executable} -c 'exit(3)'"
    asked = ["compare", "mm3x4", "--strategies", f"entropy,{fails},minimax"]
    captured = ran(1, *asked, "--json")
    rows = read_document(captured.out)["results"]
    assert captured.err == ""
    assert [row["strategy"] for row in rows] == ["entropy", fails, "minimax"]
    assert [row["total"] for row in rows] == [208, None, 216]
    assert rows[1]["error"] == f"{fails} ended with code 3 when asked 'game mastermind(3,4)'"
    for form in ([], ["--format", "csv"], ["--format", "markdown"]):
        captured = ran(1, *asked, *form)
        assert "ended with code 3 when asked" in captured.out
        assert "nan" not in captured.out
        assert captured.err == ""
    picture = tmp_path / "failed.svg"
    for names in (f"{fails},{fails}", "exec:no-such-program-here"):
        drawn = ran(1, "compare", "mastermind(3,4,rows=2)", "--strategies", names, "--plot", str(picture))
        assert "failed" in drawn.out
        assert "failed" in picture.read_text()
    assert "did you mean 'minimax'" in refused("compare", "mm3x4", "--strategies", f"{fails},minmax")


def test_null_figures_need_an_error() -> None:
    """The schema has figures without a number only in the row of a program that failed."""
    found = read_document(output("compare", "mm2x3", "--strategies", "first", "--json"))
    found["results"][0]["total"] = None
    assert fault_in(found, "compare") is not None
    found["results"][0] |= {"error": "it failed"}
    assert fault_in(found, "compare") is not None, "some figures are numbers"


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """Compare and sweep print what they have when they are interrupted, and exit with 130."""
    (tmp_path / "stopped.py").write_text(
        "import bestguess as bg\n"
        "def stopped(position):\n"
        "    if len(position.candidates) > 3:\n"
        "        raise KeyboardInterrupt\n"
        "    return position.candidates[0]\n"
        "bg.register_strategy('stopped', stopped)\n"
    )
    load = ["--load", "stopped.py", "--json"]
    captured = ran(130, "compare", "mm3x4", "--strategies", "first,stopped", *load)
    assert [figures["strategy"] for figures in read_document(captured.out)["results"]] == ["first"]
    assert captured.err == ""
    captured = ran(130, "sweep", "numbers", "--n", "2,3,100", "--strategy", "stopped", *load)
    assert [figures["arguments"] for figures in read_document(captured.out)["results"]] == [{"n": 2}, {"n": 3}]
    assert captured.err == ""


def test_ctrl_c_ends_all_programs(tmp_path: Path) -> None:
    """Those that play side by side end, and so does what they started; the strategies that are done are printed."""
    bot = tmp_path / "bot.sh"
    bot.write_text('sleep 60 & echo $! > "$1"; read game; echo ready; read guess; echo asked > "$2"; sleep 60\n')
    (tmp_path / "said.py").write_text(
        "import pathlib, sys, threading, time\n"
        "def say():\n"
        f"    while len(list(pathlib.Path({str(tmp_path)!r}).glob('asked*'))) < 2:\n"
        "        time.sleep(0.01)\n"
        "    print('asked', file=sys.stderr, flush=True)\n"
        "threading.Thread(target=say, daemon=True).start()\n"
    )
    programs = [f"exec:sh {bot} {tmp_path / f'child{number}'} {tmp_path / f'asked{number}'}" for number in (1, 2)]
    arguments = ["compare", "mm3x4", "--strategies", ",".join(["first", *programs]), "--bot-time", "60"]
    given = ["--threads", "2", "--load", str(tmp_path / "said.py"), "--json"]
    code, out, errors = interrupted([*arguments, *given], "asked")
    assert code == 130
    assert [figures["strategy"] for figures in read_document(out)["results"]] == ["first"]
    assert errors == ""
    for number in (1, 2):
        child = (tmp_path / f"child{number}").read_text().strip()
        state = subprocess.run(["ps", "-o", "stat=", "-p", child], capture_output=True, check=False)
        assert state.stdout.strip()[:1] in (b"", b"Z")  # gone, or ended and not yet buried


def test_sweep_on_a_narrow_terminal() -> None:
    """A list of sizes where the table is too wide; no number is cut."""
    given = ["sweep", "mastermind", "--pegs", "3-4", "--colours", "3-6", "--rows", "4"]
    text = shown(given, columns=40)
    lines = without_colours(text)
    assert max(map(len, lines)) <= 40
    assert "4 pegs, 5 colours  3.797" in lines
    assert "4 pegs, 6 colours  3.872  [ ]" in lines
    assert "…" not in text
    lines = without_colours(shown(["sweep", "numbers", "--n", "7"], columns=40))
    assert max(map(len, lines)) <= 40
    assert "n 7" in lines


def test_what_is_lost_is_a_column(tmp_path: Path) -> None:
    """With rows only: in comparisons, sweeps and trees; what finds nothing is shown all the same."""
    given = ["compare", "mastermind(4,6,rows=5)", "--strategies", "entropy,optimal"]
    assert [one["lost"] for one in document(*given)["results"]] == [12, 0]
    shown = output(*given)
    assert re.search(r"strategy +total +mean +worst +at worst +lost +first guess", shown)
    assert (
        "total, mean and worst are of those found; the strategy that loses least comes first, then the lowest mean\n"
        in shown
    )
    assert shown.index("optimal") < shown.index("entropy")
    nothing = ["compare", "mastermind(3,4,secrets=distinct,rows=1)", "--strategies", "first", "--first-guess", "112"]
    assert document(*nothing)["results"][0]["mean"] is None
    assert "nan" not in output(*nothing)
    sweep = ["sweep", "mastermind", "--pegs", "4", "--colours", "5-6", "--rows", "4"]
    assert [one["lost"] for one in document(*sweep)["results"]] == [158, 694]
    assert "secrets not found within 4 rows" in output(*sweep)
    assert "mastermind, minimax: mean guesses of those found\n" in output(*sweep)
    assert "most guesses of those found" not in output(*sweep[:7], "9")
