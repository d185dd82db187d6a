"""What is stored: games, boards, tasks, and the records about them.

``engine`` opens the database (``sqlite`` or ``postgresql``) and names what goes wrong
(``engine.faults``), so that pages needn't know which driver there is. ``engine.folder`` keeps the
folder of data and the key in it.
"""
