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

from importlib.util import find_spec

from .markdown import Shown, shown

__all__ = ["Shown", "missing", "shown"]


def missing() -> str:
    """What to do if a library is not there that this needs; empty if all are.

    >>> missing()
    ''
    """
    needed = ("markdown_it", "mdit_py_plugins", "latex2mathml", "pygments")
    absent = [name for name in needed if find_spec(name) is None]
    install = 'python -m pip install "perceptronlib[grading]"'
    return f"Not installed here: {', '.join(absent)}. To install it: {install}" if absent else ""
