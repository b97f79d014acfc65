"""An adversary: no secret of its own, and no lie; it answers so as to make you work longest."""

from bestguess.advice.budgets import nodes_for
from bestguess.advice.samples import sample
from bestguess.advice.values import Values
from bestguess.candidates import partition
from bestguess.games import Code, Feedback
from bestguess.position import Position

_MOST_VALUED = 400  # candidates of a part that is valued; larger parts are known to be harder by their size


def hardest_feedback(run: Position, guess: Code) -> Feedback:
    """Return the feedback to *guess* that leaves most work: by the expected guesses after it, or by size when large.

    Ties go to the feedback that comes first; the game is over only when nothing else is left. In games with costs, what
    the guesses cost counts.
    Raises HistoryError when the rule of the game forbids *guess*.

    >>> start = Position("mastermind(2,3)")
    >>> hardest_feedback(start, "12"), hardest_feedback(start.after("11", "0.0").after("22", "0.0"), "33")
    ('1.0', '2.0')
    """
    run.check_allowed(run.game.as_guess(guess))
    run.check_possible()
    if not run.has_table:
        parts = partition(run.game, guess, sample(run.game, run.active_rows).game.secrets)
        return max(parts, key=lambda feedback: (feedback != run.game.win, len(parts[feedback])))
    table, positions = run.table, run.parts(guess)
    running = {
        feedback: position
        for feedback, position in positions.items()
        if feedback != run.game.win and position.label is None
    }
    if not running:
        return max(positions, key=lambda feedback: positions[feedback].count)
    largest = max(position.count for position in running.values())
    if largest > _MOST_VALUED:
        return max(running, key=lambda feedback: running[feedback].count)
    nodes = nodes_for(len(table.guesses), largest, None) // len(running)
    values = Values(run.game, nodes)
    hardest = max(running, key=lambda feedback: values.of(running[feedback]).bounds.upper)
    if values.interrupted:
        raise KeyboardInterrupt
    return hardest
