"""Draws the tables of scripts/scale as pictures: SVG beside the TSV, light and dark.

    scale_pictures.py FOLDER TABLE...

The text stays text, the background is the page's, and a style sheet within the picture has other
colours for dark pages. The same table always gives the same bytes.
"""
# Licensed under the MIT license; see LICENSE.

import csv
import pathlib
import re
import sys

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator  # noqa: E402

# Colours on light pages, and what dark pages have in their place.
INK, FAINT = "#24292f", "#d0d7de"
BLUE, ORANGE, GREEN, VIOLET = "#0a5fc4", "#b35900", "#1a7f37", "#8250df"
DARK = {
    INK: "#e6edf3", FAINT: "#30363d", BLUE: "#6cb6ff", ORANGE: "#f0a04b", GREEN: "#57d178",
    VIOLET: "#c9a6ff"}

pyplot.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "scale", "font.family": "sans-serif", "font.size": 9,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "axes.titlesize": 10,
    "xtick.color": INK, "ytick.color": INK, "grid.color": FAINT, "axes.grid": True,
    "axes.grid.which": "major", "axes.spines.top": False, "axes.spines.right": False,
    "xtick.minor.size": 0, "ytick.minor.size": 0, "lines.markersize": 3.5, "lines.linewidth": 1.6})


def read(path):
    """The columns of a table by their heads; cells without a number are None."""
    with open(path) as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {
        head: [float(row[head]) if row[head] else None for row in rows] for head in rows[0]}


def plain(value, _):
    """A number of an axis: 0.01, 10, 1,000, 10k, 1M."""
    if value >= 10_000:
        return f"{value / 1e6:g}M" if value >= 1e6 else f"{value / 1000:g}k"
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


class Picture:
    """Panels side by side, with logarithmic axes, whose lines bear their names."""

    def __init__(self, count):
        self.figure, axes = pyplot.subplots(1, count, figsize=(4.6 * count, 3.4), squeeze=False)
        self.axes = list(axes[0])

    def panel(self, index, title, x_label, lines, room=2.2):
        """Draws lines: (name, x, y, colour, style, points that the name is raised by)."""
        axis = self.axes[index]
        axis.set_xscale("log")
        axis.set_yscale("log")
        end = 0
        for name, xs, ys, color, style, raised in lines:
            points = [(x, y) for x, y in zip(xs, ys) if y]
            xs, ys = zip(*points)
            axis.plot(xs, ys, style, color=color)
            axis.annotate(
                name, (xs[-1], ys[-1]), (5, raised), textcoords="offset points", color=color,
                va="center")
            end = max(end, xs[-1])
        axis.set_xlim(right=end * room)
        axis.set_title(title, loc="left")
        axis.set_xlabel(x_label)
        for one in (axis.xaxis, axis.yaxis):
            one.set_major_formatter(FuncFormatter(plain))
            one.set_minor_formatter(NullFormatter())
            one.set_minor_locator(NullLocator())
        axis.margins(y=0.12)

    def ticks(self, index, xs):
        """Marks these values of the horizontal axis."""
        self.axes[index].set_xticks(xs)

    def write(self, path):
        """Writes the picture with the colours of dark pages."""
        self.figure.tight_layout()
        self.figure.savefig(path, format="svg", transparent=True, metadata={"Date": None})
        pyplot.close(self.figure)
        rules = "".join(
            f'[style*="fill: {light}"]{{fill:{dark} !important}}'
            f'[style*="stroke: {light}"]{{stroke:{dark} !important}}'
            for light, dark in DARK.items())
        style = f"<style>@media (prefers-color-scheme: dark){{{rules}}}</style>\n"
        head, tag, rest = path.read_text().partition(" <defs>")
        # A line for each named group.
        text = re.sub(r"\s*\n\s*(?!<g id=|$)", " ", head + style + tag + rest)
        path.write_text(text)


