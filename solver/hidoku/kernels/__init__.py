"""The compiled loops of Hidoku: a change to any of these files has all of them compiled again."""
