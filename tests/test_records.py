"""The table of records: what is asked, a run that can be stopped, the data file and the page that is made of it."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from checkers import built
from tools.records.__main__ import main
from tools.records.page import page
from tools.records.published import published
from tools.records.questions import Question, all_questions, smallest_first
from tools.records.rows import Row, Rows, load_rows, row_of, rows_text
from tools.records.run import PYTHON, C, checksum_of, lists_of
from unix import unix

DOCS = Path(__file__).parents[1] / "docs"
THREE = r"^(mastermind\(2,2\)|twod\(3\)|balance\(3\)), mean$"
KNOWN = {  # game, objective: value; well known, see docs/results.md for the sources
    ("mastermind(3,4)", "mean"): 206,
    ("mastermind(4,6)", "mean"): 5625,
    ("mastermind(4,6)", "worst"): 5,
    ("mastermind(4,6)", "worst,mean"): 5626,
    ("bullscows(3,7)", "mean"): 836,
    ("twod(5)", "worst"): 4,
    ("numbers(100)", "worst"): 7,
    ("balance(12)", "worst"): 3,
    ("balance(13)", "worst"): 4,
    ("balance(13,find=coin)", "worst"): 3,
}
Records = Callable[..., int]


@pytest.fixture(scope="module")
def kept() -> Rows:
    """The rows in docs/records.json."""
    return load_rows(DOCS / "records.json")


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checker in C, compiled."""
    return built(tmp_path_factory.mktemp("checker"))


@pytest.fixture
def records(tmp_path: Path, checker: Path) -> Records:
    """`make records` in a folder of its own, by default without the checker in Python: returns its status."""

    def call(*options: str) -> int:
        places = {"data": "records.json", "output": "results.md", "folder": "files"}
        given = [f"--{option}={tmp_path / name}" for option, name in places.items()]
        return main([*given, f"--checker={checker}", "--check-time=0", *options])

    return call


def within_20_nodes() -> Callable[..., bg.Result]:
    """What stands for `optimum`: the same search, but of 20 nodes at most."""
    optimum = bg.optimum

    def limited(*given: Any, limits: bg.Limits, **options: Any) -> bg.Result:
        return optimum(*given, limits=replace(limits, nodes=20), **options)

    return limited


def only_row(folder: Path) -> Row:
    """The row that a run about one question has kept."""
    (row,) = load_rows(folder / "records.json").values()
    return row


# What is asked


def test_questions_are_complete() -> None:
    """All sizes of Mastermind and of Bulls and Cows within the limits are asked for three objectives, and no others.

    Smallest first, by guesses times secrets; no question and no file name appears twice.
    """
    questions = all_questions()
    asked = set(questions)
    sizes = [len(bg.game(one.game).guesses) * len(bg.game(one.game).secrets) for one in questions]
    assert sizes == sorted(sizes)
    assert len(asked) == len({one.file_name for one in questions}) == len(questions)
    assert all(str(bg.game(one.game)) == one.game for one in questions)
    for pegs in range(1, 9):
        for symbols in range(1, 17):
            for objective in ("mean", "worst", "worst,mean"):
                one = Question(f"mastermind({pegs},{symbols})", objective)
                assert (one in asked) == (symbols**pegs <= 20_000)
                one = Question(f"bullscows({pegs},{symbols})", objective)
                assert (one in asked) == (pegs <= symbols and math.perm(symbols, pegs) <= 31_000)
    families = {one.family for one in asked}
    assert families == {"mastermind", "bullscows", "exact", "twod", "numbers", "balance", "words"}
    assert {one.objective for one in asked} == {"mean", "worst", "worst,mean", "at-worst", "lost"}
    assert {f"words(english,{length},rule=hard)" for length in range(4, 9)} <= {one.game for one in asked}


# A run


