"""Where what takes longer than a page may is worked out, and how much of it there may be."""
