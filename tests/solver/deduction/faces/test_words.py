"""What is said of the colours of a word holds for letters that a guess has twice."""

from itertools import product

from solver.deduction.faces.words import COLOURS, FAMILY
from solver.deduction.games import face_of, game_named
from solver.deduction.rules.feedback_rules import GREY
from solver.deduction.rules.words import WORDS

#: What a sentence says of a grey letter by itself, and what of one with a copy in colour.
PLAIN, FURTHER = ("not there", "doesn’t have it", "there is no"), ("further", "no more of it")


def test_no_word_says_that_a_grey_letter_is_not_there_where_it_can_be() -> None:
    face = face_of(game_named("words2"))
    greys = {
        place
        for guess, word in product(WORDS[:40], WORDS)
        for place, mark in enumerate(
            face.game.feedback(face.game.parse_code(guess), face.game.parse_code(word))
        )
        if mark == GREY and guess[place] in word
    }
    assert greys, "a grey letter can be in the word"
    grey = COLOURS[GREY].name
    texts = [entry.meaning for entry in (*face.legend, *face.help) if entry.name.lower() == grey]
    texts += [
        option.words
        for field in face.feedback_fields
        for option in field.options
        if grey in option.words
    ]
    texts += [FAMILY.turns_help]
    assert len(texts) == 8
    for text in texts:
        assert any(words in text for words in PLAIN), text
        assert any(words in text for words in FURTHER), text
