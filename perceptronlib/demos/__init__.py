"""The slider pictures of the lectures: a package for each lecture, which imports it as `demo`.

In a lecture, each picture is one call. Its author makes a figure and the artists that move, a pure
function from the sliders' values to the state of the picture, a function ``move`` that puts the
artists where the state says, and a function ``describe`` that says it in a sentence; `lecture00`
is the model. The modules of a package are named for what they show. Packages do not know each
other: what two lectures share lives in `notebook`.
"""

from ..notebook.changed import forgive_changes

forgive_changes()
