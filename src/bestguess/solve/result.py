"""What a search for the best tree found, and how sure it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

from bestguess.bounds import Bounds
from bestguess.display import HtmlRepr, one_line
from bestguess.games import Code, Feedback, Game, rule_in
from bestguess.games.codes import text_of
from bestguess.games.documents import Document, Hidden, Member, Written
from bestguess.games.registry import GameRecord, HoldsGame
from bestguess.trees import Tree
from bestguess.trees.figures import in_user_units
from bestguess.wording import count_text, guess_noun, plural


@dataclass(frozen=True)
class FirstGuess(Document):
    """What it is worth to begin with a guess."""

    guess: Code
    """The guess."""
    value: float | None
    """In the unit of the bounds: exact where it is proven, else a lower bound; None: it cannot be done."""
    proven: bool
    """Whether the value is exact."""
    total: int | None = None
    """Guesses summed over the secrets that are found; only for the objective lost, where *value* is what is lost."""


class Claim(NamedTuple):
    """That a set of candidates costs at least *bound*; where secrets may be lost, a pair of weight lost and total.

    The set is the part of that of an earlier claim, *parent*, that answers *guess* with *feedback*; the first claim,
    with neither, is about the whole position. It holds because no guess costs less; or, where it is an *image*, because
    a symmetry takes its set to that of an earlier claim: what stands at place p goes to place ``places[p]``, and symbol
    s becomes ``symbols[s]``, or ``symbols[p][s]`` where each place has symbols of its own.
    """

    parent: int
    guess: Code | None
    feedback: Feedback | None
    bound: int | tuple[int, int]
    image: "Image | None" = None


class Image(NamedTuple):
    """Of which earlier claim a claim is about an image, and by which symmetry."""

    claim: int
    places: list[int]
    symbols: list[int] | list[list[int]]


_FIRSTS_IN_REPR = 3
Claims: TypeAlias = Sequence[Claim]


class BoundProof(NamedTuple):
    """The *claims* that prove a bound within a *limit* of guesses and one of what they cost; None: no limit."""

    claims: Claims
    limit: int | None
    cost_limit: int | None = None


# What the bounds of an objective count.
_UNITS = {
    "mean": "{guesses} in total",
    "worst": "{guesses} in the worst case",
    "worst,mean": "{guesses} in total",
    "mean,worst": "{guesses} in total",
    "at-worst": "secrets with the most {guesses}",
    "lost": "lost (weight of the secrets not found)",
}


@dataclass(frozen=True)
class Result(Document, HtmlRepr, HoldsGame):
    """The best tree that was found, and the bounds that were proven.

    Bounds are in the unit of the objective: total guesses for `mean`, `worst,mean` and `mean,worst`, guesses for
    `worst`, secrets for `at-worst`, weight for `lost`. Where guesses have costs, *bounds* counts units of them;
    `lower_bound` and `upper_bound` are in the user's own. *proven* says that the search is finished; then either
    *feasible* is false, and no strategy exists within *max_guesses*, or *tree* is as good as any. With a history,
    everything counts from there.
    """

    rules: Hidden[Game | GameRecord] = field(repr=False, compare=False)
    """The game."""
    objective: Annotated[str, Literal["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]]
    """What is minimised."""
    max_guesses: int | None
    """The most guesses that are allowed; None: no limit."""
    consistent: bool
    """Whether only consistent guesses were allowed."""
    history: str
    """The rows before the first guess."""
    bounds: Hidden[Bounds[int | None, int | None]]
    """What is proven: no strategy is below *lower*, the tree reaches *upper*."""
    proven: bool
    """Whether the search is finished."""
    feasible: bool | None
    """Whether a strategy exists within the limit; None: not known."""
    tree: Hidden[Tree | None]
    """The best tree that was found; None if there is none."""
    secrets: int
    """How many candidates there are."""
    nodes: int
    """How many sets of candidates the search opened."""
    threads: int
    """How many threads searched."""
    seconds: float
    """How long the search took, in seconds."""
    table_seconds: float
    """How long it took to build the table, in seconds."""
    requested_first_guess: Code | None
    """The first guess that was asked for; None: none."""
    first_guesses: tuple[FirstGuess, ...] | None = None
    """Every first guess that differs, or the ten best; only if they were asked for."""
    interrupted: Hidden[bool] = False
    """Whether it was stopped by Ctrl-C."""
    requested_max_guesses: Hidden[int | None] = None
    """The limit of guesses that was asked for, or None."""
    proofs: Hidden[tuple[BoundProof, ...] | None] = field(default=None, repr=False)
    """What the certificate says; None unless it was asked for."""
    proven_without_limit: Hidden[bool] = False
    """Whether the last proof holds for any number of guesses, though *max_guesses* were asked for."""

    def __repr__(self) -> str:
        best = sorted(
            (first.value, text_of(first.guess)) for first in self.first_guesses or () if first.value is not None
        )
        firsts = ", ".join(f"{guess} {value:g}" for value, guess in best[:_FIRSTS_IN_REPR])
        return one_line(self, f"{firsts}, …; {self.summary()}" if firsts else self.summary())

    @property
    def game(self) -> Written[str]:
        """The text of the game."""
        return str(self.rules)

    @property
    def goal(self) -> Written[str]:
        """The goal of the game."""
        return self.rules.goal

    @property
    def rule(self) -> Written[str]:
        """The rule of the game."""
        return rule_in(self.game)

    @property
    def lower_bound(self) -> Written[float | None]:
        """What no strategy can beat, in the unit of the objective; None: nothing is known."""
        return self._in_user_units(self.bounds.lower)

    @property
    def upper_bound(self) -> Written[float | None]:
        """What the tree reaches, in the unit of the objective; None: there is none."""
        return self._in_user_units(self.bounds.upper)

    def _in_user_units(self, bound: int | None) -> float | None:
        return None if bound is None else in_user_units(bound, self.rules.cost_unit)

    @property
    def total(self) -> Written[float | None]:
        """Guesses over all secrets, or what they cost, by the tree."""
        return None if self.tree is None else self.tree.total

    @property
    def mean(self) -> Written[float | None]:
        """Guesses on average, or what they cost, by the tree; None where nothing is found."""
        return self.tree.mean if self.distribution else None  # type: ignore[union-attr]

    @property
    def worst(self) -> Written[float | None]:
        """The most guesses, or the most that they cost, by the tree; None where nothing is found."""
        return self.tree.worst if self.distribution else None  # type: ignore[union-attr]

    @property
    def at_worst(self) -> Written[int | None]:
        """How many secrets need the most, by the tree."""
        return None if self.tree is None else self.tree.unit_figures["at_worst"]

    @property
    def distribution(self) -> Written[Mapping[int, Annotated[float, int]] | None]:
        """How many secrets are found by each number of guesses, by the tree."""
        return None if self.tree is None else self.tree.distribution

    @property
    def first_guess(self) -> Written[Code | None]:
        """What the tree plays first."""
        return None if self.tree is None else self.tree.first_guess

    @property
    def _has_limit_to_reach(self) -> bool:
        return self.objective == "at-worst"

    @property
    def at_limit(self) -> Annotated[int | None, Member(only_with="_has_limit_to_reach")]:
        """How many secrets need exactly *max_guesses*, by the tree."""
        if self.tree is None or self.max_guesses is None:
            return None
        return int(self.tree.distribution.get(self.max_guesses, 0))

    @property
    def lost(self) -> Annotated[int | None, Member(only_with="lost")]:
        """How many secrets the tree does not find within *max_guesses*; only where guesses are limited."""
        return None if self.tree is None or self.tree.limit is None else int(self.tree.node_lost.sum())

    @property
    def lost_weight(self) -> Annotated[int | None, Member(only_with="lost_weight")]:
        """What these weigh; only where guesses are limited."""
        return None if self.tree is None or self.tree.limit is None else int(self.tree.node_lost_weight.sum())

    @property
    def strategy(self) -> Written[str]:
        """The name of the best tree: `optimal` if that is proven and nothing was imposed.

        That only consistent guesses were allowed is said beside it, by *consistent*.

        >>> from bestguess.solve import optimum
        >>> optimum("mastermind(3,4)").strategy, optimum("mastermind(3,4)", first_guess="111").strategy
        ('optimal', 'best after 111')
        """
        best = "best known" if not self.proven else "best" if self._imposed else "optimal"
        return best + self._after_first_guess

    def summary(self) -> str:
        """One line: what is known, in words."""
        where = f"{self.game} after {self.history}" if self.history else self.game
        if self.proven and not self.feasible:
            return f"{where}: no strategy{self._imposed} exists{self._within} (proven)"
        if self.proven and not self._imposed:
            return f"{where}: {self._reached()}, proven optimal"
        known = self._reached() if self.proven else self._known_bounds()
        best = f", best{self._imposed}" if self._imposed else ""
        return f"{where}: {known}{best}, {'proven' if self.proven else 'not proven'}"

    @property
    def _imposed(self) -> str:
        """What the caller imposed on the strategies: a first guess, or consistent guesses."""
        return self._after_first_guess + " with consistent guesses" * self.consistent

    @property
    def _after_first_guess(self) -> str:
        first = self.requested_first_guess
        return "" if first is None else f" after {self.rules.text(first)}"

    @property
    def _noun(self) -> str:
        return guess_noun(self.goal)

    @property
    def _within(self) -> str:
        return "" if self.max_guesses is None else f" within {count_text(self.max_guesses, self._noun)}"

    def _reached(self) -> str:
        """What the best tree reaches: the figures of the objective, the first one first."""
        then = f"{', proven' * self._mean_alone_proven}, and then"
        if self.rules.has_costs:
            return self._cost_reached(then)
        mean = f"mean {self.mean:.3f}" if self.mean is not None else "mean unknown"
        match self.objective:
            case "mean":
                return f"{mean} {plural(2, self._noun)} (total {self.total}){self._within}"
            case "mean,worst":
                return f"{mean} {plural(2, self._noun)} (total {self.total}){self._within}{then} at most {self.worst}"
            case "worst":
                return f"at most {count_text(self.upper_bound, self._noun)}"
            case "worst,mean":
                return f"at most {count_text(self.worst, self._noun)}, and then {mean} (total {self.total})"
            case "at-worst":
                needed = "need" if self.upper_bound != 1 else "needs"
                secrets = count_text(self.upper_bound, "secret")
                return f"{secrets} {needed} {count_text(self.max_guesses, self._noun)}, and none more"
        if not self.lost:
            return f"every secret found{self._within}, {mean} (total {self.total})"
        weighed = "" if self.lost == self.lost_weight else f" (weight {self.lost_weight})"
        others = "" if self.lost == self.secrets else f", of those found {mean}"
        return f"{self.lost} of {count_text(self.secrets, 'secret')}{weighed} not found{self._within}{others}"

    def _cost_reached(self, then: str) -> str:
        """What the best tree reaches where guesses have costs; *then* stands between mean and worst case."""
        mean = f"mean cost {self.mean:.3f} (total {self.total})"
        match self.objective:
            case "worst":
                return f"a cost of at most {self.upper_bound}{self._within}"
            case "worst,mean":
                return f"a cost of at most {self.worst}, and then {mean}{self._within}"
            case "mean,worst":
                return f"{mean}{self._within}{then} a cost of at most {self.worst}"
        return f"{mean}{self._within}"

    @property
    def _mean_alone_proven(self) -> bool:
        """Whether the mean is known to be the least, and the worst case after it is not."""
        return self.objective == "mean,worst" and self.bounds.proven and not self.proven

    def _known_bounds(self) -> str:
        """The bounds with their unit; where only the worst case is not known to be the least, what the tree reaches."""
        if self._mean_alone_proven:
            return self._reached()
        unit = _UNITS[self.objective].format(guesses=plural(2, self._noun))
        if self.rules.has_costs:
            unit = "cost in the worst case" if self.objective == "worst" else "cost in total"
        match (self.lower_bound, self.upper_bound):
            case (None, None):
                return f"nothing is known of the {unit}"
            case (lower, None):
                return f"at least {lower} {unit}"
            case (None, upper):
                return f"at most {upper} {unit}"
            case (lower, upper):
                return f"between {lower} and {upper} {unit}"

    def save_certificate(self, path: str | Path) -> None:
        """Write the tree and the proof that there is no better one to *path*, whole or not at all.

        The table of a game of your own is written beside it, as PATH.csv. Raises StrategyError when there is no proof.
        """
        from bestguess.solve.certificate import save_certificate  # which needs results

        save_certificate(self, path)
