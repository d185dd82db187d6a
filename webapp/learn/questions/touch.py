"""Pictures that can be touched: what a guess would get, and what is known of a cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from solver.deduction.explain.analysis import try_guess
from solver.deduction.faces.face import Pegs
from solver.deduction.knowledge.candidates import split
from solver.deduction.rules.game import Code
from solver.deduction.text.exercises import figure_words
from solver.hidoku.exercises.find_the_step import FindTheStep
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.pencil import numbers_of
from solver.wording import decimal, join_words
from webapp.hidoku.picture.cells import Marks, Notes
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.hint_view import named_by
from webapp.http.forms import read_cell
from webapp.learn.questions.codes import fit_words
from webapp.learn.questions.scene import Block, CodeCard, Scene
from webapp.mastermind.pile_table import MOST_DOTS, PileTable, on_one_scale, show_piles

Query = MultiDict[str, str]


@dataclass(frozen=True)
class ShownGuess:
    pegs: Pegs
    words: str
    piles: PileTable


def show_guess(scene: Scene, guess: Code, drawn_codes: Sequence[Code] = ()) -> ShownGuess:
    face = scene.face
    return ShownGuess(
        pegs=face.pegs(guess),
        words=face.code_words(guess),
        piles=show_piles(face, split(scene.candidates, guess), guess, drawn_codes, MOST_DOTS),
    )


def show_on_one_scale(guesses: Sequence[ShownGuess]) -> list[ShownGuess]:
    tables = on_one_scale([guess.piles for guess in guesses])
    return [replace(guess, piles=table) for guess, table in zip(guesses, tables, strict=True)]


class TouchedGuess(NamedTuple):
    """Guesses to touch, the chosen one, what it gives, and the code that it is compared with."""

    guesses: tuple[CodeCard, ...]
    chosen: str
    pair: tuple[tuple[str, CodeCard], ...]
    sentences: tuple[Markup, ...]


def touch_guesses(scene: Scene, block: Block, query: Query) -> TouchedGuess:
    """Show what one of a few guesses gives: ``keys CODE``, whether it ``fits``, or its need."""
    name, _, code_text = block.argument.partition(" ")
    texts = block.text.split()
    choice = query["try"] if query.get("try") in texts else texts[0]
    guess, code = map(scene.game.parse_code, (choice, code_text or choice))
    sentences = _guess_words(scene, name, guess, code)
    return TouchedGuess(
        guesses=tuple(scene.show_card(scene.game.parse_code(text)) for text in texts),
        chosen=choice,
        pair=scene.show_pair(code, guess) if code_text else (),
        sentences=tuple(scene.fill_sentence(sentence) for sentence in sentences),
    )


def _guess_words(scene: Scene, name: str, guess: Code, code: Code) -> Iterator[str]:
    if name == "keys":
        yield f"It gets {scene.feedback(scene.game.feedback(guess, code))}."
    elif name == "fits":
        yield from fit_words(scene, guess)
    elif need := try_guess(scene.game, scene.turns, guess).weighed.need:
        yield f"{decimal(need.mean)} guesses on average, this one included."


class SplitGuess(NamedTuple):
    guess: ShownGuess
    measure: str
    sentence: str


def split_guesses(scene: Scene, block: Block, _query: Query) -> tuple[SplitGuess, ...]:
    """Show the piles of guesses on one scale: their ``codes``, or what a measure makes of them."""
    guesses = [*map(scene.game.parse_code, block.text.split())]
    codes = scene.codes if block.argument == "codes" else ()
    measure = "" if codes else block.argument
    views = show_on_one_scale([show_guess(scene, guess, codes) for guess in guesses])
    return tuple(
        SplitGuess(view, measure, figure_words(measure, split(scene.candidates, guess)))
        for view, guess in zip(views, guesses, strict=True)
    )


@dataclass(frozen=True)
class TouchedCell:
    picture: Picture
    sentences: tuple[str, ...]


def touch_cells(scene: Scene, block: Block, query: Query) -> TouchedCell:
    """Show what a technique says of a cell, or without one which numbers can reach it.

    Numbers of the board that a search ``tried: 14 16`` are drawn so, not as givens.
    """
    grid = scene.grid
    cell = read_cell(query)
    choice = cell if cell and grid.has_cell(cell) and cell not in grid.given else None
    sentences, marks, notes = _cell_words(scene, block.argument, choice)
    numbers = block.fields.get("tried", "").split()
    trials = {cell for cell, number in grid.givens if str(number) in numbers}
    start = grid.with_givens({cell: grid.given[cell] for cell in grid.given.keys() - trials})
    marks = {**marks, "tried": trials}
    return TouchedCell(draw(start, grid.given, marks, choice, notes=notes), sentences)


def _cell_words(
    scene: Scene, technique: str, cell: Cell | None
) -> tuple[tuple[str, ...], Marks, Notes]:
    exercise = FindTheStep(technique_named(technique), scene.grid) if technique else None
    if exercise is None or not exercise.steps:
        return (_reach_words(scene, cell),) if cell else (), {}, {}
    answers = [answer for answer in exercise.steps if answer.candidate.cell == cell]
    if not answers:
        step = exercise.step_for(next(iter(exercise.steps)))
        nothing = (f"This idea says nothing about {cell_name(cell)}.",) if cell else ()
        return (*nothing, step.nudge), {}, {}
    step = exercise.step_for(answers[0])
    marks, notes = named_by(scene.play, [step.marks])
    numbers = join_words(sorted((str(answer.candidate.number) for answer in answers), key=int))
    verb = "goes" if answers[0].is_placed else "can’t go"
    return (f"{numbers} {verb} here.", step.reason), marks, notes


def _reach_words(scene: Scene, cell: Cell) -> str:
    numbers = numbers_of(scene.play, cell)
    if not numbers:
        return f"No number can reach {cell_name(cell)}, so nothing can fill it."
    words = f"Only {join_words(list(map(str, numbers)), 'or')} can be in {cell_name(cell)}."
    return f"{words} No other number has a route over empty cells that’s short enough."
