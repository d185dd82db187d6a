"""Work that takes longer than a page may: where it is done, and how much there may be."""
