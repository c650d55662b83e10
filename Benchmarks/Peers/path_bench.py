"""Fills and strokes the paths of PathBench.swift with Skia, Cairo and Blend2D, in turns with us.

All draw with one thread. Skia replays pictures recorded beforehand, so that no Python is measured; of
Cairo and Blend2D the calls are measured, a few microseconds and less than one for each path. A round measures every renderer once,
one after the other, so that all see the same machine; the table has the medians over all rounds, and
the least time in brackets. With --pictures the paths of PathPictures.swift are drawn once by all, and
the differences of their coverages are printed: of those of GeneratedPaths.swift for each way to draw
them, and the pictures with the largest.
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

import blend2d_peer
import goals
import path_measure
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


class Blend2D(blend2d_peer.Paths):
    """Blend2D's image context."""

    def __init__(self):
        super().__init__(SIDE)

    def prepare(self, scene):
        super().prepare(long_curve() if scene == "path/curve" else None, star(), stars())


def read_pictures(binary):
    """The files of the benches: each path with how it is drawn, and our coverage of it."""
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([binary, "--pictures", directory], check=True)
        for file in sorted(pathlib.Path(directory).glob("*.json")):
            coverage = numpy.fromfile(file.with_suffix(".bin"), numpy.uint8)
            side = math.isqrt(coverage.size)
            yield file.stem, json.loads(file.read_text()), coverage.reshape(side, side).astype(float)


def steps(picture):
    """The elements of a path with their points."""
    counts = {"move": 1, "line": 1, "quad": 2, "cubic": 3, "close": 0}
    next_point = 0
    for element in picture["elements"]:
        end = next_point + counts[element]
        yield element, [tuple(point) for point in picture["points"][next_point:end]]
        next_point = end


def skia_path_of(picture):
    path = skia.Path()
    for element, points in steps(picture):
        append(path, element, points)
    return path


def append(path, element, points):
    name = {"move": "moveTo", "line": "lineTo", "quad": "quadTo", "cubic": "cubicTo"}.get(element)
    if name:
        getattr(path, name)(*[float(number) for point in points for number in point])
    else:
        path.close()


def cut_path_of(picture):
    """The path with its parts and dashes cut out by us."""
    subpaths = path_measure.subpaths(steps(picture))
    if "trim" in picture:
        subpaths = path_measure.trimmed(subpaths, *picture["trim"])
    if picture.get("dash"):
        dashes = [subpath.dashes(picture["dash"], picture["phase"]) for subpath in subpaths]
        subpaths = [dash for dashes in dashes for dash in dashes]
    path = skia.Path()
    for subpath in subpaths:
        append(path, "move", subpath.curves[0][:1])
        for curve in subpath.curves:
            append(path, ("line", "quad", "cubic")[len(curve) - 2], curve[1:])
        if subpath.is_closed:
            append(path, "close", [])
    return path


