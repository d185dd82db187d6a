"""New boards by request and seed."""
