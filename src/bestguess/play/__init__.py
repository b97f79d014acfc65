"""One run of a game: its rows, advice, hints, contradictions, an adversary, records. Nothing here prints or asks.

Read `playthrough` first, then `advice`.
"""

from bestguess.play.adversary import hardest_feedback
from bestguess.play.advice import Advice, Suggestion, advise
from bestguess.play.contradictions import Contradiction, Repair, find_contradictions
from bestguess.play.hints import Hint, hint
from bestguess.play.playthrough import Playthrough
from bestguess.play.reasons import Conflict, Part, explain, why_not
from bestguess.play.records import Record, Statistics, default_records, keep_record, load_records, statistics
from bestguess.play.watching import Step, watch

__all__ = [
    "Advice",
    "Conflict",
    "Contradiction",
    "Hint",
    "Part",
    "Playthrough",
    "Record",
    "Repair",
    "Statistics",
    "Step",
    "Suggestion",
    "advise",
    "default_records",
    "explain",
    "find_contradictions",
    "hardest_feedback",
    "hint",
    "keep_record",
    "load_records",
    "statistics",
    "watch",
    "why_not",
]
