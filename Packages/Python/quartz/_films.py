"""Films in memory, and how far they are.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import base64
import os
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, Union

from . import _library as c
from ._pictures import PathLike

#: What is told of each frame that is done: nothing, a bar (True), or a function of how many are done and of how
#: many.
Progress = Union[Callable[[int, int], Any], bool, None]

_TYPES = {
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "mkv": "video/x-matroska",
    "webm": "video/webm", "gif": "image/gif"}


class Film:
    """A film in memory. A notebook plays it; `data` are the bytes of its file."""

    __slots__ = ("data", "format")

    def __init__(self, data: bytes, format: str = "mp4") -> None:
        self.data, self.format = data, format

    @property
    def type(self) -> str:
        """The media type, such as video/mp4."""
        return _TYPES.get(self.format, "application/octet-stream")

    def write(self, path: PathLike) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"<Film {self.format}, {len(self.data)} bytes>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def _repr_html_(self) -> str:
        source = f"data:{self.type};base64,{base64.b64encode(self.data).decode()}"
        if self.format == "gif":
            return f'<img alt="film" src="{source}">'
        return f'<video controls loop autoplay muted playsinline src="{source}"></video>'


class ProgressBar:
    """A line on the standard error stream that grows with each frame."""

    WIDTH = 30

    def __init__(self, stream: Any = None) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._begin = time.monotonic()
        self._shown = ""

    def __call__(self, done: int, count: int) -> None:
        full = self.WIDTH * done // count
        seconds = time.monotonic() - self._begin
        line = f"\r{'#' * full}{'.' * (self.WIDTH - full)} {done}/{count} frames, {seconds:.0f} s"
        if line != self._shown:
            self._stream.write(line)
            self._shown = line
        if done == count:
            self._stream.write("\n")
        self._stream.flush()


def reported(progress: Progress) -> tuple[Any, list[BaseException]]:
    """A function of C for progress, and the error that it ends the film with."""
    function = ProgressBar() if progress is True else progress or None
    errors: list[BaseException] = []

    def told(done: int, count: int, user: Any) -> bool:
        try:
            if function is not None:
                function(done, count)
        except BaseException as error:
            errors.append(error)
        return not errors
    return c.Progress(told), errors


def film_of(format: str, write: Callable[[str], None]) -> Film:
    """The film that a function writes to a path."""
    with tempfile.TemporaryDirectory(prefix="quartz-film-") as folder:
        path = os.path.join(folder, f"film.{format}")
        write(path)
        with open(path, "rb") as file:
            return Film(file.read(), format)
