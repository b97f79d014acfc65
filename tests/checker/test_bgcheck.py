"""The checker in C: what holds is accepted, what does not is refused, and both checkers agree."""

import copy
import csv
import hashlib
import itertools
import json
import os
import random
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.cli.app import run
from bgchecking import Check, built, python_holds, runner
from documents import sealed
from handmade import Question, Solver, Tiny, balance, document_of, numbers, pegs, random_table, solved, tree_of
from worlds import BUILT_IN
from written import BEYOND

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "src" / "bestguess" / "data" / "word_lists"
EVERYTHING = bool(os.environ.get("BESTGUESS_VERIFY"))
WORLDS = 200 if EVERYTHING else 25
FUZZ = 4000 if EVERYTHING else 120
OBJECTIVES = ["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]


@pytest.fixture(scope="session")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """Runs the checker."""
    return runner(built(tmp_path_factory.mktemp("bgcheck"), "-O2"))


def a_table(rng: random.Random, path: Path) -> str:
    """A game in a file, as the engine solves it: each secret is won by one guess."""
    secrets, feedbacks = rng.randint(2, 9), rng.choice([1, 2, 3, 5])
    rows = [["win=w", *(f"s{i}" for i in range(secrets))]]
    for guess in range(secrets + rng.choice([0, 0, 1, 4])):
        answers = ["w" if guess == i else f"f{rng.randint(1, feedbacks)}" for i in range(secrets)]
        rows.append([rng.choice(["s", "g"]) + str(guess), *answers])
    if rng.random() < 0.6:
        rows.append(["weight", "3", *(rng.choice(["0", "1", "2", "0.5", "1/3"]) for _ in range(secrets - 1))])
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return f"table({path.name})"


def some_words(rng: random.Random, path: Path) -> str:
    """A game of words in a file, some with weights."""
    letters, length = rng.choice(["ab", "abc", "abcde", "aeé", "абв"]), rng.choice([2, 3, 4])
    words = sorted({"".join(rng.choices(letters, k=length)) for _ in range(rng.randint(2, 14))})
    lines = [rng.choice([word, word.upper(), f"{word} {rng.choice([0, 1, 2, 5])}"]) for word in words]
    path.write_text("".join(f"{line}\n" for line in lines))
    return f"words({path.name}{rng.choice(['', '', ',rule=hard', ',rule=strict'])})"


def a_file(rng: random.Random, folder: Path) -> dict[str, Any] | None:
    """A tree or a certificate of the engine, of a random game; None if there is nothing to solve."""
    path = folder / "good.json"
    texts = [rng.choice(BUILT_IN), a_table(rng, folder / "game.csv"), some_words(rng, folder / "words.txt")]
    text = rng.choice(texts)
    text = rng.choice([text, text, f"{text[:-1]},rows={rng.randint(2, 6)})"])
    game, history, options = bg.game(text), list[tuple[str, str]](), dict[str, Any]()
    guess, secret = rng.choice(game.guesses), rng.choice(game.secrets)
    if rng.random() < 0.25:
        options["first_guess"] = rng.choice(game.guesses)
    if rng.random() < 0.25:
        options["consistent"] = True
    try:
        if rng.random() < 0.2:
            bg.build_tree(game, rng.choice(["minimax", "entropy", "first"]), **options).save(path)
        else:
            if rng.random() < 0.3 and game.score(guess, secret) != game.win:
                history = [(guess, game.score(guess, secret))]
            if rng.random() < 0.3:
                options["max_guesses"] = rng.randint(1, 5)
            position = bg.Position(game, history)
            bg.optimum(position, rng.choice(OBJECTIVES), certify=True, **options).save_certificate(path)
    except (bg.errors.HistoryError, bg.errors.StrategyError):
        return None
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def damaged(rng: random.Random, document: dict[str, Any]) -> dict[str, Any]:
    """The document with one item of it changed, left out or doubled."""
    changed = copy.deepcopy(document)
    parent: Any = changed
    while True:
        key = rng.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
        item = parent[key]
        if not isinstance(item, dict | list) or not item or rng.random() < 0.1:
            break
        parent = item
    if isinstance(item, bool):
        parent[key] = not item
    elif isinstance(item, int):
        parent[key] = rng.choice([max(0, item - 1), item + 1, 0, None])
    elif isinstance(item, str) and isinstance(parent, list) and rng.random() < 0.7:
        parent[key] = rng.choice(parent)
    elif isinstance(parent, list) and rng.random() < 0.5:
        parent[key : key + 1] = rng.choice([[], [item, item]])
    else:
        parent[key] = rng.choice([None, 0, "x", "free", "hit", [], {}])
    return changed


@pytest.mark.parametrize("seed", range(WORLDS))
def test_both_checkers_agree(tmp_path: Path, check: Check, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of the engine hold; of files with damage (and a right checksum) both accept the same."""
    rng = random.Random(seed)
    with monkeypatch.context() as patch:
        patch.chdir(tmp_path)
        document = a_file(rng, tmp_path)
    if document is None:
        return
    assert check(tmp_path / "good.json") == (True, check(tmp_path / "good.json")[1])
    assert python_holds(tmp_path / "good.json", monkeypatch)
    for _ in range(20):
        path = tmp_path / "damaged.json"
        holds, line = check(path, damaged(rng, document))
        assert holds == python_holds(path, monkeypatch), line


def tiny_world(rng: random.Random, path: Path) -> Tiny:
    """A game of one of the kinds that are written by hand."""
    kinds: list[Callable[[], Tiny]] = [
        lambda: balance(3, rng.random() < 0.5),
        lambda: balance(4, True),
        lambda: pegs(2, "123", rng.random() < 0.5, True),
        lambda: pegs(2, "12", False, False, "xé"),
        lambda: numbers(rng.choice([1, 6, 9])),
    ]
    if rng.random() < 0.2:
        return rng.choice(kinds)()
    return random_table(rng, path, rng.random() < 0.6, rng.random() < 0.4, rng.random() < 0.4)


def world_and_question(rng: random.Random, folder: Path) -> tuple[Tiny, dict[str, Any]] | None:
    """A tiny game and a certificate of it that holds."""
    game = tiny_world(rng, folder / "game.csv")
    objective = rng.choice(OBJECTIVES[: 4 if game.costs else 6])
    options: dict[str, Any] = {}
    everything = frozenset(range(len(game.secrets)))
    if rng.random() < 0.2:
        options["first_guess"] = rng.choice(list(Solver(game, Question("total")).useful(everything, 0)))
    limits = [1, 2, 3] if objective == "lost" else [None, None, 1, 2, 3]
    document = solved(game, objective, rng.choice(limits), **options)
    return None if document is None else (game, document)


@pytest.mark.parametrize("seed", range(4 * WORLDS))
def test_goals_labels_costs_and_winners(tmp_path: Path, check: Check, seed: int) -> None:
    """Of every goal, with labels, weights, costs and several winners: the truth holds, and no claim of more does."""
    rng = random.Random(seed)
    world = world_and_question(rng, tmp_path)
    if world is None:
        return
    game, document = world
    holds, line = check(tmp_path / "hand.cert", document)
    assert holds, (game.text, document["objective"], line)
    bounds = [(proof, i) for proof in document["proofs"] for i in range(1, len(proof["bound"]))]
    places = [(proof, i) for proof, i in bounds if proof["bound"][i] not in (None, BEYOND)]
    for proof, i in rng.sample(places, min(4, len(places))):
        bound = proof["bound"][i]
        proof["bound"][i] = [bound[0], bound[1] + 1] if isinstance(bound, list) else bound + 1
        holds, line = check(tmp_path / "hand.cert", document)
        assert not holds, (game.text, document["objective"], line)
        assert f"claim {i} does not hold" in line
        proof["bound"][i] = bound


@pytest.mark.parametrize("seed", range(2 * WORLDS))
def test_no_better_than_the_best(tmp_path: Path, check: Check, seed: int) -> None:
    """A tree that is not the best proves nothing, and true claims about all smaller sets do not help."""
    rng = random.Random(seed)
    game = tiny_world(rng, tmp_path / "game.csv")
    everything = frozenset(range(len(game.secrets)))
    best = Solver(game, Question("total"))
    worse = rng.choice(list(best.useful(everything, 0)))
    total = int(best.cost_of(everything, worse, 0, 0)[1])
    proof = best.proof()
    proof["bound"][0] = total
    figures, nodes = tree_of(game, lambda *place: worse if not place[1] else best.choose(*place), float("inf"))
    document = document_of(game, figures=figures, nodes=nodes, proofs=[proof])
    holds, line = check(tmp_path / "hand.cert", document)
    assert holds == (total == best.value(everything, 0, 0)[1]), line
    assert holds or "claim 0 does not hold" in line


def test_mean_then_worst_needs_both_proofs(tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither checker takes a tree of the least total that needs more at worst, or a second proof of less."""
    path, game = tmp_path / "proof.cert", bg.game("mastermind(4,4)")

    def document_of_optimum(objective: str) -> dict[str, Any]:
        bg.optimum(game, objective, certify=True).save_certificate(path)
        document: dict[str, Any] = json.loads(path.read_text())
        return document

    mean, both = document_of_optimum("mean"), document_of_optimum("mean,worst")
    assert (mean["figures"]["worst"], both["figures"]["worst"]) == (5, 4)
    first, second = both["proofs"]
    assert (first["limit"], first["bound"][0], second["limit"], second["bound"][0]) == (None, 905, 3, 906)
    deeper = {"objective": "mean,worst", "figures": mean["figures"], "nodes": mean["nodes"]}
    for changes, holds in (
        ({}, True),
        ({"proofs": [first]}, False),
        ({"proofs": [second, first]}, False),
        ({"proofs": [first, second, second]}, False),
        ({"proofs": [first, {**second, "bound": [905, *second["bound"][1:]]}]}, False),
        ({"proofs": [first, {**second, "bound": [907, *second["bound"][1:]]}]}, False),
        ({"proofs": [first, {**second, "bound": [None, *second["bound"][1:]]}]}, False),
        ({"proofs": [first, {**second, "limit": 2}]}, False),
        ({"proofs": [first, {**second, "limit": 4}]}, False),
        ({"proofs": [first, {**second, "limit": None}]}, False),
        ({"proofs": [{**first, "limit": 4}, second]}, False),
        ({"objective": "worst,mean"}, False),
        ({"objective": "mean"}, False),
        ({"objective": "mean", "proofs": [first]}, True),
        (deeper, False),
        ({**deeper, "proofs": [first, {**second, "limit": 4}]}, False),
    ):
        document = {**both, **changes}
        accepted, line = check(path, document)
        assert accepted == holds, (changes, line)
        assert python_holds(path, monkeypatch) == holds


def lowest_image(game: Tiny, kind: str, path: tuple[int, ...], guess: int) -> int:
    """The lowest guess of the orbit of *guess* under all symmetries that leave the guesses of *path* as they are."""
    codes = game.guesses
    lowest = guess
    if kind == "balance":
        coins = sorted(set("".join(codes)) - {"-"})
        for names in itertools.permutations(coins):
            turn = str.maketrans("".join(coins), "".join(names))
            sides = [[set(side.translate(turn)) for side in code.split("-")] for code in codes]
            if all(sides[p] == [set(side) for side in codes[p].split("-")] for p in path):
                left, right = sorted("".join(sorted(side)) for side in sides[guess])
                lowest = min(lowest, codes.index(f"{left}-{right}"))
        return lowest
    places, symbols = len(codes[0]), sorted(set("".join(codes)))
    separate = kind == "exact"
    ways = itertools.product(itertools.permutations(symbols), repeat=places if separate else 1)
    for order, turns in itertools.product(itertools.permutations(range(places)), list(ways)):
        images = [
            "".join(turns[p if separate else 0][symbols.index(code[order[p]])] for p in range(places)) for code in codes
        ]
        if all(images[p] == codes[p] for p in path):
            lowest = min(lowest, codes.index(images[guess]))
    return lowest


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        ("pegs", pegs(2, "123", False, False)),
        ("pegs", pegs(2, "123", True, True)),
        ("pegs", pegs(3, "12", False, False)),
        ("exact", pegs(2, "123", False, True)),
        ("exact", pegs(3, "12", False, True)),
        ("balance", balance(4, False)),
        ("balance", balance(4, True)),
    ],
)
def test_only_the_lowest_guess_of_an_orbit_needs_claims(tmp_path: Path, check: Check, kind: str, game: Tiny) -> None:
    """After the empty path and after paths of one and two guesses; no less is needed."""
    seen: dict[tuple[tuple[int, ...], int], bool] = {}

    def may_skip(path: tuple[int, ...], guess: int) -> bool:
        if len(path) > 2:
            return False
        if (path, guess) not in seen:
            seen[path, guess] = lowest_image(game, kind, path, guess) != guess
        return seen[path, guess]

    document = solved(game, "mean", None, may_skip=may_skip)
    assert document is not None
    assert check(tmp_path / "orbits.cert", document)[0]
    assert any(seen.values())
    for i in range(1, len(document["proofs"][0]["bound"])):
        document["proofs"][0]["bound"][i] += 1
        assert not check(tmp_path / "orbits.cert", document)[0]
        document["proofs"][0]["bound"][i] -= 1


