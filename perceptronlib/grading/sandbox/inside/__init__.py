"""The programs that run inside the sandbox, beside a student's code; the grader copies them there.

`shell` stands for IPython, `cells` turns the text of a cell into statements, `running` runs those
and knows which definition of a name is the last, and `runner` talks with the grader outside. They
know Python's own library, numpy, `checks.plain` and `checks.trying`, and no right answer.
"""
