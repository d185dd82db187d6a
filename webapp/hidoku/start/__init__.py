"""The first page of Hidoku, where boards are chosen."""
