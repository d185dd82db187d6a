"""The rules of Hidoku, with a board to play on the page."""
