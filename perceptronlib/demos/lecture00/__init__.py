"""What `00_start_here` shows: mails, a first line and a first run, two promises, a task, a quiz."""

from .first_line import by_hand, first_run
from .mails import mail_by_mail, mails, words_in
from .promises import gap_and_mistakes, two_learners
from .quizzes import quiz_no_mistake
from .tasks import check

__all__ = [
    "by_hand",
    "check",
    "first_run",
    "gap_and_mistakes",
    "mail_by_mail",
    "mails",
    "quiz_no_mistake",
    "two_learners",
    "words_in",
]
