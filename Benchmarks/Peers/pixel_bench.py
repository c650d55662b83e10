"""Blurs, blends, fills and samples the pixels of PixelBench.swift with Skia, in turns with us.

Skia draws with its raster backend on one thread, and replays pictures recorded beforehand, so that no
Python is measured. A round measures both, one after the other, so that they see the same machine; the
table has the medians over all rounds, and the least time in brackets. With --pictures the largest
differences of Skia's blur from a numeric convolution are printed as well.
"""
# Licensed under the MIT license; see LICENSE.

import argparse
import json
import math
import statistics
import time

import numpy
import skia

import goals
from skia_bench import SIDE, measure_ours

#: Our names of blend modes and Skia's; Skia has no plusDarker.
MODES = {
    "normal": "kSrcOver", "multiply": "kMultiply", "screen": "kScreen", "overlay": "kOverlay",
    "darken": "kDarken", "lighten": "kLighten", "colorDodge": "kColorDodge",
    "colorBurn": "kColorBurn", "softLight": "kSoftLight", "hardLight": "kHardLight",
    "difference": "kDifference", "exclusion": "kExclusion", "hue": "kHue",
    "saturation": "kSaturation", "color": "kColor", "luminosity": "kLuminosity",
    "clear": "kClear", "copy": "kSrc", "sourceIn": "kSrcIn", "sourceOut": "kSrcOut",
    "sourceAtop": "kSrcATop", "destinationOver": "kDstOver", "destinationIn": "kDstIn",
    "destinationOut": "kDstOut", "destinationAtop": "kDstATop", "xor": "kXor",
    "plusLighter": "kPlus",
}
COLORS = [skia.Color4f(1, 0, 0, 1), skia.Color4f(0, 1, 0, 1), skia.Color4f(0, 0, 1, 0.5)]
PLACES = [0, 0.3, 1]
RGBA, ALPHA = skia.kRGBA_8888_ColorType, skia.kAlpha_8_ColorType


def scatter(side):
    """The discs of PixelBench.swift, premultiplied."""
    y, x = numpy.mgrid[0:side, 0:side]
    disc = (x % 64 - 32) ** 2 + (y % 64 - 32) ** 2 < 700
    alpha = numpy.where(disc, 255, (x // 64 * 37 + y // 64 * 11) % 256)
    pixels = numpy.stack([x & 255, y & 255, (x + y) & 255, alpha], axis=-1)
    pixels[..., :3] = (2 * pixels[..., :3] * alpha[..., None] + 255) // 510
    return pixels.astype(numpy.uint8)


def picture(side, color_type=RGBA):
    pixels = scatter(side)
    if color_type == ALPHA:
        pixels = numpy.ascontiguousarray(pixels[..., 3])
    return skia.Image.fromarray(pixels, color_type, skia.kPremul_AlphaType)


def surface(color_type=RGBA):
    info = skia.ImageInfo.Make(SIDE, SIDE, color_type, skia.kPremul_AlphaType)
    return skia.Surface.MakeRaster(info)


def blur(color_type, sigma):
    """Each time with a sigma that differs in the fifth place, or Skia takes its last result."""
    target, source = surface(color_type), picture(SIDE, color_type)
    paints = []
    for index in range(1000):
        width = sigma * (1 + index * 1e-5)
        if color_type == ALPHA:
            filters = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, width, False)
            paints.append(skia.Paint(MaskFilter=filters, BlendMode=skia.BlendMode.kSrc))
        else:
            filters = skia.ImageFilters.Blur(width, width, skia.TileMode.kDecal)
            paints.append(skia.Paint(ImageFilter=filters, BlendMode=skia.BlendMode.kSrc))
    used = iter(range(1000))

    def draw(frame):
        paint = paints[next(used)]
        target.getCanvas().drawImage(source, 0, 0, skia.SamplingOptions(), paint)

    return draw


def blend(mode):
    target, image = surface(), picture(SIDE)
    canvas = target.getCanvas()
    canvas.drawImage(image, 0, 0)
    paint = skia.Paint(BlendMode=getattr(skia.BlendMode, mode))
    return lambda frame: canvas.drawImage(image, 0, 0, skia.SamplingOptions(), paint)


def gradient(shader):
    target = surface()
    paint = skia.Paint(Shader=shader, BlendMode=skia.BlendMode.kSrc)
    return lambda frame: target.getCanvas().drawPaint(paint)


def image(sampling, size, scale):
    target, source = surface(), picture(size)
    turn = skia.Matrix.MakeAll(
        0.96 * scale, -0.28 * scale, 0, 0.28 * scale, 0.96 * scale, 0, 0, 0, 1)
    local = skia.Matrix()
    turn.invert(local)
    shader = source.makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, sampling, local)
    paint = skia.Paint(Shader=shader, BlendMode=skia.BlendMode.kSrc)
    return lambda frame: target.getCanvas().drawPaint(paint)


