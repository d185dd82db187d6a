"""A third kind of game in a folder of its own, which no room of the house names."""
