"""Parts of pages that other sites may show in a frame: a board, the daily, a solve, a position.

They are the same for everybody: no cookie is needed or set. A game that is begun there opens here,
in a tab of its own.
"""
