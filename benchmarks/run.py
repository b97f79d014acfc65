"""Measures what the project promises to be fast, and prints it with machine and commit.

    make bench                          everything
    .venv/bin/python benchmarks/run.py table scan

Each figure is the best of several runs, in seconds. Nothing here is asserted: timings depend on the machine.
"""

import itertools
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from web_fairness import fairness_load
from web_load import play, server

import bestguess as bg
from bestguess import engine
from bestguess.candidates import find_candidates
from bestguess.cluster.executors import open_cluster
from bestguess.games.table import Table


def best_of(runs: int, work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of *runs* timings of *work*."""
    times = []
    for _ in range(runs):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def table() -> Iterator[str]:
    """The feedback table, on one core and on all, against plain writing of the same memory."""
    for text in ("mastermind(4,6)", "bullscows(4,10)", "mastermind(5,8)"):
        game = bg.game(text)
        kernel = game.kernel()
        assert kernel is not None
        memory = np.zeros((kernel.guesses, kernel.secrets), np.uint8)
        writing = best_of(3, partial(memory.fill, 1))
        pairs = memory.size
        for threads in sorted({1, engine.default_threads()}):
            seconds = best_of(5, partial(kernel.fill, 0, kernel.guesses, memory, threads))
            yield (
                f"{text}, {threads} threads: {seconds:.4f} s, {pairs / seconds / 1e9:.2f} x 10^9 pairs/s, "
                f"{writing / seconds:.0%} of the speed of memset on one thread"
            )
        del memory
        yield f"{text}, as Table(game), memory allocated anew: {best_of(3, partial(Table, game)):.4f} s"


def scan() -> Iterator[str]:
    """Candidates of games too large for a table."""
    for text, row in (("mastermind(8,12)", "11223344:2.3"), ("bullscows(8,16)", "01234567:2.3")):
        game = bg.game(text)
        history = game.as_history(row)
        seconds = best_of(3, partial(find_candidates, game, history, limit=0))
        yield f"{text} after {row}: {len(game.secrets):,} secrets in {seconds:.3f} s"


def trees() -> Iterator[str]:
    """Whole trees of the one-step strategies, the table apart, against the pairs that there are."""
    for text in ("mastermind(4,6)", "bullscows(4,10)", "mastermind(5,6)", "mastermind(5,8)", "mastermind(6,6)"):
        game = bg.game(text)
        pairs = len(game.guesses) * len(game.secrets)
        for name in ("minimax", "expected-size", "entropy", "most-parts"):
            runs = [bg.build_tree(game, name).figures for _ in range(3)]
            seconds = min(figures.seconds for figures in runs)
            share = f"{pairs / seconds / 1e9:.1f} x 10^9 pairs of guess and secret a second"
            yield f"{text}, {name}: {seconds:.4f} s for {runs[0]}, {share}"


def optima() -> Iterator[str]:
    """Proofs of the optimum, the table apart; nodes on one thread are always the same. The last ones take minutes."""
    every, all_threads = sorted({1, engine.default_threads()}), [engine.default_threads()]
    for text, objective, counts in (
        ("mastermind(4,6)", "mean", every),
        ("mastermind(4,6)", "worst", every),
        ("mastermind(2,16)", "mean", every),
        ("mastermind(3,12)", "mean", every),
        ("mastermind(4,7)", "mean", every),
        ("mastermind(5,5)", "mean", every),
        ("mastermind(4,8)", "mean", every),
        ("mastermind(6,4)", "mean", every),
        ("bullscows(4,10)", "mean", every),
        ("bullscows(4,10)", "worst", every),
        ("bullscows(4,10)", "at-worst", all_threads),
        ("mastermind(4,9)", "mean", all_threads),
        ("words(english,5)", "mean", all_threads),
        ("mastermind(5,6)", "mean", all_threads),
        ("mastermind(4,10)", "mean", all_threads),
    ):
        game = bg.game(text)
        game.build_table()
        for threads in counts:
            runs = 5 if len(game.secrets) < 2000 else 1
            limits = bg.Limits(threads=threads, seconds=600)
            cores = time.process_time()
            results = [bg.optimum(game, objective, limits=limits) for _ in range(runs)]
            cores = (time.process_time() - cores) / sum(result.seconds for result in results)
            result = min(results, key=lambda result: result.seconds)
            yield (
                f"{text}, {objective}, {threads} threads: {result.upper_bound}, proven {result.proven}, "
                f"{result.seconds:.3f} s, {result.nodes:,} nodes, {cores:.2f} cores"
            )


def certificates() -> Iterator[str]:
    """Certificates: search and proof, by all threads, and the checker in C, which takes one."""
    with tempfile.TemporaryDirectory() as folder:
        checker, path = Path(folder) / "bgcheck", Path(folder) / "proof.cert"
        source = Path(__file__).parents[1] / "checker" / "bgcheck.c"
        subprocess.run(["cc", "-O2", "-std=c11", "-o", checker, source], check=True)
        for text in ("mastermind(4,6)", "mastermind(3,12)", "mastermind(4,8)", "bullscows(4,10)", "mastermind(4,9)"):
            game = bg.game(text)
            searching = bg.optimum(game).seconds
            began = time.perf_counter()
            result = bg.optimum(game, certify=True)
            result.save_certificate(path)
            writing = time.perf_counter() - began - searching
            checking = best_of(1, partial(subprocess.run, [checker, path], check=True, stdout=subprocess.DEVNULL))
            claims = sum(len(proof) for proof in result.proofs or ())
            yield (
                f"{text}: search {searching:.2f} s, certificate {writing:.2f} s more, {writing / searching:.1f} times, "
                f"{claims:,} claims, {path.stat().st_size:,} bytes, checked in {checking:.1f} s"
            )


def advice() -> Iterator[str]:
    """Advice at the default budget: the slowest and the median of positions in random games, the table apart."""
    for text, games in (("mastermind(4,6)", 30), ("bullscows(4,10)", 30), ("mastermind(5,8)", 5)):
        game, chance = bg.game(text), random.Random(1)
        bg.advise(bg.Position(game, secret=game.secrets[-1]).after(game.guesses[0]))
        times = list[float]()
        for _ in range(games):
            position = bg.Position(game, secret=chance.choice(game.secrets))
            while not position.over:
                times.append(best_of(1, partial(bg.advise, position)))
                position = position.after(chance.choice(position.candidates))
        times.sort()
        yield f"{text}, {len(times)} positions: {times[-1]:.3f} s at most, {times[len(times) // 2]:.4f} s the median"
    for text, row in (("mastermind(6,9)", "112233:1.2"), ("mastermind(8,12)", "11223344:2.3")):
        for history in ("", row):
            seconds = best_of(3, partial(bg.advise, bg.game(text), history))
            yield f"{text} after {history or 'nothing'}, from a sample: {seconds:.3f} s"


def words() -> Iterator[str]:
    """Words, free and by each rule: the table, trees, the value of a first guess, and advice, the table apart."""
    for rule in ("", ",rule=hard", ",rule=strict"):
        game = bg.game(f"words(english,5{rule})")
        yield f"{game}, table: {best_of(3, partial(Table, game)):.4f} s"
        for name in ("minimax", "expected-size", "entropy", "most-parts"):
            runs = [bg.build_tree(game, name).figures for _ in range(3)]
            yield f"{game}, {name}: total {runs[0].total}, {min(figures.seconds for figures in runs):.3f} s"
        found = bg.optimum(game, first_guess="slate")
        seconds = best_of(3, partial(bg.optimum, game, first_guess="slate"))
        yield f"{game}, beginning with slate: total {found.total}, proven, {found.nodes:,} nodes, {seconds:.3f} s"
        for history in ("crane:BYBBG", "crane:BBBBB"):
            yield f"{game}, advice after {history}: {best_of(3, partial(bg.advise, game, history)) * 1000:.0f} ms"


SAVINGS = {
    "classes": engine.Savings(classes=False),
    "bounds by winners": engine.Savings(bound_by_winners=False),
    "bounds by all guesses": engine.Savings(bound_by_all_guesses=False),
    "bounds by winners and by all guesses": engine.Savings(bound_by_winners=False, bound_by_all_guesses=False),
    "memory": engine.Savings(memory=False),
    "images": engine.Savings(images=False),
    "most parts of the set above": engine.Savings(most_parts=False),
}


def savings() -> Iterator[str]:
    """What each part of the exact search saves: nodes and seconds of a proof on one thread, with it and without."""
    for text in ("mastermind(4,5)", "mastermind(4,6)", "mastermind(4,7)", "mastermind(3,10)"):
        game = bg.game(text)
        table = game.table
        known = min(int(bg.build_tree(game, name).total) for name in ("most-parts", "entropy", "expected-size"))
        yield f"{text}: {_search(table, known, True, engine.Savings())}"
        for name, without in SAVINGS.items():
            yield f"{text} without {name}: {_search(table, known, True, without)}"
        yield f"{text} without symmetries: {_search(table, known, False, engine.Savings())}"


def _search(table: Table, known: int, symmetries: bool, some: engine.Savings) -> str:
    began = time.perf_counter()
    request = engine.SearchRequest(
        objective=engine.Objective(),
        candidates=table.all_candidates,
        upper_bound=known,
        symmetries=table.native_symmetries if symmetries else None,
        memory_limit=2**32,
        progress=lambda _: time.perf_counter() - began < 60,
        savings=some,
    )
    found = engine.search(table.native, request)
    seconds = time.perf_counter() - began
    if not found.proven:
        return f"not in 60 s, {found.nodes:,} nodes by then"
    return f"{found.upper}, {found.nodes:,} nodes, {seconds:.3f} s"


def files() -> Iterator[str]:
    """Trees in files."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.json"
        tree = bg.build_tree(bg.game("mastermind(5,8)"), "entropy")
        writing = best_of(3, partial(tree.save, path))
        reading, checking = best_of(3, partial(bg.load_tree, path)), best_of(1, partial(bg.check_file, path))
        yield (
            f"mastermind(5,8), {len(tree):,} nodes: {path.stat().st_size:,} bytes, written in {writing:.3f} s, "
            f"read in {reading:.3f} s, checked in {checking:.2f} s"
        )


def imports() -> Iterator[str]:
    """What `import bestguess` adds to NumPy's own import."""

    def seconds(code: str) -> float:
        return best_of(10, lambda: subprocess.run([sys.executable, "-c", code], check=True))

    nothing, numpy, ours = seconds("pass"), seconds("import numpy"), seconds("import bestguess")
    yield f"python {nothing:.3f} s, with numpy {numpy:.3f} s, with bestguess {ours:.3f} s: adds {ours - numpy:.3f} s"


def web() -> Iterator[str]:
    """Advice over HTTP: players at once who follow it, as fast as they can, with time to think, and a crowd."""
    for text in ("mastermind(4,6)", "bullscows(4,10)"):
        with server() as port:
            yield f"{text}, nothing kept yet: {play(port, text, players=20, games=5)}"
            yield f"{text}, other secrets: {play(port, text, players=20, games=20, seed=2)}"
        with server() as port:
            yield f"{text}, 1 s to think: {play(port, text, players=20, games=3, think=1.0)}"
        with server() as port:
            yield f"{text}, a crowd: {play(port, text, players=200, games=2)}"


def fairness() -> Iterator[str]:
    """Simple advice of one client beside forty connections of another that ask the dearest questions."""
    load = f"load of the machine before: {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    with server(rate="50") as port:
        alone, _ = fairness_load(port, 0, 5.0)
        yield f"alone, {load}: {alone.times()}"
        for seed, kinds in enumerate((["contradictions"], ["review"], ["candidates"], None), start=2):
            measured, asked = fairness_load(port, 40, 15.0, kinds, seed)
            yield f"beside forty that ask {', '.join(kinds or ['everything'])}: {measured.times()}"
            yield f"  those were answered: {asked}"


def cluster() -> Iterator[str]:
    """Optima by two threads, and by two and by four processes of a Dask cluster here; times without starting it."""
    for text in ("mastermind(4,8)", "bullscows(4,10)", "mastermind(5,6)"):
        game, limits = bg.game(text), bg.Limits(threads=2)
        game.build_table()
        threads = best_of(1, partial(bg.optimum, game, limits=limits))
        yield f"{text}, 2 threads: {threads:.1f} s"
        for workers in (2, 4):
            with open_cluster(f"local:{workers}") as executor:
                took = best_of(1, partial(bg.optimum, game, limits=limits, executor=executor))
            yield f"{text}, {workers} workers: {took:.1f} s, {took / threads:.2f} times the threads"


def gym() -> Iterator[str]:
    """Steps of environments in a second of processor time, on one core, by random legal guesses, drawn in that time."""
    import gymnasium

    import bestguess.gym  # noqa: F401  # registers them

    rng = np.random.default_rng(1)
    for name, mask, envs in itertools.product(
        ("Mastermind", "BullsAndCows", "Words"), (None, "rule", "consistent"), (1, 1024)
    ):
        one = gymnasium.make_vec(f"bestguess/{name}-v0", num_envs=envs, mask=mask)
        steps = 200 if envs == 1 or mask is None else 10
        seconds = best_of(5, partial(_random_steps, one, steps, rng), time.process_time) / steps
        yield f"{name}, {envs} at once, mask={mask}: {envs / seconds:,.0f} steps/s"
    alone = gymnasium.make("bestguess/Mastermind-v0").unwrapped
    seconds = best_of(5, partial(_random_games, alone, 200, rng), time.process_time) / 200
    yield f"Mastermind, the plain environment: {1 / seconds:,.0f} steps/s"
    by_loss = gymnasium.make("bestguess/Mastermind-v0", rows=5, reward="loss").unwrapped
    began = time.process_time()
    proven = _random_games(by_loss, 500, rng)
    yield f"Mastermind, losses: {(time.process_time() - began) / 500 * 1000:.1f} ms each, {proven} of 500 proven"


def _random_steps(envs: Any, steps: int, rng: np.random.Generator) -> None:
    """So many *steps* of all *envs*, each by a random action that is legal."""
    _, infos = envs.reset(seed=1)
    for _ in range(steps):
        actions = rng.integers(envs.single_action_space.n, size=envs.num_envs)
        if envs.unwrapped.spec.kwargs["mask"] == "consistent":
            ends = np.cumsum(infos["action_mask"], axis=1, dtype=np.int32)
            drawn = rng.integers(ends[:, -1])
            actions = (ends <= drawn[:, None]).sum(axis=1)  # the guess before which so many are legal
        _, _, _, _, infos = envs.step(actions)


def _random_games(env: Any, steps: int, rng: np.random.Generator) -> int:
    """So many *steps* of one environment by random guesses, and a reset after each episode; how many were proven."""
    over, proven = True, 0
    for action in rng.integers(env.action_space.n, size=steps).tolist():
        if over:
            env.reset(seed=int(rng.integers(2**31)))
        _, _, ended, cut, info = env.step(action)
        over = ended or cut
        proven += info.get("proven", False)
    return proven


BENCHMARKS = {
    "table": table,
    "scan": scan,
    "trees": trees,
    "words": words,
    "optima": optima,
    "certificates": certificates,
    "advice": advice,
    "savings": savings,
    "files": files,
    "imports": imports,
    "web": web,
    "fairness": fairness,
    "cluster": cluster,
    "gym": gym,
}


def machine() -> str:
    """Processor, cores, loops in use, Python and commit."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    processor = models[0] if models else platform.machine()
    return (
        f"{processor}, {os.cpu_count()} cores, {engine.simd().name} loops, Python {platform.python_version()}, "
        f"commit {commit.stdout.strip() or 'unknown'}, {time.strftime('%Y-%m-%d')}"
    )


if __name__ == "__main__":
    print(machine())
    for name in sys.argv[1:] or BENCHMARKS:
        print(f"\n{name}: {BENCHMARKS[name].__doc__}")
        for line in BENCHMARKS[name]():
            print(f"  {line}", flush=True)
