"""What a page shows of Mastermind: rows, keys, palette and hints. No secret before the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.deduction.advice import count_after_each_turn, move, nudge, reasons
from solver.deduction.advice_words import move_words, nudge_words, reasons_words
from solver.deduction.boards import Board as Game
from solver.deduction.facts import Fact
from solver.deduction.game import Answer, Code, CodeError
from solver.deduction.mastermind import Feedback, Rules
from solver.deduction.play import Match, Outcome
from webapp.counting import hints_words, price_words, times

EMPTY = "_"


@dataclass(frozen=True)
class PegColour:
    """A colour as people see it: its number on the keyboard, its name, the letter on the peg."""

    number: int
    name: str
    letter: str


PALETTE = tuple(
    PegColour(number, name, name[0])
    for number, name in enumerate(("Red", "Orange", "Yellow", "Green", "Blue", "Purple"), 1)
)

Pegs = tuple[PegColour | None, ...]


@dataclass(frozen=True)
class Row:
    """One row of the board; ``state`` is played, current or empty."""

    number: int
    state: str
    pegs: Pegs
    feedback: Feedback | None = None
    left: int | None = None
    words: str = ""


@dataclass(frozen=True)
class Result:
    """How a finished game ended. Only here is the secret part of a page."""

    title: str
    sentence: str
    secret: Pegs
    code_words: str


@dataclass(frozen=True)
class Board:
    """Everything the board's fragment shows."""

    id: str
    version: int
    pegs: int
    rows: tuple[Row, ...]
    palette: tuple[PegColour, ...]
    draft: str
    status: str
    problem: str
    typed: str
    result: Result | None
    is_won: bool
    hints_used: str

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def draft_with(self, colour: PegColour) -> str:
        """Return the draft with a colour in its first empty hole (for pages without script)."""
        return self.draft.replace(EMPTY, str(colour.number), 1)

    @property
    def draft_without_last(self) -> str:
        """Return the draft without its last peg."""
        pegs = self.draft.rstrip(EMPTY)
        return pegs[:-1].ljust(self.pegs, EMPTY)


@dataclass(frozen=True)
class ShownFact:
    """A proved fact with the colours it speaks of."""

    colours: Pegs
    sentence: str


@dataclass(frozen=True)
class Bar:
    """One part of a split: its height of 40, and its size."""

    height: float
    size: int


@dataclass(frozen=True)
class ShownMove:
    """The suggested guess, its split as bars, and its draft."""

    pegs: Pegs
    words: str
    sentences: tuple[str, ...]
    bars: tuple[Bar, ...]
    bars_words: str
    draft: str


@dataclass(frozen=True)
class Hint:
    """A hint up to its tier, and the rows it speaks of."""

    tier: int
    nudge: tuple[str, ...]
    facts: tuple[ShownFact, ...] = ()
    reason: tuple[str, ...] = ()
    move: ShownMove | None = None
    rows: frozenset[int] = frozenset()


def show_board(
    game_id: str,
    version: int,
    match: Match[Game],
    hints: str,
    *,
    draft: str = "",
    problem: str = "",
    typed: str = "",
) -> Board:
    """Return the board as its breaker may see it."""
    draft = tidy_draft(draft, match.game.rules)
    left = count_after_each_turn(match.game, match.turns)
    return Board(
        id=game_id,
        version=version,
        pegs=match.game.rules.pegs,
        rows=tuple(_rows(match, left, draft)),
        palette=PALETTE[: match.game.rules.colours],
        draft=draft,
        status=_status(match, left),
        problem=problem,
        typed=typed,
        result=_result(match, hints) if match.outcome is not Outcome.PLAYING else None,
        is_won=match.outcome is Outcome.WON,
        hints_used=hints_words(hints),
    )


def tidy_draft(text: str, rules: Rules) -> str:
    """Return a row being built as one character a hole, ``_`` where it is empty or unreadable.

    >>> tidy_draft("13x", Rules())
    '13__'
    """
    known = {str(colour.number) for colour in PALETTE[: rules.colours]}
    pegs = (symbol if symbol in known else EMPTY for symbol in text[: rules.pegs])
    return "".join(pegs).ljust(rules.pegs, EMPTY)


def _pegs_of(code: Code) -> Pegs:
    return tuple(PALETTE[peg] for peg in code)


