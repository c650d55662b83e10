"""Draws the scenes of DrawBench.swift with Skia and Blend2D, in turns with our benches.

It prints the ratios. Skia draws with its raster backend (one thread) and with its GL backend (EGL without a surface; on a
machine without a GPU that is llvmpipe). Each scene is recorded into eight pictures beforehand, so that
no Python is measured; of Blend2D, which draws what it can with one thread, the calls are. A round measures every renderer once, one after the other, so that all see the
same machine; the table has the medians over all rounds, and the least time in brackets.
"""
# Licensed under the MIT license; see LICENSE.

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import time

import numpy
import skia

import blend2d_peer
import goals

SIDE = 1024
COUNT = 1000
MASK = (1 << 64) - 1


def numbers(seed):
    """SplitMix64, as fractions of 24 bits: the same numbers as in DrawBench.swift."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield ((z ^ (z >> 31)) >> 40) / 16777216


def places():
    """The place and the colour of each box."""
    unit = numbers(7)
    result = []
    for _ in range(COUNT):
        x, y = next(unit) * (SIDE - 66), next(unit) * (SIDE - 49)
        result.append((x, y, (next(unit), next(unit), next(unit), 1.0)))
    return result


def boxes():
    return [
        (skia.Rect.MakeXYWH(x, y, 64, 48), skia.Color4f(*color)) for x, y, color in places()]


def picture(index):
    """A disc on a colour, 64 x 64; its alpha type is premultiplied, not opaque, as ours."""
    side = numpy.arange(64) * 2 - 63
    disc = side[:, None] ** 2 + side[None, :] ** 2 < 1764
    pixels = numpy.empty((64, 64, 4), numpy.uint8)
    pixels[...] = [index * 37 % 255, index * 91 % 255, 120, 255]
    pixels[disc] = 255
    return skia.Image.fromarray(pixels, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)


def smooth(color):
    return skia.Paint(Color4f=color, AntiAlias=True)


def draw_rect(canvas, index, rect, color, images):
    canvas.drawRect(rect, smooth(color))


def draw_rrect(canvas, index, rect, color, images):
    canvas.drawRRect(skia.RRect.MakeRectXY(rect, 8, 8), smooth(color))


def draw_image(canvas, index, rect, color, images):
    # Without anti-aliased edges, which ours have: with them Skia's raster takes ten times as long.
    canvas.drawImageRect(
        images[index % 64], rect, skia.SamplingOptions(skia.FilterMode.kLinear))


def draw_border(canvas, index, rect, color, images):
    outer = skia.RRect.MakeRectXY(rect, 8, 8)
    inner = skia.RRect.MakeRectXY(rect.makeInset(2, 2), 6, 6)
    canvas.drawDRRect(outer, inner, smooth(color))


def draw_group(canvas, index, rect, color, images):
    canvas.saveLayerAlpha(rect.makeOutset(1, 1), 128)
    draw_rrect(canvas, index, rect, color, images)
    inner = skia.Rect.MakeXYWH(rect.left() + 8, rect.top() + 8, 20, 20)
    canvas.drawRect(inner, smooth(skia.Color4f(1, 0, 0, 1)))
    canvas.restore()


def draw_shadow(canvas, index, rect, color, images):
    blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 5)
    paint = skia.Paint(Color=skia.Color(0, 0, 0, 110), AntiAlias=True, MaskFilter=blur)
    canvas.drawRRect(skia.RRect.MakeRectXY(rect.makeOffset(0, 3), 8, 8), paint)
    draw_rrect(canvas, index, rect, color, images)


def draw_clip(canvas, index, rect, color, images):
    canvas.save()
    canvas.clipRRect(skia.RRect.MakeRectXY(rect, 8, 8), True)
    canvas.drawRect(skia.Rect.MakeXYWH(rect.left(), rect.top(), 66, 48), smooth(color))
    canvas.restore()


def draw_mixed(canvas, index, rect, color, images):
    kinds = [draw_rect, draw_rrect, draw_border, draw_image, draw_shadow]
    kinds[index % 5](canvas, index, rect, color, images)


def curves(frame):
    """The places, colours and ends of 500 curves, as in ClassBench.swift at frame / 60 seconds."""
    unit = numbers(7)
    for _ in range(500):
        x, y = next(unit) * (SIDE - 200), next(unit) * (SIDE - 200)
        color = (next(unit), next(unit), next(unit), 1.0)
        yield x, y, color, 0.1 + 0.9 * ((frame / 60 + next(unit) * 2) % 2 / 2)


def strokes(frame):
    """A part of each of 500 curves."""
    path = skia.Path()
    path.moveTo(0, 100)
    path.cubicTo(0, -80, 200, 280, 200, 100)
    path.cubicTo(200, -80, 0, 280, 0, 100)
    for x, y, color, end in curves(frame):
        paint = smooth(skia.Color4f(*color))
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(4)
        paint.setPathEffect(skia.TrimPathEffect.Make(0, end))
        yield lambda canvas: (canvas.translate(x, y), canvas.drawPath(path, paint))


def gradient_layers(frame):
    """The places and first colours of 1000 gradients, as in ClassBench.swift."""
    return [(x + frame * 0.25, y, color) for x, y, color in places()]


def gradients(frame):
    """1000 gradients from corner to corner."""
    for x, y, color in gradient_layers(frame):
        color = skia.Color(*(round(channel * 255) for channel in color[:3]))
        # Linear in the unit square: its lines are at right angles to the diagonal only there.
        ends = [skia.Point(0, 0), skia.Point(1, 1)]
        colors = [color, skia.ColorWHITE, skia.ColorBLACK]
        shader = skia.GradientShader.MakeLinear(
            ends, colors, [], skia.TileMode.kClamp, 0, skia.Matrix.Scale(64, 48))
        paint = skia.Paint(Shader=shader, AntiAlias=True)
        yield lambda canvas: (
            canvas.translate(x, y), canvas.drawRect(skia.Rect.MakeWH(64, 48), paint))


SCENES = {
    "draw/rect": draw_rect,
    "draw/rrect": draw_rrect,
    "draw/image": draw_image,
    "draw/border": draw_border,
    "draw/group": draw_group,
    "draw/shadow": draw_shadow,
    "draw/clip": draw_clip,
    "draw/mixed": draw_mixed,
    "classes/strokes": strokes,
    "classes/gradients": gradients,
    # Ours alone: peers keep no frame of which a part could be drawn again.
    "draw/damage": None,
}


class Raster:
    """Skia's CPU backend."""

    name = "skia raster"

    def __init__(self):
        info = skia.ImageInfo.MakeN32Premul(SIDE, SIDE)
        self.surface = skia.Surface.MakeRaster(info)

    def images(self):
        return [picture(index) for index in range(64)]

    def record(self, scene):
        return record(SCENES[scene], self.images())

    def draw(self, frame):
        self.surface.getCanvas().drawPicture(frame)

    def finish(self):
        pass


