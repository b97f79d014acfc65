"""One run of a game: playthroughs, reasons, contradictions, an adversary, watching, records. Nothing here prints.

Read `playthrough` first.
"""

from bestguess.play.adversary import hardest_feedback
from bestguess.play.contradictions import Contradiction, Repair, find_contradictions
from bestguess.play.playthrough import Playthrough
from bestguess.play.reasons import Conflict, Part, explain, why_not
from bestguess.play.records import Record, RecordSummary, default_records, keep_record, load_records, summarise_records
from bestguess.play.squares import read_squares
from bestguess.play.watching import Step, watch

__all__ = [
    "Conflict",
    "Contradiction",
    "Part",
    "Playthrough",
    "Record",
    "RecordSummary",
    "Repair",
    "Step",
    "default_records",
    "explain",
    "find_contradictions",
    "hardest_feedback",
    "keep_record",
    "load_records",
    "read_squares",
    "summarise_records",
    "watch",
    "why_not",
]
