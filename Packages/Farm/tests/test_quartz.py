"""Films of the real program: the bytes of one machine."""

import os
import pathlib
import subprocess

import pytest

from quartz_farm import cli

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "Examples"
OPTIONS = ["--frames", "700", "--fps", "7", "--scale", "0.2"]


@pytest.mark.parametrize("name,shards", [("a.mp4", 1), ("a.mp4", 3), ("a.webm", 5)])
def test_the_bytes_of_one_machine(cluster, faults, quartz, tmp_path, name, shards):
    document = str(EXAMPLES / "Clock.ca")
    subprocess.run([quartz, "render", document, "-o", name, "--renderer", "software", *OPTIONS],
                   cwd=tmp_path, check=True)
    target = tmp_path / "farm" / name
    status = cli.main([document, "-o", str(target), "--quartz", quartz, "--shards", str(shards),
                       "--quiet", "--", *OPTIONS])
    assert status == 0
    assert target.read_bytes() == (tmp_path / name).read_bytes()
    assert os.listdir(target.parent) == [name]


def test_pictures(cluster, faults, quartz, tmp_path):
    document = str(EXAMPLES / "Clock.ca")
    status = cli.main([document, "-o", f"{tmp_path}/p-%02d.png", "--quartz", quartz, "--shards", "3",
                       "--quiet", "--", "--frames", "7", "--scale", "0.2"])
    assert status == 0
    assert sorted(os.listdir(tmp_path)) == [f"p-{index:02d}.png" for index in range(7)]


def test_a_document_that_cannot_be_read(cluster, faults, quartz, tmp_path, capsys):
    (tmp_path / "Bad.ca").mkdir()
    status = cli.main([f"{tmp_path}/Bad.ca", "-o", f"{tmp_path}/a.mp4", "--quartz", quartz,
                       "--attempts", "1", "--quiet"])
    assert status == 1
    assert "a.mp4: share 1 of 1: quartz: " in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["Bad.ca"]
