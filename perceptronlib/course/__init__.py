"""The lists that pages are made from: lectures, topics, theorems, errata; how pages look.

`syllabus` says where each topic is taught, `errata` what the sources have wrong, `formulas` sets
plain text as mathematics, `style` has the colours. Knows nothing of the rest.
"""
