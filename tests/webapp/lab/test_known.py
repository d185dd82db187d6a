"""What the lab knows from the start: computed again in part, and shown on a fresh database."""

import re
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from solver.deduction.games import game_named
from solver.deduction.trees.studies import Finding, StudyKind, format_study, is_exact, parse_study
from tests.bench.known import compute, extend, table_studies, write_known
from tests.cases import cases
from tests.sampling import asks_all
from tests.webapp.player import Player
from tests.webapp.work.patience import until
from webapp.lab.findings import FILE, format_summary, known_findings, read_known
from webapp.storage.documents import DocumentError
from webapp.storage.tables import tasks

IN_TABLE = [format_study(study) for study in table_studies()]
AGAIN = [
    *(study for study in IN_TABLE if parse_study(study).game in ("mini", "pair")),
    *(f"every {name} classic" for name in ("first", "minimax-candidates", "knuth", "expected")),
    *(f"every {name} classic" for name in ("entropy", "parts", "opening")),
    "every first bulls9",
    *(["sample opening grand 500"] if asks_all() else []),  # takes longer than all others
]


@cases("study", AGAIN)
def test_computed_again_it_is_the_same(study: str) -> None:
    assert compute(parse_study(study), 600) == known_findings()[study]


@cases(
    ("study", "total", "worst"),
    [
        ("every perfect classic", 5625, 6),
        ("every perfect bulls9", 14914, 7),
        ("every perfect bulls10", 26274, 7),
    ],
)
def test_the_totals_of_others_are_ours(study: str, total: int, worst: int) -> None:
    summary = known_findings()[study]
    assert (summary.total, summary.max) == (total, worst)


@cases(("game", "worst"), [("pair", 4), ("distinct", 5), ("classic", 5)])
def test_the_least_worst_cases_of_others_are_ours(game: str, worst: int) -> None:
    summary = known_findings()[f"worst {game}"]
    assert (summary.max, summary.bound, summary.proved) == (worst, worst, True)


def test_the_file_has_studies_of_the_table_alone_in_its_order() -> None:
    studies = list(known_findings())
    assert studies == [study for study in IN_TABLE if study in studies]


@cases("study", known_findings())
def test_what_is_known_is_whole(study: str) -> None:
    """Every secret or game is counted, and no deadline has ended a search."""
    question, summary = parse_study(study), known_findings()[study]
    is_sample = question.kind is StudyKind.SAMPLE
    count = question.games if is_sample else game_named(question.game).secret_count
    assert summary.count == count
    assert summary.proved == is_exact(question)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file, findings = tmp_path / "known.jsonl", known_findings()
    assert read_known(file) == {}
    write_known(file, findings)
    assert read_known(file) == findings
    assert file.read_bytes() == FILE.read_bytes()
    file.write_text(file.read_text().replace('"histogram":[1,', '"histogram":["x",', 1))
    with pytest.raises(DocumentError):
        read_known(file)


def test_it_is_extended_from_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "known.jsonl"
    texts = [format_study(study) for study, _ in extend(file, ["pair"])]
    pair = read_known(file)
    assert len(pair) == 12
    assert texts == list(pair)
    assert list(extend(file, ["pair"])) == []
    assert len(list(extend(file, ["pair", "mini"]))) == 12
    findings = read_known(file)
    assert len(findings) == 24
    assert {study: findings[study] for study in pair} == pair
    assert len(list(extend(file, ["pair"], again=True))) == 12


def test_what_the_table_lacks_leaves_the_file(tmp_path: Path) -> None:
    file, finding = tmp_path / "known.jsonl", known_findings()["every knuth pair"]
    write_known(file, {"every knuth ludo": finding, "every knuth pair": finding})
    list(extend(file, ["pair"]))
    assert {parse_study(study).game for study in read_known(file)} == {"pair"}


@cases("study", ["every entropy classic", "every perfect bulls10", "sample first grand 500"])
def test_what_is_not_done_in_its_time_is_left_out(study: str) -> None:
    assert compute(parse_study(study), 0) is None


