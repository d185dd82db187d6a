"""The face of Words: letters, with answers in colours that also have shapes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple

from solver.deduction.faces.face import (
    Explained,
    Face,
    Field,
    Mark,
    Option,
    Pegs,
    ShownAnswer,
    Value,
    figures,
)
from solver.deduction.faces.family import Family, Preset
from solver.deduction.knowledge.facts import Fact, FactKind, in_sentences
from solver.deduction.rules.game import Answer, Code, FeedbackError, Game, Terms, Turn
from solver.deduction.rules.words import (
    ALPHABET,
    FIRST_LIST,
    GREEN,
    GREY,
    SIGNS,
    WORDS,
    YELLOW,
    FirstWordGame,
    WordGame,
)
from solver.wording import capitalised, listed


class Colour(NamedTuple):
    name: str
    mark: Mark
    style: str
    shape: str
    meaning: str
    sentence: str


COLOURS: Final[Mapping[int, Colour]] = {
    GREEN: Colour(
        *("green", Mark("mark-placed", "tile", "peg-4", "🟩"), "placed", "tile"),
        *("right place", "the letter is right, and in its place"),
    ),
    YELLOW: Colour(
        *("yellow", Mark("mark-present", "ring", "peg-3", "🟨"), "present", "ring"),
        *("wrong place", "the word has the letter, but in another place"),
    ),
    GREY: Colour(
        *("grey", Mark("mark-absent", sign="⬛"), "absent", "bare"),
        *("not there, or no more of it", "the word doesn’t have it, or no more of it"),
    ),
}
KEYBOARD: Final = "QWERTYUIOPASDFGHJKLZXCVBNM"
FIELDS: Final = tuple(f"place-{place}" for place in range(1, 6))


@dataclass(frozen=True)
class WordFace(Face):
    game: WordGame

    terms: ClassVar[Terms] = Terms("letter", "place", "letter", code="word")

    @property
    def goal(self) -> str:
        return f"Find the hidden five-letter word, one of {self.game.secret_count:,}."

    @property
    def values(self) -> tuple[Value, ...]:
        return figures(ALPHABET)

    @property
    def palette(self) -> tuple[Value, ...]:
        """The letters as on a keyboard.

        >>> "".join(value.letter for value in WordFace(WordGame()).palette[:6])
        'QWERTY'
        """
        return tuple(self.values[ALPHABET.index(letter)] for letter in KEYBOARD)

    def turn_pegs(self, turn: Turn) -> Pegs:
        colours = [COLOURS[mark] for mark in turn.feedback]
        letters = [self.values[letter] for letter in turn.code]
        return tuple(
            letter._replace(style=colour.style, shape=colour.shape)
            for letter, colour in zip(letters, colours, strict=True)
        )

    def code_words(self, code: Code) -> str:
        """Say the word.

        >>> WordFace(WordGame()).code_words((2, 17, 0, 13, 4))
        'crane'
        """
        return self.draft_of(code).lower()

    def show(self, answer: Answer) -> ShownAnswer:
        """Return an answer ready to show.

        >>> WordFace(WordGame()).show((2, 0, 1, 1, 0)).words
        'place 1 right, places 3 and 4 elsewhere'
        """
        marks = tuple(COLOURS[mark].mark for mark in answer)
        return ShownAnswer(", ".join(_parts(answer)) or "no letter is there", marks, in_line=True)

    def shown_facts(self, turns: Sequence[Turn]) -> tuple[Fact, ...]:
        """Return what each row says of its letters, the same once.

        >>> for fact in WordFace(WordGame()).shown_facts([WordGame().parse_turn("CRANE:--g-y")]):
        ...     print(fact.kind.value, fact.colours, fact.holes)
        hole (0,) (2,)
        out (2, 17, 13) ()
        in (4,) ()
        not-here (4,) (4,)
        """
        facts: dict[Fact, Fact] = {}
        for number, turn in enumerate(turns):
            for fact in _row_facts(turn):
                facts.setdefault(fact, replace(fact, proof=(number,)))
        return in_sentences(facts.values())

    @property
    def legend(self) -> tuple[Explained, ...]:
        colours = COLOURS.values()
        return tuple(Explained(c.meaning, capitalised(c.name), c.mark) for c in colours)

    @property
    def help(self) -> tuple[Explained, ...]:
        colours = COLOURS.values()
        return tuple(Explained(f": {c.sentence}.", capitalised(c.name)) for c in colours)

    @property
    def answer_fields(self) -> tuple[Field, ...]:
        options = tuple(
            Option(SIGNS[mark], colour.name, f"{colour.name}, {colour.meaning}", colour.mark)
            for mark, colour in COLOURS.items()
        )
        places = enumerate(FIELDS, start=1)
        return tuple(Field(name, "place", str(place), options) for place, name in places)

    def parse_answer_fields(self, form: Mapping[str, str]) -> Answer:
        marks = [form.get(name, "") for name in FIELDS]
        missing = [str(place) for place, mark in enumerate(marks, start=1) if not mark]
        if missing:
            letters = "letter" if len(missing) == 1 else "letters"
            raise FeedbackError(f"Choose a colour for {letters} {listed(missing)}.")
        if sorted(marks) == ["g", "g", "g", "g", "y"]:
            raise FeedbackError("With four letters in place, the last one has nowhere else to go.")
        return self.game.parse_answer("".join(marks))

    def format_answer_fields(self, answer: Answer) -> Mapping[str, str]:
        return dict(zip(FIELDS, self.game.format_answer(answer), strict=True))


def _row_facts(turn: Turn) -> Iterator[Fact]:
    marks = tuple(zip(turn.code, turn.feedback, strict=True))
    for hole, (letter, mark) in enumerate(marks):
        if mark == GREEN:
            yield Fact(FactKind.HOLE, (letter,), (hole,), 1)
        elif (letter, GREEN) in marks or (letter, YELLOW) in marks:
            yield Fact(FactKind.NOT_HERE, (letter,), (hole,))
    for letter in dict.fromkeys(turn.code):
        count = sum(guessed == letter and mark != GREY for guessed, mark in marks)
        if not count:
            yield Fact(FactKind.OUT, (letter,))
        elif (letter, GREY) in marks:
            yield Fact(FactKind.COUNT, (letter,), count=count)
        elif (letter, YELLOW) in marks:
            yield Fact(FactKind.IN, (letter,), count=count)


def _parts(answer: Answer) -> Iterator[str]:
    if all(mark == GREEN for mark in answer):
        yield "all letters right"
        return
    for wanted, words in ((GREEN, "right"), (YELLOW, "elsewhere")):
        places = [str(place) for place, mark in enumerate(answer, start=1) if mark == wanted]
        if places:
            yield f"{'place' if len(places) == 1 else 'places'} {listed(places)} {words}"


def _face(game: Game, display: str) -> WordFace | None:
    return WordFace(game, display) if isinstance(game, WordGame) else None


def _sentence(words: tuple[str, ...]) -> str:
    return f"A five-letter word, one of {len(words):,}; 6 guesses"


FAMILY: Final = Family(
    presets=(
        Preset("words2", WordGame, "Words", _sentence(WORDS)),
        Preset("words", FirstWordGame, "First words", _sentence(FIRST_LIST), is_offered=False),
    ),
    face=_face,
    turns_help=(
        "For words, a TURN is WORD:COLOURS, for example CRANE:gy---: g for the right place, y for "
        "the wrong place, - for a letter of which there is no (further) copy."
    ),
)
