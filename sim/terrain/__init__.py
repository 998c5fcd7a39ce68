"""A piece of terrain becomes clean, placed triangles: solids, files read, units and placing."""
