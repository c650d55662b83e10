"""Files of layers: packages, documents, wallpapers, Lottie animations.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping, Sequence
from ctypes import byref, c_bool, c_char_p, c_double, c_uint64
from typing import NamedTuple

from . import _library as c
from ._bases import Layer
from ._contexts import Context
from ._films import Film, Progress, film_of
from ._objects import Object, wrap
from ._pictures import Image, PathLike
from ._values import ColorLike, Size

_open = c.function("package_open", c_char_p, c.POINTER(c.PackageOptions), c.POINTER(c_uint64))
_create = c.function("package_create", c_uint64, c.POINTER(c_uint64))
_write = c.function("package_write", c_uint64, c_char_p)
_size = c.function("package_size", c_uint64, c.POINTER(c.SizeArgument))
_root = c.function("package_root", c_uint64, c.POINTER(c_uint64))
_canvas = c.function("package_canvas", c_uint64, c.POINTER(c_uint64))
_place = c.function("package_place", c_uint64, c.SizeArgument)
_loop = c.plain("package_loop", c_uint64, c.POINTER(c_double), c.POINTER(c_double))
_rate = c.plain("package_rate", c_uint64, c.POINTER(c_double))
_markers = c.function("package_markers", c_uint64, c.POINTER(c.List))
_layer = c.plain("package_layer", c_uint64, c_char_p, c.POINTER(c_uint64))
_warnings = c.function("package_warnings", c_uint64, c.POINTER(c.List))
_states = c.function("package_states", c_uint64, c.POINTER(c.List))
_set_state = c.function("package_set_state", c_uint64, c_char_p, c_bool)

#: Films on these have no alpha, so they are drawn on black, as `quartz render` does.
_OPAQUE = ("mp4", "mov", "m4v", "mkv")


class Loop(NamedTuple):
    """The part of a document that is played, in seconds."""

    start: float
    duration: float


class Package(Object, kind=c.PACKAGE):
    """The layers of a file: all that `quartz render` reads.

    A layer package (.ca) in a folder or a zip, a document (.caml), an archive (.caar), a wallpaper (.wallpaper,
    .tendies), or a Lottie animation (.json, .lottie):

        quartz.Package("Clock.ca").image(0.5).write("clock.png")
        quartz.Package("hello.json", values={"Circle.Fill 1.Color": "#00ff00"}).write_film("hello.mp4")
    """

    __slots__ = ()

    def __init__(
        self, path: PathLike, *, item: int = 0, planes: Sequence[str] | None = None, marker: str | None = None,
        animation: str | None = None, theme: str | None = None, values: Mapping[str, str] | None = None,
    ) -> None:
        """Reads a file, or a part of it.

        `item` is the number of one of several packages or wallpapers, from 0. `planes` are those of a wallpaper,
        from back to front: some of whole, background, foreground, floating. The others are for Lottie: the
        marker to play, the animation and the theme of an archive, and values of slots or key paths.
        """
        texts, kept = c.text_list([f"{name}={value}" for name, value in (values or {}).items()])
        options = c.PackageOptions(
            ctypes.sizeof(c.PackageOptions), item, c.text(",".join(planes) if planes is not None else None),
            c.text(marker), c.text(animation), c.text(theme), c.List(ctypes.addressof(texts), len(texts)))
        self._adopt(c.created(_open, os.fsencode(path), byref(options)))
        del kept

    @classmethod
    def of(cls, layer: Layer) -> "Package":
        """A package of a tree, for writing; the canvas has the size of the layer."""
        package = object.__new__(cls)
        package._adopt(c.created(_create, layer._handle))
        return package

    def write(self, path: PathLike) -> None:
        """Writes a package, whole or not at all."""
        _write(self._handle, os.fsencode(path))

    @property
    def size(self) -> Size:
        """The size of the canvas, in points."""
        size = c.SizeArgument()
        _size(self._handle, byref(size))
        return Size(size.width, size.height)

    @property
    def root(self) -> Layer:
        """The root of the document; of a wallpaper, the canvas."""
        return wrap(c.created(_root, self._handle))

    @property
    def canvas(self) -> Layer:
        """A layer of the canvas's size with the root in it, for a context of that size."""
        return wrap(c.created(_canvas, self._handle))

    @property
    def loop(self) -> Loop | None:
        """The part that the editor loops, or a Lottie animation plays; None if there is none."""
        start, duration = c_double(), c_double()
        return Loop(start.value, duration.value) if _found(
            _loop(self._handle, byref(start), byref(duration))) else None

    @property
    def rate(self) -> float | None:
        """The pictures a second that the document asks for; None if it does not."""
        rate = c_double()
        return rate.value if _found(_rate(self._handle, byref(rate))) else None

    @property
    def markers(self) -> list[str]:
        """The names of a Lottie animation's markers."""
        names = c.List()
        _markers(self._handle, byref(names))
        return c.strings(names)

    @property
    def warnings(self) -> list[str]:
        """The content that was skipped, a line each."""
        lines = c.List()
        _warnings(self._handle, byref(lines))
        return c.strings(lines)

    @property
    def states(self) -> list[str]:
        """The names of the states."""
        names = c.List()
        _states(self._handle, byref(names))
        return c.strings(names)

    def set_state(self, name: str | None, *, animated: bool = False) -> None:
        """Puts the layers into a state, at once or with the document's animations."""
        _set_state(self._handle, c.text(name), animated)

    def layer(self, identifier: str) -> Layer | None:
        """The layer with an id in the document."""
        handle = c_uint64()
        return wrap(handle.value) if _found(
            _layer(self._handle, c.text(identifier), byref(handle))) else None

    def context(self, *, scale: float = 1, background: ColorLike | None = None) -> Context:
        """A context of the canvas's size that shows the layers."""
        size = self.size
        context = Context(size.width, size.height, scale, background=background)
        width, height = context.pixel_size
        _place(self._handle, c.SizeArgument(width / scale, height / scale))
        context.layer = self.canvas
        return context

    def image(self, time: float = 0, *, scale: float = 1, background: ColorLike | None = None) -> Image:
        """The picture of a time, the same as that of `quartz render --renderer software`."""
        with self.context(scale=scale, background=background) as context:
            return context.image(time)

    def write_film(
        self, path: PathLike, duration: float | None = None, *, rate: float | None = None,
        start: float | None = None, scale: float = 1, background: ColorLike | None = None,
        progress: Progress = None,
    ) -> None:
        """Writes a film, the same as that of `quartz render --renderer software`.

        By default it shows the document's loop, or 5 seconds, with the document's rate, or 30 pictures a second.
        `progress` is told of each frame; True shows a bar.
        """
        loop = self.loop
        if duration is None:
            duration = loop.duration if loop else 5
        if start is None:
            start = loop.start if loop else 0
        if background is None and str(os.fspath(path)).lower().endswith(_OPAQUE):
            background = (0, 0, 0)
        with self.context(scale=scale, background=background) as context:
            context.write_film(
                path, duration, rate=rate or self.rate or 30, start=start, progress=progress)

    def film(
        self, duration: float | None = None, *, rate: float | None = None, start: float | None = None,
        scale: float = 1, background: ColorLike | None = None, format: str = "mp4", progress: Progress = None,
    ) -> Film:
        """The film in memory, which a notebook plays; see `write_film`."""
        return film_of(format, lambda path: self.write_film(
            path, duration, rate=rate, start=start, scale=scale, background=background, progress=progress))

    def _repr_png_(self) -> bytes:
        return self.image(scale=2).png()


def _found(status: int) -> bool:
    """Whether there is what was asked for; other statuses are raised."""
    if status and status != c.NOT_FOUND:
        c.raise_error(status)
    return not status