class Blend2D(blend2d_peer.Boxes):
    """Blend2D's image context."""

    def __init__(self):
        super().__init__(SIDE)

    def record(self, scene):
        return super().record(scene, places(), curves, gradient_layers)


class GL(Raster):
    """Skia's GL backend on an EGL display without a surface."""

    name = "skia gl"

    def __init__(self):
        egl = ctypes.CDLL("libEGL.so.1")
        for function in ("eglGetPlatformDisplay", "eglCreateContext"):
            getattr(egl, function).restype = ctypes.c_void_p
        pointer = ctypes.c_void_p
        surfaceless = 0x31DD
        display = egl.eglGetPlatformDisplay(surfaceless, pointer(), None)
        if not display or not egl.eglInitialize(pointer(display), None, None):
            raise RuntimeError("there is no EGL display without a surface")
        gles_api, context_version = 0x30A0, 0x3098
        egl.eglBindAPI(gles_api)
        version = (ctypes.c_int * 3)(context_version, 3, 0x3038)
        context = egl.eglCreateContext(pointer(display), pointer(), pointer(), version)
        if not context:
            raise RuntimeError("EGL makes no context of OpenGL ES 3")
        if not egl.eglMakeCurrent(pointer(display), pointer(), pointer(), pointer(context)):
            raise RuntimeError("the OpenGL ES context cannot be made current")
        self.gl = ctypes.CDLL("libGLESv2.so.2")
        self.gl.glGetString.restype = ctypes.c_char_p
        self.name = "skia gl, " + self.gl.glGetString(0x1F01).decode().split(" (")[0]
        self.context = skia.GrDirectContext.MakeGL(skia.GrGLInterface.MakeEGL())
        info = skia.ImageInfo.MakeN32Premul(SIDE, SIDE)
        self.surface = skia.Surface.MakeRenderTarget(
            self.context, skia.Budgeted.kNo, info, 0, skia.GrSurfaceOrigin.kTopLeft_GrSurfaceOrigin,
            None)

    def images(self):
        return [picture(index).makeTextureImage(self.context) for index in range(64)]

    def finish(self):
        self.context.flush()
        self.context.submit(skia.GrSyncCpu.kYes)
        self.gl.glFinish()


def record_layers(layers):
    """Eight frames of a scene of layers."""
    pictures = []
    for frame in range(8):
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(SIDE, SIDE))
        canvas.clear(skia.ColorWHITE)
        for draw in layers(frame):
            canvas.save()
            draw(canvas)
            canvas.restore()
        pictures.append(recorder.finishRecordingAsPicture())
    return pictures


