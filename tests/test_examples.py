import io
import json
import re
import runpy
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from commands import document, output

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SHOWN = {
    "tour": ["After 1122:1.0 the best guess is 1334: 3.508 more guesses expected, proven."],
    "twelve_coins": [
        "balance(12): at most 3 questions, and then mean 3.000 (total 72), proven optimal:",
        "weigh ABCD against EFGH",
        "coins.json is checked: it finds all 24 secrets, with 3 weighings at most.",
        "  balance(13): 4 weighings",
        "  balance(13,find=coin): 3 weighings",
        "  balance(14,find=coin): 4 weighings",
    ],
    "guess_who": [
        "The best tree, proven: 3.17 questions on average, 4 at most.",
        "        yes: It is Grace Kim",
        "  entropy     3.21 on average, 5 at most",
        "With questions for yes or no only: 4.67 on average, 5 at most, proven.",
    ],
    "fault_finding": [
        "15 faults, 12 tests. 3.15 minutes on average:",
        "faults.cert proves: no strategy has a total cost below 315.",
        "  optimal-worst  3.31 on average, 6 at most",
        "To know the very fault, not only what to do: 4.15 minutes on average.",
    ],
    "battleship": [
        "hit it: mean 3.933 guesses (total 118), proven optimal. Shoot in this order until you hit:",
        "hit it: at most 8 guesses, proven optimal.",
        "where is it: mean 5.867 questions (total 176), proven optimal. First shots, as long as all miss:",
    ],
    "exact_pegs": ["mastermind(3,6)  3.954      5   5.926      8", "mastermind(4,4)  3.535      4   5.082      6"],
    "train": [
        "learned  2.333 guesses on average, 3 at most",
        "first    2.667 guesses on average, 4 at most",
        "optimal  2.333 guesses on average, 3 at most",
    ],
}
"""Lines that each example prints; what is proven does not change."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with the examples in it."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_no_example_is_forgotten() -> None:
    """The tests run every example; the bot, which is asked by another program, in tests/strategies/test_program.py."""
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*SHOWN, "bot"}


@pytest.mark.parametrize("name", SHOWN)
def test_example_runs(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example runs without a complaint, in any folder, and prints what it should."""
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    monkeypatch.setattr(sys, "argv", [f"../examples/{name}.py"])
    runpy.run_path(f"../examples/{name}.py", run_name="__main__")
    printed, complaints = capsys.readouterr()
    assert complaints == ""
    assert [line for line in SHOWN[name] if line not in printed.splitlines()] == []


@pytest.mark.usefixtures("folder")
def test_commands_of_the_fault_finding_guide() -> None:
    """The commands in its docstring: the optimum with its proof, the check, and the sheet."""
    text = "table(examples/faults.csv,goal=identify)"
    found = document("optimum", text, "--certificate", "faults.cert", "--tree", "faults.json")
    assert (found["total"], found["mean"], found["worst"], found["proven"]) == (315, 3.15, 8, True)
    assert document("check", "faults.cert", "--table", "examples/faults.csv")["holds"]
    output("tree", "export", "faults.json", "--format", "sheet", "--output", "faults.svg")
    sheet = Path("faults.svg").read_text(encoding="utf-8")
    assert "an empty tank: fill it" in sheet
    assert "Measure the switch" not in sheet  # switch or thermal fuse: the repair shop has to do it


@pytest.mark.usefixtures("folder")
def test_commands_of_the_coins() -> None:
    """The commands in its docstring: the tree, and the check."""
    output("tree", "build", "balance(12)", "--strategy", "optimal-worst", "--output", "coins.json")
    assert document("check", "coins.json")["worst"] == 3
    assert json.loads(Path("coins.json").read_text())["goal"] == "identify"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md"])
def test_commands_of_the_documents(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the section on any question run, in their order; those that ask get no answer."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    text = (ROOT / page).read_text(encoding="utf-8")
    section = re.split("any question", text, flags=re.IGNORECASE)[1].split("\n## ")[0]
    commands = re.findall(r"^    bestguess (.*)$", section, re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        output(*shlex.split(command, comments=True))
