"""Certificates of the objective `lost`, written by a recursion of a few lines: true ones hold, and no others."""

import json
import os
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

import bestguess as bg
from bestguess.check import Checked
from bestguess.check.bounds import Bounds, Hits
from bestguess.check.costs import LOST, Costs
from bestguess.check.games import rules_of
from bestguess.check.limits import Limits
from bestguess.check.table import Table
from documents import sealed

GAMES = 120 if os.environ.get("BESTGUESS_VERIFY") else 12

Cost: TypeAlias = tuple[int, int]
Set: TypeAlias = frozenset[str]


class LostGame:
    """A small game in which at most *limit* guesses are made, and the least cost of every set of candidates."""

    def __init__(self, game: bg.Game, limit: int, consistent: bool, history: Sequence[tuple[str, str]] = ()) -> None:
        self.game, self.limit, self.consistent, self.history = game, limit, consistent, history
        self.candidates = frozenset(s for s in game.secrets if all(game.score(g, s) == f for g, f in history))
        self.weights = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))
        self.best = cache(self._best)

    def parts(self, guess: str, candidates: Set) -> dict[str, Set]:
        """The candidates by the feedback that *guess* gets."""
        parts = dict[str, set[str]]()
        for secret in candidates:
            parts.setdefault(self.game.score(guess, secret), set()).add(secret)
        return {feedback: frozenset(part) for feedback, part in sorted(parts.items())}

    def guesses(self, candidates: Set) -> list[str]:
        """The guesses that split *candidates* or win, and are allowed."""
        return [
            guess
            for guess in self.game.guesses
            if self.game.win in (parts := self.parts(guess, candidates)) or (len(parts) > 1 and not self.consistent)
        ]

    def cost(self, guess: str, candidates: Set, depth: int) -> Cost:
        """What *guess* costs as number *depth*, and the best after it."""
        lost = total = 0
        for feedback, part in self.parts(guess, candidates).items():
            if feedback == self.game.win:
                total += depth * sum(self.weights[secret] for secret in part)
            else:
                below = self.best(part, depth + 1)[0]
                lost, total = lost + below[0], total + below[1]
        return lost, total

    def _best(self, candidates: Set, depth: int) -> tuple[Cost, str | None]:
        """The least cost of *candidates* when guess number *depth* is next, and the guess."""
        if depth > self.limit:
            return (sum(self.weights[secret] for secret in candidates), 0), None
        return min((self.cost(guess, candidates, depth), guess) for guess in self.guesses(candidates))

    @property
    def value(self) -> Cost:
        """The least cost of all."""
        return self.best(self.candidates, 1)[0]

    def certificate(self) -> dict[str, Any]:
        """A certificate, with a claim for every set that can be reached."""
        feedbacks = sorted({self.game.score(g, s) for g in self.game.guesses for s in self.game.secrets})
        sha256 = getattr(self.game, "sha256", None)
        name = str(self.game).removeprefix("table(").partition(",")[0].removesuffix(")")
        return {
            "format": "bestguess.certificate",
            "format_version": 2,
            "version": "0.0.0",
            "game": str(self.game),
            "game_files": [] if sha256 is None else [{"name": name, "sha256": sha256}],
            "goal": "hit",
            "labels": None,
            "rule": "free",
            "costs": None,
            "history": [list(row) for row in self.history],
            "consistent": self.consistent,
            "strategy": "optimal",
            "objective": "lost",
            "first_guess": None,
            "max_guesses": None if self.game.rows == self.limit + len(self.history) else self.limit,
            "limit": self.limit,
            "feedbacks": feedbacks,
            **self._tree(feedbacks),
            "proofs": [{"limit": self.limit, **self._claims(feedbacks)}],
        }

    def _tree(self, feedbacks: list[str]) -> dict[str, Any]:
        nodes: dict[str, Any] = {name: [] for name in ("guess", "branch", "depth", "wins", "weight", "lost")}
        nodes["lost_weight"] = []
        waiting = [(self.candidates, 0, 1)]
        while waiting:
            candidates, branch, depth = waiting.pop()
            guess = self.best(candidates, depth)[1]
            assert guess is not None
            parts = self.parts(guess, candidates)
            won = parts.pop(str(self.game.win), frozenset[str]())
            lost = [secret for part in parts.values() for secret in part] if depth == self.limit else []
            row = (guess, branch, depth, len(won), sum(self.weights[s] for s in won), len(lost))
            for name, value in zip(nodes, (*row, sum(self.weights[s] for s in lost)), strict=True):
                nodes[name].append(value)
            if depth < self.limit:
                waiting += [(part, feedbacks.index(f), depth + 1) for f, part in reversed(parts.items())]
        depths = [depth for depth, wins in zip(nodes["depth"], nodes["wins"], strict=True) if wins]
        figures = {
            "secrets": len(depths) + sum(nodes["lost"]),
            "total": sum(d * w for d, w in zip(nodes["depth"], nodes["weight"], strict=True)),
            "worst": max(depths, default=0),
            "at_worst": depths.count(max(depths, default=0)),
            "distribution": [depths.count(depth) for depth in range(1, max(depths, default=0) + 1)],
            "lost": sum(nodes["lost"]),
            "lost_weight": sum(nodes["lost_weight"]),
        }
        if self.game.weights is None:
            nodes |= {"weight": None, "lost_weight": None}
        if not figures["lost"]:
            nodes |= {"lost": None, "lost_weight": None}
        won_by = {
            g: [s for s in self.game.secrets if self.game.score(g, s) == self.game.win] for g in self.game.guesses
        }
        names = [[guess, *won] for guess, won in won_by.items() if len(won) == 1 and won != [guess]]
        return {"secret_names": names, "figures": figures, "nodes": nodes}

    def _claims(self, feedbacks: list[str]) -> dict[str, list[Any]]:
        claims: dict[str, list[Any]] = {"parent": [None], "guess": [None], "feedback": [None]}
        claims["bound"] = [list(self.value)]
        sets = [(self.candidates, 1)]
        met = set(sets)
        for parent, (candidates, depth) in enumerate(sets):
            for guess in self.guesses(candidates) if depth <= self.limit else ():
                for feedback, part in self.parts(guess, candidates).items():
                    if feedback != self.game.win and (part, depth + 1) not in met:
                        met.add((part, depth + 1))
                        sets.append((part, depth + 1))
                        row = (parent, guess, feedbacks.index(feedback), list(self.best(part, depth + 1)[0]))
                        for name, value in zip(claims, row, strict=True):
                            claims[name].append(value)
        return claims


