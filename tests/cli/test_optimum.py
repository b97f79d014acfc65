"""bestguess optimum: text, JSON, files, limits and Ctrl-C."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bestguess.cli.app import run
from commands import document, interrupted_in_native_code, read_document
from unix import need_unix


def test_the_optimum_of_mastermind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """5625, proven, with a tree that the checker accepts."""
    found = document(capsys, "optimum", "mastermind(4,6)", "--tree", str(tmp_path / "best.json"))
    assert (found["total"], found["proven"], found["feasible"], found["lower_bound"]) == (5625, True, True, 5625)
    assert run(["check", str(tmp_path / "best.json")]) == 0
    assert "total 5,625" in capsys.readouterr().out
    assert run(["optimum", "mastermind(3,4)"]) == 0
    assert "mean 3.219 guesses (total 206), proven optimal" in capsys.readouterr().out


def test_limits_and_objectives(capsys: pytest.CaptureFixture[str]) -> None:
    """A limit that cannot be kept is an answer; each objective has its figure."""
    found = document(capsys, "optimum", "mastermind(4,6)", "--max-guesses", "4")
    assert (found["feasible"], found["proven"], found["total"]) == (False, True, None)
    at_worst = document(capsys, "optimum", "mastermind(3,4)", "--objective", "at-worst", "--max-guesses", "4")
    assert at_worst["at_limit"] == at_worst["upper_bound"]
    other = document(capsys, "optimum", "mastermind(4,4)", "--objective", "mean,worst")
    assert (other["objective"], other["total"], other["worst"], other["lower_bound"]) == ("mean,worst", 905, 4, 905)
    assert run(["optimum", "mastermind(4,6)", "--max-guesses", "4"]) == 0
    text = capsys.readouterr().out
    assert "no strategy exists within 4 guesses (proven)\n--objective lost finds the strategy that loses" in text


def test_first_guesses_and_histories(capsys: pytest.CaptureFixture[str]) -> None:
    """Values of first guesses, a given first guess, and positions on the way."""
    found = document(capsys, "optimum", "mastermind(3,5)", "--first-guesses")
    assert min(one["value"] for one in found["first_guesses"]) == 451
    assert all(one["proven"] for one in found["first_guesses"])
    assert run(["optimum", "mastermind(3,5)", "--first-guesses"]) == 0
    assert "first guess" in capsys.readouterr().out
    assert document(capsys, "optimum", "mastermind(3,5)", "--first-guess", "111")["first_guess"] == "111"
    position = document(capsys, "optimum", "bullscows(4,10)", "--history", "0123:2.2")
    assert position["total"] + position["secrets"] == 21


def test_what_is_imposed_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The line, the JSON and the tree name a first guess and consistent guesses; no one calls it optimal."""
    imposed = ["optimum", "mm3x4", "--first-guess", "111", "--consistent"]
    assert run([*imposed, "--tree", str(tmp_path / "tree.json")]) == 0
    out = capsys.readouterr().out
    assert "(total 233), best after 111 with consistent guesses, proven\n" in out
    assert "optimal" not in out
    found = document(capsys, *imposed)
    assert (found["strategy"], found["requested_first_guess"], found["consistent"]) == ("best after 111", "111", True)
    assert run(["check", str(tmp_path / "tree.json")]) == 0
    assert "names its strategy 'best after 111'" in capsys.readouterr().out
    free = document(capsys, "optimum", "mm3x4")
    assert (free["strategy"], free["requested_first_guess"], free["first_guess"]) == ("optimal", None, "112")


def test_a_time_limit_ends_with_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    """What is known by then, marked as not proven, exit code 0."""
    found = document(capsys, "optimum", "mastermind(4,7)", "--time-limit", "0.2")
    assert not found["proven"]
    assert found["lower_bound"] < 11228 <= found["upper_bound"] == found["total"]


