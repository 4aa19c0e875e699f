"""The official grade: student code runs in a sandbox, and its answers are judged outside it.

What it is made of, each part knowing only those above it:

- `files`: writing files whole, and names that are safe to use for them;
- `record`: what is known of one graded submission, as frozen data; `records` keeps them on disk;
- `times`, `whose`, `gradescope_export`, `handed_in`: what was handed in, by whom and when;
  `rivals`: which of several files of one student counts;
- `submissions`: what is in a file that was handed in, read without trusting it;
- `marked_cells`, `masters`: what the exercises ask for, and what is right;
- `sandbox/`: runs the code of one submission, and watches it;
- `grade`: from a master and a notebook to a record; `cluster` does it on many machines;
- `jobs`: what is to be graded, of all that lies in a folder; `batch` grades it, and `run` remembers
  with which seed;
- `showing/`: a text of a student's as HTML that can do nothing;
- `reports/`: tables, feedback, marks and a summary, made from the records alone;
- `marking/`: the page on which people mark arguments;
- `autograder`: the grader inside Gradescope, one submission at a time;
- `cli`: the command line, ``python -m perceptronlib grade submissions --out results``.
"""
