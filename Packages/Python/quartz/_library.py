"""The functions of quartz.h, by ctypes: types, loading, errors.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import (
    CFUNCTYPE, POINTER, Structure, Union, byref, c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t,
    c_uint32, c_uint64, c_void_p)
from typing import Any

NAME = "libquartz.so"


def _load() -> ctypes.CDLL:
    """The library of QUARTZ_LIBRARY, the one in this package, or one of the system."""
    own = os.path.join(os.path.dirname(__file__), NAME)
    path = os.environ.get("QUARTZ_LIBRARY") or (own if os.path.exists(own) else f"{NAME}.1")
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; QUARTZ_LIBRARY names {NAME} where it is in no usual place") from error


library = _load()

# Types of values, as quartz_type numbers them.
NULL, BOOL, NUMBER, INTEGER, POINT, SIZE, RECT, COLOR, TRANSFORM, STRING, NUMBERS, COLORS, OBJECT, OBJECTS, \
    POINTS, STRINGS, TRANSFORMS, BRIGHT_COLOR, BRIGHT_COLORS = range(19)
# Kinds of objects, as quartz_kind numbers them.
NONE, CONTEXT, LAYER, ANIMATION, IMAGE, PATH, FILTER, CELL, PACKAGE, CLIENT = range(10)
# Numbers of statuses that are no errors to every caller.
NOT_FOUND = 8


class String(Structure):
    _fields_ = [("text", c_void_p), ("length", c_size_t)]

    def bytes(self) -> bytes:
        return ctypes.string_at(self.text, self.length) if self.text else b""

    def __str__(self) -> str:
        return self.bytes().decode()


class List(Structure):
    _fields_ = [("items", c_void_p), ("count", c_size_t)]


class _Union(Union):
    _fields_ = [
        ("boolean", c_bool), ("number", c_double), ("integer", c_int64), ("numbers", c_double * 16),
        ("string", String), ("list", List), ("object", c_uint64)]


class Value(Structure):
    _fields_ = [("type", c_uint32), ("reserved", c_uint32), ("of", _Union)]


class Property(Structure):
    _fields_ = [
        ("name", String), ("type", c_uint32), ("kind", c_uint32), ("is_animatable", c_bool), ("owner", String),
        ("names", List), ("default_value", Value)]


class Pixels(Structure):
    _fields_ = [
        ("data", c_void_p), ("byte_count", c_size_t), ("width", c_size_t), ("height", c_size_t),
        ("row_bytes", c_size_t), ("format", c_uint32)]


class PointArgument(Structure):
    _fields_ = [("x", c_double), ("y", c_double)]


class SizeArgument(Structure):
    _fields_ = [("width", c_double), ("height", c_double)]


class RectArgument(Structure):
    _fields_ = [("x", c_double), ("y", c_double), ("width", c_double), ("height", c_double)]


class ContextOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("background", c_double * 4), ("is_y_up", c_bool), ("is_real_time", c_bool)]


class Drawing(Structure):
    _fields_ = [
        ("pixels", c_void_p), ("width", c_size_t), ("height", c_size_t), ("row_bytes", c_size_t),
        ("scale", c_double)]


class PackageOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("item", c_size_t), ("planes", c_char_p), ("marker", c_char_p),
        ("animation", c_char_p), ("theme", c_char_p), ("values", List)]


Callback = CFUNCTYPE(None, c_void_p)
Progress = CFUNCTYPE(c_bool, c_size_t, c_size_t, c_void_p)
AnimationCallback = CFUNCTYPE(None, c_int32, c_void_p)
Draw = CFUNCTYPE(c_bool, c_uint64, POINTER(Drawing), c_void_p)
Layout = CFUNCTYPE(None, c_uint64, c_void_p)


class LayerCallbacks(Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("draw", Draw), ("layout", Layout), ("done", Callback), ("user", c_void_p)]



class FilmOptions(Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("start", c_double), ("duration", c_double), ("rate", c_double),
        ("progress", Progress), ("user", c_void_p)]


library.quartz_status_name.restype = c_char_p
library.quartz_last_error.restype = c_char_p
library.quartz_version.restype = c_uint32
library.quartz_object_count.restype = c_size_t
library.quartz_class_count.restype = c_size_t


class QuartzError(Exception):
    """A call that failed: `status` is the name of its code; the text says the reason."""

    def __init__(self, status: str, text: str) -> None:
        super().__init__(f"{text} ({status})")
        self.status = status


def raise_error(status: int) -> None:
    """Raises the error of a status that is not 0."""
    name = library.quartz_status_name(status).decode()
    raise QuartzError(name, library.quartz_last_error().decode())


def function(name: str, *types: Any) -> Callable[..., None]:
    """A function of the library that returns a status; others than 0 are raised."""
    call = library[f"quartz_{name}"]
    call.argtypes = types
    call.restype = c_uint32

    def checked(*arguments: object) -> None:
        status = call(*arguments)
        if status:
            raise_error(status)

    return checked


def plain(name: str, *types: Any) -> Callable[..., int]:
    """The same without the check: the status is the result."""
    call = library[f"quartz_{name}"]
    call.argtypes = types
    call.restype = c_uint32
    return call


def created(call: Callable[..., None], *arguments: object) -> int:
    """The handle that a function writes to its last argument."""
    handle = c_uint64()
    call(*arguments, byref(handle))
    return handle.value


def strings(items: List) -> list[str]:
    """The texts of a list."""
    if not items.count:
        return []
    return [str(text) for text in (String * items.count).from_address(items.items)]


def text_list(texts: list[str]) -> tuple[Any, Any]:
    """Texts in memory, and what keeps it."""
    encoded = [item.encode() for item in texts]
    memory = (String * len(encoded))(*(
        String(ctypes.cast(c_char_p(item), c_void_p), len(item)) for item in encoded))
    return memory, encoded


def text(value: str | None) -> bytes | None:
    """A text for C; a NUL within it is an error there, as it would be cut off."""
    if value is None:
        return None
    if "\0" in value:
        raise QuartzError("QUARTZ_INVALID_VALUE", "the text has a NUL")
    return value.encode()


release = plain("release", c_uint64)
set_number = plain("set_number", c_uint64, c_char_p, c_double)
set_bool = plain("set_bool", c_uint64, c_char_p, c_bool)
set_value = plain("set", c_uint64, c_char_p, POINTER(Value))
get_value = plain("get", c_uint64, c_char_p, POINTER(Value))
