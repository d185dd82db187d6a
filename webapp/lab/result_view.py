"""What the lab shows of a study: its distribution, worst line, tree, and what is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.faces.face import Face, Pegs, ShownFeedback
from solver.deduction.games import PRESETS, face_of, game_named, title_of
from solver.deduction.knowledge.candidates import Split, candidates, split
from solver.deduction.rules.game import FeedbackError, Game, Turn
from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.deduction.text.diagnosis import total_words, worst_words
from solver.deduction.trees import studies
from solver.deduction.trees.studies import Finding, Study, StudyKind
from solver.deduction.trees.tree import Tree, format_csv, format_json
from solver.wording import decimal, plural
from webapp.http.bars import AmountBar, bars_of
from webapp.http.tree_picture import TreeLayout, TreePicture
from webapp.lab.findings import parse_tree
from webapp.mastermind.analysis.position import address_of
from webapp.mastermind.setup import board_named
from webapp.storage.tasks import StoredTask, TaskStore
from webapp.work.tasks import task

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
    return studies.is_exact(study) and not summary.proved


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
        text=studies.format_study(study),
        title=title_of_study(study, game, finding),
        game_title=title_of(game),
        rows=game.rows,
        seed=studies.SAMPLE_SEED if study.kind is StudyKind.SAMPLE else None,
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
        strict = studies.is_strict(study)
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


# The trees found by jobs: each measured once, drawn, written to files.


Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class MeasuredTree:
    tree: Tree
    costs: Numbers
    heights: Numbers

    def children(self, node: int) -> range:
        """Return the nodes after a node, by ascending feedback."""
        first, last = np.searchsorted(self.tree.parents, [node, node + 1]).tolist()
        return range(first, last)

    def child(self, node: int, feedback: int) -> int | None:
        return next((n for n in self.children(node) if self.tree.feedbacks[n] == feedback), None)


def measure_tree(tree: Tree) -> MeasuredTree:
    costs = tree.sizes.astype(np.int64)
    heights = np.ones(len(tree), np.int64)
    for depth in range(tree.max, 1, -1):
        level = np.flatnonzero(tree.depths == depth)
        np.add.at(costs, tree.parents[level], costs[level])
        np.maximum.at(heights, tree.parents[level], heights[level] + 1)
    return MeasuredTree(tree, costs, heights)


class StrategyPicture(NamedTuple):
    """A strategy’s tree as a picture, and the feedback that leads to each drawn node, as a path."""

    picture: TreePicture
    paths: Mapping[int, str]


def draw_strategy(tree: Tree) -> StrategyPicture:
    """Draw a tree below its first guess; a guess that can be the code is a full node."""
    parents = (tree.parents[1:] - 1).tolist()
    ends = tree.wins[1:]
    layout = TreeLayout(parents)
    picture = layout.draw(range(len(parents)), lambda place: "board" if ends[place] else "left")
    paths: dict[int, str] = {}
    for node in picture.nodes:
        feedback = tree.game.feedbacks[int(tree.feedbacks[node.place + 1])]
        above = paths.get(parents[node.place], "")
        paths[node.place] = f"{above}/{tree.game.format_feedback(feedback)}".lstrip("/")
    return StrategyPicture(picture, paths)


@lru_cache(maxsize=8)
def kept_tree(tasks: TaskStore, job: StoredTask) -> MeasuredTree:
    game = game_named(studies.parse_study(job.key).game)
    return measure_tree(parse_tree(tasks.finding_of(job), game))


#: A finding of 80,000 characters (Bulls and Cows) takes 60 ms as CSV, one of 640,000 (super) 600
#: ms.
MOST_AT_ONCE: Final = 40_000

#: The file types: how each is written, and its media type.
FILE_KINDS: Final[Mapping[str, tuple[Callable[[Tree], str], str]]] = {
    "json": (format_json, "application/json"),
    "csv": (format_csv, "text/csv"),
}


@task(lambda _game, finding, _kind: len(finding) <= MOST_AT_ONCE, 4)
def written(game: str, finding: str, kind: str) -> str:
    write, _ = FILE_KINDS[kind]
    return write(parse_tree(finding, game_named(game)))
