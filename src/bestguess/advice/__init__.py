"""What a position or a guess is worth: values, advice, hints and reviews. Returns data, never prints.

Read `values` first, then `advice`.
"""

from bestguess.advice.advice import advise, advise_or_say, evaluate_guess
from bestguess.advice.hints import Hint, hint
from bestguess.advice.moves import known_worst, next_move
from bestguess.advice.reviews import Review, ReviewedMove, review
from bestguess.advice.suggestions import Advice, Suggestion
from bestguess.advice.values import Value, Values

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
