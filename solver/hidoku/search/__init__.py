"""All solutions of a board, counted or kept, by compiled search."""
