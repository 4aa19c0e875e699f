"""Experiments: runs that take minutes, and the tables they left."""