def test_run_writes_rows_certificates_and_page(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three games give three rows, whose certificates both checkers accept, and a page; a second run asks nothing."""
    assert records("--only", THREE, "--check-time=30") == 0
    rows = load_rows(tmp_path / "records.json")
    assert {one.game: row.upper for one, row in rows.items()} == {"mastermind(2,2)": 8, "twod(3)": 22, "balance(3)": 12}
    for question, row in rows.items():
        assert row.proven
        assert row.certificate is not None
        file = tmp_path / "files" / f"{question.file_name}.cert"
        assert (row.certificate.sha256, row.certificate.bytes) == (checksum_of(file), file.stat().st_size)
        assert set(row.certificate.accepted) == {PYTHON, C}
        assert f"`{row.certificate.sha256[:16]}` | both |" in (tmp_path / "results.md").read_text()
    assert not list((tmp_path / "files").glob("*.checkpoint"))
    written = [(tmp_path / name).read_bytes() for name in ("records.json", "results.md")]
    monkeypatch.setattr(bg, "optimum", None)
    capsys.readouterr()
    assert records("--only", THREE) == 0
    said = capsys.readouterr().out
    assert said.startswith("done: 3 rows proven, 3 of them with a certificate that holds, 0 open; 0 of 3")
    assert [(tmp_path / name).read_bytes() for name in ("records.json", "results.md")] == written


def test_interrupted_run_goes_on(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C in the second question keeps the first; the next run asks only what is missing."""
    asked = list[str]()
    optimum = bg.optimum

    def interrupted(game: str, *given: Any, **options: Any) -> bg.Result:
        asked.append(game)
        if game == "twod(3)":
            raise KeyboardInterrupt
        return optimum(game, *given, **options)

    with monkeypatch.context() as patch:
        patch.setattr(bg, "optimum", interrupted)
        assert records("--only", THREE) == 130
    assert capsys.readouterr().out.splitlines()[-1].startswith("stopped: 2 rows proven, 2 of them with a certificate")
    assert asked[-1] == "twod(3)"
    before = load_rows(tmp_path / "records.json")
    assert (tmp_path / "results.md").read_text() == page(before)
    assert records("--only", THREE) == 0
    after = load_rows(tmp_path / "records.json")
    assert len(after) == 3
    assert all(after[question] == row for question, row in before.items())


def test_open_search_goes_on_from_its_checkpoint(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An open row is asked again with a larger limit only, goes on, and its certificate is that of a plain search."""
    one = ["--only", r"^mastermind\(4,5\), mean$"]
    with monkeypatch.context() as patch:
        patch.setattr(bg, "optimum", within_20_nodes())
        assert records(*one, "--time", "5") == 0
    row = only_row(tmp_path)
    assert not row.proven
    assert row.limit == 5
    assert row.lower is not None
    assert row.upper is not None
    assert f"open: {row.lower:,} to {row.upper:,}" in (tmp_path / "results.md").read_text()
    assert records(*one, "--time", "5") == 0
    assert only_row(tmp_path) == row
    assert records(*one, "--time", "60") == 0
    found = only_row(tmp_path)
    assert (found.proven, found.upper, found.resumed, found.limit) == (True, 2463, True, None)
    assert found.nodes > row.nodes
    assert found.certificate is not None
    bg.optimum("mastermind(4,5)", certify=True, limits=bg.Limits(threads=1)).save_certificate(tmp_path / "plain.cert")
    assert found.certificate.sha256 == checksum_of(tmp_path / "plain.cert")
    with monkeypatch.context() as patch:
        patch.setattr(bg, "optimum", within_20_nodes())
        assert records(*one, "--again") == 0
    assert only_row(tmp_path) == found  # a search that is too short does not replace what is proven


@unix
def test_refused_certificate_is_said(records: Records, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When a checker refuses a certificate, the row and the page say so, and the command fails."""
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho it is wrong >&2\nexit 1\n")
    liar.chmod(0o755)
    one = ("--only", r"^mastermind\(2,2\), worst$", "--check-time=30")
    assert records(*one, f"--checker={liar}") == 1
    row = only_row(tmp_path)
    assert row.certificate is not None
    assert (row.certificate.accepted, row.certificate.refused) == ((PYTHON,), "bgcheck: it is wrong")
    assert "| refused |" in (tmp_path / "results.md").read_text()
    assert "1 certificate REFUSED by a checker" in (tmp_path / "results.md").read_text()
    said = capsys.readouterr().out
    assert "REFUSED by bgcheck: it is wrong" in said
    assert "0 of them with a certificate that holds" in said
    assert records(*one, f"--checker={liar}", "--total=0") == 1  # also where time is up
    assert "refused by a checker: mastermind(2,2), worst" in capsys.readouterr().out
    assert records(*one) == 0  # and it is asked for again
    certificate = only_row(tmp_path).certificate
    assert certificate is not None
    assert certificate.is_accepted


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ({"error": bg.errors.SizeError("expected 8 GB, got 4 GB")}, "open: expected 8 GB, got 4 GB"),
        ({"proofs": None}, "not written in 240 s"),
    ],
)
def test_what_is_not_found_is_said(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: dict[str, Any], said: str
) -> None:
    """A game that does not fit is open, with the reason; what took too long is tried again with more time only."""
    optimum = bg.optimum

    def failing(*given: Any, **options: Any) -> bg.Result:
        if "error" in problem:
            raise problem["error"]
        return replace(optimum(*given, **options), **problem)

    one = ["--only", r"^mastermind\(2,3\), mean$"]
    with monkeypatch.context() as patch:
        patch.setattr(bg, "optimum", failing)
        assert records(*one) == 0
    assert records(*one) == 0
    assert only_row(tmp_path).certificate is None
    assert said in (tmp_path / "results.md").read_text()
    assert records(*one, "--time", "61") == 0
    assert only_row(tmp_path).certificate is not None


