"""Trees for people: what they show adds up, is valid, and fits."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.errors import BestguessError
from bestguess.games import CustomGame, Game, game
from bestguess.trees import Tree, build_tree
from bestguess.trees.formats import FORMATS, Format, as_dot, as_sheet, as_svg, as_text, cost_text, outline
from bestguess.trees.markup import CHAR, sans_width, width
from bestguess.trees.svg import readable_depth
from worlds import any_games, fault_game, question_games

FAULTS = fault_game()
CHAIN = build_tree("numbers(3000)", "first")  # a tree that is one path: guess after guess, each of which may win
SVG = "{http://www.w3.org/2000/svg}"
ODD_CODES = ['a&b<"c"', "it's\\N", "]]>-->", "é日本", "back\\", "%s{0}"]
TEXT_LINE = re.compile(r"( *)(?:\((\d+)\) )?(?:(\S+): )?(\S+)  (\d+) candidates?(?:, at most (\d+) guess(?:es)?)?")


def odd_game() -> Game:
    """A game whose codes and feedbacks are full of what XML and DOT must not see raw."""

    def score(guess: str, secret: str) -> str:
        return "=&=" if guess == secret else '<&">' if guess < secret else "'\\"

    return CustomGame(ODD_CODES, ODD_CODES, score, "=&=", name='odd<&">')


def wide_tree() -> Tree:
    """A tree whose first guess has 699 others below it."""
    return build_tree(CustomGame(range(700), range(700), lambda guess, secret: secret - guess, 0), "first")


def parsed(svg: str) -> ElementTree.Element:
    """The SVG as XML."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def groups(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The groups of a class."""
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def words(root: ElementTree.Element) -> list[str]:
    """Every text that is shown."""
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def minimax() -> Tree:
    """The tree that people will ask for first: Mastermind (4,6) by Knuth's rule."""
    return build_tree("mastermind(4,6)", "minimax")


# Outline


@given(
    any_games | question_games(),
    st.sampled_from(["first", "entropy"]),
    st.none() | st.integers(1, 4),
    st.sampled_from([None, 2]),
)
def test_what_is_shown_adds_up(any_game: Game, name: str, max_depth: int | None, rows: int | None) -> None:
    """Items are the nodes, down to the depth; at any depth they add up to the secrets, and every format has them."""
    tree = build_tree(any_game.with_rows(rows), name)
    items = outline(tree, max_depth)
    tree = tree.as_text()
    assert items == outline(tree, max_depth)
    nodes, paths = dict(tree.root.walk()), dict[int, bg.History]({-1: bg.History()})
    for place, item in enumerate(items):
        above = paths[item.parent]
        paths[place] = above if item.parent < 0 else above + bg.Row(items[item.parent].text, item.feedback)
        node = nodes[paths[place]]
        assert (item.node, item.depth) == (node, len(paths[place]) + 1)
        has_cost = any_game.has_costs and node.label is None
        assert item.cost == (f"cost {cost_text(node.cost)}" if has_cost else "")
        assert item.collapsed == (item.depth == max_depth and node.height > 1)
        assert item.lost == (node.lost if item.collapsed else tree.node_lost[node.index])
    assert max_depth is not None or len(items) == len(tree)
    assert (
        sum(item.node.size if item.collapsed else item.node.found_count + item.lost for item in items)
        == tree.figures.secrets
    )
    root = parsed(as_svg(tree, max_depth or 99))
    collapsed = groups(root, "collapsed")
    assert len(collapsed) + len(groups(root, "node")) == len(items)
    assert [int(group.get("data-size", "0")) for group in collapsed] == [
        item.node.size for item in items if item.collapsed
    ]
    parsed(as_sheet(tree, max_depth))
    assert as_text(tree, max_depth).count("\n") == len(items)
    assert as_dot(tree, max_depth).count(" -> ") == len(items) - 1


@pytest.mark.parametrize("name", FORMATS)
def test_a_depth_below_one_is_refused(name: str) -> None:
    """No format shows a tree cut above its root."""
    with pytest.raises(BestguessError, match="at least 1, got 0"):
        FORMATS[name](build_tree("mastermind(2,2)", "entropy"), 0)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("max_depth", [None, 2])
def test_deep_trees(name: str, max_depth: int | None) -> None:
    """A path of 3000 guesses is no deeper than Python can go, and no format takes seconds or tens of megabytes."""
    assert len(FORMATS[name](CHAIN, max_depth)) < 5_000_000


# Text


