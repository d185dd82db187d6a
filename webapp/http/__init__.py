"""HTTP itself: what every request passes, whichever game it is about."""
