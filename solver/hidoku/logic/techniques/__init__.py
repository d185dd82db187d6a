"""The techniques, a module each, and what several of them share."""
