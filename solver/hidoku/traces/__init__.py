"""A whole solve as steps that a page can walk through, and the plain search of the article."""
