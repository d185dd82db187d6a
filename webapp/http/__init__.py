"""HTTP itself: what every request passes through, whichever game it is about."""
