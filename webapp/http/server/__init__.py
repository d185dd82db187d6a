"""What happens to a request before a view sees it: connection, turn, body, sender."""
