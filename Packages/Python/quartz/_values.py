"""Values of properties: numbers, structs, colours, lists, and how C has them.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Union

from . import _library as c


class Point(NamedTuple):
    """A point, in points."""

    x: float
    y: float


class Size(NamedTuple):
    """A size, in points."""

    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle, in points."""

    x: float
    y: float
    width: float
    height: float


class Color(NamedTuple):
    """A colour in extended sRGB, with straight alpha."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @classmethod
    def hex(cls, text: str) -> "Color":
        """The colour of `#rrggbb` or `#rrggbbaa`."""
        digits = text.removeprefix("#")
        if len(digits) not in (6, 8):
            raise ValueError(f"{text!r} is neither #rrggbb nor #rrggbbaa")
        return cls(*(int(digits[at:at + 2], 16) / 255 for at in range(0, len(digits), 2)))


class BrightColor(Color):
    """A colour with a headroom: components beyond 1 are brighter than white.

    The headroom is the ratio of the brightest linear light that the colour is meant for to SDR
    white, at least 1, or 0 if nobody knows.
    """

    headroom: float

    def __new__(
            cls, red: float, green: float, blue: float, alpha: float = 1.0, headroom: float = 0.0) -> "BrightColor":
        color = super().__new__(cls, red, green, blue, alpha)
        color.headroom = headroom
        return color

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}={number!r}" for name, number in zip(self._fields, self))
        return f"BrightColor({numbers}, headroom={self.headroom!r})"

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, tuple) and tuple.__eq__(self, other)
        return same and self.headroom == getattr(other, "headroom", 0.0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self))


class Transform(NamedTuple):
    """A matrix, four rows of four numbers; points are rows and stand on the left."""

    rows: tuple[tuple[float, ...], ...]

    @classmethod
    def identity(cls) -> "Transform":
        """The transform that changes nothing."""
        return cls(tuple(tuple(float(x == y) for x in range(4)) for y in range(4)))

    @classmethod
    def translation(cls, x: float = 0, y: float = 0, z: float = 0) -> "Transform":
        """A move, in points."""
        return cls(((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (x, y, z, 1)))

    @classmethod
    def scale(cls, x: float = 1, y: float = 1, z: float = 1) -> "Transform":
        """A change of scale."""
        return cls(((x, 0, 0, 0), (0, y, 0, 0), (0, 0, z, 0), (0, 0, 0, 1)))

    @classmethod
    def rotation(cls, angle: float) -> "Transform":
        """A turn about the z axis, in radians."""
        cosine, sine = math.cos(angle), math.sin(angle)
        return cls(((cosine, sine, 0, 0), (-sine, cosine, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)))

    def then(self, other: "Transform") -> "Transform":
        """This transform, followed by another one."""
        columns = list(zip(*other.rows))
        return Transform(tuple(
            tuple(sum(a * b for a, b in zip(row, column)) for column in columns) for row in self.rows))


PointLike = Union[Point, Sequence[float]]
SizeLike = Union[Size, Sequence[float]]
RectLike = Union[Rect, Sequence[float]]
ColorLike = Union[Color, str, Sequence[float]]
TransformLike = Union[Transform, Sequence[Sequence[float]]]

#: Writers of numbers into the union of a value, by their count.
_PACK = {count: struct.Struct(f"{count}d").pack_into for count in (2, 4, 5, 16)}
_COUNTS = {c.POINT: 2, c.SIZE: 2, c.RECT: 4}
_STRUCTS: dict[int, Any] = {c.POINT: Point, c.SIZE: Size, c.RECT: Rect, c.COLOR: Color}
_TYPES = {
    Point: c.POINT, Size: c.SIZE, Rect: c.RECT, Color: c.COLOR, BrightColor: c.BRIGHT_COLOR,
    Transform: c.TRANSFORM}


def _fill(value: c.Value, type: int, numbers: Sequence[float]) -> None:
    value.type = type
    _PACK[len(numbers)](value, 8, *numbers)


def _color(color: ColorLike) -> Sequence[float]:
    if isinstance(color, str):
        return Color.hex(color)
    if len(color) not in (3, 4):
        raise TypeError(f"a colour has three or four numbers, not {len(color)}")
    return tuple(color) if len(color) == 4 else (*color, 1.0)


def _bright_color(color: ColorLike) -> Sequence[float]:
    return (*_color(color), getattr(color, "headroom", 0.0))


def numbers(items: Any) -> tuple[Any, int]:
    """Numbers in memory, and how many; an array of doubles that touch each other is not copied."""
    try:
        view = memoryview(items)
    except TypeError:
        view = None
    if view is not None and view.format == "d" and view.c_contiguous and view.nbytes:
        count = view.nbytes // 8
        if not view.readonly:
            return (ctypes.c_double * count).from_buffer(view), count
        return (ctypes.c_double * count).from_buffer_copy(view), count
    flat = [float(item) for item in (items.ravel() if hasattr(items, "ravel") else items)]
    return (ctypes.c_double * len(flat))(*flat), len(flat)


def encode(item: Any, type: int | None = None) -> tuple[c.Value, Any]:
    """A value of C, and the memory that it points to; `type` is the property's, if known."""
    value = c.Value()
    if item is None:
        return value, None
    if hasattr(item, "_handle"):
        value.type, value.of.object = c.OBJECT, item._handle
        return value, item
    known = _TYPES.get(item.__class__)
    if known is None and type in (c.POINT, c.SIZE, c.RECT, c.COLOR, c.TRANSFORM):
        known = type
    if known == c.COLOR:
        _fill(value, known, _color(item))
    elif known == c.BRIGHT_COLOR:
        _fill(value, known, (*item, item.headroom))
    elif known == c.TRANSFORM:
        rows = item.rows if isinstance(item, Transform) else item
        flat = [float(number) for row in rows for number in row]
        if len(flat) != 16:
            raise TypeError("a transform has four rows of four numbers")
        _fill(value, known, flat)
    elif known is not None:
        if len(item) != _COUNTS[known]:
            raise TypeError(f"{_STRUCTS[known].__name__} has {_COUNTS[known]} numbers, not {len(item)}")
        _fill(value, known, item)
    elif isinstance(item, bool):
        value.type, value.of.boolean = c.BOOL, item
    elif isinstance(item, (int, float)):
        value.type, value.of.number = c.NUMBER, item
    elif isinstance(item, str):
        text = item.encode()
        value.type = c.STRING
        value.of.string.text = ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p)
        value.of.string.length = len(text)
        return value, text
    else:
        return _list(value, item, type)
    return value, None


