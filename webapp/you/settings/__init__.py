"""What a visitor can set, for all pages and for each game."""
