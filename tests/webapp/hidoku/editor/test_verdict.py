"""What the editor says of a drawing that no search has decided."""

from dataclasses import replace

from flask import Flask

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.solve import Verdict
from webapp.hidoku.editor.view import show_verdict
from webapp.hidoku.verdict import judge


def test_a_drawing_that_stays_open_says_so_in_a_sentence(app: Flask) -> None:
    bare = Grid.of(12, 12, adjacency=Adjacency.HEX)
    path = Mixer(bare).random_path(Chance(1))
    assert path is not None
    grid = bare.with_givens({path[number - 1]: number for number in (20, 47, 70, 101, 130)})
    with app.test_request_context():
        judgement = judge(grid)
    assert judgement.verdict is Verdict.UNDECIDED

    panel = show_verdict(grid, judgement)
    assert (panel.headline, panel.can_think) == ("Not decided yet", True)
    assert panel.sentences == (
        "A short search found neither a solution nor a proof that there’s none.",
    )

    panel = show_verdict(grid, replace(judgement, is_long=True))
    assert (panel.headline, panel.can_think) == ("Not decided", False)
    assert panel.sentences == (
        "A long search found neither a solution nor a proof that there’s none. More givens help.",
    )
    assert show_verdict(grid, replace(judgement, is_long=True, solutions=(path,))).sentences == (
        "There is a solution, but a long search didn’t show whether it’s the only one.",
    )