def random_game(rng: random.Random, folder: Path) -> bg.Game:
    """A game in a file, or one of pegs; weights of any size up to the most."""
    rows = rng.choice(["", f",rows={rng.randint(1, 4)}"])
    if rng.random() < 0.3:
        return bg.game(rng.choice(["mastermind(2,3{})", "bullscows(2,4{})", "twod(3{})"]).format(rows))
    secrets = [f"s{number}" for number in range(rng.randint(2, 7))]
    guesses = [f"g{number}" for number in range(len(secrets) + rng.randint(0, 3))]
    most = rng.randint(1, 3)
    cells = [
        ["won" if g == s else f"f{rng.randint(0, most)}" for s in range(len(secrets))] for g in range(len(guesses))
    ]
    lines = [["win=won", *secrets], *([guess, *row] for guess, row in zip(guesses, cells, strict=True))]
    if rng.random() < 0.6:
        largest = rng.choice([1, 3, 2**28])
        lines.append(["weight", *(str(rng.randint(0, largest)) for _ in secrets[1:]), str(largest)])
    path = folder / "game.csv"
    path.write_text("\n".join(map(",".join, lines)) + "\n")
    return bg.game(f"table({path}{rows})")


def accepted(path: Path, document: dict[str, Any]) -> Checked | None:
    """What the checker finds in *document*; None when it refuses it."""
    path.write_text(sealed(document))
    try:
        return bg.check_file(path)
    except bg.errors.FileError:
        return None


@pytest.mark.parametrize("seed", range(GAMES))
def test_true_certificates_hold_and_no_claim_can_be_raised(tmp_path: Path, seed: int) -> None:
    """With every claim at its true value it holds; with any of them higher, in either number, it never does."""
    rng = random.Random(f"lost {seed}")
    game = random_game(rng, tmp_path)
    world = LostGame(game, game.rows or rng.randint(1, 4), rng.random() < 0.3)
    good, path = world.certificate(), tmp_path / "lost.cert"
    found = accepted(path, good)
    assert found is not None
    assert found.proves is not None
    guesses = "1 guess" if world.limit == 1 else f"{world.limit} guesses"
    assert f"within {guesses} loses less than {world.value[0]} " in found.proves
    assert (found.lost_weight, found.total) == world.value
    assert found.secrets == len(game.secrets)
    bounds = good["proofs"][0]["bound"]
    for claim in rng.sample(range(len(bounds)), min(len(bounds), 8)):
        lost, total = bounds[claim]
        for higher in ([lost, total + 1], [lost + 1, total], [lost + 1, 0]):
            changed = json.loads(json.dumps(good))
            changed["proofs"][0]["bound"][claim] = higher
            assert accepted(path, changed) is None
    for name in good["figures"]:
        if name != "distribution":
            changed = json.loads(json.dumps(good))
            changed["figures"][name] += 1
            assert accepted(path, changed) is None


