"""Layers, animations, images and packages, by their values and pictures.

Licensed under the MIT license; see LICENSE.
"""

import gc
import os
import pathlib
import subprocess
import threading

import pytest

import quartz

ROOT = pathlib.Path(__file__).resolve().parents[3]


def card():
    root = quartz.CALayer(frame=(0, 0, 80, 60), background_color="#ffffff")
    root.add(quartz.CALayer(
        name="card", frame=(10, 10, 40, 30), background_color=(1, 0.5, 0), corner_radius=8, shadow_opacity=0.5))
    return root


def test_properties_are_those_of_the_library():
    layer = quartz.CAShapeLayer(line_width=3, fill_color=quartz.Color.hex("#00ff0080"))
    assert layer.line_width == 3
    assert layer.fill_color == quartz.Color(0, 1, 0, 128 / 255)
    layer["position.x"] = 12
    assert layer.position == quartz.Point(12, 0)
    layer["transform.scale"] = 2
    assert layer.transform.rows[0][0] == 2
    layer.contents_gravity = "center"
    assert layer["contentsGravity"] == "center"
    layer.line_dash_pattern = [2, 4]
    assert layer.line_dash_pattern == [2, 4]
    gradient = quartz.CAGradientLayer(colors=["#ff0000", (0, 0, 1)], locations=[0, 1])
    assert gradient.colors == [quartz.Color(1, 0, 0), quartz.Color(0, 0, 1)]
    with pytest.raises(AttributeError, match="CALayer has no property line_width"):
        quartz.CALayer(line_width=1)


def test_colours_with_a_headroom():
    bright = quartz.BrightColor(1.5, 1, -0.25, 0.5, headroom=4)
    layer = quartz.CALayer(background_color=bright)
    assert layer.background_color == bright and layer.background_color.headroom == 4
    assert repr(layer.background_color) == "BrightColor(red=1.5, green=1.0, blue=-0.25, alpha=0.5, headroom=4.0)"
    assert bright != quartz.BrightColor(*bright, headroom=2) and bright != quartz.Color(*bright)
    assert tuple(bright) == (1.5, 1, -0.25, 0.5) and len({bright, quartz.BrightColor(*bright, headroom=4)}) == 1
    layer.background_color = quartz.Color(*bright)
    assert type(layer.background_color) is quartz.Color
    gradient = quartz.CAGradientLayer(colors=["#ffffff", bright])
    assert gradient.colors[1] == bright and gradient.colors[0] == quartz.BrightColor(1, 1, 1, 1, headroom=1)
    with pytest.raises(quartz.QuartzError):
        layer.background_color = quartz.BrightColor(1, 1, 1, headroom=0.5)


def test_errors_say_what_was_found_and_expected():
    layer = quartz.CALayer()
    with pytest.raises(quartz.QuartzError, match="mask takes no Double") as caught:
        layer["mask"] = 3
    assert caught.value.status == "QUARTZ_WRONG_TYPE"
    with pytest.raises(quartz.QuartzError, match="QUARTZ_CYCLE"):
        layer.add(layer)
    with pytest.raises(quartz.QuartzError, match="QUARTZ_UNKNOWN_NAME"):
        quartz.Filter("noFilter")
    with pytest.raises(TypeError, match="Rect has 4 numbers, not 2"):
        layer.bounds = (1, 2)
    with pytest.raises(quartz.QuartzError, match="16384"):
        quartz.Context(1e6, 1)


def test_the_tree_has_the_same_objects():
    root = card()
    found = root.find("card")
    assert found is next(iter(root)) and found.superlayer is root and len(root) == 1
    assert root.find("nothing") is None
    assert root.hit_test((20, 20)) is found
    found.remove()
    assert len(root) == 0 and found.superlayer is None


def test_objects_are_released():
    from quartz._library import library
    gc.collect()
    before = library.quartz_object_count()
    layers = [quartz.CALayer() for _ in range(100)]
    assert library.quartz_object_count() == before + 100
    del layers
    gc.collect()
    assert library.quartz_object_count() == before


def test_another_thread_is_refused_and_may_release():
    layer = quartz.CALayer()
    errors = []

    def use():
        try:
            layer.opacity = 0
        except quartz.QuartzError as error:
            errors.append(error.status)
    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert errors == ["QUARTZ_WRONG_THREAD"]
    assert layer.opacity == 1


