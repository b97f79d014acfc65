"""`make values`: computes what ships in src/bestguess/data anew, all of it or the files that are named.

    python tools/values.py [first_guesses | puzzles | plans | atlas | objectives]...

The atlas takes about twenty minutes; a run that was stopped goes on where it was.
"""

import datetime
import json
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import bestguess as bg
from bestguess.advice.advice import rank_guesses
from bestguess.data import ATLAS, FIRST_GUESSES, OBJECTIVES, PLANS, PUZZLES, STRATEGIES_WITH_PLANS, plan_file
from bestguess.files import write_whole
from bestguess.puzzles import KINDS, row_of_puzzle
from bestguess.stats.points import Objectives, Point, Way, find_points, make_tree
from bestguess.stats.sweeps import TRADITIONAL, ResultKey, Store, games_by_size
from bestguess.trees import Figures
from bestguess.trees.files import document_text, load_tree, tree_document

ROOT = Path(__file__).parent.parent
DATA = ROOT / "src" / "bestguess" / "data"
SOURCE = {"version": bg.__version__, "command": "make values"}

# What the first guesses of common games are worth

FirstGuess: TypeAlias = tuple[str, int | None, int | None]
PROVEN_GAMES = ["mastermind(4,6)", "mastermind(4,7)", "mastermind(5,5)", "bullscows(3,10)", "bullscows(4,10)"]
BOUNDED_GAMES = ["mastermind(4,8)", "mastermind(4,9)", "mastermind(4,10)", "mastermind(5,6)", "mastermind(5,7)"]
BOUNDED_GAMES += ["mastermind(5,8)", "bullscows(5,10)"]
WORDS = [f"words(english,{length})" for length in range(4, 9)]
MOST_SECONDS = 600  # in which all first guesses of a list of words are refuted, or as many as can be
METRICS = {"entropy": 16, "expected-size": 8, "minimax": 8, "most-parts": 8}  # how many of the best guesses by each


def write_first_guesses() -> None:
    """Write what each first guess that differs needs, of words the best few."""
    games = {game: first_guesses(game, None) for game in PROVEN_GAMES}
    games |= {game: first_guesses(game, 0) for game in BOUNDED_GAMES}
    games |= {game: first_words(game) for game in WORDS}
    about = "first guess, lower and upper bound of the total guesses over all secrets"
    document = {**SOURCE, "rows": about, "words": {game: about_words(game) for game in WORDS}, "games": games}
    text = json.dumps(document).replace('"games": {', '"games": {\n').replace("]], ", "]],\n").replace("}}", "\n}}")
    write_whole(DATA / FIRST_GUESSES, text + "\n")


def first_guesses(game: str, node_limit: int | None) -> list[FirstGuess]:
    """Return the row of each first guess that differs, the best first."""
    start = bg.Position(game)
    guesses = [start.game.guesses[index] for index in start.different_guesses.tolist()]
    return bounded(start.game, guesses, node_limit)


def first_words(game: str) -> list[FirstGuess]:
    """Return the rows of the guesses that are best by some metric, also among those that may win."""
    start = bg.Position(game)
    guesses = [
        guess
        for name, count in METRICS.items()
        for consistent in (False, True)
        for guess in rank_guesses(start, bg.strategy(name, game=start.game), consistent, count)
    ]
    return bounded(start.game, list(dict.fromkeys(guesses)), None)


def bounded(game: bg.Game, guesses: list[str], node_limit: int | None) -> list[FirstGuess]:
    """Return first guess, lower and upper bound of the total of each of *guesses*, the best first."""
    found = []
    for guess in guesses:
        result = bg.optimum(game, first_guess=guess, limits=bg.Limits(nodes=node_limit))
        found.append((guess, *result.bounds))
        print(game, *found[-1], flush=True)
    return sorted(found, key=lambda row: (row[2], row[0]))


