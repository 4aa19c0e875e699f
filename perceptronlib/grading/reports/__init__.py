"""Reports on a graded batch: tables, pages and the form for marks, all made from its records.

The modules import each other in one direction only. In this order, each knows only those before it:

1. `pages`: a page of HTML, numbers and counts as people read them;
2. `tables`: CSV files for any spreadsheet, in which no text becomes a formula;
3. `marks`: the form in which an instructor gives the points that only a person can give;
4. `questions`: what each question of a record earned, marks included;
5. `answers`: the page with the answers that are to be marked;
6. `feedback`: the page for each student and exercise;
7. `scores`, `gradescope`, `canvas`: the points as others read them;
8. `summary`: the class at a glance;
9. `similarity`: which submissions are near-copies of each other;
10. `results`: writes all of it for a batch.
"""
