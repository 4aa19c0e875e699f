"""Speed as a ratio: against scikit-learn, or against the limit of one matrix product.

Run with ``make bench``: BLAS on one thread, CPU time, contestants interleaved, best of several.
"""
