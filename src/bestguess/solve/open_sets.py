"""The upper levels of a search by many workers: sets, the guesses that were opened, and what is known of both."""

from collections.abc import Collection
from dataclasses import dataclass, field

from bestguess.solve.tasks import Cost, Path


def plus(a: Cost, b: Cost) -> Cost:
    """The sum of two costs."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Cost, b: Cost) -> Cost:
    """The difference of two costs."""
    return a[0] - b[0], a[1] - b[1]


@dataclass(eq=False)
class SetNode:
    """A set of candidates: the one after *path*."""

    path: Path
    size: int
    bound: Cost
    """What it costs at least; exactly that when *exact*."""
    exact: bool = False
    shift: Cost = (0, 0)
    """What it adds to its cost as a part of a guess."""
    above: "GuessNode | None" = None
    state: str = "waiting"
    """waiting (to be handed out), asked, open (its guesses are tried one by one) or done."""
    key: bytes = b""
    order: dict[int, int] = field(default_factory=dict)
    """Of an open set: its guesses, and the order in which to try them."""
    since: dict[int, int] = field(default_factory=dict)
    """The number of the task that has given back each guess."""
    guesses: list[int] = field(default_factory=list)
    """Of these, those still to be handed out."""
    batches: int = 0
    """How many tasks are trying guesses of it."""
    after: int = 0
    """The number of the task whose answer made it ready to be handed out; 0: none."""
    split: "list[GuessNode]" = field(default_factory=list)
    """Its guesses that were opened part by part."""
    best: Cost = (0, 0)
    """What its best guess costs, if that was *found*, otherwise the budget."""
    found: bool = False
    least_refuted: Cost = (0, 0)

    def put_back(self, guesses: Collection[int], after: int) -> None:
        """Notes that *guesses* are to be handed out, since task *after*."""
        for guess in guesses:
            self.order.setdefault(guess, len(self.order))
            self.since[guess] = after
        self.guesses = sorted((*self.guesses, *guesses), key=self.order.__getitem__)

    def take(self, count: int) -> tuple[int, ...]:
        """So many of the guesses to be handed out, good ones and others, so that every worker soon meets good ones."""
        taken = self.guesses[:: len(self.guesses) // count][:count]
        left = set(self.guesses).difference(taken)
        self.guesses = [guess for guess in self.guesses if guess in left]
        return tuple(taken)


@dataclass(eq=False)
class GuessNode:
    """A guess at a set, whose parts are sets of their own; *won*: what it costs to win by it."""

    at: SetNode
    guess: int
    won: Cost
    parts: list[SetNode]
    closed: bool = False
    """Whether it is refuted, or its value is found."""

    @property
    def cost(self) -> Cost:
        """What it costs at least; exactly that when all parts are exact."""
        cost = self.won
        for part in self.parts:
            cost = plus(cost, plus(part.bound, part.shift))
        return cost
