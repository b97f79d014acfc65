"""`make values`: writes src/bestguess/data/atlas.json, what strategies need on every size of a game.

Takes about twenty minutes; a run that was stopped goes on where it was. Strategies that are named as arguments are
computed anew; without any, all.
"""

import datetime
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import bestguess as bg
from bestguess.files import write_whole
from bestguess.stats.store import ResultKey, Store
from bestguess.stats.sweeps import TRADITIONAL, sizes_of
from bestguess.trees import Figures

ROOT = Path(__file__).parent.parent
STORE = ROOT / "build" / "atlas.sqlite"
GREEDY = ["first", "minimax", "expected-size", "entropy", "most-parts"]
PROVEN = ["optimal", "optimal-worst"]
MOST_CODES = 2**16
MOST_PROVEN = {  # by pegs, the most symbols whose optima take seconds
    "mastermind": {1: 16, 2: 15, 3: 10, 4: 8, 5: 5, 6: 4, 7: 3, 8: 2},
    "bullscows": {1: 16, 2: 15, 3: 12, 4: 10, 5: 7, 6: 6},
}
THREADS = 2


def figures(store: Store, asked: list[str]) -> Iterator[Figures]:
    """Of those *asked* for: one-step strategies on every size with a table of a few gigabytes at most, quick optima."""
    for family in TRADITIONAL:
        for pegs, symbols in sorted(sizes_of(family, range(1, 9), range(1, 17))):
            game = bg.game(f"{family}({pegs},{symbols})")
            if len(game.secrets) <= MOST_CODES:
                quick = symbols <= MOST_PROVEN[family].get(pegs, 0)
                names = [*GREEDY, *PROVEN] if quick else GREEDY
                yield from figures_of(game, [name for name in names if name in asked], store)


def figures_of(game: bg.Game, names: list[str], store: Store) -> Iterator[Figures]:
    """What the strategies called *names* need on *game*, free and consistent, kept in *store* at once."""
    for consistent in (False, True):
        for name in names:
            key = ResultKey(str(game), name, consistent, None)
            found = store.find(key)
            if found is None:
                found = bg.build_tree(game, name, consistent=consistent, threads=THREADS).figures
                store.keep(key, found)
                print(game, name, consistent, found, f"{found.table_seconds:.1f} {found.seconds:.1f} s", flush=True)
            yield found


def columns(store: Store, asked: list[str]) -> dict[str, dict[str, str]]:
    """First guess and distribution as one text, by strategy and game, of the strategies *asked* for."""
    found = defaultdict[str, dict[str, str]](dict)
    for one in figures(store, asked):
        counts = " ".join(str(count) for count in one.distribution.values())
        found[f"{one.strategy} consistent" if one.consistent else one.strategy][one.game] = (
            f"{one.first_guess} {counts}"
        )
    return found


if __name__ == "__main__":
    path = ROOT / "src" / "bestguess" / "data" / "atlas.json"
    kept = json.loads(path.read_text("utf-8"))["strategies"] if sys.argv[1:] else {}
    document = {
        "version": bg.__version__,
        "command": "make values",
        "date": datetime.date.today().isoformat(),
        "about": "by strategy and game: the first guess, and how many secrets need 1, 2, 3, ... guesses",
        "strategies": kept | columns(Store(STORE), sys.argv[1:] or [*GREEDY, *PROVEN]),
    }
    write_whole(path, json.dumps(document, indent=0) + "\n")
    STORE.unlink()
