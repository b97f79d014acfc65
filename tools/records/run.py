"""Asks the questions, writes certificates, has them checked, and keeps a row of each at once."""

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import bestguess as bg
from bestguess.wording import count_text
from tools.records.questions import Question, sizes
from tools.records.rows import Certificate, Row, Rows

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "src" / "bestguess" / "data" / "word_lists"
PYTHON, C = "bestguess check", "bgcheck"
C_SECONDS = 3_600  # for the checker in C, which takes a hundredth of the time
MOST_C_GUESSES, MOST_C_PAIRS = 2**22, 2**30  # what it refuses, see docs/certificates.md
SECONDS_OF_A_CLAIM, SECONDS_OF_A_PAIR = 0.003, 1.5e-9  # for the checker in Python, about; a pair: of guess and secret
SECONDS_OF_A_PAIR_OF_WORDS = 3e-6  # once, for their table
MOST_CHECKPOINTS = 4_000_000_000  # bytes of all checkpoints together; those of later searches are not kept
THREADS = 1  # then nodes and certificates are the same every time


@dataclass(frozen=True)
class Limits:
    """Seconds: for each search, for each certificate, for each check in Python, and for the whole run."""

    search: float = 60
    certificate: float = 240
    check: float = 30
    total: float | None = None


@dataclass
class Run:
    """One run: the rows, how they are saved, where the files are, and what it may take."""

    rows: Rows
    save: Callable[[Rows], None]
    folder: Path
    checker: Path
    limits: Limits
    began: float
    say: Callable[[str], None] = print

    def ask_all(self, questions: Iterable[Question], again: Callable[[Row], bool] = lambda row: False) -> int:
        """Asks what is not known yet; also the rows that *again* holds of. Returns how many.

        Raises KeyboardInterrupt after Ctrl-C, and TimeoutError when the time of the whole run is over.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        asked = 0
        for question in questions:
            row = self.rows.get(question)
            if row is not None and (again(row) or row.lists != lists_of(question)):
                self._file(question, "checkpoint").unlink(missing_ok=True)
                row = None
            if row is None or self._is_due(row):
                self.say(_said(self._asked(question, row)))
                asked += 1
        return asked

    def _is_due(self, row: Row) -> bool:
        """Whether there is more to find out with the limits of this run."""
        if not row.proven:
            return self.limits.search > (row.limit or 0)
        if row.certificate is None:
            return self.limits.certificate > (row.certificate_limit or 0)
        return not row.certificate.is_accepted

    def _asked(self, question: Question, row: Row | None) -> Row:
        """The row of *question* after one more search, if it needs one, and with its certificate."""
        if row is None or not row.proven:
            row = self._searched(question, row)
        if row.proven and (row.certificate is None or not row.certificate.is_accepted):
            row = self._certified(question, row)
        if row.certificate is not None:
            self._file(question, "checkpoint").unlink(missing_ok=True)
        return row

    def _searched(self, question: Question, before: Row | None) -> Row:
        """Searches, from the checkpoint if there is one, and keeps the row."""
        limit = self._seconds(self.limits.search)
        checkpoint = self._file(question, "checkpoint")
        resumed = before is not None and checkpoint.exists()
        row = _empty_row(question)
        try:
            result = self._optimum(question, limit, certify=False)
        except (bg.errors.SizeError, MemoryError) as error:
            return self._kept(replace(row, limit=self.limits.search, problem=str(error) or "the memory is used up"))
        row = _with_result(row, result)
        if before is not None:
            row = _gone_on(row, before, resumed)
        if not row.proven:
            earlier = 0.0 if before is None else before.limit or 0.0
            row = replace(row, limit=earlier if result.interrupted else max(limit, earlier))
            if sum(one.stat().st_size for one in self.folder.glob("*.checkpoint")) > MOST_CHECKPOINTS:
                checkpoint.unlink()
        row = self._kept(row)
        if result.interrupted:
            raise KeyboardInterrupt
        return row

    def _certified(self, question: Question, row: Row) -> Row:
        """Writes the certificate, has it checked, and keeps the row; in the same way if that takes too long.

        The row says that it was tried before it is tried: what makes a process end is not tried again and again.
        """
        limit = self._seconds(self.limits.certificate)
        tried = self._kept(replace(row, certificate_limit=max(limit, row.certificate_limit or 0)))
        try:
            with suppress(bg.errors.SizeError, MemoryError):
                result = self._optimum(question, limit, certify=True)
                if result.interrupted:
                    raise KeyboardInterrupt
                if result.proofs is not None:
                    return self._kept(replace(row, certificate=self._checked(question, result), certificate_limit=None))
        except (KeyboardInterrupt, TimeoutError):
            self._kept(row)
            raise
        return tried

    def _optimum(self, question: Question, limit: float, certify: bool) -> bg.Result:
        """The answer to *question*; a checkpoint that does not fit, as of another version, is thrown away."""
        checkpoint = self._file(question, "checkpoint")
        for _ in range(2):
            try:
                return bg.optimum(
                    question.game,
                    question.objective,
                    max_guesses=question.max_guesses,
                    consistent=question.consistent,
                    certify=certify,
                    checkpoint=checkpoint,
                    limits=bg.Limits(threads=THREADS, seconds=limit),
                )
            except bg.errors.FileError:
                checkpoint.unlink()
        raise AssertionError(f"a new checkpoint of {question} is refused")

    def _checked(self, question: Question, result: bg.Result) -> Certificate:
        """The certificate of *result*, written and checked."""
        assert result.proofs is not None
        path = self._file(question, "cert")
        result.save_certificate(path)
        claims = sum(len(proof.claims) for proof in result.proofs)
        accepted, refused = list[str](), ""
        for name, command, limit in self._checks(question, path, claims):
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=self._seconds(limit))
            except subprocess.TimeoutExpired:
                self._seconds(limit)  # raises TimeoutError if it was the time of the whole run
                continue
            if done.returncode == 0:
                accepted.append(name)
            else:
                last = (done.stderr.strip().splitlines() or ["no reason"])[-1]
                refused = f"{name}: {last.replace(str(path), path.name)}"
        size, seconds = path.stat().st_size, round(result.seconds, 3)
        return Certificate(claims, size, checksum_of(path), seconds, tuple(accepted), refused)

    def _checks(self, question: Question, path: Path, claims: int) -> Iterator[tuple[str, list[str], float]]:
        """The checkers that *path* is given to: name, command, and seconds that it may take."""
        guesses, secrets = sizes(question.game)
        if guesses <= MOST_C_GUESSES and guesses * secrets <= MOST_C_PAIRS:
            yield C, [str(self.checker), str(path), *_lists_for_c(question)], C_SECONDS
        expected = claims * (SECONDS_OF_A_CLAIM + guesses * secrets * SECONDS_OF_A_PAIR)
        if question.family == "words":
            expected += guesses * secrets * SECONDS_OF_A_PAIR_OF_WORDS
        if expected <= self.limits.check:
            program = "import sys, bestguess; bestguess.check_file(sys.argv[1])"
            yield PYTHON, [sys.executable, "-c", program, str(path)], 3 * self.limits.check

    def _kept(self, row: Row) -> Row:
        """*row*, after it was saved; what is proven stays, whatever a shorter search says."""
        before = self.rows.get(row.question)
        if before is not None and before.proven and not row.proven and before.lists == row.lists:
            return before
        self.rows[row.question] = row
        self.save(self.rows)
        return row

    def _file(self, question: Question, ending: str) -> Path:
        return self.folder / f"{question.file_name}.{ending}"

    def _seconds(self, limit: float) -> float:
        """*limit*, or what is left of the whole run; raises TimeoutError when nothing is."""
        if self.limits.total is None:
            return limit
        left = self.limits.total - (time.monotonic() - self.began)
        if left <= 0:
            raise TimeoutError
        return min(limit, round(left, 1))


def _with_result(row: Row, result: bg.Result) -> Row:
    """*row* with what *result* says."""
    objective = result.objective
    weights = bg.game(result.game).weights
    return replace(
        row,
        proven=result.proven,
        lower=result.bounds.lower,
        upper=result.bounds.upper,
        weight=None if weights is None else sum(weights),
        worst=_integer(result.worst) if objective == "worst,mean" else None,
        lost=result.lost if objective == "lost" else None,
        total=_integer(result.total) if objective == "lost" else None,
        first_guess=None if result.tree is None or objective == "worst" else result.tree.root.guess,
        nodes=result.nodes,
        seconds=round(result.seconds, 3),
    )


def _gone_on(row: Row, before: Row, resumed: bool) -> Row:
    """*row* with the bounds of an open row *before*, and with what it had spent, where the search was *resumed*."""
    if not row.proven:
        lower = max((bound for bound in (row.lower, before.lower) if bound is not None), default=None)
        upper = min((bound for bound in (row.upper, before.upper) if bound is not None), default=None)
        row = replace(row, lower=lower, upper=upper)
    if not resumed:
        return row
    return replace(row, nodes=before.nodes + row.nodes, seconds=round(before.seconds + row.seconds, 3), resumed=resumed)


def _integer(number: float | None) -> int | None:
    return None if number is None else int(number)


def _said(row: Row) -> str:
    """One line about *row*, for whoever waits."""
    value = f"{row.upper:,} proven" if row.proven else f"{row.lower} to {row.upper}, open"
    spent = f"{row.nodes:,} nodes, {row.seconds:.2f} s"
    text = f"{row.question}: {row.problem or value} ({spent})"
    if not row.proven:
        return text
    found = row.certificate
    if found is None:
        return f"{text}; no certificate in {row.certificate_limit:g} s"
    size = f"{count_text(found.claims, 'claim')}, {found.bytes:,} bytes in {found.seconds:.2f} s"
    accepted = f"accepted by {' and '.join(found.accepted)}" if found.accepted else "not checked"
    return f"{text}; {size}, {accepted}{f'; REFUSED by {found.refused}' if found.refused else ''}"


def checksum_of(path: Path) -> str:
    """The SHA-256 at the end of the certificate at *path*."""
    match = re.fullmatch(rb',"checksum":"sha256:([0-9a-f]{64})"}\n', path.read_bytes()[-87:])
    assert match is not None
    return match[1].decode()


def lists_of(question: Question) -> str:
    """The beginnings of the SHA-256 of the lists that the game is made of; empty for games without."""
    return " ".join(sha256[:16] for _, sha256 in bg.game(question.game).files)


def _lists_for_c(question: Question) -> list[str]:
    """Where the checker in C finds the lists of words."""
    files = [str(LISTS / name) for name, _ in bg.game(question.game).files]
    return ["--secrets", files[0], "--guesses", files[1]] if files else []


@cache
def code_commit() -> str:
    """The last commit that changed the library, with a plus sign if files of it were changed since; may be empty."""
    places = ["src", "cpp", "CMakeLists.txt"]
    commit = _git("log", "-1", "--format=%h", "--", *places)
    return commit + "+" * bool(_git("status", "--porcelain", "--", *places))


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def machine() -> str:
    """The processor and how many of its cores there are; no names of hosts."""
    name = ""
    with suppress(OSError):
        match = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        name = match[1] if match else ""
    return f"{name or platform.processor() or platform.machine()}, {count_text(os.cpu_count() or 1, 'core')}"


def _empty_row(question: Question) -> Row:
    """A row that says who asks, and nothing of the answer."""
    row = Row(question, sizes(question.game)[1], threads=THREADS, lists=lists_of(question))
    return replace(row, version=bg.__version__, commit=code_commit(), machine=machine())
