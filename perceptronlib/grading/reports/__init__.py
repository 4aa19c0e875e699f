"""Reports on a graded batch: tables, pages and the form for marks, all made from its records.

The modules import each other in one direction only. In this order, each knows only those before it:

1. `pages`: a page of HTML, numbers and counts as people read them;
2. `tables`: CSV files for any spreadsheet, in which every text stays as it is;
3. `marks`: the form in which people give the points that only they can give;
4. `overrides`, `term`: what the instructor decides for one student, and by rule for all;
5. `people`, `late`: who is who, and by how much each submission was late;
6. `questions`: what each question of a record earned, marks and overrides included;
7. `grades`: what each submission comes to; all that follows is made from these;
8. `asked`, `answers`: what the marking page needs, and the answers to be marked on one page;
9. `feedback`, `annotated`: the page for each student and exercise, and a notebook with comments;
10. `scores`, `gradescope`, `canvas`, `moodle`: the points as others read them; `returning`: zips
    that take the feedback back;
11. `summary`, `class_table`: how each question went, and how each student did;
12. `similarity`: which submissions are near-copies of each other;
13. `results`: writes all of it for a batch.
"""
