"""The database itself: which kind, how it is opened, and what it says when it cannot."""
