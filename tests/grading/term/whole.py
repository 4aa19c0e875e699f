"""The whole term, which takes some minutes: `make test-grader` runs it, `make test` a small one."""

from .test_term import a_term_survives, pytestmark

__all__ = ["pytestmark"]


def test_a_term_of_forty_students_and_seven_exercises_survives_ten_kills(tmp_path):
    a_term_survives(tmp_path, students=40, exercises=7, kills=10)
