"""Drawing a board: on a page, as SVG, as PNG, as a thumbnail."""
