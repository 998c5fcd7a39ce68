"""One game, one file."""
