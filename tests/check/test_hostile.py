"""Files made to do harm: each ends in one line that is safe to print, quickly, and proves nothing."""

import hashlib
import json
import os
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bestguess as bg
from bestguess.check import families, limits
from bestguess.check.limits import Limits
from bestguess.cli.app import run
from checkers import certified, saved
from oddities import odd_document
from unix import unix
from written import Certificate, Question, as_tree, sealed, table_game

FUZZ = 3000 if os.environ.get("BESTGUESS_VERIFY") else 150
EVIL = "fine\nother.json holds: \x1b[2J\x1b]0;title\x07 [bold]all[/bold] \u202eright \u2028\u2066 \x00\x9b31m"
NO_TREE: dict[str, Any] = {"figures": None, "nodes": None, "secret_names": []}
CLAIM = {"parent": [None], "guess": [None], "feedback": [None], "bound": [None]}


@pytest.fixture
def tree(tmp_path: Path) -> dict[str, Any]:
    """A good tree."""
    return saved(tmp_path / "good.json")


@pytest.fixture
def certificate(tmp_path: Path) -> dict[str, Any]:
    """A good certificate."""
    return certified(tmp_path / "good.cert", "mastermind(3,5)")


@pytest.fixture
def question(tmp_path: Path) -> dict[str, Any]:
    """A good certificate of a game with labels, weights and costs."""
    rng = random.Random("labels, weights and costs")
    while (game := table_game(rng, "identify", priced=True)).labels is None or None in (game.weights, game.rows):
        pass
    (tmp_path / "game.csv").write_text(game.content or "", newline="")
    return Certificate(game, Question("worst,mean", 4)).document()


def is_plain(text: str) -> bool:
    """Whether *text* is one line without anything that a terminal would obey."""
    return text.endswith("\n") and text[:-1].isprintable()


def refusal(path: Path, content: str | bytes, **limits: Any) -> str:
    """Why the checker refuses a file of this *content*: one line."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    with pytest.raises((bg.errors.FileError, bg.errors.SizeError)) as caught:
        bg.check_file(path, **limits)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 1000
    return message


EXPORTS = [["tree", "export", "--format", name] for name in ("text", "dot", "svg", "sheet")]


@pytest.mark.parametrize("command", [["check"], ["tree", "show"], ["tree", "show", "--json"], *EXPORTS])
def test_no_text_of_a_file_forges_a_line(
    tmp_path: Path, tree: dict[str, Any], command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A strategy, a game or a history with controls in it is written out, whether the file holds or not."""
    path = tmp_path / "evil.json"
    for change in ({"strategy": EVIL}, {"game": EVIL}, {"history": [[EVIL, EVIL]]}, {"secret_names": [["111", EVIL]]}):
        path.write_text(sealed({**tree, **change}))
        run([*command, str(path)])
        printed = "".join(capsys.readouterr())
        assert printed
        assert all(is_plain(line + "\n") for line in printed.split("\n")), printed
        assert not any(line.startswith("other.json") for line in printed.splitlines())


def test_codes_and_feedbacks_of_a_file_forge_no_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor do those of a game from a file, nor does the name of a file."""
    table, path = tmp_path / "game.csv", tmp_path / "evil\x1b[2J.json"
    codes = ["a\x1b[2J", "b\u202e-", "c\u2028-"]
    lines = [["win=-\x9b-", *codes], *([g, *("-\x9b-" if g == s else "n\x07-" for s in codes)] for g in codes)]
    table.write_text("\n".join(map(",".join, lines)) + "\n", encoding="utf-8")
    bg.build_tree(bg.game(f"table({table})"), "first").save(path)
    for command in (["check"], ["tree", "show"], *EXPORTS):
        assert run([*command, str(path)]) == 0
        printed = "".join(capsys.readouterr())
        assert all(is_plain(line + "\n") for line in printed.split("\n")), printed


@pytest.mark.parametrize("game", ["mastermind(8,8)", "mastermind(8,16)", "bullscows(8,16)", "balance(26)"])
@pytest.mark.parametrize("rows", [0, 1])
def test_large_games_are_refused_before_anything_is_listed(
    tmp_path: Path, certificate: dict[str, Any], game: str, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few hundred bytes name a table of 10^14 cells: the refusal says what it would take, at once."""
    monkeypatch.setattr(families, "_join_codes", lambda *_: pytest.fail("listed"))
    history = [["12345678", "0.0"]] * rows
    large = {**certificate, **NO_TREE, "game": game, "history": history, "max_guesses": 3, "limit": 3}
    large["proofs"] = [{"limit": 3, **CLAIM}]
    message = refusal(tmp_path / "large.cert", sealed(large), memory_limit=400_000_000)
    assert "bytes, more than the memory limit of 400,000,000" in message
    assert "a list of" in message or "a table of" in message


def test_tables_and_sets_are_bounded_too(tmp_path: Path, certificate: dict[str, Any]) -> None:
    """A table that fits in no memory, claims whose sets do not, and files that do not."""
    path = tmp_path / "proof.cert"
    none = {**certificate, **NO_TREE, "game": "mastermind(4,6)", "max_guesses": 3, "limit": 3}
    none["proofs"] = [{"limit": 3, **CLAIM}]
    assert "a table of 1,296 guesses and 1,296 candidates" in refusal(path, sealed(none), memory_limit=2_500_000)
    assert "a table of 1,296 guesses and 1,296 secrets" in refusal(path, sealed(none), memory_limit=1_000_000)
    later = {**none, "history": [["1122", "0.0"]]}
    assert "a list of 1,296 codes" in refusal(path, sealed(later), memory_limit=300_000)
    assert "a file of more than" in refusal(path, sealed(none), memory_limit=1000)
    many = json.loads(json.dumps(certificate))
    for name, column in many["proofs"][0].items():
        if name != "limit":
            column += [column[1]] * 3000
    assert "the sets of" in refusal(path, sealed(many), memory_limit=1_500_000)


