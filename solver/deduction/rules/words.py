"""Words: a word of five letters is hidden, and each letter of a guess is answered in its place.

Guesses and secrets come from one small list written for this game. A letter is green if the word
has it there, yellow if the word has it elsewhere, and grey otherwise. If a guess has a letter more
often than the word, only as many are marked as the word has, green ones first, then from left to
right.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import product
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Answer, Code, CodeError, Codes, frozen
from solver.deduction.rules.listed_game import ListedGame
from solver.wording import shown

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS: Final = 5
GREY, YELLOW, GREEN = range(3)
#: The sign for each of them.
SIGNS: Final = "-yg"
OPEN: Final = "_"

_LIST: Final = """
ABOUT ABOVE ACTOR ADOPT ADULT AFTER AGAIN AGENT AGREE AHEAD ALARM ALBUM ALERT ALIVE ALLOW ALONE
ALONG AMONG ANGEL ANGER ANGLE ANGRY APART APPLE APPLY ARENA ARGUE ARISE ASIDE AUDIO AVOID AWAKE
AWARD AWARE BADGE BAKER BASIC BASIN BATCH BEACH BEARD BEGIN BEING BELOW BENCH BERRY BIRTH BLACK
BLADE BLAME BLANK BLAST BLEND BLIND BLOCK BLOOD BOARD BOAST BONUS BOOST BRAIN BRAND BRAVE BREAD
BREAK BRICK BRIDE BRIEF BRING BROAD BROOM BROWN BRUSH BUILD BUNCH BURST CABIN CABLE CAMEL CANAL
CANDY CARGO CARRY CATCH CAUSE CHAIN CHAIR CHALK CHARM CHART CHASE CHEAP CHECK CHEEK CHEER CHESS
CHEST CHIEF CHILD CHOIR CLAIM CLASS CLEAN CLEAR CLERK CLIFF CLIMB CLOCK CLOSE CLOTH CLOUD CLOWN
COACH COAST COLOR CORAL COUCH COULD COUNT COURT COVER CRAFT CRANE CRASH CREAM CREEK CRIME CROSS
CROWD CROWN CRUST CURVE CYCLE DAILY DAIRY DANCE DEALT DELAY DEPTH DIARY DIRTY DOUBT DOZEN DRAFT
DRAIN DRAMA DREAM DRESS DRIFT DRINK DRIVE EAGER EAGLE EARLY EARTH EIGHT ELBOW EMPTY ENEMY ENJOY
ENTER ENTRY EQUAL ERROR EVENT EVERY EXACT EXIST EXTRA FABLE FAINT FAITH FALSE FANCY FEAST FENCE
FEVER FIELD FIFTY FIGHT FINAL FIRST FLAME FLASH FLEET FLOAT FLOOD FLOOR FLOUR FLUTE FOCUS FORCE
FORTY FOUND FRAME FRESH FRONT FROST FRUIT GIANT GLASS GLOBE GLORY GLOVE GRACE GRADE GRAIN GRAND
GRAPE GRASS GREAT GREEN GREET GROUP GUARD GUESS GUEST GUIDE HABIT HAPPY HARSH HEART HEAVY HELLO
HONEY HORSE HOTEL HOUSE HUMAN HUMOR IDEAL IMAGE INDEX INNER INPUT ISSUE JEWEL JOINT JUDGE JUICE
KNIFE KNOCK LABEL LARGE LATER LAUGH LAYER LEARN LEAST LEAVE LEMON LEVEL LIGHT LIMIT LOCAL LOGIC
LOOSE LOWER LOYAL LUCKY LUNCH MAGIC MAJOR MAPLE MARCH MATCH MAYBE MEDAL METAL MIGHT MINOR MODEL
MONEY MONTH MOTOR MOUNT MOUSE MOUTH MOVIE MUSIC NERVE NEVER NIGHT NOBLE NOISE NORTH NOVEL NURSE
OCEAN OFFER OFTEN OLIVE ONION OPERA ORBIT ORDER OTHER OUTER OWNER PAINT PANEL PAPER PARTY PASTE
PATCH PEACE PEARL PHASE PHONE PIANO PIECE PILOT PITCH PLACE PLAIN PLANE PLANT PLATE POINT POWER
PRESS PRICE PRIDE PRIME PRINT PRIZE PROOF PROUD PULSE PUPIL QUEEN QUICK QUIET QUITE RADIO RAISE
RANCH RANGE RAPID REACH READY RIGHT RIVER ROAST ROBOT ROUGH ROUND ROUTE ROYAL RURAL SALAD SAUCE
SCALE SCARF SCENE SCORE SENSE SEVEN SHADE SHAKE SHAPE SHARE SHARP SHEEP SHEET SHELF SHELL SHINE
SHIRT SHORE SHORT SHOUT SIGHT SKILL SLEEP SLICE SLOPE SMALL SMART SMILE SMOKE SNAKE SOLAR SOLID
SOUND SOUTH SPACE SPARE SPARK SPEAK SPEED SPEND SPICE SPOON SPORT STAFF STAGE STAIR STAMP STAND
STARE START STATE STEAM STEEL STEEP STICK STILL STONE STORE STORM STORY STOVE STUDY STYLE SUGAR
SUNNY SWEET SWING TABLE TASTE TEACH THANK THEME THICK THING THINK THREE THROW TIGER TITLE TOAST
TODAY TOOTH TOTAL TOUCH TOWEL TOWER TRACE TRADE TRAIL TRAIN TREAT TRIAL TRUCK TRUST TRUTH UNCLE
UNDER UNION UNTIL UPPER URBAN USUAL VALUE VIDEO VISIT VOICE WAGON WASTE WATCH WATER WHALE WHEAT
WHEEL WHERE WHILE WHITE WHOLE WOMAN WORLD WORTH WRITE WRONG YIELD YOUNG YOUTH ZEBRA
"""
WORDS: Final = tuple(_LIST.split())


def _code(word: str) -> Code:
    return tuple(map(ALPHABET.index, word))


#: All answers; a single yellow beside four greens is impossible, as that letter has nowhere to go.
ANSWERS: Final = tuple(
    answer
    for answer in product(range(3), repeat=LETTERS)
    if sorted(answer) != [YELLOW] + [GREEN] * 4
)


class WordGame(ListedGame):
    """A word of five letters, to be found in six guesses.

    >>> game = WordGame()
    >>> game.format_answer(game.feedback(game.parse_code("speed"), game.parse_code("eagle")))
    '--yy-'
    """

    name = "words"
    rows = 6
    answers_rule = "letters"
    codes_in_order = tuple(map(_code, WORDS))
    answers_written: ClassVar = {
        "".join(SIGNS[mark] for mark in answer): answer for answer in ANSWERS
    }
    openings = (_code("RAISE"), _code("CLOUD"))

    def feedback(self, guess: Code, secret: Code) -> Answer:
        is_green = [mine == theirs for mine, theirs in zip(guess, secret, strict=True)]
        left = Counter(letter for letter, green in zip(secret, is_green, strict=True) if not green)
        marks = []
        for letter, green in zip(guess, is_green, strict=True):
            is_there = not green and left[letter] > 0
            left[letter] -= is_there
            marks.append(GREEN if green else YELLOW if is_there else GREY)
        return tuple(marks)

    @cached_property
    def table(self) -> Codes:
        """Every answer, ``[guess, secret]``, by the same rule, for one guess at a time."""
        numbers = np.zeros((3,) * LETTERS, np.uint8)
        numbers[tuple(np.array(ANSWERS).T)] = range(len(ANSWERS))
        return frozen(
            np.stack([numbers[tuple(_marks(guess, self.codes).T)] for guess in self.codes])
        )

    def parse_code(self, text: str) -> Code:
        """Read a word. Raises CodeError if it isn't on the list.

        >>> WordGame().parse_code("crane")
        (2, 17, 0, 13, 4)
        """
        word = "".join(text.split()).upper()
        if len(word) != LETTERS:
            raise CodeError(f"A word has {LETTERS} letters here; this one has {len(word)}.")
        if OPEN in word:
            raise CodeError(f"Place {word.index(OPEN) + 1} is still empty.")
        code = tuple(ALPHABET.find(letter) for letter in word)
        if code not in self._places:
            raise CodeError(f"“{shown(word)}” is not on this game’s list of words.")
        return code

    def format_code(self, code: Code) -> str:
        return "".join(ALPHABET[letter] for letter in code)


def _marks(guess: NDArray[np.uint8], secrets: Codes) -> NDArray[np.int64]:
    """Return the marks a guess gets, ``[secret, letter]``."""
    is_green = secrets == guess
    marks = np.where(is_green, GREEN, GREY)
    for place, letter in enumerate(guess):
        there = ((secrets == letter) & ~is_green).sum(axis=1)
        earlier = (marks[:, :place] == YELLOW)[:, guess[:place] == letter].sum(axis=1)
        marks[(there > earlier) & ~is_green[:, place], place] = YELLOW
    return marks
