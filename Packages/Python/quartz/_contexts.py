"""Contexts and transactions.

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
from ._films import Film, Progress, film_of, reported
from ._objects import Object, wrap
from ._pictures import Image, PathLike
from ._values import ColorLike, _color, encode

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
        progress: "Progress" = None,
    ) -> None:
        """Writes a film, whole or not at all: mp4, mov, m4v, mkv, webm or gif; ffmpeg encodes.

        `progress` is told of each frame, how many are done and of how many; True shows a bar. If it raises an
        error, that is the end of the film, and the error is raised here.
        """
        told, errors = reported(progress)
        options = c.FilmOptions(ctypes.sizeof(c.FilmOptions), start, duration, rate, told, None)
        try:
            _write_film(self._handle, os.fsencode(path), byref(options))
        except c.QuartzError:
            if errors:
                raise errors[0] from None
            raise

    def film(
        self, duration: float, *, rate: float = 60, start: float = 0, format: str = "mp4",
        progress: "Progress" = None,
    ) -> Film:
        """The film of a context in memory, which a notebook plays."""
        return film_of(
            format, lambda path: self.write_film(path, duration, rate=rate, start=start, progress=progress))

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
