"""`make values`: writes src/bestguess/data/plan_files/, whole optimal trees of common games."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

from bestguess.data.plans import FOLDER, PLANNED, plan_file
from bestguess.files import write_whole
from bestguess.trees.files import checksum, read_document

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
    document = {**read_document(folder / name), "command": shlex.join(command)}
    document["checksum"] = checksum(document)
    write_whole(folder / name, json.dumps(document, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    target = Path(__file__).parent.parent / "src" / "bestguess" / "data" / FOLDER
    target.mkdir(exist_ok=True)
    for one in GAMES:
        for planned in PLANNED:
            write_plan(one, planned, target)