def test_example_of_the_page(tmp_path: Path, check: Check) -> None:
    """The certificate in docs/certificates.md holds, and no member of it may be left out."""
    page = (ROOT / "docs" / "certificates.md").read_text()
    example = next(text for text in re.findall(r"```json\n(.*?\n)```", page, re.DOTALL) if "mastermind(2,2)" in text)
    path = tmp_path / "example.cert"
    path.write_text(example)
    assert check(path) == (
        True,
        "example.cert: holds: mastermind(2,2): no strategy has a lower total than 8 (mean 2.000), proven by 1 claim\n",
    )
    document = json.loads(example)
    for name in document.keys() - {"checksum"}:
        rest = {other: value for other, value in document.items() if other != name}
        assert not check(path, rest)[0], name
    assert not check(path, {**document, "proofs": [{**document["proofs"][0], "reasons": [None]}]})[0]
    path.write_text(example.replace("5", "6", 1))
    assert "checksum" in check(path)[1]


@pytest.mark.parametrize(
    "change",
    [
        {"unknown": 1}, {"format": "bestguess.map"}, {"format_version": 1}, {"goal": "hit"}, {"labels": None},
        {"labels": [["a", "A"]]}, {"costs": None}, {"costs": {"unit": "1", "of": []}}, {"rule": "hard"}, {"limit": 3},
        {"consistent": True}, {"objective": "best"}, {"objective": "lost"}, {"proofs": []}, {"nodes": None},
        {"game": "table(game.csv)"}, {"game_files": []}, {"history": [["q1", "maybe"]]}, {"first_guess": "q9"},
        {"secret_names": [["q1", "a"]]}, {"figures": None}, {"max_guesses": -1}, {"version": None}, {"feedbacks": []},
    ],
    ids=lambda change: json.dumps(change),
)  # fmt: skip
def test_refused_members(tmp_path: Path, check: Check, change: dict[str, Any]) -> None:
    """Every member is what the game says, or the file is refused."""
    table = tmp_path / "game.csv"
    table.write_text("x,a,b,c,cost\nq1,no,yes,yes,1\nq2,no,no,yes,1/2\nlabel,A,A,C,\n")
    answers = [["no", "yes", "yes"], ["no", "no", "yes"]]
    game = Tiny(
        "table(game.csv,goal=identify)", ["q1", "q2"], ["a", "b", "c"], lambda guess, secret: answers[guess][secret],
        labels=["A", "A", "C"], costs=[Fraction(1), Fraction(1, 2)], files=[table],
    )  # fmt: skip
    document = solved(game, "mean", None)
    assert document is not None
    assert check(tmp_path / "good.cert", document)[0]
    assert not check(tmp_path / "bad.cert", {**document, **change})[0]


