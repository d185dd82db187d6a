"""A whole solve as steps that a page can walk through."""
