"""The search of the article that this game came from, node for node."""
