"""Whether a sentence is true of the board it is said of: read from its words, sharing no code.

What it says is worked out by counting steps with sets of cells, by adding up gaps one by one, and
by a SAT solver that knows the rules alone. A sentence that isn't known here must follow from the
whole board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from solver.hidoku.logic.reasons import Candidate, Forced
from solver.hidoku.rules.grid import Adjacency, Cell
from tests.solver.hidoku.logic.judge.claims import Gap, Scene
from tests.solver.hidoku.logic.judge.court import Facts, has_proof
from tests.solver.hidoku.logic.judge.words import cells_of, digits_of, few_numbers, numbers_of

CELL = r"[Rr]ow \d+, column \d+"
CELLS = rf"{CELL}(?:; {CELL})*(?: or {CELL})?"
NUMBERS = r"\d+(?:, \d+)*(?: or \d+)?"
FROM = r"(?:, (between \d+ and \d+|\d+ (?:after|before) \d+|next to \d+),)?"
FORCED = re.compile(rf"only (\d+) fits ({CELL})(?: \((.*?)\))?|(\d+){FROM} fits only ({CELL})")
BOTH_NEED = re.compile(rf"(\d+){FROM} and (\d+){FROM} both need ({CELL})")
VACANCY = re.compile(
    rf"nothing fits ({CELL}): (?:counting leaves only (.*?), but (.*)"
    r"|of what counting leaves, (.*)|only (.*?) could go there, and (?:it’s|they’re) used"
    r"|it has (no|only one) empty neighbour left(?:, but needs two)?)"
)
PLACE = rf"(?:(\d+)|({CELL}))"
NEED = re.compile(rf"(.*) needs? (?:(\d+)’s cell|({CELL})) too")
FAR = re.compile(
    r"(?:that’s (\d+) steps?( through empty cells)?|no empty cells lead there"
    r"|(.*) (?:is|are) too far|(.*) can’t get there)"
    rf" from {PLACE}( through empty cells)?"
)


@dataclass(frozen=True)
class Claimed:
    """Why some candidates are out, or a number is placed, in words, on a board that is known.

    ``area`` are the cells that are marked as one.
    """

    scene: Scene
    outs: Sequence[Candidate]
    text: str
    area: Sequence[Cell] = ()
    placed: Candidate | None = None

    def holds(self) -> bool:
        form = self.form
        if not form:
            return all(map(self._is_proved, self.outs or [None]))
        match, check = form
        return all(check(self, out, match) for out in self.outs or [self.placed])

    @property
    def form(self) -> tuple[re.Match[str], Check] | None:
        """What the sentence says, and how that is checked; None if it isn't known here."""
        text = re.sub(r" [^.]* (?:is|are) ruled out\.$", "", self.text)
        matches = ((re.fullmatch(form, text), check) for form, check in _FORMS.items())
        return next(((match, check) for match, check in matches if match), None)

    def is_nearer(self, out: Candidate, match: re.Match[str]) -> bool:
        steps, start, limit = (int(match[n]) for n in (1, 3, 4))
        count = self.scene.steps(start, out.cell, is_straight=not match[2])
        return count == steps > limit >= abs(out.number - start)

    def is_farther(self, out: Candidate, match: re.Match[str]) -> bool:
        steps, start, number = (int(match[n]) for n in (1, 3, 4))
        after = int(match[5] or 1) * (-1 if match[6] == "before" else 1)
        is_there = number - start == after or (not match[5] and abs(number - start) == 1)
        count = self.scene.steps(start, out.cell, is_straight=not match[2])
        return number == out.number and is_there and count == steps > abs(after)

    def is_farther_straight(self, out: Candidate, match: re.Match[str]) -> bool:
        steps, start, number = (int(match[n]) for n in (2, 3, 4))
        after = int(match[5] or 1) * (-1 if match[6] == "before" else 1)
        is_there = number - start == after or (not match[5] and abs(number - start) == 1)
        is_so = self.scene.steps(start, out.cell, is_straight=True) == steps > abs(after)
        return number == out.number and is_there and is_so and cells_of(match[1]) == [out.cell]

    def is_beyond(self, out: Candidate, match: re.Match[str]) -> bool:
        start = int(match[3])
        steps = self.scene.steps(start, out.cell, is_straight=not match[2])
        return steps is not None and steps > int(match[1]) == abs(out.number - start)

    def is_cut_off(self, out: Candidate, match: re.Match[str]) -> bool:
        return self.scene.steps(int(match[1]), out.cell) is None

    def is_miscoloured(self, out: Candidate, match: re.Match[str]) -> bool:
        cell, number = next(iter(self.scene.board.items()))
        apart = abs(cell.row - out.cell.row) + abs(cell.column - out.cell.column)
        is_odd = (number + apart) % 2 == 1
        is_four = self.scene.grid.adjacency is Adjacency.FOUR
        return is_four and is_odd == (match[1] == "odd") and is_odd != (out.number % 2 == 1)

    def is_crowded(self, out: Candidate, match: re.Match[str]) -> bool:
        near = [c for c in self.scene.around(out.cell) if c not in self.scene.board]
        needed = {out.number - 1, out.number + 1} & {*self.scene.missing}
        count = {"Only one": 1, "No": 0}[match[1]]
        return len(near) == count < {"two": 2, "one": 1}[match[2]] == len(needed)

    def is_unjoined(self, out: Candidate, match: re.Match[str]) -> bool:
        beside = self.scene.where[int(match[1])]
        pair = (min(beside, out.cell), max(beside, out.cell))
        fits = {int(match[1]) - 1, int(match[1]) + 1} & {*self.scene.missing}
        numbers = {int(n) for n in match.groups()[1:] if n}
        return pair in self.scene.joined and numbers == fits and out.number not in fits

    def is_joined_to_empty(self, out: Candidate, match: re.Match[str]) -> bool:
        [beside] = cells_of(match[1])
        pair = (min(beside, out.cell), max(beside, out.cell))
        missing = {out.number - 1, out.number + 1} & {*self.scene.missing}
        return pair in self.scene.joined and beside not in self.scene.board and not missing

    def is_joined_away(self, out: Candidate, match: re.Match[str]) -> bool:
        place = self.scene.where[int(match[1])]
        partners = {c for pair in self.scene.joined if place in pair for c in pair} - {place}
        is_beside = abs(int(match[1]) - out.number) == 1
        return is_beside and len(partners) == 2 and out.cell not in partners

    def is_reserved(self, out: Candidate, match: re.Match[str]) -> bool:
        number = int(match[1])
        missing = {int(n) for n in match.groups()[1:] if n}
        near = {c for c in self.scene.around(self.scene.where[number]) if c not in self.scene.board}
        beside = {number - 1, number + 1} & {*self.scene.missing}
        is_full = len(near) == len(missing) and beside == missing
        return is_full and out.cell in near and out.number not in missing

    def is_shared(self, out: Candidate, match: re.Match[str]) -> bool:
        """Whether no other cell beside the candidate is as near as said, so one each needs it."""
        pair = [int(match[1]), int(match[2])]
        limits = [int(match[4] or 1), int((match[4] if match[8] else match[6]) or 1)]
        ends = [int(match[5]), int(match[7] or match[8])]
        assert pair == [out.number - 1, out.number + 1]
        are_ends = self.scene.gap(out.number) == (*ends,)
        is_so = are_ends and [abs(n - end) for n, end in zip(pair, ends, strict=True)] == limits
        cells = [c for c in self.scene.around(out.cell) if c not in self.scene.board]
        counts = [
            (cell, self.scene.steps(end, cell) or len(self.scene.grid.cells), limit)
            for cell in cells
            for end, limit in zip(ends, limits, strict=True)
        ]
        return is_so and {c for c, steps, limit in counts if steps <= limit} == {
            *cells_of(match[3])
        }

    def is_needed(self, out: Candidate, match: re.Match[str]) -> bool:
        low, high = gap = self._gap(match[1])
        board = {**self.scene.board, out.cell: 0}
        is_other = not low < out.number < high
        return is_other and not replace(self.scene, board=board).has_routes([gap])

    def leaves(self, out: Candidate, match: re.Match[str]) -> bool:
        return self.runs([out], "", match[1])

    def fails_each_way(self, out: Candidate, match: re.Match[str]) -> bool:
        """Whether only what is named is left to a number or a cell, and each ends as is said."""
        after = self.scene.placing(out)
        number, cell = int(match[1] or 0), cells_of(match[2] or "")

        def named(text: str) -> set[Candidate]:
            cells = {Candidate(number, c) for c in cells_of(text)}
            return cells or {Candidate(n, cell[0]) for n in numbers_of(text)}

        courses = re.findall(rf" If (?:in|it’s) ({CELLS}|{NUMBERS}),(?: then)? (.*?)\.", match[4])
        courses += [(match[3], course) for course in re.findall(r" Each time, (.*?)\.", match[4])]
        cases = [(case, course) for names, course in courses for case in named(names)]
        numbers, cells = (after.missing, cell) if cell else ([number], after.empty)
        rivals = {Candidate(n, c) for n in numbers for c in cells} - {case for case, _ in cases}
        if named(match[3]) != {case for case, _ in cases} or any(after.counts(*c) for c in rivals):
            return False
        return len(cases) > 1 and all(
            self.runs([out, case], *course.rpartition(", so ")[::2]) for case, course in cases
        )

    def follows(self, out: Candidate, match: re.Match[str]) -> bool:
        return self.runs([out], match[1], match[2])

    def runs(
        self, trials: Sequence[Candidate], course: str, end: str, links: Sequence[Candidate] = ()
    ) -> bool:
        """Whether each number follows from those before the last “then”, and then the end.

        ``links`` are known to follow before these.
        """
        placements = [*trials, *links]
        for part in course.split(", then ") if course else ():
            before = self.scene.placing(*placements)
            count = len(placements)
            for by_cell, cell, causes, number, source, only in FORCED.findall(part):
                [place] = cells_of(cell or only)
                conclusion = Forced(int(by_cell or number), place, is_by_cell=bool(by_cell))
                if not before.forces(conclusion) or not _is_from(before, conclusion.number, source):
                    return False
                if causes and not self._is_alone(
                    placements[:count], len(trials), conclusion, causes
                ):
                    return False
                placements.append(Candidate(conclusion.number, conclusion.cell))
        after = self.scene.placing(*placements)
        if match := BOTH_NEED.fullmatch(end):
            [cell] = cells_of(match[5])
            pairs = [(int(match[1]), match[2]), (int(match[3]), match[4])]
            return all(after.forces(Forced(n, cell)) and _is_from(after, n, f) for n, f in pairs)
        if match := VACANCY.fullmatch(end):
            return self._is_vacant(placements, len(trials), match)
        return after.ends(end)

    def _is_vacant(self, placements: Sequence[Candidate], tries: int, match: re.Match[str]) -> bool:
        """Whether only these numbers could be in a cell, and each is used or stopped."""
        [cell] = cells_of(match[1])
        if match[6]:
            return self._is_shut(placements, cell, ["no", "only one"].index(match[6]))
        placed_numbers = {n for n, _ in placements}
        fitting = {n for n in self.scene.missing if self.scene.counts(n, cell)}
        rivals = fitting - placed_numbers
        plain = self._plainly_far(placements, tries, cell)
        if match[5]:
            return not rivals and few_numbers(match[5]) == fitting
        extras = {n for n, _ in placements[:tries]}
        extras |= {n for n, c in self.scene.out if c == cell}
        names = few_numbers(match[2]) if match[2] else rivals - plain
        if not rivals - plain <= names <= rivals | extras:
            return False
        stops = self._stopped_by(placements, match[3] or match[4], cell, names - extras)
        return stops is not None and rivals - plain <= stops <= rivals | extras

    def _plainly_far(self, placements: Sequence[Candidate], tries: int, goal: Cell) -> set[int]:
        """The missing numbers that are too far from what follows from a try, even straight."""
        after = self.scene.placing(*placements)
        placed_numbers = {n for n, _ in (*placements[: tries - 1], *placements[tries:])}
        ends = ((n, end) for n in after.missing for end in placed_numbers & {*after.gap(n)})
        return {
            n for n, end in ends if (after.steps(end, goal, is_straight=True) or 0) > abs(n - end)
        }

    def _is_shut(self, placements: Sequence[Candidate], cell: Cell, room: int) -> bool:
        """Whether a cell has so many empty neighbours, and whatever is near enough needs more."""
        after = self.scene.placing(*placements)
        near = [
            n
            for n in after.missing
            if all(
                (after.steps(end, cell, is_straight=True) or 0) <= abs(n - end)
                for end in after.gap(n)
                if end in after.where
            )
        ]
        needs = [len({n - 1, n + 1} & {*after.missing}) for n in near]
        is_so = sum(c not in after.board for c in after.around(cell)) == room
        return is_so and cell not in after.board and all(need > room for need in needs)

    def _is_alone(
        self, placements: Sequence[Candidate], tries: int, link: Forced, causes: str
    ) -> bool:
        """Whether every other number that could be in a cell is stopped."""
        placed_numbers = {n for n, _ in placements} | {link.number}
        fitting = {n for n in self.scene.missing if self.scene.counts(n, link.cell)}
        rivals = fitting - placed_numbers
        plain = self._plainly_far(placements, tries, link.cell)
        stops = self._stopped_by(placements, causes, link.cell, rivals - plain)
        return stops is not None and rivals - plain <= stops <= rivals

    def _stopped_by(
        self, placements: Sequence[Candidate], text: str, goal: Cell, rivals: set[int]
    ) -> set[int] | None:
        groups = [self._stopped(placements, part, goal, rivals) for part in text.split("; ")]
        return None if None in groups else {n for group in groups for n in group or ()}

    def _stopped(
        self, placements: Sequence[Candidate], text: str, goal: Cell, rivals: set[int]
    ) -> set[int] | None:
        """The numbers that need a cell that is filled, or are too far; None if it isn't so."""
        after = self.scene.placing(*placements)
        placed_numbers = {n for n, _ in placements}
        if match := NEED.fullmatch(text):
            place = cells_of(match[3])[0] if match[3] else dict(placements)[int(match[2])]
            names = rivals if match[1] in {"it", "each"} else few_numbers(match[1])
            full = replace(self.scene, board={**self.scene.board, place: 0})
            is_filled = place in {cell for _, cell in placements}
            is_so = is_filled and not any(full.counts(n, goal) for n in names - placed_numbers)
            return names if is_so else None
        if match := re.fullmatch("(.*) needs? more empty neighbours", text):
            names = rivals if match[1] in {"it", "each"} else few_numbers(match[1])
            room = sum(c not in after.board for c in after.around(goal))
            beside = (len({n - 1, n + 1} & {*after.missing}) for n in names - placed_numbers)
            return names if all(room < count for count in beside) else None
        match = FAR.fullmatch(text)
        assert match, text
        count, through, names_far, names_cut, number, cell_text, far_through = match.groups()
        start = after.board[cells_of(cell_text)[0]] if cell_text else int(number)
        names = few_numbers(names_far or names_cut) if names_far or names_cut else rivals
        is_straight = bool(count or names_far) and not (through or far_through)
        steps = after.steps(start, goal, is_straight=is_straight)
        is_so = steps == int(count) if count else bool(steps) == bool(names_far)
        are_ends = all(start in after.gap(n) for n in names - placed_numbers)
        is_far = steps is None or all(abs(n - start) < steps for n in names)
        return names if is_so and are_ends and is_far else None

    # Sentences of techniques.

    def is_joined_on(self, out: Candidate, match: re.Match[str]) -> bool:
        number = int(match[1])
        pair = (min(out.cell, self.scene.where[number]), max(out.cell, self.scene.where[number]))
        beside = {number - 1, number + 1} & {*range(1, self.scene.grid.last + 1)}
        is_named = {int(text) for text in match.group(2, 3) if text} == beside
        is_joined = pair in self.scene.joined
        return is_named and is_joined and self._is_other_side(out, number, match[4])

    def is_only_way(self, out: Candidate, match: re.Match[str]) -> bool:
        number = int(match[2])
        near = [c for c in self.scene.around(self.scene.where[number]) if c in self.scene.empty]
        return near == [out.cell] and self._is_other_side(out, number, match[1])

    def _is_other_side(self, out: Candidate, number: int, second_number: str | None) -> bool:
        """Whether a number is the only missing one beside another."""
        beside = {number - 1, number + 1} & {*range(1, self.scene.grid.last + 1)}
        standing_numbers = {int(second_number)} if second_number else set[int]()
        return beside - standing_numbers == {out.number} and standing_numbers <= {*self.scene.where}

    def is_between(self, out: Candidate, match: re.Match[str]) -> bool:
        around = [{*self.scene.around(self.scene.where[int(n)])} for n in match.groups()]
        is_middle = int(match[1]) + 1 == out.number == int(match[2]) - 1
        return is_middle and (around[0] & around[1]) - self.scene.board.keys() == {out.cell}

    def is_shortest(self, out: Candidate, match: re.Match[str]) -> bool:
        low, high = int(match[1]), int(match[2])
        alternatives = [Candidate(out.number, c) for c in self.scene.empty if c != out.cell]
        goal = self.scene.where[high]
        steps = [self.scene.steps(low, c) for c in self.scene.around(goal) if c in self.scene.empty]
        is_short = min(filter(None, steps)) + 1 == high - low == int(match[3])
        bare = replace(self.scene, joined=frozenset(), out=frozenset())
        return is_short and not bare.has_routes([(low, high)], [alternatives])

    def _ways_into(self, cell: Cell) -> int:
        scene = self.scene
        ends = {n for n in scene.where if {n - 1, n + 1} & {*scene.missing}}
        return sum(
            c in scene.empty
            or (
                scene.board[c] in ends
                and any(
                    scene.fits(n, cell)
                    for n in {scene.board[c] - 1, scene.board[c] + 1} & {*scene.missing}
                )
            )
            for c in scene.around(cell)
        )

    def is_dead_end(self, out: Candidate, match: re.Match[str]) -> bool:
        open_ends = {1, self.scene.grid.last} & {*self.scene.missing}
        cells = cells_of(match[1])
        if any(self._ways_into(cell) > 1 for cell in cells):
            return False
        if self.outs:
            return len(cells) == 2 and out.number in open_ends and out.cell not in cells
        return open_ends == {out.number} and cells == [out.cell]

    def is_passed(self, out: Candidate, match: re.Match[str]) -> bool:
        """Whether nothing that leads on fits a cell next to a number; or else what does."""
        scene = self.scene
        [cell] = cells_of(match[1])
        outs = {out.number}
        if match[2]:
            numbers = {n for n in scene.missing if scene.fits(n, cell)}
            outs |= {n for n in scene.missing if scene.fits(n, out.cell)} - numbers_of(match[4])
            if not numbers <= numbers_of(match[2]) or cells_of(match[3]) != [out.cell]:
                return False
        after_each = [scene.placing(Candidate(n, out.cell)) for n in outs]
        cells = [c for c in self.area if c not in (cell, out.cell)]
        return not any(
            after.fits(n, cell) and _leads_on(after.placing(Candidate(n, cell)), cells)
            for after in after_each
            for n in after.missing
        )

    def uses_all(self, out: Candidate, match: re.Match[str]) -> bool:
        [cell] = cells_of(match[2])
        gap = self._gap(match[1])
        bare = replace(self.scene, board={**self.scene.board, cell: 0})
        is_foreign = cell == out.cell and not gap[0] < out.number < gap[1]
        return is_foreign and not bare.has_routes([gap])

    def _gap(self, text: str) -> Gap:
        """The gap between two numbers; of a loose end, one of them is missing."""
        low, high = sorted(digits_of(text))
        return low - (low in self.scene.missing), high + (high in self.scene.missing)

    def is_common(self, out: Candidate, match: re.Match[str]) -> bool:
        """Whether no route of a gap, of those that fill some cells, denies what is said of all."""
        scene = self.scene
        gap = self._gap(match[2])
        numbers = range(gap[0] + 1, gap[1])
        cells = cells_of(match[1] or "")
        if len(cells) < self._count(match[1] or ""):
            cells = [*self.area]
        if any(scene.fits(n, cell) for n in {*scene.missing} - {*numbers} for cell in cells):
            return False
        clauses = [[Candidate(n, cell) for n in numbers] for cell in cells]
        if self.placed:
            denial = [Candidate(out.number, c) for c in scene.empty if c != out.cell]
            return not scene.has_routes([gap], [*clauses, denial])
        if out.number in numbers:
            return not scene.has_routes([gap], [*clauses, [out]])
        without = replace(scene, board={**scene.board, out.cell: 0})
        return not without.has_routes([gap], clauses)

    def _count(self, text: str) -> int:
        match = re.search(r"and (\d+) more cells", text)
        return len(cells_of(text)) + (int(match[1]) if match else 0)

    def need(self, out: Candidate, match: re.Match[str]) -> bool:
        cells = {*self.area}
        outside = [c for c in self.scene.empty if c not in cells]
        numbers = numbers_of(match[1])
        is_out = out.cell in cells and out.number not in numbers and len(numbers) == len(cells)
        return is_out and not any(self.scene.fits(n, c) for n in numbers for c in outside)

    def fill(self, out: Candidate, match: re.Match[str]) -> bool:
        numbers = {*self.scene.missing} - numbers_of(match[1])
        is_out = out.cell not in self.area and out.number in numbers_of(match[1])
        return is_out and not any(self.scene.fits(n, c) for n in numbers for c in self.area)

    def is_detour(self, out: Candidate, match: re.Match[str]) -> bool:
        [cell] = cells_of(match[2])
        fitting = few_numbers(match[1])
        if any(self.scene.fits(n, cell) for n in {*self.scene.missing} - fitting):
            return False
        return not any(self.scene.walks(cell, out.cell, abs(n - out.number)) for n in fitting)

    def would_follow(self, out: Candidate, match: re.Match[str]) -> bool:
        is_named = int(match[1]) == out.number and cells_of(match[2]) == [out.cell]
        return is_named and replace(self, outs=[out], text=match[3]).holds()

    def is_sum(self, out: Candidate, match: re.Match[str]) -> bool:
        """Whether no gaps fill an area with a gap in it, or without, added up one by one."""
        scene = self.scene
        area = {*self.area}
        gap = scene.gap(out.number)
        sure, optional = _fillers(scene, area, scene.gaps - {gap})
        size = len(area) - sum(high - low - 1 for low, high in sure)
        if out.cell in area:
            size -= gap[1] - gap[0] - 1
        return area in _pieces(scene) and size not in _sums(optional)

    def is_cut(self, out: Candidate, match: re.Match[str]) -> bool:
        after = self.scene.placing(out)
        area = {*self.area}
        sure, optional = _fillers(after, area, after.gaps)
        size = len(area) - sum(high - low - 1 for low, high in sure)
        numbers = {n for gap in (*sure, *optional) for n in range(gap[0] + 1, gap[1])}
        words = re.sub(r": .*", "", match[3])
        is_told = numbers <= numbers_of(words) | {out.number} or size < 0 or not numbers
        cells = cells_of(match[2])
        is_area = cells == [*area] if cells else int(match[2].split()[0]) == len(area)
        return is_told and is_area and area in _pieces(after) and size not in _sums(optional)

    def is_counted(self, out: Candidate, match: re.Match[str]) -> bool:
        conclusion = Forced(out.number, out.cell, is_by_cell=bool(match[1]))
        return self.scene.forces(conclusion)

    def _is_proved(self, out: Candidate | None) -> bool:
        """Whether what is ruled out, or placed, follows from the whole board."""
        scene = self.scene
        standing = frozenset(Candidate(n, cell) for n, cell in scene.where.items())
        facts = Facts(standing, scene.out, scene.joined)
        return has_proof(scene.grid, scene.board, facts, self.placed, [out] if out else [])


