"""Numbers, cells and candidates in readable lists."""

from collections.abc import Iterable, Sequence

from solver.hidoku.rules.game import Conflict, ConflictKind, cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import join_words, plural


def numbered(numbers: Sequence[int], last: str = "and") -> str:
    """Numbers, ascending; if there are more than four, three or more in a row by their ends.

    >>> numbered((5, 3)), numbered((3, 4, 5)), numbered((3, 4, 5, 6, 9)), numbered((1, 2, 4, 6, 7))
    ('3 and 5', '3, 4 and 5', '3 to 6 and 9', '1, 2, 4, 6 and 7')
    """
    if len(numbers) <= 4:
        return join_words([str(number) for number in sorted(numbers)], last)
    series = split_series(sorted(numbers))
    return join_words([text for numbers in series for text in _name_series(numbers)], last)


def split_series(numbers: Iterable[int]) -> list[list[int]]:
    """Ascending numbers, those that follow each other together."""
    series: list[list[int]] = []
    for number in numbers:
        if series and series[-1][-1] == number - 1:
            series[-1].append(number)
        else:
            series.append([number])
    return series


def _name_series(numbers: Sequence[int]) -> list[str]:
    """Consecutive numbers: three or more by the first and the last, else each."""
    if len(numbers) > 2:
        return [f"{numbers[0]} to {numbers[-1]}"]
    return [*map(str, numbers)]


def few_named(numbers: Sequence[int], last: str = "and") -> str:
    """Numbers in order, as briefly as possible.

    >>> few_named((3, 4)), few_named((3, 4, 5)), few_named((3, 5, 9)), few_named((3, 5, 7, 9))
    ('3 and 4', '3 to 5', '3, 5 and 9', 'odd numbers from 3 to 9')
    """
    low, high = numbers[0], numbers[-1]
    if high - low == len(numbers) - 1:
        return join_words(_name_series(numbers), last)
    if len(numbers) > 3 and [*numbers] == [*range(low, high + 1, 2)]:
        return f"{'odd' if low % 2 else 'even'} numbers from {low} to {high}"
    return numbered(numbers, last)


def counted_from(number: int, ends: Sequence[int]) -> str:
    """Where a number is on the path, counted from placed ones.

    >>> counted_from(59, (57, 60)), counted_from(2, (1, 3))
    ('2 after 57 and next to 60', 'next to 1 and 3')
    """
    if [*ends] == [number - 1, number + 1]:
        return f"next to {join_words([*map(str, ends)])}"
    parts = []
    for end in ends:
        steps = abs(number - end)
        side = "after" if number > end else "before"
        parts.append(f"{steps} {side} {end}" if steps > 1 else f"next to {end}")
    return join_words(parts)


def numbered_from(number: int, ends: Sequence[int]) -> str:
    """A number, and where on the path it is if that is said.

    >>> numbered_from(59, (57, 60)), numbered_from(59, (57,)), numbered_from(59, ())
    ('59, between 57 and 60,', '59, 2 after 57,', '59')
    """
    if not ends:
        return str(number)
    side = f"between {ends[0]} and {ends[1]}" if len(ends) == 2 else counted_from(number, ends)
    return f"{number}, {side},"


def steps_to(number: int, ends: Iterable[int]) -> str:
    """How near the cell of a number must be to those of placed ones.

    >>> steps_to(59, (57, 60)), steps_to(2, (1, 3))
    ('within 2 steps of 57 and next to 60', 'next to 1 and 3')
    """
    groups: dict[int, list[str]] = {}
    for end in ends:
        groups.setdefault(abs(number - end), []).append(str(end))
    parts = [
        f"{f'within {steps} steps of' if steps > 1 else 'next to'} {join_words(groups[steps])}"
        for steps in sorted(groups, reverse=True)
    ]
    return join_words(parts)


def standing(number: int, cell: Cell) -> str:
    return f"{number} in {cell_name(cell)}"


def places(cells: Sequence[Cell], limit: int = 4) -> str:
    """Cells in a list, as many as are readable, and how many more there are.

    >>> places((Cell(0, 0), Cell(1, 1)))
    'row 1, column 1 and row 2, column 2'
    """
    return several([cell_name(cell) for cell in cells], limit)


def several(texts: Sequence[str], limit: int = 4, last: str = "and") -> str:
    """Texts that may contain commas in a list, as many as are readable, and how many more.

    >>> several(["a", "b", "c"]), several(["a", "b", "c"], limit=2)
    ('a; b and c', 'a; b and 1 more')
    """
    parts = list(texts[:limit])
    if len(texts) > limit:
        parts = ["; ".join(parts), f"{len(texts) - limit} more"]
    elif len(texts) > 2:
        parts = ["; ".join(parts[:-1]), parts[-1]]
    return f" {last} ".join(parts)


