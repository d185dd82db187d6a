"""What outlives a request: the database, and everything that is known of it."""
