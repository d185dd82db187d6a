"""How each game looks and is spoken of: one module a game, beside the one of its rules."""