def record(draw, images):
    """The scene's eight frames, a quarter of a pixel apart."""
    if draw in (strokes, gradients):
        return record_layers(draw)
    pictures = []
    for frame in range(8):
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(SIDE, SIDE))
        canvas.clear(skia.ColorWHITE)
        for index, (rect, color) in enumerate(boxes()):
            draw(canvas, index, rect.makeOffset(frame * 0.25, 0), color, images)
        pictures.append(recorder.finishRecordingAsPicture())
    return pictures


def measure(renderer, pictures, frames, warm_up=5):
    times = []
    for frame in range(warm_up + frames):
        start = time.perf_counter()
        renderer.draw(pictures[frame % 8])
        renderer.finish()
        if frame >= warm_up:
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times), min(times)


def bind_to_a_core():
    """Leaves one core to this process: also what a plan makes with threads of its own is on it."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure_ours(binary, scene, frames, arguments):
    command = [binary, "--json", "--frames", str(frames), *arguments, scene]
    is_single = arguments[-2:] == ["--threads", "1"]
    output = subprocess.run(
        command, check=True, capture_output=True, text=True,
        preexec_fn=bind_to_a_core if is_single else None).stdout
    result = json.loads(output)
    entry = next(entry for entry in result if entry["name"] == scene)
    return entry["median_ms"], entry["minimum_ms"], entry["note"]


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --peers", description=__doc__)
    parser.add_argument("--ours", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all renderers")
    parser.add_argument("--frames", type=int, default=15, help="measured frames a round")
    parser.add_argument("--backend", action="append", help="our backends (default: software and gles)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("scenes", nargs="*", help="parts of the names of scenes; default: all")
    options = parser.parse_args()
    scenes = {
        name: draw for name, draw in SCENES.items()
        if not options.scenes or any(part in name for part in options.scenes)
    }

    ours = {}
    for backend in options.backend or ["software", "gles"]:
        arguments = ["--backend", backend]
        if backend == "software":
            ours["software, 1 thread"] = [*arguments, "--threads", "1"]
            ours["software, 2 threads"] = [*arguments, "--threads", "2"]
        else:
            ours[backend] = arguments
    peers = [Raster(), Blend2D()]
    try:
        peers.append(GL())
    except (RuntimeError, OSError, AttributeError) as error:
        print(f"bench: skia gl is left out: {error}", file=sys.stderr)

    results = {}
    for scene, draw in scenes.items():
        pictures = {peer.name: peer.record(scene) for peer in peers} if draw else {}
        drawing = [peer for peer in peers if pictures.get(peer.name)]
        times = {}
        notes = {}
        for _ in range(options.rounds):
            for name, arguments in ours.items():
                median, minimum, notes[name] = measure_ours(
                    options.ours, scene, options.frames, arguments)
                times.setdefault(name, []).append((median, minimum))
            for peer in drawing:
                times.setdefault(peer.name, []).append(
                    measure(peer, pictures[peer.name], options.frames))
        results[scene] = {
            name: {
                "median_ms": statistics.median(median for median, _ in rounds),
                "minimum_ms": min(minimum for _, minimum in rounds),
                "note": notes.get(name, ""),
            }
            for name, rounds in times.items()
        }
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        print_table(results, list(ours), [peer.name for peer in peers])


def print_table(results, ours, peers):
    columns = ours + peers
    print("milliseconds for a frame: median (least)")
    print("scene       " + "".join(f"{name:>26}" for name in columns))
    for scene, times in results.items():
        cells = [
            f"{times[name]['median_ms']:.2f} ({times[name]['minimum_ms']:.2f})"
            if name in times else "" for name in columns
        ]
        print(f"{scene:12}" + "".join(f"{cell:>26}" for cell in cells))
    print()
    print("draw calls of the last frame")
    for scene, times in results.items():
        calls = [f"{name}: {times[name]['note']}" for name in ours if "gles" in name]
        if calls:
            print(f"{scene:12} " + ", ".join(calls))
    print()
    print("ratio of medians (of least times)")
    pairs = [(own, peer) for own in ours for peer in peers]
    threads = [name for name in ours if name.startswith("software")]
    if len(threads) == 2:
        pairs.append((threads[1], threads[0]))
    for scene, times in results.items():
        for own, peer in pairs:
            if peer not in times:
                continue
            median = times[own]["median_ms"] / times[peer]["median_ms"]
            least = times[own]["minimum_ms"] / times[peer]["minimum_ms"]
            print(f"{scene:12} {own:20} / {peer:24} {median:6.2f} ({least:.2f})")
    raster = [name for name in peers if not name.startswith("skia gl")]
    gl = [name for name in peers if name.startswith("skia gl")]
    rows = goals.against_fastest(goals.RASTER, results, "software, 1 thread", raster)
    rows += goals.against_fastest(goals.LLVMPIPE, results, "gles", gl)
    if len(threads) == 2:
        for scene, times in results.items():
            if scene in goals.RASTER:
                rows.append(goals.row(
                    scene, goals.THREADS, times[threads[1]], times[threads[0]], threads[0]))
    goals.print_rows(rows)


if __name__ == "__main__":
    main()
