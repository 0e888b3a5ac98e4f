"""Leagues: points by place, bonus points, tables, playoffs and the road to a title."""
