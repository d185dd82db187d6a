"""What is kept about a visitor: to download, to move to another browser, to erase."""
