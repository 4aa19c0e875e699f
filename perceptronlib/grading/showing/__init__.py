"""What a student wrote, as HTML that a person can read and that can do nothing.

Nothing of a text is passed through: HTML is built anew from a short list of tags, every letter of
the text is escaped, and the only pictures are files of the results. So nothing of it runs, and
nothing asks an address for anything, whatever was typed. What cannot be shown is said in words.

In this order, each knows only those before it:

- `building`: HTML in which everything that was opened is closed, and nothing else;
- `formulas`, `program`: a formula as MathML, a program in colours;
- `pictures`: a picture of the results, or a word on why there is none;
- `typed`: tags that stand in a text;
- `markdown`: the whole text; `style`: how it looks.
"""

from .markdown import Shown, shown

__all__ = ["Shown", "shown"]
