"""Objects with keys, and the descriptors of their properties.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

import weakref
from ctypes import byref, c_uint32, c_uint64
from typing import Any, ClassVar, Generic, TypeVar, overload

from . import _library as c
from ._values import decode, encode

_known: "weakref.WeakValueDictionary[int, Object]" = weakref.WeakValueDictionary()
_classes: "dict[str, type[Object]]" = {}
_kinds: "dict[int, type[Object]]" = {}
_kind_of = c.function("kind_of", c_uint64, c.POINTER(c_uint32))
_class_of = c.function("class_of", c_uint64, c.POINTER(c.String))
_release = c.release


class Object:
    """An object of the library. It belongs to the thread that has made it."""

    __slots__ = ("_handle", "__weakref__", "_kept")
    _handle: int
    #: The types of the class's properties by key.
    _types: ClassVar[dict[str, int]] = {}

    def __init_subclass__(cls, kind: int | None = None, named: str | None = None) -> None:
        super().__init_subclass__()
        if kind is not None:
            _kinds[kind] = cls
        if named:
            _classes[named] = cls

    def _adopt(self, handle: int) -> None:
        self._handle = handle
        _known[handle] = self

    def __del__(self, release: Any = _release) -> None:
        handle = getattr(self, "_handle", 0)
        if handle:
            release(handle)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, '_handle', 0):#x}>"


def wrap(handle: int) -> Any:
    """The object of a handle that the caller retains; None for 0."""
    if not handle:
        return None
    known = _known.get(handle)
    if known is not None:
        _release(handle)
        return known
    name, kind = c.String(), c_uint32()
    _class_of(handle, byref(name))
    found = _classes.get(str(name))
    if found is None:
        _kind_of(handle, byref(kind))
        found = _kinds[kind.value]
    new = object.__new__(found)
    new._adopt(handle)
    return new


class Keyed(Object):
    """An object with properties, which `object["key.path"]` reads and sets as attributes do."""

    __slots__ = ()

    def __getitem__(self, key_path: str) -> Any:
        value = c.Value()
        status = c.get_value(self._handle, c.text(key_path), byref(value))
        if status:
            c.raise_error(status)
        return decode(value, wrap)

    def __setitem__(self, key_path: str, item: Any) -> None:
        value, memory = encode(item, self._types.get(key_path))
        status = c.set_value(self._handle, c.text(key_path), byref(value))
        if status:
            c.raise_error(status)
        del memory

    def _set_all(self, properties: dict[str, Any]) -> None:
        for name, value in properties.items():
            if not isinstance(getattr(type(self), name, None), Property):
                raise AttributeError(f"{type(self).__name__} has no property {name}")
            setattr(self, name, value)


Got = TypeVar("Got")
Given = TypeVar("Given")


class Property(Generic[Got, Given]):
    """A property of a class, by its key."""

    def __init__(self, key: str, type: int, doc: str = "") -> None:
        self.key = key
        self._bytes = key.encode()
        self._type = type
        self.__doc__ = doc

    @overload
    def __get__(self, object: None, owner: Any) -> "Property[Got, Given]": ...

    @overload
    def __get__(self, object: Keyed, owner: Any) -> Got: ...

    def __get__(self, object: Any, owner: Any) -> Any:
        if object is None:
            return self
        value = c.Value()
        status = c.get_value(object._handle, self._bytes, byref(value))
        if status:
            c.raise_error(status)
        return decode(value, wrap)

    def __set__(self, object: Keyed, item: Given) -> None:
        value, memory = encode(item, self._type)
        status = c.set_value(object._handle, self._bytes, byref(value))
        if status:
            c.raise_error(status)
        del memory


class NumberProperty(Property[float, float]):
    """A property of numbers."""

    def __set__(self, object: Keyed, item: float) -> None:
        status = c.set_number(object._handle, self._bytes, item)
        if status:
            c.raise_error(status)


class BoolProperty(Property[bool, bool]):
    """A property of truth values."""

    def __set__(self, object: Keyed, item: bool) -> None:
        status = c.set_bool(object._handle, self._bytes, item)
        if status:
            c.raise_error(status)
