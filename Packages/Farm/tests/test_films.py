"""Which films a call makes, and files by their paths."""

import json

import fsspec
import pytest

from quartz_farm import cli, films
from quartz_farm.films import Film, FilmError


def test_patterns_and_names(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.ca").mkdir()
    found = films.expand([f"{tmp_path}/*.ca"], "out/{name}.mp4", 2, ["--fps", "60"])
    assert [film.output for film in found] == ["out/a.mp4", "out/b.mp4"]
    assert all(film.shards == 2 and film.options == ("--fps", "60") for film in found)


def test_two_films_of_one_name(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.ca").mkdir()
    with pytest.raises(FilmError, match="is the output of"):
        films.expand([f"{tmp_path}/*.ca"], "out.mp4")


@pytest.mark.parametrize("options,shards", [
    ([], 1), (["--frames", "300"], 1), (["--frames=301"], 2), (["--duration", "60"], 6),
    (["--duration", "60", "--fps", "60"], 12), (["--frames", "many"], 1), (["--frames"], 1)])
def test_usual_shards(options, shards):
    assert films.usual_shards("a.mp4", options) == shards


@pytest.mark.parametrize("output,shards,options", [
    ("a.gif", 1, ()), ("a.png", 1, ()), ("a.mp4", 0, ()), ("a.mp4", 100_001, ()),
    ("a.mp4", 1, ("--shard", "1/2")), ("a.mp4", 1, ("--output=b.mp4",))])
def test_films_that_cannot_be(output, shards, options):
    with pytest.raises(FilmError):
        Film("a.ca", output, shards, options)


def test_list():
    lines = [{"input": "a.ca", "output": "a.mp4", "options": ["--frames", 600]},
             {"input": "b.ca", "output": "b.mp4", "shards": 5}]
    found = films.read_list("\n".join(map(json.dumps, lines)), options=["--fps", "60"])
    assert [film.shards for film in found] == [2, 5]
    assert found[0].options == ("--fps", "60", "--frames", "600")
    for bad in ["{", "[]", '{"input": "a"}', '{"input": "a", "output": 3}']:
        with pytest.raises(FilmError, match="line 1"):
            films.read_list(bad)


@pytest.mark.parametrize("as_folder", [True, False])
def test_packing(tmp_path, as_folder):
    source = tmp_path / "A.ca"
    if as_folder:
        (source / "assets").mkdir(parents=True)
        (source / "main.caml").write_bytes(b"1")
        (source / "assets" / "a.png").write_bytes(b"2")
    else:
        source.write_bytes(b"3")
    data = films.pack(str(source))
    assert data == films.pack(str(source))
    target = tmp_path / "out"
    target.mkdir()
    path = films.unpack(data, str(target), "A.ca")
    if as_folder:
        assert (target / "A.ca" / "assets" / "a.png").read_bytes() == b"2"
    else:
        assert open(path, "rb").read() == b"3"


def test_writing_other_stores(tmp_path):
    source = tmp_path / "x"
    source.write_bytes(b"film")
    films.write("memory://films/a.mp4", str(source))
    assert fsspec.filesystem("memory").cat("/films/a.mp4") == b"film"


def test_failed_writing_leaves_the_old_file(tmp_path):
    target = tmp_path / "a.mp4"
    target.write_bytes(b"old")
    with pytest.raises(OSError):
        films.write(str(target), str(tmp_path / "nothing"))
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


@pytest.mark.parametrize("arguments", [
    [], ["a.ca"], ["a.ca", "-o", "a.mp4", "--list", "x"], ["/nowhere/a.ca", "-o", "a.mp4"],
    ["/", "-o", "a.mp4", "--cores", "0"], ["/", "-o", "a.mp4", "--timeout", "0"],
    ["/", "-o", "a.mp4", "--timeout", "nan"], ["/", "-o", "a.mp4", "--shards", "0"],
    ["--list", "/nowhere"], ["/", "-o", "a.gif"]])
def test_usage(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        cli.read(arguments)
    assert end.value.code == 2 and capsys.readouterr().err
