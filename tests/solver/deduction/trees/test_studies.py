"""Studies: their pieces, done one by one and sent about, give what the whole gives."""

import pickle
import time

import pytest

from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES, STUDIED
from solver.deduction.trees import studies
from solver.deduction.trees.grow import tree
from solver.deduction.trees.simulate import lengths, lengths_of, walk
from solver.deduction.trees.tree import TreeError


def done(study: studies.Study, seconds: float = 60) -> studies.Finding:
    """Do the pieces last first, each sent there and back as bytes."""
    findings = []
    for piece in reversed(studies.pieces(study)):
        parcel = pickle.loads(pickle.dumps(piece))
        findings.append(pickle.loads(pickle.dumps(studies.work(parcel, time.time() + seconds))))
    return studies.merge(study, findings[::-1])


@pytest.mark.sampled(20)
@pytest.mark.parametrize("game", ["pair", "mini", "distinct", "classic", "3x5/10", "2x2d/10"])
@pytest.mark.parametrize("strategy", [s.name for s in STUDIED if s.name != "sampled"])
def test_the_pieces_give_the_whole_tree(game: str, strategy: str) -> None:
    finding = done(studies.Study(studies.StudyKind.EVERY, game, strategy))
    whole = tree(game_named(game), STRATEGIES[strategy])
    assert finding.tree == whole
    assert finding.histogram == whole.histogram


def test_exact_play_is_proved() -> None:
    finding = done(studies.Study(studies.StudyKind.EVERY, "classic", "perfect"))
    assert finding.tree is not None
    assert (finding.tree.total, finding.bound, finding.proved) == (5625, 5625, True)


@pytest.mark.parametrize(("game", "worst"), [("pair", 4), ("distinct", 5), ("classic", 5)])
def test_the_least_worst_case(game: str, worst: int) -> None:
    finding = done(studies.Study(studies.StudyKind.WORST, game))
    assert finding.tree is not None
    assert (finding.tree.max, finding.bound, finding.proved) == (worst, worst, True)


def test_a_search_without_time_tells_what_it_knows() -> None:
    finding = done(studies.Study(studies.StudyKind.EVERY, "bulls9", "perfect"), seconds=-1)
    assert finding.tree is not None
    assert finding.bound is not None
    assert not finding.proved
    assert finding.bound < 14914 <= finding.tree.total
    assert sum(walk(game_named("bulls9"), finding.tree)) == 3024


def test_samples_are_the_same_in_pieces() -> None:
    study = studies.Study(studies.StudyKind.SAMPLE, "mini", "random", 60)
    assert [piece.games for piece in studies.pieces(study)] == [25, 25, 10]
    whole = lengths_of(lengths(game_named("mini"), STRATEGIES["random"], 60))
    assert done(study) == studies.Finding(whole.histogram)


@pytest.mark.parametrize(
    "study",
    [
        studies.Study(studies.StudyKind.SAMPLE, "mini", "random", 30),
        studies.Study(studies.StudyKind.EVERY, "mini", "random"),
    ],
)
def test_work_ends_in_time(study: studies.Study) -> None:
    with pytest.raises(TimeoutError):
        studies.work(studies.pieces(study)[-1], time.time() - 1)


@pytest.mark.parametrize(
    "text",
    ["every entropy classic", "worst 5x6/10", "sample sampled grand 500", "every first pair"],
)
def test_text_there_and_back(text: str) -> None:
    assert studies.format_study(studies.parse_study(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("every entropy grand", "whole trees are for up to"),
        ("every perfect super", "out of reach"),
        ("worst super", "out of reach"),
        ("every clever classic", "no such strategy"),
        ("sample entropy grand 1", "2 to 2,000 games"),
        ("sample entropy grand 2001", "2 to 2,000 games"),
    ],
)
def test_what_can_not_be_studied(text: str, sentence: str) -> None:
    with pytest.raises((studies.StudyError, TreeError), match=sentence):
        studies.check(studies.parse_study(text))


@pytest.mark.parametrize("text", ["", "every", "worst", "sample a b", "sample a b c", "best x y"])
def test_what_is_no_study(text: str) -> None:
    with pytest.raises(studies.StudyError, match="is no study"):
        studies.parse_study(text)
