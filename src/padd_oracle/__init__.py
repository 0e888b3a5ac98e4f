"""A second implementation of the rules: slow, plain, sharing no code with padd.

It works on the parsed JSON of an event file (`padd-event/1`) and answers what the
scores, the standings and the best pairings are, so that two programs can be compared.
"""
