"""Draws the documents of Examples/Lottie by ThorVG and rlottie, in turns with ours.

All draw thirty frames of each document into memory of 1920 x 1080 pixels, as large as fits, on one
thread; reading the document is not measured. ThorVG is thorvg-python with its software engine,
rlottie is rlottie-python; both come from PyPI. A round measures all three, one after the other; the
table has the frames a second of the median round. rlottie draws whole frames only.
"""
# Licensed under the MIT license; see LICENSE.

import argparse
import ctypes
import json
import math
import os
import pathlib
import statistics
import subprocess
import time

import rlottie_python
import thorvg_python as tvg

WIDTH, HEIGHT, FRAMES = 1920, 1080, 30
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Examples/Lottie"


def seconds_of(draw, length, rounds):
    """The least seconds of thirty frames that are spread over a document."""
    times = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        for number in range(FRAMES):
            draw(number * length / FRAMES)
        times.append(time.perf_counter() - start)
    return min(times[1:])


class Thor:
    """ThorVG's software engine without threads of its own."""

    def __init__(self):
        self.engine = tvg.Engine(threads=0)

    def measure(self, path, rounds):
        canvas = tvg.SwCanvas(self.engine)
        canvas.set_target(WIDTH, HEIGHT)
        animation = tvg.LottieAnimation(self.engine)
        picture = animation.get_picture()
        check(picture.load(str(path)))
        result, width, height = picture.get_size()
        check(result)
        scale = min(WIDTH / width, HEIGHT / height)
        check(picture.set_size(width * scale, height * scale))
        check(picture.translate((WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2))
        check(canvas.add(picture))
        result, length = animation.get_total_frame()
        check(result)

        def draw(frame):
            # A frame that is shown already is no error.
            animation.set_frame(frame)
            canvas.update()
            canvas.draw(True)
            canvas.sync()

        return seconds_of(draw, length, rounds)


def check(result):
    if result != tvg.Result.SUCCESS:
        raise RuntimeError(f"ThorVG: {result}")


def measure_rlottie(path, rounds):
    animation = rlottie_python.LottieAnimation.from_file(str(path))
    length = animation.lottie_animation_get_totalframe()
    # The wrapper's own call makes and copies a buffer for each frame.
    animation.lottie_animation_render(width=1, height=1)
    call = animation.rlottie_lib.lottie_animation_render
    call.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p] + [ctypes.c_size_t] * 3
    memory = ctypes.create_string_buffer(WIDTH * HEIGHT * 4)
    handle = ctypes.cast(animation.animation_p, ctypes.c_void_p)

    def draw(frame):
        call(handle, math.floor(frame), memory, WIDTH, HEIGHT, WIDTH * 4)

    return seconds_of(draw, length, rounds)


def measure_ours(binary, name):
    command = [binary, "--json", "--frames", "15", "--backend", "software", "--threads", "1",
               f"lottie/{name}"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    entry = next(entry for entry in result if entry["name"] == f"lottie/{name}")
    return entry["minimum_ms"] / 1e3


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --peers lottie", description=__doc__)
    parser.add_argument("--ours", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of all three")
    parser.add_argument("documents", nargs="*", help="parts of their names; default: all")
    options = parser.parse_args()
    # One core for all, whatever threads they have.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    thor = Thor()
    shares = []
    print("| document | ours: frames/s | ThorVG | rlottie | ours to ThorVG | to rlottie |")
    print("|---|---:|---:|---:|---:|---:|")
    for path in sorted(FOLDER.glob("*.json")):
        if options.documents and not any(part in path.stem for part in options.documents):
            continue
        times = {"ours": [], "thor": [], "rlottie": []}
        for _ in range(options.rounds):
            times["ours"].append(measure_ours(options.ours, path.stem))
            times["thor"].append(thor.measure(path, 5))
            times["rlottie"].append(measure_rlottie(path, 5))
        ours, other, third = (FRAMES / statistics.median(times[name]) for name in times)
        shares.append((ours / other, ours / third))
        print(f"| {path.stem} | {ours:.0f} | {other:.0f} | {third:.0f} "
              f"| {ours / other:.2f} | {ours / third:.2f} |", flush=True)
    means = [math.exp(statistics.fmean(math.log(share[index]) for share in shares))
             for index in range(2)]
    print(f"| geometric mean | | | | {means[0]:.2f} | {means[1]:.2f} |")


if __name__ == "__main__":
    main()
