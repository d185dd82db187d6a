"""The trainer: which exercise comes next, by what one missed, and how strong one is."""