def test_ctrl_c_ends_with_what_is_known(tmp_path: Path) -> None:
    """Exit code 130, with bounds and the best tree so far."""
    arguments = ["optimum", "mastermind(5,6)", "--json"]
    code, out, errors = interrupted_in_native_code(arguments, tmp_path, "bestguess.engine")
    assert code == 130, errors
    found = read_document(out)
    assert not found["proven"]
    assert found["lower_bound"] < found["upper_bound"] == found["total"]


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file may be larger than *size* bytes: writing fails halfway, as on a full disk."""
    need_unix()
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_proof_outlives_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file that cannot be written costs neither the result nor the other files: one line, and exit code 2."""
    tree, certificate = tmp_path / "tree.json", tmp_path / "proof.cert"
    tree.symlink_to("/dev/full")
    for files in (["--tree", tree, "--certificate", certificate], ["--certificate", certificate, "--tree", tree]):
        certificate.unlink(missing_ok=True)
        assert run(["optimum", "mastermind(3,4)", *map(str, files), "--json"]) == 2
        captured = capsys.readouterr()
        assert read_document(captured.out)["total"] == 206
        assert captured.err.count("\n") == 1
        message = read_document(captured.err)["message"]
        refused, _, kept = message.partition("; it is kept in ")
        assert refused == f"{tree}: cannot be written: No space left on device"
        assert run(["check", str(certificate)]) == run(["check", kept]) == 0
        capsys.readouterr()
    with largest_file(100):
        code = run(["optimum", "mastermind(3,4)", *map(str, files[:2]), "--tree", str(tmp_path / "other.json")])
    captured = capsys.readouterr()
    assert code == 2
    assert "(total 206), proven optimal" in captured.out
    assert captured.err.count("\n") == 1
    assert captured.err.count("cannot be written") == 2
    assert sorted(tmp_path.iterdir()) == [certificate, tree], "no half of a file is left"


@pytest.mark.parametrize("full", [0, 1, 2, 3])
def test_what_cannot_be_written_in_the_end_is_kept(
    full: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the user's data folder; where that is full, too, in the working folder, or in that for temporary files."""
    folders = [tmp_path / name for name in ("target", "data", "working", "temporary")]
    for folder in folders:
        folder.mkdir()
    (folders[1] / "bestguess").mkdir()
    monkeypatch.setattr("bestguess.cli.files.data_folder", lambda: folders[1] / "bestguess")
    monkeypatch.chdir(folders[2])
    monkeypatch.setattr(tempfile, "tempdir", str(folders[3]))
    replace = os.replace

    def fails(source: Path, target: Path) -> None:
        if any(folder in target.parents for folder in folders[: full + 1]):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    monkeypatch.setattr(os, "replace", fails)
    target = folders[0] / "proof.cert"
    assert run(["optimum", "mm3x4", "--certificate", str(target)]) == 2
    told = capsys.readouterr()
    assert "(total 206), proven optimal" in told.out
    line = f"bestguess: {target}: cannot be written: {os.strerror(errno.ENOSPC)}"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    if full == 3:
        assert (told.err, files) == (f"{line}\n", [])
    else:
        assert told.err == f"{line}; it is kept in {files[0]}\n"
        assert len(files) == 1
        assert folders[full + 1] in files[0].parents
        assert run(["check", str(files[0])]) == 0
    assert not [folder for folder in tmp_path.rglob("kept-*") if not list(folder.iterdir())], "no empty folder is left"


def test_a_full_disk_under_a_checkpoint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The search goes on, says so in one line, and ends with 0; what was saved before serves the next."""
    path = tmp_path / "proof.part"
    line = f"bestguess: {path}: cannot be written: File too large; the search goes on, but its progress is not saved\n"
    for size, said in ((2_000, line), (1_000_000, "")):
        with largest_file(size):
            code = run(["optimum", "mastermind(4,6)", "--checkpoint", str(path), "--json"])
        captured = capsys.readouterr()
        assert (code, captured.err) == (0, said)
        assert read_document(captured.out)["total"] == 5625
        assert (path.stat().st_size < 1_000) == bool(said)