def place(cell: Cell) -> str:
    return f"in {cell_name(cell)}"


def candidates_named(candidates: Sequence[tuple[int, Cell]], last: str = "and") -> str:
    """Candidates, named as briefly as possible.

    >>> candidates_named([(4, Cell(0, 0)), (5, Cell(0, 0))], last="or")
    '4 or 5 in row 1, column 1'
    >>> candidates_named([(4, Cell(0, 0)), (5, Cell(0, 1))])
    '4 in row 1, column 1 and 5 in row 1, column 2'
    >>> candidates_named([(4, Cell(0, 0)), (5, Cell(0, 1)), (6, Cell(1, 1))])
    '4, 5 and 6 in 3 of their cells'
    >>> candidates_named([(4, Cell(0, 0)), (4, Cell(0, 1)), (4, Cell(1, 1))])
    '4 in row 1, column 1 and in 2 other cells'
    """
    cells = list(dict.fromkeys(cell for _, cell in candidates))
    numbers = list(dict.fromkeys(number for number, _ in candidates))
    if len(cells) == 1:
        return f"{numbered(numbers, last)} {place(cells[0])}"
    if len(numbers) == 1:
        second_place = place(cells[1]) if len(cells) == 2 else f"in {len(cells) - 1} other cells"
        return f"{numbers[0]} {place(cells[0])} {last} {second_place}"
    if len(cells) == 2:
        by_cell = [[(n, c) for n, c in candidates if c == cell] for cell in cells]
        return join_words([candidates_named(group, last) for group in by_cell], last)
    return f"{numbered(numbers, last)} in {len(cells)} of their cells"


def conflict_words(conflict: Conflict) -> str:
    """Why placed numbers can't all be right, as the beginning of a sentence."""
    match conflict.kind:
        case ConflictKind.APART:
            return f"{numbered(conflict.numbers)} aren’t next to each other"
        case ConflictKind.TOO_FAR:
            return f"{numbered(conflict.numbers)} are too far apart"
        case ConflictKind.UNJOINED:
            return f"{numbered(conflict.numbers)} are in joined cells but aren’t consecutive"
        case ConflictKind.BOXED_IN:
            return f"{conflict.numbers[0]} has too few empty cells around it"


def dead_text(dead: Contradiction) -> str:
    """Why a position has no solution, as the end of a sentence.

    >>> from solver.hidoku.rules.grid import Cell
    >>> dead_text(Contradiction(Dead.NO_CELL, (7, 5, 9), (Cell(0, 0), Cell(1, 1))))
    '7 has no cell between 5 and 9'
    """
    text = dead_end(dead)
    if dead.kind is Dead.NO_CELL and len(dead.numbers) == 3:  # not by counting steps alone
        number, low, high = dead.numbers
        text = f"{number} has no cell between {low} and {high}"
    return text + " without turning back" * dead.is_distinct


def dead_end(dead: Contradiction) -> str:
    """The same after a trial: that the path uses no cell twice is plain, and steps are counted.

    >>> dead_end(Contradiction(Dead.NO_CELL, (7, 6, 9), ()))
    '7 has no cell next to 6 and within 2 steps of 9 through empty cells'
    """
    match dead.kind:
        case Dead.NO_CELL:
            return f"{dead.numbers[0]} has no cell{in_dead_gap(dead)}"
        case Dead.NO_ROUTE | Dead.NO_JOINED_ROUTE | Dead.NO_NUMBER:
            fits = f"nothing fits {places(dead.cells)}"
            return f"there is no {dead_route(dead)}" if dead.numbers else fits
        case Dead.BOXED_IN:
            return f"{dead.numbers[0]} has too few empty cells around it"
        case Dead.APART | Dead.NO_WAY:
            ends = map(standing, dead.numbers, dead.cells) if dead.cells else map(str, dead.numbers)
            return (
                f"no {'step leads' if dead.cells else 'empty cells lead'} from {' to '.join(ends)}"
            )
        case Dead.UNJOINED:
            return f"{numbered(dead.numbers)} are in joined cells but aren’t consecutive"
        case Dead.CLASH:
            return f"{numbered(dead.numbers)} both need {places(dead.cells)}"


def stopped(names: Sequence[int], clauses: Sequence[str]) -> str:
    """Which numbers are left to a cell, and what stops each.

    >>> stopped((5,), ["that’s 3 steps from 7"])
    'counting leaves only 5, but that’s 3 steps from 7'
    >>> stopped((5, 9), ["5 is too far from 7", "9 needs 7’s cell too"])
    'of what counting leaves, 5 is too far from 7; 9 needs 7’s cell too'
    """
    if len(clauses) > 1:
        return f"of what counting leaves, {'; '.join(clauses)}"
    return f"counting leaves only {few_named(names)}, but {clauses[0]}"


