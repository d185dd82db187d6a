"""Every technique has its words and marks, and one file is enough for a new one."""

import pickle
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from solver.hidoku.logic import techniques as folder
from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.grade import grade
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.registry import EVERY
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import checked, with_reason
from solver.hidoku.logic.technique import Deduction, Technique, technique_named, techniques
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.search.solve import Verdict
from solver.hidoku.text.hints import hint_texts, hint_words
from solver.hidoku.text.puzzles import grade_text
from tests.cases import cases
from tests.solver.hidoku.logic.boards import HINTS, hint_with
from tests.solver.hidoku.logic.judge.boards import positions
from tests.solver.hidoku.logic.made_up import ROW, write_technique

BOARDS = 40


@cache
def steps_of_techniques() -> dict[str, Deduction]:
    """A step of each technique, as a watched solve tells it."""
    steps: dict[str, Deduction] = {}
    queue = [technique for technique in techniques() if not technique.assumption]
    for position in positions(BOARDS):
        for technique in queue:
            for step in islice(technique.find(position), 1):
                steps[technique.name] = checked(position, with_reason(position, step))
        queue = [technique for technique in queue if technique.name not in steps]
        if not queue:
            break
    return steps


@pytest.mark.parametrize(
    "technique", [each for each in techniques() if not each.assumption], ids=lambda each: each.name
)
def test_every_technique_has_words_and_marks(technique: Technique) -> None:
    step = steps_of_techniques()[technique.name]
    nudge = step.nudge
    assert nudge.startswith(("For", "Look", "How", "Is there", "What", "Where", "Which"))
    assert nudge.endswith(("?", "."))
    assert all(text.endswith((".", ".)")) for text in step.lines)
    marks = step.marks
    assert {*step.look.numbers} <= {*marks.numbers}
    assert any((marks.numbers, marks.cells, marks.area, marks.eliminated, marks.tried))


@pytest.mark.parametrize("kind", HINTS, ids=lambda kind: kind.__name__)
def test_every_objection_has_a_hint_of_three_steps(kind: type[Objection]) -> None:
    _, advice = hint_with(kind)
    assert advice.reason
    assert advice.question
    assert any(isinstance(objection, kind) for objection, _ in advice.question.groups)
    words = hint_words(advice)
    assert words.nudge.endswith(("?", "."))
    assert words.question.endswith("?")
    assert [row.is_right for row in words.rows] == [True, *[False] * len(advice.question.groups)]
    assert all(
        row.text.endswith(".") and row.text[0].isupper() | row.text[0].isdigit()
        for row in words.rows
    )
    assert words.title.lower() == advice.reason.technique.title
    assert words.conclusion.startswith("So it’s ")
    assert words.move.startswith("Place ")
    assert len(set(hint_texts(advice))) == 3


@cases("technique", techniques())
def test_every_technique_is_known_by_its_name(technique: Technique) -> None:
    assert technique.title
    assert technique.weight > 0
    assert technique_named(technique.name) is technique
    assert pickle.loads(pickle.dumps(technique)) is technique
    assert repr(technique) == f"technique_named('{technique.name}')"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="no technique “guess”"):
        technique_named("guess")


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Technique]:
    with write_technique(tmp_path, folder, monkeypatch) as technique:
        yield technique


def test_one_file_makes_a_technique(made_up: Technique) -> None:
    assert made_up in techniques()
    advice = hint(Play(ROW))
    assert advice.technique is made_up
    assert hint_texts(advice) == (
        "Look at the first cell.",
        "Where can 2 go? Row 1, column 2: A made-up reason. So it’s row 1, column 2.",
        "Place 2 in row 1, column 2.",
    )
    assert advice.reason
    marks = advice.reason.look
    assert (marks.area, marks.numbers) == ((Cell(0, 1),), ())
    rating = grade(ROW)
    assert rating.techniques[made_up] >= 1
    assert f"{made_up.title}: " in grade_text(rating, Verdict.UNIQUE)


def test_a_made_up_technique_is_gone_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with write_technique(tmp_path, folder, monkeypatch) as made_up:
        assert made_up in techniques()
    assert made_up not in techniques()
    assert hint(Play(ROW)).name == "one_way"


def test_a_position_goes_on_without_a_technique() -> None:
    start = Position.of(parse_any("1,_,3\n_,_,_", Adjacency.EIGHT))
    candidate = Candidate(2, Cell(0, 1))
    assert start.placing(candidate).board[Cell(0, 1)] == 2
    assert start.without([candidate]).eliminations == (candidate,)


def test_every_objection_has_a_hint_that_tells_it() -> None:
    assert {*HINTS} == {*EVERY}
