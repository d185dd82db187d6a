"""Every technique has its words and marks, and one file is enough for a new one."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.hidoku.logic import techniques as folder
from solver.hidoku.logic.grade import grade
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Technique, technique_named, techniques
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.search.solve import Verdict
from solver.hidoku.text.hints import hint_texts, hint_words
from solver.hidoku.text.puzzles import grade_text
from tests.cases import cases
from tests.solver.hidoku.logic.boards import hints_of_techniques
from tests.solver.hidoku.logic.made_up import ROW, write_technique


@pytest.mark.parametrize("technique", techniques(), ids=lambda each: each.name)
def test_every_technique_tells_a_hint_in_three_steps(technique: Technique) -> None:
    _, found = hints_of_techniques()[technique.name]
    assert found.technique is technique
    words = hint_words(found)
    asked = ("How", "Is there", "What", "Where", "Which")
    assert words.nudge.startswith(("Colour", "For", "Look", "Suppose", *asked))
    assert words.nudge.endswith(("?", "."))
    assert words.title.lower() == technique.title
    assert all(
        text.endswith((".", ".)")) for text in (words.conclusion, words.premise, *words.others)
    )
    assert words.move.startswith("Place ")
    assert len(set(hint_texts(found))) == 3
    for step in found.steps:
        named = step.technique.reason_marks(step)
        assert set(step.technique.marks(step).numbers) <= set(named.numbers)
        assert any((named.numbers, named.cells, named.area, named.eliminated, named.tried))
        assert step.technique.statement(step).endswith((".", ".)"))


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
        "2 has only one cell left. A made-up reason.",
        "Place 2 in row 1, column 2.",
    )
    marks = made_up.marks(advice.steps[0])
    assert (marks.area, marks.numbers) == ((Cell(0, 1),), ())
    judged = grade(ROW)
    assert judged.techniques[made_up] >= 1
    assert f"{made_up.title}: " in grade_text(judged, Verdict.UNIQUE)


def test_a_made_up_technique_is_gone_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with write_technique(tmp_path, folder, monkeypatch) as made_up:
        assert made_up in techniques()
    assert made_up not in techniques()
    assert hint(Play(ROW)).name == "one_way"


def test_a_position_goes_on_without_a_technique() -> None:
    start = Position.of(parse_any("1,_,3\n_,_,_", Adjacency.EIGHT))
    placed = Candidate(2, Cell(0, 1))
    assert start.placing(placed).board[Cell(0, 1)] == 2
    assert start.without([placed]).eliminations == (placed,)
