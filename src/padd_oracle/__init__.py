"""A second reading of the rules: slow, plain, and without a line shared with padd.

It works on the parsed JSON of an event file (`padd-event/1`) and answers what the
scores, the standings and the best pairings are, so that two programs can disagree.
"""