def about_words(game: str) -> dict[str, Any]:
    """Return the words that the rows of *game* were found for, and the least total of any first guess."""
    least = bg.optimum(game, limits=bg.Limits(seconds=MOST_SECONDS)).lower_bound
    print(game, least, flush=True)
    return {"sha256": [sha256 for _, sha256 in bg.game(game).files], "least": least}


# Practice puzzles of common games

PUZZLE_SEED = 1
PUZZLE_GAMES = {
    "mastermind(4,6)": 50,
    "mastermind(4,6,secrets=distinct)": 20,
    "mastermind(3,4)": 20,
    "bullscows(4,10)": 20,
    "bullscows(3,10)": 20,
}


def write_puzzles() -> None:
    """Write the puzzles of each kind, fewer where there are no more."""
    games = dict[str, dict[str, list[list[Any]]]]()
    for game, count in PUZZLE_GAMES.items():
        games[game] = {}
        for kind in KINDS:
            games[game][kind] = [row_of_puzzle(one) for one in bg.puzzles.make(game, kind, count, PUZZLE_SEED)]
            print(game, kind, len(games[game][kind]), flush=True)
    write_whole(DATA / PUZZLES, puzzles_text(games))


def puzzles_text(games: dict[str, dict[str, list[list[Any]]]]) -> str:
    """Return the document, a puzzle on each line."""
    about = "history, candidates, solutions, consistent, parts, expected guesses, near miss, near misses, difficulty"
    counts = {game: PUZZLE_GAMES[game] for game in games}
    document = {**SOURCE, "seed": PUZZLE_SEED, "rows": about, "counts": counts, "games": games}
    return json.dumps(document, separators=(",", ":")).replace('],["', '],\n["') + "\n"


# Whole optimal trees of common games

PLAN_GAMES = ["mastermind(3,6)", "mastermind(3,8)", "mastermind(3,10)", "mastermind(4,6)", "mastermind(4,7)"]
PLAN_GAMES += ["mastermind(4,8)", "mastermind(5,5)", "mastermind(4,6,secrets=distinct)", "bullscows(3,10)"]
PLAN_GAMES += ["bullscows(4,10)"]


