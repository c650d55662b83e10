"""Pictures by the package quartz, in a process of their own that has it loaded already.

A share of pictures by the program starts it three times, for its version and for the work. Where the package is
installed and of the same version, a process that has loaded it waits for shares, and each share is a child of it:
nothing is loaded anew, and a share that hangs or crashes takes nothing along.

Its standard input has a line of JSON for each share; its standard output a line with the outcome.
"""

from __future__ import annotations

import atexit
import ctypes
import importlib.metadata
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading

#: Options of `quartz render` that the package draws with the same bytes.
_NUMBERS = {"--time": float, "--start": float, "--fps": float, "--scale": float, "--frames": int}
#: Pictures of a share that the package draws sooner; of more, the program makes up for its start.
_MOST_PICTURES = 20
_TIMED_OUT = -1
_drawer: "Drawer | None" = None
_lock = threading.Lock()


class DrawerError(Exception):
    """A share that was not drawn; the program may draw it."""


def package_version() -> str | None:
    """The version of the package quartz; None where it is not installed."""
    try:
        return importlib.metadata.version("quartz-layers")
    except importlib.metadata.PackageNotFoundError:
        return None


def request(film, number: int, source: str, folder: str) -> dict | None:
    """The drawer's orders for a share; None for what only the program draws."""
    if film.is_film or film.name.rpartition(".")[2].lower() != "png":
        return None
    values: dict = {}
    words = list(film.options)
    while words:
        name, sign, value = words.pop(0).partition("=")
        if name == "--renderer":
            if (value if sign else words.pop(0) if words else "") != "software":
                return None
            continue
        if name not in _NUMBERS or not (sign or words):
            return None
        try:
            values[name] = _NUMBERS[name](value if sign else words.pop(0))
        except ValueError:
            return None
    if "--time" in values and "--start" in values:
        return None
    first = values.get("--start", values.get("--time", 0.0))
    count, rate, scale = values.get("--frames", 1), values.get("--fps"), values.get("--scale", 1.0)
    if count < 1 or not scale > 0 or (rate is not None and not rate > 0):
        return None
    # Other numbers, such as %3d, are left to the program.
    if len(re.findall(r"%(?:0\d+)?d", film.name)) != 1 or film.name.count("%") != 1:
        return None
    # The shares of all numbers have each picture once, as `quartz render --shard` has them.
    own = range((number - 1) * count // film.shards, number * count // film.shards)
    if len(own) > _MOST_PICTURES:
        return None
    return {
        "source": source, "pattern": os.path.join(folder, film.name), "first": first, "rate": rate, "scale": scale,
        "frames": list(own)}


class Drawer:
    """The process, from the side of the worker."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quartz_farm.drawer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            start_new_session=True)
        if self._process.stdout.readline().strip() != "ready":
            raise DrawerError("the package quartz cannot be loaded")

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def draw(self, work: dict, timeout: float) -> int:
        """Draws a share; returns how many pictures it has written.

        Raises TimeoutError where that takes longer than `timeout` seconds.
        """
        try:
            self._process.stdin.write(json.dumps({**work, "timeout": timeout}) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except OSError as error:
            raise DrawerError(str(error)) from error
        if not answer:
            raise DrawerError("the process with the package quartz has ended")
        status, text = json.loads(answer)
        if status == _TIMED_OUT:
            raise TimeoutError(text)
        if status:
            raise DrawerError(text)
        return len(work["frames"])

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def shared(expected: str) -> Drawer | None:
    """The drawer of this process; None where the package is absent or of another version."""
    global _drawer
    if package_version() != expected:
        return None
    with _lock:
        if _drawer is None or not _drawer.is_alive:
            try:
                _drawer = Drawer()
            except (OSError, DrawerError):
                return None
            atexit.register(_drawer.close)
        return _drawer


# The side of the process.


def _die_with_parent() -> None:
    # PR_SET_PDEATHSIG: what draws for a worker that was killed does not go on.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _pictures(work: dict) -> None:
    import quartz

    package = quartz.Package(work["source"])
    rate = work["rate"] or package.rate or 30
    with package.context(scale=work["scale"]) as context:
        for frame in work["frames"]:
            # Divided first, as the program does it, so that the bits of the times are the same.
            image = context.image(work["first"] + frame / rate)
            folder, name = os.path.split(work["pattern"])
            image.write(os.path.join(folder, name % frame))


def _share(work: dict) -> tuple[int, str]:
    """Draws a share in a child; returns 0, or another number and the reason."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _die_with_parent()
            os.close(reading)
            _pictures(work)
            status = 0
        except BaseException as error:
            os.write(writing, str(error).encode()[:1000])
        finally:
            os._exit(status)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], work["timeout"])
    if not ready:
        os.kill(child, signal.SIGKILL)
    text = b"".join(iter(lambda: os.read(reading, 1000), b"")).decode(errors="replace")
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if not ready:
        return _TIMED_OUT, f"quartz took longer than {work['timeout']:g} s"
    return status, text or (f"quartz ended with {status}" if status else "")


def main() -> None:
    _die_with_parent()
    # Lines of the library would be lines of answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        import quartz  # noqa: F401  The children have it without loading it.
    except ImportError as error:
        print(f"quartz-farm: {error}", file=sys.stderr)
        return
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        answers.write(json.dumps(_share(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
