"""Draws the documents of Examples/Lottie by ThorVG and rlottie, in turns with ours.

All draw thirty frames of each document into memory of 1920 x 1080 pixels, as large as fits, on one
thread; reading the document is not measured. ThorVG is thorvg-python with its software engine,
rlottie is rlottie-python; both come from PyPI. A round measures all three, one after the other; the
table has the frames a second of the median round. rlottie draws whole frames only.

A peer that leaves out what a document has is fast. So two pictures of each document are compared
with ours, which Tests/QuartzLottieTests hold against the laws: where more than 4 of 100 pixels that
either draws are further apart than 32 of 255, the ratio stands in brackets, and the mean leaves it out.
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
import tempfile
import time

import numpy
import rlottie_python
import thorvg_python as tvg

WIDTH, HEIGHT, FRAMES = 1920, 1080, 30
# The frames whose pictures are compared; LottieBench.swift draws the same.
COMPARED = (9, 18)
# The share of drawn pixels that may be far apart: edges are.
LARGEST_FAR_SHARE = 0.04
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
    """ThorVG's software engine without threads of its own, with a document."""

    engine = None

    def __init__(self, path):
        Thor.engine = Thor.engine or tvg.Engine(threads=0)
        self.canvas = tvg.SwCanvas(self.engine)
        self.canvas.set_target(WIDTH, HEIGHT)
        self.animation = tvg.LottieAnimation(self.engine)
        picture = self.animation.get_picture()
        check(picture.load(str(path)))
        result, width, height = picture.get_size()
        check(result)
        scale = min(WIDTH / width, HEIGHT / height)
        check(picture.set_size(width * scale, height * scale))
        check(picture.translate((WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2))
        check(self.canvas.add(picture))
        result, self.length = self.animation.get_total_frame()
        check(result)

    def draw(self, frame):
        # A frame that is shown already is no error.
        self.animation.set_frame(frame)
        self.canvas.update()
        self.canvas.draw(True)
        self.canvas.sync()

    def pixels(self):
        """R, G, B, A, premultiplied."""
        return numpy.frombuffer(self.canvas.buffer_arr, numpy.uint8).reshape(HEIGHT, WIDTH, 4)


def check(result):
    if result != tvg.Result.SUCCESS:
        raise RuntimeError(f"ThorVG: {result}")


class RLottie:
    """rlottie with a document."""

    def __init__(self, path):
        self.animation = rlottie_python.LottieAnimation.from_file(str(path))
        self.length = self.animation.lottie_animation_get_totalframe()
        # The wrapper's own call makes and copies a buffer for each frame.
        self.animation.lottie_animation_render(width=1, height=1)
        self.call = self.animation.rlottie_lib.lottie_animation_render
        self.call.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p] + [ctypes.c_size_t] * 3
        self.memory = ctypes.create_string_buffer(WIDTH * HEIGHT * 4)
        self.handle = ctypes.cast(self.animation.animation_p, ctypes.c_void_p)

    def draw(self, frame):
        self.call(self.handle, math.floor(frame), self.memory, WIDTH, HEIGHT, WIDTH * 4)

    def pixels(self):
        """R, G, B, A, premultiplied."""
        words = numpy.frombuffer(self.memory, numpy.uint8, WIDTH * HEIGHT * 4)
        return words.reshape(HEIGHT, WIDTH, 4)[..., [2, 1, 0, 3]]


def far_share(peer, folder, name):
    """The largest share of drawn pixels that a peer draws otherwise than we do."""
    shares = []
    for frame in COMPARED:
        ours = numpy.fromfile(pathlib.Path(folder) / f"{name}-{frame}", numpy.uint8)
        ours = ours.reshape(HEIGHT, WIDTH, 4).astype(int)
        peer.draw(frame * peer.length / FRAMES)
        theirs = peer.pixels().astype(int)
        drawn = (ours[..., 3] > 0) | (theirs[..., 3] > 0)
        far = numpy.abs(ours - theirs).max(axis=2) > 32
        shares.append(far.sum() / max(drawn.sum(), 1))
    return max(shares)


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
    peers = {"ThorVG": Thor, "rlottie": RLottie}
    ratios = {name: [] for name in peers}
    print("| document | ours: frames/s | ThorVG | far | rlottie | far | ours by ThorVG | by rlottie |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for path in sorted(FOLDER.glob("*.json")):
        if options.documents and not any(part in path.stem for part in options.documents):
            continue
        drawers = {name: peer(path) for name, peer in peers.items()}
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([options.ours, "--frames-of-lottie", folder, path.stem], check=True)
            far = {name: far_share(peer, folder, path.stem) for name, peer in drawers.items()}
        times = {"ours": []} | {name: [] for name in peers}
        for _ in range(options.rounds):
            times["ours"].append(measure_ours(options.ours, path.stem))
            for name, peer in drawers.items():
                times[name].append(seconds_of(peer.draw, peer.length, 5))
        rates = {name: FRAMES / statistics.median(seconds) for name, seconds in times.items()}
        row = [path.stem, f"{rates['ours']:,.0f}"]
        for name in peers:
            row += [f"{rates[name]:,.0f}", f"{far[name]:.1%}"]
        for name in peers:
            ratio = rates["ours"] / rates[name]
            if far[name] <= LARGEST_FAR_SHARE:
                ratios[name].append(ratio)
            row.append(f"{ratio:.2f}" if far[name] <= LARGEST_FAR_SHARE else f"({ratio:.2f})")
        print("| " + " | ".join(row) + " |", flush=True)
    means = [f"{math.exp(statistics.fmean(map(math.log, ratios[name]))):.2f} of {len(ratios[name])}"
             if ratios[name] else "" for name in peers]
    print(f"| geometric mean | | | | | | {means[0]} | {means[1]} |")


if __name__ == "__main__":
    main()
