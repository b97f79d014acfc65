"""How much work a question is worth, in nodes of a search: never in time, so that the same question has one answer."""

_PAIRS = 10**8  # of guesses and candidates that may be looked at, roughly: some hundredths of a second
_TREE_PAIRS = 2 * 10**7  # the same for whole trees of a one-step strategy
_FEWEST_TREES = 2


def nodes_for(guesses: int, candidates: int, budget: int | None) -> int:
    """The nodes that a question about a position may take: *budget*, or what suits the size of the position."""
    return _PAIRS // (guesses * candidates) if budget is None else budget


def trees_for(guesses: int, candidates: int) -> int:
    """How many guesses of a position may be valued by a whole tree when there is no search."""
    return max(_FEWEST_TREES, _TREE_PAIRS // (guesses * candidates))
