"""Core Animation's layers, animations and pictures in Python.

    import quartz

    card = quartz.CALayer(frame=(20, 20, 100, 60), background_color="#ff8800", corner_radius=12)
    root = quartz.CALayer(frame=(0, 0, 160, 100))
    root.add(card)
    with quartz.Context(160, 100, scale=2, background="#ffffff") as context:
        context.layer = root
        context.image().write("card.png")

Layers, animations, cells and filters have the properties of the classes of their names, as attributes
(`corner_radius`) and by key path (`layer["transform.rotation.z"]`). Objects belong to the thread that has made
them. A call that fails raises QuartzError and changes nothing.

Licensed under the MIT license; see LICENSE.
"""

from ._bases import Animation, Cell, Filter, Layer
from ._classes import *  # noqa: F403
from ._classes import __all__ as _classes
from ._contexts import Context, Transaction, flush
from ._films import Film
from ._hosting import Client, host_port, revoke
from ._library import QuartzError
from ._packages import Package
from ._pictures import Image, Path
from ._values import BrightColor, Color, Point, Rect, Size, Transform

__version__ = "0.2.0"
__all__ = [
    "Animation", "BrightColor", "Cell", "Client", "Color", "Context", "Film", "Filter", "Image", "Layer", "Package",
    "Path", "Point", "QuartzError", "Rect", "Size", "Transaction", "Transform", "flush", "host_port", "revoke",
    *_classes]
