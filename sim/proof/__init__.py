"""Proofs: a certificate of each ruling, an independent checker, and what is drawn from the certificate."""
