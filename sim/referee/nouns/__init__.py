"""The nouns of a case, by what they are about: what is asked, other models, ends, the move as a whole, lines and zones, the air, units."""
