"""How many worker-hours a proof would take that nobody has done: by sampling, as Knuth estimates the size of a tree.

    .venv/bin/python benchmarks/estimate.py "mastermind(5,6)" "mastermind(5,7)" --minutes 10

A *probe* goes down the search once. It gives a set a second. What is done by then counts as it is; of what is
left, one guess is picked at random, and what it costs counts as often as its chance says (a chance of 1/50 counts
fifty times). A guess that is not done in a second is treated alike: one of its parts is picked at random. The mean
over all probes is the estimate: each probe alone has the right mean, if sets are searched without knowing what other
sets have taught (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975). Good guesses and large parts
are picked more often than others, which changes no mean and makes probes differ less.

The error that is given is that of the mean, from how probes differ: costs are so uneven that a rare dear subtree
which no probe has met makes the estimate too low. What pulls the other way: a search that is done wholly finds better
guesses, and learns of sets, which makes what is left cheaper. Games whose proof is known show by how much.
"""

import argparse
import math
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import bestguess as bg
from bestguess import engine
from bestguess.cluster.tasks import Answer, Path, Question, Task, run_task

SECONDS = 1.0


@dataclass
class Search:
    """The search for the least mean of a game, to be probed."""

    game: str
    seed: int = 0
    tasks: int = 0
    deepest: int = 0
    question: Question = field(init=False)
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def probe(self, budget: int) -> float:
        """The seconds of the whole search for less than *budget*, by one way down that knows nothing of the others."""
        self.question = Question.about(bg.Position(self.game), engine.Objective(), consistent=False, memory_limit=2**33)
        return self._set((), budget)

    def _run(self, path: Path, guesses: tuple[int, ...], budget: int) -> Answer:
        self.tasks += 1
        self.deepest = max(self.deepest, len(path))
        return run_task(Task(self.question, path, guesses, (0, budget), SECONDS))

    def _set(self, path: Path, budget: int) -> float:
        answer = self._run(path, (), budget)
        if answer.finished:
            return answer.seconds
        limit = answer.best[1] if answer.found else budget
        seconds = answer.seconds + self._parts(path, answer, limit)
        if answer.open_guesses:
            guesses = answer.open_guesses
            place, chance = self._picked([1 / (rank + 10) for rank in range(len(guesses))])
            seconds += self._guess(path, guesses[place], limit) / chance
        return seconds

    def _guess(self, path: Path, guess: int, budget: int) -> float:
        answer = self._run(path, (guess,), budget)
        return answer.seconds + self._parts(path, answer, budget)

    def _parts(self, path: Path, answer: Answer, budget: int) -> float:
        """The seconds of the parts of the guess that was opened, if any."""
        parts = [(feedback, size, bound) for feedback, size, bound, _, exact in answer.open_parts if not exact]
        if answer.opened is None or not parts:
            return 0
        place, chance = self._picked([size**2 for _, size, _ in parts])
        feedback, _, bound = parts[place]
        all_parts = sum(bound[1] + shift[1] for _, _, bound, shift, _ in answer.open_parts)
        below = budget - answer.won[1] - all_parts + bound[1]
        return self._set((*path, (answer.opened, feedback)), below) / chance

    def _picked(self, chances: Sequence[float]) -> tuple[int, float]:
        """A place at random, and the chance that it had."""
        place = self.rng.choices(range(len(chances)), chances)[0]
        return place, chances[place] / sum(chances)


def estimate(game: str, minutes: float, seed: int, budget: int | None) -> None:
    """Probes *game* for so many *minutes*, and says what follows."""
    began = time.monotonic()
    if budget is None:
        found = bg.optimum(game, limits=bg.Limits(seconds=30)).bounds.upper
        assert found is not None
        budget = found
    search = Search(game, seed)
    probes: list[float] = []
    while time.monotonic() - began < 60 * minutes or len(probes) < 2:
        probes.append(search.probe(budget))
    mean = statistics.fmean(probes)
    error = statistics.stdev(probes) / math.sqrt(len(probes))
    print(
        f"{game}: a total below {budget:,} takes {mean:,.0f} s = {mean / 3600:,.2f} worker-hours, standard error "
        f"{error / mean:.0%}; {len(probes)} probes of {search.tasks:,} tasks, up to {search.deepest} guesses deep, "
        f"median {statistics.median(probes):,.0f} s, largest {max(probes):,.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=int, help="a total that is known to be possible; by default, found in 30 s")
    given = parser.parse_args()
    for name in given.games:
        estimate(name, given.minutes, given.seed, given.budget)
