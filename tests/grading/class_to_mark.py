"""A small class whose arguments are to be marked, as the grader leaves it, and its form."""

import csv

from perceptronlib.grading.marking.sheet import Stroke
from perceptronlib.grading.record import ManualAnswer, Record
from perceptronlib.grading.records import Records
from perceptronlib.grading.reports.asked import Asked, write_asked
from perceptronlib.grading.reports.marks import fingerprint, write_form

WEEK, WHY = "01_small", "why"
STUDENTS = ("ada", "bob", "eve", "zoë")
RUBRIC = "**Model answer.** So.\n\n**Rubric.** A point a step."


def said(text="Because.", **more):
    return ManualAnswer(WHY, "Why", 3, text, **more)


def record(student, text="Because."):
    return Record("k", WEEK, manual=(said(text),), student=student, file=f"{student}/x.ipynb")


def graded(out, texts):
    """A results folder as the grader leaves it, with these arguments."""
    records, found = Records(out), [record(*item) for item in texts.items()]
    for one in found:
        records.keep(one)
    write_form(out, found)
    write_asked(out, found, [Asked(WEEK, WHY, "Why **so**?", RUBRIC, "Why so")])
    return found


def rows(out):
    """The form, as any other program reads it."""
    with open(out / "marks.csv", encoding="utf-8-sig", newline="") as file:
        comma = ";" if ";" in file.readline() else ","
        file.seek(0)
        return list(csv.DictReader(file, delimiter=comma))


def marks_of(out, student):
    return [(row.get("by", ""), row["mark"]) for row in rows(out) if row["student"] == student]


def stroke(student, mark=None, by="", text="Because $x<1$.", **more):
    return Stroke((student, WEEK, WHY), 3, fingerprint(said(text)), by, mark, **more)
