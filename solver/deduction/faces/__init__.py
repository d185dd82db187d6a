"""How each game looks and is described: one module for each, beside the one with its rules."""
