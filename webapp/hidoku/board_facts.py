"""What a page says about a board: solutions, difficulty, faults; and about the numbers in play."""

from dataclasses import dataclass
from typing import Final

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.path_styles import PathStyle
from solver.hidoku.logic.grade import Grade
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.solve import Verdict
from solver.hidoku.text.puzzles import conflicting_givens_text, fault_text, grade_words, times_text
from solver.wording import plural
from webapp.hidoku.puzzles import Puzzle
from webapp.hidoku.verdict import Judgement, judge_longer, solutions_of
from webapp.hidoku.verdict import judge as find_verdict

MOST_FAULTS: Final = 6  # named one by one
NOT_GRADED: Final = "not graded"

HEADLINES: Final = {
    Verdict.NONE: "No solution",
    Verdict.UNIQUE: "Exactly one solution",
    Verdict.SEVERAL: "Several solutions",
    Verdict.UNDECIDED: "Not decided yet",
}
SENTENCES: Final = {
    Verdict.UNIQUE: "This board has exactly one solution.",
    Verdict.NONE: "This board has no solution.",
    Verdict.SEVERAL: "This board has more than one solution, so logic alone can’t finish it.",
    Verdict.UNDECIDED: "A short search didn’t find out how many solutions this board has.",
}


@dataclass(frozen=True)
class Judged:
    """A verdict in a sentence, with the board's class and score and what explains them.

    ``techniques`` come with how often each is needed; ``about`` introduces them; ``faults`` are
    sentences.
    """

    verdict: Verdict
    word: str = NOT_GRADED
    about: str = ""
    techniques: tuple[tuple[str, str], ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return SENTENCES[self.verdict]


def judge(puzzle: Puzzle) -> Judged:
    """Return what is known about a board; one that was graded when made has one solution."""
    return _graded(puzzle.grade) if puzzle.grade else judge_grid(puzzle.grid)


def judge_grid(grid: Grid) -> Judged:
    """Return what can be found out about a board within a deadline.

    Which givens conflict is worth more time: without that, nobody can mend the board.
    """
    judgement = find_verdict(grid)
    if judgement.verdict is Verdict.NONE and judgement.is_cut_short:
        judgement = judge_longer(grid)
    if judgement.grade:
        return _graded(judgement.grade)
    return Judged(judgement.verdict, faults=describe_faults(judgement, grid))


def describe_faults(judgement: Judgement, grid: Grid) -> tuple[str, ...]:
    """Say everything that is wrong with a board, a sentence each."""
    if judgement.is_vague:
        return ("Some givens conflict; time ran out before finding which.",)
    if judgement.conflicting_givens:
        return (conflicting_givens_text(judgement.conflicting_givens),)
    sentences = tuple(fault_text(fault, grid) for fault in judgement.faults[:MOST_FAULTS])
    surplus = len(judgement.faults) - MOST_FAULTS
    return (*sentences, f"And {plural(surplus, 'more fault')}.") if surplus > 0 else sentences


def times_of(grade: Grade) -> tuple[tuple[str, str], ...]:
    uses = grade.techniques.items()
    return tuple((technique.name, times_text(technique, count)) for technique, count in uses)


def _graded(difficulty: Grade) -> Judged:
    if difficulty.is_cut_short:
        return Judged(Verdict.UNIQUE, about="This board takes too long to grade.")
    is_solved = difficulty.solved_by_techniques
    note = "Solved by these techniques alone" if is_solved else "Techniques alone don’t solve it"
    return Judged(Verdict.UNIQUE, grade_words(difficulty), note, times_of(difficulty))


def difference_words(puzzle: Puzzle, request: BoardRequest) -> str:
    """Say how a board differs from its request; "" if it doesn't."""
    if puzzle.is_as_requested or puzzle.grade is None:
        return ""
    if request.difficulty and puzzle.grade.difficulty is not request.difficulty:
        return (
            f"No board tried with this seed was {request.difficulty.value}. This is the closest; "
            "try another seed."
        )
    proof_note = "We couldn’t check that every given is needed."
    if request.style is PathStyle.MIXED:
        return proof_note
    if not request.minimal:
        return f"No {request.style.words} was found for this shape. This is the closest."
    return f"This isn’t quite a {request.style.words}. Also: {proof_note}"


def check_placed(play: Play) -> str:
    """Say whether the numbers placed are right so far, if no two of them conflict."""
    numbers = {cell: number for cell, number in play.board.items() if cell not in play.grid.given}
    if not numbers:
        return "You haven’t placed anything yet."
    result = solutions_of(play.grid)
    if not result.unique:
        return "No two numbers conflict."
    path = result.solutions[0]
    mistakes = sum(path[number - 1] != cell for cell, number in numbers.items())
    if not mistakes:
        return f"Right so far: {plural(len(numbers), 'number')} placed, no mistakes."
    which = f"{mistakes} of the {len(numbers)} numbers" if len(numbers) > 1 else "the number"
    verb = "are" if mistakes > 1 else "is"
    return f"No two numbers conflict, but {which} you placed {verb} wrong. A hint shows you where."
