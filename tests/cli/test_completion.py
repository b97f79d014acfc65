"""What the shell offers when Tab is pressed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bestguess.games import families
from bestguess.solve import Objective
from bestguess.strategies import known_strategies
from bestguess.trees.formats import FORMATS

STRATEGIES = [entry.name for entry in known_strategies()]
SWEPT = [family.name for family in families() if family.name != "table"]


def offered(folder: Path, *words: str) -> list[str]:
    """What bash is offered in *folder* when the last of *words* is to be completed."""
    asked = {"COMP_WORDS": "\n".join(["bestguess", *words]), "COMP_CWORD": str(len(words))}
    done = subprocess.run(
        [sys.executable, "-c", "from bestguess.cli import main; main()"],
        env={**os.environ, "_BESTGUESS_COMPLETE": "complete_bash", **asked},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["adv"], ["advise"]),
        (["advise", "mm4"], ["mm4x6"]),
        (["watch", "mm4x6", "--strategy", "optimal-w"], ["optimal-worst"]),
        (["schema", "cert"], ["certificate-file"]),
        (["sweep", ""], SWEPT),
        (["compare", "mm4x6", "--strategies", ""], STRATEGIES),
        (["compare", "mm4x6", "--strategies", "minimax,ent"], ["minimax,entropy"]),
        (["compare", "mm4x6", "--strategies", "minimax,m"], ["minimax,most-parts"]),
        (["compare", "mm4x6", "--format", ""], ["csv", "markdown", "latex"]),
        (["optimum", "mm4x6", "--objective", ""], list(Objective)),
        (["tree", "export", "knuth.json", "--format", ""], list(FORMATS)),
        (["puzzles", "mm4x6", "--kind", "win"], ["win-in-two"]),
    ],
)
def test_names_are_completed(words: list[str], completed: list[str], tmp_path: Path) -> None:
    """The shell completes commands, families, strategies one by one and in lists, formats and the like."""
    assert offered(tmp_path, *words) == completed


@pytest.mark.parametrize("command", [["advise"], ["games"], ["stats"], ["tree", "build"]])
def test_every_family_is_offered_where_a_game_is_asked_for(command: list[str], tmp_path: Path) -> None:
    """A game of each, in the form that bash reads; within quotes as it is."""
    quoted = offered(tmp_path, *command, '"')
    assert {text.partition("(")[0] for text in quoted} >= {family.name for family in families() if family.built_in}
    assert offered(tmp_path, *command, "mas") == [r"mastermind\(4,6\)"]
    assert offered(tmp_path, *command, r"mastermind\(") == [r"mastermind\(4,6\)"]
    assert "mastermind(4,6)" in quoted


def test_tables_here_are_offered(tmp_path: Path) -> None:
    """CSV files in the folder, with the quotes that a name needs and the goal that the table has."""
    for name, corner in (("animals.csv", "win=yes"), ("a,b.csv", "who"), ("notes.txt", "")):
        (tmp_path / name).write_text(corner)
    assert offered(tmp_path, "advise", "'tab") == ['table("a,b.csv",goal=identify)', "table(animals.csv)"]


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs bash")
@pytest.mark.parametrize("typed", ["mas", "'mas"])
def test_bash_reads_what_it_is_offered(typed: str, tmp_path: Path) -> None:
    """What is completed is one word of the command line, parentheses and all."""
    program = tmp_path / "bestguess"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from bestguess.cli import main; main()' \"$@\"\n")
    program.chmod(0o755)
    script = f"""
        eval "$(bestguess --show-completion bash)"
        COMP_WORDS=(bestguess advise {typed!r}) COMP_CWORD=2
        _bestguess_completion bestguess
        printf '%s' "${{COMPREPLY[@]}}"
    """
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    quote = typed.removesuffix("mas")
    back = subprocess.run(
        ["bash", "-c", f"printf '%s' {quote}{done.stdout}{quote}"], capture_output=True, text=True, check=True
    )
    assert back.stdout == "mastermind(4,6)"


def test_whoever_is_no_shell_is_offered_nothing() -> None:
    """Without the words of the line there is nothing to complete: the program ends quietly."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COMP_")}
    done = subprocess.run(
        [sys.executable, "-c", "from bestguess.cli import main; main()"],
        env={**environment, "_BESTGUESS_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