def _name(peg: int) -> str:
    return PALETTE[peg].name.lower()


def _rows(match: Match[Game], left: tuple[int, ...], draft: str) -> Iterator[Row]:
    for number, (turn, count) in enumerate(zip(match.turns, left, strict=True), 1):
        pegs = _pegs_of(turn.code)
        answer = feedback_words(turn.feedback)
        words = f"{code_words(turn.code)}. {answer}. {times(count, 'code')} left."
        yield Row(number, "played", pegs, Feedback(*turn.feedback), count, words)
    empty: Pegs = (None,) * match.game.rules.pegs
    for number in range(len(match.turns) + 1, match.game.rules.guesses + 1):
        is_current = number == len(match.turns) + 1 and match.outcome is Outcome.PLAYING
        pegs = _draft_pegs(draft) if is_current else empty
        yield Row(number, "current" if is_current else "empty", pegs)


def _draft_pegs(draft: str) -> Pegs:
    return tuple(None if peg == EMPTY else PALETTE[int(peg) - 1] for peg in draft)


def code_words(code: Code) -> str:
    """Name a code's colours in order."""
    return ", ".join(map(_name, code))


def feedback_words(feedback: Answer) -> str:
    """Say an answer.

    >>> feedback_words(Feedback(2, 1)), feedback_words(Feedback(0, 0))
    ('2 black, 1 white', 'no key')
    """
    named = zip(feedback, ("black", "white"), strict=True)
    return ", ".join(f"{count} {name}" for count, name in named if count) or "no key"


def _status(match: Match[Game], left: tuple[int, ...]) -> str:
    if not match.turns:
        return f"{match.game.rules.code_count:,} codes are possible. Build your first row."
    last = match.turns[-1].feedback
    row = f"Row {len(match.turns)}: {feedback_words(last)}."
    if match.outcome is not Outcome.PLAYING:
        return row
    verb = "fits" if left[-1] == 1 else "fit"
    guesses = times(match.guesses_left, "guess", "guesses")
    return f"{row} {times(left[-1], 'code')} still {verb}. {guesses} left."


def _result(match: Match[Game], hints: str) -> Result:
    count = len(match.turns)
    won = match.outcome is Outcome.WON
    title = f"Solved in {times(count, 'guess', 'guesses')}" if won else "Out of guesses"
    first = "You found the code." if won else "This was the code."
    return Result(
        title, f"{first} {price_words(hints)}", _pegs_of(match.secret), code_words(match.secret)
    )


def show_hint(match: Match[Game], tier: int, draft: str) -> Hint:
    """Return the tiers 1 … ``tier`` of the hint for the row being built."""
    first = nudge(match.game, match.turns, _complete(draft, match.game))
    hint = Hint(tier, nudge_words(first), rows=frozenset(turn + 1 for turn in first.contradicts))
    if tier >= 2:
        hint = _with_reasons(hint, match)
    return _with_move(hint, match) if tier >= 3 else hint


def _complete(draft: str, game: Game) -> Code | None:
    try:
        return game.parse_code(draft)
    except CodeError:
        return None


def _with_reasons(hint: Hint, match: Match[Game]) -> Hint:
    proved = reasons(match.game, match.turns)
    words = reasons_words(proved, _name)
    facts = tuple(map(_shown_fact, proved.facts, words)) if proved.facts else ()
    return Hint(hint.tier, hint.nudge, facts, () if facts else words, rows=hint.rows)


def _shown_fact(fact: Fact, sentence: str) -> ShownFact:
    return ShownFact(_pegs_of(fact.colours), sentence)


def _with_move(hint: Hint, match: Match[Game]) -> Hint:
    choice = move(match.game, match.turns)
    if choice is None:
        return hint
    sizes = sorted((size for size in choice.split.sizes if size), reverse=True)
    bars = tuple(Bar(max(1.5, round(40 * size / sizes[0], 1)), size) for size in sizes)
    shown = ShownMove(
        _pegs_of(choice.guess),
        code_words(choice.guess),
        move_words(match.game, choice, _name),
        bars,
        ", ".join(str(size) for size in sizes),
        match.game.format_code(choice.guess),
    )
    return Hint(hint.tier, hint.nudge, hint.facts, hint.reason, shown, hint.rows)
