"""A strategy played against every secret: grown, stored, checked and written."""
