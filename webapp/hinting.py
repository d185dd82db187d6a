"""What a page shows of a hint on a board with pegs, tier by tier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from solver.deduction.advice import nudge, reasons
from solver.deduction.advice_words import move_words, nudge_words, reasons_words
from solver.deduction.choices import Choice
from solver.deduction.facts import Fact
from solver.deduction.game import Code, CodeError, Game
from webapp.faces import KEYS, Keys, Pegs, code_words, name_of, pegs_of, show_answer, terms_with
from webapp.opponents import advised, title_of_strategy
from webapp.pegs import AnyMatch
from webapp.setups import Setup


@dataclass(frozen=True)
class ShownFact:
    """A proved fact with the values it speaks of."""

    colours: Pegs
    sentence: str


@dataclass(frozen=True)
class Bar:
    """One part of a split: its height of 100, its size, and the answer that leaves it."""

    height: int
    size: int
    words: str


@dataclass(frozen=True)
class ShownMove:
    """The suggested guess, by which strategy, its split as bars, and its draft."""

    pegs: Pegs
    words: str
    sentences: tuple[str, ...]
    bars: tuple[Bar, ...]
    by: str
    draft: str


@dataclass(frozen=True)
class Hint:
    """A hint up to its tier, and the rows (from 1) and holes (from 0) it speaks of."""

    tier: int
    nudge: tuple[str, ...]
    facts: tuple[ShownFact, ...] = ()
    reason: tuple[str, ...] = ()
    move: ShownMove | None = None
    rows: frozenset[int] = frozenset()
    holes: frozenset[int] = frozenset()

    @property
    def symbols(self) -> str:
        """The symbols of the values that its facts name."""
        named = {face.symbol for fact in self.facts for face in fact.colours if face}
        return "".join(sorted(named))


def show_hint(match: AnyMatch, setup: Setup, tier: int, draft: str) -> Hint:
    """Return the tiers 1 … ``tier`` of the hint for the row being built."""
    first = nudge(match.game, match.turns, _complete(draft, match.game))
    hint = Hint(tier, nudge_words(first), rows=frozenset(turn + 1 for turn in first.contradicts))
    if tier >= 2:
        hint = _with_reasons(hint, match, setup)
    return _with_move(hint, match, setup) if tier >= 3 else hint


def _complete(draft: str, game: Game) -> Code | None:
    try:
        return game.parse_code(draft)
    except CodeError:
        return None


def _with_reasons(hint: Hint, match: AnyMatch, setup: Setup) -> Hint:
    game = match.game
    proved = reasons(game, match.turns)
    words = reasons_words(proved, partial(name_of, game), terms_with(game, KEYS[setup.keys]))
    if not proved.facts:
        return replace(hint, reason=words)
    facts = (_shown_fact(game, fact, said) for fact, said in zip(proved.facts, words, strict=False))
    rows = {turn + 1 for fact in proved.facts for turn in fact.proof}
    holes = {hole for fact in proved.facts for hole in fact.holes}
    return replace(hint, facts=tuple(facts), rows=hint.rows | rows, holes=frozenset(holes))


def _shown_fact(game: Game, fact: Fact, sentence: str) -> ShownFact:
    return ShownFact(pegs_of(game, fact.colours), sentence)


def _with_move(hint: Hint, match: AnyMatch, setup: Setup) -> Hint:
    choice = advised(match.game, match.turns, setup.strategy)
    if choice is None:
        return hint
    return replace(hint, move=show_move(match.game, choice, KEYS[setup.keys]))


def show_move(game: Game, choice: Choice, keys: Keys) -> ShownMove:
    """Return a guess that was chosen, its reason, and how it splits the codes left."""
    return ShownMove(
        pegs_of(game, choice.guess),
        code_words(game, choice.guess),
        move_words(game, choice, partial(name_of, game)),
        tuple(_bars(game, choice.split.sizes, keys)),
        title_of_strategy(choice.strategy),
        "".join(game.format_code(choice.guess).split()),
    )


def _bars(game: Game, sizes: Sequence[int], keys: Keys) -> Iterator[Bar]:
    """Yield the parts of a split, the largest first."""
    parts = [(size, number) for number, size in enumerate(sizes) if size]
    for size, number in sorted(parts, key=lambda part: -part[0]):
        words = show_answer(game, game.feedbacks[number], keys).words
        yield Bar(max(3, round(100 * size / max(sizes))), size, words)
