"""The official grade: student code runs in a sandbox, its answers are judged outside it.

`masters` reads what is asked and what is right, `sandbox` runs a submission, `batch` grades a
folder of them, `results` writes what came of it. On the command line: ``perceptronlib grade
submissions/ --out results/``.
"""
