"""A strategy played against every secret: grown, kept, checked, written."""
