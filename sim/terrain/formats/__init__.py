"""One file per mesh format: from bytes to pieces, each with the checks that only its format can make."""
