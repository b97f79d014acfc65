"""An adversary: no secret of its own, and no lie; it answers so as to make you work longest."""

from bestguess.candidates import partition
from bestguess.errors import no_candidate
from bestguess.games import Code, Feedback, HistoryLike, PositionLike
from bestguess.play.playthrough import as_playthrough
from bestguess.valuation.budgets import nodes_for
from bestguess.valuation.samples import sample
from bestguess.valuation.values import Values

_MOST_VALUED = 400  # candidates of a part that is valued; larger parts are known to be harder by their size


def hardest_feedback(game: PositionLike, guess: Code, *, history: HistoryLike = "") -> Feedback:
    """The feedback to *guess* that leaves the most work: by the expected guesses after it, or by size when large.

    Ties go to the feedback that comes first; the game is over only when nothing else is left. In games with costs, what
    the guesses cost counts.
    Raises HistoryError when the rule of the game forbids *guess*.

    >>> hardest_feedback("mastermind(2,3)", "12"), hardest_feedback("mastermind(2,3)", "33", history="11:0.0 22:0.0")
    ('1.0', '2.0')
    """
    run = as_playthrough(game, history)
    run.check_allowed(run.game.parse_guess(guess))
    if not run.count:
        raise no_candidate(run.game, run.heeded)
    if run.position is None:
        parts = partition(run.game, guess, sample(run.game, run.heeded, threads=run.loaded.threads).table.secrets)
        return max(parts, key=lambda feedback: (feedback != run.game.win, len(parts[feedback])))
    table, positions = run.position.table, run.position.parts(guess)
    running = {
        feedback: position
        for feedback, position in positions.items()
        if feedback != run.game.win and position.label is None
    }
    if not running:
        return max(positions, key=lambda feedback: len(positions[feedback].candidates))
    largest = max(len(position.candidates) for position in running.values())
    if largest > _MOST_VALUED:
        return max(running, key=lambda feedback: len(running[feedback].candidates))
    nodes = nodes_for(len(table.guesses), largest, None) // len(running)
    values = Values(table, nodes, threads=run.loaded.threads)
    hardest = max(running, key=lambda feedback: values.of(running[feedback]).bounds.upper)
    if values.interrupted:
        raise KeyboardInterrupt
    return hardest