def _is_from(scene: Scene, number: int, text: str | None) -> bool:
    """Whether a number is where a text says, counted from those at the ends of its gap."""
    low, high = scene.gap(number)
    ends = {end for end in (low, high) if end in scene.where}
    if text and "between" in text:
        return ends == numbers_of(text) == {low, high}
    counts = {f"{number - low} after {low}", f"{high - number} before {high}"}
    counts |= {f"next to {end}" for end in ends if abs(end - number) == 1}
    return not text or (len(ends) == 1 and text in counts)


def _leads_on(scene: Scene, cells: Sequence[Cell]) -> bool:
    """Whether each cell beside one that the path passes still has a number."""
    return all(any(scene.fits(n, cell) for n in scene.missing) for cell in cells)


Check = Callable[[Claimed, Candidate, re.Match[str]], bool]


def _pieces(scene: Scene) -> list[set[Cell]]:
    """The connected pieces of the empty cells."""
    cells = {*scene.empty}
    pieces = list[set[Cell]]()
    while cells:
        piece = {cells.pop()}
        while fringe := {c for cell in piece for c in scene.next_to(cell)} & cells:
            piece |= fringe
            cells -= fringe
        pieces.append(piece)
    return pieces


def _fillers(scene: Scene, area: set[Cell], gaps: Iterable[Gap]) -> tuple[list[Gap], list[Gap]]:
    """The gaps that must, and those that may, be in a piece."""
    sure = list[Gap]()
    optional = list[Gap]()
    for gap in gaps:
        numbers = range(gap[0] + 1, gap[1])
        parts = [part for part in _pieces(scene) if all(_fits_in(scene, n, part) for n in numbers)]
        if area in parts:
            (sure if len(parts) == 1 else optional).append(gap)
    return sure, optional


