"""The command ``exercise``: exercises of both games, made by seed, told and judged."""
