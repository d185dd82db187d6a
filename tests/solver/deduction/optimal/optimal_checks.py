"""Plans of exact play, followed by the plain rule of answers."""

from collections import Counter

from solver.deduction.optimal import Plan
from solver.deduction.rules.game import Code, Game, Indices

NEVER = 10**6


def played(game: Game, plan: Plan, secret: Code) -> int:
    """Follow the plan against a secret with the game's plain rule; return the guesses made."""
    node, guesses = 0, 1
    steps = zip(plan.parents.tolist(), plan.feedbacks.tolist(), strict=True)
    following = {step: node for node, step in enumerate(steps)}
    while (guess := game.code_at(int(plan.guesses[node]))) != secret:
        feedback = game.feedbacks.index(game.feedback(guess, secret))
        node = following[node, feedback]
        guesses += 1
    assert plan.wins[node]
    return guesses


def check_plan(game: Game, plan: Plan, candidates: Indices) -> None:
    needed = Counter(played(game, plan, game.code_at(code)) for code in candidates.tolist())
    assert plan.histogram == tuple(needed[guesses + 1] for guesses in range(max(needed)))
    assert plan.total == sum(guesses * codes for guesses, codes in needed.items())
    assert plan.max == max(needed)
    assert plan.mean * len(candidates) == plan.total
