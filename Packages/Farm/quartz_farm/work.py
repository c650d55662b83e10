"""The work of one machine: a share of a film, and the joining of the shares."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import zlib

from . import drawer, films

PREFIX = "quartz-farm-"
FIRST_LINE = b"quartz film part 1\n"


class ShardError(Exception):
    """A share that failed here and may succeed elsewhere."""


class FinalError(Exception):
    """An error that every machine would have."""


# The program.


def find(program: str | None = None) -> str:
    """The path of quartz: the given one, or the one in PATH."""
    found = shutil.which(program or "quartz")
    if found is None:
        where = program or "quartz in PATH"
        raise FinalError(f"{where}: no such program; see Documentation/Installing.md, or --quartz")
    return os.path.abspath(found)


def version(program: str) -> str:
    """The version of quartz, which must know shares."""
    try:
        text = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
        joins = subprocess.run([program, "join", "--help"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FinalError(f"{program}: {error}") from error
    if text.returncode != 0 or not re.fullmatch(r"\d+\.\d+\.\d+\S*", text.stdout.strip()):
        raise FinalError(f"{program}: this is no quartz")
    if joins.returncode != 0:
        raise FinalError(f"{program}: quartz {text.stdout.strip()} knows no shares; a newer one does")
    return text.stdout.strip()


def run(arguments: list[str], folder: str, timeout: float) -> None:
    """Runs quartz until it ends or its time is over; nothing of it is left then."""
    errors = os.path.join(folder, ".errors")
    with open(errors, "wb") as log:
        process = subprocess.Popen(
            arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env={**os.environ, "TMPDIR": folder}, start_new_session=True, preexec_fn=_die_with_parent)
    try:
        status = process.wait(timeout)
    except subprocess.TimeoutExpired:
        raise ShardError(f"quartz took longer than {timeout:g} s") from None
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        _kill_session(process.pid)
    if status == 0:
        return
    with open(errors, "rb") as log:
        lines = log.read(1 << 16).decode(errors="replace").strip().splitlines()
    reason = lines[-1][:300] if lines else f"quartz ended with {status}"
    raise FinalError(reason) if status == 2 else ShardError(reason)


def _die_with_parent() -> None:
    # PR_SET_PDEATHSIG: a share whose worker was killed does not go on.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _kill_session(leader: int) -> None:
    """Ends what a program has started; ffmpeg has a process group of its own."""
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                session = int(file.read().rpartition(")")[2].split()[3])
            if session == leader:
                os.kill(int(name), signal.SIGKILL)
        except (OSError, ValueError, IndexError):
            continue


# The folders.


class Folder:
    """A temporary folder, gone at the end; those of workers that were killed go as well."""

    def __init__(self, scratch: str | None, needed: int = 0):
        scratch = scratch or tempfile.gettempdir()
        _sweep(scratch)
        try:
            free = shutil.disk_usage(scratch).free
            if free < needed:
                raise ShardError(f"{scratch}: {free >> 20} MB are free, {needed >> 20} are needed")
            self.path = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=scratch)
        except OSError as error:
            raise ShardError(f"{scratch}: {error}") from error

    def __enter__(self) -> str:
        return self.path

    def __exit__(self, *_) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def _sweep(scratch: str) -> None:
    try:
        names = os.listdir(scratch)
    except OSError:
        return
    for name in names:
        owner = re.match(PREFIX + r"(\d+)-", name)
        if owner and not os.path.exists(f"/proc/{owner[1]}"):
            shutil.rmtree(os.path.join(scratch, name), ignore_errors=True)


# A share, and a film.


def check_part(data: bytes, number: int, count: int) -> None:
    """Raises `ShardError` unless bytes are share `number` of `count`, with the right checksums."""
    try:
        assert data.startswith(FIRST_LINE)
        end = data.index(b"\n", len(FIRST_LINE)) + 1
        header = json.loads(data[len(FIRST_LINE):end])
        assert (header["number"], header["count"]) == (number, count)
        for group in header["groups"]:
            piece = data[end:end + group["bytes"]]
            end += group["bytes"]
            assert len(piece) == group["bytes"] and zlib.crc32(piece) == group["checksum"]
        assert end == len(data)
    except (AssertionError, ValueError, KeyError, TypeError) as error:
        raise ShardError(f"quartz wrote something else than part {number} of {count}") from error


def draw(film: films.Film, number: int, document: bytes | None, program: str, expected: str,
         cores: int, timeout: float, scratch: str | None, faults=None) -> bytes | int:
    """Draws a share.

    Returns the part of a film; of pictures, which are then in place, their number.
    """
    try:
        with Folder(scratch, needed=64 << 20) as folder:
            try:
                data = document if document is not None else films.pack(film.input)
                source = films.unpack(data, folder, film.document_name)
            except films.FilmError as error:
                raise FinalError(str(error)) from error
            os.mkdir(os.path.join(folder, "out"))
            if cores == 1 and _draw_inside(film, number, source, os.path.join(folder, "out"), expected, timeout):
                return _place_pictures(film, os.path.join(folder, "out"))
            program = _checked(program, expected)
            name = os.path.join("out", film.name)
            arguments = [program, "render", source, "-o", name, "--shard", f"{number}/{film.shards}"]
            if not any(word.split("=")[0] in ("--renderer", "--platform", "--server") for word in film.options):
                arguments += ["--renderer", "software"]
            if not any(word.split("=")[0] == "--jobs" for word in film.options):
                arguments += ["--jobs", str(max(cores, 1))]
            run(arguments + list(film.options), folder, timeout)
            if film.is_film:
                part = os.path.join(folder, f"{name}.{number}-of-{film.shards}.part")
                with open(part, "rb") as file:
                    data = file.read()
                check_part(data, number, film.shards)
                return data
            return _place_pictures(film, os.path.join(folder, "out"))
    except OSError as error:
        raise ShardError(str(error)) from error


def _checked(program: str, expected: str) -> str:
    """The path of quartz, which has the version of the driver's."""
    try:
        program = find(program)
        own = version(program)
    except FinalError as error:
        # Another machine may have it.
        raise ShardError(f"{os.uname().nodename}: {error}") from error
    if own != expected:
        raise ShardError(f"{os.uname().nodename}: quartz is {own}, not {expected}")
    return program


