"""PADD as files to hand on: a wheel, and one file that only needs Python."""
