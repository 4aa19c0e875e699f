"""What `00_start_here` shows: emails, a first line, a first run, two promises, a task, a quiz."""

from .emails import email_by_email, emails, words_in
from .first_line import by_hand, first_run
from .promises import margin_and_mistakes, random_signs, two_learners
from .quizzes import quiz_seventy
from .tasks import check

__all__ = [
    "by_hand",
    "check",
    "email_by_email",
    "emails",
    "first_run",
    "margin_and_mistakes",
    "quiz_seventy",
    "random_signs",
    "two_learners",
    "words_in",
]
