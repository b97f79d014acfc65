"""The shell sessions in documents: blocks marked `console`, whose commands are run and whose output is compared."""

import contextlib
import doctest
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from commands import printed_by
from unix import need_unix

ROOT = Path(__file__).parent.parent
_COMMAND = re.compile(r"(?:(?P<before>.*) \| )?bestguess (?P<arguments>[^|>;]*)(?P<after>[|>].*)?", re.DOTALL)
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """A command, whose later lines begin with `>`, and what it prints; `...` stands for anything."""

    command: str
    printed: str

    def agrees(self, got: str) -> bool:
        """Whether *got* is what is printed."""
        wanted, got = self.printed.rstrip() + "\n", got.rstrip() + "\n"
        return doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)

    def __str__(self) -> str:
        return f"$ {self.command}\n" + (self.printed.rstrip() + "\n" if self.printed.strip() else "")


def entries_of(block: str) -> list[Entry]:
    r"""The entries of a block.

    >>> entries_of("$ echo 1\n1\n$ true\n")
    [Entry(command='echo 1', printed='1\n'), Entry(command='true', printed='')]
    """
    found = re.split(r"^\$ (.*(?:\n>.*)*)\n", block, flags=re.MULTILINE)
    assert not found[0].strip(), f"a console block begins with a command, not with {found[0]!r}"
    return [Entry(command, printed) for command, printed in zip(found[1::2], found[2::2], strict=True)]


def blocks_of(page: Path) -> list[str]:
    """The console blocks of a *page*."""
    return _BLOCK.findall(page.read_text("utf-8"))


def differences(page: Path, folder: Path) -> Iterator[str]:
    """What the commands of a *page* print otherwise than it says, run one after the other in an empty *folder*.

    With BESTGUESS_GOLDEN=1 the page is put right.
    """
    shutil.copytree(ROOT / "examples", folder / "examples")
    text = page.read_text("utf-8")
    for block in _BLOCK.findall(text):
        got = [(entry, _run(entry.command, folder)) for entry in entries_of(block)]
        wrong = [(entry, printed) for entry, printed in got if not entry.agrees(printed)]
        if wrong and os.environ.get("BESTGUESS_GOLDEN"):
            new = "".join(str(entry if (entry, out) not in wrong else Entry(entry.command, out)) for entry, out in got)
            text = text.replace(block, new)
            page.write_text(text, "utf-8")
        else:
            yield from (f"$ {entry.command}\nexpected:\n{entry.printed}got:\n{out}" for entry, out in wrong)


def _run(command: str, folder: Path) -> str:
    """What a *command* of the shell prints, and its errors if it fails. bestguess runs in this process."""
    script = re.sub(r"^> ?", "", command, flags=re.MULTILINE)
    if (found := _COMMAND.fullmatch(script)) is None:
        code, out, errors = _shell(script, "", folder)
    else:
        typed = _shell(found["before"], "", folder)[1] if found["before"] else ""
        with contextlib.chdir(folder):
            code, out, errors = printed_by(shlex.split(found["arguments"]), typed)
        if after := found["after"]:
            code, out, errors = _shell(after.removeprefix("|") if after[0] == "|" else f"cat {after}", out, folder)
    return "\n".join(line.rstrip() for line in (out + errors * bool(code)).splitlines()) + "\n"


def _shell(script: str, given: str, folder: Path) -> tuple[int, str, str]:
    """Exit code, output and errors of a *script* of the shell that is *given* this as its input."""
    need_unix()
    ran = subprocess.run(["bash", "-c", script], cwd=folder, input=given, capture_output=True, encoding="utf-8")
    return ran.returncode, ran.stdout, ran.stderr
