"""Whatever a lesson claims is so: every answer and every figure again, by plain counting alone."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from math import log2

from flask import Flask
from werkzeug.datastructures import MultiDict

from solver.hidoku.kernels.outcomes import DONE, SOLVED
from solver.hidoku.kernels.propagate import fewest
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.known_boards import FINDLING
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.clause_learning import Learner
from solver.hidoku.search.propagation import Engine, Words
from solver.hidoku.search.solve import SolutionSearch
from solver.hidoku.search.staged_search import UNLIMITED
from tests.cases import Test, cases
from tests.plain.boards import PlainBoard, solutions
from tests.plain.codes import BestPlay, feedback, partition
from tests.webapp.learn.lessons import plain, reason_claims
from tests.webapp.learn.lessons.plain_search import CUTS, PlainState, begun, counted
from webapp.learn.lessons.lesson import FOLDER, LessonStep, find_lesson
from webapp.learn.questions.parts import MOST_NODES, show_parts
from webapp.learn.questions.question import Marking, Question
from webapp.learn.questions.scene import SPAN
from webapp.learn.questions.trials import SearchQuestion

STEPS = plain.plain_steps(FOLDER)
NAMED = "{0.name}".format
WITHOUT = [some for size in range(4) for some in combinations(sorted(CUTS), size)]
KINDS = {step.kind for step in STEPS}
#: How many codes the strategies find with each guess. Minimax: Knuth 1976. The total of perfect
#: play: Koyama and Lai 1993. The rest is what the trees of tests/solver/deduction/trees have.
TREES = {
    ("classic", "knuth"): (1, 6, 62, 533, 694),
    ("classic", "perfect"): (1, 8, 102, 627, 554, 4),
    ("mini", "knuth"): (1, 3, 31, 29),
    ("mini", "entropy"): (1, 5, 35, 23),
    ("mini", "perfect"): (1, 7, 33, 23),
}
#: Counts of the engine’s own programs, which only these can give; the article’s is walked again.
OF_PROGRAMS = {"tries", "deadends", "inner", "conflicts"}


def asked(step: plain.PlainStep) -> Question:
    return lesson_step(step).question


def lesson_step(step: plain.PlainStep) -> LessonStep:
    lesson = find_lesson(*step.lesson.split("/"))
    assert lesson
    return lesson.steps[step.number - 1]


def right_choice(step: plain.PlainStep) -> int:
    solution = asked(step).solution
    return int(str(solution.get("first", solution.get("choice"))))


def steps_of(*kinds: str) -> Callable[[Test], Test]:
    return cases("step", [step for step in STEPS if step.kind in kinds])


def test_every_kind_is_looked_at() -> None:
    assert {
        *("keys", "fits", "code", "proved", "false", "least", "most", "number"),
        *("place", "fill", "reach", "search", "piles"),
    } == KINDS
    assert len(STEPS) >= 24 * 4


@cases("step", STEPS)
def test_every_position_is_legal(step: plain.PlainStep) -> None:
    if step.kind != "false":
        assert step.left()
    if step.board:
        assert solutions(step.board, 1)


@steps_of("keys")
def test_keys(step: plain.PlainStep) -> None:
    black, white = feedback(step.field("guess"), step.field("code"))
    assert asked(step).solution == {"right": str(black), "other": str(white)}


@steps_of("fits")
def test_codes_to_choose_from(step: plain.PlainStep) -> None:
    codes, is_inverse = step.left(), bool(step.field("not"))
    fitting = [at for at, code in enumerate(step.options) if (code in codes) is not is_inverse]
    assert right_choice(step) == fitting[0]
    assert len(fitting) == 1


@steps_of("code")
def test_codes_to_build(step: plain.PlainStep) -> None:
    question, codes = asked(step), set(step.left())
    for code in plain.all_codes(step.game):
        assert question.judge(MultiDict({"code": code})).is_right == (code in codes)


@steps_of("proved")
def test_claims(step: plain.PlainStep) -> None:
    places = [
        place
        for place, claim in enumerate(step.options)
        if all(reason_claims.is_true_of(claim.split(), code) for code in step.left())
    ]
    assert right_choice(step) == places[0]
    assert len(places) == 1


@steps_of("fits", "proved", "least", "most")
def test_reasons_behind_questions(step: plain.PlainStep) -> None:
    """A right choice among three may be a guess: what is asked next has one right answer."""
    question = asked(step)
    follow = getattr(question, "next_question", None)
    if follow is None:
        return
    right, fitting_codes = right_choice(step), step.left()
    form = {name: text for name, text in question.solution.items() if name != "first"}
    guesses = re.findall(r"{{pegs (\w+)}}", follow.title)
    if step.kind == "fits":
        row = step.turns[int(re.findall(r"row (\d+)", follow.title)[0]) - 1]
        black, white = feedback(row[0], guesses[0])
        assert guesses[0] in step.options
        assert (black, white) != row[1]
        assert form == {"right": str(black), "other": str(white)}
    elif step.kind == "proved":
        wrong = next(claim for place, claim in enumerate(step.options) if place != right).split()
        codes = [re.findall(r"\w+", label)[1] for label in follow.labels]
        shows = [
            code
            for code in codes
            if code in fitting_codes and not reason_claims.is_true_of(wrong, code)
        ]
        assert [codes[int(str(form["choice"]))]] == shows
    else:
        sizes = [len(pile) for pile in partition(guesses[0], fitting_codes).values()]
        assert guesses[0] in step.options[right]
        figure = {
            "worst": max(sizes),
            "answers": len(sizes),
            "average": sum(size**2 for size in sizes),
            "bits": f"{plain.bits(sizes):.2f}",
        }[step.options[right].split()[0]]
        assert form == {"number": str(figure)}


@steps_of("piles")
def test_piles(step: plain.PlainStep) -> None:
    question = asked(step)
    guess = step.field("guess")
    for code in step.left():
        fitting = [
            pile
            for pile in range(14)
            if question.judge(MultiDict({"card": code, "pile": str(pile)})).is_open
        ]
        assert [keys_of(question, pile) for pile in fitting] == [feedback(guess, code)]


@steps_of("search")
def test_open_choices_count_what_is_on_the_board(app: Flask, step: plain.PlainStep) -> None:
    """Whatever was tried in vain: of the numbers on it, each choice has those that follow it."""
    assert step.board
    question = asked(step)
    assert isinstance(question, SearchQuestion)
    *texts, _ = f"{question.solution['draft']} {question.solution['cell']}".split()
    start = len(question.start.trials[0].before.numbers)
    for count in range(1, len(texts) + 1):
        with app.test_request_context():
            view = question.show(MultiDict({"draft": " ".join(texts[:count])}), None)
        followers = [choice.forced for choice in view.stack]
        assert view.board
        assert start + sum(followers) + len(followers) == len(view.board.painter.board), count
        assert min(followers, default=0) >= 0


def keys_of(question: Question, pile: int) -> tuple[int, ...]:
    return tuple(question.scene.game.feedbacks[pile])


def test_most_guesses_among_three_need_their_reason() -> None:
    kinds = Counter(
        (step.kind, bool(getattr(asked(step), "next_question", None)))
        for step in STEPS
        if step.kind in ("fits", "proved") and len(step.options) == 3
    )
    assert set(kinds) == {("fits", True), ("proved", True)}


@steps_of("false")
def test_false_rows(step: plain.PlainStep) -> None:
    assert not step.left()
    turns = step.turns
    rows = [
        row
        for row in range(len(turns))
        if any(
            all(feedback(g, code) == keys for at, (g, keys) in enumerate(turns) if at != row)
            for code in plain.all_codes(step.game)
        )
    ]
    assert right_choice(step) == rows[0]
    assert len(rows) == 1


@steps_of("place", "fill")
def test_placements(step: plain.PlainStep) -> None:
    assert step.board
    (solution,) = solutions(step.board)
    if step.kind == "place":
        (cell,) = [c for c, number in solution.items() if number == int(step.field("number"))]
        assert asked(step).solution == {"cell": "{},{}".format(*cell)}
    else:
        row, column = (int(number) - 1 for number in step.field("cell")[1:].split("c"))
        assert asked(step).solution == {"number": str(solution[row, column])}


@steps_of("reach")
def test_reach(step: plain.PlainStep) -> None:
    assert step.board
    cells = sorted(plain.reach(step.board, int(step.field("number"))))
    assert asked(step).solution == {"cell": ["{},{}".format(*cell) for cell in cells]}


@steps_of("search")
@cases("last_first", [False, True])
def test_a_whole_search(step: plain.PlainStep, last_first: bool) -> None:
    """Whichever cell is tried first, it meets the same dead ends, and is told of each."""
    assert step.board
    question, dead_ends, taps = asked(step), 0, list[str]()

    def tap(cell: tuple[int, int], *wrong: tuple[int, int]) -> Marking:
        for at in wrong:
            answer = {"draft": " ".join(taps), "cell": "{},{}".format(*at)}
            assert not question.judge(MultiDict(answer)).is_open, (taps, at)
        answer = {"draft": " ".join(taps), "cell": "{},{}".format(*cell)}
        taps.append(answer["cell"])
        return question.judge(MultiDict(answer))

    def look(state: PlainState, above: list[tuple[int, int]]) -> Marking | None:
        """Tap what a search does from here, and return how the last tap is judged."""
        nonlocal dead_ends
        while state.cells and (number := fewest_cells(state)) and len(state.cells[number]) == 1:
            state.fill(number, *state.cells[number])
        if not state.cells or not state.cells[number]:
            assert state.is_solved is not bool(state.cells)
            dead_ends += not state.is_solved
            return None
        cells = sorted(state.cells[number], reverse=last_first)
        marking = None
        for place, cell in enumerate(cells):
            is_last = 0 < place == len(cells) - 1
            if place:
                marking = tap(cells[place - 1], *above)
            if not is_last:
                assert tap(cell, *above).is_open
            after = state.copied()
            after.fill(number, cell)
            marking = look(after, [*above, cell] if is_last else []) or marking
        return marking

    marking = look(begun(step.board, *CUTS), [])
    assert marking is not None
    assert marking.is_right
    assert marking.sentences[0].startswith(f"The search met {dead_ends} dead ends,")
    if not last_first:
        assert question.solution == {"draft": " ".join(taps[:-1]), "cell": taps[-1]}


def fewest_cells(state: PlainState) -> int:
    return min(state.cells, key=lambda number: (len(state.cells[number]), number))


@steps_of("number")
def test_figures_behind_questions(step: plain.PlainStep) -> None:
    value = judged(step, step.field("figure"))
    assert asked(step).solution == {"number": as_written(value, "").replace(",", "")}


@steps_of("least", "most")
def test_figures_to_choose_from(step: plain.PlainStep) -> None:
    heads = [option.partition("\n") for option in step.options]
    values = [judged(step, head.partition(" |")[0], why.strip()) for head, _, why in heads]
    best = min(values) if step.kind == "least" else max(values)
    assert values.count(best) == 1
    assert right_choice(step) == values.index(best)


def judged(step: plain.PlainStep, figure: str, why: str = "") -> int | Fraction | float:
    """Judge what a lesson writes of a figure, and what it says to that; return the figure."""
    claim, _, written = figure.partition(" = ")
    name, *words = claim.split()
    value = value_of(step, claim)
    assert written == as_written(value, written), (step.name, figure)
    if not why:  # a reason gives it
        return value
    numbers = re.findall(r"\d[\d,]*(?:\.\d+)?(?<!,)", why)
    assert written in numbers, (step.name, figure, why)
    if name in ("worst", "answers", "average", "bits"):
        judge_parts(step, words[0], why)
    return value


def as_written(value: float | Fraction, written: str) -> str:
    """Write a value with as many digits as another text has: whole, or with two at least."""
    digits = len(written.partition(".")[2])
    is_whole = not digits and value == int(value)
    if is_whole:
        return f"{int(value):,}"
    return str(Decimal(float(value)).quantize(Decimal(10) ** -(digits or 2), ROUND_HALF_UP))


def judge_parts(step: plain.PlainStep, guess: str, why: str) -> None:
    """Judge the piles that a sentence names."""
    sizes = sorted((len(part) for part in partition(guess, step.left()).values()), reverse=True)
    parts = f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]} codes"
    if sizes[0] == 1:
        parts = "1 code each"
    head = f"{len(sizes)} outcomes, leaving {parts}."
    assert why.startswith(head), (step.name, guess, why)


def started(grid: Grid) -> tuple[Engine, Words]:
    engine = Engine(BitLayout(grid))
    places = engine.givens()
    assert places is not None
    domains = engine.start(places)
    assert domains is not None
    return engine, domains


def of_program(step: plain.PlainStep, name: str) -> int:
    """Let the engine's own programs count; nothing else can tell what they do."""
    assert step.board
    assert len(solutions(step.board)) == 1
    grid = asked(step).scene.grid
    engine, domains = started(grid)
    tree = Counter(positions(engine, domains))
    assert tree.total() == SolutionSearch(grid, 2, 0, patience=UNLIMITED).run().nodes
    assert tree["solution"] == 1
    if name != "conflicts":
        return tree.total() if name == "tries" else tree[name]
    assert engine.propagate_fully(domains)
    learner = Learner(engine.shape, domains)
    while learner.run(MOST_NODES) == SOLVED and learner.block() != DONE:
        pass
    return learner.conflicts - tree["solution"]  # it counts its solution as a conflict


