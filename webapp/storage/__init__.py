"""What the database holds, one module a table; nothing outside knows that there is a database."""