def no_room(room: int) -> str:
    """That a cell has too few empty neighbours for any number."""
    if room:
        return "it has only one empty neighbour left, but needs two"
    return "it has no empty neighbour left"


def all_used(numbers: Sequence[int]) -> str:
    """That a cell's only numbers are elsewhere.

    >>> all_used((5,)), all_used((5, 6))
    ('only 5 could go there, and it’s used', 'only 5 and 6 could go there, and they’re used')
    """
    end = "it’s" if len(numbers) == 1 else "they’re"
    return f"only {few_named(numbers)} could go there, and {end} used"


def dead_route(dead: Contradiction) -> str:
    """The route that there would have to be.

    >>> dead_route(Contradiction(Dead.NO_ROUTE, (5, 9), ()))
    'route from 5 to 9 in 4 steps'
    >>> dead_route(Contradiction(Dead.NO_ROUTE, (5, 9, 12), ()))
    'route from 5 through 9 to 12'
    """
    start, *stops, goal = dead.numbers
    steps = f" in {plural(goal - start, 'step')}" * (not stops)
    end = " that keeps joined cells together" * (dead.kind is Dead.NO_JOINED_ROUTE)
    return f"route from {start} {''.join(f'through {n} ' for n in stops)}to {goal}{steps}{end}"


def in_dead_gap(dead: Contradiction) -> str:
    """How near to which placed numbers a number has no cell."""
    number, *ends = dead.numbers
    if len(ends) == 2:
        beside = [end for end in ends if abs(end - number) == 1]
        away = [end for end in ends if end not in beside]
        through = " through empty cells" if away else ""
        texts = [steps_to(number, group) for group in (beside, away) if group]
        return f" {join_words(texts)}{through}"
    onward = " from which the path can continue" if dead.is_distinct else ""
    side = [f" {'after' if end < number else 'before'} {end}" for end in ends]
    return "".join(side) + onward


# The missing numbers of gaps and the areas they pass through, as people name them.
#
# They lie between two placed numbers, before the lowest or after the highest: these are their ends.


_MOST_NAMED = 2  # cells of an area that are named one by one


def gap_named(missing: Sequence[int], ends: Sequence[int]) -> str:
    """Missing numbers named by the placed ones at their ends, or by themselves if there are none.

    >>> gap_named((4, 5), (3, 6)), gap_named((4, 5), (6,)), gap_named((4, 5), ())
    ('the numbers between 3 and 6', 'the numbers before 6', '4 and 5')
    """
    if not ends:
        return gap_by_itself(missing)
    if len(ends) == 2:
        return f"the numbers between {ends[0]} and {ends[1]}"
    return f"the numbers {'after' if ends[0] < missing[0] else 'before'} {ends[0]}"


def gap_by_itself(missing: Sequence[int]) -> str:
    """Consecutive missing numbers: three or more by the first and the last, else each.

    >>> gap_by_itself((4, 5, 6)), gap_by_itself((4, 5)), gap_by_itself((4,))
    ('4 to 6', '4 and 5', '4')
    """
    return join_words(_name_series(missing))


def so_only(missing: Sequence[int], cells: Sequence[Cell]) -> str:
    """That cells are left to some missing numbers.

    >>> so_only((4, 5), [Cell(0, 0)]), so_only((4,), [Cell(0, 0)])
    ('So only 4 and 5 fit row 1, column 1.', 'So only 4 fits row 1, column 1.')
    """
    fit = "fits" if len(missing) == 1 else "fit"
    return f"So only {gap_by_itself(missing)} {fit} {area_named(cells)}."


def route_named(missing: Sequence[int], ends: Sequence[int]) -> str:
    """The route from one end of the missing numbers to the other.

    >>> route_named((4, 5), (3, 6)), route_named((4, 5), (6,))
    ('from 3 to 6', 'from 6 on to 4')
    """
    if len(ends) != 1:
        return f"from {ends[0]} to {ends[1]}" if ends else ""
    onward = missing if ends[0] < missing[0] else missing[::-1]
    return f"from {ends[0]} on to {onward[-1]}"


def area_named(cells: Sequence[Cell]) -> str:
    """Some cells: each by name if they are few, else the first and how many more."""
    summary = f"{cell_name(cells[0])} and {len(cells) - 1} more cells"
    return places(cells) if len(cells) <= _MOST_NAMED else summary


def cells_behind(cells: Sequence[Cell]) -> str:
    """Cells that are cut off: a single one by its name, more by their count."""
    return places(cells) if len(cells) == 1 else f"{len(cells)} cells"
