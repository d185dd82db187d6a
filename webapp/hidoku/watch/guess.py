"""What a class is asked before a step of a solve, and what is said of what it thinks comes next."""

from dataclasses import replace
from typing import Final

from solver.hidoku.logic.answers import Answer
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.game import Play, cell_name
from webapp.hidoku.play.why_view import (
    BoardQuestion,
    ShownWhy,
    nearest_placed,
    reply_to,
    show_answer,
)
from webapp.hidoku.watch.search_tree import way_back_fault
from webapp.hidoku.watch.traces import METHOD_BY, WatchedSolve
from webapp.http.forms import FormError

QUESTION: Final = "What comes next?"
QUESTIONS: Final = {
    StepKind.ONLY_CELL: "A number can be placed. Which one, and where?",
    StepKind.ONLY_NUMBER: "A cell can be filled. Which one, and with what?",
    StepKind.ELIMINATION: "A number can be ruled out somewhere. Which one, and where?",
    StepKind.TRY: "No certain step is known here, so a number is tried. Which one, and where?",
}
NEXT_CHOICE: Final = "Which choice next?"
WAY_BACK: Final = "Where do you go back to?"
#: Of a search: its question, and how it is answered.
SEARCH_QUESTIONS: Final = {
    StepKind.TRY: (NEXT_CHOICE, "Of all numbers, the one with the fewest cells is next."),
    StepKind.ONLY_CELL: (NEXT_CHOICE, "Of all numbers, the one with the fewest cells is next."),
    StepKind.RETREAT: (WAY_BACK, "Choose the number that is tried in another cell."),
}


def question_before(step: Step, by: str) -> tuple[str, str] | None:
    """Return the question before a step, with what it asks for; None if there is none."""
    if METHOD_BY[by].is_search:
        return SEARCH_QUESTIONS.get(step.kind)
    asks_for = QUESTIONS.get(step.kind)
    return (QUESTION, asks_for) if asks_for else None


def judge_guess(solve: WatchedSolve, at: int, by: str, guess: BoardQuestion) -> str | ShownWhy:
    """Judge what somebody thinks comes next: a verdict with which the step is shown, or an answer.

    Raises FormError and MoveError for what can't be meant.
    """
    step = solve.steps[at]
    if METHOD_BY[by].is_search:
        return _judge_choice(solve, at, guess)
    if step.kind is StepKind.TRY and _is_of_step(step, guess):
        return "Yes: that’s tried here."
    if step.eliminated and any(
        cell == guess.cell and guess.number in (None, number) for number, cell in step.eliminated
    ):
        return "Yes."
    return _judge_placement(solve, solve.play_at(at - 1), guess)


def _is_of_step(step: Step, guess: BoardQuestion) -> bool:
    return guess.cell == step.cell and guess.number in (None, step.number)


def _judge_placement(solve: WatchedSolve, play: Play, guess: BoardQuestion) -> str | ShownWhy:
    reply = reply_to(play, guess)
    answer = show_answer(play, guess, reply, with_path=False)
    if answer.placing and reply.answer is Answer.CERTAIN and not answer.by_search:
        number = answer.placing.number
        below, above = nearest_placed(play, number)
        place_words = f", between {below} and {above}" if below < number < above else ""
        return replace(answer, heading=f"Yes: {number}{place_words}")
    is_wrong = reply.answer in (Answer.IMPOSSIBLE, Answer.TAKEN, Answer.PLACED)
    if is_wrong or not guess.cell:
        return answer
    right = solve.solution and solve.solution[guess.cell]
    if guess.number and guess.number == right:
        return "That’s its place, but nothing shows it yet; this can be shown now."
    if guess.number:
        return answer
    return "Nothing shows this cell’s number yet; this can be shown now."


def _judge_choice(solve: WatchedSolve, at: int, guess: BoardQuestion) -> str | ShownWhy:
    if not guess.cell:
        raise FormError("Choose a cell.")
    step = solve.steps[at]
    before = solve.tree.stack_at(at - 1)
    if step.kind is StepKind.RETREAT:
        fault = way_back_fault([choice.trial for choice in reversed(before)], guess.cell)
        return _not_yet(guess, fault) if fault else "Yes: its other cell is next."
    if _is_of_step(step, guess):
        return "Yes."
    of_number = solve.tree.stack_at(at)[0].options if step.kind is StepKind.TRY else ()
    if guess.cell in [option.cell for option in of_number] and step.cell:
        return f"Yes, {step.number} is next. This search tries it in {cell_name(step.cell)} first."
    return _not_yet(guess, f"{step.number} has fewer cells than any other number.")


def _not_yet(guess: BoardQuestion, words: str) -> ShownWhy:
    return ShownWhy(
        fields=guess.fields,
        heading="Not there",
        look="no",
        lines=(words,),
        marks={"looked-at": tuple(filter(None, [guess.cell]))},
    )
