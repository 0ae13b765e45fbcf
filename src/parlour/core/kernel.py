"""Compile rule functions, bind algorithms to a game, and the random generator that lives in the record.

`kernel` compiles a function with Numba and keeps the machine code on disk. Numba looks only at the file that
defines a function, so the folder of that code is named by a hash of all sources that can end up in it. `bind`
rebuilds a plain function with other globals, which is how one algorithm serves every game and still hits the
disk cache.
"""

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
import platformdirs

config: Any = numba.config

Kernel = Callable[..., Any]
"""A compiled function, or the same plain Python function when `NUMBA_DISABLE_JIT=1`."""
F = TypeVar("F", bound=Kernel)

Record = Any
"""One record of a game's `State`, its fields as attributes."""
Records = np.ndarray[Any, Any]
"""An array of such records, shape (n,); most kernels take one of length 1."""
Actions = npt.NDArray[np.int16]
"""Action ids."""
Shares = npt.NDArray[np.float64]
"""One number a seat or an action."""

JIT: bool = not config.DISABLE_JIT
"""Whether kernels are compiled in this process."""

_SOURCES = ("*.py", "*.csv", "*.json")
_KEPT = 6
_DAY = 86_400.0


def source_digest(folders: Iterable[Path]) -> str:
    """Hash all sources and data below `folders`, and the versions that shape machine code.

    Sixteen hexadecimal digits. A changed rule, table or version gives another folder of machine code, so a
    cached caller never runs a stale callee.
    """
    digest = hashlib.sha256()
    for version in (sys.version, numba.__version__, np.__version__, f"boundscheck={config.BOUNDSCHECK}"):
        digest.update(version.encode())
    for folder in folders:
        for path in sorted(p for pattern in _SOURCES for p in folder.rglob(pattern)):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _source_folders() -> list[Path]:
    """List the folders whose code is compiled: Parlour's own rooms and the packages of others' games."""
    package = Path(__file__).resolve().parents[1]
    folders = [
        package / room for room in ("core", "games", "search", "solve", "envs") if (package / room).is_dir()
    ]
    outside = {e.module.partition(".")[0] for e in entry_points(group="parlour.games")} - {package.name}
    for name in sorted(outside):
        spec = importlib.util.find_spec(name)
        if spec is not None:
            folders += [Path(place) for place in spec.submodule_search_locations or ()]
    return folders


