"""Two people: one sets a code and sends a link, the other breaks it."""
