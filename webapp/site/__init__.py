"""The pages that belong to no game."""
