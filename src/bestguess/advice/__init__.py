"""Value positions and guesses, and explain the values. Everything here returns data; nothing prints.

`values` and `chances` compute numbers. `advice`, `reasons`, `reviews`, `repairs` and `moves` use them.
Read `values` first, then `advice`.
"""

from bestguess.advice.advice import advise, advise_or_label, evaluate_guess
from bestguess.advice.moves import Step, hardest_feedback, known_worst, next_move, watch
from bestguess.advice.reasons import Conflict, Hint, Part, explain, hint, why_not
from bestguess.advice.repairs import Contradiction, Repair, contradictions, top_contradictions
from bestguess.advice.reviews import Review, ReviewedMove, review
from bestguess.advice.samples import draw_secret
from bestguess.advice.suggestions import Advice, Suggestion
from bestguess.advice.values import Value, Values

__all__ = [
    "Advice",
    "Conflict",
    "Contradiction",
    "Hint",
    "Part",
    "Repair",
    "Review",
    "ReviewedMove",
    "Step",
    "Suggestion",
    "Value",
    "Values",
    "advise",
    "advise_or_label",
    "contradictions",
    "draw_secret",
    "evaluate_guess",
    "explain",
    "hardest_feedback",
    "hint",
    "known_worst",
    "next_move",
    "review",
    "top_contradictions",
    "watch",
    "why_not",
]
