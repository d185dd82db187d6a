"""What belongs to the visitor: their games, what they add up to, and how the site behaves."""
