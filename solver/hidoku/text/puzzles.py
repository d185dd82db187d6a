"""Sentences about puzzles as such: how hard, why no solution, and what several leave open."""

from __future__ import annotations

from solver.hidoku.logic.difficulty import MOST, Difficulty
from solver.hidoku.logic.grade import Grade
from solver.hidoku.logic.technique import Technique
from solver.hidoku.puzzles.ambiguity import Ambiguity
from solver.hidoku.puzzles.conflicting_givens import ConflictingGivens
from solver.hidoku.rules.game import named
from solver.hidoku.search.solve import Verdict
from solver.wording import capitalised, counted, listed


def conflicting_givens_text(found: ConflictingGivens) -> str:
    """Which givens cannot stand together.

    >>> conflicting_givens_text(ConflictingGivens((), ()))
    'The shape itself has no path through all its cells, whatever numbers are given.'
    """
    if not found.cells:
        return "The shape itself has no path through all its cells, whatever numbers are given."
    pairs = zip(found.numbers, found.cells, strict=True)
    givens = listed([f"{number} ({named(cell)})" for number, cell in pairs])
    if len(found.cells) == 1:
        return f"No solution has {givens}."
    if not found.is_minimal:
        return f"Among these are givens that cannot stand together: {givens}."
    return f"These givens cannot stand together, but without any one of them they can: {givens}."


def ambiguity_text(found: Ambiguity) -> str:
    """What a board with several solutions leaves open, and what would decide most."""
    number, cell = found.given
    if found.complete:
        which = f"There are {counted(found.count, 'solution')}"
        left = counted(found.left, "solution")
    else:
        which = f"There are at least {counted(found.count, 'solution')}; among these"
        left = f"{found.left} of these {found.count:,}"
    cells = counted(len(found.cells), "cell")
    return (
        f"{which}{'; ' if found.complete else ', '}{cells} hold different numbers. "
        f"Giving {number} in {named(cell)} would decide most: it leaves {left}."
    )


def times_text(technique: Technique, count: int) -> str:
    """How often a technique was needed: numbers placed by it, or rounds of eliminations."""
    return counted(count, "number" if technique.is_placing else "round")


def grade_words(found: Grade) -> str:
    """The class and the score of a board, or the class alone where there is no score.

    >>> grade_words(Grade(Difficulty.HARD, {}, 0, True, 48))
    'hard, 48 of 100'
    """
    return found.word if found.score is None else f"{found.word}, {found.score} of {MOST}"


def classes_text() -> str:
    """What the score is, and the classes that it is cut into.

    >>> classes_text()[-78:]
    'Beginner up to 19, easy from 20, medium from 30, hard from 40, expert from 65.'
    """
    first, *others = Difficulty
    cuts = [f"{first.value} up to {others[0].least - 1}"]
    cuts += (f"{each.value} from {each.least}" for each in others)
    return (
        f"How hard a board is: from 0 to {MOST}, by what the steps of its easiest way ask for. "
        f"{capitalised(', '.join(cuts))}."
    )


def grade_text(found: Grade, verdict: Verdict) -> str:
    """How hard a board is, line by line: the class, then each technique and how often."""
    lines = [_class_text(found, verdict)]
    for technique, count in found.techniques.items():
        lines.append(f"  {technique.title}: {times_text(technique, count)}")
    if found.longest:
        lines.append(f"  longest contradiction: {counted(found.longest, 'step')}")
    return "\n".join(lines)


def _class_text(found: Grade, verdict: Verdict) -> str:
    if verdict is Verdict.NONE:
        return "This board has no solution."
    if verdict is Verdict.SEVERAL:
        return "Not graded: this board has several solutions, so techniques come to an end."
    if found.is_cut_short:
        return "The budget ended before the board was graded; so far:"
    if not found.solved_by_techniques:
        return f"{capitalised(grade_words(found))}: techniques alone do not solve it."
    return f"{capitalised(grade_words(found))}, solved by techniques alone."