@pytest.mark.parametrize("rows", [2, 3, 4])
def test_a_history_takes_rows_away(tmp_path: Path, rows: int) -> None:
    """The limit is what is left of the rows, and the candidates are those after the history."""
    game = bg.game(f"mastermind(2,4,rows={rows})")
    history = [("12", "1.0")]
    world = LostGame(game, rows - 1, False, history)
    good, path = world.certificate(), tmp_path / "lost.cert"
    found = accepted(path, good)
    assert found is not None
    assert (found.limit, found.history, found.secrets) == (rows - 1, "12:1.0", 6)
    assert (found.proves or "").endswith("after 12:1.0")
    assert accepted(path, {**good, "history": []}) is None
    assert accepted(path, {**good, "history": [["12", "1.0"], ["12", "1.0"]]}) is None


@pytest.mark.parametrize("seed", range(GAMES))
def test_bounds_by_counting_are_never_above_the_value(tmp_path: Path, seed: int) -> None:
    """Of any set at any depth, by size and by parts, with weights and without."""
    rng = random.Random(f"bounds {seed}")
    game = random_game(rng, tmp_path).with_rows(None)
    consistent, limit = rng.random() < 0.3, rng.randint(1, 4)
    world = LostGame(game, limit, consistent)
    table = Table.of(rules_of(str(game), game.files, Limits()), list(game.secrets), Limits())
    bounds = Bounds(table, Costs(LOST, limit), consistent)
    hits = Hits(table, Costs(LOST, limit), bounds.weighted)
    for _ in range(40):
        places = sorted(rng.sample(range(len(game.secrets)), rng.randint(1, len(game.secrets))))
        depth = rng.randint(0, limit + 1)
        value = world.best(frozenset(game.secrets[place] for place in places), depth + 1)[0]
        counts, weights = np.array([len(places)]), np.array([bounds.weight(np.array(places))])
        by_size = hits.by_size(counts, weights, table.weights[places].max(keepdims=True), table.feedbacks, depth, depth)
        assert tuple(by_size[:, 0].tolist()) <= value
        assert bounds.by_parts(np.array(places), depth, depth) <= value


@pytest.mark.parametrize("seed", range(GAMES))
def test_another_limit_needs_another_proof(tmp_path: Path, seed: int) -> None:
    """Changed everywhere in the file, the limit is refused unless what it then says is true."""
    rng = random.Random(f"limit {seed}")
    game = random_game(rng, tmp_path).with_rows(None)
    world = LostGame(game, rng.randint(2, 4), False)
    good, path = world.certificate(), tmp_path / "lost.cert"
    for limit in (world.limit - 1, world.limit + 1, world.limit + 5):
        assert accepted(path, {**good, "limit": limit}) is None
        assert accepted(path, {**good, "max_guesses": limit}) is None
        assert accepted(path, {**good, "limit": limit, "max_guesses": limit}) is None
        proofs = [{**good["proofs"][0], "limit": limit}]
        found = accepted(path, {**good, "limit": limit, "max_guesses": limit, "proofs": proofs})
        assert found is None or (found.lost_weight, found.total) == LostGame(game, limit, False).value


