"""The database itself: which kind it is, how it is opened, and what it says when it can't be."""
