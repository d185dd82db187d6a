"""The faces of Mastermind, with twelve colours and the empty hole, and of Bulls and Cows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, Final

from solver.deduction.faces import face
from solver.deduction.faces.keys import KEYS, TITLES, KeyFace, PegMarkFace
from solver.deduction.rules import mastermind
from solver.deduction.rules.game import MOST_CODES, Game, RulesError
from solver.deduction.rules.mastermind import Digits, FeedbackKind, Rules
from solver.deduction.rules.mastermind_game import MastermindGame

#: How to type, name, label and draw each colour: a row for each, and no sign in two rows.
PALETTE: Final = tuple(
    face.Value(symbol, name, letter, str(number))
    for number, (symbol, name, letter) in enumerate(
        zip(mastermind.SYMBOLS, mastermind.NAMES, mastermind.LETTERS, strict=True), 1
    )
)
NO_PEG: Final = face.Value(mastermind.BLANK, "Empty", "", "blank")


@dataclass(frozen=True)
class MastermindFace(KeyFace):
    key_word: ClassVar[str] = " key"

    @cached_property
    def usual_display(self) -> str:
        return "white-red" if self.game.rules == mastermind.EIGHT else "black-white"

    @cached_property
    def values(self) -> tuple[face.Value, ...]:
        """The colours, with the signs of a position's own on their pegs.

        >>> from solver.deduction.games import face_of, game_named
        >>> game = game_named("classic").with_alphabet(tuple("012345"))
        >>> face_of(game).draft_of((0, 5))
        '05'
        """
        rules = self.game.rules
        colours = PALETTE[: rules.colours]
        signs = "".join(self.game.alphabet)
        if signs.isascii() and len(signs) == rules.choices:
            colours = tuple(
                value._replace(symbol=sign, letter=sign)
                for value, sign in zip(colours, signs, strict=False)
            )
        return (*colours, *(NO_PEG,) * rules.blanks)

    @cached_property
    def example(self) -> str:
        code = self.game.code_at(self.game.code_count // 3)
        values = (self.values[value] for value in code)
        return "".join(value.letter or value.symbol for value in values)

    @cached_property
    def keyboard(self) -> str:
        """Digits, or the letters on the pegs.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("grand")).keyboard
        '1 to 8 or the letter on a peg, . for an empty hole,'
        """
        rules = self.game.rules
        digits = f"1 to {min(rules.colours, 9)} or the letter on a peg"
        signs = digits if not self.game.notation_words else "the sign on a peg"
        return f"{signs}, . for an empty hole," if rules.blanks else signs

    def name_of(self, value: int) -> str:
        """Name a colour as people see it.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("classic")).name_of(0), face_of(game_named("grand")).name_of(8)
        ('red', 'empty')
        """
        return self.values[value].name.lower()


@dataclass(frozen=True)
class MarkedMastermindFace(PegMarkFace, MastermindFace):
    """Pegs with a mark for each hole."""


@dataclass(frozen=True)
class BullsFace(KeyFace):
    """Digits on plain pegs, with feedback in bulls and cows.

    >>> from solver.deduction.games import face_of, game_named
    >>> face_of(game_named("bulls10")).name_of(0)
    'digit 0'
    """

    usual_display: ClassVar[str] = "bulls-cows"

    @property
    def values(self) -> tuple[face.Value, ...]:
        return face.figures(self.game.rules.symbols)


@dataclass(frozen=True)
class MarkedBullsFace(PegMarkFace, BullsFace):
    """Digits with a mark for each place."""


def _face(game: Game, display: str) -> KeyFace | None:
    if not isinstance(game, MastermindGame):
        return None
    is_marked = game.rules.feedback_kind is FeedbackKind.HOLES
    if isinstance(game.rules, Digits):
        return (MarkedBullsFace if is_marked else BullsFace)(game, display)
    return (MarkedMastermindFace if is_marked else MastermindFace)(game, display)


_FEEDBACK_KINDS: Final = {kind.name.lower(): kind for kind in FeedbackKind}


def _board(form: Mapping[str, str]) -> MastermindGame:
    pegs, colours = _number(form, "pegs"), _number(form, "colours")
    if not (2 <= pegs <= mastermind.MOST_PEGS and 2 <= colours <= mastermind.MOST_COLOURS):
        limits = f"2 to {mastermind.MOST_PEGS} pegs and 2 to {mastermind.MOST_COLOURS} colours"
        raise RulesError(f"A board of your own has {limits}.")
    repeats = form.get("repeats", "all")
    rules = Rules(
        pegs,
        colours,
        guesses=_number(form, "guesses"),
        repeats=repeats != "none",
        secret_repeats=repeats == "all",
        blanks=form.get("blanks") == "1",
        feedback_kind=_FEEDBACK_KINDS.get(form.get("feedback", ""), FeedbackKind.BOTH),
    )
    return MastermindGame(rules)


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise RulesError(f"Type the number of {name}.")
    return int(text)


OWN: Final = face.OwnGame(
    name="own",
    title="Your own",
    sentence="Set the numbers below",
    numbers=(
        face.NumberField("pegs", "Pegs", Rules.pegs, 2, mastermind.MOST_PEGS),
        face.NumberField("colours", "Colours", Rules.colours, 2, mastermind.MOST_COLOURS),
        face.NumberField("guesses", "Guesses", Rules.guesses, 1, mastermind.MOST_GUESSES),
    ),
    lists=(
        face.ListField(
            "repeats",
            "Repeats",
            (("all", "allowed"), ("guesses", "in guesses only"), ("none", "not allowed")),
        ),
        face.ListField(
            "feedback",
            "Feedback",
            (
                ("both", "black and white"),
                *((kind.name.lower(), title) for kind, title in TITLES.items()),
            ),
        ),
    ),
    checks=(face.CheckField("blanks", "Holes may stay empty"),),
    bound=f"A board can have up to {MOST_CODES:,} codes, such as 6 × 9 or 8 × 5.",
    make=_board,
)


FOUR_DIGITS: Final = "4 different digits, 10 guesses"


def _preset(name: str, rules: Rules, title: str, sentence: str, like: str = "") -> face.Preset:
    return face.Preset(name, partial(MastermindGame, rules, name), title, sentence, like)


FAMILY: Final = face.Family(
    presets=(
        _preset("classic", Rules(), "Classic", "4 pegs, 6 colours, 10 guesses"),
        _preset("mini", Rules(3, 4), "Mini", "3 pegs, 4 colours, 10 guesses"),
        _preset(
            "eight",
            mastermind.EIGHT,
            "Eight guesses",
            "Classic with 8 guesses, and red and white key pegs",
            like="classic",
        ),
        _preset(
            "distinct",
            Rules(secret_repeats=False),
            "Distinct",
            "Classic; no colour repeats in the code",
        ),
        _preset("super", Rules(5, 8, guesses=12), "Super", "5 pegs, 8 colours, 12 guesses"),
        _preset(
            "grand",
            Rules(6, 8, guesses=12, blanks=True),
            "Grand",
            "6 pegs, 8 colours or an empty hole, 12 guesses",
        ),
        _preset("bulls9", Digits(4, 9), "Bulls and Cows 1–9", FOUR_DIGITS),
        _preset("bulls10", Digits(4, 10), "Bulls and Cows 0–9", FOUR_DIGITS),
    ),
    face=_face,
    displays=tuple(KEYS.values()),
    parse=lambda text: MastermindGame(
        (mastermind.parse_digits if "of" in text else mastermind.parse_rules)(text)
    ),
    own=OWN,
    games_help=(
        "A board like 5x8/12 has 5 pegs, 8 colours and 12 guesses. Letters after the colours: b "
        "for a blank, s for no repeats in the code, d for none in guesses either; then p if "
        "feedback shows only right places, h if it marks each hole. "
        "A name like 4of0-9 is Bulls and Cows with 4 of these digits, 4of0-9r with repeats."
    ),
    turns_help=(
        "A TURN is CODE:BLACK,WHITE, for example 1122:1,0. BLACK is how many pegs are in the right "
        "place, WHITE how many have the right colour in the wrong place, whatever your key pegs "
        "look like. Write colours as letters, R O Y G B P W T M L N S, or the first nine as 1 to "
        "9, and the blank as a dot. Where only right places are shown, a TURN is CODE:BLACK; where "
        "each hole is marked, it is like 1122:gy--, with g for the right place, y for elsewhere, - "
        "for absent; in Bulls and Cows, a code is its digits."
    ),
)