def _draw_inside(
        film: films.Film, number: int, source: str, folder: str, expected: str, timeout: float) -> bool:
    """Draws a share of pictures by the package quartz, which is faster than starting the program.

    False where the program has to do it: for what the package does not draw, where it is not installed, and where
    it has failed, as the program has the line that says why.
    """
    work = drawer.request(film, number, source, folder)
    process = drawer.shared(expected) if work is not None else None
    if process is None:
        return False
    try:
        process.draw(work, timeout)
    except TimeoutError as error:
        raise ShardError(str(error)) from error
    except drawer.DrawerError:
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        return False
    return True


def _place_pictures(film: films.Film, folder: str) -> int:
    base = film.output[:-len(film.name)]
    names = sorted(os.listdir(folder))
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            if file.read(8) != b"\x89PNG\r\n\x1a\n":
                raise ShardError(f"quartz wrote {name}, which is no PNG")
        films.write(base + name, os.path.join(folder, name))
    return len(names)


def join(film: films.Film, parts: list[bytes], program: str, timeout: float, scratch: str | None) -> int:
    """Joins the parts of a film and puts it in its place; returns its bytes."""
    program = find(program)
    try:
        with Folder(scratch, needed=2 * sum(map(len, parts))) as folder:
            paths = []
            for number, part in enumerate(parts, 1):
                paths.append(os.path.join(folder, f"{number}.part"))
                with open(paths[-1], "wb") as file:
                    file.write(part)
            target = os.path.join(folder, film.name)
            run([program, "join", *paths, "-o", target], folder, timeout)
            films.write(film.output, target)
            return os.path.getsize(target)
    except OSError as error:
        raise ShardError(str(error)) from error
