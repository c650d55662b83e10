"""Contexts, transactions and packages.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import byref, c_bool, c_char_p, c_double, c_size_t, c_uint64
from types import TracebackType
from typing import Any

from . import _library as c
from ._bases import Layer
from ._objects import Object, wrap
from ._pictures import Image, PathLike
from ._values import ColorLike, Size, _color, encode

_create = c.function(
    "context_create", c_double, c_double, c_double, c.POINTER(c.ContextOptions), c.POINTER(c_uint64))
_connect = c.function(
    "context_connect", c_char_p, c_double, c_double, c_double, c.POINTER(c.ContextOptions),
    c.POINTER(c_uint64))
_set_layer = c.function("context_set_layer", c_uint64, c_uint64)
_layer = c.function("context_layer", c_uint64, c.POINTER(c_uint64))
_resize = c.function("context_resize", c_uint64, c_double, c_double, c_double)
_pixel_size = c.function("context_pixel_size", c_uint64, c.POINTER(c_size_t), c.POINTER(c_size_t))
_time = c.function("context_time", c_uint64, c.POINTER(c_double))
_advance = c.function("context_advance", c_uint64, c_double)
_image = c.function("context_image", c_uint64, c_double, c.POINTER(c_uint64))
_draw = c.function("context_draw", c_uint64, c_double, c.c_void_p, c_size_t, c_size_t)
_write_film = c.function("context_write_film", c_uint64, c_char_p, c.POINTER(c.FilmOptions))
_begin = c.function("transaction_begin")
_commit = c.function("transaction_commit")
_flush = c.function("transaction_flush")
_set_duration = c.function("transaction_set_duration", c_double)
_set_disable_actions = c.function("transaction_set_disable_actions", c_bool)
_set_timing = c.function("transaction_set_timing", c.POINTER(c.Value))
_set_completion = c.function("transaction_set_completion", c.Callback, c.c_void_p)
_package_read = c.function("package_read", c_char_p, c.POINTER(c_uint64))
_package_create = c.function("package_create", c_uint64, c.POINTER(c_uint64))
_package_write = c.function("package_write", c_uint64, c_char_p)
_package_size = c.function("package_size", c_uint64, c.POINTER(c.SizeArgument))
_package_root = c.function("package_root", c_uint64, c.POINTER(c_uint64))
_package_canvas = c.function("package_canvas", c_uint64, c.POINTER(c_uint64))
_package_layer = c.plain("package_layer", c_uint64, c_char_p, c.POINTER(c_uint64))
_package_warnings = c.function("package_warnings", c_uint64, c.POINTER(c.List))
_package_states = c.function("package_states", c_uint64, c.POINTER(c.List))
_package_set_state = c.function("package_set_state", c_uint64, c_char_p, c_bool)


class Context(Object, kind=c.CONTEXT):
    """An output that shows a layer tree.

        with quartz.Context(320, 240, scale=2) as context:
            context.layer = quartz.CALayer(bounds=(0, 0, 320, 240))
            picture = context.image()

    It is drawn in this process, and its time stands still until a picture of a later one is asked for. With a
    server's socket that server draws it, in real time.
    """

    __slots__ = ()

    def __init__(
        self, width: float, height: float, scale: float = 1, *, background: ColorLike | None = None,
        y_up: bool = False, real_time: bool = False, server: PathLike | None = None,
    ) -> None:
        options = c.ContextOptions(ctypes.sizeof(c.ContextOptions))
        if background is not None:
            options.background[:] = list(_color(background))
        options.is_y_up, options.is_real_time = y_up, real_time
        if server is None:
            handle = c.created(_create, width, height, scale, byref(options))
        else:
            handle = c.created(_connect, os.fsencode(server), width, height, scale, byref(options))
        self._adopt(handle)

    def __enter__(self) -> "Context":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Takes the layers out; the context can show others."""
        self.layer = None

    @property
    def layer(self) -> Layer | None:
        """The root of the tree."""
        return wrap(c.created(_layer, self._handle))

    @layer.setter
    def layer(self, layer: Layer | None) -> None:
        _set_layer(self._handle, layer._handle if layer is not None else 0)

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = c_size_t(), c_size_t()
        _pixel_size(self._handle, byref(width), byref(height))
        return width.value, height.value

    def resize(self, width: float, height: float, scale: float = 1) -> None:
        """Changes the size, in points, and the pixels for each of them."""
        _resize(self._handle, width, height, scale)

    @property
    def time(self) -> float:
        """The time, in seconds."""
        time = c_double()
        _time(self._handle, byref(time))
        return time.value

    def advance(self, time: float) -> None:
        """Moves the time on; completions that lie before are called."""
        _advance(self._handle, time)

    def image(self, time: float | None = None) -> Image:
        """The picture of a time, in seconds; of the current one by default."""
        return Image._of(c.created(_image, self._handle, float("nan") if time is None else time))

    def draw(self, array: Any, time: float | None = None) -> None:
        """Draws into an array of bytes, height x width x 4, or other memory of that size."""
        view = memoryview(array)
        if view.readonly:
            raise TypeError("the memory cannot be written to")
        width, height = self.pixel_size
        if view.ndim == 3:
            if view.shape != (height, width, 4) or view.strides is None or view.strides[1:] != (4, 1):
                raise TypeError(f"an array for this context is {height} x {width} x 4 bytes, not {view.shape}")
            row_bytes, count = view.strides[0], (height - 1) * view.strides[0] + width * 4
            address = array.__array_interface__["data"][0] if hasattr(array, "__array_interface__") else \
                ctypes.addressof((ctypes.c_char * 1).from_buffer(view.cast("B")))
        else:
            row_bytes, count = width * 4, view.nbytes
            address = ctypes.addressof((ctypes.c_char * 1).from_buffer(view))
        _draw(self._handle, float("nan") if time is None else time, address, count, row_bytes)

    def write_film(
        self, path: PathLike, duration: float, *, rate: float = 60, start: float = 0,
        progress: Callable[[int, int], Any] | None = None,
    ) -> None:
        """Writes a film, whole or not at all: mp4, mov, m4v, mkv or webm; ffmpeg encodes.

        `progress` is told of each frame, how many are done and of how many. If it raises an error, that is
        the end of the film, and the error is raised here.
        """
        errors: list[BaseException] = []

        def told(done: int, count: int, user: Any) -> bool:
            try:
                if progress is not None:
                    progress(done, count)
            except BaseException as error:
                errors.append(error)
            return not errors
        function = c.Progress(told)
        options = c.FilmOptions(ctypes.sizeof(c.FilmOptions), start, duration, rate, function, None)
        try:
            _write_film(self._handle, os.fsencode(path), byref(options))
        except c.QuartzError:
            if errors:
                raise errors[0] from None
            raise

    def _repr_png_(self) -> bytes:
        return self.image().png()


