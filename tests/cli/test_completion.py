"""What the shell offers when Tab is pressed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bestguess.cli.app import main
from bestguess.games import families
from bestguess.solve import Objective
from bestguess.strategies import known_strategies
from bestguess.trees.formats import FORMATS

STRATEGIES = [entry.name for entry in known_strategies()]
SWEPT = [family.name for family in families() if family.name != "table"]


@pytest.fixture
def offered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., list[str]]:
    """A function that returns what bash is offered in an empty folder when the last of *words* is to be completed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("_BESTGUESS_COMPLETE", "complete_bash")

    def offer(*words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", "\n".join(["bestguess", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        assert main() == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out.split("\n")[:-1]

    return offer


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["adv"], ["advise"]),
        (["advise", "mm4"], ["mm4x6"]),
        (["schema", "cert"], ["certificate-file"]),
        (["sweep", ""], SWEPT),
        (["compare", "mm4x6", "--strategies", ""], STRATEGIES),
        (["compare", "mm4x6", "--strategies", "minimax,m"], ["minimax,most-parts"]),
        (["compare", "mm4x6", "--format", ""], ["csv", "markdown", "latex"]),
        (["optimum", "mm4x6", "--objective", ""], list(Objective)),
        (["tree", "export", "knuth.json", "--format", ""], list(FORMATS)),
        (["puzzles", "mm4x6", "--kind", "win"], ["win-in-two"]),
    ],
)
def test_names_are_completed(words: list[str], completed: list[str], offered: Callable[..., list[str]]) -> None:
    """The shell completes commands, families, strategies one by one and in lists, formats and the like."""
    assert offered(*words) == completed


@pytest.mark.parametrize("command", [["advise"], ["tree", "build"]])
def test_every_family_is_offered_for_a_game(command: list[str], offered: Callable[..., list[str]]) -> None:
    """A game of each, in the form that bash reads; within quotes as it is."""
    quoted = offered(*command, '"')
    assert {text.partition("(")[0] for text in quoted} >= {family.name for family in families() if family.built_in}
    assert offered(*command, "mas") == [r"mastermind\(4,6\)"]
    assert offered(*command, r"mastermind\(") == [r"mastermind\(4,6\)"]
    assert "mastermind(4,6)" in quoted


def test_tables_here_are_offered(tmp_path: Path, offered: Callable[..., list[str]]) -> None:
    """CSV files in the folder, with the quotes that a name needs and the goal that the table has."""
    for name, corner in (("animals.csv", "win=yes"), ("a,b.csv", "who"), ("notes.txt", "")):
        (tmp_path / name).write_text(corner)
    assert offered("advise", "'tab") == ['table("a,b.csv",goal=identify)', "table(animals.csv)"]


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs bash")
def test_bash_reads_what_it_is_offered(tmp_path: Path) -> None:
    """What is completed is one word of the command line, parentheses and all."""
    program = tmp_path / "bestguess"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from bestguess.cli import main; main()' \"$@\"\n")
    program.chmod(0o755)
    script = """
        eval "$(bestguess --show-completion bash)"
        COMP_WORDS=(bestguess advise mas) COMP_CWORD=2
        _bestguess_completion bestguess
        printf '%s' "${COMPREPLY[@]}"
    """
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    back = subprocess.run(["bash", "-c", f"printf '%s' {done.stdout}"], capture_output=True, text=True, check=True)
    assert back.stdout == "mastermind(4,6)"


def test_whoever_is_no_shell_is_offered_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the words of the line there is nothing to complete: the program ends quietly."""
    monkeypatch.setenv("_BESTGUESS_COMPLETE", "complete_bash")
    monkeypatch.delenv("COMP_WORDS", raising=False)
    assert main() == 0
    assert capsys.readouterr() == ("", "")