# The data file and the page


def test_page_is_that_of_the_data(kept: Rows) -> None:
    """`make records RECORDS_OPTIONS=--page` would not change docs/results.md, and its lines are not too long.

    Whoever the page names for a value stands under its sources; also who published hard mode's 8116.
    """
    text = (DOCS / "results.md").read_text()
    assert text == page(kept)
    assert "{{" not in text
    assert not [line for line in text.splitlines() if len(line) > 128 and not line.startswith("|")]
    values, _, sources = text.partition("## Sources")
    assert "A tree of 8116 was public by 2023: Cunanan & Thielscher 2023." in values
    listed = set(re.findall(r"^\* ([^:]+):", sources, re.MULTILINE))
    named = set(re.findall(r"(?:[A-Z]\w+(?:, | & ))*[A-Z]\w+ (?:19|20)[0-9]{2}\b", values))
    assert {name for name in named if name not in listed and set(name.split(", ")) - listed} == set()


def test_data_is_sorted_and_read_as_it_was_written(kept: Rows) -> None:
    """docs/records.json has a row a line, the smallest first, and reading and writing change nothing."""
    text = (DOCS / "records.json").read_text()
    assert text == rows_text(kept[question] for question in smallest_first(kept))
    assert all(row_of(json.loads(json.dumps(row.as_json()))) == row for row in kept.values())
    assert set(kept) <= set(all_questions())
    assert not re.search("/home|/work|/tmp", text)


def test_rows_are_proven_checked_and_known(kept: Rows) -> None:
    """At least 80 rows are proven; no checker refuses a certificate, and one accepts each; the lists are ours.

    Proven rows have the values that are well known, and those that the page says were published.
    """
    assert sum(row.proven for row in kept.values()) >= 80
    for (game, objective), value in KNOWN.items():
        row = kept[Question(game, objective)]
        assert (row.proven, row.upper) == (True, value)
    for question, row in kept.items():
        assert (row.threads, row.lists) == (1, lists_of(question))
        if row.certificate is not None:
            assert row.certificate.accepted, question
            assert not row.certificate.refused, question
        source = published(question)
        if row.proven and source is not None and source.value is not None:
            assert row.upper == source.value, question
