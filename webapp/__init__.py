"""The web application: pages over the solver's words, games in a database.

``webapp.application.create_app``
    the application of Flask
``webapp.server.main``
    ``pegs-and-paths serve``, and ``python -m webapp``
``webapp.config``
    what a start can be told from outside

Nothing is loaded here, so that a command which says its options need not wait for a server.
"""
