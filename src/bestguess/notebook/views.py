"""What a notebook shows of each class."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch

import numpy as np

from bestguess.advice import Advice, Review
from bestguess.candidates import CandidateList, Partition
from bestguess.games import Code, Feedback, History
from bestguess.games.codes import text_of
from bestguess.notebook.drawing import (
    Look,
    bar,
    details,
    heading,
    look_of,
    look_of_history,
    note,
    page,
    plain,
    plain_look,
    shaded,
    small,
    table,
)
from bestguess.position import Candidates, Position
from bestguess.puzzles import KINDS, Puzzle
from bestguess.solve import Result
from bestguess.stats import Comparison, Sweep
from bestguess.stats.sweeps import TRADITIONAL
from bestguess.stats.tables import OF_FOUND, comparison_lines, number_text, ranked, some_lost
from bestguess.trees import Figures, LazyNode, Node, Tree
from bestguess.trees.markup import escape
from bestguess.trees.outline import heading as tree_heading
from bestguess.trees.outline import summary
from bestguess.wording import count_text, guess_noun, plural

MOST_CODES = 24
MOST_PARTS = 24
MOST_NODES = 160  # of a tree: what is below them is counted
MOST_BRANCHES = 24


@singledispatch
def as_html(value: object) -> str:
    """The HTML that a notebook shows of *value*."""
    return page(plain(repr(value)))


# Boards


@as_html.register
def _(history: History) -> str:
    return page(board(history, look_of_history(history)))


@as_html.register
def _(position: Position) -> str:
    left = [f"{position.count:,} {plural(position.count, 'candidate')} left"]
    left += [count_text(position.rows_left, "row") + " left"] if position.rows_left is not None else []
    left += [position.outcome] if position.outcome is not None else []
    rows = board(position.history, look_of(position.game), frozenset(position.ignored))
    return page(heading(str(position.game)), rows, note(", ".join(left)))


@as_html.register
def _(candidates: Candidates) -> str:
    position = candidates.position
    return _candidates_page(position.listed(MOST_CODES), position.game.text)


def board(history: History, look: Look, ignored: frozenset[int] = frozenset()) -> str:
    """The rows of *history*, oldest first."""
    rows = []
    for number, row in enumerate(history, start=1):
        crossed = [small("ignored")] if number in ignored else []
        rows.append([small(str(number)), *look.row(row.guess, row.feedback), *crossed])
    return table([], rows, 4) if rows else note("no row yet")


@as_html.register
def _(found: CandidateList) -> str:
    return _candidates_page(found, text_of)


def _candidates_page(found: CandidateList, text: Callable[[object], str]) -> str:
    more = found.count - len(found.codes[:MOST_CODES])
    codes = " ".join(plain(text(code)) for code in found.codes[:MOST_CODES]) + (f" … and {more:,} more" if more else "")
    likely = "" if found.likely is None else f"{found.likely:,} of them likely"
    return page(heading(f"{found.count:,} {plural(found.count, 'candidate')}"), note(likely), codes)


@as_html.register
def _(puzzle: Puzzle) -> str:
    look = look_of(puzzle.rules or puzzle.game)
    solved = " ".join(look.code(code) for code in puzzle.solutions[:MOST_CODES])
    facts = f"{count_text(puzzle.candidates, 'candidate')}, difficulty {puzzle.difficulty} of 3"
    question = KINDS[puzzle.kind].about if puzzle.kind in KINDS else puzzle.kind
    hidden = details("Solution", solved)
    return page(
        heading(f"{puzzle.game}: {puzzle.kind}"), note(question), board(puzzle.history, look), note(facts), hidden
    )


# Parts


@as_html.register
def _(partition: Partition) -> str:
    return page(heading(str(partition.game)), _parts(partition.guess, partition, look_of(partition.game)))


def _parts(guess: Code, partition: Mapping[Feedback, Sequence[Code]], look: Look) -> str:
    """A bar for each part of the candidates: its feedback, its size, and some codes."""
    parts = sorted(partition.items(), key=lambda item: -len(item[1]))
    rows = []
    for feedback, codes in parts[:MOST_PARTS]:
        examples = small(" ".join(map(look.text, codes[:4])) + (" …" if len(codes) > 4 else ""))
        size = f"{bar(len(codes) / len(parts[0][1]))} {len(codes):,}"
        rows.append([look.answer(guess, feedback), size, examples])
    more = f"and {len(parts) - MOST_PARTS} smaller parts" if len(parts) > MOST_PARTS else ""
    split = f"{sum(map(len, partition.values())):,} candidates in {count_text(len(parts), 'part')}"
    return f"{look.code(guess)} {small(split)}" + table(["feedback", "candidates", ""], rows, 3) + note(more)


# Trees


@as_html.register
def _(tree: Tree) -> str:
    return page(heading(tree_heading(tree)), note(summary(tree)), _node(tree.root))


@as_html.register
def _(node: Node) -> str:
    return page(heading(tree_heading(node.tree)), _node(node))


def _node(root: Node) -> str:
    """The first levels below *root* that are few enough, each behind its feedback."""
    levels = np.bincount(root.tree.depth[root.index : root.tree.ends[root.index]] - root.tree.depth[root.index])
    depth = max(1, int((np.cumsum(levels) <= MOST_NODES).sum()) - 1)
    return _branch(root, look_of(root.tree.rules), "", depth, is_open=True)


def _branch(node: Node, look: Look, answer: str, depth: int, is_open: bool = False) -> str:
    """What follows an *answer*: a line, and the first branches below, down to *depth*."""
    if node.label is not None:
        return f'<div style="margin-left: 2em;">{answer} it is <b>{escape(look.text(node.label))}</b></div>'
    branches, noun = node.branches, guess_noun(node.tree.goal)
    facts = count_text(node.size, "candidate") + (f", at most {count_text(node.height, noun)}" if branches else "")
    line = f"{answer} {look.code(node.guess)} {small(facts)}"
    if not branches or depth == 0:
        return f'<div style="margin-left: 2em;">{line}</div>'
    shown = list(branches.items())[:MOST_BRANCHES]
    later = look if is_open else plain_look(node.tree.rules.text)
    below = [_branch(branch, later, later.answer(node.guess, feedback), depth - 1) for feedback, branch in shown]
    below += [note(f"and {len(branches) - len(shown)} more")] if len(branches) > len(shown) else []
    return details(line, *below, is_open=is_open)


@as_html.register
def _(node: LazyNode) -> str:
    position, look = node.position, look_of(node.position.game)
    title = heading(f"{position.game}, {node.strategy.name}")
    above = board(position.history, look) if position.history else ""
    if node.label is not None:
        return page(title, above, f"it is <b>{escape(look.text(node.label))}</b>")
    parts = {feedback: part.candidates for feedback, part in position.parts(node.guess).items()}
    return page(title, above, _parts(node.guess, parts, look))


# Figures


@as_html.register
def _(figures: Figures) -> str:
    return page(_figures([figures], figures.game))


@as_html.register
def _(comparison: Comparison) -> str:
    return page(_figures(list(comparison), comparison.game))


def _figures(results: Sequence[Figures], game: str) -> str:
    """A row for each strategy; numbers of secrets are shaded."""
    headings, rows, words = comparison_lines(results)
    look, depths = look_of(game), max((one.most_guesses for one in results), default=0)
    drawn = []
    for one, row in zip(ranked(results), rows, strict=True):
        if one.error is not None:
            drawn.append([escape(cell) for cell in row])
            continue
        plain_cells = [escape(row[0]), look.code(row[1]), *map(escape, row[2 : len(row) - depths])]
        counts = [one.distribution.get(depth, 0) for depth in range(1, depths + 1)]
        drawn.append([*plain_cells, *(shaded(number_text(count), count / one.secrets) for count in counts)])
    secrets = f"{results[0].secrets_text}; on the right, how many need so many guesses" if results else ""
    secrets += "; who loses least comes first" if some_lost(results) and len(results) > 1 else ""
    return heading(game) + table(headings, drawn, words) + note(secrets)


@as_html.register
def _(sweep: Sweep) -> str:
    title = heading(f"{sweep.family} with {sweep.strategy}" + (", consistent only" if sweep.consistent else ""))
    if len(sweep.names) != 2 or not sweep.figures:
        headings, rows, words = sweep.lines()
        return page(title, table(headings, [[escape(cell) for cell in row] for row in rows], words))
    means = [one.mean for one in sweep.figures.values() if one.distribution]
    low, span = min(means, default=0.0), (max(means, default=0.0) - min(means, default=0.0)) or 1.0
    lines, columns = sweep.sizes
    rows = [[str(line), *(_cell(sweep, line, column, low, span) for column in columns)] for line in lines]
    said = "mean, and the worst case in brackets" + (f", {OF_FOUND}" if some_lost(sweep.figures.values()) else "")
    traditional = TRADITIONAL.get(sweep.family)
    if traditional in sweep.figures and traditional is not None:
        said += f"; framed: {sweep.family}({traditional[0]},{traditional[1]}), the traditional game"
    corner = " \\ ".join(sweep.names)
    return page(title, table([corner, *map(str, columns)], rows), note(said))


def _cell(sweep: Sweep, line: int, column: int, low: float, span: float) -> str:
    figures = sweep.figures.get((line, column))
    if figures is None or not figures.distribution:
        return "" if figures is None else "-"
    text = f"{figures.mean:.3f} {small(f'({number_text(figures.worst)})')}"
    return shaded(text, (figures.mean - low) / span, TRADITIONAL.get(sweep.family) == (line, column))


@as_html.register
def _(result: Result) -> str:
    bounds = (result.lower_bound, result.upper_bound)
    lower, upper = ("unknown" if bound is None else f"{bound:,}" for bound in bounds)
    known = f"lower bound {lower}, upper bound {upper}: {'proven' if result.proven else 'not proven'}"
    figures = "" if result.tree is None else _figures([result.tree.figures], result.game)
    work = f"objective {result.objective}, {result.nodes:,} nodes searched"
    return page(heading(result.summary()), note(known), figures, note(work))


# Advice and reviews


@as_html.register
def _(advice: Advice) -> str:
    look = look_of(advice.rules or advice.game)
    after = f" after {advice.history}" if advice.history else ""
    title = heading(f"{advice.game}{after}: {count_text(advice.candidates, 'candidate')}")
    if advice.label is not None:
        return page(title, f"it is <b>{escape(look.text(advice.label))}</b>")
    unit = "expected cost" if any(one.cost is not None for one in advice.suggestions) else "expected guesses"
    headings = [guess_noun(advice.goal), "may win", "parts", "largest", "bits", unit]
    rows = []
    for suggestion in advice.suggestions:
        guess = look.code(suggestion.guess)
        rows.append(
            [
                f"<b>{guess} ◂</b>" if suggestion.guess == advice.choice else guess,
                "yes" if suggestion.consistent else "no",
                str(suggestion.parts),
                f"{suggestion.largest_part:,}",
                f"{suggestion.entropy:.3f}",
                escape(suggestion.expected.as_text()),
            ]
        )
    chosen = f"chosen by {advice.strategy}" + (", from a sample" if advice.sampled else "")
    return page(title, table(headings, rows, 2), note(f"◂ {chosen}"))


@as_html.register
def _(review: Review) -> str:
    look = look_of(review.rules or review.game)
    headings = ["", guess_noun(review.goal), "feedback", "candidates", "loss", "luck", "best"]
    rows = []
    for number, move in enumerate(review.moves, start=1):
        mark = "" if move.proven else "~"
        rows.append(
            [
                small(str(number)),
                *look.row(move.guess, move.feedback),
                f"{move.candidates_before:,} → {move.candidates_after:,}",
                f"{mark}{float(move.loss):.3f}",
                f"{mark}{float(move.luck):+.3f}",
                "✓" if move.guess in move.best else " ".join(look.code(code) for code in move.best[:2]),
            ]
        )
    unit = "cost" if review.has_costs else "guesses"
    sums = f"expected {float(review.value):.3f} {unit}, loss {float(review.loss):.3f}, luck {float(review.luck):+.3f}"
    proven = "every number is exact" if review.proven else "~: not proven, by the best tree that is known"
    return page(heading(review.game), table(headings, rows, 3), note(f"{sums}; {proven}"))
