"""Running student code: whatever happens in here, the grader and the machine stay as they were.

`syscalls` says what the kernel is to refuse, `runner` is the program that runs inside (it is copied
there, and imports nothing of this room), `library` gathers what the sandbox holds beside it,
`groups` lets the kernel bound what its processes use together, `box` starts it behind bubblewrap,
`ending` ends it so that nothing is left, and `supervise` watches one submission. Each knows only
those before it. What comes out is an `Attempt`: plain outcomes, which are judged elsewhere.
"""

from ...checks.limits import Limits
from .box import Box, sandbox_available
from .ending import adopt
from .library import SandboxError
from .supervise import Attempt, attempt

__all__ = ["Attempt", "Box", "Limits", "SandboxError", "adopt", "attempt", "sandbox_available"]
