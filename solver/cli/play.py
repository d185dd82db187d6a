"""A game in the terminal: as codebreaker, as codemaker, or watching the computer do both.

People's text goes to standard output, or to standard error when the game is to be told as JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import click

from solver.deduction.explain import advice
from solver.deduction.games import face_of
from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.knowledge.contradictions import diagnose
from solver.deduction.matches import EvilMatch, Match, Outcome
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.text import advice as advice_words
from solver.deduction.text.diagnosis import diagnosis_words
from solver.wording import counted, shown

ROLES = ("breaker", "setter", "watch")
BREAKER_HELP = "Type a code; or hint, list, help, quit (q)."
SETTER_HELP = (
    "Type the feedback for the guess; or “row 2 FEEDBACK” to change an earlier row, help, quit (q)."
)
MOST_LISTED_HERE = 40


class LeftError(Exception):
    """The player leaves, or there is no more input."""


@dataclass
class Terminal:
    """Reads lines and prints sentences; ``aside`` sends them to standard error."""

    aside: bool = False

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            click.echo(sentence, err=self.aside)

    def ask(self, prompt: str) -> str:
        """Return the player's next line. Raises LeftError for “quit” and after the last line."""
        click.echo(f"{prompt} ", nl=False, err=self.aside)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            self.say("")
            raise LeftError
        text = line.strip()
        if text.lower() in ("quit", "q"):
            raise LeftError
        return text


def break_code(
    terminal: Terminal, match: Match[Game] | EvilMatch, strategy: Strategy
) -> Match[Game] | EvilMatch:
    game = match.game
    terminal.say(f"{game.name}: {counted(candidates(game, ()).count, 'code')} are possible.")
    terminal.say(face_of(game).how_to_write, BREAKER_HELP)
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
            advice.reasons(game, turns, face_of(game).shown_facts(turns)),
            face_of(game).plain_name,
            face_of(game).terms,
        )
        yield from advice_words.move_words(game, advice.move(game, turns, strategy))
    else:
        yield face_of(game).how_to_write
        yield BREAKER_HELP


def _answered(game: Game, turns: tuple[Turn, ...]) -> str:
    last = turns[-1]
    code, answer = game.format_code(last.code), game.format_answer(last.feedback)
    if last.feedback == game.feedbacks[game.won]:
        return f"{code}  {answer}"
    return f"{code}  {answer}  ({counted(candidates(game, turns).count, 'code')} left)"


def _end(game: Game, match: Match[Game] | EvilMatch) -> str:
    if match.outcome is Outcome.WON:
        return f"Solved in {counted(len(match.turns), 'guess', 'guesses')}."
    secret = game.format_code(match.secret) if match.secret else ""
    return f"Out of guesses. The code was {secret}."


@dataclass(frozen=True)
class SetterSession:
    """The player has a code in mind and answers the guesses of the computer, the codebreaker."""

    game: Game
    strategy: Strategy
    turns: tuple[Turn, ...] = ()

    @property
    def outcome(self) -> Outcome:
        if self.secret is not None:
            return Outcome.WON
        is_full = len(self.turns) >= self.game.rows and self.left.count
        return Outcome.LOST if is_full else Outcome.PLAYING

    @property
    def secret(self) -> Code | None:
        """The code, once it is found; an answer of that kind must agree with all others."""
        is_won = self.turns and self.turns[-1].feedback == self.game.feedbacks[self.game.won]
        return self.turns[-1].code if is_won and self.left.count else None

    @property
    def left(self) -> Candidates:
        return candidates(self.game, self.turns)

    def guess(self) -> Code:
        """Return the computer's next guess. Raises ValueError if no code fits the answers."""
        return self.strategy.choose(self.game, self.left, self.turns).guess

    def answered(self, guess: Code, text: str) -> SetterSession:
        return replace(self, turns=(*self.turns, Turn(guess, self.game.parse_answer(text))))

    def changed(self, row: str, text: str) -> SetterSession:
        place = int(row) - 1 if row.isdecimal() else -1
        if not 0 <= place < len(self.turns):
            raise ValueError(f"There is no answered row “{shown(row)}”.")
        corrected = self.turns[place]._replace(feedback=self.game.parse_answer(text))
        return replace(self, turns=(*self.turns[:place], corrected, *self.turns[place + 1 :]))


def set_code(terminal: Terminal, setting: SetterSession) -> SetterSession:
    terminal.say(f"Think of a code. {face_of(setting.game).how_to_write} {SETTER_HELP}")
    try:
        while setting.outcome is Outcome.PLAYING:
            setting = _next_answer(terminal, setting)
    except LeftError:
        return setting
    rows = counted(len(setting.turns), "guess", "guesses")
    won = setting.outcome is Outcome.WON
    terminal.say(f"Found in {rows}." if won else f"Not found in {rows}: you win.")
    return setting


def _next_answer(terminal: Terminal, setting: SetterSession) -> SetterSession:
    game, left = setting.game, setting.left.count
    guess = setting.guess() if left else None
    if guess is None:
        terminal.say(*_rows(setting))
        terminal.say(*diagnosis_words(game, diagnose(game, setting.turns)))
        prompt = "Which row is wrong? row"
    else:
        terminal.say(f"{counted(left, 'code')} possible.")
        row = f"Row {len(setting.turns) + 1} of {game.rows}"
        prompt = f"{row}: {game.format_code(guess)}  feedback:"
    words = terminal.ask(prompt).split(maxsplit=2)
    if guess is None and words[:1] and words[0].lower() != "row":
        words = ["row", *" ".join(words).split(maxsplit=1)]
    try:
        if len(words) == 3 and words[0].lower() == "row":
            return setting.changed(words[1], words[2])
        if guess is not None and words and words[0].lower() != "help":
            return setting.answered(guess, " ".join(words))
        terminal.say(
            SETTER_HELP if guess is not None else "Type its number and the right feedback."
        )
    except ValueError as error:
        terminal.say(str(error))
    return setting


def _rows(setting: SetterSession) -> Iterator[str]:
    for number, turn in enumerate(setting.turns, start=1):
        code, answer = (
            setting.game.format_code(turn.code),
            setting.game.format_answer(turn.feedback),
        )
        yield f"Row {number}: {code}  {answer}"


def watch(terminal: Terminal, match: Match[Game], strategy: Strategy) -> Match[Game]:
    game = match.game
    secret = game.format_code(match.secret)
    terminal.say(f"“{strategy.name}” breaks the code {secret} of {game.name}.")
    while match.outcome is Outcome.PLAYING:
        choice = strategy.choose(game, candidates(game, match.turns), match.turns)
        match = match.guess(choice.guess)
        terminal.say(_answered(game, match.turns))
    terminal.say(_end(game, match))
    return match
