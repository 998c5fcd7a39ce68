"""What happens on a move, measured, in no game's words: stands, passages, gaps, support, zones."""
