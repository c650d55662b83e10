"""Paths and images.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_char_p, c_size_t, c_uint64
from typing import Any, Union

from . import _library as c
from ._objects import Object
from ._values import PointLike, RectLike, numbers

_path_create = c.function("path_create", c_char_p, c.c_void_p, c_size_t, c.POINTER(c_uint64))
_ellipse = c.function("path_create_ellipse", c.RectArgument, c.POINTER(c_uint64))
_rounded_rect = c.function(
    "path_create_rounded_rect", c.RectArgument, c.SizeArgument, c.POINTER(c_uint64))
_elements = c.function("path_elements", c_uint64, c.POINTER(c.String), c.POINTER(c.List))
_image_create = c.function("image_create", c.POINTER(c.Pixels), c.POINTER(c_uint64))
_image_wrap = c.function(
    "image_wrap", c.POINTER(c.Pixels), c.Callback, c.c_void_p, c.POINTER(c_uint64))
_image_read = c.function("image_read", c_char_p, c.POINTER(c_uint64))
_image_decode = c.function("image_decode", c_char_p, c_size_t, c.POINTER(c_uint64))
_image_pixels = c.function("image_pixels", c_uint64, c.POINTER(c.Pixels))
_image_write = c.function("image_write", c_uint64, c_char_p)
_image_png = c.function("image_png", c_uint64, c.POINTER(c.String))

PathLike = Union[str, "os.PathLike[str]"]


class Path(Object, kind=c.PATH):
    """A path of lines and curves: commands M, L, Q, C and Z, and their points."""

    __slots__ = ()

    def __init__(self, commands: str, points: Any) -> None:
        flat = points if hasattr(points, "dtype") else [float(x) for point in points for x in point]
        memory, count = numbers(flat)
        self._adopt(c.created(_path_create, c.text(commands), memory, count // 2))

    @classmethod
    def _of(cls, handle: int) -> "Path":
        path = object.__new__(cls)
        path._adopt(handle)
        return path

    @classmethod
    def ellipse(cls, rect: RectLike) -> "Path":
        """The ellipse in a rectangle."""
        return cls._of(c.created(_ellipse, c.RectArgument(*rect)))

    @classmethod
    def rect(cls, rect: RectLike, radius: float = 0) -> "Path":
        """A rectangle, with round corners if there is a radius."""
        return cls._of(c.created(_rounded_rect, c.RectArgument(*rect), c.SizeArgument(radius, radius)))

    @property
    def elements(self) -> tuple[str, list[tuple[float, float]]]:
        """The commands and points."""
        commands, points = c.String(), c.List()
        _elements(self._handle, byref(commands), byref(points))
        if not points.count:
            return str(commands), []
        flat = (ctypes.c_double * (2 * points.count)).from_address(points.items)
        return str(commands), [(flat[at], flat[at + 1]) for at in range(0, len(flat), 2)]


# Pixels that images borrow, by the address of what keeps them.
_borrowed: dict[int, Any] = {}


@c.Callback
def _given_back(user: int) -> None:
    _borrowed.pop(user, None)


class Image(Object, kind=c.IMAGE):
    """A picture: R, G, B, A bytes, premultiplied, rows from the top.

    `numpy.asarray(image)` is an array of its pixels without a copy, which keeps the image; a notebook
    shows the picture.
    """

    __slots__ = ()

    def __init__(self, pixels: Any, size: tuple[int, int] | None = None, *, straight: bool = False) -> None:
        """Makes an image of an array of bytes, height x width x 4, 3 or nothing for grey.

        The array is not copied if its rows are pixels that touch each other. It may not change then. Other
        memory, such as `bytes`, needs the size, width and height in pixels, and has four bytes for each.
        """
        if size is None:
            pixels, (height, width), channels = _planes(pixels)
        else:
            (width, height), channels = size, 4
        view = memoryview(pixels)
        formats = {4: 1 if straight else 0, 1: 3}
        row_bytes = view.strides[0] if view.ndim > 1 and view.strides else width * channels
        memory = _address(view)
        described = c.Pixels(
            memory[0], (height - 1) * row_bytes + width * channels if view.ndim > 1 else view.nbytes, width,
            height, row_bytes, formats[channels])
        handle = c_uint64()
        key = id(memory)
        _borrowed[key] = (memory, pixels, view)
        try:
            _image_wrap(byref(described), _given_back, key, byref(handle))
        except c.QuartzError:
            _borrowed.pop(key, None)
            raise
        self._adopt(handle.value)

    @classmethod
    def _of(cls, handle: int) -> "Image":
        image = object.__new__(cls)
        image._adopt(handle)
        return image

    @classmethod
    def read(cls, path: PathLike) -> "Image":
        """The first picture of a file: PNG, JPEG, WebP, GIF, TIFF, JPEG 2000."""
        return cls._of(c.created(_image_read, os.fsencode(path)))

    @classmethod
    def decode(cls, data: bytes) -> "Image":
        """The picture of a file's bytes."""
        return cls._of(c.created(_image_decode, data, len(data)))

    def _pixels(self) -> c.Pixels:
        pixels = c.Pixels()
        _image_pixels(self._handle, byref(pixels))
        return pixels

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        pixels = self._pixels()
        return pixels.width, pixels.height

    @property
    def __array_interface__(self) -> dict[str, Any]:
        pixels = self._pixels()
        return {
            "version": 3, "shape": (pixels.height, pixels.width, 4), "typestr": "|u1",
            "data": (pixels.data, True), "strides": (pixels.row_bytes, 4, 1)}

    def tobytes(self) -> bytes:
        """The pixels, row by row."""
        pixels = self._pixels()
        return b"".join(
            ctypes.string_at(pixels.data + y * pixels.row_bytes, pixels.width * 4) for y in range(pixels.height))

    def png(self) -> bytes:
        """The bytes of a PNG file, as `quartz render` writes it."""
        data = c.String()
        _image_png(self._handle, byref(data))
        return data.bytes()

    def write(self, path: PathLike) -> None:
        """Writes a picture file; the end of the name is its format: png, jpg, webp, tiff, jp2."""
        _image_write(self._handle, os.fsencode(path))

    def _repr_png_(self) -> bytes:
        return self.png()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Image) and self.size == other.size and self.tobytes() == other.tobytes()

    __hash__ = Object.__hash__