def _prune(root: Path, now: float) -> None:
    """Drop machine code of older sources: all but the last few folders, unless used within a day."""
    known = sorted((p for p in root.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime, reverse=True)
    for old in known[_KEPT:]:
        if now - old.stat().st_mtime > _DAY:
            shutil.rmtree(old, ignore_errors=True)


def _open_cache() -> Path:
    """Choose and make this process's folder of machine code; a temporary one where home is read-only."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own)
    root = Path(platformdirs.user_cache_dir("parlour", appauthor=False)) / "kernels"
    folder = root / source_digest(_source_folders())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        now = time.time()
        os.utime(folder, (now, now))
        _prune(root, now)
    except OSError:
        return (
            Path(tempfile.gettempdir())
            / f"parlour-kernels-{os.getuid() if hasattr(os, 'getuid') else 0}"
            / folder.name
        )
    return folder


CACHE = _open_cache()
"""The folder that holds this process's machine code."""

config.CACHE_DIR = str(CACHE)

_compile: Any = numba.njit(cache=True, nogil=True)
_types: Any = numba.types


def kernel(function: F) -> F:
    """Compile `function` on its first call. It releases the GIL and never raises.

    Integers that other kernels pass to it arrive as 64 bits. Left to itself, Numba compiles a function once
    for a field of 16 bits, once for a constant and once for a sum of both: a third of all compilation.
    """
    compiled = _compile(function)
    if JIT:
        resolve = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: resolve(
            tuple(map(_widened, args)), {name: _widened(one) for name, one in kws.items()}
        )
    return cast(F, compiled)


def _widened(kind: Any) -> Any:
    """Return the type of 64 bits for one of a narrower integer or of a constant, else the type itself."""
    return _types.int64 if isinstance(kind, _types.Integer) and kind.signed else kind


def _described(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    named = getattr(value, "__qualname__", None)
    return f"{getattr(value, '__module__', '')}.{named}" if named else repr(value)


def bind(function: Callable[..., Any], **names: object) -> Kernel:
    """Compile `function` with `names` put in place of its globals of those names.

    Numba's cache key ignores globals: two bindings of one function with equal argument types would share the
    first one's machine code. The hash of all bound names in the qualified name keeps them apart.

    Raises `TypeError` for a closure, whose free variables no cache key can see.
    """
    if function.__closure__:
        raise TypeError(f"{function.__qualname__} is a closure; bind takes plain functions of a module")
    bound = types.FunctionType(
        function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__
    )
    bound.__module__ = function.__module__
    tag = ";".join(f"{name}={_described(value)}" for name, value in sorted(names.items()))
    bound.__qualname__ = f"{function.__qualname__}_{hashlib.sha256(tag.encode()).hexdigest()[:16]}"
    return kernel(bound) if JIT else bound


def records(dtype: np.dtype[Any], count: int = 1) -> Records:
    """Make `count` zeroed records. Public kernels take such arrays and index inside."""
    made = np.zeros(count, dtype)
    return made if JIT else made.view(np.recarray)


def open_record(states: Records) -> Record:
    """Return the first record with its fields as attributes, for reading and writing from Python."""
    # `view` would do the same, ten times as slowly.
    return states.getfield(np.dtype((np.record, states.dtype)))[0]


def fields(s: Record) -> Any:
    """Return the fields of a record as attributes, Python's own numbers and arrays, for reading alone.

    All of them take as long as one or two attributes of the record, each of which numpy looks up and checks.
    """
    return SimpleNamespace(**dict(zip(s.dtype.names, s.item(), strict=True)))


def copied(states: Records) -> Records:
    """Return a copy of records. An array's own copy goes through their fields, ten times as slow."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


# splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
# All arithmetic stays in uint64: uint64 with int64 would give int64 in Numba and float64 in numpy.
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def _wrapping(function: F) -> F:
    """Make a kernel whose uint64 arithmetic wraps; numpy warns of that when it is not compiled."""
    return kernel(function) if JIT else np.errstate(over="ignore")(function)


@_wrapping
def mix(x: np.uint64) -> np.uint64:
    """Scramble 64 bits: the output function of splitmix64."""
    z = (x ^ (x >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@_wrapping
def random_below(s: Record, n: int) -> int:
    """Draw an integer from 0 to n - 1, exactly uniformly, advancing `s.rng`; `n` from 1 to 2^31.

    Lemire, Fast random integer generation in an interval (2019), on the upper 32 bits.
    """
    width = np.uint64(n)
    s.rng = s.rng + _GAMMA
    product = (mix(s.rng) >> _32) * width
    if (product & _LOW) < width:
        least = ((_LOW - width) + np.uint64(1)) % width
        while (product & _LOW) < least:
            s.rng = s.rng + _GAMMA
            product = (mix(s.rng) >> _32) * width
    return int(product >> _32)


@kernel
def shuffle(s: Record, cards: Actions, n: int) -> None:
    """Put the first `n` of `cards` in a uniformly random order (Fisher and Yates), advancing `s.rng`."""
    for i in range(n - 1, 0, -1):
        j = random_below(s, i + 1)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept


@kernel
def arrange(cards: Actions, n: int) -> None:
    """Sort the first `n` of `cards`, ascending, by insertion: a hidden pool is sorted before it is shuffled.

    For the few cards of a pool it is as quick as `np.sort`, which takes Numba seconds to compile.
    """
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@_wrapping
def jump(seed: np.uint64, turn: int) -> np.uint64:
    """Return the generator state that stands `turn` steps after `seed`: independent streams by number."""
    return mix(seed + _GAMMA * np.uint64(turn + 1))
