"""Queries for pages: plain values, in a fixed number of queries."""
