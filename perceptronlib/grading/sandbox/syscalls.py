"""Requests to the kernel that student code is refused, whoever runs the sandbox.

bubblewrap takes away files, network and rights, but a process without any rights may still make a
user namespace, in which it has all of them: enough to mount a file system without a limit. Keys are
kept by the kernel for the user and outlive the sandbox, and sockets to a virtual machine's host are
in no network namespace. None of this is needed for an exercise, so a seccomp filter refuses it.
"""

from __future__ import annotations

import platform
import struct
from dataclasses import dataclass

__all__ = ["refused"]

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # of the kernel's BPF
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where they are in struct seccomp_data
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
NEW_NAMESPACES = 0x7E020080
"""All flags CLONE_NEW..., which clone takes too."""

FAMILIES = (1, 2, 10)
"""Unix, IPv4 and IPv6 sockets: they lead nowhere in a network namespace of one's own."""

X32 = 0x40000000
"""On x86-64 a second set of numbers for the same calls."""


@dataclass(frozen=True)
class Machine:
    """The numbers of system calls on one kind of processor."""

    audit: int
    socket: int
    clone: int
    clone3: int
    others: tuple[int, ...]


SINCE_2019 = (*range(425, 434), 442, 447, 451)
"""io_uring_*, then open_tree, move_mount, fsopen, fsconfig, fsmount, fspick; mount_setattr,
memfd_secret, cachestat."""

MACHINES = {
    # others: unshare, setns, mount, umount2, pivot_root, chroot, ptrace, process_vm_readv and
    # _writev, add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd; then what could pass
    # a message to another submission of the same user, or tell which files it has read: shmget,
    # semget, msgget, mq_open, memfd_create, preadv2, mincore, fadvise64, flock, inotify_init and
    # _init1, fanotify_init
    "x86_64": Machine(
        0xC000003E, 41, 56, 435,
        (272, 308, 165, 166, 155, 161, 101, 310, 311, 248, 249, 250, 321, 298, 323, *SINCE_2019,
         29, 64, 68, 240, 319, 327, 27, 221, 73, 253, 294, 300),
    ),
    "aarch64": Machine(
        0xC00000B7, 198, 220, 435,
        (97, 268, 40, 39, 41, 51, 117, 270, 271, 217, 218, 219, 280, 241, 282, *SINCE_2019,
         194, 190, 186, 180, 279, 286, 232, 223, 32, 26, 262),
    ),
}  # fmt: skip


def refused(machine: str = platform.machine()) -> bytes:
    """The filter as bubblewrap's ``--seccomp`` reads it; empty for a processor we have no table of.

    >>> len(refused("x86_64")) % 8, refused("abacus")
    (0, b'')
    """
    if machine not in MACHINES:
        return b""
    table = MACHINES[machine]
    program = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, table.audit), (RETURN, 0, 0, KILL)]
    program += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), (RETURN, 0, 0, REFUSE | ENOSYS)]
    for number in table.others:
        program += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | EPERM)]
    # clone3 hides its flags behind a pointer: whoever is told that it does not exist uses clone
    program += [(EQUAL, 0, 1, table.clone3), (RETURN, 0, 0, REFUSE | ENOSYS)]
    program += [(EQUAL, 0, 4, table.clone), (LOAD, 0, 0, FIRST_ARGUMENT)]
    program += [(ANY_BIT, 0, 1, NEW_NAMESPACES), (RETURN, 0, 0, REFUSE | EPERM)]
    program += [(RETURN, 0, 0, ALLOW)]
    program += [(EQUAL, 0, len(FAMILIES) + 2, table.socket), (LOAD, 0, 0, FIRST_ARGUMENT)]
    program += [(EQUAL, len(FAMILIES) - k, 0, family) for k, family in enumerate(FAMILIES)]
    program += [(RETURN, 0, 0, REFUSE | EAFNOSUPPORT), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in program)
