"""The lists that pages are made from: lectures, topics, theorems, errata, and how formulas look.

`syllabus` says where each topic is taught, `errata` what the sources have wrong, `formulas` sets
plain text as mathematics. Knows nothing of the rest.
"""
