"""Layers, animations, cells and filters: all that they do besides having properties.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import byref, c_char, c_char_p, c_double, c_size_t, c_uint64, sizeof
from typing import Any, ClassVar

from . import _library as c
from ._objects import Keyed, wrap
from ._pictures import Image
from ._values import Point, PointLike, Size

_layer_create = c.function("layer_create", c_char_p, c.POINTER(c_uint64))
_add = c.function("layer_add", c_uint64, c_uint64)
_insert = c.function("layer_insert", c_uint64, c_uint64, c_size_t)
_replace = c.function("layer_replace", c_uint64, c_uint64, c_uint64)
_remove = c.function("layer_remove", c_uint64)
_count = c.function("layer_sublayer_count", c_uint64, c.POINTER(c_size_t))
_sublayer = c.function("layer_sublayer", c_uint64, c_size_t, c.POINTER(c_uint64))
_superlayer = c.function("layer_superlayer", c_uint64, c.POINTER(c_uint64))
_find = c.plain("layer_find", c_uint64, c_char_p, c.POINTER(c_uint64))
_hit_test = c.function("layer_hit_test", c_uint64, c.PointArgument, c.POINTER(c_uint64))
_convert = c.function(
    "layer_convert", c_uint64, c.PointArgument, c_uint64, c.POINTER(c.PointArgument))
_presentation = c.function("layer_presentation", c_uint64, c.POINTER(c_uint64))
_preferred_size = c.function("layer_preferred_size", c_uint64, c.POINTER(c.SizeArgument))
_retain = c.function("retain", c_uint64)
_needs_display = c.function("layer_set_needs_display", c_uint64)
_layout = c.function("layer_layout", c_uint64)
_animation_create = c.function("animation_create", c_char_p, c_char_p, c.POINTER(c_uint64))
_animation_copy = c.function("animation_copy", c_uint64, c.POINTER(c_uint64))
_set_callback = c.function("animation_set_callback", c_uint64, c.AnimationCallback, c.c_void_p)
_add_animation = c.function("layer_add_animation", c_uint64, c_uint64, c_char_p)
_remove_animation = c.function("layer_remove_animation", c_uint64, c_char_p)
_animation_keys = c.function("layer_animation_keys", c_uint64, c.POINTER(c.List))
_animation = c.plain("layer_animation", c_uint64, c_char_p, c.POINTER(c_uint64))
_set_callbacks = c.function("layer_set_callbacks", c_uint64, c.POINTER(c.LayerCallbacks))
_image = c.function("layer_image", c_uint64, c_double, c.POINTER(c_uint64))
_cell_create = c.function("cell_create", c.POINTER(c_uint64))
_filter_create = c.function("filter_create", c_char_p, c.POINTER(c_uint64))
class Layer(Keyed):
    """A layer: a rectangle with an appearance, sublayers, and a place in its superlayer."""

    __slots__ = ()
    _class_name: ClassVar[str] = "CALayer"

    def __init__(self, **properties: Any) -> None:
        self._adopt(c.created(_layer_create, self._class_name.encode()))
        self._set_all(properties)

    # The tree

    def add(self, *sublayers: "Layer") -> None:
        """Adds layers above the other sublayers."""
        for sublayer in sublayers:
            _add(self._handle, sublayer._handle)

    def insert(self, sublayer: "Layer", index: int) -> None:
        """Inserts a layer; past the end is the end."""
        _insert(self._handle, sublayer._handle, index)

    def replace(self, sublayer: "Layer", other: "Layer") -> None:
        """Puts another layer in the place of a sublayer."""
        _replace(self._handle, sublayer._handle, other._handle)

    def remove(self) -> None:
        """Takes the layer out of its superlayer."""
        _remove(self._handle)

    def __len__(self) -> int:
        count = c_size_t()
        _count(self._handle, byref(count))
        return count.value

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator["Layer"]:
        """The sublayers, from the lowest to the highest."""
        for index in range(len(self)):
            yield wrap(c.created(_sublayer, self._handle, index))

    def find(self, name: str) -> "Layer | None":
        """The first layer of a name, of this one and all below it."""
        handle = c_uint64()
        status = _find(self._handle, c.text(name), byref(handle))
        if status == c.NOT_FOUND:
            return None
        if status:
            c.raise_error(status)
        return wrap(handle.value)

    def hit_test(self, point: PointLike) -> "Layer | None":
        """The deepest layer at a point of the superlayer's space."""
        return wrap(c.created(_hit_test, self._handle, c.PointArgument(*point)))

    def convert(self, point: PointLike, to: "Layer") -> Point:
        """A point of this layer's space in that of another layer of its tree."""
        converted = c.PointArgument()
        _convert(self._handle, c.PointArgument(*point), to._handle, byref(converted))
        return Point(converted.x, converted.y)

    @property
    def presentation(self) -> "Layer | None":
        """A copy with the values that animations show now; None if the layer is in no context."""
        return wrap(c.created(_presentation, self._handle))

    @property
    def preferred_size(self) -> Size:
        """The size that suits the contents: that of the text of a CATextLayer."""
        size = c.SizeArgument()
        _preferred_size(self._handle, byref(size))
        return Size(size.width, size.height)

    def set_needs_display(self) -> None:
        """Marks the contents as out of date; they are drawn again."""
        _needs_display(self._handle)

    def layout(self) -> None:
        """Lays out the sublayers if that is needed."""
        _layout(self._handle)

    def image(self, *, scale: float = 1) -> Image:
        """A picture of the layer and all below it, as they are set, without animations."""
        return Image._of(c.created(_image, self._handle, scale))

    def _repr_png_(self) -> bytes:
        return self.image(scale=2).png()

    def set_callbacks(
        self, *, draw: Callable[["Layer", Any], Any] | None = None,
        layout: Callable[["Layer"], Any] | None = None,
    ) -> None:
        """Lets functions draw the layer's contents and place its sublayers.

        `draw(layer, pixels)` gets memory to write to, height x width x 4 bytes, premultiplied, all 0: an array
        with NumPy, or else a memoryview. It is called after `set_needs_display()`. `layout(layer)` is called
        where the bounds have changed. Both are called with a commit, and by pictures of the layer's context.
        Calling this again replaces both; without functions the layer draws itself.
        """
        global _next_functions
        if draw is None and layout is None:
            _set_callbacks(self._handle, None)
            return
        _next_functions += 1
        _functions[_next_functions] = (draw, layout)
        given = c.LayerCallbacks(
            sizeof(c.LayerCallbacks), _drawn if draw else c.Draw(), _laid_out if layout else c.Layout(),
            _given_back, _next_functions)
        _set_callbacks(self._handle, byref(given))

    # Animations

    def animate(self, animation: "Animation", key: str | None = None) -> None:
        """Adds a copy of an animation, in place of the one with that key."""
        _add_animation(self._handle, animation._handle, c.text(key))

    def stop(self, key: str | None = None) -> None:
        """Removes the animation of a key, or all."""
        _remove_animation(self._handle, c.text(key))

    @property
    def animation_keys(self) -> list[str]:
        """The keys of the layer's animations."""
        keys = c.List()
        _animation_keys(self._handle, byref(keys))
        return c.strings(keys)

    def animation(self, key: str) -> "Animation | None":
        """The animation of a key, which cannot be changed."""
        handle = c_uint64()
        status = _animation(self._handle, c.text(key), byref(handle))
        if status == c.NOT_FOUND:
            return None
        if status:
            c.raise_error(status)
        return wrap(handle.value)


