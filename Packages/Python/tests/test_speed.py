"""Times that the documentation promises, of a release build alone (QUARTZ_TIMES=1).

Licensed under the MIT license; see LICENSE.
"""

import os
import subprocess
import sys
import time

import pytest

import quartz

pytestmark = pytest.mark.skipif("QUARTZ_TIMES" not in os.environ, reason="times are those of a release build")


def best(function, rounds=7):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return min(times)


def test_import_takes_60_ms():
    code = "import time; t = time.perf_counter(); import quartz; print(time.perf_counter() - t)"
    seconds = min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5))
    print(f"import: {seconds * 1e3:.1f} ms")
    assert seconds <= 0.06


def test_a_property_takes_2_us():
    layer = quartz.CALayer()

    def work():
        for index in range(10000):
            layer.corner_radius = index
    seconds = best(work) / 10000
    print(f"property: {seconds * 1e6:.2f} us")
    assert seconds <= 2e-6


def test_a_picture_of_ten_layers_takes_2_ms():
    root = quartz.CALayer(frame=(0, 0, 200, 100))
    for index in range(9):
        root.add(quartz.CALayer(frame=(index * 20, 10, 16, 16), background_color=(1, 0, index / 9), corner_radius=4))

    def work():
        with quartz.Context(200, 100) as context:
            context.layer = root
            context.image()
    seconds = best(work)
    print(f"picture: {seconds * 1e3:.2f} ms")
    assert seconds <= 2e-3
