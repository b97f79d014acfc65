"""Markdown of the data: docs/results.md. Its texts stand in results.md beside this file, its numbers in the data."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bestguess.wording import count_text, plural
from tools.records.published import published
from tools.records.questions import OBJECTIVES, Question, all_questions, sizes, smallest_first
from tools.records.rows import Row, Rows
from tools.records.run import PYTHON, C

TEMPLATE = Path(__file__).parent / "results.md"
FAMILIES = ("mastermind", "bullscows", "exact", "twod", "numbers", "balance", "words")
TITLES = {"exact": "mastermind, exact pegs only"}
_LABELS = {"mean": "total", "worst": "worst case", "worst,mean": "total within it"}
Table = Iterable[Sequence[str]]


def page(rows: Rows) -> str:
    """The whole page."""
    parts: dict[str, Callable[[Rows], str]] = {
        "summary": _summary,
        "lost": _lost,
        "others": _others,
        "proofs": _proofs,
    }
    parts |= {family: lambda rows, family=family: _values(rows, family) for family in FAMILIES}  # type: ignore[misc]
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]](rows), TEMPLATE.read_text())


def _summary(rows: Rows) -> str:
    """How much of the list is asked, proven and checked, and by what."""
    proven = [row for row in rows.values() if row.proven]
    found = [row.certificate for row in proven if row.certificate is not None]
    waiting = sum(question not in rows for question in all_questions())
    holding = [one for one in found if one.is_accepted]
    both, alone = (sum(set(one.accepted) == set(names) for one in holding) for names in ((PYTHON, C), (C,)))
    size, claims = _size(sum(one.bytes for one in found)), sum(one.claims for one in found)
    lines = [
        f"* {len(proven):,} rows are proven, {len(rows) - len(proven):,} open; {waiting:,} questions are not asked yet",
        f"* {len(found):,} rows have certificates, {size} and {claims:,} claims in all: both checkers accept {both:,}, "
        f"bgcheck alone {alone:,}",
    ]
    if others := len(holding) - both - alone:
        lines[-1] += f", bestguess check alone {others:,}"
    if refused := sum(bool(one.refused) for one in found):
        lines.append(f"* {count_text(refused, 'certificate')} REFUSED by a checker: to be looked into")
    if unchecked := sum(not one.refused and not one.accepted for one in found):
        lines.append(f"* {count_text(unchecked, 'certificate')} not checked yet")
    made = Counter((row.version, row.commit, row.threads, row.machine) for row in rows.values())
    for (version, commit, threads, machine), count in sorted(made.items(), key=lambda one: (-one[1], one[0])):
        by = f"version {version}, commit {commit or 'unknown'}, {count_text(threads, 'thread')}, {machine}"
        lines.append(f"* {count_text(count, 'row')} by {by}")
    return "\n".join(lines)


def _values(rows: Rows, family: str) -> str:
    """The three questions of every game of *family*, side by side."""
    plain = [rows[question] for question in smallest_first(rows) if question.family == family and question.is_plain]
    games = sorted({row.question.game for row in plain}, key=_by_size_of_text)
    words = family == "words"
    head = ["game", "secrets", *(["first guess"] if words else []), "least total", "mean", "least worst case"]
    head += ["least total within it", "mean", "published before"]
    return _table(head, (_game_line(rows, game, words) for game in games)) if games else "None yet."


def _by_size_of_text(game: str) -> tuple[str, list[int]]:
    """The games of one kind together, by their numbers."""
    return re.sub("[0-9]+", "", game), [int(number) for number in re.findall("[0-9]+", game)]


def _game_line(rows: Rows, game: str, words: bool) -> list[str]:
    questions = [Question(game, objective) for objective in OBJECTIVES]
    mean, worst, worst_mean = (rows.get(question) for question in questions)
    first = [] if not words else [mean.first_guess or "" if mean is not None and mean.proven else ""]
    values = [_value(mean), _mean(mean), _value(worst), _value(worst_mean), _mean(worst_mean)]
    return [game, f"{sizes(game)[1]:,}", *first, *values, _published(questions)]


def _value(row: Row | None) -> str:
    """The value, or the bounds."""
    if row is None:
        return ""
    if row.proven:
        return f"{row.upper:,}"
    match (row.lower, row.upper):
        case (None, None):
            return "open"
        case (lower, None):
            return f"open: {lower:,} or more"
        case (None, upper):
            return f"open: {upper:,} or less"
        case (lower, upper):
            return f"open: {lower:,} to {upper:,}"
    raise AssertionError(row)


def _mean(row: Row | None) -> str:
    """The mean of a total that is proven."""
    return "" if row is None or not row.proven or row.upper is None else f"{row.upper / row.whole_weight:.4f}"


def _published(questions: Iterable[Question]) -> str:
    """The sources, each with what it says."""
    said = dict[str, list[str]]()
    for question in questions:
        if (found := published(question)) is not None:
            said.setdefault(found.source, []).append(_LABELS.get(question.objective, question.objective))
    every = list(_LABELS.values())
    return "; ".join(
        source if labels == every else f"{source} ({', '.join(labels)})" for source, labels in said.items()
    )


def _lost(rows: Rows) -> str:
    """What is lost within a limit."""
    found = [rows[question] for question in smallest_first(rows) if question.objective == "lost"]
    head = ["game", "guesses", "secrets", "fewest lost", "total of those found", "published before"]
    return _table(head, (_lost_line(row) for row in found)) if found else "None yet."


def _lost_line(row: Row) -> list[str]:
    question = row.question
    lost = _value(row) if row.weight is None else f"{_value(row)} of a weight of {row.weight:,}"
    if row.proven and row.weight is not None:
        lost += f" ({row.lost:,} {plural(row.lost or 0, 'secret')})"
    total = f"{row.total:,}" if row.proven and row.total is not None else ""
    source = published(question)
    return [question.game, str(question.max_guesses), f"{row.secrets:,}", lost, total, source.source if source else ""]


def _others(rows: Rows) -> str:
    """Questions with other options."""
    found = [rows[one] for one in smallest_first(rows) if not one.is_plain and one.objective != "lost"]
    head = ["game", "question", "value", "mean", "published before"]
    return _table(head, (_other_line(row) for row in found)) if found else "None yet."


def _other_line(row: Row) -> list[str]:
    source = published(row.question)
    mean = _mean(row) if row.question.objective == "mean" else ""
    return [row.question.game, _asked(row.question), _value(row), mean, source.source if source else ""]


def _asked(question: Question) -> str:
    """The objective and the options of a question."""
    return ", ".join([question.objective, *(f"`{option}`" for option in question.options)])


def _proofs(rows: Rows) -> str:
    """A table for each family: what each proof took, and how it can be recognised."""
    return "\n\n".join(_proofs_of(rows, family) for family in FAMILIES if any(one.family == family for one in rows))


def _proofs_of(rows: Rows, family: str) -> str:
    found = [rows[question] for question in smallest_first(rows) if question.family == family]
    found.sort(key=lambda row: _by_size_of_text(row.question.game))
    head = ["game", "objective", "nodes", "seconds", "claims", "certificate", "written in", "checksum", "accepted by"]
    return f"### {TITLES.get(family, family)}\n\n" + _table(head, (_proof_line(row) for row in found))


def _proof_line(row: Row) -> list[str]:
    start = [row.question.game, _asked(row.question), f"{row.nodes:,}", _seconds(row.seconds) + "*" * row.resumed]
    one = row.certificate
    if one is None:
        return [*start, "", _why_none(row), "", "", ""]
    accepted = {(PYTHON, C): "both", (C,): C, (PYTHON,): PYTHON}.get(tuple(sorted(one.accepted)), "not checked")
    if one.refused:
        accepted = "refused"
    return [*start, f"{one.claims:,}", _size(one.bytes), _seconds(one.seconds) + " s", f"`{one.sha256[:16]}`", accepted]


def _why_none(row: Row) -> str:
    """Why there is no certificate."""
    if row.problem:
        return f"open: {row.problem}"
    if not row.proven:
        return "open"
    return "not written yet" if row.certificate_limit is None else f"not written in {row.certificate_limit:g} s"


def _seconds(seconds: float) -> str:
    if seconds < 0.01:
        return "< 0.01"
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}" if seconds < 100 else f"{seconds:,.0f}"


def _size(size: int) -> str:
    if size < 100_000:
        return f"{size / 1000:.1f} KB"
    return f"{size / 1000:,.0f} KB" if size < 10_000_000 else f"{size / 1_000_000:,.0f} MB"


def _table(head: Sequence[str], lines: Table) -> str:
    return "\n".join(_lines(head, lines))


def _lines(head: Sequence[str], lines: Table) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for line in lines:
        yield f"| {' | '.join(line)} |"
