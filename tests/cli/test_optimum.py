"""bestguess optimum: text, JSON, files, limits and Ctrl-C."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from commands import document, interrupted_in_native_code, output, ran, read_document
from unix import need_unix


def test_the_optimum_of_mastermind(tmp_path: Path) -> None:
    """5625, proven, with a tree that the checker accepts."""
    found = document("optimum", "mastermind(4,6)", "--tree", str(tmp_path / "best.json"))
    assert (found["total"], found["proven"], found["feasible"], found["lower_bound"]) == (5625, True, True, 5625)
    assert "total 5,625" in output("check", str(tmp_path / "best.json"))
    assert "mean 3.219 guesses (total 206), proven optimal" in output("optimum", "mastermind(3,4)")


def test_limits_and_objectives() -> None:
    """A limit that cannot be kept is an answer; each objective has its figure."""
    found = document("optimum", "mastermind(4,6)", "--max-guesses", "4")
    assert (found["feasible"], found["proven"], found["total"]) == (False, True, None)
    at_worst = document("optimum", "mastermind(3,4)", "--objective", "at-worst", "--max-guesses", "4")
    assert at_worst["at_limit"] == at_worst["upper_bound"]
    other = document("optimum", "mastermind(4,4)", "--objective", "mean,worst")
    assert (other["objective"], other["total"], other["worst"], other["lower_bound"]) == ("mean,worst", 905, 4, 905)
    text = output("optimum", "mastermind(4,6)", "--max-guesses", "4")
    assert "no strategy exists within 4 guesses (proven)\n--objective lost finds the strategy that loses" in text


def test_first_guesses_and_histories() -> None:
    """Values of first guesses, a given first guess, and positions on the way."""
    found = document("optimum", "mastermind(3,5)", "--first-guesses")
    assert min(one["value"] for one in found["first_guesses"]) == 451
    assert all(one["proven"] for one in found["first_guesses"])
    assert "first guess" in output("optimum", "mastermind(3,5)", "--first-guesses")
    assert document("optimum", "mastermind(3,5)", "--first-guess", "111")["first_guess"] == "111"
    position = document("optimum", "bullscows(4,10)", "--history", "0123:2.2")
    assert position["total"] + position["secrets"] == 21


def test_what_is_imposed_is_named(tmp_path: Path) -> None:
    """The line, the JSON and the tree name a first guess and consistent guesses; no one calls it optimal."""
    imposed = ["optimum", "mm3x4", "--first-guess", "111", "--consistent"]
    out = output(*imposed, "--tree", str(tmp_path / "tree.json"))
    assert "(total 233), best after 111 with consistent guesses, proven\n" in out
    assert "optimal" not in out
    found = document(*imposed)
    assert (found["strategy"], found["requested_first_guess"], found["consistent"]) == ("best after 111", "111", True)
    assert "names its strategy 'best after 111'" in output("check", str(tmp_path / "tree.json"))
    free = document("optimum", "mm3x4")
    assert (free["strategy"], free["requested_first_guess"], free["first_guess"]) == ("optimal", None, "112")


def test_a_time_limit_ends_with_bounds() -> None:
    """What is known by then, marked as not proven, exit code 0."""
    found = document("optimum", "mastermind(4,9)", "--time-limit", "0.2")
    assert not found["proven"]
    assert found["lower_bound"] < 34666 <= found["upper_bound"] == found["total"]


def test_ctrl_c_ends_with_what_is_known(tmp_path: Path) -> None:
    """Exit code 130, with bounds and the best tree so far."""
    arguments = ["optimum", "mastermind(5,6)", "--json"]
    code, out, errors = interrupted_in_native_code(arguments, tmp_path, "bestguess.engine.search")
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
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_proof_outlives_its_files(tmp_path: Path) -> None:
    """A file that cannot be written costs neither the result nor the other files: one line, and exit code 2."""
    tree, certificate = tmp_path / "tree.json", tmp_path / "proof.cert"
    tree.symlink_to("/dev/full")
    for files in (["--tree", tree, "--certificate", certificate], ["--certificate", certificate, "--tree", tree]):
        certificate.unlink(missing_ok=True)
        captured = ran(2, "optimum", "mastermind(3,4)", *map(str, files), "--json")
        assert read_document(captured.out)["total"] == 206
        assert captured.err.count("\n") == 1
        message = read_document(captured.err)["message"]
        refused, _, kept = message.partition("; it was saved as ")
        assert refused == f"{tree}: cannot be written: No space left on device"
        for file in (str(certificate), kept):
            assert document("check", file)["holds"]
    with largest_file(100):
        captured = ran(2, "optimum", "mastermind(3,4)", *map(str, files[:2]), "--tree", str(tmp_path / "other.json"))
    assert "(total 206), proven optimal" in captured.out
    assert captured.err.count("\n") == 1
    assert captured.err.count("cannot be written") == 2
    assert sorted(tmp_path.iterdir()) == [certificate, tree], "no half of a file is left"


@pytest.mark.parametrize("full", [0, 1, 2, 3])
def test_what_cannot_be_written_in_the_end_is_kept(full: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    told = ran(2, "optimum", "mm3x4", "--certificate", str(target))
    assert "(total 206), proven optimal" in told.out
    line = f"bestguess: {target}: cannot be written: {os.strerror(errno.ENOSPC)}"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    if full == 3:
        assert (told.err, files) == (f"{line}\n", [])
    else:
        assert told.err == f"{line}; it was saved as {files[0]}\n"
        assert len(files) == 1
        assert folders[full + 1] in files[0].parents
        assert document("check", str(files[0]))["holds"]
    assert not [folder for folder in tmp_path.rglob("kept-*") if not list(folder.iterdir())], "no empty folder is left"


def test_a_full_disk_under_a_checkpoint(tmp_path: Path) -> None:
    """The search goes on, says so in one line, and ends with 0; what was saved before serves the next."""
    path = tmp_path / "proof.part"
    line = f"bestguess: {path}: cannot be written: File too large; the search goes on, but its progress is not saved\n"
    for size, said in ((2_000, line), (1_000_000, "")):
        with largest_file(size):
            captured = ran(0, "optimum", "mastermind(4,6)", "--checkpoint", str(path), "--json")
        assert captured.err == said
        assert read_document(captured.out)["total"] == 5625
        assert (path.stat().st_size < 1_000) == bool(said)
