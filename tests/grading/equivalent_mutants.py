"""Mutants that no test can catch, as they compute the same: why, and by task and change."""

BY_REASON: dict[str, list[tuple[str, str]]] = {
    "the inner product of two vectors is symmetric": [
        ("update", "w @ x  ->  x @ w"),
        ("one_pass", "w @ x  ->  x @ w"),
        ("subgradient", "w @ x  ->  x @ w"),
        ("survivors", "W[-1] @ x  ->  x @ W[-1]"),
        ("lazy_sum", "w @ x  ->  x @ w"),
        ("margin_perceptron", "w @ x  ->  x @ w"),
        ("large_margin_perceptron", "w @ x  ->  x @ w"),
        ("polynomial_kernel", "a @ b  ->  b @ a"),
        ("winnow_answer", "w @ x  ->  x @ w"),
        ("worst_stream", "x @ w  ->  w @ x"),
        ("shares_update", "w @ x  ->  x @ w"),
        ("learn_until_clean", "w @ X[i]  ->  X[i] @ w"),
        ("ledger", "v @ w  ->  w @ v"),
        ("loo_errors", "w @ X[i]  ->  X[i] @ w"),
        ("weighted_vote", "w @ x  ->  x @ w"),
        ("demoted", "weighted_vote(w, x)  ->  weighted_vote(x, w)"),
        ("follow_the_vote", "weighted_vote(w, X[t])  ->  weighted_vote(X[t], w)"),
    ],
    "answers are -1 or +1": [
        ("voted", "c * answers  ->  c / answers"),
    ],
    "labels are -1 or +1": [
        ("lazy_sum", "t * label  ->  t / label"),
    ],
    "the difference is squared": [
        ("gaussian_kernel", "a - b  ->  b - a"),
    ],
    "a matrix is symmetric if its transpose is": [
        ("is_psd", "np.allclose(G, G.T)  ->  np.allclose(G.T, G)"),
    ],
    "the tolerance is no eigenvalue of anything": [
        (
            "is_psd",
            "np.linalg.eigvalsh(G).min() >= -1e-09  ->  np.linalg.eigvalsh(G).min() > -1e-09",
        ),
    ],
    "kernels are symmetric": [
        ("kernel_score", "kernel(X[s], x)  ->  kernel(x, X[s])"),
    ],
    "the score is symmetric, and both have length d": [
        ("winnow_update", "winnow_answer(w, x)  ->  winnow_answer(x, w)"),
        ("winnow_run", "winnow_answer(w, x)  ->  winnow_answer(x, w)"),
    ],
    "it exchanges the two parts of the class": [
        ("dimension", "column == y  ->  column != y"),
    ],
    "where g is 0, numpy divides by it and gets inf, the answer": [
        ("novikoff_bound", "g <= 0  ->  g < 0"),
    ],
    "the larger of two numbers": [
        ("losses_of", "np.maximum(0, rho - y * (X @ v))  ->  np.maximum(rho - y * (X @ v), 0)"),
    ],
}
EQUIVALENT = {mutant for mutants in BY_REASON.values() for mutant in mutants}