def test_the_time_is_bounded(
    tmp_path: Path, tree: dict[str, Any], certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that is not finished says that nothing is proven."""
    path = tmp_path / "slow"
    for document in (tree, certificate):
        message = refusal(path, sealed(document), time_limit=0)
        assert message.endswith("not checked within 0 seconds: nothing is proven")
    monkeypatch.setattr("bestguess.check.limits.time", SimpleNamespace(monotonic=iter([100.0, 101.5, 101.6]).__next__))
    limits = Limits(seconds=1.5)
    limits.tick()
    with pytest.raises(bg.errors.FileError, match=r"not checked within 1\.5 seconds"):
        limits.tick()


def test_much_memory_is_announced_before_it_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for a table that is large, and none for what is small."""
    bg.optimum("mastermind(3,4)", certify=True).save_certificate(tmp_path / "small.cert")
    lines: list[str] = []
    bg.check_file(tmp_path / "small.cert", announce=lines.append)
    assert lines == []
    monkeypatch.setattr(limits, "MIN_ANNOUNCED_MEMORY", 4000)
    bg.check_file(tmp_path / "small.cert", announce=lines.append)
    assert any("a table of 64 guesses and 64 candidates will take about" in line for line in lines)


def test_time_and_memory_on_the_command_line(
    tmp_path: Path, tree: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Both limits are options; what they stop ends with 2 and one line, and nothing on standard output."""
    path = tmp_path / "tree.json"
    path.write_text(sealed(tree))
    for option in (["--time-limit", "0"], ["--memory-limit", "1KB"]):
        assert run(["check", str(path), *option]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert is_plain(err)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe{\x00}\x00",
        b'{"format": []}',
        b'{"format": "bestguess.tree", "format_version": 2}',
        b'{"format": "bestguess.tree", "format_version": true}',
        b'{"format": "bestguess.tree", "format_version": 1' + b"0" * 5000 + b"}",
        b'{"format": "bestguess.tree", "format": "bestguess.tree", "format_version": 2}',
        b'{"format": "bestguess.certificate", "format_version": NaN}',
        b'{"a":' * 200_000,
        b'"' + b"\\ud800" * 10 + b'"',
        b"1" * 5000,
        b"null",
    ],
)
def test_what_is_no_document(tmp_path: Path, content: bytes) -> None:
    """No JSON, another encoding, members given twice, nesting without end, numbers that are none: one line."""
    refusal(tmp_path / "odd", content)
    with pytest.raises(bg.errors.FileError) as caught:
        bg.load_tree(tmp_path / "odd")
    assert str(caught.value).isprintable()


@unix
def test_an_endless_file(tmp_path: Path) -> None:
    """Is read only as far as the memory goes."""
    with pytest.raises(bg.errors.SizeError, match="a file of more than 333,333 bytes"):
        bg.check_file("/dev/zero", memory_limit=10_000_000)
    with pytest.raises(bg.errors.FileError, match="cannot be read"):
        bg.check_file(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'win=yes,a,b\n"a,yes,no\nb,no,yes\n',
        b'win=yes,a,b\n"a"x,yes,no\nb,no,yes\n',
        b"win=yes,a,b\na,yes,no\nb,no,\xff\n",
        b"win=yes,a,b\na,yes," + b"x" * 200_000 + b"\nb,no,yes\n",
    ],
)
def test_tables_that_are_none(tmp_path: Path, tree: dict[str, Any], content: bytes) -> None:
    """Cells that are missing, blank, torn, huge or no text: one line."""
    table = tmp_path / "game.csv"
    table.write_bytes(content)
    files = [{"name": str(table), "sha256": hashlib.sha256(content).hexdigest()}]
    refusal(tmp_path / "tree.json", sealed({**tree, "game": f"table({table})", "game_files": files}))


def test_files_of_a_game_must_be_those_that_it_names(tmp_path: Path, tree: dict[str, Any]) -> None:
    """No file for a game without, one for a table, by its name."""
    table, path = tmp_path / "game.csv", tmp_path / "tree.json"
    table.write_text("win=yes,a,b\na,yes,no\nb,no,yes\n")
    file = {"name": str(table), "sha256": hashlib.sha256(table.read_bytes()).hexdigest()}
    game = {"game": f"table({table})"}
    for files in ([], [file, file], [{**file, "name": "other.csv"}], [{**file, "size": 3}], [str(table)]):
        refusal(path, sealed({**tree, **game, "game_files": files}))
    assert "the files that the game names, none" in refusal(path, sealed({**tree, "game_files": [file]}))
    nul = {"game": "table(a\x00b)", "game_files": [{"name": "a\x00b", "sha256": ""}]}
    refusal(path, sealed({**tree, **nul}))


def test_whatever_is_put_anywhere(
    tmp_path: Path, tree: dict[str, Any], certificate: dict[str, Any], question: dict[str, Any]
) -> None:
    """Any value replaced, removed or repeated, checksum put right: accepted, or refused in one line."""
    rng = random.Random("whatever")
    path = tmp_path / "fuzzed"
    good = (tree, certificate, question, as_tree(question))
    for number in range(FUZZ):
        path.write_text(sealed(odd_document(rng, good[number % 4], [2**64, 10**4000, 1e300, EVIL])))
        for read in (bg.check_file, bg.load_tree):
            try:
                read(path)
            except (bg.errors.FileError, bg.errors.SizeError) as error:
                message = str(error)
            else:
                message = ""
            assert message.isprintable()
