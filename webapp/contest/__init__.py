"""A contest: one code or one board that is sent to many, each of whom plays it on their own.

Whoever set it sees the results arrive; who plays sees the table of all when they have finished.
"""
