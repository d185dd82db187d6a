"""Whether what a step says suffices, for somebody who counts only what its sentences claim.

A reader sees which cells are empty, which numbers are missing, and what is too far from a placed
number even straight over all cells. For all else they count: through empty cells from the numbers
named, without turning back or on to an end only if they are told to, and minding what was ruled out
only of numbers that are mentioned. Areas, edges and colours they see; there a SAT solver asks
whether the numbers named suffice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.grid import Cell
from tests.solver.hidoku.logic.judge.claims import Scene, ends_of_route
from tests.solver.hidoku.logic.judge.court import Facts, has_proof, too_far
from tests.solver.hidoku.logic.judge.questions import Judged
from tests.solver.hidoku.logic.judge.words import ALL, digits_of, numbers_of, own_ends

_ROUTE = re.compile(r"Every route from (.*?) (?:through empty cells passes|uses) [^.]*\.")
_TRIAL = re.compile(r"(?:would(?: each)? leave|In the end,) (.*?)(?=\.(?: |$))")


@dataclass(frozen=True)
class Reader:
    """Somebody who reads the sentences of one step."""

    scene: Scene
    step: Deduction
    text: str

    @cached_property
    def sight(self) -> Scene:
        """The board, with what the sentences name."""
        because = self.step.because
        named = numbers_of(self.text) | own_ends(self.scene.where, because)
        return replace(
            self.scene,
            named=frozenset(self.scene.where if ALL in self.text else named & {*self.scene.where}),
            out=self.scene.out | {*because.eliminated}
            if "ruled out" in self.text
            else self.scene.out,
            joined=frozenset(because.joined),
        )

    def _told(self, what: str) -> Iterator[str]:
        return (line for line in self.text.split(". ") if what in line)

    def counted(self, number: int, *, turning: bool | None = None) -> set[Cell]:
        """The cells in which a number can be, counting as the sentences say."""
        sight, mentioned = self.sight, numbers_of(self.text)
        out = {each for each in sight.out if each.number in mentioned or each.number == number}
        is_distinct = "turning back" in self.text if turning is None else turning
        ends = {n for line in self._told("go on to") for n in numbers_of(line)}
        ends |= {n for line in self._told("way on to") for n in numbers_of(line)}
        return replace(sight, out=frozenset(out)).reach(number, is_distinct, ends)

    def suffices(self) -> bool:
        step, name = self.step, self.step.technique.name
        if step.because.question:
            scene = self.scene
            judged = Judged(scene.grid, scene.board, step.because.question, step.because.eliminated)
            return judged.fault() is None
        if step.because.refuted:
            return self._trials()
        if step.because.joined:
            return self._proved()
        checks = {
            "required": self._routes,
            "bottleneck": self._routes,
            "passage": self._passage,
            "detour": self._detour,
            "naked": self._sets,
            "hidden": self._sets,
        }
        return checks.get(name, self._proved)()

    def _proved(self) -> bool:
        """Whether just the numbers named show it."""
        scene, sight = self.scene, self.sight
        standing = frozenset(Candidate(n, scene.where[n]) for n in sight.named)
        facts = Facts(standing, too_far(scene.grid, scene.board) | sight.out, sight.joined)
        return has_proof(scene.grid, scene.board, facts, self.step.placed, self.step.eliminated)

    def _routes(self) -> bool:
        match = _ROUTE.search(self.text)
        assert match, self.text
        gap = ends_of_route(self.sight, sorted(digits_of(match[1])))
        cells = self.step.because.area
        return not any(
            replace(self.sight, board={**self.scene.board, cell: 0}).has_routes([gap])
            for cell in cells
        )

    def _trials(self) -> bool:
        """Whether each candidate leads to the end that is told of it."""
        sight, ends = self.sight, iter(_TRIAL.findall(self.text))
        told: dict[object, str] = {}
        for entry in self.step.because.refuted:
            key = (entry.chain, entry.missing, entry.why)
            end = told.setdefault(key, "") or told.update({key: next(ends)}) or told[key]
            after = sight.placing(Candidate(entry.number, entry.cell))
            for forced in entry.chain:
                if not after.forces(forced):
                    return False
                after = after.placing(Candidate(forced.number, forced.cell))
            if not after.ends(end):
                return False
        return True

    def _sets(self) -> bool:
        sight, because = self.sight, self.step.because
        cells, numbers = {*because.area}, {*because.missing}
        if "need" in self.text:
            return all(self.counted(n) <= cells for n in numbers)
        return not any(self.counted(n) & cells for n in {*sight.missing} - numbers)

    def _passage(self) -> bool:
        """Whether a cell has two usable neighbours, and what is left for one of them."""
        sight, (cell, *near) = self.sight, self.step.because.area
        fits = {c: {n for n in sight.missing if c in self.counted(n)} for c in self._open(cell)}
        own = {n for n in sight.missing if cell in self.counted(n)}
        if not own <= {*self.step.because.missing}:
            return False
        beside = {m for n in own for m in (n - 1, n + 1)}
        usable = {c for c in fits if fits[c] & beside}
        usable |= {c for c in sight.around(cell) if sight.board.get(c) in beside}
        return usable <= {*near} and not any(n in beside for n, _ in self.step.eliminated)

    def _open(self, cell: Cell) -> list[Cell]:
        return [c for c in self.sight.around(cell) if c not in self.sight.board]

    def _detour(self) -> bool:
        """Whether only some numbers fit some cells, and others are too far from there."""
        because, sight = self.step.because, self.sight
        fitting = {*(because.fitting or because.missing)}
        for cell in because.area:
            if any(cell in self.counted(n) for n in {*sight.missing} - fitting):
                return False
        if not because.fitting:
            return self._proved()
        [cell] = because.area
        steps = sight if "through empty cells" in self.text else replace(sight, board={})
        out = product(self.step.eliminated, fitting)
        return not any(c != cell and steps.walks(cell, c, abs(n - m)) for (n, c), m in out)
