"""Games of the kind "guess a secret from feedback": rules, reasoning, hints.

The rules:

``game``, ``listed_game``
    what every such game offers the solver; how to add one
``mastermind``, ``bulls_and_cows``, ``number_pair``
    rules, codes and feedback; parse and format
``boards``, ``games``
    boards of every size as games; all games by name
``play``
    one secret being broken, guess by guess

What is known:

``candidates``
    the codes that fit all answers so far
``large``
    the same on boards too large to list, by halves
``partition``, ``weights``
    how a guess splits the candidates, and how parts weigh
``exclusions``, ``marks``
    which turns exclude which codes
``facts``
    what the answers prove, and by which turns
``contradictions``
    which answers can't all be true, and the mend

How to play:

``symmetry``, ``pools``, ``sampling``
    guesses that are alike; which are weighed; two steps ahead on a sample
``strategies``, ``choices``, ``perfect``, ``careless``
    functions that choose a guess, named in one table; what they answer; two of them
``optimal``
    perfect play, with proof: least mean, least worst case
``tree``, ``nodes``, ``growth``, ``tree_text``, ``walker``
    a strategy played against every secret; how that is kept, grown, written, and checked
``simulate``
    a strategy played against many secrets
``branches``, ``studies``
    a whole tree in pieces; work that takes long, in pieces that can be done anywhere
``evil``
    the setter who chooses no code

What is said of it:

``advice``, ``review``, ``prospects``
    hints in three tiers; a finished game, guess by guess; what a position still needs
``advice_words``, ``fact_words``, ``review_words``, ``diagnosis_words``
    the same in English
``kernels``
    the compiled loops
"""
