"""A game in the terminal: as codebreaker, as codemaker, or watching the computer do both.

People's text goes to standard output, or to standard error when the game is to be told as JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import click

from solver.deduction import advice, advice_words
from solver.deduction.candidates import candidates
from solver.deduction.choices import Strategy
from solver.deduction.contradictions import diagnose
from solver.deduction.diagnosis_words import diagnosis_words
from solver.deduction.evil import EvilMatch
from solver.deduction.game import Code, Game, Turn
from solver.deduction.play import Match, Outcome
from solver.deduction.wording import counted, shown

ROLES = ("breaker", "setter", "watch")
BREAKER_HELP = "Type a code; or hint, list, help, quit."
SETTER_HELP = (
    "Type the answer to the guess; or “row 2 ANSWER” to change an earlier answer, help, quit."
)
MOST_LISTED_HERE = 40


class LeftError(Exception):
    """The player leaves, or there is no more input."""


@dataclass
class Terminal:
    """Reads lines and prints sentences; ``aside`` sends them to standard error."""

    aside: bool = False

    def say(self, *sentences: str) -> None:
        """Print sentences, a line each."""
        for sentence in sentences:
            click.echo(sentence, err=self.aside)

    def ask(self, prompt: str) -> str:
        """Return the player's next line. Raises LeftError for “quit” and after the last line."""
        click.echo(f"{prompt} ", nl=False, err=self.aside)
        line = sys.stdin.readline()
        if not line:
            self.say("")
            raise LeftError
        text = line.strip()
        if text.lower() == "quit":
            raise LeftError
        return text


def break_code(
    terminal: Terminal, match: Match[Game] | EvilMatch, strategy: Strategy
) -> Match[Game] | EvilMatch:
    """Let the player guess until the match is over; return it as it stands at the end."""
    game = match.game
    terminal.say(f"{game.name}: {counted(candidates(game, ()).count, 'code')}. {BREAKER_HELP}")
    try:
        while match.outcome is Outcome.PLAYING:
            text = terminal.ask(f"Row {len(match.turns) + 1} of {game.rows}:")
            if text.lower() in ("hint", "list", "help", ""):
                terminal.say(*_said(game, match.turns, text.lower(), strategy))
                continue
            try:
                match = match.guess(game.parse_code(text))
            except ValueError as error:
                terminal.say(str(error))
                continue
            terminal.say(_answered(game, match.turns))
    except LeftError:
        return match
    terminal.say(_end(game, match))
    return match


def _said(game: Game, turns: tuple[Turn, ...], word: str, strategy: Strategy) -> Iterator[str]:
    left = candidates(game, turns)
    if word == "list":
        codes = [
            game.format_code(code) for code, _ in zip(left, range(MOST_LISTED_HERE), strict=False)
        ]
        more = " …" * (left.count > len(codes))
        yield f"{counted(left.count, 'code')}: {' '.join(codes)}{more}"
    elif word == "hint":
        yield from advice_words.reasons_words(
            advice.reasons(game, turns), advice_words.names_of(game)
        )
        yield from advice_words.move_words(game, advice.move(game, turns, strategy))
    else:
        yield BREAKER_HELP


def _answered(game: Game, turns: tuple[Turn, ...]) -> str:
    last = turns[-1]
    left = candidates(game, turns).count
    code, answer = game.format_code(last.code), game.format_answer(last.feedback)
    return f"{code}  {answer}  ({counted(left, 'code')} left)"


def _end(game: Game, match: Match[Game] | EvilMatch) -> str:
    if match.outcome is Outcome.WON:
        return f"Solved in {counted(len(match.turns), 'guess', 'guesses')}."
    secret = game.format_code(match.secret) if match.secret else ""
    return f"Out of guesses. The code was {secret}."


@dataclass(frozen=True)
class Setting:
    """The player has a code in mind and answers the guesses of the computer, the codebreaker."""

    game: Game
    strategy: Strategy
    turns: tuple[Turn, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """How it stands for the computer."""
        if self.secret is not None:
            return Outcome.WON
        return Outcome.PLAYING if len(self.turns) < self.game.rows else Outcome.LOST

    @property
    def secret(self) -> Code | None:
        """The code, once it is found."""
        is_won = self.turns and self.turns[-1].feedback == self.game.feedbacks[self.game.won]
        return self.turns[-1].code if is_won else None

    def guess(self) -> Code | None:
        """Return the computer's next guess; None if the answers contradict each other."""
        left = candidates(self.game, self.turns)
        if not left.count:
            return None
        return self.strategy.choose(self.game, left, self.turns).guess

    def answered(self, guess: Code, text: str) -> Setting:
        """Return the game after an answer. Raises FeedbackError."""
        return replace(self, turns=(*self.turns, Turn(guess, self.game.parse_answer(text))))

    def changed(self, row: str, text: str) -> Setting:
        """Return the game with another answer in a row. Raises ValueError."""
        place = int(row) - 1 if row.isdecimal() else -1
        if not 0 <= place < len(self.turns):
            raise ValueError(f"There is no answered row “{shown(row)}”.")
        mended = self.turns[place]._replace(feedback=self.game.parse_answer(text))
        return replace(self, turns=(*self.turns[:place], mended, *self.turns[place + 1 :]))


def set_code(terminal: Terminal, setting: Setting) -> Setting:
    """Let the player answer until the code is found or the rows are full."""
    example = setting.game.format_answer(setting.game.feedbacks[1])
    terminal.say(f"Think of a code. {SETTER_HELP} An answer is written like {example}.")
    try:
        while setting.outcome is Outcome.PLAYING:
            setting = _next_answer(terminal, setting)
    except LeftError:
        return setting
    rows = counted(len(setting.turns), "guess", "guesses")
    won = setting.outcome is Outcome.WON
    terminal.say(f"Found in {rows}." if won else f"Not found in {rows}: you win.")
    return setting


def _next_answer(terminal: Terminal, setting: Setting) -> Setting:
    """Make a guess, or say which answers can't all be true; read one line and carry it out."""
    guess = setting.guess()
    if guess is None:
        terminal.say(*diagnosis_words(setting.game, diagnose(setting.game, setting.turns)))
        prompt = "Change a row:"
    else:
        row = f"Row {len(setting.turns) + 1} of {setting.game.rows}"
        prompt = f"{row}: {setting.game.format_code(guess)}  answer:"
    words = terminal.ask(prompt).split(maxsplit=2)
    try:
        if len(words) == 3 and words[0].lower() == "row":
            return setting.changed(words[1], words[2])
        if guess is not None and words and words[0].lower() != "help":
            return setting.answered(guess, " ".join(words))
        terminal.say(SETTER_HELP)
    except ValueError as error:
        terminal.say(str(error))
    return setting


def watch(terminal: Terminal, match: Match[Game], strategy: Strategy) -> Match[Game]:
    """Let the computer break the code, a line a guess with its reason; return the match."""
    game = match.game
    while match.outcome is Outcome.PLAYING:
        choice = strategy.choose(game, candidates(game, match.turns), match.turns)
        match = match.guess(choice.guess)
        terminal.say(_answered(game, match.turns))
        if choice.split.total > 2:
            terminal.say(f"    {advice_words.move_words(game, choice)[1]}")
    terminal.say(_end(game, match))
    return match
