"""Functions that draw layers and place their sublayers, and pictures of layers by themselves.

Licensed under the MIT license; see LICENSE.
"""

import gc

import pytest

import quartz
from quartz import _bases


def test_a_function_draws_a_layer():
    calls = []

    def draw(layer, pixels):
        calls.append((layer.name, tuple(pixels.shape)))
        for x in range(pixels.shape[1]):
            for y in range(pixels.shape[0]):
                for part, value in enumerate((0, 255 * (x % 2), 0, 255)):
                    pixels[y, x, part] = value
    layer = quartz.CALayer(name="drawn", frame=(0, 0, 6, 4))
    layer.set_callbacks(draw=draw)
    with quartz.Context(6, 4) as context:
        context.layer = layer
        layer.set_needs_display()
        picture = context.image(0)
        assert calls == [("drawn", (4, 6, 4))]
        assert picture.tobytes()[:8] == bytes((0, 0, 0, 255, 0, 255, 0, 255))
        context.image(1)
        assert len(calls) == 1
        layer.contents_scale = 2
        layer.set_needs_display()
        context.image(2)
        assert calls[1:] == [("drawn", (8, 12, 4))]
        # A layer that draws itself is drawn as it was until its functions are gone.
        layer.set_callbacks()
        assert _bases._functions == {}


def test_a_function_places_sublayers():
    root, inner = quartz.CALayer(), quartz.CALayer(background_color="#ff0000")
    root.add(inner)

    def layout(layer):
        inner.frame = (0, 0, layer.bounds.width / 2, layer.bounds.height)
    root.set_callbacks(layout=layout)
    root.frame = (0, 0, 8, 2)
    with quartz.Context(8, 2) as context:
        context.layer = root
        context.image(0)
        assert inner.frame == (0, 0, 4, 2)


def test_the_functions_end_with_the_layer():
    layer = quartz.CALayer(frame=(0, 0, 2, 2))
    layer.set_callbacks(draw=lambda layer, pixels: None)
    assert len(_bases._functions) == 1
    del layer
    gc.collect()
    assert _bases._functions == {}


def test_a_layer_in_a_tree_shows_itself():
    root = quartz.CALayer(frame=(0, 0, 40, 30), background_color="#ffffff")
    card = quartz.CALayer(frame=(5, 5, 10, 8), background_color="#ff8800", corner_radius=3)
    root.add(card)
    picture = card.image()
    assert picture.size == (10, 8) and card.superlayer is root
    # A corner is hardly covered.
    assert picture.tobytes()[3] < 16 and picture.tobytes()[4 * 45 + 3] == 255
    assert card._repr_png_()[:4] == b"\x89PNG"
    with quartz.Context(40, 30) as context:
        context.layer = root
        assert root.image() == context.image()
    with pytest.raises(quartz.QuartzError, match="sides are 1...16384"):
        quartz.CALayer().image()
