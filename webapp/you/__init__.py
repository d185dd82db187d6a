"""What belongs to a visitor and to no single game."""
