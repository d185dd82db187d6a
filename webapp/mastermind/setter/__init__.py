"""The player sets a code, and the computer breaks it."""
