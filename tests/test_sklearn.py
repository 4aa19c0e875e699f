"""The learners keep scikit-learn's conventions, by scikit-learn's own checks."""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import perceptronlib as pl
from perceptronlib import kernels

REAL_INPUTS = [
    pl.Perceptron(),
    pl.Perceptron(epochs=5, bias=True, shuffle=True, seed=0, predict_with="averaged"),
    pl.Perceptron(epochs=5, predict_with="voted"),
    pl.LargeMarginPerceptron(),
    pl.PNormPerceptron(),
    pl.KernelPerceptron(),
    pl.KernelPerceptron(kernels.gaussian(1.0), epochs=3),
    pl.ExponentialWinnow(),
    pl.BalancedWinnow(),
]


with warnings.catch_warnings():
    # the learners do without scikit-learn's base class, which the checks remark on
    warnings.filterwarnings("ignore", message="Estimator .* does not inherit")
    its_own_checks = parametrize_with_checks(REAL_INPUTS)


@its_own_checks
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)
