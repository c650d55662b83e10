"""Files of all kinds: their pictures and films are those of the command line.

Licensed under the MIT license; see LICENSE.
"""

import os
import pathlib
import shutil
import subprocess

import pytest

import quartz

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "Examples"
WALLPAPER = next((ROOT / "Tests/QuartzArchiveTests/Packages").glob("*.wallpaper"))
needs_program = pytest.mark.skipif("QUARTZ" not in os.environ, reason="QUARTZ names no program quartz")


def command(source, target, *options):
    subprocess.run(
        [os.environ["QUARTZ"], "render", str(source), "-o", str(target), "--renderer", "software", *options], check=True)
    return target.read_bytes()


def test_a_lottie_animation_has_its_loop_and_values():
    spinner = quartz.Package(EXAMPLES / "Lottie/spinner.json")
    assert spinner.size.width > 0 and spinner.rate > 0
    assert spinner.loop.start == 0 and spinner.loop.duration > 0
    assert spinner.image(0.25) != spinner.image(0.75)
    assert spinner.root.superlayer is spinner.canvas
    theme = quartz.Package(EXAMPLES / "Lottie/theme.json")
    names = theme.markers
    assert isinstance(names, list)
    with pytest.raises(quartz.QuartzError, match="there is no marker nothing") as caught:
        quartz.Package(EXAMPLES / "Lottie/spinner.json", marker="nothing")
    assert caught.value.status == "QUARTZ_NOT_FOUND"
    with pytest.raises(quartz.QuartzError, match="expected a name, = and"):
        quartz.Package(EXAMPLES / "Lottie/spinner.json", values={"a.b": "no value"})
    with pytest.raises(quartz.QuartzError, match="there is nothing"):
        quartz.Package("/no/such.json")


def test_a_lottie_animation_becomes_a_package(tmp_path):
    quartz.Package(EXAMPLES / "Lottie/spinner.json").write(tmp_path / "Spinner.ca")
    assert quartz.Package(tmp_path / "Spinner.ca").size == quartz.Package(EXAMPLES / "Lottie/spinner.json").size


def test_a_wallpaper_has_planes():
    whole = quartz.Package(WALLPAPER)
    assert whole.size == (390, 844) and whole.loop is None and whole.rate is None and whole.markers == []
    with pytest.raises(quartz.QuartzError, match="planes are some of"):
        quartz.Package(WALLPAPER, planes=["front"])
    with pytest.raises(quartz.QuartzError, match="there is no wallpaper 8"):
        quartz.Package(WALLPAPER, item=7)


@needs_program
@pytest.mark.parametrize("path, time", [
    (EXAMPLES / "Lottie/spinner.json", 0.3), (EXAMPLES / "Lottie/confetti.json", 0.8),
    (EXAMPLES / "Lottie/text.json", 0.5), (WALLPAPER, 0)])
def test_pictures_are_those_of_the_command(tmp_path, path, time):
    expected = command(path, tmp_path / "a.png", "--time", str(time))
    assert quartz.Package(path).image(time).png() == expected


@needs_program
@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="no ffmpeg")
@pytest.mark.parametrize("name", ["a.mp4", "a.mkv", "a.webm", "a.gif"])
def test_films_are_those_of_the_command(tmp_path, name):
    source = EXAMPLES / "Clock.ca"
    expected = command(source, tmp_path / name, "--duration", "1.5", "--fps", "8", "--scale", "0.35")
    told = []
    quartz.Package(source).write_film(
        tmp_path / f"b{name}", 1.5, rate=8, scale=0.35, progress=lambda *counts: told.append(counts))
    assert (tmp_path / f"b{name}").read_bytes() == expected
    passes = 2 if name.endswith("gif") else 1
    assert told == [(number, 12 * passes) for number in range(1, 12 * passes + 1)]


@needs_program
@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="no ffmpeg")
def test_a_film_of_many_groups_is_that_of_the_command(tmp_path):
    expected = command(
        EXAMPLES / "Lottie/spinner.json", tmp_path / "a.mp4", "--duration", "65", "--fps", "10", "--scale", "0.2")
    quartz.Package(EXAMPLES / "Lottie/spinner.json").write_film(tmp_path / "b.mp4", 65, rate=10, scale=0.2)
    assert (tmp_path / "b.mp4").read_bytes() == expected


@needs_program
@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="no ffmpeg")
def test_a_film_has_the_length_and_rate_of_the_document(tmp_path):
    source = EXAMPLES / "Lottie/orbit.json"
    expected = command(source, tmp_path / "a.mp4", "--scale", "0.25")
    film = quartz.Package(source).film(scale=0.25)
    assert film.data == expected
    assert film.type == "video/mp4"
    assert film._repr_html_().startswith('<video controls loop autoplay muted playsinline src="data:video/mp4;base64,')
    assert set(film._repr_mimebundle_()) == {"text/html", "text/plain"}


@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="no ffmpeg")
def test_a_film_shows_a_bar(tmp_path, capsys):
    with quartz.Context(8, 8) as context:
        context.layer = quartz.CALayer(frame=(0, 0, 8, 8), background_color="#336699")
        film = context.film(0.5, rate=10, format="webm", progress=True)
    assert film.data[:4] == b"\x1a\x45\xdf\xa3" and len(film) == len(film.data)
    shown = capsys.readouterr().err
    assert shown.startswith("\r######") and "#" * 30 + " 5/5 frames, " in shown and shown.endswith("\n")
    film.write(tmp_path / "a.webm")
    assert (tmp_path / "a.webm").read_bytes() == film.data
