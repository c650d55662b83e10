"""Fills and strokes the paths of PathBench.swift with Skia and Cairo, in turns with our benches.

All draw with one thread. Skia replays pictures recorded beforehand, so that no Python is measured; of
Cairo the calls are measured, a few microseconds for each path. A round measures every renderer once,
one after the other, so that all see the same machine; the table has the medians over all rounds, and
the least time in brackets. With --pictures the same paths are drawn once by all, and the differences
of the pictures are printed: the root of the mean square over all pixels that any renderer touches
partly, the largest, and how many pixels differ by more than a sixteenth.
"""
# Licensed under the MIT license; see LICENSE.

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import tempfile
import time

import cairo
import numpy
import skia

from skia_bench import SIDE, measure_ours, numbers

STARS = 1000
LINES = 2000


def star():
    """Fourteen corners in 48 x 48 pixels."""
    result = []
    for index in range(14):
        angle = index / 14 * 2 * math.pi - math.pi / 2
        radius = 24.0 if index % 2 == 0 else 10
        result.append((24 + radius * math.cos(angle), 24 + radius * math.sin(angle)))
    return result


def stars():
    unit = numbers(7)
    result = []
    for _ in range(STARS):
        x, y = next(unit) * (SIDE - 50), next(unit) * (SIDE - 49)
        result.append((x, y, (next(unit), next(unit), next(unit))))
    return result


def long_curve():
    """A rosette: three turns of a circle whose radius swings twenty-nine times."""
    result = []
    for index in range(LINES + 1):
        turn = index / LINES * 2 * math.pi
        radius = SIDE * (0.3 + 0.18 * math.sin(29 * turn))
        result.append((SIDE / 2 + radius * math.cos(3 * turn), SIDE / 2 + radius * math.sin(3 * turn)))
    return result


def skia_path(points, closed):
    builder = skia.Path()
    builder.addPoly([skia.Point(x, y) for x, y in points], closed)
    return builder


class Skia:
    """Skia's CPU backend."""

    name = "skia raster"

    def __init__(self):
        self.surface = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(SIDE, SIDE))

    def prepare(self, scene):
        self.pictures = [self.record(scene, frame * 0.25) for frame in range(8)]

    def record(self, scene, offset):
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(SIDE, SIDE))
        canvas.clear(skia.ColorWHITE)
        if scene == "path/curve":
            paint = skia.Paint(
                AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=4,
                StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join,
                Color4f=skia.Color4f(0.1, 0.2, 0.6, 1))
            path = skia_path(long_curve(), False)
            path.transform(skia.Matrix.Translate(offset, 0))
            path.setIsVolatile(True)
            canvas.drawPath(path, paint)
        else:
            for x, y, color in stars():
                path = skia_path(star(), True)
                path.transform(skia.Matrix.Translate(x + offset, y))
                path.setIsVolatile(True)
                canvas.drawPath(path, skia.Paint(AntiAlias=True, Color4f=skia.Color4f(*color, 1)))
        return recorder.finishRecordingAsPicture()

    def draw(self, frame):
        self.surface.getCanvas().drawPicture(self.pictures[frame % 8])


class Cairo:
    """Cairo's image surface."""

    name = "cairo"

    def __init__(self):
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, SIDE, SIDE)

    def prepare(self, scene):
        self.is_curve = scene == "path/curve"
        context = cairo.Context(self.surface)
        self.trace(context, long_curve() if self.is_curve else star(), not self.is_curve)
        self.path = context.copy_path()
        self.stars = stars()

    @staticmethod
    def trace(context, points, closed):
        context.new_path()
        for x, y in points:
            context.line_to(x, y)
        if closed:
            context.close_path()

    def draw(self, frame):
        context = cairo.Context(self.surface)
        context.set_source_rgb(1, 1, 1)
        context.paint()
        offset = frame % 8 * 0.25
        if self.is_curve:
            context.set_source_rgb(0.1, 0.2, 0.6)
            context.translate(offset, 0)
            context.append_path(self.path)
            context.set_line_width(4)
            context.set_line_cap(cairo.LINE_CAP_ROUND)
            context.set_line_join(cairo.LINE_JOIN_ROUND)
            context.stroke()
            return
        for x, y, color in self.stars:
            context.identity_matrix()
            context.translate(x + offset, y)
            context.set_source_rgb(*color)
            context.append_path(self.path)
            context.fill()


def measure(renderer, frames, warm_up=5):
    times = []
    for frame in range(warm_up + frames):
        start = time.perf_counter()
        renderer.draw(frame)
        if frame >= warm_up:
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times), min(times)


# Of each of our scenes, the one that the peers draw: they keep no masks.
SCENES = {"path/stars": "path/stars", "path/stars cached": "path/stars", "path/curve": "path/curve"}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --peers paths", description=__doc__)
    parser.add_argument("--ours", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all renderers")
    parser.add_argument("--frames", type=int, default=15, help="measured frames a round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    peers = [Skia(), Cairo()]
    results = {}
    for scene, theirs in SCENES.items():
        times = {}
        for peer in peers:
            peer.prepare(theirs)
        for _ in range(options.rounds):
            times.setdefault("quartz", []).append(
                measure_ours(options.ours, scene, options.frames, []))
            for peer in peers:
                times.setdefault(peer.name, []).append(measure(peer, options.frames))
        results[scene] = {
            name: {
                "median_ms": statistics.median(median for median, _ in rounds),
                "minimum_ms": min(minimum for _, minimum in rounds),
            }
            for name, rounds in times.items()
        }
    if options.json:
        print(json.dumps(results, indent=2))
        return
    print("milliseconds for a frame: median (least); ratio of ours to it")
    for scene, times in results.items():
        own = times["quartz"]
        cells = [f"{own['median_ms']:6.2f} ({own['minimum_ms']:.2f})"]
        for peer in peers:
            entry = times[peer.name]
            ratio = own["median_ms"] / entry["median_ms"]
            cells.append(
                f"{peer.name} {entry['median_ms']:.2f} ({entry['minimum_ms']:.2f}), ratio {ratio:.2f}")
        print(f"{scene:18}" + "   ".join(cells))


if __name__ == "__main__":
    main()
