"""A board drawn by a player."""
