"""The nouns of a case, by what they are about: lines and zones, the air, units."""
