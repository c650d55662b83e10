"""The films of one call: where each comes from, and where it goes."""

from __future__ import annotations

import dataclasses
import io
import json
import math
import os
import posixpath
import re
import zipfile

import fsspec

# Groups of this many frames are the smallest parts of a film (FilmGroup.length in quartz).
GROUP = 300
NUMBERED = re.compile(r"(?<!%)(?:%%)*%\d{0,2}d")
FORMATS = (".mp4", ".webm")


class FilmError(Exception):
    """A film that cannot be made, in one line."""


@dataclasses.dataclass(frozen=True)
class Film:
    """A film, or a set of numbered pictures, with the options of `quartz render`."""

    input: str
    output: str
    shards: int = 1
    options: tuple[str, ...] = ()

    def __post_init__(self):
        if not 1 <= self.shards <= 100_000:
            raise FilmError(f"{self.output}: the number of shards must be in 1...100000, found {self.shards}")
        if not self.is_film and not self.is_numbered:
            raise FilmError(f"{self.output}: a farm makes .mp4, .webm and pictures with %d in their name")
        for option in self.options:
            if option in ("-o", "--output", "--shard") or option.startswith(("--output=", "--shard=")):
                raise FilmError(f"{option} is set by the farm")

    @property
    def is_film(self) -> bool:
        return self.output.lower().endswith(FORMATS)

    @property
    def is_numbered(self) -> bool:
        return self.output.lower().endswith(".png") and NUMBERED.search(self.name) is not None

    @property
    def name(self) -> str:
        """The last part of the output's path."""
        return posixpath.basename(self.output)

    @property
    def document_name(self) -> str:
        return posixpath.basename(self.input.rstrip("/"))


def frame_count(options) -> int | None:
    """The number of frames that options of `quartz render` ask for; None if the document has it."""
    values = {}
    words = list(options)
    for index, word in enumerate(words):
        name, sign, value = word.partition("=")
        if name in ("--frames", "--duration", "--fps"):
            values[name] = value if sign else (words[index + 1] if index + 1 < len(words) else "")
    try:
        if "--frames" in values:
            return int(values["--frames"])
        if "--duration" in values:
            return max(round(float(values["--duration"]) * float(values.get("--fps", 30))), 1)
    except (ValueError, OverflowError):
        pass  # quartz says what is wrong with it.
    return None


def usual_shards(output: str, options) -> int:
    """As many shards as a film has groups; for pictures one for each 100."""
    count = frame_count(options)
    if count is None:
        return 1
    step = GROUP if output.lower().endswith(FORMATS) else 100
    return min(max(math.ceil(count / step), 1), 1000)


def expand(inputs, output: str, shards: int | None = None, options=()) -> list[Film]:
    """Films of paths and patterns; `{name}` in the output is the document's name."""
    options = tuple(options)
    found = []
    for text in inputs:
        fs, path = fsspec.core.url_to_fs(text)
        matches = sorted(fs.glob(path)) if any(c in path for c in "*?[") else [path]
        if not matches or not fs.exists(matches[0]):
            raise FilmError(f"{text}: there is nothing")
        found += [fs.unstrip_protocol(match) for match in matches]
    films = []
    for path in found:
        stem = posixpath.splitext(posixpath.basename(path.rstrip("/")))[0]
        target = output.replace("{name}", stem)
        films.append(Film(path, target, shards or usual_shards(target, options), options))
    return check(films)


def read_list(text: str, shards: int | None = None, options=()) -> list[Film]:
    """Films of lines of JSON: `{"input": ..., "output": ..., "options": [...], "shards": 8}`."""
    films = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            own = (*options, *map(str, row.get("options", [])))
            count = row.get("shards") or shards or usual_shards(row["output"], own)
            films.append(Film(row["input"], row["output"], int(count), own))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FilmError(f"line {number} of the list: {error!r}") from error
    return check(films)


def check(films: list[Film]) -> list[Film]:
    """Two films must not have one output."""
    known = {}
    for film in films:
        if film.output in known:
            raise FilmError(f"{film.output} is the output of {known[film.output]} and of {film.input}; "
                            "{name} in it tells them apart")
        known[film.output] = film.input
    return films


# Files, by fsspec.


def is_local(url: str) -> bool:
    fs, _ = fsspec.core.url_to_fs(url)
    protocol = fs.protocol if isinstance(fs.protocol, str) else fs.protocol[0]
    return protocol in ("file", "local")


def pack(url: str) -> bytes:
    """A document as a zip: a folder with all of its files, or one file."""
    fs, path = fsspec.core.url_to_fs(url)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        root = path.rstrip("/")
        if not fs.exists(root):
            raise FilmError(f"{url}: there is nothing")
        if fs.isdir(root):
            for file in sorted(fs.find(root)):
                archive.writestr(zipfile.ZipInfo(posixpath.relpath(file, root)), fs.cat_file(file))
            archive.comment = b"folder"
        else:
            archive.writestr(zipfile.ZipInfo(posixpath.basename(root)), fs.cat_file(root))
    return buffer.getvalue()


def unpack(data: bytes, folder: str, name: str) -> str:
    """Writes a packed document into a folder; returns its path."""
    target = os.path.join(folder, name)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if archive.comment == b"folder":
            os.makedirs(target)
            # Names that lead out of the folder are made harmless by the library.
            archive.extractall(target)
        else:
            archive.extractall(folder)
    return target


def write(url: str, source: str) -> None:
    """Puts a file at a path, all of it or nothing."""
    fs, path = fsspec.core.url_to_fs(url)
    if is_local(url):
        temporary = f"{path}.{os.getpid()}.farm"
        try:
            with open(source, "rb") as old, open(temporary, "wb") as new:
                while chunk := old.read(1 << 20):
                    new.write(chunk)
                new.flush()
                os.fsync(new.fileno())
            os.replace(temporary, path)
        finally:
            if os.path.exists(temporary):
                os.remove(temporary)
    else:
        # Stores of objects show an object when it is complete; others get a second name first.
        atomic = {"s3", "s3a", "gs", "gcs", "abfs", "az", "memory"}
        protocols = {fs.protocol} if isinstance(fs.protocol, str) else set(fs.protocol)
        if protocols & atomic:
            fs.put_file(source, path)
        else:
            temporary = f"{path}.{os.getpid()}.farm"
            fs.put_file(source, temporary)
            fs.mv(temporary, path)


def make_folder(url: str) -> None:
    fs, path = fsspec.core.url_to_fs(url)
    parent = fs._parent(path)
    if parent:
        fs.makedirs(parent, exist_ok=True)
