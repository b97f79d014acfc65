"""Build the HTML that a notebook shows for each class."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch

import numpy as np

from bestguess.advice import Advice, Review
from bestguess.candidates import CandidateList, Partition
from bestguess.games import Code, Feedback, History
from bestguess.games.codes import text_of
from bestguess.notebook.drawing import (
    Renderer,
    bar,
    details,
    heading,
    note,
    page,
    plain,
    plain_renderer,
    renderer_for,
    renderer_for_history,
    shade,
    small,
    table,
)
from bestguess.position import Candidates, Position
from bestguess.puzzles import KINDS, Puzzle
from bestguess.solve import Result
from bestguess.stats import Comparison, Sweep
from bestguess.stats.sweeps import TRADITIONAL
from bestguess.stats.tables import OF_FOUND, any_lost, comparison_lines, number_text, rank_results
from bestguess.trees import Figures, LazyNode, Node, Tree
from bestguess.trees.markup import escape
from bestguess.trees.outline import heading as tree_heading
from bestguess.trees.outline import summary
from bestguess.wording import count_text, guess_noun, plural

MAX_CODES = 24
MAX_PARTS = 24
MAX_NODES = 160  # in the view of a tree; deeper levels are left out
MAX_BRANCHES = 24


@singledispatch
def as_html(value: object) -> str:
    """Return the HTML that a notebook shows for *value*."""
    return page(plain(repr(value)))


# Boards


@as_html.register
def _(history: History) -> str:
    return page(board(history, renderer_for_history(history)))


@as_html.register
def _(position: Position) -> str:
    facts = [f"{position.count:,} {plural(position.count, 'candidate')} left"]
    facts += [count_text(position.rows_left, "row") + " left"] if position.rows_left is not None else []
    facts += [position.outcome] if position.outcome is not None else []
    rows = board(position.history, renderer_for(position.game), frozenset(position.ignored))
    return page(heading(str(position.game)), rows, note(", ".join(facts)))


@as_html.register
def _(candidates: Candidates) -> str:
    position = candidates.position
    return _candidates_page(position.list_candidates(MAX_CODES), position.game.text)


def board(history: History, renderer: Renderer, ignored: frozenset[int] = frozenset()) -> str:
    """Return a table of the rows of *history*, oldest first. *ignored*: numbers of rows to mark as ignored."""
    rows = []
    for number, row in enumerate(history, start=1):
        marker = [small("ignored")] if number in ignored else []
        rows.append([small(str(number)), *renderer.row(row.guess, row.feedback), *marker])
    return table([], rows, 4) if rows else note("no row yet")


@as_html.register
def _(candidates: CandidateList) -> str:
    return _candidates_page(candidates, text_of)


def _candidates_page(candidates: CandidateList, text: Callable[[object], str]) -> str:
    listed = candidates.codes[:MAX_CODES]
    more = candidates.count - len(listed)
    codes = " ".join(plain(text(code)) for code in listed) + (f" … and {more:,} more" if more else "")
    likely = "" if candidates.likely is None else f"{candidates.likely:,} of them likely"
    return page(heading(f"{candidates.count:,} {plural(candidates.count, 'candidate')}"), note(likely), codes)


@as_html.register
def _(puzzle: Puzzle) -> str:
    renderer = renderer_for(puzzle.rules or puzzle.game)
    solutions = " ".join(renderer.code(code) for code in puzzle.solutions[:MAX_CODES])
    facts = f"{count_text(puzzle.candidates, 'candidate')}, difficulty {puzzle.difficulty} of 3"
    question = KINDS[puzzle.kind].question if puzzle.kind in KINDS else puzzle.kind
    title = heading(f"{puzzle.game}: {puzzle.kind}")
    rows = board(puzzle.history, renderer)
    return page(title, note(question), rows, note(facts), details("Solution", solutions))


# Parts


@as_html.register
def _(partition: Partition) -> str:
    return page(heading(str(partition.game)), _parts(partition.guess, partition, renderer_for(partition.game)))


def _parts(guess: Code, partition: Mapping[Feedback, Sequence[Code]], renderer: Renderer) -> str:
    """Return a table of the parts, the largest first: the feedback, the size as a bar, and some codes of each."""
    parts = sorted(partition.items(), key=lambda item: -len(item[1]))
    rows = []
    for feedback, codes in parts[:MAX_PARTS]:
        examples = small(" ".join(map(renderer.text, codes[:4])) + (" …" if len(codes) > 4 else ""))
        size = f"{bar(len(codes) / len(parts[0][1]))} {len(codes):,}"
        rows.append([renderer.answer(guess, feedback), size, examples])
    more = f"and {len(parts) - MAX_PARTS} smaller parts" if len(parts) > MAX_PARTS else ""
    split = f"{sum(map(len, partition.values())):,} candidates in {count_text(len(parts), 'part')}"
    return f"{renderer.code(guess)} {small(split)}" + table(["feedback", "candidates", ""], rows, 3) + note(more)


# Trees


@as_html.register
def _(tree: Tree) -> str:
    return page(heading(tree_heading(tree)), note(summary(tree)), _node(tree.root))


@as_html.register
def _(node: Node) -> str:
    return page(heading(tree_heading(node.tree)), _node(node))


def _node(root: Node) -> str:
    """Return the first levels of the subtree of *root*: as many as fit in MAX_NODES nodes, but at least one."""
    # The nodes of a subtree are consecutive; `ends` has the index after the last one.
    levels = np.bincount(root.tree.depth[root.index : root.tree.ends[root.index]] - root.tree.depth[root.index])
    depth = max(1, int((np.cumsum(levels) <= MAX_NODES).sum()) - 1)
    return _branch(root, renderer_for(root.tree.rules), "", depth, is_open=True)


def _branch(node: Node, renderer: Renderer, answer: str, depth: int, is_open: bool = False) -> str:
    """Return *node* and *depth* levels of branches below it. *answer*: the feedback that leads to it, as HTML."""
    if node.label is not None:
        return f'<div style="margin-left: 2em;">{answer} it is <b>{escape(renderer.text(node.label))}</b></div>'
    branches, noun = node.branches, guess_noun(node.tree.goal)
    facts = count_text(node.size, "candidate") + (f", at most {count_text(node.height, noun)}" if branches else "")
    line = f"{answer} {renderer.code(node.guess)} {small(facts)}"
    if not branches or depth == 0:
        return f'<div style="margin-left: 2em;">{line}</div>'
    listed = list(branches.items())[:MAX_BRANCHES]
    # Draw only the first two levels as on a board. Plain text below them keeps the document small.
    below = renderer if is_open else plain_renderer(node.tree.rules.text)
    contents = [_branch(branch, below, below.answer(node.guess, feedback), depth - 1) for feedback, branch in listed]
    contents += [note(f"and {len(branches) - len(listed)} more")] if len(branches) > len(listed) else []
    return details(line, *contents, is_open=is_open)


@as_html.register
def _(node: LazyNode) -> str:
    position, renderer = node.position, renderer_for(node.position.game)
    title = heading(f"{position.game}, {node.strategy.name}")
    above = board(position.history, renderer) if position.history else ""
    if node.label is not None:
        return page(title, above, f"it is <b>{escape(renderer.text(node.label))}</b>")
    parts = {feedback: part.candidates for feedback, part in position.parts(node.guess).items()}
    return page(title, above, _parts(node.guess, parts, renderer))


# Figures


@as_html.register
def _(figures: Figures) -> str:
    return page(_figures([figures], figures.game))


@as_html.register
def _(comparison: Comparison) -> str:
    return page(_figures(list(comparison), comparison.game))


def _figures(results: Sequence[Figures], game: str) -> str:
    """Return a table with a row for each strategy. The last columns are the distribution of guesses, shaded."""
    headings, rows, text_columns = comparison_lines(results)
    renderer, depths = renderer_for(game), max((figures.most_guesses for figures in results), default=0)
    html_rows = []
    for figures, row in zip(rank_results(results), rows, strict=True):
        if figures.error is not None:
            html_rows.append([escape(cell) for cell in row])
            continue
        plain_cells = [escape(row[0]), renderer.code(row[1]), *map(escape, row[2 : len(row) - depths])]
        counts = [figures.distribution.get(depth, 0) for depth in range(1, depths + 1)]
        html_rows.append([*plain_cells, *(shade(number_text(count), count / figures.secrets) for count in counts)])
    legend = f"{results[0].secrets_text}; on the right, the number of secrets by number of guesses" if results else ""
    legend += "; the strategy that loses least comes first" if any_lost(results) and len(results) > 1 else ""
    return heading(game) + table(headings, html_rows, text_columns) + note(legend)


@as_html.register
def _(sweep: Sweep) -> str:
    title = heading(f"{sweep.family} with {sweep.strategy}" + (", consistent only" if sweep.consistent else ""))
    if len(sweep.names) != 2 or not sweep.figures:
        headings, rows, text_columns = sweep.lines()
        return page(title, table(headings, [[escape(cell) for cell in row] for row in rows], text_columns))
    means = [figures.mean for figures in sweep.figures.values() if figures.distribution]
    low, span = min(means, default=0.0), (max(means, default=0.0) - min(means, default=0.0)) or 1.0
    lines, columns = sweep.sizes
    rows = [[str(line), *(_cell(sweep, line, column, low, span) for column in columns)] for line in lines]
    legend = "mean, and the worst case in brackets" + (f", {OF_FOUND}" if any_lost(sweep.figures.values()) else "")
    traditional = TRADITIONAL.get(sweep.family)
    if traditional in sweep.figures and traditional is not None:
        legend += f"; framed: {sweep.family}({traditional[0]},{traditional[1]}), the traditional game"
    corner = " \\ ".join(sweep.names)
    return page(title, table([corner, *map(str, columns)], rows), note(legend))


def _cell(sweep: Sweep, line: int, column: int, low: float, span: float) -> str:
    """Return one cell of a sweep. Its shade shows where the mean lies between *low* and *low* + *span*."""
    figures = sweep.figures.get((line, column))
    if figures is None or not figures.distribution:
        return "" if figures is None else "-"
    text = f"{figures.mean:.3f} {small(f'({number_text(figures.worst)})')}"
    return shade(text, (figures.mean - low) / span, TRADITIONAL.get(sweep.family) == (line, column))


@as_html.register
def _(result: Result) -> str:
    bounds = (result.lower_bound, result.upper_bound)
    lower, upper = ("unknown" if bound is None else f"{bound:,}" for bound in bounds)
    proof = f"lower bound {lower}, upper bound {upper}: {'proven' if result.proven else 'not proven'}"
    figures = "" if result.tree is None else _figures([result.tree.figures], result.game)
    work = f"objective {result.objective}, {result.nodes:,} nodes searched"
    return page(heading(result.summary()), note(proof), figures, note(work))


# Advice and reviews


@as_html.register
def _(advice: Advice) -> str:
    renderer = renderer_for(advice.rules or advice.game)
    after = f" after {advice.history}" if advice.history else ""
    title = heading(f"{advice.game}{after}: {count_text(advice.candidates, 'candidate')}")
    if advice.label is not None:
        return page(title, f"it is <b>{escape(renderer.text(advice.label))}</b>")
    has_costs = any(suggestion.cost is not None for suggestion in advice.suggestions)
    expected = "expected cost" if has_costs else "expected guesses"
    headings = [guess_noun(advice.goal), "may win", "parts", "largest", "bits", expected]
    rows = []
    for suggestion in advice.suggestions:
        guess = renderer.code(suggestion.guess)
        rows.append(
            [
                f"<b>{guess} ◂</b>" if suggestion.guess == advice.choice else guess,
                "yes" if suggestion.consistent else "no",
                str(suggestion.parts),
                f"{suggestion.largest_part:,}",
                f"{suggestion.entropy:.3f}",
                escape(suggestion.expected_range.as_text()),
            ]
        )
    legend = f"◂ chosen by {advice.strategy}" + (", from a sample" if advice.sampled else "")
    return page(title, table(headings, rows, 2), note(legend))


@as_html.register
def _(review: Review) -> str:
    renderer = renderer_for(review.rules or review.game)
    headings = ["", guess_noun(review.goal), "feedback", "candidates", "loss", "luck", "best"]
    rows = []
    for number, move in enumerate(review.moves, start=1):
        mark = "" if move.proven else "~"
        rows.append(
            [
                small(str(number)),
                *renderer.row(move.guess, move.feedback),
                f"{move.candidates_before:,} → {move.candidates_after:,}",
                f"{mark}{float(move.loss):.3f}",
                f"{mark}{float(move.luck):+.3f}",
                "✓" if move.guess in move.best else " ".join(renderer.code(code) for code in move.best[:2]),
            ]
        )
    unit = "cost" if review.has_costs else "guesses"
    sums = f"expected {float(review.value):.3f} {unit}, loss {float(review.loss):.3f}, luck {float(review.luck):+.3f}"
    proven = "every number is exact" if review.proven else "~: not proven, from the best known tree"
    return page(heading(review.game), table(headings, rows, 3), note(f"{sums}; {proven}"))
