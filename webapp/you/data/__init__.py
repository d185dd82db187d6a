"""What is kept of a visitor: to take along, to move to another browser, to erase."""