def write_plans() -> None:
    """Write the trees as the command line writes them, and the command with each."""
    folder = DATA / PLANS
    folder.mkdir(exist_ok=True)
    for game in PLAN_GAMES:
        for strategy in STRATEGIES_WITH_PLANS:
            name = plan_file(game, strategy)
            command = ["bestguess", "tree", "build", game, "--strategy", strategy, "--output", name]
            print(shlex.join(command), flush=True)
            program = Path(sys.executable).parent / command[0]
            subprocess.run([program, *command[1:]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            document = {**tree_document(load_tree(folder / name)), "command": shlex.join(command)}
            write_whole(folder / name, document_text(document))


# What strategies need on every size of a game

STORE = ROOT / "build" / "atlas.sqlite"
GREEDY = ["first", "minimax", "expected-size", "entropy", "most-parts"]
PROVEN = ["optimal", "optimal-worst"]
MOST_CODES = 2**16
MOST_PROVEN = {  # by pegs, the most symbols whose optima take seconds
    "mastermind": {1: 16, 2: 15, 3: 10, 4: 8, 5: 5, 6: 4, 7: 3, 8: 2},
    "bullscows": {1: 16, 2: 15, 3: 12, 4: 10, 5: 7, 6: 6},
}
THREADS = 2


def write_atlas() -> None:
    """Write first guess and distribution as one text, by strategy and game."""
    columns = defaultdict[str, dict[str, str]](dict)
    for one in atlas_figures(Store(STORE)):
        counts = " ".join(str(count) for count in one.distribution.values())
        column = f"{one.strategy} consistent" if one.consistent else one.strategy
        columns[column][one.game] = f"{one.first_guess} {counts}"
    about = "by strategy and game: the first guess, and how many secrets need 1, 2, 3, ... guesses"
    document = {**SOURCE, "date": datetime.date.today().isoformat(), "about": about, "strategies": columns}
    write_whole(DATA / ATLAS, json.dumps(document, indent=0) + "\n")
    STORE.unlink()


def atlas_figures(store: Store) -> Iterator[Figures]:
    """Yield one-step strategies on every size with a table of a few gigabytes at most, and quick optima."""
    for family in TRADITIONAL:
        for pegs, symbols in sorted(games_by_size(family, range(1, 9), range(1, 17))):
            game = bg.game(f"{family}({pegs},{symbols})")
            if len(game.secrets) <= MOST_CODES:
                quick = symbols <= MOST_PROVEN[family].get(pegs, 0)
                yield from kept_figures(game, [*GREEDY, *PROVEN] if quick else GREEDY, store)


def kept_figures(game: bg.Game, names: list[str], store: Store) -> Iterator[Figures]:
    """Yield what the strategies called *names* need on *game*, free and consistent, kept in *store* at once."""
    for consistent in (False, True):
        for name in names:
            key = ResultKey(str(game), name, consistent)
            figures = store.find(key)
            if figures is None:
                figures = bg.build_tree(game, name, consistent=consistent, threads=THREADS).figures
                store.save(key, figures)
                print(game, name, consistent, figures, f"{figures.seconds:.1f} s", flush=True)
            yield figures


# What ways of playing common games cost

PROOF_NODES = {  # most search nodes of each proof
    "mastermind(4,6)": 10**6,
    "mastermind(4,6,secrets=distinct)": 10**6,
    "mastermind(5,5)": 10**6,
    "bullscows(3,10)": 10**6,
    "bullscows(4,10)": 10**6,
    "words(english,5)": 2_000,
}


def write_objectives() -> None:
    """Write the points of each game."""
    rows = "strategy, given first guess, guesses within which most is found; first guess, secrets and weight by guesses"
    games = {text: about_objectives(text) for text in PROOF_NODES}
    body = ",\n".join(f"{json.dumps(text)}: {json.dumps(one)}" for text, one in games.items())
    write_whole(DATA / OBJECTIVES, json.dumps({**SOURCE, "rows": rows})[:-1] + ', "games": {\n' + body + "\n}}\n")


def about_objectives(text: str) -> dict[str, Any]:
    """Return the rows of a game, and the SHA-256 of its files."""
    game = bg.game(text)
    known = dict[Way, Point | str]()
    nodes, within = PROOF_NODES[text], 1
    while within == 1 or within < most_guesses(known):
        found = find_points(game, within, lambda way: make_tree(game, way, nodes, None), known, nodes, print_next)
        known |= {**{point.way: point for point in found.points}, **found.missing}
        within += 1
    rows = [objective_row(way, one) for way, one in known.items()]
    return {"sha256": [sha256 for _, sha256 in game.files], "rows": rows}


def most_guesses(known: dict[Way, Point | str]) -> int:
    """Return the most guesses that the best trees by mean need: within so many they find all."""
    return max(one.worst for way, one in known.items() if isinstance(one, Point) and way.objective == "mean,worst")


def objective_row(way: Way, point: Point | str) -> list[Any]:
    """Return a way of playing and what it costs, or why that is not known."""
    if isinstance(point, str):
        return [*way, point, None, None]
    return [*way, point.first_guess, point.secrets, None if point.weights == point.secrets else point.weights]


def print_next(done: int, total: int, way: Way, _: Objectives) -> None:
    """Print what is computed next."""
    print(done, total, *way, flush=True)


WRITERS = {
    "first_guesses": write_first_guesses,
    "puzzles": write_puzzles,
    "plans": write_plans,
    "atlas": write_atlas,
    "objectives": write_objectives,
}

if __name__ == "__main__":
    for file in sys.argv[1:] or WRITERS:
        WRITERS[file]()
