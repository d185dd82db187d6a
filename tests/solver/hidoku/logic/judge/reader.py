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
from tests.solver.hidoku.logic.judge.words import ALL, digits_of, numbers_of, own_ends

_BESIDE = re.compile(
    r"one empty neighbour, so it’s (?:an end or )?next to ([^:.]*)(?:: ([^.]*))?\."
)
_PAIRED = re.compile(r"(?:Only|, only) (\d+) and (\d+) (?:can be its neighbours|are two apart)\.")
_LONELY = re.compile(r"(\d+) there would have no second neighbour\.")
_FARTHER = re.compile(r"(\d+) must be ([^.]*), and this cell is farther\.")
_KEPT_OUT = re.compile(r"([^.]*?) can’t get there from ([^.]*?) through empty cells\.")
_STUCK = re.compile(r"([^.]*?) can’t be there without turning back, counting from ([^.]*?)\.")
_EXACT = re.compile(r"It’s ((?:\d+ steps from|next to)[^.]*?)\.")
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
        if step.because.refuted:
            return self._trials()
        if step.because.joined:
            return self._proved()
        if name in {"only_cell", "only_number", "corner"}:
            return self._only_number() if step.because.is_by_cell else self._only_cell()
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

    def _only_cell(self) -> bool:
        assert self.step.placed
        number, cell = self.step.placed
        return self.counted(number) == {cell}

    def _only_number(self) -> bool:
        """Whether each other number is too far, ruled out, or denied by a sentence that holds."""
        assert self.step.placed
        number, cell = self.step.placed
        sight = self.sight
        out = {n for n, place in sight.out if place == cell}
        plain = {n for n in sight.missing if cell not in replace(sight, named=frozenset()).reach(n)}
        denied = {n for rule in self._denials(number, cell) for n in rule}
        return {*sight.missing} - {number} <= out | plain | denied

    def _denials(self, number: int, cell: Cell) -> Iterator[set[int]]:
        """The numbers that each sentence keeps out of a cell, as far as it's right."""
        sight = self.sight
        if _EXACT.search(self.text):
            gap = sight.gap(number)
            yield {n for n in range(gap[0] + 1, gap[1]) if cell not in self.counted(n)}
        for who, start in _FARTHER.findall(self.text):
            yield {int(who)} - self._reaching({int(who)}, start, cell)
        for form in (_KEPT_OUT, _STUCK):
            for who, start in form.findall(self.text):
                numbers = few_numbers(who)
                yield numbers - self._reaching(numbers, start, cell, is_stuck=form is _STUCK)
        yield from self._beside(cell)
        if "Counting through" in self.text:
            yield {n for n in sight.missing if cell not in self.counted(n)}

    def _reaching(
        self, numbers: set[int], start: str, cell: Cell, *, is_stuck: bool = False
    ) -> set[int]:
        """Those of some numbers that get to a cell, counting from the start named."""
        sight = replace(self.sight, named=frozenset(numbers_of(start) & {*self.scene.where}))
        ends = {1, sight.grid.last} if is_stuck else set[int]()
        return {n for n in numbers if cell in sight.reach(n, is_stuck, ends)}

    def _beside(self, cell: Cell) -> Iterator[set[int]]:
        """The numbers that can't pass through a cell with so few neighbours."""
        sight, missing, last = self.sight, {*self.sight.missing}, self.sight.grid.last
        near = sight.around(cell)
        beside = {sight.board[c] for c in near if c in sight.board}
        open_ends = {n for n in beside if {n - 1, n + 1} & missing}
        empty = [c for c in near if c not in sight.board]
        sides = {n: {n - 1, n + 1} - {0, last + 1} for n in missing}
        fitting = {
            n
            for n in missing
            if len(sides[n] - beside) <= len(empty) and sides[n] <= beside | missing
        }
        if match := _PAIRED.search(self.text):
            named = numbers_of(" ".join(self._told("open ends"))) or numbers_of(match[0])
            if named == open_ends and len(fitting) == 1:
                yield missing - fitting
        if match := _BESIDE.search(self.text):
            lonely = {int(n) for n in _LONELY.findall(self.text)}
            near = {n for n in missing if sides[n] & open_ends}
            ends = {n for n in fitting - near if "an end or" in self.text and len(sides[n]) < 2}
            listed = numbers_of(match[2]) if match[2] else {*self.step.placed[:1]}
            is_seen = len(empty) == 1 and numbers_of(match[1]) == open_ends
            if is_seen and lonely == near - fitting and listed == fitting == (near | ends) - lonely:
                yield missing - fitting

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


def few_numbers(text: str) -> set[int]:
    """The numbers of a list; of odd or even numbers, every second.

    >>> sorted(few_numbers("odd numbers from 3 to 9")), sorted(few_numbers("3 and 5 to 7"))
    ([3, 5, 7, 9], [3, 5, 6, 7])
    """
    numbers = numbers_of(text)
    is_every_second = re.search("(odd|even) numbers", text)
    return {n for n in numbers if not is_every_second or n % 2 == min(numbers) % 2}