_completions: dict[int, Callable[[], None]] = {}
_next_completion = 0


@c.Callback
def _completed(user: int) -> None:
    function = _completions.pop(user, None)
    if function is not None:
        function()


class Transaction:
    """Changes that belong together.

        with quartz.Transaction(duration=0.3, timing="easeOut"):
            layer.opacity = 0
    """

    def __init__(
        self, *, duration: float | None = None, timing: Any = None, animated: bool = True,
        completion: Callable[[], None] | None = None,
    ) -> None:
        self._duration, self._timing, self._animated = duration, timing, animated
        self._completion = completion

    def __enter__(self) -> "Transaction":
        global _next_completion
        _begin()
        if self._duration is not None:
            _set_duration(self._duration)
        if not self._animated:
            _set_disable_actions(True)
        if self._timing is not None:
            value, memory = encode(self._timing)
            _set_timing(byref(value))
            del memory
        if self._completion is not None:
            _next_completion += 1
            _completions[_next_completion] = self._completion
            _set_completion(_completed, _next_completion)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        _commit()


def flush() -> None:
    """Sends changes outside of any transaction."""
    _flush()


class Package(Object, kind=c.PACKAGE):
    """A layer package: a folder (.ca), a document (.caml) or an archive (.caar)."""

    __slots__ = ()

    def __init__(self, path: PathLike) -> None:
        self._adopt(c.created(_package_read, os.fsencode(path)))

    @classmethod
    def of(cls, layer: Layer) -> "Package":
        """A package of a tree, for writing; the canvas has the size of the layer."""
        package = object.__new__(cls)
        package._adopt(c.created(_package_create, layer._handle))
        return package

    def write(self, path: PathLike) -> None:
        """Writes the package, whole or not at all."""
        _package_write(self._handle, os.fsencode(path))

    @property
    def size(self) -> Size:
        """The size of the canvas, in points."""
        size = c.SizeArgument()
        _package_size(self._handle, byref(size))
        return Size(size.width, size.height)

    @property
    def root(self) -> Layer:
        """The root of the document."""
        return wrap(c.created(_package_root, self._handle))

    @property
    def canvas(self) -> Layer:
        """A layer of the canvas's size with the root in it, for a context of that size."""
        return wrap(c.created(_package_canvas, self._handle))

    @property
    def warnings(self) -> list[str]:
        """The content that was skipped, a line each."""
        lines = c.List()
        _package_warnings(self._handle, byref(lines))
        return c.strings(lines)

    @property
    def states(self) -> list[str]:
        """The names of the states."""
        names = c.List()
        _package_states(self._handle, byref(names))
        return c.strings(names)

    def set_state(self, name: str | None, *, animated: bool = False) -> None:
        """Puts the layers into a state, at once or with the document's animations."""
        _package_set_state(self._handle, c.text(name), animated)

    def layer(self, identifier: str) -> Layer | None:
        """The layer with an id in the document."""
        handle = c_uint64()
        status = _package_layer(self._handle, c.text(identifier), byref(handle))
        if status == 8:
            return None
        if status:
            c.raise_error(status)
        return wrap(handle.value)

    def image(self, time: float = 0, *, scale: float = 1) -> Image:
        """The picture of a time, the same as that of `quartz render --renderer software`."""
        size = self.size
        with Context(size.width, size.height, scale) as context:
            canvas = self.canvas
            width, height = context.pixel_size
            canvas["position"] = (width / scale / 2, height / scale / 2)
            context.layer = canvas
            return context.image(time)

    def _repr_png_(self) -> bytes:
        return self.image(scale=2).png()
