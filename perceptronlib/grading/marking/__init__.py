"""The marking page: arguments beside their rubric, read and marked in a browser.

A person marks; this shows what there is to read, and writes what was decided into ``marks.csv``,
which stays the one truth. In this order, each module knows only those before it:

- `pseudonyms`: a name for each student that tells nothing about who it is;
- `pile`: what there is to mark, question by question;
- `history`: what was given on the page, so that an older copy of the form takes nothing away;
- `sheet`: the rows of marks.csv, and what a marker changes in them;
- `form`: the file, changed cell by cell, whoever else writes to it;
- `desk`: what the page asks for, as plain data;
- `server`: the page itself, for one machine and for those who know its address;
- `command`: ``python -m perceptronlib mark results``.
"""