def test_words_of_the_package(tmp_path: Path, check: Check) -> None:
    """The files of words(NAME,LENGTH) are given by options; others than those of the certificate are refused."""
    path = tmp_path / "hard.cert"
    game = bg.game("words(english,4,rule=hard)")
    bg.optimum(bg.Position(game, "aloe:BBBY"), first_guess="nest", certify=True).save_certificate(path)
    files = ["--secrets", str(LISTS / "english-4.txt"), "--guesses", str(LISTS / "english-4-guesses.txt")]
    holds, line = check(path, None, *files)
    assert holds, line
    assert "cannot open" in check(path)[1]
    files[1] = files[3]
    assert "SHA-256" in check(path, None, *files)[1]


def test_limits_and_use(tmp_path: Path, check: Check) -> None:
    """What is too large is refused, and wrong use says what is right."""
    path = tmp_path / "proof.cert"
    bg.optimum("mastermind(3,3)", certify=True).save_certificate(path)
    document = json.loads(path.read_text())
    for text in ("mastermind(8,16)", "mastermind(4,15)"):
        assert re.search("too many|MB", check(tmp_path / "large.cert", {**document, "game": text})[1]), text
    for options in (["--what", "x"], ["--table"], ["again"], ["--time-limit", "1"]):
        holds, line = check(path, None, *options)
        assert not holds
        assert line.startswith("use: bgcheck FILE")


