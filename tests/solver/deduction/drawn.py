from random import Random

from solver.deduction.rules.game import Game, Turn


def turns_of(game: Game, *texts: str) -> tuple[Turn, ...]:
    return tuple(game.parse_turn(text) for text in texts)


def draw_turns(game: Game, draw: Random, minimum: int = 1, maximum: int = 5) -> list[Turn]:
    """Return some guesses, with the feedback for one code."""
    secret = game.code_at(int(game.secrets[draw.randrange(game.secret_count)]))
    count = draw.randint(minimum, maximum)
    guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(count)]
    return [Turn(guess, game.feedback(guess, secret)) for guess in guesses]
