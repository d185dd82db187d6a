"""The command line ``pegs-and-paths``."""
