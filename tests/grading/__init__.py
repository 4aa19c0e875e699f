"""Tests of the grader: honest, broken and hostile submissions of a small exercise of their own."""
