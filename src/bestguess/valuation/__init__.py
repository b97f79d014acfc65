"""What a position or a guess is worth: values, advice, hints and reviews. Returns data, never prints.

Read `values` first, then `advice`.
"""

from bestguess.valuation.advice import advise, advise_or_say, evaluate_guess
from bestguess.valuation.hints import Hint, hint
from bestguess.valuation.moves import known_worst, next_move
from bestguess.valuation.reviews import Review, ReviewedMove, review
from bestguess.valuation.suggestions import Advice, Suggestion
from bestguess.valuation.values import Value, Values

__all__ = [
    "Advice",
    "Hint",
    "Review",
    "ReviewedMove",
    "Suggestion",
    "Value",
    "Values",
    "advise",
    "advise_or_say",
    "evaluate_guess",
    "hint",
    "known_worst",
    "next_move",
    "review",
]
