"""The words of the course: what each means, and the lecture in which it is explained.

The table of the notation page is made from this list, below the letters (`notation`).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WORDS", "Glossary", "Word"]


@dataclass(frozen=True)
class Word:
    """A word, what it means in Markdown, and lectures by number.

    >>> WORDS[0].word, WORDS[0].lectures
    ('mistake', ('01', '06'))
    """

    word: str
    meaning: str
    lectures: tuple[str, ...]


def _read(table: str) -> tuple[Word, ...]:
    lines = (line.split(" | ") for line in table.strip().splitlines())
    return tuple(Word(word, meaning, tuple(where.split())) for word, meaning, where in lines)


WORDS = _read(r"""
mistake | a round in which the answer is wrong; for a threshold of 0, where a tie counts as wrong, that is $y\,(w\cdot x)\le0$. (Winnow of lecture 06 compares $w\cdot x$ with $d$, and there $d$ itself counts as $+1$.) Most learners change their weights then and only then; one that asks for a margin does so more often, and its $M$ counts updates | 01 06
error | an example that fixed weights $w$ get wrong | 01
tie rule | what a score of exactly 0 counts as: by `le`, the course's rule, it is a mistake; by `plus` it is the answer $+1$ | 01
pass, clean pass | going once through all examples; it is clean if there was no mistake on the way | 01
separable | said of examples on which some $v$ has $y\,(v\cdot x)\gt0$ every time | 01
comparator | the $v$ that a bound speaks of; the learner never sees it | 03
support vector | an example that was learned from | 03
certificate | a theorem checked on a run, assumption by assumption and step by step | 03
risk | the probability of an error on a fresh example | 03
Perceptron | the learner that adds $y\,x$ after a mistake | 01
averaged, voted | said of an answer that all weight vectors of a run give together: by their sum, or by counting their signs | 02
margin perceptron | learns already when $y\,(w\cdot x)\le\eta$ | 02
deviation | what an example lacks of the margin $\rho$ that is asked of a comparator, $\max(0,\rho-y\,(v\cdot x))$ | 04
hinge loss | the deviation in units of the margin, $\max(0,1-y\,(u\cdot x))$ | 04
regret | how much more a learner has to pay than a fixed comparator | 04
kernel | a function of two examples that is an inner product of their features, $K(x,x')=\varphi(x)\cdot\varphi(x')$ | 05
kernel perceptron | the Perceptron in its dual form, with counts in place of weights and $K$ in place of the inner product | 05
Winnow | the learner that multiplies; lecture 06 has Littlestone's, with a threshold, and lecture 07 one that keeps shares | 06 07
disjunction | an OR of some features, which are then the relevant ones; monotone, if none of them is negated | 06
promotion, demotion | doubling and halving the weights of the features that are on, after a missed positive and after a false positive | 06
halving | asks all candidates that are still possible, and answers as most of them do | 06 07
mistake tree, Ldim | questions that an adversary can ask, whatever the answers were; Littlestone's dimension is the depth of the deepest | 06
expert | somebody who says $-1$ or $+1$ in every round | 07
share | a weight divided by the sum of all weights | 07
potential | what is left to spend in a proof; in lecture 07 a relative entropy | 07
dual norm | how large $v\cdot x$ can be if the norm of $x$ is at most 1 | 07
softmax | the shares that are proportional to $e^{\eta\theta_i}$ | 07
edge | the sum of the shares of the examples on which a weak learner is right, minus the sum of the shares of those on which it is wrong | 07
""")  # noqa: E501


class Glossary:
    """The table of words, for a notebook.

    >>> print(str(Glossary()).splitlines()[3])
    | error | an example that fixed weights $w$ get wrong | 01 |
    """

    def __repr__(self) -> str:
        head = ["| word | what it means | in lectures |", "|---|---|---|"]
        rows = (f"| {one.word} | {one.meaning} | {', '.join(one.lectures)} |" for one in WORDS)
        return "\n".join([*head, *rows])

    def _repr_markdown_(self) -> str:
        return repr(self)