def layers(folder):
    """Milliseconds and bytes by layers."""
    table = read(folder / "layers.tsv")
    count = table["layers"]
    picture = Picture(2)
    picture.panel(0, "Milliseconds by layers", "layers", [
        ("first commit", count, table["first_commit_ms"], BLUE, "o-", 4),
        ("plan anew", count, table["plan_new_ms"], ORANGE, "o-", 0),
        ("commit of 1 %", count, table["commit_ms"], GREEN, "o-", -6),
        ("plan of 1 %", count, table["plan_patched_ms"], VIOLET, "o-", 5),
    ], room=60)
    picture.panel(1, "Bytes in RAM for each layer", "layers", [
        ("server, drawn", count, table["server_drawn_bytes_per_layer"], ORANGE, "o-", 6),
        ("client", count, table["client_bytes_per_layer"], BLUE, "o-", 0),
        ("server", count, table["server_bytes_per_layer"], GREEN, "o-", -1),
    ], room=60)
    for index in range(2):
        picture.ticks(index, [10, 100, 1000, 10_000, 100_000, 1_000_000])
    picture.write(folder / "layers.svg")


def clients(folder):
    """Latency and processor time by clients."""
    table = read(folder / "clients.tsv")
    count = table["clients"]
    picture = Picture(2)
    picture.panel(0, "Milliseconds from commit to frame", "clients", [
        ("worst", count, table["worst_ms"], ORANGE, "o-", 4),
        ("99 %", count, table["p99_ms"], VIOLET, "o-", 0),
        ("median", count, table["median_ms"], BLUE, "o-", 0),
    ], room=4)
    picture.panel(1, "In the server, for a second of a client", "clients", [
        ("ms of processor", count, table["server_ms_per_client_second"], BLUE, "o-", 0),
        ("frames drawn", count, table["frames_per_client_second"], GREEN, "o-", 6),
        ("commits", count, table["commits_per_client_second"], ORANGE, "o-", -5),
    ], room=8)
    for index in range(2):
        picture.ticks(index, [1, 4, 16, 64, 256])
    picture.write(folder / "clients.svg")


def threads(folder):
    """Milliseconds and speed-up by threads, for each picture."""
    table = read(folder / "threads.tsv")
    rows = list(zip(*table.values()))
    heads = list(table)
    picture = Picture(2)
    times, ratios = [], []
    for side, color in ((4096, BLUE), (1024, ORANGE)):
        mine = [dict(zip(heads, row)) for row in rows if row[0] == side]
        count = [row["threads"] for row in mine]
        name = f"{side:.0f} x {side:.0f}"
        times.append((name, count, [row["simulated_ms"] for row in mine], color, "o-", 0))
        measured = [row["measured_ms"] for row in mine]
        times.append(("", count, measured, INK, "x", 0))
        ratios.append((name, count, [row["speed_up"] for row in mine], color, "o-", 0))
    ratios.append(("as many as threads", count, count, INK, ":", 4))
    picture.panel(0, "Milliseconds of a frame (x: measured)", "threads", times, room=8)
    picture.panel(1, "Times as fast as one thread", "threads", ratios, room=24)
    for index in range(2):
        picture.ticks(index, [1, 2, 4, 8, 16, 32, 64])
    picture.axes[1].set_yticks([1, 2, 4, 8, 16, 32, 64])
    picture.write(folder / "threads.svg")


def animations(folder):
    """Milliseconds by animations."""
    table = read(folder / "animations.tsv")
    count = table["animations"]
    picture = Picture(1)
    picture.panel(0, "Milliseconds by animations", "animations", [
        ("added, in the server", count, table["commit_ms"], BLUE, "o-", 4),
        ("added, sent", count, table["add_ms"], GREEN, "o-", -4),
        ("frame, planned", count, table["evaluate_plan_ms"], ORANGE, "o-", 3),
        ("frame, evaluated", count, table["evaluate_ms"], VIOLET, "o-", -3),
    ], room=600)
    picture.ticks(0, [1, 10, 100, 1000, 10_000, 100_000])
    picture.write(folder / "animations.svg")


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    for name in sys.argv[2:]:
        {"layers": layers, "clients": clients, "threads": threads, "animations": animations}[name](
            folder)