# The pages.


def test_a_fresh_server_shows_all_that_is_known(app: Flask, stranger: Player) -> None:
    page = stranger.get("/lab/").text
    boards = re.findall(r'href="(/lab/games/[^"]+)"', page)
    pages = "".join(stranger.get(board).text for board in boards)
    names = re.findall(r'href="/lab/known/([^"]+)"', pages)
    assert sorted(name.replace("/", " ") for name in names) == sorted(known_findings())
    open_ones = re.findall(r'class="run" name="study" value="([^"]+)"', page)
    assert sorted(open_ones) == sorted(set(IN_TABLE) - set(known_findings()))
    assert "“Here”" not in page
    label = "Perfect on Classic: average 4.340, proved, worst case 6"
    assert f'href="/lab/known/every/perfect/classic" aria-label="{label}"' in pages
    assert f'aria-label="{label}"' in page
    assert "/lab/known/" not in page  # a board's name leads on
    assert 'aria-label="Least worst case on Classic: average 4.389, worst case 5, proved"' in page
    # no average is below that of perfect play, whichever strategy reaches it
    assert (
        'aria-label="Minimax (Knuth) on Number pair: average 3.320, proved, worst case 4"' in page
    )
    label = "First possible on Words: average 4.450, worst case 11, more than the game allows"
    assert f'aria-label="{label}"' in page
    sample = "Most information on Grand, 500 games: average 6.276, ± 0.034"
    assert f'href="/lab/known/sample/entropy/grand/500" aria-label="{sample}"' in pages
    assert f'aria-label="{sample}"' in page
    assert _rows(app) == 0


def test_every_known_finding_has_its_page(app: Flask, stranger: Player) -> None:
    for study, summary in known_findings().items():
        page = stranger.get(f"/lab/known/{study.replace(' ', '/')}")
        assert page.status_code == 200, study
        assert f"{float(summary.mean):.4f}" in page.text
        assert f'name="study" value="{study}"' in page.text
    assert _rows(app) == 0


def test_the_page_leads_to_the_whole_tree(stranger: Player) -> None:
    page = stranger.get("/lab/known/every/knuth/classic").text
    assert "Show its tree" in page
    job = stranger.post("/lab/jobs", study="every knuth classic").location
    until(lambda: "Browse the tree" in stranger.get(job).text)
    assert "run here" not in stranger.get("/lab/").text  # the same figures are known


def test_the_comparison_is_there_at_once(app: Flask, stranger: Player) -> None:
    page = stranger.get("/lab/games/classic").text
    assert "1 in 1, 6 in 2, 62 in 3, 533 in 4, 694 in 5" in page
    assert 'class="run"' not in page
    other_page = stranger.get("/lab/games/4x5/10").text
    assert "“Run” works out what isn’t known yet." in other_page
    assert _rows(app) == 0


@cases("study", ["every/knuth/4x5", "worst/grand", "x"])
def test_what_is_not_known_has_no_page(stranger: Player, study: str) -> None:
    assert stranger.get(f"/lab/known/{study}").status_code == 404


def test_what_is_not_proved_claims_nothing(app: Flask, stranger: Player) -> None:
    job = stranger.post("/lab/jobs", study="every perfect mini").location
    until(lambda: "Browse the tree" in stranger.get(job).text)
    page = stranger.get(job).text
    assert "Perfect on Mini" in page
    assert "not proved" not in page
    summary = format_summary(Finding((1, 7, 32, 24), bound=200, proved=False))
    with app.extensions["store"].changing() as connection:
        connection.execute(update(tasks).values(summary=summary))
    page = stranger.get(job).text
    assert "Perfect on Mini" not in page
    assert "Best found on Mini" in page
    assert "Stopped early, not proved." in page
    # 200 and 207 guesses for 64 codes
    assert "Perfect play needs 3.12 to 3.24 guesses on average." in page


def _rows(app: Flask) -> int:
    with app.extensions["store"].reading() as connection:
        return int(connection.execute(select(func.count()).select_from(tasks)).scalar() or 0)
