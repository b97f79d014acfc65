"""The result of a search for the best tree: the tree, the bounds, and the proof."""

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
    """The value of a first guess."""

    guess: Code
    """The guess."""
    value: float | None
    """The value in the unit of the bounds: exact if *proven*, else a lower bound; None: no strategy exists."""
    proven: bool
    """Whether the value is exact."""
    total: int | None = None
    """Guesses summed over the secrets that are found; only for the objective lost, where *value* is the weight lost."""


class Claim(NamedTuple):
    """The claim that a set of candidates costs at least *bound*.

    If secrets may be lost, a cost is a pair of weight lost and total. The set is a part of the set of an earlier claim,
    *parent*: the candidates that answer *guess* with *feedback*. The first claim has neither, and is about the whole
    position. A claim holds because no guess costs less. A claim with an *image* holds because a symmetry maps its set
    to the set of an earlier claim.
    """

    parent: int
    guess: Code | None
    feedback: Feedback | None
    bound: int | tuple[int, int]
    image: "Image | None" = None


class Image(NamedTuple):
    """A symmetry that maps the set of a claim to the set of an earlier *claim*."""

    claim: int
    places: list[int]
    """The symbol at place p moves to place ``places[p]``."""
    symbols: list[int] | list[list[int]]
    """Symbol s becomes ``symbols[s]``, or ``symbols[p][s]`` if each place has its own symbols."""


_FIRST_GUESSES_IN_REPR = 3
Claims: TypeAlias = Sequence[Claim]


class BoundProof(NamedTuple):
    """The *claims* that prove a bound, within a *limit* of guesses and a *cost_limit*; None: no limit."""

    claims: Claims
    limit: int | None
    cost_limit: int | None = None


