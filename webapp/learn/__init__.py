"""Learning: lessons one plays, and what else teaches."""