@pytest.mark.parametrize("seed", range(GAMES // 2))
def test_random_damage_is_refused_or_harmless(tmp_path: Path, seed: int) -> None:
    """Whatever is changed, checksum put right: it is refused, or what it says is still true."""
    rng = random.Random(f"damage {seed}")
    game = random_game(rng, tmp_path).with_rows(None)
    world = LostGame(game, rng.randint(1, 3), rng.random() < 0.5)
    good, path = world.certificate(), tmp_path / "lost.cert"
    for _ in range(20):
        changed = json.loads(json.dumps(good))
        columns = changed["nodes"] if rng.random() < 0.3 else changed["proofs"][0]
        name = rng.choice([name for name in columns if isinstance(columns[name], list)])
        place = rng.randrange(len(columns[name]))
        columns[name][place] = rng.choice([*columns[name], None, 0, 1, -1, 2**60, True, "x", [0, 0], [1], [0, 0, 0]])
        found = accepted(path, changed)
        assert found is None or (found.lost_weight, found.total) == world.value


def test_what_is_all_found_may_be_proven_by_totals(tmp_path: Path) -> None:
    """Claims about the total prove that nothing is better when nothing is lost, within the limit or without one."""
    path = tmp_path / "lost.cert"
    for limit, asked in ((5, None), (5, 5)):
        bg.optimum(bg.game("mastermind(3,5)"), max_guesses=asked, certify=True).save_certificate(path)
        document = json.loads(path.read_text())
        document |= {"objective": "lost", "max_guesses": limit, "limit": limit}
        document["figures"] |= {"lost": 0, "lost_weight": 0}
        found = accepted(path, document)
        assert found is not None
        assert "within 5 guesses loses less than 0 secrets, and none that" in (found.proves or "")
        lower = json.loads(json.dumps(document))
        lower["proofs"][0]["bound"][0] -= 1
        assert accepted(path, lower) is None
        assert accepted(path, {**document, "limit": 4, "max_guesses": 4}) is None


def test_totals_prove_nothing_where_something_is_lost(tmp_path: Path) -> None:
    """Nor does a tree that loses hold for another objective, nor `lost` without a limit or without a tree."""
    path = tmp_path / "lost.cert"
    good = LostGame(bg.game("mastermind(2,4)"), 2, False).certificate()
    assert accepted(path, good) is not None
    scalar = {**good["proofs"][0], "bound": [total for _, total in good["proofs"][0]["bound"]]}
    path.write_text(sealed({**good, "proofs": [scalar]}))
    with pytest.raises(bg.errors.FileError, match="expected claims about pairs"):
        bg.check_file(path)
    for objective in ("mean", "worst", "worst,mean", "mean,worst", "at-worst"):
        path.write_text(sealed({**good, "objective": objective}))
        with pytest.raises(bg.errors.FileError, match="only the objective 'lost' allows"):
            bg.check_file(path)
    assert accepted(path, {**good, "nodes": None, "figures": None, "secret_names": []}) is None
    assert accepted(path, {**good, "limit": None, "max_guesses": None}) is None


def test_mixed_bounds_are_refused(tmp_path: Path) -> None:
    """Pairs and numbers do not go together in a proof, nor does what cannot be done: everything can be lost."""
    path = tmp_path / "lost.cert"
    good = LostGame(bg.game("mastermind(2,4)"), 2, False).certificate()
    for odd in (None, 3, [3], [1, 2, 3], [1, -1], [1, 2.0], [True, 1], "3", [2**60, 0]):
        changed = json.loads(json.dumps(good))
        changed["proofs"][0]["bound"][1] = odd
        path.write_text(sealed(changed))
        with pytest.raises(
            bg.errors.FileError, match=r"expected a pair of numbers below 2\^50 as the bound of claim 1|without a sign"
        ):
            bg.check_file(path)


def test_the_recursion_finds_what_is_known() -> None:
    """One guess finds one secret, and two find one for each part of the best first guess."""
    game = bg.game("mastermind(2,4)")
    for limit in (1, 2):
        world = LostGame(game, limit, False)
        most = 1 if limit == 1 else max(len(world.parts(guess, frozenset(game.secrets))) for guess in game.guesses)
        assert world.value[0] == len(game.secrets) - most


def test_secrets_that_weigh_nothing_may_be_lost(tmp_path: Path) -> None:
    """A least total of strategies that find all is not the least where losing a secret of weight 0 helps."""
    path, table, helped = tmp_path / "lost.cert", tmp_path / "game.csv", 0
    for seed in range(400):
        rng = random.Random(f"weightless {seed}")
        secrets = [f"s{number}" for number in range(5)]
        rows = [[f"g{g}", *("won" if g == s else f"f{rng.randint(0, 1)}" for s in range(5))] for g in range(6)]
        weights = [str(rng.choice([0, 1, 9])) for _ in secrets[1:]]
        lines = [["win=won", *secrets], *rows, ["weight", "1", *weights]]
        table.write_text("\n".join(map(",".join, lines)) + "\n")
        game = bg.game(f"table({table})")
        result = bg.optimum(game, max_guesses=3, certify=True)
        world = LostGame(game, 3, False)
        if result.tree is None or world.value[1] == result.total or world.value[0]:
            continue
        helped += 1
        result.save_certificate(path)
        document = json.loads(path.read_text())
        assert accepted(path, document) is not None
        path.write_text(sealed({**document, "objective": "lost"}))
        with pytest.raises(bg.errors.FileError, match="to lose one may help the others"):
            bg.check_file(path)
        if helped == 3:
            break
    assert helped == 3


@pytest.mark.parametrize("seed", range(GAMES))
def test_certificates_of_the_engine(tmp_path: Path, seed: int) -> None:
    """What `optimum` proves of any game, by rows or by a limit, is found true."""
    rng = random.Random(f"engine {seed}")
    game = random_game(rng, tmp_path)
    path, limit, consistent = tmp_path / "lost.cert", rng.randint(1, 4), rng.random() < 0.3
    asked = None if game.rows else limit
    result = bg.optimum(game, "lost", max_guesses=asked, consistent=consistent, certify=True)
    result.save_certificate(path)
    found = bg.check_file(path)
    assert (found.lost_weight, found.total) == LostGame(game, game.rows or limit, consistent).value
    assert found.lost == result.lost
    mean = bg.optimum(game, max_guesses=asked, consistent=consistent, certify=True)
    mean.save_certificate(path)
    assert bg.check_file(path).total == mean.total
    assert result.tree is not None
    result.tree.save(path)
    assert bg.check_file(path).lost == result.lost
    assert bg.load_tree(path) == result.tree
