"""The lists that pages are made from: lectures, topics, theorems, errata; how pages look.

`syllabus` says where each topic is taught, `errata` what the sources have wrong, `sources` whom a
page may name, `conventions` what it may take for granted, `boxes` has the algorithms, `notation`
the letters, `glossary` the words; `formulas` sets plain text as mathematics, `style` has the
colours. Knows nothing of the rest.
"""
