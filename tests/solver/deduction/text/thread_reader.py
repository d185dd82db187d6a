"""Reads the lines of a thread as anybody would, and tries each on all codes.

Nothing of the engine's or the writer's is used but the names of a game's colours and parts. A line
is read as a whole: what isn't understood is a fault. Of each line it is asked whether what it says
of a row is so, whether what it takes from another line is said there, and whether its claims are so
for all codes that fit the rows and lines that it names.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from solver.deduction.faces.face import Face
from solver.deduction.rules.game import Turn

Flags = NDArray[np.bool_]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
ROW = r"(?:all of )?row \d.*"
CASES = rf"(.*\)\. )?If (.*?), ({ROW}); if not, ({ROW})\. Either way, (.*)"
NO_PEG = r"No {} of rows? ([\d, and]+) is in place(?:\. So (.*))?"
EACH_PEG = r"Each {} of row (\d+) is right in its own {}, or not at all"
OFTEN = {"once": 1, "twice": 2}


class ReadError(AssertionError):
    """A line that isn't understood, or that says what isn't so."""


def number(word: str) -> int:
    if word == "none":
        return 0
    return NUMBERS.index(word) if word in NUMBERS else int(word)


class ThreadReader:
    def __init__(self, face: Face, turns: Sequence[Turn]) -> None:
        game = face.game
        self.codes = np.asarray(game.codes_at(game.secrets))
        self.turns = turns
        columns = [(self.codes == value).sum(axis=1) for value in range(game.choices)]
        self.counts = np.stack(columns)
        index = np.array([game.index_of(turn.code) for turn in turns], np.int32)
        table = game.feedback_table(index, game.secrets)
        numbers = [game.feedbacks.index(turn.feedback) for turn in turns]
        self.fits = [row == number for row, number in zip(table, numbers, strict=True)]
        self.every = np.ones(len(self.codes), np.bool_)
        thing = f"{face.terms.colour} "
        self.values = {
            face.name_of(value).removeprefix(thing): value for value in range(game.choices)
        }
        names = sorted(map(re.escape, self.values), key=len, reverse=True)
        self.name = f"(?:{'|'.join(names)})"
        self.hole, self.peg, self.code = face.terms.hole, face.terms.peg, face.terms.code
        self.all_right = rf"all of row (\d+)’s {face.terms.colour}s are right"
        self.only_pegs = rf"row (\d+)’s only (?:(\w+) )?right {self.peg}s? (?:is|are)"
        self.some = f"{self.name}(?:, {self.name})*(?: (?:and|or) {self.name})?"
        self.said: list[Flags] = []

    def read(self, line: str) -> None:
        """Read the next line; raises ReadError if it isn't understood, or isn't so."""
        self.line = line
        for name in self.values:  # a name that begins a sentence
            line = re.sub(rf"(^|\. ){re.escape(name.capitalize())}\b", rf"\g<1>{name}", line)
        self.before = self.shown = self.every
        text = line.removesuffix(".")
        if match := re.fullmatch(rf"By trying (?:all|both)[\w, ]*{self.code}s: (.*)", text):
            self.before = reduce(np.logical_and, self.fits)
            text = f": {match[1]}"
        elif match := re.fullmatch(
            rf"The (\w+) possible {self.code}s have this in common: (.*)", text
        ):
            self.before = reduce(np.logical_and, self.fits)
            self._check(int(self.before.sum()) == number(match[1]), "another number of codes")
            text = f": {match[2]}"
        elif match := re.fullmatch(EACH_PEG.format(self.peg, self.hole), text):
            self.said.append(self._whole_row(int(match[1]) - 1, is_none=False))
            return
        elif match := re.fullmatch(NO_PEG.format(self.peg), text):
            rows = [int(row) - 1 for row in re.findall(r"\d+", match[1])]
            fits = np.logical_and.reduce([self._whole_row(row, is_none=True) for row in rows])
            if match[2]:
                self._check(bool(self._facts(match[2])[fits].all()), "they can be elsewhere")
            self.said.append(np.asarray(fits))
            return
        elif match := re.fullmatch(CASES, text):
            self._read_cases(*match.groups()[:4])
            text = f": {match[5]}"
        else:
            text = self._read_reasons(text)
        claims = self._facts(text.removeprefix(": "))
        self._check(bool((claims | ~self.before).all()), "doesn’t follow")
        self.said.append(claims & self.shown)

    def _check(self, is_so: bool, why: str) -> None:
        if not is_so:
            raise ReadError(f"{why}: {self.line}")

    def _read_reasons(self, text: str) -> str:
        """Read what is said before the claims, and return the claims."""
        while match := re.match(r"Row (\d+): ([^:]*?)\. (?=[A-Z])", text):
            row = int(match[1]) - 1
            self._use(row)
            flags = self._facts(match[2])
            self._check(bool(flags[self.fits[row]].all()), f"row {row + 1} doesn’t show it")
            self.shown = self.shown & flags
            text = text[match.end() :]
        if match := re.fullmatch(r"So row (\d+)’s (\w+) in place (?:is|are) (.*)", text):
            self._score(int(match[1]) - 1, in_place=number(match[2]))
            pegs = re.findall(rf"({self.name}) in {self.hole} (\d+)", match[3])
            self._check(len(pegs) == number(match[2]), "another number")
            return "; ".join(f"{self.hole} {hole} is {name}" for name, hole in pegs)
        reasons, _, claims = text.rpartition(": ")
        if reasons:
            self._read_reason(reasons[0].lower() + reasons[1:])
        else:
            self._check(False, "no reason")
        return claims

    def _read_reason(self, text: str) -> None:
        if match := re.fullmatch(rf"{self.only_pegs} ({self.some})(?: \((.*)\))?", text):
            row, count = int(match[1]) - 1, number(match[2] or "one")
            self._score(row, right=count)
            colours = Counter(self._colours(match[3]))
            self._check(colours.total() == count, "another number")
            lines = self._lines(match[4] or f"{len(self.said)}")
            for colour, count in colours.items():
                self._check(bool((self.counts[colour] >= count)[lines].all()), "not said there")
            self.before = self.before & lines
            return
        for part in self._parts(text):
            self._read_part(part)

    def _whole_row(self, row: int, *, is_none: bool) -> Flags:
        """Return the codes without a row's pegs in place, or without any in another hole."""
        code = self.turns[row].code
        self._use(row)
        cells = [
            self.codes[:, hole] == colour
            for hole in range(len(code))
            for colour in set(code)
            if (code[hole] == colour) == is_none
        ]
        claims = np.asarray(~np.logical_or.reduce(cells))
        self._check(bool((claims | ~self.before).all()), "doesn’t follow")
        return claims

    def _parts(self, text: str) -> Iterator[str]:
        """Yield what is said of rows, and what of lines."""
        row = (
            rf"rows? \d+(?: and \d+)?(?: has (?:nothing right"
            rf"|(?:only )?\w+ right|(?:only )?\w+ in place)"
            r"(?:, (?:only )?\w+ in place)?"
            rf"|’s only (?:\w+ )?right {self.peg}s? (?:is|are) in place"
            rf"| has {self.some} for row \d+’s {self.some}, and \w+ more right"
            rf"|(?:, \d+)*(?: and \d+)? each have (?:only )?\w+ (?:right|in place)"
            rf"| share no \w+ and have \d \+ \d = \d right"
            rf"| differ in every {self.hole} and have \d \+ \d in place"
            rf"| have \d \+ \d in place, at most \w+ of them in {self.hole}s? [\d, and]+, where "
            rf"they differ| differ only in {self.hole}s? [\d, and]*\d(?: and have as many in place"
            r"|, and row \d+ has \w+ more in place))?"
        )
        whole = re.sub(r"[()]", "", self.all_right) + r"(?:, (?:only )?\w+ in place)?"
        place = 0
        while place < len(text):
            match = re.compile(rf"({whole}|{row}|[^()]*? \(line \d+\))(?:, and |, |$)").match(
                text, place
            )
            if match is None or match.end() == place:
                raise ReadError(f"not understood at “{text[place:]}”: {self.line}")
            yield match[1]
            place = match.end()

    def _read_part(self, part: str) -> None:
        if match := re.fullmatch(r"(.*) \((line \d+)\)", part):
            line = self._lines(match[2])
            flags = self._facts(match[1])
            self._check(bool(flags[line].all()), "not said there")
            self.before = self.before & line
            return
        if match := re.fullmatch(r"rows ([\d, and]+) each have (.*)", part):
            for figure in re.findall(r"\d+", match[1]):
                self._read_score(int(figure) - 1, match[2])
            return
        if match := re.fullmatch(rf"{self.only_pegs} in place", part):
            count = number(match[2] or "one")
            self._score(int(match[1]) - 1, right=count, in_place=count)
            return
        if match := re.fullmatch(rf"{self.all_right}(?:, (.*))?", part):
            self._read_all_right(int(match[1]) - 1)
            self._read_score(int(match[1]) - 1, match[2] or "")
            return
        if match := re.fullmatch(r"row (\d+) has (.*) for row (\d+)’s (.*), and (.*) more.*", part):
            self._read_exchange(match)
            return
        if match := re.fullmatch(r"rows (\d+) and (\d+) (.*)", part):
            self._read_comparison(int(match[1]) - 1, int(match[2]) - 1, match[3])
            return
        match = re.fullmatch(r"row (\d+)(?: has (.*))?", part)
        self._check(match is not None, "not understood")
        assert match
        row = int(match[1]) - 1
        for score in re.split(r", (?=(?:only )?\w+ in place)", match[2] or ""):
            self._read_score(row, score)

    def _read_score(self, row: int, words: str) -> None:
        if not words:
            self._use(row)
        elif place_match := re.fullmatch(r"(?:only )?(\w+) in place", words):
            self._score(row, in_place=number(place_match[1]))
        elif words == "nothing right":
            self._score(row, right=0)
        else:
            match = re.fullmatch(r"(?:only )?(\w+) right", words)
            self._check(match is not None, f"“{words}” isn’t understood")
            assert match
            self._score(row, right=number(match[1]))

    def _read_all_right(self, row: int) -> None:
        self._score(row, right=len(self.turns[row].code))
        pegs = Counter(self.turns[row].code).items()  # said of them, so not again
        self.shown = self.shown & np.logical_and.reduce(
            [self.counts[c] == count for c, count in pegs]
        )

    def _read_exchange(self, match: re.Match[str]) -> None:
        """Read what differs in two rows; from that alone must follow what is claimed."""
        rows = [int(match[1]) - 1, int(match[3]) - 1]
        codes = [Counter(self.turns[row].code) for row in rows]
        names = [Counter(self._colours(match[2])), Counter(self._colours(match[4]))]
        by = number(match[5])
        self._check(names == [codes[0] - codes[1], codes[1] - codes[0]], "they differ in others")
        right = [sum(self.turns[row].feedback) for row in rows]
        self._check(right[0] - right[1] == by, "not so many more")
        counts = [
            sum(np.minimum(self.counts[colour], count) for colour, count in code.items())
            for code in codes
        ]
        self.before = self.before & np.asarray(counts[0] - counts[1] == by)

    def _read_comparison(self, first_row: int, second_row: int, words: str) -> None:
        mine, theirs = self.turns[first_row], self.turns[second_row]
        pairs = zip(mine.code, theirs.code, strict=True)
        different = [hole + 1 for hole, (a, b) in enumerate(pairs) if a != b]
        self._use(first_row)
        self._use(second_row)
        figures = [int(figure) for figure in re.findall(r"(?<= )\d+", words)]
        if words.startswith("share no"):
            self._check(not set(mine.code) & set(theirs.code), "they share some")
            right = sorted(sum(turn.feedback) for turn in (mine, theirs))
            self._check([*sorted(figures[:2]), figures[2]] == [*right, sum(right)], "another sum")
            return
        hits = mine.feedback[0], theirs.feedback[0]
        if "have as many" in words:
            self._check(hits[0] == hits[1] and figures == different, "not as many")
        elif match := re.search(r"row (\d+) has (\w+) more", words):
            row_ahead = int(match[1]) - 1
            row_behind = first_row + second_row - row_ahead
            by = self.turns[row_ahead].feedback[0] - self.turns[row_behind].feedback[0]
            self._check(by == number(match[2]) and figures[:-1] == different, "not so many more")
        else:
            self._check(sorted(figures[:2]) == sorted(hits), "another sum")
            if "every" in words:
                self._check(len(different) == len(mine.code), "they agree in some")
                return
            match = re.search(r"at most (\w+)", words)
            assert match
            bound = number(match[1])
            self._check(figures[2:] == different and bound == len(different), "other holes")

    def _read_cases(self, premises: str | None, case: str, *rows: str) -> None:
        """Read “if red is in, row 1 has one right; if not, row 2 has three right”."""
        if premises:
            for part in self._parts(premises[0].lower() + premises[1:].removesuffix(". ")):
                self._read_part(part)
        before, so = self.before, self._facts(case)
        flags = []
        for row, holding in zip(rows, (so, ~so), strict=True):
            self.before = before & holding
            self._read_part(row)
            flags.append(self.before)
        self.before = flags[0] | flags[1]

    def _use(self, row: int) -> None:
        self.before = self.before & self.fits[row]

    def _score(self, row: int, *, right: int | None = None, in_place: int | None = None) -> None:
        """Hold what is said of a row against its feedback."""
        self._use(row)
        feedback = self.turns[row].feedback
        if right is not None:
            self._check(sum(feedback) == right, "another number right")
        if in_place is not None:
            self._check(feedback[0] == in_place, "another number in place")

    def _lines(self, text: str) -> Flags:
        places = [int(figure) - 1 for figure in re.findall(r"\d+", text)]
        self._check(all(0 <= place < len(self.said) for place in places), "no such line before")
        return np.asarray(reduce(np.logical_and, [self.said[place] for place in places]))

    def _colours(self, text: str) -> list[int]:
        return [self.values[name] for name in re.findall(self.name, text)]

    def _facts(self, text: str) -> Flags:
        """Return the codes for which facts are so, one after another."""
        holding = self.every
        place = 0
        text = text.replace("; ", ", ")
        while place < len(text):
            best_match = None
            for pattern in self._patterns:
                match = re.compile(pattern + r"(?:, and |, | and |$)").match(text, place)
                if match and (best_match is None or match.end() > best_match.end()):
                    best_match = match
            if best_match is None:
                raise ReadError(f"not understood at “{text[place:]}”: {self.line}")
            holding = holding & self._fact(best_match)
            place = best_match.end()
        self._check(bool(text), "says nothing")
        return holding

    @property
    def _patterns(self) -> tuple[str, ...]:
        names, hole = self.some, self.hole
        places = r"(\d(?:(?:, \d)* (?:and|or) \d)?)"
        return (
            rf"(?P<within>row) (\d+)’s (\w+) in place (?:is|are) in {hole} {places}",
            rf"(?P<placed>at least|at most|exactly) (\w+) of row (\d+)’s {self.peg}s in "
            rf"{hole}s? {places} (?:is|are) in place",
            rf"(?P<either_row>at least|at most|exactly) (\w+) {hole}s? (?:is|are) as in row (\d+) "
            r"or row (\d+)",
            rf"(?P<at>{hole}) (\d+) is ({self.name})",
            rf"(?P<empty>{hole}) (\d+) isn’t ({self.name})",
            rf"(?P<out>no) ({self.name}(?:(?:, {self.name})* or {self.name})?)",
            rf"(?P<blank>no|at least|exactly) (?:(\w+) )?{hole}s? (?:is|are) empty",
            rf"{hole}s? (\d(?:(?:, \d)* and \d)?) (?:is|are) (?P<filled>not) empty",
            rf"(?P<only>only) ({self.name}(?:, {self.name})*(?: and {self.name})?) (?:is|are) in",
            rf"({self.name}) is in, (?P<other>not) in {hole} (\d(?:(?:, \d)* or \d)?)",
            rf"({names}) can (?P<alone>only) be in {hole} (\d(?:(?:, \d)* or \d)?)",
            rf"(?P<out2>{names}) (?:isn’t|aren’t) in(?= \(|,|$)",
            rf"({names}) (?:isn’t|aren’t) (?P<here>in) {hole} (\d(?:(?:, \d)* or \d)?)",
            rf"({names}) aren’t (?P<both>both) in",
            rf"(?P<pair>no two) of ({names}) are in",
            rf"({self.name}(?:, {self.name})* or {self.name}) is (?P<either>in)",
            rf"({self.name}(?:, {self.name})*(?: and {self.name})?) (?:is|are) (?P<inside>in)"
            r"( exactly)?(?: (once|twice|(\w+) times))?",
            rf"(?P<bound>at least|at most|exactly) (\w+) of ({names}) (?:is|are) in",
            rf"(?P<pegs>at least|at most|exactly) (\w+) (?:{self.peg}|{hole})s? (?:is|are) "
            rf"({names})",
        )

    def _fact(self, match: re.Match[str]) -> Flags:
        kind = next(name for name, value in match.groupdict().items() if value is not None)
        groups = match.groups()
        if kind in ("at", "empty"):
            is_so = self.codes[:, int(groups[1]) - 1] == self.values[groups[2]]
            return np.asarray(is_so if kind == "at" else ~is_so)
        if kind in ("out", "out2"):
            out = groups[1] if kind == "out" else groups[0]
            return np.asarray((self.counts[self._colours(out)] == 0).all(axis=0))
        if kind in ("within", "placed", "either_row"):
            return self._placed_fact(kind, groups)
        if kind == "blank":
            blanks = self.counts[self.values["empty"]]
            limit = number(groups[1] or "no")
            return np.asarray(blanks >= limit if groups[0] == "at least" else blanks == limit)
        if kind == "filled":
            holes = [int(figure) - 1 for figure in re.findall(r"\d+", groups[0])]
            return np.asarray((self.codes[:, holes] != self.values["empty"]).all(axis=1))
        if kind == "only":
            colours = self._colours(groups[1])
            is_in = self.counts > 0
            absent_colours = [colour for colour in range(len(is_in)) if colour not in colours]
            return np.asarray(is_in[colours].all(axis=0) & ~is_in[absent_colours].any(axis=0))
        if kind == "alone":
            free = [int(figure) - 1 for figure in re.findall(r"\d+", groups[2])]
            elsewhere = np.delete(self.codes, free, axis=1)
            cells = [(elsewhere == c).any(axis=1) for c in self._colours(groups[0])]
            return np.asarray(~np.logical_or.reduce(cells))
        if kind in ("here", "other"):
            colours = self._colours(groups[0])
            holes = [int(figure) - 1 for figure in re.findall(r"\d+", groups[2])]
            cells = [self.codes[:, h] == c for h in holes for c in colours]
            elsewhere = ~np.logical_or.reduce(cells)
            is_in = self.counts[colours[0]] > 0
            return np.asarray(elsewhere & is_in if kind == "other" else elsewhere)
        if kind in ("both", "pair", "either"):
            named_colours = self._colours(groups[1 if kind == "pair" else 0])
            kinds = (self.counts[named_colours] > 0).sum(axis=0)
            return np.asarray(kinds > 0 if kind == "either" else kinds < 2)
        if kind == "inside":
            often = groups[3]
            count = OFTEN.get(often or "once") or number(groups[4])
            rows = self.counts[self._colours(groups[0])]
            return np.asarray((rows == count if groups[2] else rows >= count).all(axis=0))
        counts = self.counts[self._colours(groups[2])]
        total = counts.sum(axis=0) if kind == "pegs" else (counts > 0).sum(axis=0)
        return self._bounded(total, groups[0], groups[1])

    def _placed_fact(self, kind: str, groups: Sequence[str]) -> Flags:
        """Read how many pegs of a row are in place in some holes, or are one row’s or another’s."""
        if kind == "either_row":
            rows = [self.turns[int(row) - 1].code for row in groups[2:4]]
            right = np.logical_or(*(self.codes == row for row in rows))
            return self._bounded(right.sum(axis=1), *groups[:2])
        row, word = (groups[1], groups[2]) if kind == "within" else (groups[2], groups[1])
        holes = [int(figure) - 1 for figure in re.findall(r"\d+", groups[3])]
        right = (self.codes == self.turns[int(row) - 1].code)[:, holes]
        return self._bounded(right.sum(axis=1), groups[0] if kind == "placed" else "exactly", word)

    def _bounded(self, total: NDArray[np.int64], bound: str, word: str) -> Flags:
        limit = number(word)
        bounds = {"at least": total >= limit, "at most": total <= limit, "exactly": total == limit}
        return np.asarray(bounds[bound])