def test_exit_codes_are_those_of_the_command(tmp_path: Path, check: Check) -> None:
    """0 for what holds; 2 for what does not hold, is damaged, is missing, or is asked for wrongly."""
    path, false, damaged_file = tmp_path / "proof.cert", tmp_path / "false.cert", tmp_path / "damaged.cert"
    bg.optimum("mastermind(2,3)", certify=True).save_certificate(path)
    document = json.loads(path.read_text())
    false.write_text(
        sealed({**document, "figures": {**document["figures"], "total": document["figures"]["total"] - 1}})
    )
    damaged_file.write_text(path.read_text()[:-100])
    for file, options in (
        (path, []),
        (false, []),
        (damaged_file, []),
        (tmp_path / "none.cert", []),
        (path, ["--what"]),
    ):
        holds = file == path and not options
        assert check(file, None, *options)[0] == holds  # which asserts the code 0 or 2
        assert run(["check", str(file), *options]) == (0 if holds else 2)


def test_no_text_of_a_file_forges_a_line(tmp_path: Path, check: Check) -> None:
    """Controls are escaped, in what the file says and in its name."""
    path = tmp_path / "evil\x1b[2J.json"
    bg.build_tree("mastermind(2,2)", "first").save(path)
    document = json.loads(path.read_text())
    assert check(path)[0]
    for change in ({"game": "x\nother.json: holds\x1b[2J\u202e"}, {"evil\x1b\x00": 1}, {"history": [["\x9b", "\x07"]]}):
        assert not check(path, {**document, **change})[0]


