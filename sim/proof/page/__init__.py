"""The page: one HTML file about one move for an argument at the table; a pure function of the certificate, the triangles beside it and the sheet."""
