"""All kinds of question that a block can ask."""

from collections.abc import Callable, Mapping
from typing import Final

from webapp.learn.questions.block import Block, QuestionError
from webapp.learn.questions.claims import ClaimChoice, FalseRowChoice
from webapp.learn.questions.codes import CodeQuestion, FittingChoice, KeysQuestion
from webapp.learn.questions.figures import FigureChoice, MostChoice, NumberQuestion
from webapp.learn.questions.pile_hand import PilesQuestion
from webapp.learn.questions.placements import FillQuestion, PlaceQuestion, ReachQuestion
from webapp.learn.questions.question import Question
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.trials import SearchQuestion, StackQuestion

#: By the name in a question's block.
KINDS: Final[Mapping[str, Callable[[Scene, Block], Question]]] = {
    "keys": KeysQuestion,
    "fits": FittingChoice,
    "code": CodeQuestion,
    "proved": ClaimChoice,
    "false": FalseRowChoice,
    "least": FigureChoice,
    "most": MostChoice,
    "number": NumberQuestion,
    "piles": PilesQuestion,
    "place": PlaceQuestion,
    "fill": FillQuestion,
    "reach": ReachQuestion,
    "search": SearchQuestion,
    "stack": StackQuestion,
}


def ask(scene: Scene, block: Block) -> Question:
    """Return the question of a block. Raises QuestionError for an unknown kind or a false claim."""
    if block.argument not in KINDS:
        raise QuestionError(f"There is no question of the kind “{block.argument}”.")
    return KINDS[block.argument](scene, block)
