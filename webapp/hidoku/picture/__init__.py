"""A board drawn: on a page, as SVG, as PNG, as a thumbnail."""
