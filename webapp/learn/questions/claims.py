"""What do the rows prove? One of a few claims is proved; the others have a counterexample."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code
from solver.deduction.text.facts import claim_words
from webapp.learn.questions.block import Block, QuestionError
from webapp.learn.questions.codes import pegs
from webapp.learn.questions.question import Choices, Marking
from webapp.learn.questions.scene import Scene

_HOLDS: dict[FactKind, Callable[[Fact, Code], bool]] = {
    FactKind.HOLE: lambda fact, code: code[fact.holes[0]] in fact.colours,
    FactKind.OUT: lambda fact, code: not set(fact.colours) & set(code),
    FactKind.IN: lambda fact, code: all(code.count(c) >= fact.count for c in fact.colours),
    FactKind.COUNT: lambda fact, code: all(code.count(c) == fact.count for c in fact.colours),
    FactKind.NOT_HERE: lambda fact, code: all(code[h] not in fact.colours for h in fact.holes),
    FactKind.SUM: lambda fact, code: sum(c in fact.colours for c in code) == fact.count,
}


class ClaimChoice(Choices):
    """Which of the options, claims such as ``out 3`` or ``hole 2 is 5``, do the rows prove?

    ``in 1 2`` means that both are in the code, ``twice 1`` and ``once 1`` exactly how often;
    ``hole 2 not 5`` and ``sum 2 of 1 4`` mean what they say.
    """

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.claims = tuple(parse_claim(scene, text) for text in block.options)
        proved = [at for at, claim in enumerate(self.claims) if self._breaking(claim) is None]
        if len(proved) != 1 or not scene.codes:
            raise QuestionError(f"{len(proved)} of the claims are proved, not one.")
        self.right = proved[0]
        face = scene.face
        self.labels = tuple(
            f"{claim_words((claim,), face.name_of, face.terms)}." for claim in self.claims
        )

    def marking(self, chosen: int) -> Marking:
        """Name a code that fits the rows and breaks the claim; the step says what proves it."""
        code = self._breaking(self.claims[chosen])
        if code is None:
            return Marking(True, ())
        fits = f"{pegs(self.scene, code)} fits all rows, but not this claim."
        return Marking(False, (f"That isn’t certain. {fits}",))

    def _breaking(self, claim: Fact) -> Code | None:
        """Return a code that fits the rows and breaks a claim; None if it is proved."""
        return next((code for code in self.scene.codes if not holds(claim, code)), None)


def holds(claim: Fact, code: Code) -> bool:
    return _HOLDS[claim.kind](claim, code)


#: The first word of a claim about colours only: what it says, and how often.
_OF_COLOURS: Final = {
    "out": (FactKind.OUT, 0),
    "in": (FactKind.IN, 1),
    "once": (FactKind.COUNT, 1),
    "twice": (FactKind.COUNT, 2),
}


def parse_claim(scene: Scene, text: str) -> Fact:
    """Parse a claim. Raises QuestionError."""
    match text.split():
        case ["hole", hole, "is", colour]:
            return Fact(FactKind.HOLE, _colours(scene, [colour]), (int(hole) - 1,), 1)
        case ["hole", hole, "not", *colours]:
            return Fact(FactKind.NOT_HERE, _colours(scene, colours), (int(hole) - 1,))
        case ["sum", many, "of", *colours]:
            return Fact(FactKind.SUM, _colours(scene, colours), count=int(many))
        case [word, *colours] if word in _OF_COLOURS:
            kind_of, count = _OF_COLOURS[word]
            return Fact(kind_of, _colours(scene, colours), count=count)
    raise QuestionError(f"“{text}” is no claim.")


def _colours(scene: Scene, symbols: list[str]) -> tuple[int, ...]:
    all_symbols = [value.symbol for value in scene.face.values]
    return tuple(all_symbols.index(symbol) for symbol in symbols)
