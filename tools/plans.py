"""`make values`: writes src/bestguess/data/plan_files/, whole optimal trees of common games.

With `--rewrite`, writes the plans that are there once more, in the format of today, without computing them again.
"""

import shlex
import subprocess
import sys
from pathlib import Path

from bestguess.data.plans import FOLDER, PLANNED, plan_file
from bestguess.files import write_whole
from bestguess.trees.documents import document_text, read_document
from bestguess.trees.files import FORMAT, load_tree, tree_document

GAMES = ["mastermind(3,6)", "mastermind(3,8)", "mastermind(3,10)", "mastermind(4,6)", "mastermind(4,7)"]
GAMES += ["mastermind(4,8)", "mastermind(5,5)", "mastermind(4,6,secrets=distinct)", "bullscows(3,10)"]
GAMES += ["bullscows(4,10)"]


def write_plan(game: str, strategy: str, folder: Path) -> None:
    """The tree as the command line writes it, and the command with it."""
    name = plan_file(game, strategy)
    command = ["bestguess", "tree", "build", game, "--strategy", strategy, "--output", name]
    print(shlex.join(command), flush=True)
    program = Path(sys.executable).parent / command[0]
    subprocess.run([program, *command[1:]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    rewrite_plan(folder / name, command=shlex.join(command))


def rewrite_plan(path: Path, **source: str) -> None:
    """The plan at *path* in the format of today, with the version and command that computed it, or with *source*."""
    document = read_document(path, FORMAT)
    recorded = {name: value for name, value in document.items() if name in ("version", "command")}
    write_whole(path, document_text({**tree_document(load_tree(path)), **recorded, **source}))


if __name__ == "__main__":
    target = Path(__file__).parent.parent / "src" / "bestguess" / "data" / FOLDER
    target.mkdir(exist_ok=True)
    for one in GAMES:
        for planned in PLANNED:
            if "--rewrite" in sys.argv:
                rewrite_plan(target / plan_file(one, planned))
            else:
                write_plan(one, planned, target)
