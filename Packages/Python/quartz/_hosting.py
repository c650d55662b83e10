"""Layer trees that one program shows in a layer of another one.

Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

from ctypes import byref, c_uint32, c_uint64

from . import _library as c
from ._bases import Layer
from ._objects import Object

_port = c.function("host_port", c.POINTER(c_uint32))
_revoke = c.function("host_revoke", c_uint32)
_create = c.function("client_create", c_uint32, c.POINTER(c_uint64))
_id = c.function("client_id", c_uint64, c.POINTER(c_uint32))
_set_layer = c.function("client_set_layer", c_uint64, c_uint64)


def host_port() -> int:
    """The descriptor to give to programs whose layers may show here (`pass_fds` of subprocess).

    A layer shows those of a client by `layer.remote_client_id = id`. The descriptor belongs to the library.
    """
    port = c_uint32()
    _port(byref(port))
    return port.value


def revoke(client_id: int) -> None:
    """Shows nothing of a client any more."""
    _revoke(client_id)


class Client(Object, kind=c.CLIENT):
    """A layer tree that another program shows, the host.

        client = quartz.Client(port)    # a descriptor that the host has given to this program
        client.set_layer(layer)
        print(client.id)                # the host gives it to remote_client_id
    """

    __slots__ = ()

    def __init__(self, port: int) -> None:
        self._adopt(c.created(_create, port))

    @property
    def id(self) -> int:
        """The number that the host gives to a layer's `remote_client_id`."""
        number = c_uint32()
        _id(self._handle, byref(number))
        return number.value

    def set_layer(self, layer: Layer | None) -> None:
        """Shows a tree in the host, with the next commit; None shows nothing."""
        _set_layer(self._handle, layer._handle if layer is not None else 0)
