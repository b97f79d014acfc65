"""The data file: a row for each question that was asked, one row a line, the smallest first."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from bestguess.files import write_whole
from tools.records.questions import Question, smallest_first

ABOUT = (
    "written by `make records`; limit, certificate_limit: the most seconds that a search, or the writer of a "
    "certificate, was given in vain; weight: of all secrets, where they have weights; what is not so is left out"
)


@dataclass(frozen=True)
class Certificate:
    """The file that proves a row, and who accepts it; *refused* is what a checker says that does not."""

    claims: int
    bytes: int
    sha256: str
    seconds: float
    accepted: tuple[str, ...] = ()
    refused: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether a checker accepts it, and none refuses it."""
        return bool(self.accepted) and not self.refused


@dataclass(frozen=True)
class Row:
    """What is known of the answer to a question, and what it took to find out.

    *lower* and *upper* are in the unit of the objective; *total* is that of the secrets found and *lost* counts secrets
    where some may be lost. *limit*: the most seconds that a search was given in one run, of what is open;
    *certificate_limit*: that the writer of the certificate was given, where there is none.
    """

    question: Question
    secrets: int
    proven: bool = False
    lower: int | None = None
    upper: int | None = None
    weight: int | None = None
    worst: int | None = None
    lost: int | None = None
    total: int | None = None
    first_guess: str | None = None
    nodes: int = 0
    seconds: float = 0.0
    limit: float | None = None
    resumed: bool = False
    threads: int = 1
    version: str = ""
    commit: str = ""
    machine: str = ""
    lists: str = ""
    problem: str = ""
    certificate: Certificate | None = None
    certificate_limit: float | None = None

    @property
    def whole_weight(self) -> int:
        """What a total is divided by, to give the mean."""
        return self.secrets if self.weight is None else self.weight

    def as_json(self) -> dict[str, Any]:
        """The row by its JSON keys, without what is not so."""
        document = {**asdict(self.question), **asdict(self)}
        del document["question"]
        if self.proven:
            document = {
                "game": self.question.game,
                "objective": self.question.objective,
                "value": self.upper,
            } | document
            del document["lower"], document["upper"]
        if self.certificate is not None:
            document["certificate"] = _without_nothing(document["certificate"])
        return _without_nothing(document) | {"proven": self.proven, "nodes": self.nodes}


def _without_nothing(document: Mapping[str, Any]) -> dict[str, Any]:
    """*document* without what is None, false or empty; a value of 0 stays."""
    return {name: value for name, value in document.items() if value is not None and value is not False and value != ""}


def row_of(document: dict[str, Any]) -> Row:
    """The row that `as_json` gave *document* of."""
    rest = dict(document)
    question = Question(**{one.name: rest.pop(one.name) for one in fields(Question) if one.name in rest})
    if "value" in rest:
        rest["lower"] = rest["upper"] = rest.pop("value")
    if "certificate" in rest:
        given = rest["certificate"]
        rest["certificate"] = Certificate(**{**given, "accepted": tuple(given.get("accepted", ()))})
    return Row(question=question, **rest)


Rows = dict[Question, Row]


def load_rows(path: Path) -> Rows:
    """The rows in the file at *path*; none if there is no file."""
    if not path.exists():
        return {}
    rows = [row_of(document) for document in json.loads(path.read_text())["rows"]]
    return {row.question: row for row in rows}


def save_rows(path: Path, rows: Rows) -> None:
    """Writes *rows* to *path*, whole or not at all."""
    write_whole(path, rows_text(rows[question] for question in smallest_first(rows)))


def rows_text(rows: Iterable[Row]) -> str:
    """What the file of *rows* holds."""
    lines = ",\n".join(json.dumps(row.as_json(), ensure_ascii=False) for row in rows)
    return f'{{"about": {json.dumps(ABOUT)},\n"rows": [\n{lines}\n]}}\n'