def test_text_has_a_line_for_each_node(minimax: Tree) -> None:
    """Guesses, feedbacks and depths can be read back from the text, one node a line."""
    matches = [TEXT_LINE.fullmatch(line) for line in as_text(minimax).splitlines()]
    read = [match.groups() for match in matches if match]
    feedbacks = [None, *(minimax.feedbacks[branch] for branch in minimax.branch[1:].tolist())]
    assert len(read) == len(matches) == len(minimax)
    assert [guess for *_, guess, _, _ in read] == minimax.guesses
    assert [feedback for _, _, feedback, *_ in read] == feedbacks
    assert [len(indent) // 2 + 1 for indent, *_ in read] == minimax.depth.tolist()


def test_text_of_deep_nodes_says_the_depth() -> None:
    """Where lines are indented no further, the depth is written before the feedback."""
    lines = as_text(CHAIN).splitlines()
    assert lines[40] == " " * 80 + "low: 41  2960 candidates"
    assert lines[-1] == " " * 80 + "(3000) low: 3000  1 candidate"


def test_text_keeps_odd_texts_on_their_lines() -> None:
    """A code with a line break does not break the line."""
    broken = CustomGame(["a\nb", "c\u2028d"], ["a\nb", "c\u2028d"], lambda g, s: "won" if g == s else "no", "won")
    text = as_text(build_tree(broken, "first"))
    assert text == "a\\nb  2 candidates\n  no: c\\u2028d  1 candidate\n"


# DOT

DOT_NODE = re.compile(r'  n(\d+) \[label="((?:[^"\\]|\\.)*)"(?:, fillcolor="white")?(?:, peripheries=2)?\]')
DOT_EDGE = re.compile(r'  n(\d+) -> n(\d+) \[label="((?:[^"\\]|\\.)*)"\]')


def test_dot_escapes() -> None:
    """Quotes, backslashes and entities in codes, feedbacks and names come out of Graphviz as they went in."""

    def shown(label: str) -> str:
        return re.sub(r"\\(.)", r"\1", label.split("\\n")[0]).replace("&amp;", "&")

    dot = as_dot(build_tree(odd_game(), "first"))
    matches = list(filter(None, map(DOT_NODE.fullmatch, dot.splitlines())))
    assert sorted(shown(match[2]) for match in matches) == sorted(ODD_CODES)
    edges = list(filter(None, map(DOT_EDGE.fullmatch, dot.splitlines())))
    assert {shown(edge[3]) for edge in edges} == {'<&">', "'\\"}
    assert not re.search("&(?!amp;)", dot)


# The picture


def test_svg_boxes_do_not_overlap(minimax: Tree) -> None:
    """No two boxes touch, and all are in the picture."""
    root = parsed(as_svg(minimax))
    across, down = float(root.get("width", "0")), float(root.get("height", "0"))
    columns: dict[float, list[float]] = {}
    for group in [*groups(root, "node"), *groups(root, "collapsed")]:
        x, y, box_width, box_height = (
            float(group.findall(f"{SVG}rect")[-1].get(name, "nan")) for name in ("x", "y", "width", "height")
        )
        assert 0 < x < x + box_width < across
        assert 0 < y < y + box_height < down
        columns.setdefault(x, []).append(y)
    assert len(columns) == 3
    for tops in columns.values():
        tops.sort()
        assert all(below - above > 18 for above, below in pairwise(tops))


def test_svg_is_readable_by_default(minimax: Tree) -> None:
    """Without a depth the picture has some rows, not thousands, and never less than the second guesses."""
    assert readable_depth(minimax) == 3
    assert readable_depth(build_tree("mastermind(2,2)", "entropy")) == 3
    assert readable_depth(CHAIN) == 8
    assert readable_depth(wide_tree()) == 2


def test_svg_is_self_contained(minimax: Tree) -> None:
    """The picture knows dark pages, and fetches nothing."""
    svg = as_svg(minimax)
    assert "prefers-color-scheme:dark" in svg
    assert not re.search(r"href|url\(|@import|<script|<image", svg)
    assert svg.count("http") == 1  # the name of the SVG namespace


@pytest.mark.parametrize("draw", [as_svg, as_sheet])
def test_svg_escapes(draw: Format) -> None:
    """Odd codes, feedbacks and names come out of an XML parser as they went in."""
    tree = build_tree(odd_game(), "first")
    shown = words(parsed(draw(tree, None)))
    assert any(text.startswith('odd<&">, first') for text in shown)
    for text in [*ODD_CODES, '<&">']:
        assert any(text in word for word in shown), text


@pytest.mark.parametrize("draw", [as_svg, as_sheet])
def test_svg_survives_control_characters(draw: Format) -> None:
    """What XML cannot hold is replaced."""
    codes = ["a\0b", "c\ud800d", "e\x1bf"]
    bad = CustomGame(codes, codes, lambda guess, secret: "won" if guess == secret else "\x07", "won")
    drawn = draw(build_tree(bad, "first"), None)
    parsed(drawn.encode().decode())
    assert "a\ufffdb" in drawn


# The sheet


@pytest.mark.parametrize("game_text", ["mastermind(4,6)", "bullscows(4,7)", "mastermind(2,2)", "twod(6)"])
def test_sheet_fits(game_text: str) -> None:
    """Every word of the sheet is on the page of A4, in type of at least 5.5 points, and none covers another."""
    root = parsed(as_sheet(build_tree(game_text, "entropy")))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    across, down = map(float, root.get("viewBox", "").split()[2:])
    lines: dict[float, list[tuple[float, float]]] = {}
    column_type = next(root.iter(f"{SVG}g")).get("font-size", "0")
    for text in root.iter(f"{SVG}text"):
        size, shown = float(text.get("font-size", column_type)), "".join(text.itertext())
        left, base = float(text.get("x", "nan")), float(text.get("y", "nan"))
        right = left + size * CHAR * width(shown)
        assert size >= 5.5
        assert "…" not in shown
        assert 10 < left < right < across - 10
        assert 10 < base < down - 10
        lines.setdefault(base, []).append((left, right))
    for spans in lines.values():
        spans.sort()
        assert all(before[1] < after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize("max_depth", [None, 1])
def test_sheet_shows_what_it_says(minimax: Tree, max_depth: int | None) -> None:
    """The sheet has every guess down to the depth it says, and says how many secrets are found by then."""
    shown = words(parsed(as_sheet(minimax, max_depth)))
    depth = max_depth or 4
    covered = "guess" if depth == 1 else f"{depth} guesses"
    found = int(minimax.wins[minimax.depth <= depth].sum())
    assert any(f"covers the first {covered} of at most 5: {found} of 1296" in text for text in shown)
    expected = [f"{item.feedback} {item.text}" for item in outline(minimax, depth)[1:]]
    on_sheet = [text.split(" (")[0] for text in shown[6:] if not text.endswith("cont.")]
    assert on_sheet == expected


def test_sheet_of_a_whole_strategy() -> None:
    """A small tree is on the sheet whole, what comes after the fourth guess in brackets, and the sheet says so."""
    shown = words(parsed(as_sheet(build_tree("numbers(5)", "first"))))
    assert "The whole strategy is on this sheet." in shown
    assert shown[-4:] == ["low 2 (4)", "low 3 (3)", "low 4", "[low 5]"]


def test_sheet_of_a_tree_too_large_for_any_page() -> None:
    """When not even the second guesses fit, the sheet has the first guess and says that this is all."""
    shown = words(parsed(as_sheet(wide_tree())))
    assert "First guess: 0" in shown
    assert any("covers the first guess of at most 2: 1 of 700" in text for text in shown)


def test_the_history_of_a_tree_is_shown() -> None:
    """In the heading, and before the text."""
    tree = bg.optimum(bg.Position("mastermind(3,5)", "112:1.0")).tree
    assert tree is not None
    assert as_text(tree).startswith("after 112:1.0\n")
    for draw in (as_dot, as_svg, as_sheet):
        assert "mastermind(3,5) after 112:1.0, optimal" in draw(tree, None)


# Questions


def test_text_of_questions() -> None:
    """Letter by letter: costs of questions, and what it is."""
    tree = build_tree(FAULTS, "first")
    assert as_text(tree) == (
        "Does the lamp glow?  5 candidates, cost 1\n"
        "  no: Does the horn sound?  4 candidates, cost 2\n"
        "    no: Is the fuse whole?  3 candidates, cost 2.5\n"
        "      no: It is change the fuse\n"
        "      yes: It is charge  2 candidates\n"
        "    yes: It is change the bulb\n"
        "  yes: It is change the horn\n"
    )
    assert as_text(tree, 2) == (
        "Does the lamp glow?  5 candidates, cost 1\n"
        "  no: Does the horn sound?  4 candidates, cost 2, at most 2 questions\n"
        "  yes: It is change the horn\n"
    )
    dot = as_dot(tree)
    assert '[label="Does the lamp glow?\\n5 candidates\\ncost 1", fillcolor="white"]' in dot
    assert '[label="It is charge\\n2 candidates", fillcolor="#dff3e4"]' in dot
    assert "5 secrets, costs: total 45.5, mean 4.5500, worst 5.5 (3 secrets)" in words(parsed(as_svg(tree)))


def test_guide_of_faults() -> None:
    """A numbered question on each card, its cost, and behind each answer the next question or what it is."""
    shown = words(parsed(as_sheet(build_tree(FAULTS, "first"))))
    assert "The whole strategy is on this sheet." in shown
    cards = shown[4:]
    assert cards[:9] == ["1", "Does the lamp glow?", "cost 1", "no", "→", "2", "yes", "→", "change the horn"]
    assert cards[9:13] == ["2", "Does the horn sound?", "cost 2", "no"]
    assert cards[-6:] == ["no", "→", "change the fuse", "yes", "→", "charge"]
    lost = words(parsed(as_sheet(build_tree(FAULTS.with_rows(1), "first"))))
    assert lost[-3:] == ["any other", "→", "not settled: 4 candidates left"]


def long_questions(people: int, questions: int) -> Game:
    """People who are told apart by questions of several lines."""
    rng = random.Random(people)
    answers = [[rng.choice(["yes", "no", "only on Sundays"]) for _ in range(people)] for _ in range(questions)]
    texts = [f"Question {place}: {'how very ' * rng.randint(1, 9)}long is it?" for place in range(questions)]
    return CustomGame(
        texts,
        [f"Person {place}" for place in range(people)],
        lambda asked, person: answers[texts.index(asked)][int(person.split()[1])],
        goal="identify",
        name="people",
    )


@pytest.mark.parametrize(
    "any_game",
    [FAULTS, long_questions(60, 30), long_questions(400, 40), game("balance(12)")],
    ids=["faults", "many", "too many", "coins"],
)
def test_guide_fits(any_game: Game) -> None:
    """Every word is on the page of A4 in type of at least 5.5 points, no card covers another, and all are numbered."""
    tree = build_tree(any_game, "entropy")
    root = parsed(as_sheet(tree))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    across, down = map(float, root.get("viewBox", "").split()[2:])
    cards = groups(root, "question")
    corners = []
    for number, card in enumerate(cards, start=1):
        size = float(card.get("font-size", "0"))
        assert size >= 5.5
        place = card.findall(f"{SVG}rect")[0]
        left, top, wide, high = (float(place.get(name, "nan")) for name in ("x", "y", "width", "height"))
        assert 10 < left < left + wide < across - 10
        assert 90 < top < top + high < down - 10
        corners.append((left, top, top + high))
        for text in card.iter(f"{SVG}text"):
            x, y, shown = float(text.get("x", "nan")), float(text.get("y", "nan")), "".join(text.itertext())
            assert top < y < top + high
            if text.get("text-anchor") is None:
                bold = text.get("class") in ("bold", "is")
                assert left < x < x + size * sans_width(shown, bold) < left + wide
        assert "".join(next(card.iter(f"{SVG}text")).itertext()) == str(number)
    for (left, _, bottom), (other, top, _) in pairwise(corners):
        assert other > left or top > bottom
    whole = "The whole strategy is on this sheet." in words(root)
    assert whole == (len(cards) == int((~tree.is_leaf).sum()))
    labels = [text for text in words(root) if text.startswith("Person ")]
    assert not whole or any_game.family != "people" or sorted(labels) == sorted(any_game.secrets)


def test_guide_of_a_question_with_many_answers() -> None:
    """Where not even the answers to the first question fit, the guide has the question, and says how much it covers."""
    many = CustomGame(["which?", "even?"], range(999), lambda g, s: s // 2 if g == "which?" else s % 2, goal="identify")
    shown = words(parsed(as_sheet(build_tree(many, "entropy"))))
    assert "which?" in shown
    assert any("covers the first guess of at most 2: 0 of 999" in text for text in shown)


def test_formats_say_what_is_lost() -> None:
    """Where a tree ends with the last row, and where nodes are collapsed."""
    tree = bg.build_tree(bg.game("mastermind(3,4,rows=3)"), "entropy")
    assert "    1.1: 414  3 candidates, 2 lost\n" in FORMATS["text"](tree, None)
    assert "  0.1: 244  9 candidates, at most 2 guesses, 3 lost\n" in FORMATS["text"](tree, 2)
    assert "64 secrets, guesses: total 116, mean 2.8293, worst 3 (35 secrets), 23 lost" in FORMATS["dot"](tree, 1)
    assert "64 candidates\\nat most 3 guesses\\n23 lost" in FORMATS["dot"](tree, 1)
    assert "9 candidates, at most 2 guesses, 3 lost" in FORMATS["svg"](tree, 2)
    assert "lost" not in FORMATS["text"](bg.build_tree(bg.game("mastermind(3,4,rows=4)"), "entropy"), None)
    for draw in (as_dot, as_svg, as_sheet):
        assert "23 lost (not found within 3 guesses)" in draw(tree, None)
