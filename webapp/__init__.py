"""The web application: pages for the solver's words, games in a database.

``webapp.application.create_app``
    the Flask application
``webapp.server.main``
    ``pegs-and-paths serve``, and ``python -m webapp``
``webapp.config``
    the settings that a start reads from outside

Nothing is imported here, so that a command that only prints its options needn't wait for a server.
"""
