"""The checker in C alone: its use, its limits and what it prints. tests/check has certificates for both checkers."""

import hashlib
import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.cli.app import run
from checkers import Check, built
from oddities import WORD_LISTS, odd_document, odd_table, odd_words
from written import sealed, written

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "src" / "bestguess" / "data" / "word_lists"
FUZZ = 4000 if os.environ.get("BESTGUESS_VERIFY") else 40


def test_what_it_says(tmp_path: Path, bgcheck: Check) -> None:
    """What was proven, in one line."""
    path = tmp_path / "proof.cert"
    bg.optimum("mastermind(2,2)", certify=True).save_certificate(path)
    says = "no strategy has a lower total than 8 (mean 2.000), proven by 1 claim"
    assert bgcheck(path) == (True, f"proof.cert: holds: mastermind(2,2): {says}\n")


def test_words_of_the_package(tmp_path: Path, bgcheck: Check) -> None:
    """The files of words(NAME,LENGTH) are given by options; others than those of the certificate are refused."""
    path = tmp_path / "hard.cert"
    game = bg.game("words(english,4,rule=hard)")
    bg.optimum(bg.Position(game, "aloe:BBBY"), first_guess="nest", certify=True).save_certificate(path)
    files = ["--secrets", str(LISTS / "english-4.txt"), "--guesses", str(LISTS / "english-4-guesses.txt")]
    holds, line = bgcheck(path, None, *files)
    assert holds, line
    assert "cannot open" in bgcheck(path)[1]
    files[1] = files[3]
    assert "SHA-256" in bgcheck(path, None, *files)[1]


def test_limits_and_use(tmp_path: Path, bgcheck: Check) -> None:
    """What is too large is refused, and wrong use says what is right."""
    path = tmp_path / "proof.cert"
    bg.optimum("mastermind(3,3)", certify=True).save_certificate(path)
    document = json.loads(path.read_text())
    for text in ("mastermind(8,16)", "mastermind(4,15)"):
        assert re.search("too many|MB", bgcheck(tmp_path / "large.cert", {**document, "game": text})[1]), text
    for options in (["--what", "x"], ["--table"], ["again"], ["--time-limit", "1"]):
        holds, line = bgcheck(path, None, *options)
        assert not holds
        assert line.startswith("use: bgcheck FILE")


def test_exit_codes_are_those_of_the_command(tmp_path: Path, bgcheck: Check) -> None:
    """0 for what holds; 2 for what does not hold, is damaged, is missing, or is asked for wrongly."""
    path, false, cut = tmp_path / "proof.cert", tmp_path / "false.cert", tmp_path / "cut.cert"
    bg.optimum("mastermind(2,3)", certify=True).save_certificate(path)
    document = json.loads(path.read_text())
    total = document["figures"]["total"]
    false.write_text(sealed({**document, "figures": {**document["figures"], "total": total - 1}}))
    cut.write_text(path.read_text()[:-100])
    for file, options in ((path, []), (false, []), (cut, []), (tmp_path / "none.cert", []), (path, ["--what"])):
        holds = file == path and not options
        assert bgcheck(file, None, *options)[0] == holds  # which asserts the code 0 or 2
        assert run(["check", str(file), *options]) == (0 if holds else 2)


def test_no_text_of_a_file_forges_a_line(tmp_path: Path, bgcheck: Check) -> None:
    """Controls are escaped, in what the file says and in its name."""
    path = tmp_path / "evil\x1b[2J.json"
    bg.build_tree("mastermind(2,2)", "first").save(path)
    document = json.loads(path.read_text())
    assert bgcheck(path)[0]
    for change in ({"game": "x\nother.json: holds\x1b[2J\u202e"}, {"evil\x1b\x00": 1}, {"history": [["\x9b", "\x07"]]}):
        assert not bgcheck(path, {**document, **change})[0]


def with_other_bytes(rng: random.Random, text: str) -> bytes:
    """The file with some bytes changed, left out or doubled, and with a checksum that is right again."""
    body = bytearray(text.encode()[:-87])
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(body))
        odd = [b"9" * 20, b"\\ud800", b'"', b"[", b"-1", b"", bytes([rng.randrange(256)]), bytes(body[at : at + 20])]
        body[at : at + rng.choice([0, 1, 1, 5])] = rng.choice(odd)
    return bytes(body) + f',"checksum":"sha256:{hashlib.sha256(body).hexdigest()}"}}\n'.encode()


def fuzzed(rng: random.Random, folder: Path) -> bytes:
    """A file with damage, or one of a game whose file has some; its checksum and those of files are right."""
    if rng.random() < 0.4:
        words = rng.random() < 0.5
        odd = odd_words(rng, rng.choice(WORD_LISTS)) if words else odd_table(rng)
        (folder / "odd").write_text(odd, encoding="utf-8", newline="")
        entry = {"name": "odd", "sha256": hashlib.sha256((folder / "odd").read_bytes()).hexdigest()}
        document = written(rng.randrange(1000), folder).document()
        game = "words(odd)" if words else rng.choice(["table(odd)", "table(odd,goal=identify)"])
        return sealed({**document, "game": game, "game_files": [entry]}).encode()
    document = written(rng.randrange(1000), folder, sparse=rng.random() < 0.5).document()
    if rng.random() < 0.5:
        return sealed(odd_document(rng, document)).encode()
    return with_other_bytes(rng, sealed(document))


def test_no_input_leads_to_undefined_behaviour(tmp_path: Path) -> None:
    """Files with damage, and games from files with damage, under the sanitizers."""
    try:
        program = built(tmp_path, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    except subprocess.CalledProcessError:
        pytest.skip("the compiler has no sanitizers")
    rng, path = random.Random(7), tmp_path / "fuzz.json"
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    for number in range(FUZZ):
        path.write_bytes(fuzzed(rng, tmp_path))
        done = subprocess.run([program, path.name], cwd=tmp_path, capture_output=True, env=environment, timeout=120)
        assert done.returncode in (0, 2), (number, done.stderr)
        assert done.stderr.count(b"\n") <= 1, done.stderr


def test_files_without_end(tmp_path: Path, bgcheck: Check) -> None:
    """A device that never ends is refused, not read."""
    link = tmp_path / "zeros.cert"
    try:
        link.symlink_to("/dev/zero")
        link.open("rb").close()
    except OSError:
        pytest.skip("no /dev/zero")
    try:
        assert "U+0000" in bgcheck(link)[1]
    except subprocess.TimeoutExpired:
        pytest.fail("it reads on and on")
