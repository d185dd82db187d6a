"""A board in play."""