def _list(value: c.Value, items: Any, type: int | None) -> tuple[c.Value, Any]:
    if not hasattr(items, "__len__"):
        if not isinstance(items, Iterable):
            if hasattr(items, "__float__"):
                value.type, value.of.number = c.NUMBER, float(items)
                return value, None
            raise TypeError(f"no property takes a {items.__class__.__name__}")
        items = list(items)
    first = items[0] if len(items) else None
    memory: Any
    if type == c.COLORS or isinstance(first, Color):
        kind = c.BRIGHT_COLORS if any(isinstance(item, BrightColor) for item in items) else c.COLORS
        if kind == c.COLORS:
            flat = [number for color in items for number in _color(color)]
        else:
            flat = [number for color in items for number in _bright_color(color)]
        memory, count = (ctypes.c_double * len(flat))(*flat), len(items)
    elif hasattr(first, "_handle") or type == c.OBJECTS:
        memory, count, kind = (ctypes.c_uint64 * len(items))(*(o._handle for o in items)), len(items), c.OBJECTS
    elif isinstance(first, str):
        memory, texts = c.text_list(items)
        value.type, value.of.list.items, value.of.list.count = c.STRINGS, ctypes.addressof(memory), len(texts)
        return value, (memory, texts)
    elif isinstance(first, Transform):
        flat = [number for transform in items for row in transform.rows for number in row]
        memory, count, kind = (ctypes.c_double * len(flat))(*flat), len(items), c.TRANSFORMS
    elif first is not None and hasattr(first, "__len__"):
        memory, count = numbers([number for point in items for number in point])
        if any(len(point) != 2 for point in items):
            raise TypeError("a list of lists is one of points, two numbers each")
        kind, count = c.POINTS, count // 2
    else:
        memory, count = numbers(items)
        kind = c.NUMBERS
    value.type, value.of.list.items, value.of.list.count = kind, ctypes.addressof(memory), count
    return value, memory


def decode(value: c.Value, wrap: Any) -> Any:
    """The value of C in Python; `wrap` makes an object of a handle."""
    type, of = value.type, value.of
    if type == c.NUMBER:
        return of.number
    if type == c.NULL:
        return None
    if type == c.BOOL:
        return of.boolean
    if type == c.INTEGER:
        return of.integer
    if type == c.STRING:
        return str(of.string)
    if type in _STRUCTS:
        struct = _STRUCTS[type]
        return struct(*of.numbers[:len(struct._fields)])
    if type == c.BRIGHT_COLOR:
        return BrightColor(*of.numbers[:5])
    if type == c.TRANSFORM:
        flat = of.numbers[:]
        return Transform(tuple(tuple(flat[at:at + 4]) for at in range(0, 16, 4)))
    if type == c.OBJECT:
        return wrap(of.object)
    return _decode_list(type, of.list, wrap)


def _decode_list(type: int, items: c.List, wrap: Any) -> Any:
    if not items.count:
        return []
    if type == c.STRINGS:
        return c.strings(items)
    if type == c.OBJECTS:
        return [wrap(handle) for handle in (ctypes.c_uint64 * items.count).from_address(items.items)]
    size = {c.NUMBERS: 1, c.COLORS: 4, c.POINTS: 2, c.TRANSFORMS: 16, c.BRIGHT_COLORS: 5}[type]
    flat = (ctypes.c_double * (items.count * size)).from_address(items.items)[:]
    if type == c.NUMBERS:
        return flat
    if type == c.COLORS:
        return [Color(*flat[at:at + 4]) for at in range(0, len(flat), 4)]
    if type == c.BRIGHT_COLORS:
        return [BrightColor(*flat[at:at + 5]) for at in range(0, len(flat), 5)]
    if type == c.POINTS:
        return [Point(*flat[at:at + 2]) for at in range(0, len(flat), 2)]
    return [
        Transform(tuple(tuple(flat[row:row + 4]) for row in range(at, at + 16, 4)))
        for at in range(0, len(flat), 16)]
