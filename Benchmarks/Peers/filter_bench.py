"""Draws the scenes of FilterBench.swift with Skia, in turns with us: a blur, and five backdrops.

Skia draws with its raster backend (one thread) and with its GL backend, and replays pictures recorded
beforehand, so that no Python is measured. A round measures every renderer once, one after the other, so
that all see the same machine; the table has the medians over all rounds, and the least time in brackets.
"""
# Licensed under the MIT license; see LICENSE.

import argparse
import itertools
import statistics
import sys
import time

import numpy
import skia

import skia_bench

WIDTH, HEIGHT, SIDE, MARGIN = 1920, 1080, 1024, 128


def picture(width, height):
    """The ramps of FilterBench.swift."""
    y, x = numpy.mgrid[0:height, 0:width]
    pixels = numpy.stack([x & 255, y & 255, (x + y) & 255, x * 0 + 255], axis=-1)
    return skia.Image.fromarray(
        pixels.astype(numpy.uint8), skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType)


def blur(canvas, frame, image):
    """Each time with a sigma that differs in the fifth place, or Skia takes its last result."""
    sigma = 10 * (1 + frame * 1e-5)
    paint = skia.Paint(ImageFilter=skia.ImageFilters.Blur(sigma, sigma, skia.TileMode.kDecal))
    canvas.drawImage(image, 0, 0, skia.SamplingOptions(), paint)


def ground(canvas, frame, image):
    """A picture and forty boxes, both of which move."""
    frame %= 8
    canvas.drawImage(image, -frame * 3, 0)
    for index in range(40):
        x, y = index % 8 * 240 + 20 + frame * 2, index // 8 * 210 + 45
        paint = skia.Paint(
            Color4f=skia.Color4f(index / 40, 1 - index / 40, 0.5, 1), AntiAlias=True)
        canvas.drawRoundRect(skia.Rect.MakeXYWH(x, y, 120, 90), 8, 8, paint)


def backdrops(canvas, frame, image):
    """Five panes of glass over it."""
    ground(canvas, frame, image)
    glass, paint = skia.ImageFilters.Blur(20, 20, skia.TileMode.kMirror), skia.Paint()
    for index in range(5):
        rect = skia.Rect.MakeXYWH(60 + index * 370, 100 + index * 170, 300, 200)
        canvas.save()
        canvas.clipRect(rect)
        # The record does not keep its parts alive.
        canvas.saveLayer(skia.Canvas.SaveLayerRec(rect, paint, glass, 0))
        canvas.restore()
        canvas.restore()


#: The scenes, with the size of their output and of their picture.
SCENES = {
    "glass/blur 1024": (blur, (SIDE, SIDE), (SIDE, SIDE)),
    "glass/five backdrops": (backdrops, (WIDTH, HEIGHT), (WIDTH + MARGIN, HEIGHT)),
    "glass/without backdrops": (ground, (WIDTH, HEIGHT), (WIDTH + MARGIN, HEIGHT)),
}


class Raster(skia_bench.Raster):
    """Skia's CPU backend, with an output of any size."""

    def __init__(self):
        self.context = None

    def start(self, scene):
        draw, (width, height), size = SCENES[scene]
        self.surface = self.make(skia.ImageInfo.MakeN32Premul(width, height))
        image = self.upload(picture(*size))
        frames = []
        for frame in range(64):
            recorder = skia.PictureRecorder()
            canvas = recorder.beginRecording(skia.Rect.MakeWH(width, height))
            canvas.clear(skia.ColorWHITE)
            draw(canvas, frame, image)
            frames.append(recorder.finishRecordingAsPicture())
        return frames

    def make(self, info):
        return skia.Surface.MakeRaster(info)

    def upload(self, image):
        return image


class GL(skia_bench.GL, Raster):
    """Skia's GL backend on an EGL display without a surface."""

    def make(self, info):
        return skia.Surface.MakeRenderTarget(
            self.context, skia.Budgeted.kNo, info, 0, skia.GrSurfaceOrigin.kTopLeft_GrSurfaceOrigin,
            None)

    def upload(self, image):
        return image.makeTextureImage(self.context)


def measure(peer, frames, count, warm_up=5):
    """Takes the next of the frames each time: none is the one before."""
    times = []
    for index in range(warm_up + count):
        frame = next(frames)
        start = time.perf_counter()
        peer.draw(frame)
        peer.finish()
        if index >= warm_up:
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times), min(times)


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/bench --peers filters", description=__doc__)
    parser.add_argument("--ours", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all renderers")
    parser.add_argument("--frames", type=int, default=15, help="measured frames a round")
    parser.add_argument("scenes", nargs="*", help="parts of the names of scenes; default: all")
    options = parser.parse_args()
    scenes = [
        name for name in SCENES
        if not options.scenes or any(part in name for part in options.scenes)]
    ours = {
        "software": ["--backend", "software", "--threads", "1"],
        "gles": ["--backend", "gles"],
    }
    peers = {"software": Raster()}
    try:
        peers["gles"] = GL()
    except (RuntimeError, OSError, AttributeError) as error:
        print(f"bench: skia gl is left out: {error}", file=sys.stderr)
    print("| scene | renderer | ours | Skia | ratio |\n|---|---|---:|---:|---:|")
    for scene in scenes:
        frames = {name: itertools.cycle(peer.start(scene)) for name, peer in peers.items()}
        times = {}
        for _ in range(options.rounds):
            for name, arguments in ours.items():
                times.setdefault(name, []).append(
                    skia_bench.measure_ours(options.ours, scene, options.frames, arguments)[:2])
                if name in peers:
                    times.setdefault("skia " + name, []).append(
                        measure(peers[name], frames[name], options.frames))
        for name in ours:
            if name not in peers:
                continue
            mine, skias = (
                (statistics.median(m for m, _ in times[key]), min(least for _, least in times[key]))
                for key in (name, "skia " + name))
            print(
                f"| {scene} | {name} | {mine[0]:.2f} ms ({mine[1]:.2f}) "
                f"| {skias[0]:.2f} ms ({skias[1]:.2f}) "
                f"| {mine[0] / skias[0]:.2f} ({mine[1] / skias[1]:.2f}) |")


if __name__ == "__main__":
    main()