def test_animations_and_transactions():
    root = card()
    layer = root.find("card")
    done = []
    with quartz.Context(80, 60) as context:
        context.layer = root
        quartz.flush()
        with quartz.Transaction(duration=2, timing="linear", completion=lambda: done.append(context.time)):
            layer.opacity = 0
        context.advance(1)
        assert layer.presentation.opacity == pytest.approx(0.5) and layer.opacity == 0
        assert done == []
        context.advance(3)
        assert done == [2]
        with quartz.Transaction(animated=False):
            layer.opacity = 1
        assert layer.presentation.opacity == 1
        told = []
        turn = quartz.CABasicAnimation("transform.rotation.z", to_value=1.0, duration=1)
        turn.on_change(told.append)
        layer.animate(turn, "turn")
        assert layer.animation_keys == ["turn"]
        with pytest.raises(quartz.QuartzError, match="QUARTZ_READ_ONLY"):
            layer.animation("turn").duration = 2
        context.advance(5)
        assert told == ["began", "ended"]
        assert layer.animation("turn") is None


def test_images_are_arrays_without_copies():
    numpy = pytest.importorskip("numpy")
    pixels = numpy.zeros((40, 50, 4), numpy.uint8)
    pixels[:] = (255, 0, 0, 255)
    image = quartz.Image(pixels)
    seen = numpy.asarray(image)
    assert seen.ctypes.data == pixels.ctypes.data and not seen.flags.writeable
    assert (seen == pixels).all()
    grey = quartz.Image(numpy.full((40, 50), 128, numpy.uint8))
    assert grey.size == (50, 40)
    rgb = quartz.Image(numpy.full((4, 5, 3), 9, numpy.uint8))
    assert numpy.asarray(rgb)[0, 0].tolist() == [9, 9, 9, 255]
    with pytest.raises(TypeError, match="uint8"):
        quartz.Image(numpy.zeros((2, 2, 4)))
    layer = quartz.CALayer(frame=(0, 0, 50, 40), contents=image)
    out = numpy.zeros((40, 50, 4), numpy.uint8)
    with quartz.Context(50, 40) as context:
        context.layer = layer
        context.draw(out)
    assert (out == pixels).all()
    curve = quartz.CAKeyframeAnimation("opacity", values=numpy.linspace(0, 1, 5))
    assert curve.values == [0, 0.25, 0.5, 0.75, 1]


def test_memory_without_numpy():
    image = quartz.Image(b"\x00\xff\x00\xff" * 6, (3, 2))
    assert image.size == (3, 2) and image.tobytes() == b"\x00\xff\x00\xff" * 6
    again = quartz.Image.decode(image.png())
    assert again == image and image._repr_png_() == image.png()
    out = bytearray(4 * 6)
    with quartz.Context(3, 2) as context:
        context.layer = quartz.CALayer(frame=(0, 0, 3, 2), contents=image)
        context.draw(out)
    assert bytes(out) == image.tobytes()


def test_packages_are_read_and_written(tmp_path):
    quartz.Package.of(card()).write(tmp_path / "Card.ca")
    package = quartz.Package(tmp_path / "Card.ca")
    assert package.size == (80, 60) and package.warnings == []
    with quartz.Context(80, 60) as context:
        context.layer = card()
        assert package.image() == context.image()
    lamp = quartz.Package(ROOT / "Examples/Lamp.ca")
    assert set(lamp.states) >= {"off", "on", "dim"}
    off = lamp.image()
    lamp.set_state("on")
    assert lamp.image() != off
    with pytest.raises(quartz.QuartzError, match="QUARTZ_NOT_FOUND"):
        lamp.set_state("nothing")


def test_films_tell_their_progress(tmp_path):
    root = card()
    root.find("card").animate(quartz.CABasicAnimation("position.x", to_value=60.0, duration=1))
    told = []
    with quartz.Context(79, 60, background="#ffffff") as context:
        context.layer = root
        context.write_film(tmp_path / "a.mp4", 0.5, rate=10, progress=lambda *counts: told.append(counts))
        assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
        seen = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames",
             "-of", "csv=p=0", tmp_path / "a.mp4"], check=True, capture_output=True, text=True).stdout
        assert seen.strip() == "80,60,5"

        def stop(done, count):
            raise KeyError(done)
        with pytest.raises(KeyError):
            context.write_film(tmp_path / "b.mp4", 0.5, rate=10, progress=stop)
        with pytest.raises(quartz.QuartzError, match="QUARTZ_UNKNOWN_NAME"):
            context.write_film(tmp_path / "c.txt", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


@pytest.mark.skipif("QUARTZ" not in os.environ, reason="QUARTZ names no program quartz")
@pytest.mark.parametrize("name, time", [("Clock", 0.5), ("Cards", 1.5), ("Looks", 0), ("Tiles", 0.95)])
def test_pictures_are_those_of_the_command(tmp_path, name, time):
    package = ROOT / "Examples" / f"{name}.ca"
    target = tmp_path / "command.png"
    subprocess.run(
        [os.environ["QUARTZ"], "render", str(package), "-o", str(target), "--time", str(time), "--renderer",
         "software"], check=True)
    assert quartz.Package(package).image(time).png() == target.read_bytes()
