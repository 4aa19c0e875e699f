"""A small page that uses every rule of `.ci/prose.py`, for its tests."""
