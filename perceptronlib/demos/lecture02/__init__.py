"""The pictures of `02_variants`: orders, which weights of a run should answer, and margins."""

from .committees import four_examples, fresh_errors, three_answers, vote_or_average
from .emails import (
    KNOWN,
    answers_on_mail,
    errors_so_far,
    few_emails,
    in_many_orders,
    mails,
    one_more_email,
    ten_orders,
)
from .literature import fading_errors, missing_vector
from .orders import many_orders, order_matters, sixty_examples, spread
from .passes import answers_by_pass
from .quizzes import quiz_doubled, quiz_long_and_short
from .summary import in_one_picture
from .survival import forty_examples, lazy_sum, lives, longest_lived, longest_lives, six_examples
from .tasks import check
from .thresholds import (
    ask_for_gamma,
    forty_apart,
    fresh_margins,
    margin_for_eta,
    margin_on_fresh,
)

__all__ = [
    "KNOWN",
    "answers_by_pass",
    "answers_on_mail",
    "ask_for_gamma",
    "check",
    "errors_so_far",
    "fading_errors",
    "few_emails",
    "forty_apart",
    "forty_examples",
    "four_examples",
    "fresh_errors",
    "fresh_margins",
    "in_many_orders",
    "in_one_picture",
    "lazy_sum",
    "lives",
    "longest_lived",
    "longest_lives",
    "mails",
    "many_orders",
    "margin_for_eta",
    "margin_on_fresh",
    "missing_vector",
    "one_more_email",
    "order_matters",
    "quiz_doubled",
    "quiz_long_and_short",
    "six_examples",
    "sixty_examples",
    "spread",
    "ten_orders",
    "three_answers",
    "vote_or_average",
]