# The unit of the bounds, by objective.
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
    """The best tree that a search found, and the bounds that it proved.

    Bounds are in the unit of the objective: total guesses for `mean`, `worst,mean` and `mean,worst`, guesses for
    `worst`, secrets for `at-worst`, weight for `lost`. In a game with costs, *bounds* counts integer units of cost;
    `lower_bound` and `upper_bound` are in the user's unit. If *proven* is true, no tree is better than *tree*, or
    *feasible* is false and no strategy exists within *max_guesses*. With a history, all figures count from its end.
    """

    rules: Hidden[Game | GameRecord] = field(repr=False, compare=False)
    """The game."""
    objective: Annotated[str, Literal["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]]
    """The objective: what the search minimises."""
    max_guesses: int | None
    """The most guesses allowed; None: no limit."""
    consistent: bool
    """Whether only consistent guesses were allowed."""
    history: str
    """The rows before the first guess."""
    bounds: Hidden[Bounds[int | None, int | None]]
    """Bounds of the value: no strategy is below *lower*, the tree reaches *upper*."""
    proven: bool
    """Whether the search is finished."""
    feasible: bool | None
    """Whether a strategy exists within the limit; None: not known."""
    tree: Hidden[Tree | None]
    """The best tree known; None: no tree is known."""
    secrets: int
    """The number of candidates."""
    nodes: int
    """The number of sets of candidates that the search opened."""
    threads: int
    """The number of threads that the search used."""
    seconds: float
    """The time of the search, in seconds."""
    table_seconds: float
    """The time to build the table, in seconds."""
    requested_first_guess: Code | None
    """The first guess that the caller requested; None: the search was free to choose."""
    first_guesses: tuple[FirstGuess, ...] | None = None
    """The value of every first guess, one for each orbit; only if requested."""
    interrupted: Hidden[bool] = False
    """Whether Ctrl-C stopped the search."""
    requested_max_guesses: Hidden[int | None] = None
    """The limit of guesses that the caller or the rows of the game set; None: no limit."""
    proofs: Hidden[tuple[BoundProof, ...] | None] = field(default=None, repr=False)
    """The proofs for the certificate; None unless requested and proven."""
    proven_without_limit: Hidden[bool] = False
    """Whether the tree is proven to be the best without any limit, although *max_guesses* is set."""

    def __repr__(self) -> str:
        best = sorted(
            (first.value, text_of(first.guess)) for first in self.first_guesses or () if first.value is not None
        )
        firsts = ", ".join(f"{guess} {value:g}" for value, guess in best[:_FIRST_GUESSES_IN_REPR])
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
        """A proven lower bound for every strategy, in the unit of the objective; None: nothing is known."""
        return self._in_user_units(self.bounds.lower)

    @property
    def upper_bound(self) -> Written[float | None]:
        """The value of the tree, in the unit of the objective; None: no tree is known."""
        return self._in_user_units(self.bounds.upper)

    def _in_user_units(self, bound: int | None) -> float | None:
        return None if bound is None else in_user_units(bound, self.rules.cost_unit)

    @property
    def total(self) -> Written[float | None]:
        """Guesses of the tree, or their costs, summed over all secrets."""
        return None if self.tree is None else self.tree.total

    @property
    def mean(self) -> Written[float | None]:
        """Guesses of the tree on average, or their costs; None if no secret is found."""
        return self.tree.mean if self.distribution else None  # type: ignore[union-attr]

    @property
    def worst(self) -> Written[float | None]:
        """The most guesses that the tree needs for a secret, or the highest cost; None if no secret is found."""
        return self.tree.worst if self.distribution else None  # type: ignore[union-attr]

    @property
    def at_worst(self) -> Written[int | None]:
        """The number of secrets that need the most guesses with the tree."""
        return None if self.tree is None else self.tree.unit_figures["at_worst"]

    @property
    def distribution(self) -> Written[Mapping[int, Annotated[float, int]] | None]:
        """The number of secrets that the tree finds, for each number of guesses."""
        return None if self.tree is None else self.tree.distribution

    @property
    def first_guess(self) -> Written[Code | None]:
        """The first guess of the tree."""
        return None if self.tree is None else self.tree.first_guess

    @property
    def _has_limit_to_reach(self) -> bool:
        return self.objective == "at-worst"

    @property
    def at_limit(self) -> Annotated[int | None, Member(only_with="_has_limit_to_reach")]:
        """The number of secrets that need exactly *max_guesses* with the tree."""
        if self.tree is None or self.max_guesses is None:
            return None
        return int(self.tree.distribution.get(self.max_guesses, 0))

    @property
    def lost(self) -> Annotated[int | None, Member(only_with="lost")]:
        """The number of secrets that the tree does not find within *max_guesses*; only with a limit of guesses."""
        return None if self.tree is None or self.tree.limit is None else int(self.tree.node_lost.sum())

    @property
    def lost_weight(self) -> Annotated[int | None, Member(only_with="lost_weight")]:
        """The weight of the lost secrets; only with a limit of guesses."""
        return None if self.tree is None or self.tree.limit is None else int(self.tree.node_lost_weight.sum())

    @property
    def strategy(self) -> Written[str]:
        """The name of the best tree: `optimal` if it is proven and the caller set no conditions.

        The name does not mention *consistent*, which has its own field.

        >>> from bestguess.solve import optimum
        >>> optimum("mastermind(3,4)").strategy, optimum("mastermind(3,4)", first_guess="111").strategy
        ('optimal', 'best after 111')
        """
        best = "best known" if not self.proven else "best" if self._conditions else "optimal"
        return best + self._after_first_guess

    def summary(self) -> str:
        """Return one line that says in words what is known."""
        where = f"{self.game} after {self.history}" if self.history else self.game
        if self.proven and not self.feasible:
            return f"{where}: no strategy{self._conditions} exists{self._within} (proven)"
        if self.proven and not self._conditions:
            return f"{where}: {self._value_text()}, proven optimal"
        known = self._value_text() if self.proven else self._bounds_text()
        best = f", best{self._conditions}" if self._conditions else ""
        return f"{where}: {known}{best}, {'proven' if self.proven else 'not proven'}"

    @property
    def _conditions(self) -> str:
        """The conditions that the caller set, in words: a first guess, consistent guesses; empty if none."""
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

    def _value_text(self) -> str:
        """Return the figures of the tree that the objective is about, in words."""
        then = f"{', proven' * self._only_mean_proven}, and then"
        if self.rules.has_costs:
            return self._cost_text(then)
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
                need = "need" if self.upper_bound != 1 else "needs"
                secrets = count_text(self.upper_bound, "secret")
                return f"{secrets} {need} {count_text(self.max_guesses, self._noun)}, and none more"
        # The objective lost.
        if not self.lost:
            return f"every secret found{self._within}, {mean} (total {self.total})"
        weight = "" if self.lost == self.lost_weight else f" (weight {self.lost_weight})"
        others = "" if self.lost == self.secrets else f", of those found {mean}"
        return f"{self.lost} of {count_text(self.secrets, 'secret')}{weight} not found{self._within}{others}"

    def _cost_text(self, then: str) -> str:
        """Return `_value_text` for a game with costs; *then* joins the mean and the worst case."""
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
    def _only_mean_proven(self) -> bool:
        """Whether, for `mean,worst`, the mean is proven to be the least, but not the worst case."""
        return self.objective == "mean,worst" and self.bounds.proven and not self.proven

    def _bounds_text(self) -> str:
        """Return the bounds and their unit in words, or the figures of the tree if only its worst case is unproven."""
        if self._only_mean_proven:
            return self._value_text()
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
        """Write the tree and the proof that no tree is better to *path* atomically.

        The table of a custom game is written beside it, to PATH.csv. Raises StrategyError if there is no proof.
        """
        from bestguess.solve.certificate import save_certificate  # here, because that module imports this one

        save_certificate(self, path)
