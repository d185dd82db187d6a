"""Parts of pages that other sites may show in a frame: a board, the daily, a solve, a position.

They are the same for everyone: no cookie is needed or set. A game begun there opens here, in its
own tab.
"""