class Animation(Keyed):
    """An animation: its timing, and what it changes."""

    __slots__ = ()
    _class_name: ClassVar[str] = "CABasicAnimation"

    def __init__(self, key_path: str | None = None, **properties: Any) -> None:
        self._adopt(c.created(_animation_create, self._class_name.encode(), c.text(key_path)))
        self._set_all(properties)

    def copy(self) -> "Animation":
        """A copy that can be changed."""
        return wrap(c.created(_animation_copy, self._handle))

    def on_change(self, function: Callable[[str], None]) -> None:
        """Calls a function when the animation has begun, is interrupted or has ended.

        It gets "began", "interrupted" or "ended". It lives as long as the process.
        """
        words = ("began", "interrupted", "ended")
        told = c.AnimationCallback(lambda state, user: function(words[state]))
        _callbacks.append(told)
        _set_callback(self._handle, told, None)


_callbacks: list[Any] = []
# The functions of layers, by the numbers that C has.
_functions: dict[int, tuple[Any, Any]] = {}
_next_functions = 0


def _borrowed_layer(handle: int) -> Any:
    _retain(handle)
    return wrap(handle)


@c.Draw
def _drawn(handle: int, drawing: Any, user: int) -> bool:
    d = drawing.contents
    pixels: Any = memoryview((c_char * (d.height * d.row_bytes)).from_address(d.pixels)).cast("B")
    try:
        import numpy
    except ImportError:
        pixels = pixels.cast("B", (d.height, d.width, 4))
    else:
        pixels = numpy.frombuffer(pixels, numpy.uint8).reshape(d.height, d.width, 4)
    _functions[user][0](_borrowed_layer(handle), pixels)
    return True


@c.Layout
def _laid_out(handle: int, user: int) -> None:
    _functions[user][1](_borrowed_layer(handle))


@c.Callback
def _given_back(user: int) -> None:
    _functions.pop(user, None)


class Cell(Keyed):
    """A cell of an emitter: a kind of particles."""

    __slots__ = ()
    _class_name: ClassVar[str] = "CAEmitterCell"

    def __init__(self, **properties: Any) -> None:
        self._adopt(c.created(_cell_create))
        self._set_all(properties)


class Filter(Keyed, kind=c.FILTER):
    """A filter: a type of CAFilter ("gaussianBlur") or a name of CIFilter ("CISepiaTone")."""

    __slots__ = ()

    def __init__(self, name: str, **inputs: Any) -> None:
        self._adopt(c.created(_filter_create, c.text(name)))
        for key, value in inputs.items():
            self[key] = value


