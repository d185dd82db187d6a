"""The daily games: one code and one path a day, the same for everyone."""
