"""How a best round is found and proved best: matchings, windows, proofs."""
