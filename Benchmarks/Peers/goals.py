"""The ratios of our times to the peers' that we aim at, and what a run says of them.

Of several peers the faster one counts. Rows are those of a table in Markdown.
"""
# Licensed under the MIT license; see LICENSE.

# Our time by that of the faster of Skia raster and Blend2D, each with one thread.
RASTER = {
    "draw/rect": 0.6, "draw/rrect": 0.6, "draw/image": 0.06, "draw/border": 0.35,
    "draw/group": 0.55, "draw/shadow": 0.15, "draw/clip": 0.4, "draw/mixed": 0.15,
    "classes/strokes": 0.6, "classes/gradients": 0.2, "path/stars": 0.7, "blend/copy": 0.9,
    "image/cubic": 0.9,
}
# Scenes whose goal is set against one peer, and not the faster one.
AGAINST = {"draw/image": "skia raster"}
# GLES by Skia's GL, both on llvmpipe.
LLVMPIPE = {
    "draw/rect": 0.45, "draw/rrect": 0.35, "draw/image": 0.35, "draw/shadow": 0.25,
    "draw/clip": 0.4, "draw/mixed": 0.4, "classes/gradients": 0.4, "draw/group": 0.1,
    "classes/strokes": 0.15,
}
# Two threads by one.
THREADS = 0.55


def ratio(ours, theirs, key="median_ms"):
    return ours[key] / theirs[key]


def row(scene, goal, ours, theirs, name):
    """A row of the table: scene, goal, ratio of medians (of least times), peer, verdict."""
    median, least = ratio(ours, theirs), ratio(ours, theirs, "minimum_ms")
    verdict = "met" if median <= goal else "missed"
    return f"| {scene} | {goal:g} | {median:.2f} ({least:.2f}) | {name} | {verdict} |"


def against_fastest(goals, results, own, peers):
    """Rows for one of our renderers against the fastest of the peers, each by its median."""
    rows = []
    for scene, times in results.items():
        present = [peer for peer in peers if peer in times]
        if scene not in goals or own not in times or not present:
            continue
        if AGAINST.get(scene) in present:
            peer = AGAINST[scene]
        else:
            peer = min(present, key=lambda name: times[name]["median_ms"])
        rows.append(row(scene, goals[scene], times[own], times[peer], peer))
    return rows


def print_rows(rows):
    if rows:
        print("\n| scene | goal | ours by theirs: medians (least) | against | |")
        print("|---|---:|---:|---|---|")
        print("\n".join(rows))
