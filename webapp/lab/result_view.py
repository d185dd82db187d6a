"""What the lab shows of a study: its distribution, worst line, tree, and what is proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from solver.deduction.faces.face import Face, Pegs, ShownFeedback
from solver.deduction.games import PRESETS, face_of, title_of
from solver.deduction.knowledge.candidates import Split, candidates, split
from solver.deduction.rules.game import FeedbackError, Game, Turn
from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.deduction.text.diagnosis import total_words, worst_words
from solver.deduction.trees.studies import (
    SAMPLE_SEED,
    Finding,
    Study,
    StudyKind,
    format_study,
    is_exact,
    is_strict,
)
from solver.wording import decimal, plural
from webapp.http.bars import AmountBar, bars_of
from webapp.lab.trees import MeasuredTree, StrategyPicture, draw_strategy
from webapp.mastermind.analysis.position import address_of
from webapp.mastermind.setup import board_named
from webapp.storage.tasks import StoredTask

WORST = "Least worst case"


def title_of_study(study: Study, game: Game, summary: Finding | None = None) -> str:
    """Return the title of a study; what was found claims no more than is proved.

    >>> from solver.deduction.games import game_named
    >>> title_of_study(Study(StudyKind.WORST, "pair"), game_named("pair"))
    'Least worst case on Number pair'
    """
    subject = WORST if study.kind is StudyKind.WORST else STRATEGY_WORDS[study.strategy].of().title
    if summary and is_cut_short(study, summary):
        subject = "Best found"
    sample = f", {study.games:,} games" if study.kind is StudyKind.SAMPLE else ""
    return f"{subject} on {title_of(game)}{sample}"


def is_cut_short(study: Study, summary: Finding) -> bool:
    """Say whether a deadline cut an exact search short, so that more may be known than it found."""
    return is_exact(study) and not summary.proved


@dataclass(frozen=True, kw_only=True)
class ShownStudy:
    """A study on its page. Without a job, its finding is one that came with the program."""

    study: Study
    text: str
    title: str
    game_title: str
    rows: int
    seed: int | None
    finding: Finding | None
    is_cut_short: bool
    bars: tuple[AmountBar, ...]
    sentences: tuple[str, ...]
    first: tuple[Pegs, str]
    worst_line: tuple[ShownTurn, ...]
    drawn: StrategyPicture | None
    job: StoredTask | None
    is_own: bool
    seconds: int


def show_study(
    study: Study,
    finding: Finding | None,
    job: StoredTask | None = None,
    *,
    is_own: bool = False,
    seconds: int = 0,
) -> ShownStudy:
    game = board_named(study.game)
    face = face_of(game)
    tree = finding.tree if finding else None
    codes = tree.worst_line if tree else ()
    worst_turns = (Turn(code, game.feedback(code, codes[-1])) for code in codes)
    return ShownStudy(
        study=study,
        text=format_study(study),
        title=title_of_study(study, game, finding),
        game_title=title_of(game),
        rows=game.rows,
        seed=SAMPLE_SEED if study.kind is StudyKind.SAMPLE else None,
        finding=finding,
        is_cut_short=finding is not None and is_cut_short(study, finding),
        bars=bars_of_guesses(finding),
        sentences=tuple(_sentences(study, game, finding)) if finding else (),
        first=(face.pegs(tree.first), face.code_words(tree.first)) if tree else ((), ""),
        worst_line=tuple(show_turn(face, turn) for turn in worst_turns),
        drawn=draw_strategy(tree) if tree else None,
        job=job,
        is_own=is_own,
        seconds=seconds,
    )


def bars_of_guesses(finding: Finding | None) -> tuple[AmountBar, ...]:
    counts = finding.histogram if finding else ()
    return bars_of((str(guesses), count) for guesses, count in enumerate(counts, start=1))


class ShownTurn(NamedTuple):
    pegs: Pegs
    feedback: ShownFeedback
    guess_words: str
    path: str

    @property
    def words(self) -> str:
        return f"{self.guess_words}: {self.feedback.words}"


def show_turn(face: Face, turn: Turn, path: str = "") -> ShownTurn:
    feedback = face.show(turn.feedback)
    return ShownTurn(face.turn_pegs(turn), feedback, face.code_words(turn.code), path)


def _sentences(study: Study, game: Game, finding: Finding) -> Iterator[str]:
    if study.kind is StudyKind.WORST:
        yield worst_words(finding.proved, finding.bound)
    elif finding.bound is not None:
        strict = is_strict(study)
        yield total_words(finding.proved, finding.bound, strict=strict)
        if not (finding.proved or strict):  # rounded outwards
            low = floor(100 * finding.bound / finding.count)
            high = ceil(100 * finding.mean)
            yield f"Perfect play needs {low / 100:.2f} to {high / 100:.2f} guesses on average."
    if finding.bound is not None and game.name not in PRESETS:
        yield face_of(game).scope
    if late := sum(finding.histogram[game.rows :]):
        count_words = plural(late, "game" if study.kind is StudyKind.SAMPLE else "code")
        yield f"{count_words} would take more than the player’s {game.rows} guesses."


def find_node(shape: MeasuredTree, texts: Sequence[str]) -> tuple[int, tuple[Turn, ...]] | None:
    game = shape.tree.game
    node = 0
    turns: list[Turn] = []
    for text in texts:
        try:
            feedback = game.parse_feedback(text)
        except FeedbackError:
            return None
        child = shape.child(node, game.feedbacks.index(feedback))
        if child is None:
            return None
        turns.append(Turn(game.code_at(int(shape.tree.guesses[node])), feedback))
        node = child
    return node, tuple(turns)


@dataclass(frozen=True, kw_only=True)
class ShownNode:
    """A node on its page: the turns that led there, its guess, and what follows."""

    steps: tuple[ShownTurn, ...]
    pegs: Pegs
    words: str
    can_be_code: bool
    split: Split
    mean: str
    most: int
    branches: tuple[ShownBranch, ...]
    analysis: str


def show_node(shape: MeasuredTree, node: int, turns: tuple[Turn, ...]) -> ShownNode:
    game = shape.tree.game
    face = face_of(game)
    guess = game.code_at(int(shape.tree.guesses[node]))
    groups = split(candidates(game, turns), guess)
    return ShownNode(
        steps=tuple(
            show_turn(face, turn, _path(game, turns[:number])) for number, turn in enumerate(turns)
        ),
        pegs=face.pegs(guess),
        words=face.code_words(guess),
        can_be_code=bool(shape.tree.wins[node]),
        split=groups,
        mean=decimal(Fraction(int(shape.costs[node]), groups.total), 3),
        most=int(shape.heights[node]),
        branches=_branches(shape, node, _path(game, turns)),
        analysis=address_of(game, turns),
    )


def _path(game: Game, turns: Sequence[Turn]) -> str:
    return "/".join(game.format_feedback(turn.feedback) for turn in turns)


@dataclass(frozen=True, kw_only=True)
class ShownBranch:
    """What a guess leads to after one outcome; the end of the game has no ``path``."""

    path: str = ""
    feedback: ShownFeedback
    count: int
    width: float
    next_pegs: Pegs = ()
    next_words: str = ""
    rest: str = ""


def _branches(shape: MeasuredTree, node: int, path: str) -> tuple[ShownBranch, ...]:
    game = shape.tree.game
    sizes = shape.tree.sizes
    children = shape.children(node)
    largest = max([1, *(int(sizes[child]) for child in children)])
    branches = [_branch(shape, child, path, largest) for child in children]
    branches.sort(key=lambda branch: -branch.count)
    if shape.tree.wins[node]:
        won_feedback = face_of(game).show(game.feedbacks[game.won])
        branches.append(ShownBranch(feedback=won_feedback, count=1, width=100 / largest))
    return tuple(branches)


def _branch(shape: MeasuredTree, child: int, path: str, largest: int) -> ShownBranch:
    game = shape.tree.game
    count = int(shape.tree.sizes[child])
    face = face_of(game)
    feedback = game.feedbacks[int(shape.tree.feedbacks[child])]
    code = game.code_at(int(shape.tree.guesses[child]))
    rest_words = plural(int(shape.heights[child]), "more guess", "more guesses")
    return ShownBranch(
        path=f"{path}/{game.format_feedback(feedback)}".lstrip("/"),
        feedback=face.show(feedback),
        count=count,
        width=100 * count / largest,
        next_pegs=face.pegs(code),
        next_words=face.code_words(code),
        rest=rest_words if count == 1 else f"at most {rest_words}",
    )
