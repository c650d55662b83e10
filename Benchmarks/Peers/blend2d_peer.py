"""Blend2D as a peer: what its Python API can draw of the scenes of skia_bench.py and path_bench.py.

Blend2D records nothing, so the calls are measured, as Cairo's are: about 0.3 microseconds for each
draw. Everything that can be made beforehand is: paths, rectangles, colours, gradients, and the parts
of the animated strokes, which Blend2D cannot cut. It has no layers, blurs and clips to paths; the
scenes of groups, shadows and rounded clips are left out, and the mixed one, whose shadows it lacks.
"""
# Licensed under the MIT license; see LICENSE.

import math

import blend2d
import numpy

import path_measure

WHITE = (1.0, 1.0, 1.0, 1.0)


def path_of(points, closed):
    """Lines from point to point."""
    path = blend2d.BLPath()
    for index, (x, y) in enumerate(points):
        (path.line_to if index else path.move_to)(x, y)
    if closed:
        path.close()
    return path


def rounded(x, y, width, height, radius):
    path = blend2d.BLPath()
    path.add_round_rect(blend2d.BLRect(x, y, width, height), radius)
    return path


def ring(x, y):
    """The border of 2 of a box with radii of 8."""
    path = rounded(x, y, 64, 48, 8)
    path.add_path(rounded(x + 2, y + 2, 60, 44, 6))
    return path


def picture(index):
    """As `picture` of skia_bench.py, but that the disc has a soft edge."""
    image = blend2d.BLImage(64, 64)
    context = blend2d.BLContext(image)
    context.set_fill_style((index * 37 % 255 / 255, index * 91 % 255 / 255, 120 / 255, 1.0))
    context.fill_all()
    context.set_fill_style(WHITE)
    context.fill_circle(32, 32, 21)
    context.flush()
    return image


class Canvas:
    """An image of a side, drawn to by one thread."""

    def __init__(self, side):
        self.image = blend2d.BLImage(side, side)
        self.context = blend2d.BLContext(self.image)

    def clear(self):
        self.context.set_fill_style(WHITE)
        self.context.fill_all()


class Boxes:
    """The scenes of skia_bench.py."""

    name = "blend2d"

    def __init__(self, side):
        self.canvas = Canvas(side)

    def finish(self):
        self.canvas.context.flush()

    def draw(self, frame):
        frame(self.canvas)

    def record(self, scene, boxes, curves, gradients):
        """Eight frames of a scene, as functions of the canvas; None where it cannot be drawn.

        Boxes are places and colours. `curves(frame)` has the place, colour and end of each stroke,
        and `gradients(frame)` the place and colour of each gradient.
        """
        if scene == "classes/strokes":
            return [self.strokes(curves(frame)) for frame in range(8)]
        if scene == "classes/gradients":
            return [self.gradients(gradients(frame)) for frame in range(8)]
        make = {
            "draw/rect": self.rects, "draw/rrect": self.rounded_rects, "draw/image": self.images,
            "draw/border": self.borders,
        }.get(scene)
        if not make:
            return None
        moved = [[(x + frame * 0.25, y, color) for x, y, color in boxes] for frame in range(8)]
        return [make(frame) for frame in moved]

    def rects(self, boxes):
        draws = [(blend2d.BLRect(x, y, 64, 48), color) for x, y, color in boxes]

        def frame(canvas):
            canvas.clear()
            context = canvas.context
            for rect, color in draws:
                context.set_fill_style(color)
                context.fill_rect(rect)

        return frame

    def rounded_rects(self, boxes):
        return fills([(rounded(x, y, 64, 48, 8), color) for x, y, color in boxes])

    def borders(self, boxes):
        return fills([(ring(x, y), color) for x, y, color in boxes], blend2d.BLFillRule.EVEN_ODD)

    def images(self, boxes):
        pictures = [picture(index) for index in range(64)]
        draws = [
            (blend2d.BLRect(x, y, 64, 48), pictures[index % 64])
            for index, (x, y, _) in enumerate(boxes)]

        def frame(canvas):
            canvas.clear()
            for rect, image in draws:
                canvas.context.blit_image(rect, image)

        return frame

    def gradients(self, layers):
        draws = []
        for x, y, color in layers:
            # Linear in the unit square; at right angles to the square's diagonal, not the box's.
            gradient = blend2d.create_linear_gradient(0, 0, 1, 1)
            for offset, stop in ((0, color), (0.5, WHITE), (1, (0.0, 0.0, 0.0, 1.0))):
                gradient.add_stop(offset, stop)
            gradient.set_transform(blend2d.Matrix2D(64, 0, 0, 48, x, y))
            draws.append((blend2d.BLRect(x, y, 64, 48), gradient))

        def frame(canvas):
            canvas.clear()
            for rect, gradient in draws:
                canvas.context.set_fill_style(gradient)
                canvas.context.fill_rect(rect)

        return frame

    def strokes(self, layers):
        corners = [(0, 100), (0, -80), (200, 280), (200, 100), (200, -80), (0, 280), (0, 100)]
        points = [numpy.array(point, float) for point in corners]
        curve = path_measure.Subpath([points[:4], points[3:]], False)
        draws = []
        for x, y, color, end in layers:
            path = blend2d.BLPath()
            for index, part in enumerate(curve.part(0, end * curve.length)):
                moved = [float(number) for point in part for number in point + (x, y)]
                if index == 0:
                    path.move_to(*moved[:2])
                path.cubic_to(*moved[2:])
            draws.append((path, color))
        return strokes(draws, 4)


def fills(draws, rule=blend2d.BLFillRule.NON_ZERO):
    """A frame of filled paths."""

    def frame(canvas):
        canvas.clear()
        context = canvas.context
        context.fill_rule = rule
        for path, color in draws:
            context.set_fill_style(color)
            context.fill_path(path)

    return frame


def strokes(draws, width, is_round=False):
    """A frame of stroked paths."""

    def frame(canvas):
        canvas.clear()
        context = canvas.context
        context.stroke_width = width
        if is_round:
            context.set_stroke_caps(blend2d.BLStrokeCap.CAP_ROUND)
            context.stroke_join = blend2d.BLStrokeJoin.JOIN_ROUND
        for path, color in draws:
            context.set_stroke_style(color)
            context.stroke_path(path)

    return frame


class Paths:
    """The scenes of path_bench.py."""

    name = "blend2d"

    def __init__(self, side):
        self.canvas = Canvas(side)

    def prepare(self, curve, star, stars):
        """Takes the points of one long curve, or else those of a star and the places of all."""
        self.frames = []
        for frame in range(8):
            offset = frame * 0.25
            if curve:
                path = path_of([(x + offset, y) for x, y in curve], False)
                self.frames.append(strokes([(path, (0.1, 0.2, 0.6, 1.0))], 4, is_round=True))
            else:
                self.frames.append(fills([
                    (path_of([(px + x + offset, py + y) for px, py in star], True), (*color, 1.0))
                    for x, y, color in stars]))

    def draw(self, frame):
        self.frames[frame % 8](self.canvas)
        self.canvas.context.flush()