def _planes(pixels: Any) -> tuple[Any, tuple[int, int], int]:
    """An array whose rows can be lent, its height and width, and its bytes for each pixel."""
    shape = pixels.shape
    if getattr(pixels, "dtype", None) != "uint8" or len(shape) not in (2, 3) or shape[2:] not in ((), (3,), (4,)):
        raise TypeError(
            f"an image is an array of uint8, height x width x 4, not {getattr(pixels, 'dtype', None)} {shape}")
    if shape[2:] == (3,):
        import numpy
        pixels = numpy.dstack([pixels, numpy.full(shape[:2], 255, numpy.uint8)])
    channels = 4 if len(shape) == 3 else 1
    touch = (channels, 1) if channels == 4 else (1,)
    if tuple(pixels.strides[1:]) != touch or pixels.strides[0] < shape[1] * channels or pixels.strides[0] % 4:
        pixels = pixels.copy()
    return pixels, (shape[0], shape[1]), channels


def _address(view: memoryview) -> tuple[int, Any]:
    """The address of memory, and the object that keeps it."""
    if view.readonly or not view.c_contiguous:
        base = getattr(view.obj, "__array_interface__", None)
        if base is not None:
            return base["data"][0], view.obj
    if view.readonly:
        data = view.tobytes() if not isinstance(view.obj, bytes) else view.obj
        return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, data
    base = (ctypes.c_char * 1).from_buffer(view.cast("B") if view.c_contiguous else view)
    return ctypes.addressof(base), base
