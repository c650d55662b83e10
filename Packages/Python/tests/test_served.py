"""Contexts that a render server draws, and layers of other programs in them.

Licensed under the MIT license; see LICENSE.
"""

import os
import pathlib
import subprocess
import sys
import time

import pytest

import quartz

SERVER = pathlib.Path(os.environ.get("QUARTZ", "")).parent / "quartzd"
pytestmark = pytest.mark.skipif("QUARTZ" not in os.environ or not SERVER.exists(), reason="there is no quartzd")

CLIENT = """
import sys, quartz
client = quartz.Client(int(sys.argv[1]))
client.set_layer(quartz.CALayer(frame=(0, 0, 8, 8), background_color="#00ff00"))
quartz.flush()
print(client.id, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def server(tmp_path):
    socket = tmp_path / "quartzd.sock"
    process = subprocess.Popen(
        [SERVER, "--socket", socket, "--renderer", "software"], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    for line in process.stdout:
        if "ready" in line:
            break
    yield socket
    process.terminate()
    process.stdout.read()
    assert process.wait() in (0, -15)


def scene():
    root = quartz.CALayer(frame=(0, 0, 24, 16), background_color="#ffffff")
    root.add(quartz.CALayer(frame=(4, 4, 8, 8), background_color="#ff0000", corner_radius=2))
    return root


def test_a_server_draws_the_same_picture(server):
    with quartz.Context(24, 16, scale=2, server=server) as context:
        context.layer = scene()
        served = context.image()
        assert context.pixel_size == (48, 32)
    with quartz.Context(24, 16, scale=2) as context:
        context.layer = scene()
        assert context.image() == served


def test_there_is_no_server(tmp_path):
    with pytest.raises(quartz.QuartzError) as caught:
        quartz.Context(4, 4, server=tmp_path / "nothing.sock")
    assert caught.value.status == "QUARTZ_NO_SERVER"
    with pytest.raises(quartz.QuartzError, match="is no port of a layer server") as caught:
        quartz.Client(0)
    assert caught.value.status == "QUARTZ_NO_SERVER"


def test_a_layer_shows_those_of_another_program(server):
    with quartz.Context(16, 8, server=server) as context:
        root = quartz.CALayer(frame=(0, 0, 16, 8), background_color="#ffffff")
        hosting = quartz.CALayer(frame=(0, 0, 8, 8))
        root.add(hosting)
        context.layer = root
        quartz.flush()
        port = quartz.host_port()
        child = subprocess.Popen(
            [sys.executable, "-c", CLIENT, str(port)], pass_fds=[port], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        try:
            hosting.remote_client_id = int(child.stdout.readline())
            deadline = time.monotonic() + 30
            # The child's commit and this one come to the server in any order.
            while context.image().tobytes()[:4] != bytes((0, 255, 0, 255)):
                assert time.monotonic() < deadline, "the layer of the other program does not show"
            quartz.revoke(int(hosting.remote_client_id))
            while context.image().tobytes()[:4] != bytes((255, 255, 255, 255)):
                assert time.monotonic() < deadline, "the layer shows after it was revoked"
        finally:
            child.communicate()
        assert child.returncode == 0