def with_other_bytes(rng: random.Random, text: str) -> bytes:
    """The file with some bytes changed, left out or doubled, and with a checksum that is right again."""
    body = bytearray(text.encode()[:-87])
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(body))
        body[at : at + rng.choice([0, 1, 1, 5])] = rng.choice(
            [
                bytes([rng.randrange(256)]),
                body[at : at + 20],
                rng.choice([b"9" * 20, b"\\ud800", b'"', b"[", b"-1", b""]),
            ]
        )
    return bytes(body) + f',"checksum":"sha256:{hashlib.sha256(body).hexdigest()}"}}\n'.encode()


def good_files(rng: random.Random, folder: Path) -> list[tuple[str, Path]]:
    """Certificates that hold, each with the file of its game, if it has one."""
    good: list[tuple[str, Path]] = []
    while len(good) < 40:
        table = folder / f"game{len(good)}.csv"
        game = tiny_world(rng, table)
        objective = rng.choice(OBJECTIVES[: 4 if game.costs else 6])
        document = solved(game, objective, rng.choice([2, 3] if objective == "lost" else [None, 2, 3]))
        if document:
            good.append((sealed(document), table))
    for number in range(8):
        words, path = folder / f"words{number}.txt", folder / "words.cert"
        bg.optimum(bg.game(some_words(rng, words)), certify=True).save_certificate(path)
        good.append((path.read_text(), words))
    return good


def test_no_input_leads_to_undefined_behaviour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with damage, and games from files with damage, under the sanitizers."""
    flags = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    try:
        program = built(tmp_path, *flags)
    except subprocess.CalledProcessError:
        pytest.skip("the compiler has no sanitizers")
    rng = random.Random(7)
    monkeypatch.chdir(tmp_path)
    good = good_files(rng, tmp_path)
    for number in range(FUZZ):
        text, file = rng.choice(good)
        path, content = tmp_path / "fuzz.json", with_other_bytes(rng, text)
        if rng.random() < 0.4 and file.exists():  # the file of the game is damaged, and named with its right SHA-256
            other = with_other_bytes(rng, file.read_text() + " " * 87)[:-87]
            (tmp_path / "other").write_bytes(other)
            entry = {"name": "other", "sha256": hashlib.sha256(other).hexdigest()}
            document = {**json.loads(text), "game_files": [entry]}
            content = sealed({**document, "game": document["game"].replace(file.name, "other")}).encode()
        elif rng.random() < 0.6:
            content = sealed(damaged(rng, json.loads(text))).encode()
        path.write_bytes(content)
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        done = subprocess.run([program, path], capture_output=True, env=environment, timeout=120)
        assert done.returncode in (0, 2), (number, done.stderr)
        assert done.stderr.count(b"\n") <= 1, done.stderr


def test_the_files_of_a_game_may_stand_beside_what_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the check is started; where they are missing, the line names the options."""
    program = built(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("made", "moved"):
        Path(name).mkdir()
    Path("made", "game.csv").write_text("win=yes,a,b\na,yes,no\nb,no,yes\n")
    bg.optimum("table(made/game.csv)", certify=True).save_certificate(Path("moved", "proof"))
    Path("made", "game.csv").rename(Path("moved", "game.csv"))
    for place in (".", "moved"):
        proof = str(tmp_path / "moved" / "proof") if place == "." else "proof"
        done = subprocess.run([program, proof], cwd=place, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    Path("moved", "game.csv").unlink()
    done = subprocess.run([program, "moved/proof"], capture_output=True, text=True)
    where = "say where it is by --table, --secrets, --guesses or --without"
    assert (done.returncode, done.stderr) == (2, f"moved/proof: cannot open 'made/game.csv'; {where}\n")
