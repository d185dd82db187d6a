"""The database behind the games: which kind, how it is opened, and what it says when it cannot.

``database`` is the way in; ``sqlite`` and ``postgresql`` know the two kinds; ``faults`` reads what
their drivers complain of and ``errors`` names it without them, so that the pages need not know
that there is a database. ``folder`` keeps the folder of data and the key in it.
"""