def scenes():
    result = {}
    for sigma in (3, 10, 50):
        result[f"blur/a8-{sigma}"] = lambda sigma=sigma: blur(ALPHA, sigma)
        result[f"blur/rgba-{sigma}"] = lambda sigma=sigma: blur(RGBA, sigma)
    for ours, theirs in MODES.items():
        result[f"blend/{ours}"] = lambda theirs=theirs: blend(theirs)
    colors = [color.toColor() for color in COLORS]
    make = skia.GradientShader
    result["gradient/axial"] = lambda: gradient(
        make.MakeLinear([(0, 100), (1024, 924)], colors, PLACES))
    result["gradient/radial"] = lambda: gradient(make.MakeRadial((512, 512), 700, colors, PLACES))
    result["gradient/focal"] = lambda: gradient(
        make.MakeTwoPointConical((400, 450), 10, (512, 512), 700, colors, PLACES))
    result["gradient/conic"] = lambda: gradient(
        make.MakeSweep(512, 512, colors, PLACES, skia.TileMode.kClamp))
    options, filters = skia.SamplingOptions, skia.FilterMode
    result["image/nearest"] = lambda: image(options(filters.kNearest), 700, 0.6)
    result["image/linear"] = lambda: image(options(filters.kLinear), 700, 0.6)
    result["image/cubic"] = lambda: image(options(skia.CubicResampler.CatmullRom()), 700, 0.6)
    return result


def measure(draw, frames, warm_up=3):
    times = []
    for frame in range(warm_up + frames):
        start = time.perf_counter()
        draw(frame)
        if frame >= warm_up:
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times), min(times)


def compare_blurs():
    """How far Skia's blur is from the convolution, in levels."""
    pixels = numpy.random.default_rng(1).integers(0, 2, (256, 256), dtype=numpy.uint8) * 255
    source = skia.Image.fromarray(pixels, ALPHA, skia.kPremul_AlphaType)
    for sigma in (3, 10, 25):
        target = skia.Surface.MakeRaster(
            skia.ImageInfo.Make(256, 256, ALPHA, skia.kPremul_AlphaType))
        filters = skia.ImageFilters.Blur(sigma, sigma, skia.TileMode.kDecal)
        paint = skia.Paint(ImageFilter=filters, BlendMode=skia.BlendMode.kSrc)
        target.getCanvas().drawImage(source, 0, 0, skia.SamplingOptions(), paint)
        result = target.toarray(colorType=ALPHA).reshape(256, 256).astype(float)
        reach = math.ceil(6 * sigma)
        kernel = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma * sigma))
        kernel /= kernel.sum()
        exact = pixels.astype(float)
        for axis in (0, 1):
            exact = numpy.apply_along_axis(
                lambda line: numpy.convolve(line, kernel)[reach:-reach], axis, exact)
        print(f"skia's blur, sigma {sigma}: off by {abs(result - exact).max():.1f} levels at most")


def main():
    parser = argparse.ArgumentParser(prog="pixel_bench.py", description=__doc__)
    parser.add_argument("--ours", required=True, help="the binary of our benches")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of both")
    parser.add_argument("--frames", type=int, default=15, help="measured frames a round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--pictures", action="store_true", help="compare pictures, too")
    parser.add_argument("scenes", nargs="*", help="parts of the names of scenes; default: all")
    options = parser.parse_args()
    results = {}
    for name, make in scenes().items():
        if options.scenes and not any(part in name for part in options.scenes):
            continue
        draw, times = make(), {"ours": [], "skia": []}
        for _ in range(options.rounds):
            times["ours"].append(measure_ours(options.ours, name, options.frames, [])[:2])
            times["skia"].append(measure(draw, options.frames))
        results[name] = {
            who: {
                "median_ms": statistics.median(median for median, _ in rounds),
                "minimum_ms": min(least for _, least in rounds),
            }
            for who, rounds in times.items()
        }
    if options.json:
        print(json.dumps(results, indent=2))
        return
    print("milliseconds: median (least); ratio of medians (of least times)")
    print(f"{'':24}{'ours':>18}{'skia raster':>18}{'ours / skia':>18}")
    for name, times in results.items():
        cells = [f"{t['median_ms']:.2f} ({t['minimum_ms']:.2f})" for t in times.values()]
        ratio = times["ours"]["median_ms"] / times["skia"]["median_ms"]
        least = times["ours"]["minimum_ms"] / times["skia"]["minimum_ms"]
        print(f"{name:24}{cells[0]:>18}{cells[1]:>18}{f'{ratio:.2f} ({least:.2f})':>18}")
    goals.print_rows(goals.against_fastest(goals.RASTER, results, "ours", ["skia"]))
    if options.pictures:
        compare_blurs()


if __name__ == "__main__":
    main()
