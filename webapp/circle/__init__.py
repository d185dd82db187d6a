"""A circle: friends' daily games in one table that goes on day after day."""