def skia_coverage(picture, side, scale=None):
    """Skia's coverage; with a scale, that of as many times the rows and columns, averaged, and of
    parts and dashes that Skia did not cut."""
    path = cut_path_of(picture) if scale and "width" in picture else skia_path_of(picture)
    paint = skia.Paint(AntiAlias=True)
    if "width" in picture:
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(picture["width"] * (scale or 1))
        paint.setStrokeCap(getattr(skia.Paint, f"k{picture['cap'].capitalize()}_Cap"))
        paint.setStrokeJoin(getattr(skia.Paint, f"k{picture['join'].capitalize()}_Join"))
        paint.setStrokeMiter(picture["miter"])
        effect = skia.TrimPathEffect.Make(*picture["trim"]) if "trim" in picture else None
        if picture["dash"]:
            # Skia takes lists of even length.
            lengths = picture["dash"] * (1 + len(picture["dash"]) % 2)
            dash = skia.DashPathEffect.Make(lengths, picture["phase"])
            effect = skia.PathEffect.MakeCompose(dash, effect) if effect else dash
        if effect and not scale:
            paint.setPathEffect(effect)
    elif picture["rule"] == "evenOdd":
        path.setFillType(skia.PathFillType.kEvenOdd)
    if scale:
        path.transform(skia.Matrix.Scale(scale, scale))
    size = side * (scale or 1)
    surface = skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(size, size))
    surface.getCanvas().drawPath(path, paint)
    alpha = surface.toarray()[:, :, 3]
    return alpha.reshape(side, size // side, side, size // side).mean(axis=(1, 3))


def cairo_coverage(picture, side):
    surface = cairo.ImageSurface(cairo.FORMAT_A8, side, side)
    context = cairo.Context(surface)
    context.set_antialias(cairo.ANTIALIAS_BEST)
    context.set_tolerance(1 / 32)
    for element, points in steps(picture):
        if element == "quad":
            (x0, y0), ((x1, y1), (x2, y2)) = context.get_current_point(), points
            points = [
                (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3),
                (x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3), (x2, y2)]
        name = {"move": "move_to", "line": "line_to", "close": "close_path"}.get(element, "curve_to")
        getattr(context, name)(*[number for point in points for number in point])
    if "width" in picture:
        context.set_line_width(picture["width"])
        context.set_line_cap(getattr(cairo, f"LINE_CAP_{picture['cap'].upper()}"))
        context.set_line_join(getattr(cairo, f"LINE_JOIN_{picture['join'].upper()}"))
        context.set_miter_limit(picture["miter"])
        context.set_dash(picture["dash"], picture["phase"])
        context.stroke()
    else:
        context.set_fill_rule(getattr(
            cairo, "FILL_RULE_EVEN_ODD" if picture["rule"] == "evenOdd" else "FILL_RULE_WINDING"))
        context.fill()
    surface.flush()
    pixels = numpy.ndarray((side, surface.get_stride()), numpy.uint8, surface.get_data())
    return pixels[:, :side].astype(float)


def compare(binary):
    """Prints how far the renderers are apart, in levels of 255."""
    print("rms over the picture, largest, pixels more than 16 apart; in levels of 255")
    print(f"{'':20}{'quartz - skia':>24}{'quartz - cairo':>24}{'skia - cairo':>24}")
    generated = []
    for name, picture, ours in read_pictures(binary):
        if name.startswith("generated-"):
            generated.append((name, picture, ours))
            continue
        skias = skia_coverage(picture, len(ours))
        cairos = cairo_coverage(picture, len(ours))
        cells = []
        for one, other in ((ours, skias), (ours, cairos), (skias, cairos)):
            difference = numpy.abs(one - other)
            rms = math.sqrt((difference ** 2).mean())
            cells.append(f"{rms:.2f}  {difference.max():3.0f}  {(difference > 16).sum():4d}")
        print(f"{name:20}" + "".join(f"{cell:>24}" for cell in cells))
    compare_generated(generated)


class Differences:
    """Differences of many pictures, over the pixels that one of the two covers in part."""

    def __init__(self):
        self.pictures = self.pixels = self.total = self.far = self.largest = 0

    def add(self, one, other):
        difference = numpy.abs(one - other)[(one > 0) | (other > 0)]
        self.pictures += 1
        self.pixels += difference.size
        self.total += difference.sum()
        self.far += (difference > 16).sum()
        self.largest = max(self.largest, difference.max(initial=0))

    def __str__(self):
        pixels = max(self.pixels, 1)
        return f"{self.total / pixels:.3f} {self.largest:4.0f} {100 * self.far / pixels:7.3f} %"


def groups(picture):
    """The ways to draw that a picture belongs to."""
    if "width" not in picture:
        return ["fill " + picture["rule"]]
    join = picture["join"] + (f" {picture['miter']:g}" if picture["join"] == "miter" else "")
    dash = "dash " + (" ".join(f"{length:g}" for length in picture["dash"]) or "none")
    trim = "trim " + " ".join(f"{end:g}" for end in picture.get("trim", [0, 1]))
    return ["stroke", "cap " + picture["cap"], "join " + join, f"width {picture['width']:g}", dash, trim]


# Rows and columns that fine Skia has for one of ours.
FINE = 8


def compare_generated(pictures):
    """Prints how far we are from Skia as it draws, and from its outlines: drawn much larger, with
    lengths measured by us."""
    table, worst = {}, []
    for name, picture, ours in pictures:
        fine = skia_coverage(picture, len(ours), FINE)
        peers = skia_coverage(picture, len(ours)), fine
        for group in groups(picture):
            for sums, theirs in zip(table.setdefault(group, (Differences(), Differences())), peers):
                sums.add(ours, theirs)
        difference = numpy.abs(ours - fine)
        worst.append(((difference > 16).sum(), difference.max(), name, groups(picture)))
    print("\ngenerated paths: mean, largest, share of covered pixels more than 16 apart")
    print(f"{'':20}{'pictures':>10}{'quartz - skia':>28}{'quartz - fine skia':>28}")
    for group in sorted(table):
        near, fine = table[group]
        print(f"{group:20}{near.pictures:10}{str(near):>28}{str(fine):>28}")
    print("\npixels more than 16 from fine Skia, and the largest difference")
    for count, largest, name, ways in sorted(worst, reverse=True)[:12]:
        print(f"{count:6} {largest:4.0f}  {name}: {', '.join(ways)}")


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
    parser.add_argument("--pictures", action="store_true", help="compare pictures, not times")
    options = parser.parse_args()
    if options.pictures:
        return compare(options.ours)
    peers = [Skia(), Cairo(), Blend2D()]
    results = {}
    for scene, theirs in SCENES.items():
        times = {}
        for peer in peers:
            peer.prepare(theirs)
        for _ in range(options.rounds):
            times.setdefault("quartz", []).append(
                measure_ours(options.ours, scene, options.frames, [])[:2])
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
    raster = [peer.name for peer in peers if peer.name != "cairo"]
    goals.print_rows(goals.against_fastest(goals.RASTER, results, "quartz", raster))


if __name__ == "__main__":
    main()
