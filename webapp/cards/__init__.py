"""Preview cards: the picture that a messenger shows beside a link, 1200 × 630 pixels.

A card never shows a code, nor a number of a path unless it was given or just placed.
"""
