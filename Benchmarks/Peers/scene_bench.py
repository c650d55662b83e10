"""Draws the scenes of SceneBench.swift with Skia's raster backend, in turns with ours.

The pictures of Skia are made of our own plans, frame by frame, before anything is measured (plan_pictures.py), so that one
description feeds both. Ours changes layers, commits, evaluates, plans and draws what differs from the frame before; Skia
plays a recorded picture of the whole frame. Both have one thread. The mean difference of the pictures, in levels of 255,
says that they are of one scene.
"""
# Licensed under the MIT license; see LICENSE.

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy
import skia

import plan_pictures

FRAMES = 30


def surface_of(scene):
    return skia.Surface.MakeRaster(skia.ImageInfo.MakeN32Premul(scene.width, scene.height))


def difference(scene, pictures, surface, saved):
    """The mean difference of three frames, in levels."""
    means = []
    for number in (0, 10, 20):
        surface.getCanvas().drawPicture(pictures[number])
        image = surface.makeImageSnapshot()
        theirs = image.toarray(colorType=skia.kRGBA_8888_ColorType)[..., :3].astype(int)
        ours = scene.array(scene.frames[number]["picture"])[..., :3].astype(int)
        means.append(numpy.abs(theirs - ours).mean())
        if saved:
            name = f"{scene.name.replace('/', '-')}-{number}"
            both = numpy.concatenate([ours, theirs, numpy.abs(theirs - ours)], axis=1).astype(numpy.uint8)
            rgba = numpy.dstack([both, numpy.full(both.shape[:2], 255, numpy.uint8)])
            skia.Image.fromarray(numpy.ascontiguousarray(rgba), skia.kRGBA_8888_ColorType).save(
                str(pathlib.Path(saved) / f"{name}.png"))
    return sum(means) / len(means)


def measure(surface, pictures, rounds):
    """The seconds of a second of frames: the median and the least."""
    canvas = surface.getCanvas()
    times = []
    for number in range(rounds + 1):
        start = time.perf_counter()
        for picture in pictures:
            canvas.drawPicture(picture)
        if number > 0:
            times.append(time.perf_counter() - start)
    return statistics.median(times), min(times)


def measure_ours(binary, scene, backend):
    command = [binary, "--json", "--frames", "15", "--backend", backend, "--threads", "1", scene]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    entry = next(entry for entry in result if entry["name"] == scene)
    return entry["median_ms"] / 1e3, entry["minimum_ms"] / 1e3, entry["note"]


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --peers scenes", description=__doc__)
    parser.add_argument("--ours", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of both renderers")
    parser.add_argument("--pictures", help="a folder for ours, theirs and their difference")
    parser.add_argument("--frames-of-scenes", help="a folder with plans that are there already")
    parser.add_argument("--only-pictures", action="store_true", help="measure nothing")
    parser.add_argument("scenes", nargs="*", help="parts of the names of scenes; default: all")
    options = parser.parse_args()
    # One core for both, whatever threads they have.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    folder = options.frames_of_scenes
    if not folder:
        holder = tempfile.TemporaryDirectory()
        folder = holder.name
        subprocess.run([options.ours, "--frames-of-scenes", folder, *options.scenes], check=True)
    if options.pictures:
        pathlib.Path(options.pictures).mkdir(parents=True, exist_ok=True)
    print("| scene | ours: frames/s | Skia raster: frames/s | ratio (of least) | our pixels | difference |")
    print("|---|---:|---:|---:|---:|---:|")
    for place in sorted(pathlib.Path(folder).iterdir()):
        scene = plan_pictures.PlanScene(place)
        if options.scenes and not any(part in scene.name for part in options.scenes):
            continue
        pictures, surface = scene.record(), surface_of(scene)
        mean = difference(scene, pictures, surface, options.pictures)
        if scene.missing:
            print(f"{scene.name}: Skia does not draw {sorted(scene.missing)}")
        if options.only_pictures:
            print(f"| {scene.name} | | | | | {mean:.2f} |", flush=True)
            continue
        ours, theirs, note = [], [], ""
        for _ in range(options.rounds):
            median, least, note = measure_ours(options.ours, scene.name, "software")
            ours.append((median, least))
            theirs.append(measure(surface, pictures, 5))
        own, peer = (statistics.median(median for median, _ in times) for times in (ours, theirs))
        least = min(least for _, least in ours) / min(least for _, least in theirs)
        share = float(note.split()[-2]) / (FRAMES * scene.width * scene.height)
        print(
            f"| {scene.name.removeprefix('scenes/')} | {FRAMES / own:.0f} | {FRAMES / peer:.0f} "
            f"| {own / peer:.2f} ({least:.2f}) | {share:.0%} | {mean:.2f} |", flush=True)


if __name__ == "__main__":
    main()
