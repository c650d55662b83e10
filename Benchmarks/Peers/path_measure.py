"""Parts and dashes of paths, cut where their lengths say.

Skia measures curves by chords and cuts them where these say, pixels away from the true place at the end
of a long path. So that such pixels do not hide what else is different, Peers/path_bench.py has Skia
stroke the parts that are cut here, from lengths of 4096 chords for each curve.
"""
# Licensed under the MIT license; see LICENSE.

import numpy

STEPS = numpy.linspace(0, 1, 4097)


def places(curve):
    """Points of a line or curve at equal steps of its parameter."""
    points, t = [point[None] for point in curve], STEPS[:, None]
    while len(points) > 1:
        points = [one * (1 - t) + other * t for one, other in zip(points, points[1:])]
    return points[0]


def beginning(curve, t):
    """A line or curve from its start to a parameter."""
    result, points = [], list(curve)
    while points:
        result.append(points[0])
        points = [one * (1 - t) + other * t for one, other in zip(points, points[1:])]
    return result


class Subpath:
    """Lines and curves, each a list of its two, three or four points, and how long they are."""

    def __init__(self, curves, is_closed):
        self.curves, self.is_closed = curves, is_closed
        steps = [numpy.hypot(*numpy.diff(places(curve), axis=0).T) for curve in curves]
        self.lengths = [numpy.concatenate([[0], numpy.cumsum(chords)]) for chords in steps]
        self.length = sum(lengths[-1] for lengths in self.lengths)

    def part(self, first, last):
        """The part between two lengths, as lines and curves."""
        result, start = [], 0
        for curve, lengths in zip(self.curves, self.lengths):
            low, high = max(first - start, 0), min(last - start, lengths[-1])
            if low < high:
                t0, t1 = numpy.interp([low, high], lengths, STEPS)
                part = beginning(curve, t1)
                result.append(beginning(part[::-1], 1 - t0 / t1)[::-1])
            start += lengths[-1]
        return result

    def dashes(self, lengths, phase):
        """Dashes as subpaths; one that goes through the beginning of a closed subpath is whole."""
        lengths = lengths * (1 + len(lengths) % 2)
        position, index, spans = -(phase % sum(lengths)), 0, []
        while position < self.length:
            end = position + lengths[index]
            if index % 2 == 0 and end > 0:
                spans.append((max(position, 0), min(end, self.length)))
            position, index = end, (index + 1) % len(lengths)
        if spans == [(0, self.length)]:
            return [self]
        parts = [self.part(*span) for span in spans]
        if self.is_closed and len(spans) > 1 and spans[0][0] == 0 and spans[-1][1] == self.length:
            parts = [parts[-1] + parts[0]] + parts[1:-1]
        return [Subpath(part, False) for part in parts]


def subpaths(steps):
    """Subpaths of the elements of a path, each with its points."""
    result, curves, start, current = [], [], None, None
    for element, points in steps:
        points = [numpy.array(point) for point in points]
        if element == "move":
            if curves:
                result.append(Subpath(curves, False))
            curves, start, current = [], points[0], points[0]
        elif element == "close":
            if (start != current).any():
                curves.append([current, start])
            result.append(Subpath(curves, True))
            curves, current = [], start
        else:
            curves.append([current] + points)
            current = points[-1]
    if curves:
        result.append(Subpath(curves, False))
    return result


def trimmed(subpaths, start, end):
    """The part between two shares of the whole length; subpaths that are not cut stay closed."""
    total = sum(subpath.length for subpath in subpaths)
    result, position, first, last = [], 0, start * total, end * total
    for subpath in subpaths:
        if first <= position and position + subpath.length <= last:
            result.append(subpath)
        elif position < last and position + subpath.length > first:
            result.append(Subpath(subpath.part(first - position, last - position), False))
        position += subpath.length
    return result
