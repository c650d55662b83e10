"""Pictures by the package quartz instead of the program."""

import os
import pathlib
import subprocess
import sys

import pytest

from quartz_farm import drawer, films, work

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "Examples"


def film(output="p-%02d.png", *options, shards=3):
    return films.Film("Clock.ca", output, shards, options)


def test_what_the_package_draws():
    found = drawer.request(film("p-%02d.png", "--frames", "7", "--fps=5", "--start", "1"), 2, "/s", "/out")
    assert found == {
        "source": "/s", "pattern": "/out/p-%02d.png", "first": 1.0, "rate": 5.0, "scale": 1.0, "frames": [2, 3]}
    assert drawer.request(film("p-%d.png", "--time", "0.5", "--renderer", "software", shards=1), 1, "/s", "/out")[
        "frames"] == [0]


@pytest.mark.parametrize("output, options", [
    ("a.mp4", ()), ("p-%02d.png", ("--state", "on")), ("p-%02d.png", ("--frames",)),
    ("p-%02d.png", ("--frames", "two")), ("p-%3d.png", ()), ("p-%d.png", ("--time", "1", "--start", "1")),
    ("p-%d.png", ("--renderer", "gles")), ("p-%d.png", ("--scale", "0")), ("p-%d.png", ("--frames", "0")),
    ("p-%d.png", ("--frames", "64"))])
def test_what_only_the_program_draws(output, options):
    assert drawer.request(film(output, *options), 1, "/s", "/out") is None


def test_another_version_is_not_used():
    assert drawer.shared("0.0.0") is None


@pytest.fixture
def process():
    quartz = pytest.importorskip("quartz", exc_type=ImportError)
    del quartz
    found = drawer.Drawer()
    yield found
    found.close()


def test_the_bytes_of_the_program(process, quartz, tmp_path):
    document = str(EXAMPLES / "Clock.ca")
    options = ["--frames", "5", "--fps", "3", "--start", "0.5", "--scale", "0.3"]
    subprocess.run([quartz, "render", document, "-o", f"{tmp_path}/a-%d.png", "--renderer", "software", *options],
                   check=True)
    for number in (1, 2):
        request = drawer.request(film("b-%d.png", *options, shards=2), number, document, str(tmp_path))
        process.draw(request, 60)
    for frame in range(5):
        assert (tmp_path / f"b-{frame}.png").read_bytes() == (tmp_path / f"a-{frame}.png").read_bytes()


def test_a_share_that_fails_or_hangs_takes_nothing_along(process, tmp_path):
    request = drawer.request(film("p-%d.png", shards=1), 1, "/no/such.ca", str(tmp_path))
    with pytest.raises(drawer.DrawerError, match="there is nothing"):
        process.draw(request, 60)
    request = drawer.request(film("p-%d.png", shards=1), 1, str(EXAMPLES / "Clock.ca"), str(tmp_path))
    request["frames"] = list(range(100000))
    with pytest.raises(TimeoutError, match="longer than 0.5 s"):
        process.draw(request, 0.5)
    assert process.is_alive
    request = drawer.request(film("q-%d.png", shards=1), 1, str(EXAMPLES / "Clock.ca"), str(tmp_path))
    assert process.draw(request, 60) == 1 and (tmp_path / "q-0.png").exists()


def test_a_process_that_has_ended_is_an_error(process):
    os.kill(process._process.pid, 9)
    process._process.wait()
    with pytest.raises(drawer.DrawerError):
        process.draw({"frames": []}, 1)


def test_a_share_is_drawn_by_either(monkeypatch, quartz, tmp_path):
    expected = work.version(work.find(quartz))
    target = films.Film(str(EXAMPLES / "Clock.ca"), f"{tmp_path}/c-%d.png", 1, ("--frames", "2", "--scale", "0.2"))
    drawn = []
    monkeypatch.setattr(drawer, "shared", lambda version: drawn.append(version))
    assert work.draw(target, 1, None, quartz, expected, 1, 60, str(tmp_path)) == 2
    assert drawn == [expected] and sys.executable