def _fits_in(scene: Scene, number: int, cells: Iterable[Cell]) -> bool:
    return scene.has_routes([scene.gap(number)], [[Candidate(number, cell) for cell in cells]])


def _sums(gaps: Sequence[Gap]) -> set[int]:
    sizes = [high - low - 1 for low, high in gaps]
    return {sum(subset) for k in range(len(sizes) + 1) for subset in combinations(sizes, k)}


THROUGH = "( through empty cells)?"
WITHIN = r"(?:next to|within (\d+) steps of) (\d+)"
_FORMS: dict[str, Check] = {
    rf"(\d+) steps?{THROUGH} from (\d+), but each is at most (\d+) from \3\.": Claimed.is_nearer,
    rf"(\d+) steps?{THROUGH} from (\d+), "
    r"but (\d+) (?:is (\d+) (after|before)|must be next to) \3\.": Claimed.is_farther,
    rf"For example, ({CELL}) is (\d+) steps? from (\d+), "
    r"but (\d+) (?:is (\d+) (after|before)|must be next to) \3\.": Claimed.is_farther_straight,
    rf"More than (\d+) steps?{THROUGH} from (\d+)\.": Claimed.is_beyond,
    r"No empty cells lead there from (\d+)\.": Claimed.is_cut_off,
    r"Odd and even alternate as on a chessboard: (odd|even) here\.": Claimed.is_miscoloured,
    r"(Only one|No) empty neighbour, but .* needs (one|two)\.": Claimed.is_crowded,
    r"It’s joined to (\d+)(?:, so (\d+)(?: or (\d+))?)?\.": Claimed.is_unjoined,
    rf"It’s joined to ({CELL}), but what is next to .* is placed elsewhere\.": (
        Claimed.is_joined_to_empty
    ),
    r"(\d+) is joined to two other cells\.": Claimed.is_joined_away,
    r"(\d+) has only two free neighbours, for (\d+) and (\d+)\.": Claimed.is_reserved,
    r"It’s the only free neighbour of (\d+), for (\d+)\.": Claimed.is_reserved,
    rf"(\d+) and (\d+) would both need ({CELL}): "
    rf"no other free neighbour is {WITHIN} or (?:{WITHIN}|(\d+))\.": Claimed.is_shared,
    r"Every route (from \d+ (?:on )?to \d+) needs this cell\.": Claimed.is_needed,
    rf"Then (?:(\d+) goes in|({CELL}) is) ([^.]*)\.((?: (?:If|Each time,) .*?\.)+)": (
        Claimed.fails_each_way
    ),
    r"Then (.*), so (.*)\.": Claimed.follows,
    r"Then (.*)\.": Claimed.leaves,
    r"The cell joined to (\d+) must hold (\d+) or (\d+), and (\d+) is placed elsewhere\.": (
        Claimed.is_joined_on
    ),
    r"(\d+) is an end of the path\. The cell joined to it must hold (\d+)()()\.": (
        Claimed.is_joined_on
    ),
    r"(\d+) is placed, and (\d+) has only one empty neighbour\.": Claimed.is_only_way,
    r"()(\d+) is an end of the path and has only one empty neighbour\.": Claimed.is_only_way,
    r"Only one empty cell is next to both (\d+) and (\d+)\.": Claimed.is_between,
    r"There’s only one route from (\d+) to (\d+) in (\d+) steps through empty cells\.": (
        Claimed.is_shortest
    ),
    r"There’s only one way into (?:each of )?(.*), so the .*\.": Claimed.is_dead_end,
    rf"({CELL}) is (.*) and has two usable neighbours\. So ({CELL}) is (.*)\.": Claimed.is_passed,
    rf"({CELL}) has two usable neighbours()\. Next to .*, nothing would fit it\.": (
        Claimed.is_passed
    ),
    rf"Every route (.*) (?:uses|through empty cells passes) ({CELL})\. So only .*\.": (
        Claimed.uses_all
    ),
    r"(?:Only [^.]* fit ([^.]*)\. )?"
    r"(?:There’s only one|The only|Both|All \w+) routes? (from \d+ (?:on )?to \d+)"
    r"(?: that fills? (?:it|them))?(?:\.| (?:puts?|uses?|leaves?) .*\.)": Claimed.is_common,
    r"Counting steps, (.*) get only to .*\. So nothing else fits there\.": Claimed.need,
    r"Only (.*) fit .*\. So they can’t go anywhere else\.": Claimed.fill,
    rf"Only (.*) fits? ({CELL})\. That’s too far for .*\.": Claimed.is_detour,
    rf"Suppose (\d+) is in ({CELL})\. (Then .*)": Claimed.would_follow,
    r"(?:No gaps with(?:out)?|Only the|The) .*(?:fill .*| are too many for .*)\.": Claimed.is_sum,
    r"(.*) would cut off (.*?)\. ((?:Only|No number|\d).*)\.": Claimed.is_cut,
    r"Counting steps through empty cells, it gets to no other cell()\.": Claimed.is_counted,
    r"Counting steps through empty cells, (no other missing number) gets there\.": (
        Claimed.is_counted
    ),
}