def positions(engine: Engine, domains: Words) -> Iterator[str]:
    """Walk the tree of the search with propagation again, and say of each position what it is."""
    if not engine.propagate_fully(domains):
        yield "deadends"
        return
    number = fewest(domains)
    yield "inner" if number >= 0 else "solution"
    for word, row in enumerate(domains[number].tolist() if number >= 0 else ()):
        for bit in (1 << place for place in range(64) if row >> place & 1):
            after = domains.copy()
            after[number] = 0
            after[number, word] = bit
            yield from positions(engine, after)


@cases("step", [step for step in STEPS if step.field("figure").startswith("stuck")])
def test_the_engine_gets_stuck_where_a_lesson_says(step: plain.PlainStep) -> None:
    engine, domains = started(asked(step).scene.grid)
    assert engine.propagate_fully(domains)
    open_ = [row for row in domains.tolist() if sum(word.bit_count() for word in row) > 1]
    assert step.field("figure") == f"stuck = {len(open_)}"


def test_the_search_that_one_can_count_with_switches(app: Flask) -> None:
    for step in (step for step in STEPS if "search" in step.blocks):
        assert step.board
        for without in WITHOUT:
            tree = counted(step.board, *without)
            query = MultiDict(
                [("check", ""), *(("check", cut) for cut in CUTS if cut not in without)]
            )
            with app.test_request_context():
                searches = [
                    part.data
                    for part in show_parts(asked(step).scene, lesson_step(step).parts, query)
                    if part.kind == "search"
                ]
            assert [(tree.nodes, tree.is_whole) for tree in searches] == [(tree.looked_at, True)]
            assert tree.solutions == 1, (step.name, without)


