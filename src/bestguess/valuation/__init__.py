"""What a position or a guess is worth: values, advice, hints and reviews. Returns data, never prints.

Read `situation` first, then `values` and `advice`.
"""

from bestguess.valuation.advice import advise, evaluate_guess
from bestguess.valuation.hints import Hint, hint
from bestguess.valuation.moves import known_worst, next_move
from bestguess.valuation.reviews import Review, ReviewedMove, review
from bestguess.valuation.situation import LoadedGame, Situation, State, as_situation
from bestguess.valuation.suggestions import Advice, Suggestion
from bestguess.valuation.values import Value, Values

__all__ = [
    "Advice",
    "Hint",
    "LoadedGame",
    "Review",
    "ReviewedMove",
    "Situation",
    "State",
    "Suggestion",
    "Value",
    "Values",
    "advise",
    "as_situation",
    "evaluate_guess",
    "hint",
    "known_worst",
    "next_move",
    "review",
]
