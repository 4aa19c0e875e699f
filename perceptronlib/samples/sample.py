"""What a sample is: a pair ``X, y`` to be learned from, with what else is known of it attached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Self

import numpy as np
import numpy.typing as npt

from ..validate import Array

if TYPE_CHECKING:  # `Sample` alone means float64 twice; Python itself knows defaults from 3.13 on
    from typing_extensions import TypeVar

    Number = TypeVar("Number", bound=np.number, default=np.float64)
    Label = TypeVar("Label", bound=np.number, default=np.float64)
else:
    from typing import TypeVar

    Number, Label = TypeVar("Number"), TypeVar("Label")

__all__ = ["Sample"]


class Sample(tuple[npt.NDArray[Number], npt.NDArray[Label]], Generic[Number, Label]):
    """A pair: rows ``X`` (m by d) and labels ``y``, ready to be learned from.

    Labels are -1.0 and +1.0, or whole numbers 0, 1, ... where there are more than two classes.
    What else is known of a sample hangs on it, None where there is nothing to say:

    - ``target``, the vector behind the labels of a generated sample;
    - ``features``, the names of the columns, ``classes``, those of the labels, lowest first, and
      ``rows``, those of the rows, where they have any;
    - ``source`` of real data (who, when, where published) and its ``licence``.

    Taught in lecture 01.

    >>> from perceptronlib import Perceptron, data
    >>> Perceptron(epochs=None).fit(*data.separable(40, 2)).run_.converged
    True
    >>> X, y = sample = data.separable(40, 2)
    >>> bool((y * (X @ sample.target) > 0).all())
    True
    >>> sample, data.iris()
    (<Sample: 40 examples of 2 features>,
     <Sample: 150 examples of 4 features; setosa, versicolor, virginica>)
    """

    target: Array | None
    features: tuple[str, ...] | None
    classes: tuple[str, ...] | None
    rows: tuple[str, ...] | None
    source: str | None
    licence: str | None

    def __new__(
        cls,
        X: npt.NDArray[Number],
        y: npt.NDArray[Label],
        target: Array | None = None,
        *,
        features: tuple[str, ...] | None = None,
        classes: tuple[str, ...] | None = None,
        rows: tuple[str, ...] | None = None,
        source: str | None = None,
        licence: str | None = None,
    ) -> Self:
        sample = super().__new__(cls, (X, y))
        sample.target = target
        sample.features, sample.classes, sample.rows = features, classes, rows
        sample.source, sample.licence = source, licence
        return sample

    def __getnewargs__(self) -> tuple[npt.NDArray[Number], npt.NDArray[Label]]:
        return self[0], self[1]  # a copy or a pickle then gets the attributes by itself

    def __repr__(self) -> str:
        m, *d = np.shape(self[0])
        columns = "".join(f" of {count} features" for count in d)
        names = "; " + ", ".join(self.classes) if self.classes else ""
        return f"<Sample: {m} examples{columns}{names}>"

    @property
    def X(self) -> npt.NDArray[Number]:
        """The rows."""
        return self[0]

    @property
    def y(self) -> npt.NDArray[Label]:
        """Their labels."""
        return self[1]