def test_the_articles_board_takes_as_many_nodes_as_the_article_says() -> None:
    text = re.sub("_+", ".", FINDLING).replace(",", " ")
    assert counted(plain.read_board(text)).looked_at == 1216


@cases("step", STEPS)
def test_figures_in_prose(step: plain.PlainStep) -> None:
    """Those that are named; no other may be written where one could be."""
    text = (FOLDER / f"{step.lesson}.md").read_text().split("\n## ")[step.number]
    for span, _ in SPAN.findall(text):
        if span.split()[0] not in ("pegs", "keys"):
            assert is_figure(step, span), (step.name, span)


def is_figure(step: plain.PlainStep, figure: str) -> bool:
    claim, _, written = figure.partition(" = ")
    return written == as_written(value_of(step, claim), written)


def value_of(step: plain.PlainStep, figure: str) -> int | Fraction | float:
    """Reckon a figure by its name."""
    name, *words = figure.split()
    if name in OF_PROGRAMS:
        return of_program(step, name)
    of_board = getattr(OfBoard, name, None)
    if of_board and step.board:
        return of_board(step.board, *words)
    measure: Callable[..., int | Fraction | float] = getattr(OfCodes, name)
    return measure(step, *words)


class OfCodes:
    @staticmethod
    def all(step: plain.PlainStep) -> int:
        return len(plain.all_codes(step.game))

    @staticmethod
    def of(_step: plain.PlainStep, game: str) -> int:
        return len(plain.all_codes(game))

    @staticmethod
    def left(step: plain.PlainStep, *further: str) -> int:
        return len(step.left(*map(plain.turn_of, further)))

    @staticmethod
    def worst(step: plain.PlainStep, guess: str) -> int:
        return max(map(len, partition(guess, step.left()).values()))

    @staticmethod
    def answers(step: plain.PlainStep, guess: str) -> int:
        return len(partition(guess, step.left()))

    @staticmethod
    def average(step: plain.PlainStep, guess: str) -> Fraction:
        pool = step.left()
        return Fraction(sum(len(part) ** 2 for part in partition(guess, pool).values()), len(pool))

    @staticmethod
    def bits(step: plain.PlainStep, guess: str) -> float:
        return plain.bits([len(part) for part in partition(guess, step.left()).values()])

    @staticmethod
    def allbits(step: plain.PlainStep) -> float:
        return plain.bits([1] * len(step.left()))

    @staticmethod
    def ahead(step: plain.PlainStep, guess: str) -> int:
        """The most codes left after this guess and the best one after it."""
        return max(
            min(
                max(map(len, partition(after, pile).values()))
                for after in plain.all_codes(step.game)
            )
            for pile in map(tuple, partition(guess, step.left()).values())
        )

    @staticmethod
    def needs(step: plain.PlainStep, guess: str) -> Fraction:
        codes = step.left()
        return Fraction(BestPlay(plain.all_codes(step.game)).after(guess, codes), len(codes))

    @staticmethod
    def together(step: plain.PlainStep, guess: str) -> int:
        """What the best play needs for all codes that are left, after this guess."""
        return BestPlay(plain.all_codes(step.game)).after(guess, step.left())

    @staticmethod
    def found(step: plain.PlainStep, strategy: str, guess: str) -> int:
        return TREES[step.game, strategy][int(guess) - 1]

    @staticmethod
    def within(step: plain.PlainStep, strategy: str, guesses: str) -> int:
        return sum(TREES[step.game, strategy][: int(guesses)])

    @staticmethod
    def most(step: plain.PlainStep, strategy: str) -> int:
        return len(TREES[step.game, strategy])

    @staticmethod
    def total(step: plain.PlainStep, strategy: str) -> int:
        return sum(guess * codes for guess, codes in enumerate(TREES[step.game, strategy], 1))

    @classmethod
    def mean(cls, step: plain.PlainStep, strategy: str) -> Fraction:
        return Fraction(cls.total(step, strategy), cls.all(step))

    @classmethod
    def saves(cls, step: plain.PlainStep, first_guess: str, second_guess: str) -> int:
        return cls.total(step, second_guess) - cls.total(step, first_guess)

    @staticmethod
    def fewest(step: plain.PlainStep) -> int:
        """What any strategy needs at least for all codes together: every one is tried."""
        codes = plain.all_codes(step.game)
        return BestPlay(codes).least(codes)

    @staticmethod
    def outcomes(step: plain.PlainStep) -> int:
        codes = plain.all_codes(step.game)
        return max(len(partition(guess, codes)) for guess in codes[:: len(codes) // 40])

    @classmethod
    def topbits(cls, step: plain.PlainStep) -> float:
        return log2(cls.outcomes(step))


class OfBoard:
    @staticmethod
    def last(board: PlainBoard) -> int:
        return board.last

    @staticmethod
    def missing(board: PlainBoard) -> int:
        return board.last - len(board.given)

    @staticmethod
    def between(_board: PlainBoard, low: str, high: str) -> int:
        return len(range(int(low) + 1, int(high)))

    @staticmethod
    def nodes(board: PlainBoard, *without: str) -> int:
        return counted(board, *without).looked_at

    @staticmethod
    def steps(_board: PlainBoard, low: str, high: str) -> int:
        return int(high) - int(low)

    @staticmethod
    def distance(board: PlainBoard, start: str, goal: str) -> int:
        return board.distances(reason_claims.place_of(board, start))[
            reason_claims.place_of(board, goal)
        ]

    @staticmethod
    def touching(board: PlainBoard, cell: str) -> int:
        return len(board.near[reason_claims.place_of(board, cell)])

    @staticmethod
    def dark(board: PlainBoard) -> int:
        return sum((row + column) % 2 == 0 for row, column in board.cells)

    @staticmethod
    def odd(board: PlainBoard) -> int:
        return sum(number % 2 for number in range(1, board.last + 1))

    @staticmethod
    def even(board: PlainBoard) -> int:
        return sum(number % 2 == 0 for number in range(1, board.last + 1))

    @staticmethod
    def places(board: PlainBoard, number: str) -> int:
        """How many cells a number has, for steps that are counted and for the article’s search."""
        cells = begun(board).cells
        reach = plain.reach(board, int(number))
        assert reach == cells[int(number)]
        fewest = min(map(len, cells.values()))
        assert [len(options) for options in cells.values()].count(fewest) == 1
        return len(reach)

    @staticmethod
    def ways(board: PlainBoard, *words: str) -> int:
        """How many solutions have these numbers in these cells, `5 r1c2 8 r3c3`."""
        pairs = zip(*[iter(words)] * 2, strict=True)
        placements = [(int(number), reason_claims.place_of(board, cell)) for number, cell in pairs]
        return sum(all(s[cell] == n for n, cell in placements) for s in solutions(board, 99))

    @staticmethod
    def stuck(board: PlainBoard) -> int:
        """How many cells are empty when no cell has just one candidate, and no number one cell."""
        missing = set(range(1, board.last + 1)) - set(board.where)
        cells = board.cells - set(board.given)
        only = [(n, cell) for n in missing for cell in cells if plain.reach(board, n) == {cell}]
        for cell in cells:
            numbers = [n for n in missing if cell in plain.reach(board, n)]
            only += [(numbers[0], cell)] * (len(numbers) == 1)
        return OfBoard.stuck(reason_claims.placed(board, *only[0])) if only else len(cells)

    @staticmethod
    def candidates(board: PlainBoard, cell: str) -> int:
        return len(reason_claims.candidates(board, cell))
