"""The face of Words: letters, with feedback in colours that also have shapes of their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from solver.deduction.faces.face import Family, OwnGame, Pegs, Preset, Value, figures
from solver.deduction.faces.keys import ELSEWHERE, NOTHING, PLACED, Colour, MarkFace
from solver.deduction.rules.feedback_rules import GREEN, GREY, YELLOW
from solver.deduction.rules.game import Code, Turn
from solver.deduction.rules.own_words import MOST_NAMED, name_words, parse_name
from solver.deduction.rules.words import ALPHABET, FIRST_LIST, WORDS, FirstWordGame, WordGame
from solver.wording import spelled

COLOURS: Final[Mapping[int, Colour]] = {
    GREEN: Colour(
        name="green",
        mark=PLACED,
        meaning="right place",
        sentence="the letter is right, and in its place",
        style="placed",
        shape="tile",
    ),
    YELLOW: Colour(
        name="yellow",
        mark=ELSEWHERE,
        meaning="wrong place",
        sentence="the word has the letter, but in another place",
        style="present",
        shape="ring",
    ),
    GREY: Colour(
        name="grey",
        mark=NOTHING,
        meaning="not there, or no more of it",
        sentence="the word doesn’t have it, or no more of it",
        style="absent",
        shape="bare",
    ),
}
KEYBOARD: Final = "QWERTYUIOPASDFGHJKLZXCVBNM"


@dataclass(frozen=True)
class WordFace(MarkFace):
    game: WordGame

    colours: ClassVar[Mapping[int, Colour]] = COLOURS

    @property
    def goal(self) -> str:
        return (
            f"Find the hidden {spelled(self.game.pegs)}-letter word, "
            f"one of {self.game.secret_count:,}."
        )

    @property
    def own_title(self) -> str:
        return f"{self.game.secret_count:,} words"

    @property
    def values(self) -> tuple[Value, ...]:
        return figures(self.game.letters)

    @property
    def palette(self) -> tuple[Value, ...]:
        """The letters as on a keyboard, those of a list of one's own in order.

        >>> "".join(value.letter for value in WordFace(WordGame()).palette[:6])
        'QWERTY'
        """
        letters = self.game.letters
        keys = KEYBOARD if letters == ALPHABET else letters
        return tuple(self.values[letters.index(key)] for key in keys)

    def spell(self, text: str) -> str:
        return self.game.spell(text)

    def turn_pegs(self, turn: Turn) -> Pegs:
        colours = [COLOURS[mark] for mark in turn.feedback]
        letters = [self.values[letter] for letter in turn.code]
        return tuple(
            letter._replace(style=colour.style, shape=colour.shape)
            for letter, colour in zip(letters, colours, strict=True)
        )

    def code_words(self, code: Code) -> str:
        """Say the word, in capitals or quoted: some are words of sentences, such as “codes”.

        >>> WordFace(WordGame()).code_words((2, 17, 0, 13, 4))
        'CRANE'
        """
        word = self.draft_of(code)
        return word if word.isupper() else f"“{word}”"


def _sentence(words: tuple[str, ...]) -> str:
    return f"A five-letter word, one of {len(words):,}; 6 guesses"


OWN: Final = OwnGame(
    name="own-words",
    title="Your own words",
    sentence="Play with a list of yours",
    bound=f"2 to {MOST_NAMED:,} words of 3 to 8 letters, all equally long, in any alphabet that is "
    "written from left to right, with spaces, commas or lines between them.",
    make=lambda form: name_words(form.get("words", ""), form.get("more-words", "")),
    text="words",
)

FAMILY: Final = Family(
    presets=(
        Preset("words2", WordGame, "Words", _sentence(WORDS)),
        Preset("words", FirstWordGame, "First words", _sentence(FIRST_LIST), is_offered=False),
    ),
    face=lambda game, show: WordFace(game, show) if isinstance(game, WordGame) else None,
    parse=parse_name,
    own=OWN,
    turns_help=(
        "For words, a TURN is WORD:COLOURS, for example CRANE:gy---: g for the right place, y for "
        "the wrong place, - for a letter of which there is no (further) copy."
    ),
)
