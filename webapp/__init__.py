"""The web application: pages for the solver's words, games in a database.

Nothing is imported here, so that a command that only prints its options needn't wait for a server.
"""
