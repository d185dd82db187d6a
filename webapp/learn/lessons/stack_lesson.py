"""Three questions on the stack of a search that is watched, from any of its steps on."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, islice
from typing import Final

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.notations.plain import format_text
from solver.hidoku.phrases import numbered
from solver.hidoku.text.chains import step_text
from webapp.hidoku.puzzles import load_puzzle
from webapp.hidoku.watch.traces import WatchedSolve, find_trace
from webapp.http.forms import parse_step
from webapp.learn.lessons.lesson import Lesson, LessonStep, find_lesson, parse_markdown, parts_of
from webapp.learn.questions.scene import Block

STACK: Final = "stack"  # the course of such lessons, in addresses
QUESTIONS: Final = 3
TASK: Final = "What does the stack hold now? Mark each open choice."


def lesson_at(course: str, slug: str) -> Lesson | None:
    return stack_lesson(slug) if course == STACK else find_lesson(course, slug)


def stack_lesson(slug: str) -> Lesson | None:
    """Return the lesson of a board and a step, ``findling-17``; None if no choice is open there.

    Aborts, or raises NotMadeError, if there's no such board.
    """
    name, _, text = slug.rpartition("-")
    puzzle = load_puzzle(name)
    solve = find_trace(puzzle.grid, "search")
    start = parse_step(text, len(solve) - 1)
    return _lesson(puzzle.title, slug, solve, start) if solve.tree.nodes else None


@lru_cache(maxsize=64)
def _lesson(title: str, slug: str, solve: WatchedSolve, start: int) -> Lesson | None:
    name, _, _ = slug.rpartition("-")
    board = Block("board", text=format_text(solve.grid))
    steps = tuple(
        LessonStep(
            lesson=f"{STACK}/{slug}",
            number=number,
            title=f"Step {step}",
            parts=(*parts_of(parse_markdown(_story(solve, step))), board, _ask(name, step)),
        )
        for number, step in enumerate(_moments(solve, start), 1)
    )
    if not steps:
        return None
    return Lesson(
        course=STACK,
        slug=slug,
        title=f"The stack on {title}",
        summary="What a search keeps in mind: its open choices, the newest on top.",
        place=0,
        steps=steps,
    )


def _ask(name: str, step: int) -> Block:
    fields = {"ask": TASK, "step": str(step), "see": f"{name} search {step}"}
    return Block("ask", STACK, fields=fields)


def _moments(solve: WatchedSolve, start: int) -> list[int]:
    """Return the steps after which is asked: what is open has just changed, or is about to."""
    end = next((at for at, step in enumerate(solve.steps) if step.left_out), len(solve))
    later = (at for at in range(start, end) if _is_moment(solve, at))
    chosen_steps = [*islice(later, QUESTIONS)]
    earlier = (at for at in range(min(start, end) - 1, 0, -1) if _is_moment(solve, at))
    return sorted([*chosen_steps, *islice(earlier, QUESTIONS - len(chosen_steps))])


def _is_moment(solve: WatchedSolve, at: int) -> bool:
    open_at = solve.tree.open_at
    return bool(open_at(at)) and not open_at(at - 1) == open_at(at) == open_at(at + 1)


def _story(solve: WatchedSolve, step: int) -> str:
    """Tell as Markdown what the stack held at the moment before, and all that happened since."""
    before = next((at for at in range(step - 1, 0, -1) if _is_moment(solve, at)), 0)
    numbers = [str(choice.number) for choice in solve.tree.stack_at(before)]
    stack_words = f"held {', '.join(numbers)}, the newest first" if numbers else "was empty"
    lines = _told(solve.steps[before + 1 : step + 1])
    return "\n".join((f"After step {before} the stack {stack_words}. Then:", "", *lines))


def _told(steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield a line for each step, but one for those that are forced, one after another."""
    forced_kinds = StepKind.ONLY_CELL, StepKind.ONLY_NUMBER
    for is_forced, group in groupby(steps, lambda step: step.kind in forced_kinds):
        if is_forced:
            yield f"- {numbered([step.number for step in group if step.number])}: forced."
        else:
            yield from (f"- {step_text(step)}" for step in group)
